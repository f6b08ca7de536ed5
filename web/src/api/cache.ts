import { cacheExchange, type Cache } from '@urql/exchange-graphcache'

// changes are the queries that each mutation may change, beside the records that it returns.
const changes: Record<string, string[]> = {
  updateMe: ['me'],
  acceptInvitation: ['me', 'invitations'],
  declineInvitation: ['me', 'invitations'],
  endSession: ['sessions'],
  endOtherSessions: ['sessions'],
  changePassword: ['me', 'sessions'],
  confirmTotp: ['mfa'],
  removeTotp: ['mfa', 'me'],
  createContact: ['contactPage', 'contacts', 'tagPage', 'tagNames'],
  updateContact: ['contactPage', 'contacts', 'tagPage', 'tagNames'],
  deleteContact: ['contactPage', 'contacts', 'tagPage', 'tagNames'],
  deleteContacts: ['contactPage', 'contacts', 'tagPage', 'tagNames'],
  changeContactTags: ['tagPage', 'tagNames', 'contactPage', 'contacts'],
  changeTagsOfContacts: ['contactPage', 'contacts', 'tagPage', 'tagNames'],
  renameTag: ['contactPage', 'contacts', 'tagPage', 'tagNames'],
  mergeTags: ['contactPage', 'contacts', 'tagPage', 'tagNames'],
  deleteTag: ['contactPage', 'contacts', 'tagPage', 'tagNames'],
  importContacts: ['contactImportPage', 'filePage'],
  cancelContactImport: ['contactImportPage', 'contactPage', 'contacts'],
  undoContactImport: ['contactImportPage', 'contactPage', 'contacts'],
  uploadFile: ['filePage'],
  deleteFile: ['filePage'],
  markNotificationRead: ['unreadNotificationCount', 'notificationPage'],
  markAllNotificationsRead: ['unreadNotificationCount', 'notificationPage'],
  deleteNotification: ['unreadNotificationCount', 'notificationPage'],
  createUser: ['userPage', 'users', 'roles'],
  inviteUser: ['userPage', 'users'],
  updateUser: ['userPage', 'users', 'userLookup', 'user', 'roles', 'me'],
  removeUser: ['userPage', 'users', 'userLookup', 'roles'],
  retryJob: ['jobs', 'serverFigures'],
  cancelJob: ['jobs', 'serverFigures'],
  createChannel: ['channels', 'channelLookup'],
  updateChannel: ['channels', 'channelLookup'],
  deleteChannel: ['channels', 'channelLookup'],
  createChannelQrCode: ['channelQrCodes'],
  deleteChannelQrCode: ['channelQrCodes'],
  testChannel: ['channels', 'channel'],
  replyToConversation: ['conversations', 'conversationMessages', 'messagePage', 'walletBalance'],
  addConversationNote: ['conversations', 'conversationMessages'],
  markConversationRead: ['conversations'],
  assignConversation: ['conversations'],
  setConversationStatus: ['conversations'],
  saveQuickReply: ['quickReplies'],
  deleteQuickReply: ['quickReplies'],
  createCampaign: ['campaigns'],
  updateCampaign: ['campaigns', 'quoteCampaign'],
  deleteCampaign: ['campaigns'],
  executeCampaign: ['campaigns', 'campaignRecipients', 'walletBalance'],
  pauseCampaign: ['campaigns'],
  resumeCampaign: ['campaigns', 'walletBalance'],
  cancelCampaign: ['campaigns', 'campaignRecipients', 'messagePage', 'walletBalance'],
  createTemplate: ['templates'],
  updateTemplate: ['templates', 'previewTemplate'],
  deleteTemplate: ['templates'],
  submitTemplate: ['templates'],
  syncTemplates: ['templates', 'template', 'previewTemplate'],
  sendMessages: ['messagePage', 'walletBalance'],
  cancelMessage: ['messagePage', 'walletBalance'],
  createRole: ['roles', 'roleLookup'],
  updateRole: ['roles', 'roleLookup'],
  deleteRole: ['roles', 'roleLookup'],
  setRolePermissions: ['roles', 'role', 'rolePermissions', 'explainAccess', 'me'],
  createApiClient: ['apiClients', 'apiClientPage'],
  updateApiClient: ['apiClients', 'apiClientPage', 'explainAccess'],
  revokeApiClient: ['apiClients', 'apiClientPage'],
  regenerateApiClient: ['apiClients', 'apiClientPage'],
  createFirm: ['firmPage', 'clientWalletPage', 'walletDashboard'],
  updateFirm: ['firmPage', 'firm', 'clientWalletPage', 'clientWallet', 'clientWalletBalance', 'walletBalance', 'walletDashboard'],
  creditWallet: ['clientWallet', 'clientWalletPage', 'clientWalletBalance', 'clientWalletSummary', 'clientWalletTransactionPage', 'walletDashboard'],
  adjustWallet: ['clientWallet', 'clientWalletPage', 'clientWalletBalance', 'clientWalletSummary', 'clientWalletTransactionPage', 'walletDashboard'],
  discountWallet: ['clientWallet', 'clientWalletPage', 'clientWalletBalance', 'clientWalletSummary', 'clientWalletTransactionPage', 'walletDashboard'],
  savePricingPlan: ['pricingPlans', 'clientWalletPage', 'clientWallet'],
  createRoleProperties: ['rolePropertyGroups', 'roleProperties'],
  updateRoleProperties: ['rolePropertyGroups', 'roleProperties', 'roles'],
  deleteRoleProperties: ['rolePropertyGroups', 'roleProperties', 'roles'],
  updateOwnFirm: ['ownFirm', 'me', 'walletBalance'],
  setConsent: ['consents', 'consentHistory'],
  createPolicyRule: ['policyRules', 'policyExport', 'explainAccess', 'rehearsePolicyRule'],
  updatePolicyRule: ['policyRules', 'policyExport', 'explainAccess', 'rehearsePolicyRule'],
  deletePolicyRule: ['policyRules', 'policyExport', 'explainAccess', 'rehearsePolicyRule'],
}

// Records without an id are part of what holds them.
const withoutId = [
  'Me', 'ActiveFirm', 'FirmEntry', 'ContactPage', 'ContactConnection', 'ContactEdge', 'PageInfo', 'TagPage', 'ContactImportPage', 'ContactImportErrorPage',
  'ContactImportError', 'ContactImportColumn', 'ContactImportOptions', 'ContactImportIgnoredColumn', 'FilePage', 'FirmPage', 'UserPage', 'FirmUserConnection', 'FirmUserEdge',
  'AccessExplanation', 'RolePropertyGroup', 'RolePropertyGroupPage', 'ApiClientPage', 'ApiClientUsage', 'ApiClientUsageSummary', 'ApiClientUsageDay',
  'ApiCall', 'ApiCallConnection', 'ApiCallEdge', 'OwnApiClient', 'OwnApiClientFirm', 'CallRate', 'NotificationPage', 'NotificationConnection',
  'NotificationEdge', 'AuditLog', 'AuditEntryConnection', 'AuditEntryEdge', 'AuditActor', 'AuditTarget', 'PolicyExport', 'MessageVolume',
  'MessageVolumePoint', 'MessageDelivery', 'MessageHour', 'MessageMedia', 'MessageTemplate', 'TopContact', 'MessagingLimits', 'MessagingDashboard', 'MessagePeriodSums',
  'WalletBalance', 'WalletTransactionPage', 'WalletTransactionConnection', 'WalletTransactionEdge', 'WalletMonthlySummary', 'WalletDay', 'WalletDashboard',
  'CurrencyAmount', 'WalletSpender', 'WalletDashboardDay', 'ClientWalletPage', 'ClientWallet', 'PricingPlanName', 'ClientWalletDetails', 'WalletTotals',
  'WalletPosting', 'Job', 'ServerFigures', 'ServerMinute', 'PricingPrice', 'DeleteContactsPayload', 'ChangeTagsOfContactsPayload',
  'Mfa', 'TotpSetup', 'RecoveryCodes', 'PolicyRehearsal', 'PolicyWarning', 'PolicySubject', 'PolicySubjectEffect', 'PolicyCallEffect', 'PolicyCallSum', 'ConsentPage', 'SegmentCount',
  'CampaignPage', 'CampaignRecipientPage', 'CampaignAudience', 'CampaignFilter', 'CampaignCounts', 'CampaignReason', 'CampaignQuote', 'CampaignSkipped', 'QuietHours',
  'MessageError', 'MessageEvent', 'ContactIdentity', 'ConversationList', 'ConversationMessageList', 'ConversationTyping', 'TemplatePage',
  'WebhookEventPage', 'TemplatePreview', 'TemplateContent', 'TemplateHeader', 'TemplateButton', 'TemplateParameter', 'ChannelSettings', 'ChannelTest', 'ChannelQrCode', 'SyncedTemplates',
  // The two that have the id of another record.
  'CreateApiClientPayload', 'RegenerateApiClientPayload',
]

export function cache() {
  const invalidate = (cache: Cache, queries: string[]) => {
    for (const { fieldName, fieldKey } of cache.inspectFields('Query')) {
      if (queries.includes(fieldName)) {
        cache.invalidate('Query', fieldKey)
      }
    }
  }
  return cacheExchange({
    keys: Object.fromEntries(withoutId.map((type) => [type, () => null])),
    updates: {
      Mutation: Object.fromEntries(
        Object.entries(changes).map(([mutation, queries]) => [
          mutation,
          (_result: unknown, _args: unknown, cache: Cache) => invalidate(cache, queries),
        ]),
      ),
    },
  })
}
