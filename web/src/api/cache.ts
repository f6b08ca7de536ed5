import { cacheExchange, type Cache, type OptimisticMutationResolver } from '@urql/exchange-graphcache'

import { graphql } from './graphql.ts'

// changes are the queries that each mutation may change, beside the records that it returns.
export const changes: Record<string, string[]> = {
  updateMe: ['me'],
  acceptInvitation: ['me', 'invitations'],
  declineInvitation: ['me', 'invitations'],
  endSession: ['sessions'],
  endOtherSessions: ['sessions'],
  changePassword: ['me', 'sessions'],
  confirmTotp: ['mfa'],
  removeTotp: ['mfa', 'me'],
  renewRecoveryCodes: ['mfa'],
  // What has shown the recovery codes reads me again, once the user has kept them.
  finishPasskey: ['passkeys', 'mfa'],
  removePasskey: ['passkeys', 'mfa', 'me'],
  createContact: ['contactPage', 'contactSearch', 'contacts', 'tagPage', 'tagNames'],
  updateContact: ['contactPage', 'contactSearch', 'contacts', 'tagPage', 'tagNames'],
  deleteContact: ['contactPage', 'contactSearch', 'contacts', 'tagPage', 'tagNames'],
  eraseContact: ['contactPage', 'contactSearch', 'contacts', 'tagPage', 'tagNames', 'conversations', 'consents'],
  deleteContacts: ['contactPage', 'contactSearch', 'contacts', 'tagPage', 'tagNames'],
  changeContactTags: ['tagPage', 'tagNames', 'contactPage', 'contacts'],
  changeTagsOfContacts: ['contactPage', 'contacts', 'tagPage', 'tagNames'],
  renameTag: ['contactPage', 'contacts', 'tagPage', 'tagNames'],
  mergeTags: ['contactPage', 'contacts', 'tagPage', 'tagNames'],
  deleteTag: ['contactPage', 'contacts', 'tagPage', 'tagNames'],
  importContacts: ['contactImportPage', 'filePage'],
  cancelContactImport: ['contactImportPage', 'contactPage', 'contactSearch', 'contacts'],
  undoContactImport: ['contactImportPage', 'contactPage', 'contactSearch', 'contacts'],
  uploadFile: ['filePage'],
  deleteFile: ['filePage'],
  markNotificationRead: ['unreadNotificationCount', 'notificationPage'],
  markAllNotificationsRead: ['unreadNotificationCount', 'notificationPage'],
  deleteNotification: ['unreadNotificationCount', 'notificationPage'],
  createUser: ['userPage', 'users', 'roles'],
  inviteUser: ['userPage', 'users'],
  updateUser: ['userPage', 'users', 'userLookup', 'conversationAssignees', 'user', 'roles', 'me'],
  removeUser: ['userPage', 'users', 'userLookup', 'conversationAssignees', 'roles'],
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
  submitTemplate: ['templates', 'previewTemplate'],
  syncTemplates: ['templates', 'template', 'previewTemplate'],
  sendMessages: ['messagePage', 'walletBalance'],
  cancelMessage: ['messagePage', 'walletBalance'],
  createRole: ['roles', 'roleLookup'],
  updateRole: ['roles', 'roleLookup'],
  deleteRole: ['roles', 'roleLookup'],
  setRolePermissions: ['conversationAssignees', 'roles', 'role', 'rolePermissions', 'explainAccess', 'me'],
  createApiClient: ['apiClients', 'apiClientPage'],
  updateApiClient: ['apiClients', 'apiClientPage', 'explainAccess'],
  revokeApiClient: ['apiClients', 'apiClientPage'],
  regenerateApiClient: ['apiClients', 'apiClientPage'],
  createWebhook: ['webhooks'],
  updateWebhook: ['webhooks'],
  deleteWebhook: ['webhooks'],
  testWebhook: ['webhooks', 'webhook'],
  replayWebhook: ['webhooks', 'webhookDeliveries'],
  retryWebhookDelivery: ['webhooks', 'webhookDeliveries'],
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
  createPolicyRule: ['conversationAssignees', 'policyRules', 'policyExport', 'explainAccess', 'rehearsePolicyRule'],
  updatePolicyRule: ['conversationAssignees', 'policyRules', 'policyExport', 'explainAccess', 'rehearsePolicyRule'],
  deletePolicyRule: ['conversationAssignees', 'policyRules', 'policyExport', 'explainAccess', 'rehearsePolicyRule'],
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
  'Mfa', 'TotpSetup', 'RecoveryCodes', 'PasskeyOptions', 'NewPasskey', 'PolicyRehearsal', 'PolicyWarning', 'PolicySubject', 'PolicySubjectEffect', 'PolicyCallEffect', 'PolicyCallSum', 'ConsentPage', 'SegmentCount', 'FileLimits',
  'CampaignPage', 'CampaignRecipientPage', 'CampaignAudience', 'CampaignFilter', 'CampaignCounts', 'CampaignReason', 'CampaignQuote', 'CampaignSkipped', 'QuietHours',
  'MessageError', 'MessageEvent', 'ContactIdentity', 'ConversationList', 'ConversationMessageList', 'ConversationTyping', 'TemplatePage',
  'WebhookEventPage', 'WebhookDeliveryPage', 'WebhookEventType', 'WebhookTest', 'TemplatePreview', 'TemplateContent', 'TemplateHeader', 'TemplateButton', 'TemplateParameter', 'ChannelSettings', 'ChannelTest', 'ChannelQrCode', 'SyncedTemplates',
  // The two that have the id of another record.
  'CreateApiClientPayload', 'RegenerateApiClientPayload',
]

// kept returns fields of a record as they are here, for those that a change leaves alone.
function kept(cache: Cache, entity: { __typename: string; id: string }, fields: string[]) {
  return Object.fromEntries(fields.map((field) => [field, cache.resolve(entity, field) ?? null]))
}

// optimistic are the mutations whose result is shown before the server answers. It is taken back when
// the server refuses.
const optimistic: Record<string, OptimisticMutationResolver> = {
  updateContact: (args, cache) => {
    const { id, ...changes } = args.input as { id: string; [field: string]: unknown }
    const entity = { __typename: 'Contact', id }
    const fields = ['firstName', 'lastName', 'gender', 'isActive', 'tags', 'updatedAt']
    const known = fields.filter((field) => changes[field] !== undefined)
    return { ...entity, ...kept(cache, entity, fields), ...Object.fromEntries(known.map((field) => [field, changes[field]])) } as ReturnType<OptimisticMutationResolver>
  },
  markNotificationRead: ({ id }) => ({ __typename: 'Notification', id: id as string, status: 'Read' }),
  // These two answer no record. What they change is in expected.
  markAllNotificationsRead: () => 0,
  deleteNotification: ({ id }) => id as string,
}

const notificationStatus = graphql(`fragment NotificationStatus on Notification { id status }`)

// expected changes the lists that are shown before the server answers, as optimistic does with records.
const expected: Record<string, (cache: Cache, args: Record<string, unknown>) => void> = {
  markAllNotificationsRead: (cache) => {
    for (const { keys } of notificationLists(cache)) {
      keys.forEach((key) => cache.writeFragment(notificationStatus, { id: key.slice('Notification:'.length), status: 'Read' }))
    }
  },
  deleteNotification: (cache, { id }) => {
    for (const { page, keys } of notificationLists(cache)) {
      cache.link(page, 'items', keys.filter((key) => key !== `Notification:${String(id)}`))
    }
  },
}

// notificationLists returns the lists of notifications that were read, with the keys of what is in them.
function notificationLists(cache: Cache) {
  return cache.inspectFields('Query').filter(({ fieldName }) => fieldName === 'notificationPage').map(({ fieldKey }) => {
    const page = cache.resolve('Query', fieldKey) as string
    return { page, keys: (cache.resolve(page, 'items') ?? []) as string[] }
  })
}

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
    optimistic,
    updates: {
      Mutation: Object.fromEntries(
        Object.entries(changes).map(([mutation, queries]) => [
          mutation,
          // What a query has must still be there to show an optimistic result in it.
          (_result: unknown, args: Record<string, unknown>, cache: Cache, { optimistic }: { optimistic?: boolean }) => (optimistic ? expected[mutation]?.(cache, args) : invalidate(cache, queries)),
        ]),
      ),
    },
  })
}
