/* eslint-disable */
import * as types from './graphql';
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';

/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "fragment NotificationStatus on Notification { id status }": typeof types.NotificationStatusFragmentDoc,
    "query Quote { quoteCampaign(input: { id: \"1\" }) { recipients } }": typeof types.QuoteDocument,
    "mutation Update { updateCampaign(input: { id: \"1\" }) { id } }": typeof types.UpdateDocument,
    "query ListedWebhooks { all: webhooks { id name } }": typeof types.ListedWebhooksDocument,
    "mutation RemoveListed { removed: deleteWebhook(input: { id: \"1\" }) }": typeof types.RemoveListedDocument,
    "query ListedRoles { roles { id } }": typeof types.ListedRolesDocument,
    "\n  query Properties { roleProperties { id moduleName propertyName displayName } }\n": typeof types.PropertiesDocument,
    "\n  query CountSegments($input: CountSegmentsInput!) { countSegments(input: $input) { encoding segments charactersLeft } }\n": typeof types.CountSegmentsDocument,
    "\n  query Explain($input: ExplainAccessInput!) { explainAccess(input: $input) { allowed reason line role { id name } } }\n": typeof types.ExplainDocument,
    "\n  query PreviewTemplate($input: PreviewTemplateInput!) {\n    previewTemplate(input: $input) { subject body footer html header { type text } buttons { type text value } }\n  }\n": typeof types.PreviewTemplateDocument,
    "\n  query ApiClientPage($input: ApiClientPageInput) {\n    apiClientPage(input: $input) { items { id name description keyPrefix status expiresAt lastUsedAt createdAt } totalCount page pageSize }\n  }\n": typeof types.ApiClientPageDocument,
    "\n  query ApiClient($id: ID!) {\n    apiClient(id: $id) { id name description keyPrefix allowedIps permissions expiresAt status lastUsedAt createdAt updatedAt }\n  }\n": typeof types.ApiClientDocument,
    "\n  query ApiClientUsage($input: ApiClientUsageInput!) {\n    apiClientUsage(input: $input) {\n      items { timestamp method path statusCode ipAddress durationMs }\n      totalCount page pageSize\n      summary { totalRequests errorCount byDay { date count } }\n    }\n  }\n": typeof types.ApiClientUsageDocument,
    "\n  mutation CreateApiClient($input: CreateApiClientInput!) { createApiClient(input: $input) { id apiKey } }\n": typeof types.CreateApiClientDocument,
    "\n  mutation UpdateApiClient($input: UpdateApiClientInput!) {\n    updateApiClient(input: $input) { id name description allowedIps permissions expiresAt status updatedAt }\n  }\n": typeof types.UpdateApiClientDocument,
    "\n  mutation RegenerateApiClient($id: ID!) { regenerateApiClient(id: $id) { id apiKey apiClient { id keyPrefix updatedAt } } }\n": typeof types.RegenerateApiClientDocument,
    "\n  mutation RevokeApiClient($id: ID!) { revokeApiClient(id: $id) { id status updatedAt } }\n": typeof types.RevokeApiClientDocument,
    "\n  query Audit($input: AuditLogInput) {\n    auditLog(input: $input) {\n      items { id createdAt actor { kind actorId name } action target { type name } before after address requestId }\n      totalCount page pageSize\n    }\n  }\n": typeof types.AuditDocument,
    "\n  query Campaigns($input: CampaignPageInput) {\n    campaigns(input: $input) {\n      items {\n        id name channelId templateId scheduledAt status pauseReason spent currency startedAt finishedAt updatedAt\n        counts { recipients skipped queued sent delivered read failed unknown cancelled }\n      }\n      totalCount page pageSize\n    }\n  }\n": typeof types.CampaignsDocument,
    "\n  query Campaign($id: ID!) {\n    campaign(id: $id) {\n      id name channelId templateId parameters scheduledAt timeZone messagesPerSecond status pauseReason held spent currency\n      startedAt finishedAt createdAt updatedAt\n      audience { everyone contactIds importId filter { searchTerm } tagsAll tagsAny tagsNone }\n      quietHours { from to }\n      counts { recipients skipped queued sent delivered read failed unknown cancelled }\n      reasons { state reason count }\n    }\n  }\n": typeof types.CampaignDocument,
    "\n  subscription CampaignProgress($id: ID!) {\n    campaignProgress(id: $id) {\n      id status pauseReason held spent startedAt finishedAt updatedAt\n      counts { recipients skipped queued sent delivered read failed unknown cancelled }\n      reasons { state reason count }\n    }\n  }\n": typeof types.CampaignProgressDocument,
    "\n  mutation CreateCampaign($input: CreateCampaignInput!) {\n    createCampaign(input: $input) {\n      id name channelId templateId parameters scheduledAt timeZone messagesPerSecond status pauseReason held spent currency\n      startedAt finishedAt createdAt updatedAt\n      audience { everyone contactIds importId filter { searchTerm } tagsAll tagsAny tagsNone }\n      quietHours { from to }\n      counts { recipients skipped queued sent delivered read failed unknown cancelled }\n      reasons { state reason count }\n    }\n  }\n": typeof types.CreateCampaignDocument,
    "\n  mutation UpdateCampaign($input: UpdateCampaignInput!) {\n    updateCampaign(input: $input) {\n      id name channelId templateId parameters scheduledAt timeZone messagesPerSecond status pauseReason held spent currency\n      startedAt finishedAt createdAt updatedAt\n      audience { everyone contactIds importId filter { searchTerm } tagsAll tagsAny tagsNone }\n      quietHours { from to }\n      counts { recipients skipped queued sent delivered read failed unknown cancelled }\n      reasons { state reason count }\n    }\n  }\n": typeof types.UpdateCampaignDocument,
    "mutation DeleteCampaign($id: ID!) { deleteCampaign(input: { id: $id }) }": typeof types.DeleteCampaignDocument,
    "\n  mutation ExecuteCampaign($id: ID!) {\n    executeCampaign(input: { id: $id }) {\n      id status pauseReason held spent startedAt finishedAt updatedAt\n      counts { recipients skipped queued sent delivered read failed unknown cancelled }\n      reasons { state reason count }\n    }\n  }\n": typeof types.ExecuteCampaignDocument,
    "\n  mutation PauseCampaign($id: ID!) {\n    pauseCampaign(input: { id: $id }) {\n      id status pauseReason held spent startedAt finishedAt updatedAt\n      counts { recipients skipped queued sent delivered read failed unknown cancelled }\n      reasons { state reason count }\n    }\n  }\n": typeof types.PauseCampaignDocument,
    "\n  mutation ResumeCampaign($id: ID!) {\n    resumeCampaign(input: { id: $id }) {\n      id status pauseReason held spent startedAt finishedAt updatedAt\n      counts { recipients skipped queued sent delivered read failed unknown cancelled }\n      reasons { state reason count }\n    }\n  }\n": typeof types.ResumeCampaignDocument,
    "\n  mutation CancelCampaign($id: ID!) {\n    cancelCampaign(input: { id: $id }) {\n      id status pauseReason held spent startedAt finishedAt updatedAt\n      counts { recipients skipped queued sent delivered read failed unknown cancelled }\n      reasons { state reason count }\n    }\n  }\n": typeof types.CancelCampaignDocument,
    "\n  query QuoteCampaign($id: ID!) {\n    quoteCampaign(input: { id: $id }) {\n      recipients price currency available sufficient complete tierLeft aboveTier campaignUpdatedAt\n      skipped { noAddress optedOut notOptedIn duplicateAddress missingParameter invalidAddress inactive }\n    }\n  }\n": typeof types.QuoteCampaignDocument,
    "\n  query CampaignRecipients($input: CampaignRecipientsInput!) {\n    campaignRecipients(input: $input) {\n      items { id contactId address state skipReason price dueAt messageId sentAt errorCode }\n      totalCount page pageSize\n    }\n  }\n": typeof types.CampaignRecipientsDocument,
    "query CampaignChannels { channelLookup { id name kind } }": typeof types.CampaignChannelsDocument,
    "\n  query CampaignTemplate($id: ID!) {\n    template(id: $id) { id name language category kind channelId body status approvedVersion parameters { name example } approved { category body parameters { name example } } }\n  }\n": typeof types.CampaignTemplateDocument,
    "query CampaignTemplateNames($input: TemplatePageInput) { templates(input: $input) { items { id name language } } }": typeof types.CampaignTemplateNamesDocument,
    "query CampaignTemplateName($id: ID!) { template(id: $id) { id name language } }": typeof types.CampaignTemplateNameDocument,
    "\n  query SampleContact {\n    contactPage(input: { pageSize: 1 }) {\n      totalCount\n      items {\n        id firstName lastName gender\n        phones { id phone isPrimary }\n        emails { id email isPrimary }\n        addresses { id line1 line2 landmark city state country pinCode }\n      }\n    }\n  }\n": typeof types.SampleContactDocument,
    "\n  query CampaignImports { contactImportPage(input: { pageSize: 100 }) { items { id fileName status dryRun undo createdCount updatedCount createdAt } } }\n": typeof types.CampaignImportsDocument,
    "query ChosenContact($id: ID!) { contact(id: $id) { id firstName lastName } }": typeof types.ChosenContactDocument,
    "\n  query Channels {\n    channels { id name kind sender status statusReason messagesPerSecond isDefault }\n  }\n": typeof types.ChannelsDocument,
    "\n  query Channel($id: ID!) {\n    channel(id: $id) {\n      id name kind sender status statusReason messagesPerSecond isDefault secretsSet hookUrl createdAt updatedAt\n      settings {\n        baseUrl apiVersion phoneNumberId businessAccountId accountSid from messagingServiceSid host port security username fromName replyTo\n      }\n    }\n  }\n": typeof types.ChannelDocument,
    "\n  mutation CreateChannel($input: CreateChannelInput!) { createChannel(input: $input) { id } }\n": typeof types.CreateChannelDocument,
    "\n  mutation UpdateChannel($input: UpdateChannelInput!) {\n    updateChannel(input: $input) {\n      id name sender status statusReason messagesPerSecond isDefault secretsSet hookUrl updatedAt\n      settings {\n        baseUrl apiVersion phoneNumberId businessAccountId accountSid from messagingServiceSid host port security username fromName replyTo\n      }\n    }\n  }\n": typeof types.UpdateChannelDocument,
    "mutation DeleteChannel($input: ChannelIdInput!) { deleteChannel(input: $input) }": typeof types.DeleteChannelDocument,
    "\n  mutation TestChannel($input: ChannelIdInput!) { testChannel(input: $input) { ok message latencyMs } }\n": typeof types.TestChannelDocument,
    "\n  mutation PauseChannel($input: ChannelIdInput!) { pauseChannel(input: $input) { id status statusReason } }\n": typeof types.PauseChannelDocument,
    "\n  mutation ResumeChannel($input: ChannelIdInput!) { resumeChannel(input: $input) { id status statusReason } }\n": typeof types.ResumeChannelDocument,
    "\n  query ChannelQrCodes($id: ID!) { channelQrCodes(id: $id) { code text link imageUrl } }\n": typeof types.ChannelQrCodesDocument,
    "\n  mutation CreateQrCode($input: CreateChannelQrCodeInput!) { createChannelQrCode(input: $input) { code } }\n": typeof types.CreateQrCodeDocument,
    "\n  mutation DeleteQrCode($input: ChannelQrCodeInput!) { deleteChannelQrCode(input: $input) }\n": typeof types.DeleteQrCodeDocument,
    "query ChannelTier { messagingDashboard { trackingLimits { dailyLimit usedToday remaining } } }": typeof types.ChannelTierDocument,
    "\n  query Consents($input: ConsentPageInput) {\n    consents(input: $input) {\n      items { id address addressKind state source evidence at by }\n      totalCount page pageSize\n    }\n  }\n": typeof types.ConsentsDocument,
    "\n  query ConsentHistory($input: ConsentHistoryInput!) {\n    consentHistory(input: $input) {\n      items { id address addressKind state source evidence at by }\n      totalCount page pageSize\n    }\n  }\n": typeof types.ConsentHistoryDocument,
    "\n  mutation SetConsent($input: SetConsentInput!) { setConsent(input: $input) { id address state } }\n": typeof types.SetConsentDocument,
    "mutation CreateContact($input: CreateContactInput!) { createContact(input: $input) { id } }": typeof types.CreateContactDocument,
    "\n  mutation EraseContact($id: ID!) { eraseContact(id: $id) }\n": typeof types.EraseContactDocument,
    "\n  mutation ExportContact($id: ID!) { exportContact(id: $id) }\n": typeof types.ExportContactDocument,
    "\n  query Contact($id: ID!) {\n    contact(id: $id) {\n      id firstName lastName gender isActive profilePic tags createdAt updatedAt\n      phones { id phone phoneCC type isPrimary }\n      emails { id email type isPrimary }\n      addresses { id type line1 line2 landmark city state country pinCode }\n    }\n  }\n": typeof types.ContactDocument,
    "\n  query FindContacts($searchTerm: String) {\n    contactSearch(input: { searchTerm: $searchTerm, pageSize: 20 }) { items { id firstName lastName phones { id phone isPrimary } emails { id email isPrimary } } }\n  }\n": typeof types.FindContactsDocument,
    "\n  query ContactRows($input: ContactPageInput!, $phones: Boolean!, $emails: Boolean!, $tags: Boolean!) {\n    contactPage(input: $input) {\n      totalCount\n      items {\n        id firstName lastName gender isActive createdAt updatedAt\n        phones @include(if: $phones) { id phone isPrimary }\n        emails @include(if: $emails) { id email isPrimary }\n        tags @include(if: $tags)\n      }\n    }\n  }\n": typeof types.ContactRowsDocument,
    "\n  query ContactIds($input: ContactPageInput!) { contactPage(input: $input) { totalCount items { id } } }\n": typeof types.ContactIdsDocument,
    "\n  query TagPage($input: TagPageInput!) { tagPage(input: $input) { items { id name contactCount } totalCount page pageSize } }\n": typeof types.TagPageDocument,
    "mutation RenameTag($input: RenameTagInput!) { renameTag(input: $input) { id name contactCount } }": typeof types.RenameTagDocument,
    "mutation MergeTags($input: MergeTagsInput!) { mergeTags(input: $input) { id name contactCount } }": typeof types.MergeTagsDocument,
    "mutation DeleteTag($tag: String!) { deleteTag(tag: $tag) }": typeof types.DeleteTagDocument,
    "\n  mutation DeleteContacts($input: DeleteContactsInput!) { deleteContacts(input: $input) { deletedCount notFound } }\n": typeof types.DeleteContactsDocument,
    "query TagNames($searchTerm: String) { tagNames(searchTerm: $searchTerm, limit: 20) }": typeof types.TagNamesDocument,
    "\n  mutation ChangeTagsOfContacts($input: ChangeTagsOfContactsInput!) { changeTagsOfContacts(input: $input) { updatedCount notFound } }\n": typeof types.ChangeTagsOfContactsDocument,
    "\n  mutation UpdateContact($input: UpdateContactInput!) { updateContact(input: $input) { id firstName lastName gender isActive tags updatedAt } }\n": typeof types.UpdateContactDocument,
    "\n  query Dashboard($input: MessagePeriodInput) {\n    messagingDashboard(input: $input) {\n      volume { from to points { date sent received } totalSent totalReceived }\n      deliveryStatus { sent delivered read failed deliveryRate readRate }\n      hourly { hour sent received }\n      templates { templateName sent delivered read failed deliveryRate readRate }\n      topContacts { contactId name phone sent received total lastMessageAt }\n      trackingLimits { tier dailyLimit usedToday remaining resetsAt messagesPerSecond }\n      previous { from to totalSent totalReceived deliveryStatus { sent delivered read failed deliveryRate readRate } }\n    }\n  }\n": typeof types.DashboardDocument,
    "\n  query FirstSteps(\n    $installation: Boolean!, $users: Boolean!, $channels: Boolean!, $templates: Boolean!, $contacts: Boolean!, $campaigns: Boolean!, $keys: Boolean!, $wallet: Boolean!\n  ) {\n    firmPage(input: { pageSize: 1 }) @include(if: $installation) { totalCount }\n    pricingPlans @include(if: $installation) { id }\n    walletDashboard @include(if: $installation) { totalBalance { amount currency } }\n    channelLookup @include(if: $channels) { id }\n    templates(input: { pageSize: 1 }) @include(if: $templates) { totalCount }\n    contactPage(input: { pageSize: 1 }) @include(if: $contacts) { totalCount }\n    campaigns(input: { pageSize: 1 }) @include(if: $campaigns) { totalCount }\n    userPage(input: { pageSize: 1 }) @include(if: $users) { totalCount }\n    apiClientPage(input: { pageSize: 1 }) @include(if: $keys) { totalCount }\n    walletTransactionPage(input: { pageSize: 1 }) @include(if: $wallet) { totalCount }\n  }\n": typeof types.FirstStepsDocument,
    "\n  query FirmPage($input: FirmPageInput) {\n    firmPage(input: $input) {\n      items {\n        id name isActive isSuperFirm currency timeZone pricingPlanId lowBalanceThreshold messagingTier userCount contactCount warning createdAt\n      }\n      totalCount pageSize\n    }\n  }\n": typeof types.FirmPageDocument,
    "\n  query Firm($id: ID!) {\n    firm(id: $id) {\n      id name isActive isSuperFirm currency timeZone pricingPlanId lowBalanceThreshold messagingTier userCount contactCount warning createdAt\n    }\n  }\n": typeof types.FirmDocument,
    "query PlanNames { pricingPlans { id name currency isActive } }": typeof types.PlanNamesDocument,
    "mutation CreateFirm($input: CreateFirmInput!) { createFirm(input: $input) { id } }": typeof types.CreateFirmDocument,
    "\n  mutation UpdateFirm($input: UpdateFirmInput!) {\n    updateFirm(input: $input) { id name isActive currency timeZone pricingPlanId lowBalanceThreshold messagingTier warning }\n  }\n": typeof types.UpdateFirmDocument,
    "mutation CancelContactImport($id: ID!) { cancelContactImport(jobId: $id) { id status undo undoableUntil } }": typeof types.CancelContactImportDocument,
    "\n  query ContactImports($input: ContactImportPageInput!) {\n    contactImportPage(input: $input) {\n      totalCount\n      items { id fileName status dryRun undo totalRows createdCount updatedCount failedCount skippedCells createdAt }\n    }\n  }\n": typeof types.ContactImportsDocument,
    "\n  query ContactImportErrors($input: ContactImportErrorsInput!) {\n    contactImportErrors(input: $input) { totalCount items { row column error contactId cells } }\n  }\n": typeof types.ContactImportErrorsDocument,
    "mutation UndoContactImport($id: ID!) { undoContactImport(jobId: $id) { id undo undoableUntil } }": typeof types.UndoContactImportDocument,
    "\n  query ContactImport($id: ID!) {\n    contactImport(jobId: $id) {\n      id fileId fileName status error dryRun undo undoableUntil createdAt finishedAt\n      totalRows processedRows createdCount updatedCount failedCount unchangedCount skippedCells undoneCount skippedCount\n      ignoredColumns { column reason }\n      mapping { column field }\n      hints\n      options { tags updateExisting defaultPhoneCC mapping invalidCells }\n      sample {\n        firstName lastName tags\n        phones { phone phoneCC }\n        emails { email }\n        addresses { city }\n      }\n    }\n  }\n": typeof types.ContactImportDocument,
    "\n  mutation ImportContacts($input: ImportContactsInput!) { importContacts(input: $input) { id status } }\n": typeof types.ImportContactsDocument,
    "\n  query Conversations($input: ConversationListInput) {\n    conversations(input: $input) {\n      next\n      items {\n        id channelId channelName channelKind address addressKind contactId contactName status unreadCount windowUntil activeAt updatedAt\n        assignedTo { id name }\n        lastMessage { id direction body status occurredAt }\n      }\n    }\n  }\n": typeof types.ConversationsDocument,
    "\n  query Conversation($id: ID!) {\n    conversation(id: $id) {\n      id channelId channelName channelKind address addressKind contactId contactName status unreadCount windowUntil activeAt updatedAt\n      assignedTo { id name }\n      lastMessage { id direction body status occurredAt }\n    }\n  }\n": typeof types.ConversationDocument,
    "query UnreadConversations { conversations(input: { unread: true, limit: 100 }) { next items { id unreadCount } } }": typeof types.UnreadConversationsDocument,
    "\n  subscription ConversationChanged {\n    conversationChanged {\n      id channelId channelName channelKind address addressKind contactId contactName status unreadCount windowUntil activeAt updatedAt\n      assignedTo { id name }\n      lastMessage { id direction body status occurredAt }\n    }\n  }\n": typeof types.ConversationChangedDocument,
    "\n  query ConversationMessages($input: ConversationMessagesInput!) {\n    conversationMessages(input: $input) {\n      next\n      items {\n        id direction body subject templateName status occurredAt deliveredAt readAt errorCode errorText reference by\n        media { contentType fileName size caption status }\n      }\n    }\n  }\n": typeof types.ConversationMessagesDocument,
    "\n  subscription MessageChanged($conversationId: ID!) {\n    messageChanged(conversationId: $conversationId) {\n      id direction body subject templateName status occurredAt deliveredAt readAt errorCode errorText reference by\n      media { contentType fileName size caption status }\n    }\n  }\n": typeof types.MessageChangedDocument,
    "\n  mutation Reply($input: ReplyInput!) {\n    replyToConversation(input: $input) {\n      id body subject templateName status occurredAt deliveredAt readAt errorCode errorText\n      media { contentType fileName size caption status }\n    }\n  }\n": typeof types.ReplyDocument,
    "\n  mutation AddConversationNote($input: AddConversationNoteInput!) {\n    addConversationNote(input: $input) {\n      id direction body subject templateName status occurredAt deliveredAt readAt errorCode errorText reference by\n      media { contentType fileName size caption status }\n    }\n  }\n": typeof types.AddConversationNoteDocument,
    "\n  mutation MarkConversationRead($input: ConversationIdInput!) {\n    markConversationRead(input: $input) {\n      id channelId channelName channelKind address addressKind contactId contactName status unreadCount windowUntil activeAt updatedAt\n      assignedTo { id name }\n      lastMessage { id direction body status occurredAt }\n    }\n  }\n": typeof types.MarkConversationReadDocument,
    "\n  mutation AssignConversation($input: AssignConversationInput!) {\n    assignConversation(input: $input) {\n      id channelId channelName channelKind address addressKind contactId contactName status unreadCount windowUntil activeAt updatedAt\n      assignedTo { id name }\n      lastMessage { id direction body status occurredAt }\n    }\n  }\n": typeof types.AssignConversationDocument,
    "\n  mutation SetConversationStatus($input: SetConversationStatusInput!) {\n    setConversationStatus(input: $input) {\n      id channelId channelName channelKind address addressKind contactId contactName status unreadCount windowUntil activeAt updatedAt\n      assignedTo { id name }\n      lastMessage { id direction body status occurredAt }\n    }\n  }\n": typeof types.SetConversationStatusDocument,
    "\n  subscription Typing($conversationId: ID!) { typing(conversationId: $conversationId) { conversationId isTyping user { id name } } }\n": typeof types.TypingDocument,
    "mutation SetTyping($input: SetTypingInput!) { setTyping(input: $input) }": typeof types.SetTypingDocument,
    "query QuickReplies { quickReplies { id shortcut body updatedAt } }": typeof types.QuickRepliesDocument,
    "mutation SaveQuickReply($input: QuickReplyInput!) { saveQuickReply(input: $input) { id shortcut body updatedAt } }": typeof types.SaveQuickReplyDocument,
    "mutation DeleteQuickReply($input: QuickReplyIdInput!) { deleteQuickReply(input: $input) }": typeof types.DeleteQuickReplyDocument,
    "query UserLookup { userLookup { id name } }": typeof types.UserLookupDocument,
    "query ConversationAssignees { conversationAssignees { id name } }": typeof types.ConversationAssigneesDocument,
    "query FileLimits { channelLookup { id fileLimits { image video audio other } } }": typeof types.FileLimitsDocument,
    "query ChannelLookup { channelLookup { id name kind } }": typeof types.ChannelLookupDocument,
    "\n  query ContactSummary($id: ID!) {\n    contact(id: $id) { id firstName lastName isActive tags phones { id phone isPrimary } emails { id email isPrimary } addresses { id city country } }\n  }\n": typeof types.ContactSummaryDocument,
    "mutation RetryJob($number: String!) { retryJob(number: $number) { number state } }": typeof types.RetryJobDocument,
    "mutation CancelJob($number: String!) { cancelJob(number: $number) { number state } }": typeof types.CancelJobDocument,
    "query JobFirm($id: ID!) { firm(id: $id) { id name } }": typeof types.JobFirmDocument,
    "\n  query Jobs($input: JobListInput) { jobs(input: $input) { number kind state firmId attempt at error } }\n": typeof types.JobsDocument,
    "\n  query ServerFigures {\n    serverFigures { version startedAt connections jobsWaiting jobsRunning jobsFailed minutes { start requests refused failed meanMs maxMs } }\n  }\n": typeof types.ServerFiguresDocument,
    "\n  query Messages($input: MessagePageInput) {\n    messagePage(input: $input) {\n      items { id direction contactId address phone channelName templateName campaign campaignId body status occurredAt price charge errorCode }\n      totalCount page pageSize\n    }\n  }\n": typeof types.MessagesDocument,
    "\n  query Message($id: ID!) {\n    message(id: $id) {\n      id providerMessageId direction contactId address phone channelName channelKind templateName campaign campaignId category subject body\n      status occurredAt reference conversationId price charge segments attempts notBefore expiresAt\n      media { contentType fileName size caption status }\n      error { code providerCode message }\n      events { status at code }\n    }\n  }\n": typeof types.MessageDocument,
    "\n  mutation CancelMessage($id: ID!) { cancelMessage(input: { id: $id }) { id status charge events { status at code } } }\n": typeof types.CancelMessageDocument,
    "query MessageChannels { channelLookup { id name } }": typeof types.MessageChannelsDocument,
    "query MessageCampaigns($input: CampaignPageInput) { campaigns(input: $input) { items { id name } } }": typeof types.MessageCampaignsDocument,
    "query MessageCampaign($id: ID!) { campaign(id: $id) { id name } }": typeof types.MessageCampaignDocument,
    "\n  query PermissionModules($input: RolePropertyPageInput) {\n    rolePropertyGroups(input: $input) { items { moduleName properties { id moduleName propertyName displayName } } totalCount pageSize }\n  }\n": typeof types.PermissionModulesDocument,
    "\n  mutation CreateRoleProperties($input: RolePropertyGroupInput!) { module: createRoleProperties(input: $input) { moduleName } }\n": typeof types.CreateRolePropertiesDocument,
    "\n  mutation UpdateRoleProperties($input: RolePropertyGroupInput!) {\n    module: updateRoleProperties(input: $input) { moduleName }\n  }\n": typeof types.UpdateRolePropertiesDocument,
    "mutation DeleteRoleProperties($moduleName: String!) { deleteRoleProperties(moduleName: $moduleName) }": typeof types.DeleteRolePropertiesDocument,
    "query PolicyRules { policyRules { id line note problem updatedAt } }": typeof types.PolicyRulesDocument,
    "\n  query FirmNames { firmPage(input: { pageSize: 100, sortBy: \"name asc\" }) { items { id name } } }\n": typeof types.FirmNamesDocument,
    "\n  query PermissionNames { rolePropertyGroups(input: { pageSize: 100 }) { items { moduleName properties { id propertyName } } } }\n": typeof types.PermissionNamesDocument,
    "\n  query OwnPeople { userPage(input: { pageSize: 100 }) { items { id firstName lastName email } } }\n": typeof types.OwnPeopleDocument,
    "\n  query PeopleLike($typed: String!) { userPage(input: { searchTerm: $typed, pageSize: 8 }) { items { id firstName lastName email } } }\n": typeof types.PeopleLikeDocument,
    "\n  query FirmsLike($typed: String!) { firmPage(input: { filter: { searchTerm: $typed }, pageSize: 8, sortBy: \"name asc\" }) { items { id name } } }\n": typeof types.FirmsLikeDocument,
    "query OwnRoles { roles { id name } }": typeof types.OwnRolesDocument,
    "mutation CreatePolicyRule($input: CreatePolicyRuleInput!) { createPolicyRule(input: $input) { id } }": typeof types.CreatePolicyRuleDocument,
    "\n  mutation UpdatePolicyRule($input: UpdatePolicyRuleInput!) { updatePolicyRule(input: $input) { id line note problem updatedAt } }\n": typeof types.UpdatePolicyRuleDocument,
    "mutation DeletePolicyRule($id: ID!) { deletePolicyRule(id: $id) }": typeof types.DeletePolicyRuleDocument,
    "query PolicyExport($firmId: ID!) { policyExport(firmId: $firmId) { model policy } }": typeof types.PolicyExportDocument,
    "\n  query RehearsePolicyRule($input: RehearsePolicyRuleInput!) {\n    rehearsePolicyRule(input: $input) {\n      warnings { kind line message }\n      subjectCount\n      subjects { subject { userId apiClientId name firmId firmName } gained lost }\n      calls { subject { userId apiClientId name firmId firmName } permission isAllowed calls }\n      refused { calls people apiClients }\n      allowed { calls people apiClients }\n      isComplete\n    }\n  }\n": typeof types.RehearsePolicyRuleDocument,
    "\n  query PricingPlans { pricingPlans { id name description currency isDefault isActive chargeOn updatedAt prices { category country kind unitPrice unit freePerMonth validFrom } } }\n": typeof types.PricingPlansDocument,
    "\n  mutation SavePricingPlan($input: SavePricingPlanInput!) {\n    savePricingPlan(input: $input) { id name description currency isDefault isActive chargeOn updatedAt prices { category country kind unitPrice unit freePerMonth validFrom } }\n  }\n": typeof types.SavePricingPlanDocument,
    "\n  query PlanHistory($id: ID!, $page: Int!) {\n    auditLog(input: { targetId: $id, action: \"pricingplan\", page: $page, pageSize: 20 }) {\n      items { id createdAt actor { name } before after }\n      totalCount pageSize\n    }\n  }\n": typeof types.PlanHistoryDocument,
    "\n  mutation UpdateMe($input: UpdateMeInput) { updateMe(input: $input) { id firstName lastName userName email emailVerified pendingEmail language } }\n": typeof types.UpdateMeDocument,
    "mutation SendVerification { sendVerification }": typeof types.SendVerificationDocument,
    "query MfaStatus { mfa { totpSince } }": typeof types.MfaStatusDocument,
    "\n  mutation RemoveTotp($input: RemoveTotpInput!) { removeTotp(input: $input) }\n": typeof types.RemoveTotpDocument,
    "query Passkeys { passkeys { id name createdAt lastUsedAt } }": typeof types.PasskeysDocument,
    "\n  mutation RemovePasskey($input: RemovePasskeyInput!) { removePasskey(input: $input) }\n": typeof types.RemovePasskeyDocument,
    "query RecoveryStatus { mfa { totpSince recoveryCodesLeft } passkeys { id } }": typeof types.RecoveryStatusDocument,
    "mutation BeginRecoveryCodes { beginRecoveryCodes { publicKey } }": typeof types.BeginRecoveryCodesDocument,
    "\n  mutation RenewRecoveryCodes($input: RenewRecoveryCodesInput!) { renewRecoveryCodes(input: $input) { recoveryCodes } }\n": typeof types.RenewRecoveryCodesDocument,
    "\n  query Sessions { sessions { id device address firmName isCurrent createdAt lastUsedAt } }\n": typeof types.SessionsDocument,
    "mutation EndSession($id: ID!) { endSession(id: $id) }": typeof types.EndSessionDocument,
    "mutation EndOtherSessions { endOtherSessions }": typeof types.EndOtherSessionsDocument,
    "query QrCodeChannels { channelLookup { id name kind } }": typeof types.QrCodeChannelsDocument,
    "\n  query Roles { roles { id name description isActive isSystem userCount updatedAt } }\n": typeof types.RolesDocument,
    "\n  query Role($id: ID!) {\n    role(id: $id) { id name description isActive isSystem userCount updatedAt permissions { id moduleName propertyName displayName } }\n  }\n": typeof types.RoleDocument,
    "\n  query Holders($roleId: ID!) { userPage(input: { roleId: $roleId, pageSize: 12 }) { items { id firstName lastName } totalCount } }\n": typeof types.HoldersDocument,
    "mutation CreateRole($input: CreateRoleInput!) { createRole(input: $input) { id } }": typeof types.CreateRoleDocument,
    "\n  mutation UpdateRole($input: UpdateRoleInput!) { updateRole(input: $input) { id name description isActive updatedAt } }\n": typeof types.UpdateRoleDocument,
    "mutation DeleteRole($id: ID!) { deleteRole(id: $id) }": typeof types.DeleteRoleDocument,
    "\n  mutation SetRolePermissions($input: SetRolePermissionsInput!) { setRolePermissions(input: $input) { id } }\n": typeof types.SetRolePermissionsDocument,
    "query Limits { messagingLimits { tier dailyLimit messagesPerSecond } }": typeof types.LimitsDocument,
    "\n  query OwnFirm {\n    ownFirm { id name currency timeZone lowBalanceThreshold requireOptIn requireMfa optOutWords postalAddress updatedAt quietHours { from to } }\n  }\n": typeof types.OwnFirmDocument,
    "\n  mutation UpdateOwnFirm($input: UpdateOwnFirmInput) {\n    updateOwnFirm(input: $input) { id name currency timeZone lowBalanceThreshold requireOptIn requireMfa optOutWords postalAddress updatedAt quietHours { from to } }\n  }\n": typeof types.UpdateOwnFirmDocument,
    "\n  query Templates($input: TemplatePageInput) {\n    templates(input: $input) {\n      items { id name language kind channelId category status statusReason version approvedVersion updatedAt }\n      totalCount page pageSize\n    }\n  }\n": typeof types.TemplatesDocument,
    "\n  query Template($id: ID!) {\n    template(id: $id) {\n      id name language category kind channelId body footer subject html status statusReason version approvedVersion updatedAt\n      header { type text } buttons { type text value } parameters { name example }\n      approved { category body footer subject html header { type text } buttons { type text value } parameters { name example } }\n    }\n  }\n": typeof types.TemplateDocument,
    "query ChannelNames { channelLookup { id name kind } }": typeof types.ChannelNamesDocument,
    "\n  mutation CreateTemplate($input: CreateTemplateInput!) { createTemplate(input: $input) { id } }\n": typeof types.CreateTemplateDocument,
    "\n  mutation UpdateTemplate($input: UpdateTemplateInput!) {\n    updateTemplate(input: $input) {\n      id category body footer subject html status statusReason version approvedVersion updatedAt\n      header { type text } buttons { type text value } parameters { name example }\n      approved { category body footer subject html header { type text } buttons { type text value } parameters { name example } }\n    }\n  }\n": typeof types.UpdateTemplateDocument,
    "\n  mutation SubmitTemplate($input: TemplateIdInput!) {\n    submitTemplate(input: $input) {\n      id status statusReason version approvedVersion updatedAt\n      approved { category body footer subject html header { type text } buttons { type text value } parameters { name example } }\n    }\n  }\n": typeof types.SubmitTemplateDocument,
    "mutation DeleteTemplate($input: TemplateIdInput!) { deleteTemplate(input: $input) }": typeof types.DeleteTemplateDocument,
    "\n  mutation SyncTemplates($input: SyncTemplatesInput!) { syncTemplates(input: $input) { created updated skipped } }\n": typeof types.SyncTemplatesDocument,
    "\n  query SendableTemplates($approved: TemplatePageInput, $all: TemplatePageInput) {\n    approved: templates(input: $approved) { items { id name language category kind channelId body status approvedVersion parameters { name example } approved { category body parameters { name example } } } }\n    all: templates(input: $all) { totalCount items { id name language category kind channelId body status approvedVersion parameters { name example } approved { category body parameters { name example } } } }\n  }\n": typeof types.SendableTemplatesDocument,
    "\n  query UserPage($input: UserPageInput) {\n    userPage(input: $input) {\n      items { id firstName lastName email userName status isActive invitationExpiresAt createdAt role { id name } }\n      totalCount pageSize\n    }\n  }\n": typeof types.UserPageDocument,
    "\n  query FirmUser($id: ID!) {\n    user(id: $id) { id firstName lastName email userName status isActive invitationExpiresAt createdAt role { id name } }\n  }\n": typeof types.FirmUserDocument,
    "query RoleLookup { roleLookup { id name } }": typeof types.RoleLookupDocument,
    "mutation CreateUser($input: CreateUserInput!) { createUser(input: $input) { id } }": typeof types.CreateUserDocument,
    "\n  mutation InviteUser($input: InviteUserInput!) { inviteUser(input: $input) { id status invitationExpiresAt } }\n": typeof types.InviteUserDocument,
    "\n  mutation UpdateUser($input: UpdateUserInput!) {\n    updateUser(input: $input) { id firstName lastName email userName status isActive invitationExpiresAt role { id name } }\n  }\n": typeof types.UpdateUserDocument,
    "mutation RemoveUser($id: ID!) { removeUser(id: $id) }": typeof types.RemoveUserDocument,
    "\n  query Wallet($month: WalletMonthInput!, $page: WalletTransactionPageInput!) {\n    walletBalance { balance held available currency lastUpdated lowBalanceThreshold }\n    walletMonthlySummary(input: $month) {\n      year month currency openingBalance totalCredit totalDebit totalDiscount totalAdjustment closingBalance transactionCount\n      byDay { date debit credit discount adjustment }\n    }\n    walletTransactionPage(input: $page) {\n      items { id type amount balanceAfter currency reason bankRef reference createdBy createdAt }\n      totalCount page pageSize\n    }\n  }\n": typeof types.WalletDocument,
    "\n  query WalletDashboard {\n    walletDashboard {\n      firmCount lowBalanceCount\n      totalBalance { currency amount } totalHeld { currency amount } creditsThisMonth { currency amount } debitsThisMonth { currency amount }\n      topSpenders { firmId firmName currency amount } daily { date currency credit debit }\n    }\n  }\n": typeof types.WalletDashboardDocument,
    "\n  query ClientWalletPage($input: ClientWalletPageInput) {\n    clientWalletPage(input: $input) {\n      items { firmId firmName balance available currency lastUpdated pricingPlan { id name } }\n      totalCount pageSize\n    }\n  }\n": typeof types.ClientWalletPageDocument,
    "\n  query ClientWallet($firmId: ID!) {\n    clientWallet(firmId: $firmId) {\n      firmId firmName balance held available currency lastUpdated pricingPlan { id name }\n      totals { credit debit discount adjustment }\n    }\n    clientWalletBalance(firmId: $firmId) { lowBalanceThreshold }\n    firm(id: $firmId) { id timeZone }\n  }\n": typeof types.ClientWalletDocument,
    "\n  query ClientMonth($month: ClientWalletMonthInput!, $page: ClientWalletTransactionPageInput!) {\n    clientWalletSummary(input: $month) {\n      year month currency openingBalance totalCredit totalDebit totalDiscount totalAdjustment closingBalance transactionCount\n      byDay { date debit credit discount adjustment }\n    }\n    clientWalletTransactionPage(input: $page) {\n      items { id type amount balanceAfter currency reason bankRef reference createdBy createdAt }\n      totalCount page pageSize\n    }\n  }\n": typeof types.ClientMonthDocument,
    "\n  query ClientBalance($firmId: ID!) { clientWalletBalance(firmId: $firmId) { balance currency } }\n": typeof types.ClientBalanceDocument,
    "mutation CreditWallet($input: CreditWalletInput!) { posting: creditWallet(input: $input) { balance } }": typeof types.CreditWalletDocument,
    "mutation DiscountWallet($input: DiscountWalletInput!) { posting: discountWallet(input: $input) { balance } }": typeof types.DiscountWalletDocument,
    "mutation AdjustWallet($input: AdjustWalletInput!) { posting: adjustWallet(input: $input) { balance } }": typeof types.AdjustWalletDocument,
    "\n  query Webhooks {\n    webhooks { id name url eventTypes status statusReason ordered updatedAt lastDelivery { id eventType status createdAt } }\n  }\n": typeof types.WebhooksDocument,
    "\n  query Webhook($id: ID!) {\n    webhook(id: $id) { id name url eventTypes status statusReason ordered createdAt updatedAt }\n  }\n": typeof types.WebhookDocument,
    "\n  query WebhookEventTypes { webhookEventTypes { type module } }\n": typeof types.WebhookEventTypesDocument,
    "\n  query WebhookDeliveries($input: WebhookDeliveriesInput!) {\n    webhookDeliveries(input: $input) {\n      items { id eventId eventType status attempts responseStatus responseBody nextAttemptAt createdAt }\n      totalCount page pageSize\n    }\n  }\n": typeof types.WebhookDeliveriesDocument,
    "\n  mutation CreateWebhook($input: CreateWebhookInput!) { createWebhook(input: $input) { id secret } }\n": typeof types.CreateWebhookDocument,
    "\n  mutation UpdateWebhook($input: UpdateWebhookInput!) {\n    updateWebhook(input: $input) { id name url eventTypes status statusReason ordered updatedAt }\n  }\n": typeof types.UpdateWebhookDocument,
    "\n  mutation DeleteWebhook($input: WebhookIdInput!) { deleteWebhook(input: $input) }\n": typeof types.DeleteWebhookDocument,
    "\n  mutation RotateWebhookSecret($input: WebhookIdInput!) { rotateWebhookSecret(input: $input) { id secret } }\n": typeof types.RotateWebhookSecretDocument,
    "\n  mutation TestWebhook($input: WebhookIdInput!) { testWebhook(input: $input) { ok message latencyMs } }\n": typeof types.TestWebhookDocument,
    "\n  mutation ReplayWebhook($input: ReplayWebhookInput!) { replayWebhook(input: $input) { id } }\n": typeof types.ReplayWebhookDocument,
    "\n  mutation RetryWebhookDelivery($input: WebhookDeliveryIdInput!) {\n    retryWebhookDelivery(input: $input) { id status attempts responseStatus responseBody nextAttemptAt }\n  }\n": typeof types.RetryWebhookDeliveryDocument,
    "mutation BeginPasskey { beginPasskey { publicKey } }": typeof types.BeginPasskeyDocument,
    "\n  mutation FinishPasskey($input: FinishPasskeyInput!) { finishPasskey(input: $input) { passkey { id } recoveryCodes } }\n": typeof types.FinishPasskeyDocument,
    "mutation BeginTotp { beginTotp { secret uri qrCode } }": typeof types.BeginTotpDocument,
    "\n  mutation ConfirmTotp($input: ConfirmTotpInput!) { confirmTotp(input: $input) { recoveryCodes } }\n": typeof types.ConfirmTotpDocument,
    "\n  mutation AcceptInvitation($input: AcceptInvitationInput!) { acceptInvitation(input: $input) { firmId } }\n": typeof types.AcceptInvitationDocument,
    "\n  mutation DeclineInvitation($id: ID!) { declineInvitation(id: $id) }\n": typeof types.DeclineInvitationDocument,
    "\n  mutation ChangePassword($input: ChangePasswordInput!) { changePassword(input: $input) }\n": typeof types.ChangePasswordDocument,
    "\n  mutation AcceptMailedInvitation($input: AcceptMailedInvitationInput!) {\n    acceptMailedInvitation(input: $input) { user { id email } }\n  }\n": typeof types.AcceptMailedInvitationDocument,
    "\n  mutation ForgotPassword($input: ForgotPasswordInput!) { forgotPassword(input: $input) }\n": typeof types.ForgotPasswordDocument,
    "\n  mutation ResetPassword($input: ResetPasswordInput!) { resetPassword(input: $input) }\n": typeof types.ResetPasswordDocument,
    "\n  mutation VerifyEmail($input: VerifyEmailInput!) { verifyEmail(input: $input) }\n": typeof types.VerifyEmailDocument,
    "\n  query Me {\n    me {\n      user { id firstName lastName email userName emailVerified pendingEmail language }\n      firm { firmId relationId firmName sessionId currency timeZone }\n      role { id name }\n      isSuperFirm\n      permissions\n      firms { firmId relationId firmName sessionId }\n      invitations { id firmName roleName createdAt }\n      mustChangePassword\n      mfaDue\n    }\n  }\n": typeof types.MeDocument,
    "mutation BeginLoginPasskey { beginLoginPasskey { publicKey } }": typeof types.BeginLoginPasskeyDocument,
    "\n  mutation BeginLoginMfaPasskey($input: BeginLoginMfaPasskeyInput!) { beginLoginMfaPasskey(input: $input) { publicKey } }\n": typeof types.BeginLoginMfaPasskeyDocument,
    "mutation MarkRead($id: ID!) { markNotificationRead(id: $id) { id status } }": typeof types.MarkReadDocument,
    "mutation DeleteNotification($id: ID!) { deleteNotification(id: $id) }": typeof types.DeleteNotificationDocument,
    "\n  query Bell($page: Int!) { notificationPage(input: { page: $page, pageSize: 20 }) { items { id module moduleId title message metadata status createdAt } totalCount } }\n": typeof types.BellDocument,
    "query NewestNotification { notificationPage(input: { pageSize: 1 }) { items { id } } }": typeof types.NewestNotificationDocument,
    "mutation MarkAllRead { markAllNotificationsRead }": typeof types.MarkAllReadDocument,
    "\n  mutation SetFirm($input: SetFirmInput!) { setFirm(input: $input) { firmId } }\n": typeof types.SetFirmDocument,
};
const documents: Documents = {
    "fragment NotificationStatus on Notification { id status }": types.NotificationStatusFragmentDoc,
    "query Quote { quoteCampaign(input: { id: \"1\" }) { recipients } }": types.QuoteDocument,
    "mutation Update { updateCampaign(input: { id: \"1\" }) { id } }": types.UpdateDocument,
    "query ListedWebhooks { all: webhooks { id name } }": types.ListedWebhooksDocument,
    "mutation RemoveListed { removed: deleteWebhook(input: { id: \"1\" }) }": types.RemoveListedDocument,
    "query ListedRoles { roles { id } }": types.ListedRolesDocument,
    "\n  query Properties { roleProperties { id moduleName propertyName displayName } }\n": types.PropertiesDocument,
    "\n  query CountSegments($input: CountSegmentsInput!) { countSegments(input: $input) { encoding segments charactersLeft } }\n": types.CountSegmentsDocument,
    "\n  query Explain($input: ExplainAccessInput!) { explainAccess(input: $input) { allowed reason line role { id name } } }\n": types.ExplainDocument,
    "\n  query PreviewTemplate($input: PreviewTemplateInput!) {\n    previewTemplate(input: $input) { subject body footer html header { type text } buttons { type text value } }\n  }\n": types.PreviewTemplateDocument,
    "\n  query ApiClientPage($input: ApiClientPageInput) {\n    apiClientPage(input: $input) { items { id name description keyPrefix status expiresAt lastUsedAt createdAt } totalCount page pageSize }\n  }\n": types.ApiClientPageDocument,
    "\n  query ApiClient($id: ID!) {\n    apiClient(id: $id) { id name description keyPrefix allowedIps permissions expiresAt status lastUsedAt createdAt updatedAt }\n  }\n": types.ApiClientDocument,
    "\n  query ApiClientUsage($input: ApiClientUsageInput!) {\n    apiClientUsage(input: $input) {\n      items { timestamp method path statusCode ipAddress durationMs }\n      totalCount page pageSize\n      summary { totalRequests errorCount byDay { date count } }\n    }\n  }\n": types.ApiClientUsageDocument,
    "\n  mutation CreateApiClient($input: CreateApiClientInput!) { createApiClient(input: $input) { id apiKey } }\n": types.CreateApiClientDocument,
    "\n  mutation UpdateApiClient($input: UpdateApiClientInput!) {\n    updateApiClient(input: $input) { id name description allowedIps permissions expiresAt status updatedAt }\n  }\n": types.UpdateApiClientDocument,
    "\n  mutation RegenerateApiClient($id: ID!) { regenerateApiClient(id: $id) { id apiKey apiClient { id keyPrefix updatedAt } } }\n": types.RegenerateApiClientDocument,
    "\n  mutation RevokeApiClient($id: ID!) { revokeApiClient(id: $id) { id status updatedAt } }\n": types.RevokeApiClientDocument,
    "\n  query Audit($input: AuditLogInput) {\n    auditLog(input: $input) {\n      items { id createdAt actor { kind actorId name } action target { type name } before after address requestId }\n      totalCount page pageSize\n    }\n  }\n": types.AuditDocument,
    "\n  query Campaigns($input: CampaignPageInput) {\n    campaigns(input: $input) {\n      items {\n        id name channelId templateId scheduledAt status pauseReason spent currency startedAt finishedAt updatedAt\n        counts { recipients skipped queued sent delivered read failed unknown cancelled }\n      }\n      totalCount page pageSize\n    }\n  }\n": types.CampaignsDocument,
    "\n  query Campaign($id: ID!) {\n    campaign(id: $id) {\n      id name channelId templateId parameters scheduledAt timeZone messagesPerSecond status pauseReason held spent currency\n      startedAt finishedAt createdAt updatedAt\n      audience { everyone contactIds importId filter { searchTerm } tagsAll tagsAny tagsNone }\n      quietHours { from to }\n      counts { recipients skipped queued sent delivered read failed unknown cancelled }\n      reasons { state reason count }\n    }\n  }\n": types.CampaignDocument,
    "\n  subscription CampaignProgress($id: ID!) {\n    campaignProgress(id: $id) {\n      id status pauseReason held spent startedAt finishedAt updatedAt\n      counts { recipients skipped queued sent delivered read failed unknown cancelled }\n      reasons { state reason count }\n    }\n  }\n": types.CampaignProgressDocument,
    "\n  mutation CreateCampaign($input: CreateCampaignInput!) {\n    createCampaign(input: $input) {\n      id name channelId templateId parameters scheduledAt timeZone messagesPerSecond status pauseReason held spent currency\n      startedAt finishedAt createdAt updatedAt\n      audience { everyone contactIds importId filter { searchTerm } tagsAll tagsAny tagsNone }\n      quietHours { from to }\n      counts { recipients skipped queued sent delivered read failed unknown cancelled }\n      reasons { state reason count }\n    }\n  }\n": types.CreateCampaignDocument,
    "\n  mutation UpdateCampaign($input: UpdateCampaignInput!) {\n    updateCampaign(input: $input) {\n      id name channelId templateId parameters scheduledAt timeZone messagesPerSecond status pauseReason held spent currency\n      startedAt finishedAt createdAt updatedAt\n      audience { everyone contactIds importId filter { searchTerm } tagsAll tagsAny tagsNone }\n      quietHours { from to }\n      counts { recipients skipped queued sent delivered read failed unknown cancelled }\n      reasons { state reason count }\n    }\n  }\n": types.UpdateCampaignDocument,
    "mutation DeleteCampaign($id: ID!) { deleteCampaign(input: { id: $id }) }": types.DeleteCampaignDocument,
    "\n  mutation ExecuteCampaign($id: ID!) {\n    executeCampaign(input: { id: $id }) {\n      id status pauseReason held spent startedAt finishedAt updatedAt\n      counts { recipients skipped queued sent delivered read failed unknown cancelled }\n      reasons { state reason count }\n    }\n  }\n": types.ExecuteCampaignDocument,
    "\n  mutation PauseCampaign($id: ID!) {\n    pauseCampaign(input: { id: $id }) {\n      id status pauseReason held spent startedAt finishedAt updatedAt\n      counts { recipients skipped queued sent delivered read failed unknown cancelled }\n      reasons { state reason count }\n    }\n  }\n": types.PauseCampaignDocument,
    "\n  mutation ResumeCampaign($id: ID!) {\n    resumeCampaign(input: { id: $id }) {\n      id status pauseReason held spent startedAt finishedAt updatedAt\n      counts { recipients skipped queued sent delivered read failed unknown cancelled }\n      reasons { state reason count }\n    }\n  }\n": types.ResumeCampaignDocument,
    "\n  mutation CancelCampaign($id: ID!) {\n    cancelCampaign(input: { id: $id }) {\n      id status pauseReason held spent startedAt finishedAt updatedAt\n      counts { recipients skipped queued sent delivered read failed unknown cancelled }\n      reasons { state reason count }\n    }\n  }\n": types.CancelCampaignDocument,
    "\n  query QuoteCampaign($id: ID!) {\n    quoteCampaign(input: { id: $id }) {\n      recipients price currency available sufficient complete tierLeft aboveTier campaignUpdatedAt\n      skipped { noAddress optedOut notOptedIn duplicateAddress missingParameter invalidAddress inactive }\n    }\n  }\n": types.QuoteCampaignDocument,
    "\n  query CampaignRecipients($input: CampaignRecipientsInput!) {\n    campaignRecipients(input: $input) {\n      items { id contactId address state skipReason price dueAt messageId sentAt errorCode }\n      totalCount page pageSize\n    }\n  }\n": types.CampaignRecipientsDocument,
    "query CampaignChannels { channelLookup { id name kind } }": types.CampaignChannelsDocument,
    "\n  query CampaignTemplate($id: ID!) {\n    template(id: $id) { id name language category kind channelId body status approvedVersion parameters { name example } approved { category body parameters { name example } } }\n  }\n": types.CampaignTemplateDocument,
    "query CampaignTemplateNames($input: TemplatePageInput) { templates(input: $input) { items { id name language } } }": types.CampaignTemplateNamesDocument,
    "query CampaignTemplateName($id: ID!) { template(id: $id) { id name language } }": types.CampaignTemplateNameDocument,
    "\n  query SampleContact {\n    contactPage(input: { pageSize: 1 }) {\n      totalCount\n      items {\n        id firstName lastName gender\n        phones { id phone isPrimary }\n        emails { id email isPrimary }\n        addresses { id line1 line2 landmark city state country pinCode }\n      }\n    }\n  }\n": types.SampleContactDocument,
    "\n  query CampaignImports { contactImportPage(input: { pageSize: 100 }) { items { id fileName status dryRun undo createdCount updatedCount createdAt } } }\n": types.CampaignImportsDocument,
    "query ChosenContact($id: ID!) { contact(id: $id) { id firstName lastName } }": types.ChosenContactDocument,
    "\n  query Channels {\n    channels { id name kind sender status statusReason messagesPerSecond isDefault }\n  }\n": types.ChannelsDocument,
    "\n  query Channel($id: ID!) {\n    channel(id: $id) {\n      id name kind sender status statusReason messagesPerSecond isDefault secretsSet hookUrl createdAt updatedAt\n      settings {\n        baseUrl apiVersion phoneNumberId businessAccountId accountSid from messagingServiceSid host port security username fromName replyTo\n      }\n    }\n  }\n": types.ChannelDocument,
    "\n  mutation CreateChannel($input: CreateChannelInput!) { createChannel(input: $input) { id } }\n": types.CreateChannelDocument,
    "\n  mutation UpdateChannel($input: UpdateChannelInput!) {\n    updateChannel(input: $input) {\n      id name sender status statusReason messagesPerSecond isDefault secretsSet hookUrl updatedAt\n      settings {\n        baseUrl apiVersion phoneNumberId businessAccountId accountSid from messagingServiceSid host port security username fromName replyTo\n      }\n    }\n  }\n": types.UpdateChannelDocument,
    "mutation DeleteChannel($input: ChannelIdInput!) { deleteChannel(input: $input) }": types.DeleteChannelDocument,
    "\n  mutation TestChannel($input: ChannelIdInput!) { testChannel(input: $input) { ok message latencyMs } }\n": types.TestChannelDocument,
    "\n  mutation PauseChannel($input: ChannelIdInput!) { pauseChannel(input: $input) { id status statusReason } }\n": types.PauseChannelDocument,
    "\n  mutation ResumeChannel($input: ChannelIdInput!) { resumeChannel(input: $input) { id status statusReason } }\n": types.ResumeChannelDocument,
    "\n  query ChannelQrCodes($id: ID!) { channelQrCodes(id: $id) { code text link imageUrl } }\n": types.ChannelQrCodesDocument,
    "\n  mutation CreateQrCode($input: CreateChannelQrCodeInput!) { createChannelQrCode(input: $input) { code } }\n": types.CreateQrCodeDocument,
    "\n  mutation DeleteQrCode($input: ChannelQrCodeInput!) { deleteChannelQrCode(input: $input) }\n": types.DeleteQrCodeDocument,
    "query ChannelTier { messagingDashboard { trackingLimits { dailyLimit usedToday remaining } } }": types.ChannelTierDocument,
    "\n  query Consents($input: ConsentPageInput) {\n    consents(input: $input) {\n      items { id address addressKind state source evidence at by }\n      totalCount page pageSize\n    }\n  }\n": types.ConsentsDocument,
    "\n  query ConsentHistory($input: ConsentHistoryInput!) {\n    consentHistory(input: $input) {\n      items { id address addressKind state source evidence at by }\n      totalCount page pageSize\n    }\n  }\n": types.ConsentHistoryDocument,
    "\n  mutation SetConsent($input: SetConsentInput!) { setConsent(input: $input) { id address state } }\n": types.SetConsentDocument,
    "mutation CreateContact($input: CreateContactInput!) { createContact(input: $input) { id } }": types.CreateContactDocument,
    "\n  mutation EraseContact($id: ID!) { eraseContact(id: $id) }\n": types.EraseContactDocument,
    "\n  mutation ExportContact($id: ID!) { exportContact(id: $id) }\n": types.ExportContactDocument,
    "\n  query Contact($id: ID!) {\n    contact(id: $id) {\n      id firstName lastName gender isActive profilePic tags createdAt updatedAt\n      phones { id phone phoneCC type isPrimary }\n      emails { id email type isPrimary }\n      addresses { id type line1 line2 landmark city state country pinCode }\n    }\n  }\n": types.ContactDocument,
    "\n  query FindContacts($searchTerm: String) {\n    contactSearch(input: { searchTerm: $searchTerm, pageSize: 20 }) { items { id firstName lastName phones { id phone isPrimary } emails { id email isPrimary } } }\n  }\n": types.FindContactsDocument,
    "\n  query ContactRows($input: ContactPageInput!, $phones: Boolean!, $emails: Boolean!, $tags: Boolean!) {\n    contactPage(input: $input) {\n      totalCount\n      items {\n        id firstName lastName gender isActive createdAt updatedAt\n        phones @include(if: $phones) { id phone isPrimary }\n        emails @include(if: $emails) { id email isPrimary }\n        tags @include(if: $tags)\n      }\n    }\n  }\n": types.ContactRowsDocument,
    "\n  query ContactIds($input: ContactPageInput!) { contactPage(input: $input) { totalCount items { id } } }\n": types.ContactIdsDocument,
    "\n  query TagPage($input: TagPageInput!) { tagPage(input: $input) { items { id name contactCount } totalCount page pageSize } }\n": types.TagPageDocument,
    "mutation RenameTag($input: RenameTagInput!) { renameTag(input: $input) { id name contactCount } }": types.RenameTagDocument,
    "mutation MergeTags($input: MergeTagsInput!) { mergeTags(input: $input) { id name contactCount } }": types.MergeTagsDocument,
    "mutation DeleteTag($tag: String!) { deleteTag(tag: $tag) }": types.DeleteTagDocument,
    "\n  mutation DeleteContacts($input: DeleteContactsInput!) { deleteContacts(input: $input) { deletedCount notFound } }\n": types.DeleteContactsDocument,
    "query TagNames($searchTerm: String) { tagNames(searchTerm: $searchTerm, limit: 20) }": types.TagNamesDocument,
    "\n  mutation ChangeTagsOfContacts($input: ChangeTagsOfContactsInput!) { changeTagsOfContacts(input: $input) { updatedCount notFound } }\n": types.ChangeTagsOfContactsDocument,
    "\n  mutation UpdateContact($input: UpdateContactInput!) { updateContact(input: $input) { id firstName lastName gender isActive tags updatedAt } }\n": types.UpdateContactDocument,
    "\n  query Dashboard($input: MessagePeriodInput) {\n    messagingDashboard(input: $input) {\n      volume { from to points { date sent received } totalSent totalReceived }\n      deliveryStatus { sent delivered read failed deliveryRate readRate }\n      hourly { hour sent received }\n      templates { templateName sent delivered read failed deliveryRate readRate }\n      topContacts { contactId name phone sent received total lastMessageAt }\n      trackingLimits { tier dailyLimit usedToday remaining resetsAt messagesPerSecond }\n      previous { from to totalSent totalReceived deliveryStatus { sent delivered read failed deliveryRate readRate } }\n    }\n  }\n": types.DashboardDocument,
    "\n  query FirstSteps(\n    $installation: Boolean!, $users: Boolean!, $channels: Boolean!, $templates: Boolean!, $contacts: Boolean!, $campaigns: Boolean!, $keys: Boolean!, $wallet: Boolean!\n  ) {\n    firmPage(input: { pageSize: 1 }) @include(if: $installation) { totalCount }\n    pricingPlans @include(if: $installation) { id }\n    walletDashboard @include(if: $installation) { totalBalance { amount currency } }\n    channelLookup @include(if: $channels) { id }\n    templates(input: { pageSize: 1 }) @include(if: $templates) { totalCount }\n    contactPage(input: { pageSize: 1 }) @include(if: $contacts) { totalCount }\n    campaigns(input: { pageSize: 1 }) @include(if: $campaigns) { totalCount }\n    userPage(input: { pageSize: 1 }) @include(if: $users) { totalCount }\n    apiClientPage(input: { pageSize: 1 }) @include(if: $keys) { totalCount }\n    walletTransactionPage(input: { pageSize: 1 }) @include(if: $wallet) { totalCount }\n  }\n": types.FirstStepsDocument,
    "\n  query FirmPage($input: FirmPageInput) {\n    firmPage(input: $input) {\n      items {\n        id name isActive isSuperFirm currency timeZone pricingPlanId lowBalanceThreshold messagingTier userCount contactCount warning createdAt\n      }\n      totalCount pageSize\n    }\n  }\n": types.FirmPageDocument,
    "\n  query Firm($id: ID!) {\n    firm(id: $id) {\n      id name isActive isSuperFirm currency timeZone pricingPlanId lowBalanceThreshold messagingTier userCount contactCount warning createdAt\n    }\n  }\n": types.FirmDocument,
    "query PlanNames { pricingPlans { id name currency isActive } }": types.PlanNamesDocument,
    "mutation CreateFirm($input: CreateFirmInput!) { createFirm(input: $input) { id } }": types.CreateFirmDocument,
    "\n  mutation UpdateFirm($input: UpdateFirmInput!) {\n    updateFirm(input: $input) { id name isActive currency timeZone pricingPlanId lowBalanceThreshold messagingTier warning }\n  }\n": types.UpdateFirmDocument,
    "mutation CancelContactImport($id: ID!) { cancelContactImport(jobId: $id) { id status undo undoableUntil } }": types.CancelContactImportDocument,
    "\n  query ContactImports($input: ContactImportPageInput!) {\n    contactImportPage(input: $input) {\n      totalCount\n      items { id fileName status dryRun undo totalRows createdCount updatedCount failedCount skippedCells createdAt }\n    }\n  }\n": types.ContactImportsDocument,
    "\n  query ContactImportErrors($input: ContactImportErrorsInput!) {\n    contactImportErrors(input: $input) { totalCount items { row column error contactId cells } }\n  }\n": types.ContactImportErrorsDocument,
    "mutation UndoContactImport($id: ID!) { undoContactImport(jobId: $id) { id undo undoableUntil } }": types.UndoContactImportDocument,
    "\n  query ContactImport($id: ID!) {\n    contactImport(jobId: $id) {\n      id fileId fileName status error dryRun undo undoableUntil createdAt finishedAt\n      totalRows processedRows createdCount updatedCount failedCount unchangedCount skippedCells undoneCount skippedCount\n      ignoredColumns { column reason }\n      mapping { column field }\n      hints\n      options { tags updateExisting defaultPhoneCC mapping invalidCells }\n      sample {\n        firstName lastName tags\n        phones { phone phoneCC }\n        emails { email }\n        addresses { city }\n      }\n    }\n  }\n": types.ContactImportDocument,
    "\n  mutation ImportContacts($input: ImportContactsInput!) { importContacts(input: $input) { id status } }\n": types.ImportContactsDocument,
    "\n  query Conversations($input: ConversationListInput) {\n    conversations(input: $input) {\n      next\n      items {\n        id channelId channelName channelKind address addressKind contactId contactName status unreadCount windowUntil activeAt updatedAt\n        assignedTo { id name }\n        lastMessage { id direction body status occurredAt }\n      }\n    }\n  }\n": types.ConversationsDocument,
    "\n  query Conversation($id: ID!) {\n    conversation(id: $id) {\n      id channelId channelName channelKind address addressKind contactId contactName status unreadCount windowUntil activeAt updatedAt\n      assignedTo { id name }\n      lastMessage { id direction body status occurredAt }\n    }\n  }\n": types.ConversationDocument,
    "query UnreadConversations { conversations(input: { unread: true, limit: 100 }) { next items { id unreadCount } } }": types.UnreadConversationsDocument,
    "\n  subscription ConversationChanged {\n    conversationChanged {\n      id channelId channelName channelKind address addressKind contactId contactName status unreadCount windowUntil activeAt updatedAt\n      assignedTo { id name }\n      lastMessage { id direction body status occurredAt }\n    }\n  }\n": types.ConversationChangedDocument,
    "\n  query ConversationMessages($input: ConversationMessagesInput!) {\n    conversationMessages(input: $input) {\n      next\n      items {\n        id direction body subject templateName status occurredAt deliveredAt readAt errorCode errorText reference by\n        media { contentType fileName size caption status }\n      }\n    }\n  }\n": types.ConversationMessagesDocument,
    "\n  subscription MessageChanged($conversationId: ID!) {\n    messageChanged(conversationId: $conversationId) {\n      id direction body subject templateName status occurredAt deliveredAt readAt errorCode errorText reference by\n      media { contentType fileName size caption status }\n    }\n  }\n": types.MessageChangedDocument,
    "\n  mutation Reply($input: ReplyInput!) {\n    replyToConversation(input: $input) {\n      id body subject templateName status occurredAt deliveredAt readAt errorCode errorText\n      media { contentType fileName size caption status }\n    }\n  }\n": types.ReplyDocument,
    "\n  mutation AddConversationNote($input: AddConversationNoteInput!) {\n    addConversationNote(input: $input) {\n      id direction body subject templateName status occurredAt deliveredAt readAt errorCode errorText reference by\n      media { contentType fileName size caption status }\n    }\n  }\n": types.AddConversationNoteDocument,
    "\n  mutation MarkConversationRead($input: ConversationIdInput!) {\n    markConversationRead(input: $input) {\n      id channelId channelName channelKind address addressKind contactId contactName status unreadCount windowUntil activeAt updatedAt\n      assignedTo { id name }\n      lastMessage { id direction body status occurredAt }\n    }\n  }\n": types.MarkConversationReadDocument,
    "\n  mutation AssignConversation($input: AssignConversationInput!) {\n    assignConversation(input: $input) {\n      id channelId channelName channelKind address addressKind contactId contactName status unreadCount windowUntil activeAt updatedAt\n      assignedTo { id name }\n      lastMessage { id direction body status occurredAt }\n    }\n  }\n": types.AssignConversationDocument,
    "\n  mutation SetConversationStatus($input: SetConversationStatusInput!) {\n    setConversationStatus(input: $input) {\n      id channelId channelName channelKind address addressKind contactId contactName status unreadCount windowUntil activeAt updatedAt\n      assignedTo { id name }\n      lastMessage { id direction body status occurredAt }\n    }\n  }\n": types.SetConversationStatusDocument,
    "\n  subscription Typing($conversationId: ID!) { typing(conversationId: $conversationId) { conversationId isTyping user { id name } } }\n": types.TypingDocument,
    "mutation SetTyping($input: SetTypingInput!) { setTyping(input: $input) }": types.SetTypingDocument,
    "query QuickReplies { quickReplies { id shortcut body updatedAt } }": types.QuickRepliesDocument,
    "mutation SaveQuickReply($input: QuickReplyInput!) { saveQuickReply(input: $input) { id shortcut body updatedAt } }": types.SaveQuickReplyDocument,
    "mutation DeleteQuickReply($input: QuickReplyIdInput!) { deleteQuickReply(input: $input) }": types.DeleteQuickReplyDocument,
    "query UserLookup { userLookup { id name } }": types.UserLookupDocument,
    "query ConversationAssignees { conversationAssignees { id name } }": types.ConversationAssigneesDocument,
    "query FileLimits { channelLookup { id fileLimits { image video audio other } } }": types.FileLimitsDocument,
    "query ChannelLookup { channelLookup { id name kind } }": types.ChannelLookupDocument,
    "\n  query ContactSummary($id: ID!) {\n    contact(id: $id) { id firstName lastName isActive tags phones { id phone isPrimary } emails { id email isPrimary } addresses { id city country } }\n  }\n": types.ContactSummaryDocument,
    "mutation RetryJob($number: String!) { retryJob(number: $number) { number state } }": types.RetryJobDocument,
    "mutation CancelJob($number: String!) { cancelJob(number: $number) { number state } }": types.CancelJobDocument,
    "query JobFirm($id: ID!) { firm(id: $id) { id name } }": types.JobFirmDocument,
    "\n  query Jobs($input: JobListInput) { jobs(input: $input) { number kind state firmId attempt at error } }\n": types.JobsDocument,
    "\n  query ServerFigures {\n    serverFigures { version startedAt connections jobsWaiting jobsRunning jobsFailed minutes { start requests refused failed meanMs maxMs } }\n  }\n": types.ServerFiguresDocument,
    "\n  query Messages($input: MessagePageInput) {\n    messagePage(input: $input) {\n      items { id direction contactId address phone channelName templateName campaign campaignId body status occurredAt price charge errorCode }\n      totalCount page pageSize\n    }\n  }\n": types.MessagesDocument,
    "\n  query Message($id: ID!) {\n    message(id: $id) {\n      id providerMessageId direction contactId address phone channelName channelKind templateName campaign campaignId category subject body\n      status occurredAt reference conversationId price charge segments attempts notBefore expiresAt\n      media { contentType fileName size caption status }\n      error { code providerCode message }\n      events { status at code }\n    }\n  }\n": types.MessageDocument,
    "\n  mutation CancelMessage($id: ID!) { cancelMessage(input: { id: $id }) { id status charge events { status at code } } }\n": types.CancelMessageDocument,
    "query MessageChannels { channelLookup { id name } }": types.MessageChannelsDocument,
    "query MessageCampaigns($input: CampaignPageInput) { campaigns(input: $input) { items { id name } } }": types.MessageCampaignsDocument,
    "query MessageCampaign($id: ID!) { campaign(id: $id) { id name } }": types.MessageCampaignDocument,
    "\n  query PermissionModules($input: RolePropertyPageInput) {\n    rolePropertyGroups(input: $input) { items { moduleName properties { id moduleName propertyName displayName } } totalCount pageSize }\n  }\n": types.PermissionModulesDocument,
    "\n  mutation CreateRoleProperties($input: RolePropertyGroupInput!) { module: createRoleProperties(input: $input) { moduleName } }\n": types.CreateRolePropertiesDocument,
    "\n  mutation UpdateRoleProperties($input: RolePropertyGroupInput!) {\n    module: updateRoleProperties(input: $input) { moduleName }\n  }\n": types.UpdateRolePropertiesDocument,
    "mutation DeleteRoleProperties($moduleName: String!) { deleteRoleProperties(moduleName: $moduleName) }": types.DeleteRolePropertiesDocument,
    "query PolicyRules { policyRules { id line note problem updatedAt } }": types.PolicyRulesDocument,
    "\n  query FirmNames { firmPage(input: { pageSize: 100, sortBy: \"name asc\" }) { items { id name } } }\n": types.FirmNamesDocument,
    "\n  query PermissionNames { rolePropertyGroups(input: { pageSize: 100 }) { items { moduleName properties { id propertyName } } } }\n": types.PermissionNamesDocument,
    "\n  query OwnPeople { userPage(input: { pageSize: 100 }) { items { id firstName lastName email } } }\n": types.OwnPeopleDocument,
    "\n  query PeopleLike($typed: String!) { userPage(input: { searchTerm: $typed, pageSize: 8 }) { items { id firstName lastName email } } }\n": types.PeopleLikeDocument,
    "\n  query FirmsLike($typed: String!) { firmPage(input: { filter: { searchTerm: $typed }, pageSize: 8, sortBy: \"name asc\" }) { items { id name } } }\n": types.FirmsLikeDocument,
    "query OwnRoles { roles { id name } }": types.OwnRolesDocument,
    "mutation CreatePolicyRule($input: CreatePolicyRuleInput!) { createPolicyRule(input: $input) { id } }": types.CreatePolicyRuleDocument,
    "\n  mutation UpdatePolicyRule($input: UpdatePolicyRuleInput!) { updatePolicyRule(input: $input) { id line note problem updatedAt } }\n": types.UpdatePolicyRuleDocument,
    "mutation DeletePolicyRule($id: ID!) { deletePolicyRule(id: $id) }": types.DeletePolicyRuleDocument,
    "query PolicyExport($firmId: ID!) { policyExport(firmId: $firmId) { model policy } }": types.PolicyExportDocument,
    "\n  query RehearsePolicyRule($input: RehearsePolicyRuleInput!) {\n    rehearsePolicyRule(input: $input) {\n      warnings { kind line message }\n      subjectCount\n      subjects { subject { userId apiClientId name firmId firmName } gained lost }\n      calls { subject { userId apiClientId name firmId firmName } permission isAllowed calls }\n      refused { calls people apiClients }\n      allowed { calls people apiClients }\n      isComplete\n    }\n  }\n": types.RehearsePolicyRuleDocument,
    "\n  query PricingPlans { pricingPlans { id name description currency isDefault isActive chargeOn updatedAt prices { category country kind unitPrice unit freePerMonth validFrom } } }\n": types.PricingPlansDocument,
    "\n  mutation SavePricingPlan($input: SavePricingPlanInput!) {\n    savePricingPlan(input: $input) { id name description currency isDefault isActive chargeOn updatedAt prices { category country kind unitPrice unit freePerMonth validFrom } }\n  }\n": types.SavePricingPlanDocument,
    "\n  query PlanHistory($id: ID!, $page: Int!) {\n    auditLog(input: { targetId: $id, action: \"pricingplan\", page: $page, pageSize: 20 }) {\n      items { id createdAt actor { name } before after }\n      totalCount pageSize\n    }\n  }\n": types.PlanHistoryDocument,
    "\n  mutation UpdateMe($input: UpdateMeInput) { updateMe(input: $input) { id firstName lastName userName email emailVerified pendingEmail language } }\n": types.UpdateMeDocument,
    "mutation SendVerification { sendVerification }": types.SendVerificationDocument,
    "query MfaStatus { mfa { totpSince } }": types.MfaStatusDocument,
    "\n  mutation RemoveTotp($input: RemoveTotpInput!) { removeTotp(input: $input) }\n": types.RemoveTotpDocument,
    "query Passkeys { passkeys { id name createdAt lastUsedAt } }": types.PasskeysDocument,
    "\n  mutation RemovePasskey($input: RemovePasskeyInput!) { removePasskey(input: $input) }\n": types.RemovePasskeyDocument,
    "query RecoveryStatus { mfa { totpSince recoveryCodesLeft } passkeys { id } }": types.RecoveryStatusDocument,
    "mutation BeginRecoveryCodes { beginRecoveryCodes { publicKey } }": types.BeginRecoveryCodesDocument,
    "\n  mutation RenewRecoveryCodes($input: RenewRecoveryCodesInput!) { renewRecoveryCodes(input: $input) { recoveryCodes } }\n": types.RenewRecoveryCodesDocument,
    "\n  query Sessions { sessions { id device address firmName isCurrent createdAt lastUsedAt } }\n": types.SessionsDocument,
    "mutation EndSession($id: ID!) { endSession(id: $id) }": types.EndSessionDocument,
    "mutation EndOtherSessions { endOtherSessions }": types.EndOtherSessionsDocument,
    "query QrCodeChannels { channelLookup { id name kind } }": types.QrCodeChannelsDocument,
    "\n  query Roles { roles { id name description isActive isSystem userCount updatedAt } }\n": types.RolesDocument,
    "\n  query Role($id: ID!) {\n    role(id: $id) { id name description isActive isSystem userCount updatedAt permissions { id moduleName propertyName displayName } }\n  }\n": types.RoleDocument,
    "\n  query Holders($roleId: ID!) { userPage(input: { roleId: $roleId, pageSize: 12 }) { items { id firstName lastName } totalCount } }\n": types.HoldersDocument,
    "mutation CreateRole($input: CreateRoleInput!) { createRole(input: $input) { id } }": types.CreateRoleDocument,
    "\n  mutation UpdateRole($input: UpdateRoleInput!) { updateRole(input: $input) { id name description isActive updatedAt } }\n": types.UpdateRoleDocument,
    "mutation DeleteRole($id: ID!) { deleteRole(id: $id) }": types.DeleteRoleDocument,
    "\n  mutation SetRolePermissions($input: SetRolePermissionsInput!) { setRolePermissions(input: $input) { id } }\n": types.SetRolePermissionsDocument,
    "query Limits { messagingLimits { tier dailyLimit messagesPerSecond } }": types.LimitsDocument,
    "\n  query OwnFirm {\n    ownFirm { id name currency timeZone lowBalanceThreshold requireOptIn requireMfa optOutWords postalAddress updatedAt quietHours { from to } }\n  }\n": types.OwnFirmDocument,
    "\n  mutation UpdateOwnFirm($input: UpdateOwnFirmInput) {\n    updateOwnFirm(input: $input) { id name currency timeZone lowBalanceThreshold requireOptIn requireMfa optOutWords postalAddress updatedAt quietHours { from to } }\n  }\n": types.UpdateOwnFirmDocument,
    "\n  query Templates($input: TemplatePageInput) {\n    templates(input: $input) {\n      items { id name language kind channelId category status statusReason version approvedVersion updatedAt }\n      totalCount page pageSize\n    }\n  }\n": types.TemplatesDocument,
    "\n  query Template($id: ID!) {\n    template(id: $id) {\n      id name language category kind channelId body footer subject html status statusReason version approvedVersion updatedAt\n      header { type text } buttons { type text value } parameters { name example }\n      approved { category body footer subject html header { type text } buttons { type text value } parameters { name example } }\n    }\n  }\n": types.TemplateDocument,
    "query ChannelNames { channelLookup { id name kind } }": types.ChannelNamesDocument,
    "\n  mutation CreateTemplate($input: CreateTemplateInput!) { createTemplate(input: $input) { id } }\n": types.CreateTemplateDocument,
    "\n  mutation UpdateTemplate($input: UpdateTemplateInput!) {\n    updateTemplate(input: $input) {\n      id category body footer subject html status statusReason version approvedVersion updatedAt\n      header { type text } buttons { type text value } parameters { name example }\n      approved { category body footer subject html header { type text } buttons { type text value } parameters { name example } }\n    }\n  }\n": types.UpdateTemplateDocument,
    "\n  mutation SubmitTemplate($input: TemplateIdInput!) {\n    submitTemplate(input: $input) {\n      id status statusReason version approvedVersion updatedAt\n      approved { category body footer subject html header { type text } buttons { type text value } parameters { name example } }\n    }\n  }\n": types.SubmitTemplateDocument,
    "mutation DeleteTemplate($input: TemplateIdInput!) { deleteTemplate(input: $input) }": types.DeleteTemplateDocument,
    "\n  mutation SyncTemplates($input: SyncTemplatesInput!) { syncTemplates(input: $input) { created updated skipped } }\n": types.SyncTemplatesDocument,
    "\n  query SendableTemplates($approved: TemplatePageInput, $all: TemplatePageInput) {\n    approved: templates(input: $approved) { items { id name language category kind channelId body status approvedVersion parameters { name example } approved { category body parameters { name example } } } }\n    all: templates(input: $all) { totalCount items { id name language category kind channelId body status approvedVersion parameters { name example } approved { category body parameters { name example } } } }\n  }\n": types.SendableTemplatesDocument,
    "\n  query UserPage($input: UserPageInput) {\n    userPage(input: $input) {\n      items { id firstName lastName email userName status isActive invitationExpiresAt createdAt role { id name } }\n      totalCount pageSize\n    }\n  }\n": types.UserPageDocument,
    "\n  query FirmUser($id: ID!) {\n    user(id: $id) { id firstName lastName email userName status isActive invitationExpiresAt createdAt role { id name } }\n  }\n": types.FirmUserDocument,
    "query RoleLookup { roleLookup { id name } }": types.RoleLookupDocument,
    "mutation CreateUser($input: CreateUserInput!) { createUser(input: $input) { id } }": types.CreateUserDocument,
    "\n  mutation InviteUser($input: InviteUserInput!) { inviteUser(input: $input) { id status invitationExpiresAt } }\n": types.InviteUserDocument,
    "\n  mutation UpdateUser($input: UpdateUserInput!) {\n    updateUser(input: $input) { id firstName lastName email userName status isActive invitationExpiresAt role { id name } }\n  }\n": types.UpdateUserDocument,
    "mutation RemoveUser($id: ID!) { removeUser(id: $id) }": types.RemoveUserDocument,
    "\n  query Wallet($month: WalletMonthInput!, $page: WalletTransactionPageInput!) {\n    walletBalance { balance held available currency lastUpdated lowBalanceThreshold }\n    walletMonthlySummary(input: $month) {\n      year month currency openingBalance totalCredit totalDebit totalDiscount totalAdjustment closingBalance transactionCount\n      byDay { date debit credit discount adjustment }\n    }\n    walletTransactionPage(input: $page) {\n      items { id type amount balanceAfter currency reason bankRef reference createdBy createdAt }\n      totalCount page pageSize\n    }\n  }\n": types.WalletDocument,
    "\n  query WalletDashboard {\n    walletDashboard {\n      firmCount lowBalanceCount\n      totalBalance { currency amount } totalHeld { currency amount } creditsThisMonth { currency amount } debitsThisMonth { currency amount }\n      topSpenders { firmId firmName currency amount } daily { date currency credit debit }\n    }\n  }\n": types.WalletDashboardDocument,
    "\n  query ClientWalletPage($input: ClientWalletPageInput) {\n    clientWalletPage(input: $input) {\n      items { firmId firmName balance available currency lastUpdated pricingPlan { id name } }\n      totalCount pageSize\n    }\n  }\n": types.ClientWalletPageDocument,
    "\n  query ClientWallet($firmId: ID!) {\n    clientWallet(firmId: $firmId) {\n      firmId firmName balance held available currency lastUpdated pricingPlan { id name }\n      totals { credit debit discount adjustment }\n    }\n    clientWalletBalance(firmId: $firmId) { lowBalanceThreshold }\n    firm(id: $firmId) { id timeZone }\n  }\n": types.ClientWalletDocument,
    "\n  query ClientMonth($month: ClientWalletMonthInput!, $page: ClientWalletTransactionPageInput!) {\n    clientWalletSummary(input: $month) {\n      year month currency openingBalance totalCredit totalDebit totalDiscount totalAdjustment closingBalance transactionCount\n      byDay { date debit credit discount adjustment }\n    }\n    clientWalletTransactionPage(input: $page) {\n      items { id type amount balanceAfter currency reason bankRef reference createdBy createdAt }\n      totalCount page pageSize\n    }\n  }\n": types.ClientMonthDocument,
    "\n  query ClientBalance($firmId: ID!) { clientWalletBalance(firmId: $firmId) { balance currency } }\n": types.ClientBalanceDocument,
    "mutation CreditWallet($input: CreditWalletInput!) { posting: creditWallet(input: $input) { balance } }": types.CreditWalletDocument,
    "mutation DiscountWallet($input: DiscountWalletInput!) { posting: discountWallet(input: $input) { balance } }": types.DiscountWalletDocument,
    "mutation AdjustWallet($input: AdjustWalletInput!) { posting: adjustWallet(input: $input) { balance } }": types.AdjustWalletDocument,
    "\n  query Webhooks {\n    webhooks { id name url eventTypes status statusReason ordered updatedAt lastDelivery { id eventType status createdAt } }\n  }\n": types.WebhooksDocument,
    "\n  query Webhook($id: ID!) {\n    webhook(id: $id) { id name url eventTypes status statusReason ordered createdAt updatedAt }\n  }\n": types.WebhookDocument,
    "\n  query WebhookEventTypes { webhookEventTypes { type module } }\n": types.WebhookEventTypesDocument,
    "\n  query WebhookDeliveries($input: WebhookDeliveriesInput!) {\n    webhookDeliveries(input: $input) {\n      items { id eventId eventType status attempts responseStatus responseBody nextAttemptAt createdAt }\n      totalCount page pageSize\n    }\n  }\n": types.WebhookDeliveriesDocument,
    "\n  mutation CreateWebhook($input: CreateWebhookInput!) { createWebhook(input: $input) { id secret } }\n": types.CreateWebhookDocument,
    "\n  mutation UpdateWebhook($input: UpdateWebhookInput!) {\n    updateWebhook(input: $input) { id name url eventTypes status statusReason ordered updatedAt }\n  }\n": types.UpdateWebhookDocument,
    "\n  mutation DeleteWebhook($input: WebhookIdInput!) { deleteWebhook(input: $input) }\n": types.DeleteWebhookDocument,
    "\n  mutation RotateWebhookSecret($input: WebhookIdInput!) { rotateWebhookSecret(input: $input) { id secret } }\n": types.RotateWebhookSecretDocument,
    "\n  mutation TestWebhook($input: WebhookIdInput!) { testWebhook(input: $input) { ok message latencyMs } }\n": types.TestWebhookDocument,
    "\n  mutation ReplayWebhook($input: ReplayWebhookInput!) { replayWebhook(input: $input) { id } }\n": types.ReplayWebhookDocument,
    "\n  mutation RetryWebhookDelivery($input: WebhookDeliveryIdInput!) {\n    retryWebhookDelivery(input: $input) { id status attempts responseStatus responseBody nextAttemptAt }\n  }\n": types.RetryWebhookDeliveryDocument,
    "mutation BeginPasskey { beginPasskey { publicKey } }": types.BeginPasskeyDocument,
    "\n  mutation FinishPasskey($input: FinishPasskeyInput!) { finishPasskey(input: $input) { passkey { id } recoveryCodes } }\n": types.FinishPasskeyDocument,
    "mutation BeginTotp { beginTotp { secret uri qrCode } }": types.BeginTotpDocument,
    "\n  mutation ConfirmTotp($input: ConfirmTotpInput!) { confirmTotp(input: $input) { recoveryCodes } }\n": types.ConfirmTotpDocument,
    "\n  mutation AcceptInvitation($input: AcceptInvitationInput!) { acceptInvitation(input: $input) { firmId } }\n": types.AcceptInvitationDocument,
    "\n  mutation DeclineInvitation($id: ID!) { declineInvitation(id: $id) }\n": types.DeclineInvitationDocument,
    "\n  mutation ChangePassword($input: ChangePasswordInput!) { changePassword(input: $input) }\n": types.ChangePasswordDocument,
    "\n  mutation AcceptMailedInvitation($input: AcceptMailedInvitationInput!) {\n    acceptMailedInvitation(input: $input) { user { id email } }\n  }\n": types.AcceptMailedInvitationDocument,
    "\n  mutation ForgotPassword($input: ForgotPasswordInput!) { forgotPassword(input: $input) }\n": types.ForgotPasswordDocument,
    "\n  mutation ResetPassword($input: ResetPasswordInput!) { resetPassword(input: $input) }\n": types.ResetPasswordDocument,
    "\n  mutation VerifyEmail($input: VerifyEmailInput!) { verifyEmail(input: $input) }\n": types.VerifyEmailDocument,
    "\n  query Me {\n    me {\n      user { id firstName lastName email userName emailVerified pendingEmail language }\n      firm { firmId relationId firmName sessionId currency timeZone }\n      role { id name }\n      isSuperFirm\n      permissions\n      firms { firmId relationId firmName sessionId }\n      invitations { id firmName roleName createdAt }\n      mustChangePassword\n      mfaDue\n    }\n  }\n": types.MeDocument,
    "mutation BeginLoginPasskey { beginLoginPasskey { publicKey } }": types.BeginLoginPasskeyDocument,
    "\n  mutation BeginLoginMfaPasskey($input: BeginLoginMfaPasskeyInput!) { beginLoginMfaPasskey(input: $input) { publicKey } }\n": types.BeginLoginMfaPasskeyDocument,
    "mutation MarkRead($id: ID!) { markNotificationRead(id: $id) { id status } }": types.MarkReadDocument,
    "mutation DeleteNotification($id: ID!) { deleteNotification(id: $id) }": types.DeleteNotificationDocument,
    "\n  query Bell($page: Int!) { notificationPage(input: { page: $page, pageSize: 20 }) { items { id module moduleId title message metadata status createdAt } totalCount } }\n": types.BellDocument,
    "query NewestNotification { notificationPage(input: { pageSize: 1 }) { items { id } } }": types.NewestNotificationDocument,
    "mutation MarkAllRead { markAllNotificationsRead }": types.MarkAllReadDocument,
    "\n  mutation SetFirm($input: SetFirmInput!) { setFirm(input: $input) { firmId } }\n": types.SetFirmDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 *
 *
 * @example
 * ```ts
 * const query = graphql(`query GetUser($id: ID!) { user(id: $id) { name } }`);
 * ```
 *
 * The query argument is unknown!
 * Please regenerate the types.
 */
export function graphql(source: string): unknown;

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "fragment NotificationStatus on Notification { id status }"): (typeof documents)["fragment NotificationStatus on Notification { id status }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query Quote { quoteCampaign(input: { id: \"1\" }) { recipients } }"): (typeof documents)["query Quote { quoteCampaign(input: { id: \"1\" }) { recipients } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation Update { updateCampaign(input: { id: \"1\" }) { id } }"): (typeof documents)["mutation Update { updateCampaign(input: { id: \"1\" }) { id } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query ListedWebhooks { all: webhooks { id name } }"): (typeof documents)["query ListedWebhooks { all: webhooks { id name } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation RemoveListed { removed: deleteWebhook(input: { id: \"1\" }) }"): (typeof documents)["mutation RemoveListed { removed: deleteWebhook(input: { id: \"1\" }) }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query ListedRoles { roles { id } }"): (typeof documents)["query ListedRoles { roles { id } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Properties { roleProperties { id moduleName propertyName displayName } }\n"): (typeof documents)["\n  query Properties { roleProperties { id moduleName propertyName displayName } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CountSegments($input: CountSegmentsInput!) { countSegments(input: $input) { encoding segments charactersLeft } }\n"): (typeof documents)["\n  query CountSegments($input: CountSegmentsInput!) { countSegments(input: $input) { encoding segments charactersLeft } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Explain($input: ExplainAccessInput!) { explainAccess(input: $input) { allowed reason line role { id name } } }\n"): (typeof documents)["\n  query Explain($input: ExplainAccessInput!) { explainAccess(input: $input) { allowed reason line role { id name } } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query PreviewTemplate($input: PreviewTemplateInput!) {\n    previewTemplate(input: $input) { subject body footer html header { type text } buttons { type text value } }\n  }\n"): (typeof documents)["\n  query PreviewTemplate($input: PreviewTemplateInput!) {\n    previewTemplate(input: $input) { subject body footer html header { type text } buttons { type text value } }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ApiClientPage($input: ApiClientPageInput) {\n    apiClientPage(input: $input) { items { id name description keyPrefix status expiresAt lastUsedAt createdAt } totalCount page pageSize }\n  }\n"): (typeof documents)["\n  query ApiClientPage($input: ApiClientPageInput) {\n    apiClientPage(input: $input) { items { id name description keyPrefix status expiresAt lastUsedAt createdAt } totalCount page pageSize }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ApiClient($id: ID!) {\n    apiClient(id: $id) { id name description keyPrefix allowedIps permissions expiresAt status lastUsedAt createdAt updatedAt }\n  }\n"): (typeof documents)["\n  query ApiClient($id: ID!) {\n    apiClient(id: $id) { id name description keyPrefix allowedIps permissions expiresAt status lastUsedAt createdAt updatedAt }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ApiClientUsage($input: ApiClientUsageInput!) {\n    apiClientUsage(input: $input) {\n      items { timestamp method path statusCode ipAddress durationMs }\n      totalCount page pageSize\n      summary { totalRequests errorCount byDay { date count } }\n    }\n  }\n"): (typeof documents)["\n  query ApiClientUsage($input: ApiClientUsageInput!) {\n    apiClientUsage(input: $input) {\n      items { timestamp method path statusCode ipAddress durationMs }\n      totalCount page pageSize\n      summary { totalRequests errorCount byDay { date count } }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateApiClient($input: CreateApiClientInput!) { createApiClient(input: $input) { id apiKey } }\n"): (typeof documents)["\n  mutation CreateApiClient($input: CreateApiClientInput!) { createApiClient(input: $input) { id apiKey } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateApiClient($input: UpdateApiClientInput!) {\n    updateApiClient(input: $input) { id name description allowedIps permissions expiresAt status updatedAt }\n  }\n"): (typeof documents)["\n  mutation UpdateApiClient($input: UpdateApiClientInput!) {\n    updateApiClient(input: $input) { id name description allowedIps permissions expiresAt status updatedAt }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RegenerateApiClient($id: ID!) { regenerateApiClient(id: $id) { id apiKey apiClient { id keyPrefix updatedAt } } }\n"): (typeof documents)["\n  mutation RegenerateApiClient($id: ID!) { regenerateApiClient(id: $id) { id apiKey apiClient { id keyPrefix updatedAt } } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RevokeApiClient($id: ID!) { revokeApiClient(id: $id) { id status updatedAt } }\n"): (typeof documents)["\n  mutation RevokeApiClient($id: ID!) { revokeApiClient(id: $id) { id status updatedAt } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Audit($input: AuditLogInput) {\n    auditLog(input: $input) {\n      items { id createdAt actor { kind actorId name } action target { type name } before after address requestId }\n      totalCount page pageSize\n    }\n  }\n"): (typeof documents)["\n  query Audit($input: AuditLogInput) {\n    auditLog(input: $input) {\n      items { id createdAt actor { kind actorId name } action target { type name } before after address requestId }\n      totalCount page pageSize\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Campaigns($input: CampaignPageInput) {\n    campaigns(input: $input) {\n      items {\n        id name channelId templateId scheduledAt status pauseReason spent currency startedAt finishedAt updatedAt\n        counts { recipients skipped queued sent delivered read failed unknown cancelled }\n      }\n      totalCount page pageSize\n    }\n  }\n"): (typeof documents)["\n  query Campaigns($input: CampaignPageInput) {\n    campaigns(input: $input) {\n      items {\n        id name channelId templateId scheduledAt status pauseReason spent currency startedAt finishedAt updatedAt\n        counts { recipients skipped queued sent delivered read failed unknown cancelled }\n      }\n      totalCount page pageSize\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Campaign($id: ID!) {\n    campaign(id: $id) {\n      id name channelId templateId parameters scheduledAt timeZone messagesPerSecond status pauseReason held spent currency\n      startedAt finishedAt createdAt updatedAt\n      audience { everyone contactIds importId filter { searchTerm } tagsAll tagsAny tagsNone }\n      quietHours { from to }\n      counts { recipients skipped queued sent delivered read failed unknown cancelled }\n      reasons { state reason count }\n    }\n  }\n"): (typeof documents)["\n  query Campaign($id: ID!) {\n    campaign(id: $id) {\n      id name channelId templateId parameters scheduledAt timeZone messagesPerSecond status pauseReason held spent currency\n      startedAt finishedAt createdAt updatedAt\n      audience { everyone contactIds importId filter { searchTerm } tagsAll tagsAny tagsNone }\n      quietHours { from to }\n      counts { recipients skipped queued sent delivered read failed unknown cancelled }\n      reasons { state reason count }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription CampaignProgress($id: ID!) {\n    campaignProgress(id: $id) {\n      id status pauseReason held spent startedAt finishedAt updatedAt\n      counts { recipients skipped queued sent delivered read failed unknown cancelled }\n      reasons { state reason count }\n    }\n  }\n"): (typeof documents)["\n  subscription CampaignProgress($id: ID!) {\n    campaignProgress(id: $id) {\n      id status pauseReason held spent startedAt finishedAt updatedAt\n      counts { recipients skipped queued sent delivered read failed unknown cancelled }\n      reasons { state reason count }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateCampaign($input: CreateCampaignInput!) {\n    createCampaign(input: $input) {\n      id name channelId templateId parameters scheduledAt timeZone messagesPerSecond status pauseReason held spent currency\n      startedAt finishedAt createdAt updatedAt\n      audience { everyone contactIds importId filter { searchTerm } tagsAll tagsAny tagsNone }\n      quietHours { from to }\n      counts { recipients skipped queued sent delivered read failed unknown cancelled }\n      reasons { state reason count }\n    }\n  }\n"): (typeof documents)["\n  mutation CreateCampaign($input: CreateCampaignInput!) {\n    createCampaign(input: $input) {\n      id name channelId templateId parameters scheduledAt timeZone messagesPerSecond status pauseReason held spent currency\n      startedAt finishedAt createdAt updatedAt\n      audience { everyone contactIds importId filter { searchTerm } tagsAll tagsAny tagsNone }\n      quietHours { from to }\n      counts { recipients skipped queued sent delivered read failed unknown cancelled }\n      reasons { state reason count }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateCampaign($input: UpdateCampaignInput!) {\n    updateCampaign(input: $input) {\n      id name channelId templateId parameters scheduledAt timeZone messagesPerSecond status pauseReason held spent currency\n      startedAt finishedAt createdAt updatedAt\n      audience { everyone contactIds importId filter { searchTerm } tagsAll tagsAny tagsNone }\n      quietHours { from to }\n      counts { recipients skipped queued sent delivered read failed unknown cancelled }\n      reasons { state reason count }\n    }\n  }\n"): (typeof documents)["\n  mutation UpdateCampaign($input: UpdateCampaignInput!) {\n    updateCampaign(input: $input) {\n      id name channelId templateId parameters scheduledAt timeZone messagesPerSecond status pauseReason held spent currency\n      startedAt finishedAt createdAt updatedAt\n      audience { everyone contactIds importId filter { searchTerm } tagsAll tagsAny tagsNone }\n      quietHours { from to }\n      counts { recipients skipped queued sent delivered read failed unknown cancelled }\n      reasons { state reason count }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation DeleteCampaign($id: ID!) { deleteCampaign(input: { id: $id }) }"): (typeof documents)["mutation DeleteCampaign($id: ID!) { deleteCampaign(input: { id: $id }) }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ExecuteCampaign($id: ID!) {\n    executeCampaign(input: { id: $id }) {\n      id status pauseReason held spent startedAt finishedAt updatedAt\n      counts { recipients skipped queued sent delivered read failed unknown cancelled }\n      reasons { state reason count }\n    }\n  }\n"): (typeof documents)["\n  mutation ExecuteCampaign($id: ID!) {\n    executeCampaign(input: { id: $id }) {\n      id status pauseReason held spent startedAt finishedAt updatedAt\n      counts { recipients skipped queued sent delivered read failed unknown cancelled }\n      reasons { state reason count }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation PauseCampaign($id: ID!) {\n    pauseCampaign(input: { id: $id }) {\n      id status pauseReason held spent startedAt finishedAt updatedAt\n      counts { recipients skipped queued sent delivered read failed unknown cancelled }\n      reasons { state reason count }\n    }\n  }\n"): (typeof documents)["\n  mutation PauseCampaign($id: ID!) {\n    pauseCampaign(input: { id: $id }) {\n      id status pauseReason held spent startedAt finishedAt updatedAt\n      counts { recipients skipped queued sent delivered read failed unknown cancelled }\n      reasons { state reason count }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ResumeCampaign($id: ID!) {\n    resumeCampaign(input: { id: $id }) {\n      id status pauseReason held spent startedAt finishedAt updatedAt\n      counts { recipients skipped queued sent delivered read failed unknown cancelled }\n      reasons { state reason count }\n    }\n  }\n"): (typeof documents)["\n  mutation ResumeCampaign($id: ID!) {\n    resumeCampaign(input: { id: $id }) {\n      id status pauseReason held spent startedAt finishedAt updatedAt\n      counts { recipients skipped queued sent delivered read failed unknown cancelled }\n      reasons { state reason count }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CancelCampaign($id: ID!) {\n    cancelCampaign(input: { id: $id }) {\n      id status pauseReason held spent startedAt finishedAt updatedAt\n      counts { recipients skipped queued sent delivered read failed unknown cancelled }\n      reasons { state reason count }\n    }\n  }\n"): (typeof documents)["\n  mutation CancelCampaign($id: ID!) {\n    cancelCampaign(input: { id: $id }) {\n      id status pauseReason held spent startedAt finishedAt updatedAt\n      counts { recipients skipped queued sent delivered read failed unknown cancelled }\n      reasons { state reason count }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query QuoteCampaign($id: ID!) {\n    quoteCampaign(input: { id: $id }) {\n      recipients price currency available sufficient complete tierLeft aboveTier campaignUpdatedAt\n      skipped { noAddress optedOut notOptedIn duplicateAddress missingParameter invalidAddress inactive }\n    }\n  }\n"): (typeof documents)["\n  query QuoteCampaign($id: ID!) {\n    quoteCampaign(input: { id: $id }) {\n      recipients price currency available sufficient complete tierLeft aboveTier campaignUpdatedAt\n      skipped { noAddress optedOut notOptedIn duplicateAddress missingParameter invalidAddress inactive }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CampaignRecipients($input: CampaignRecipientsInput!) {\n    campaignRecipients(input: $input) {\n      items { id contactId address state skipReason price dueAt messageId sentAt errorCode }\n      totalCount page pageSize\n    }\n  }\n"): (typeof documents)["\n  query CampaignRecipients($input: CampaignRecipientsInput!) {\n    campaignRecipients(input: $input) {\n      items { id contactId address state skipReason price dueAt messageId sentAt errorCode }\n      totalCount page pageSize\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query CampaignChannels { channelLookup { id name kind } }"): (typeof documents)["query CampaignChannels { channelLookup { id name kind } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CampaignTemplate($id: ID!) {\n    template(id: $id) { id name language category kind channelId body status approvedVersion parameters { name example } approved { category body parameters { name example } } }\n  }\n"): (typeof documents)["\n  query CampaignTemplate($id: ID!) {\n    template(id: $id) { id name language category kind channelId body status approvedVersion parameters { name example } approved { category body parameters { name example } } }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query CampaignTemplateNames($input: TemplatePageInput) { templates(input: $input) { items { id name language } } }"): (typeof documents)["query CampaignTemplateNames($input: TemplatePageInput) { templates(input: $input) { items { id name language } } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query CampaignTemplateName($id: ID!) { template(id: $id) { id name language } }"): (typeof documents)["query CampaignTemplateName($id: ID!) { template(id: $id) { id name language } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SampleContact {\n    contactPage(input: { pageSize: 1 }) {\n      totalCount\n      items {\n        id firstName lastName gender\n        phones { id phone isPrimary }\n        emails { id email isPrimary }\n        addresses { id line1 line2 landmark city state country pinCode }\n      }\n    }\n  }\n"): (typeof documents)["\n  query SampleContact {\n    contactPage(input: { pageSize: 1 }) {\n      totalCount\n      items {\n        id firstName lastName gender\n        phones { id phone isPrimary }\n        emails { id email isPrimary }\n        addresses { id line1 line2 landmark city state country pinCode }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query CampaignImports { contactImportPage(input: { pageSize: 100 }) { items { id fileName status dryRun undo createdCount updatedCount createdAt } } }\n"): (typeof documents)["\n  query CampaignImports { contactImportPage(input: { pageSize: 100 }) { items { id fileName status dryRun undo createdCount updatedCount createdAt } } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query ChosenContact($id: ID!) { contact(id: $id) { id firstName lastName } }"): (typeof documents)["query ChosenContact($id: ID!) { contact(id: $id) { id firstName lastName } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Channels {\n    channels { id name kind sender status statusReason messagesPerSecond isDefault }\n  }\n"): (typeof documents)["\n  query Channels {\n    channels { id name kind sender status statusReason messagesPerSecond isDefault }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Channel($id: ID!) {\n    channel(id: $id) {\n      id name kind sender status statusReason messagesPerSecond isDefault secretsSet hookUrl createdAt updatedAt\n      settings {\n        baseUrl apiVersion phoneNumberId businessAccountId accountSid from messagingServiceSid host port security username fromName replyTo\n      }\n    }\n  }\n"): (typeof documents)["\n  query Channel($id: ID!) {\n    channel(id: $id) {\n      id name kind sender status statusReason messagesPerSecond isDefault secretsSet hookUrl createdAt updatedAt\n      settings {\n        baseUrl apiVersion phoneNumberId businessAccountId accountSid from messagingServiceSid host port security username fromName replyTo\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateChannel($input: CreateChannelInput!) { createChannel(input: $input) { id } }\n"): (typeof documents)["\n  mutation CreateChannel($input: CreateChannelInput!) { createChannel(input: $input) { id } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateChannel($input: UpdateChannelInput!) {\n    updateChannel(input: $input) {\n      id name sender status statusReason messagesPerSecond isDefault secretsSet hookUrl updatedAt\n      settings {\n        baseUrl apiVersion phoneNumberId businessAccountId accountSid from messagingServiceSid host port security username fromName replyTo\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation UpdateChannel($input: UpdateChannelInput!) {\n    updateChannel(input: $input) {\n      id name sender status statusReason messagesPerSecond isDefault secretsSet hookUrl updatedAt\n      settings {\n        baseUrl apiVersion phoneNumberId businessAccountId accountSid from messagingServiceSid host port security username fromName replyTo\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation DeleteChannel($input: ChannelIdInput!) { deleteChannel(input: $input) }"): (typeof documents)["mutation DeleteChannel($input: ChannelIdInput!) { deleteChannel(input: $input) }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation TestChannel($input: ChannelIdInput!) { testChannel(input: $input) { ok message latencyMs } }\n"): (typeof documents)["\n  mutation TestChannel($input: ChannelIdInput!) { testChannel(input: $input) { ok message latencyMs } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation PauseChannel($input: ChannelIdInput!) { pauseChannel(input: $input) { id status statusReason } }\n"): (typeof documents)["\n  mutation PauseChannel($input: ChannelIdInput!) { pauseChannel(input: $input) { id status statusReason } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ResumeChannel($input: ChannelIdInput!) { resumeChannel(input: $input) { id status statusReason } }\n"): (typeof documents)["\n  mutation ResumeChannel($input: ChannelIdInput!) { resumeChannel(input: $input) { id status statusReason } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ChannelQrCodes($id: ID!) { channelQrCodes(id: $id) { code text link imageUrl } }\n"): (typeof documents)["\n  query ChannelQrCodes($id: ID!) { channelQrCodes(id: $id) { code text link imageUrl } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateQrCode($input: CreateChannelQrCodeInput!) { createChannelQrCode(input: $input) { code } }\n"): (typeof documents)["\n  mutation CreateQrCode($input: CreateChannelQrCodeInput!) { createChannelQrCode(input: $input) { code } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation DeleteQrCode($input: ChannelQrCodeInput!) { deleteChannelQrCode(input: $input) }\n"): (typeof documents)["\n  mutation DeleteQrCode($input: ChannelQrCodeInput!) { deleteChannelQrCode(input: $input) }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query ChannelTier { messagingDashboard { trackingLimits { dailyLimit usedToday remaining } } }"): (typeof documents)["query ChannelTier { messagingDashboard { trackingLimits { dailyLimit usedToday remaining } } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Consents($input: ConsentPageInput) {\n    consents(input: $input) {\n      items { id address addressKind state source evidence at by }\n      totalCount page pageSize\n    }\n  }\n"): (typeof documents)["\n  query Consents($input: ConsentPageInput) {\n    consents(input: $input) {\n      items { id address addressKind state source evidence at by }\n      totalCount page pageSize\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ConsentHistory($input: ConsentHistoryInput!) {\n    consentHistory(input: $input) {\n      items { id address addressKind state source evidence at by }\n      totalCount page pageSize\n    }\n  }\n"): (typeof documents)["\n  query ConsentHistory($input: ConsentHistoryInput!) {\n    consentHistory(input: $input) {\n      items { id address addressKind state source evidence at by }\n      totalCount page pageSize\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SetConsent($input: SetConsentInput!) { setConsent(input: $input) { id address state } }\n"): (typeof documents)["\n  mutation SetConsent($input: SetConsentInput!) { setConsent(input: $input) { id address state } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation CreateContact($input: CreateContactInput!) { createContact(input: $input) { id } }"): (typeof documents)["mutation CreateContact($input: CreateContactInput!) { createContact(input: $input) { id } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation EraseContact($id: ID!) { eraseContact(id: $id) }\n"): (typeof documents)["\n  mutation EraseContact($id: ID!) { eraseContact(id: $id) }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ExportContact($id: ID!) { exportContact(id: $id) }\n"): (typeof documents)["\n  mutation ExportContact($id: ID!) { exportContact(id: $id) }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Contact($id: ID!) {\n    contact(id: $id) {\n      id firstName lastName gender isActive profilePic tags createdAt updatedAt\n      phones { id phone phoneCC type isPrimary }\n      emails { id email type isPrimary }\n      addresses { id type line1 line2 landmark city state country pinCode }\n    }\n  }\n"): (typeof documents)["\n  query Contact($id: ID!) {\n    contact(id: $id) {\n      id firstName lastName gender isActive profilePic tags createdAt updatedAt\n      phones { id phone phoneCC type isPrimary }\n      emails { id email type isPrimary }\n      addresses { id type line1 line2 landmark city state country pinCode }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query FindContacts($searchTerm: String) {\n    contactSearch(input: { searchTerm: $searchTerm, pageSize: 20 }) { items { id firstName lastName phones { id phone isPrimary } emails { id email isPrimary } } }\n  }\n"): (typeof documents)["\n  query FindContacts($searchTerm: String) {\n    contactSearch(input: { searchTerm: $searchTerm, pageSize: 20 }) { items { id firstName lastName phones { id phone isPrimary } emails { id email isPrimary } } }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ContactRows($input: ContactPageInput!, $phones: Boolean!, $emails: Boolean!, $tags: Boolean!) {\n    contactPage(input: $input) {\n      totalCount\n      items {\n        id firstName lastName gender isActive createdAt updatedAt\n        phones @include(if: $phones) { id phone isPrimary }\n        emails @include(if: $emails) { id email isPrimary }\n        tags @include(if: $tags)\n      }\n    }\n  }\n"): (typeof documents)["\n  query ContactRows($input: ContactPageInput!, $phones: Boolean!, $emails: Boolean!, $tags: Boolean!) {\n    contactPage(input: $input) {\n      totalCount\n      items {\n        id firstName lastName gender isActive createdAt updatedAt\n        phones @include(if: $phones) { id phone isPrimary }\n        emails @include(if: $emails) { id email isPrimary }\n        tags @include(if: $tags)\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ContactIds($input: ContactPageInput!) { contactPage(input: $input) { totalCount items { id } } }\n"): (typeof documents)["\n  query ContactIds($input: ContactPageInput!) { contactPage(input: $input) { totalCount items { id } } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query TagPage($input: TagPageInput!) { tagPage(input: $input) { items { id name contactCount } totalCount page pageSize } }\n"): (typeof documents)["\n  query TagPage($input: TagPageInput!) { tagPage(input: $input) { items { id name contactCount } totalCount page pageSize } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation RenameTag($input: RenameTagInput!) { renameTag(input: $input) { id name contactCount } }"): (typeof documents)["mutation RenameTag($input: RenameTagInput!) { renameTag(input: $input) { id name contactCount } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation MergeTags($input: MergeTagsInput!) { mergeTags(input: $input) { id name contactCount } }"): (typeof documents)["mutation MergeTags($input: MergeTagsInput!) { mergeTags(input: $input) { id name contactCount } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation DeleteTag($tag: String!) { deleteTag(tag: $tag) }"): (typeof documents)["mutation DeleteTag($tag: String!) { deleteTag(tag: $tag) }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation DeleteContacts($input: DeleteContactsInput!) { deleteContacts(input: $input) { deletedCount notFound } }\n"): (typeof documents)["\n  mutation DeleteContacts($input: DeleteContactsInput!) { deleteContacts(input: $input) { deletedCount notFound } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query TagNames($searchTerm: String) { tagNames(searchTerm: $searchTerm, limit: 20) }"): (typeof documents)["query TagNames($searchTerm: String) { tagNames(searchTerm: $searchTerm, limit: 20) }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ChangeTagsOfContacts($input: ChangeTagsOfContactsInput!) { changeTagsOfContacts(input: $input) { updatedCount notFound } }\n"): (typeof documents)["\n  mutation ChangeTagsOfContacts($input: ChangeTagsOfContactsInput!) { changeTagsOfContacts(input: $input) { updatedCount notFound } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateContact($input: UpdateContactInput!) { updateContact(input: $input) { id firstName lastName gender isActive tags updatedAt } }\n"): (typeof documents)["\n  mutation UpdateContact($input: UpdateContactInput!) { updateContact(input: $input) { id firstName lastName gender isActive tags updatedAt } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Dashboard($input: MessagePeriodInput) {\n    messagingDashboard(input: $input) {\n      volume { from to points { date sent received } totalSent totalReceived }\n      deliveryStatus { sent delivered read failed deliveryRate readRate }\n      hourly { hour sent received }\n      templates { templateName sent delivered read failed deliveryRate readRate }\n      topContacts { contactId name phone sent received total lastMessageAt }\n      trackingLimits { tier dailyLimit usedToday remaining resetsAt messagesPerSecond }\n      previous { from to totalSent totalReceived deliveryStatus { sent delivered read failed deliveryRate readRate } }\n    }\n  }\n"): (typeof documents)["\n  query Dashboard($input: MessagePeriodInput) {\n    messagingDashboard(input: $input) {\n      volume { from to points { date sent received } totalSent totalReceived }\n      deliveryStatus { sent delivered read failed deliveryRate readRate }\n      hourly { hour sent received }\n      templates { templateName sent delivered read failed deliveryRate readRate }\n      topContacts { contactId name phone sent received total lastMessageAt }\n      trackingLimits { tier dailyLimit usedToday remaining resetsAt messagesPerSecond }\n      previous { from to totalSent totalReceived deliveryStatus { sent delivered read failed deliveryRate readRate } }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query FirstSteps(\n    $installation: Boolean!, $users: Boolean!, $channels: Boolean!, $templates: Boolean!, $contacts: Boolean!, $campaigns: Boolean!, $keys: Boolean!, $wallet: Boolean!\n  ) {\n    firmPage(input: { pageSize: 1 }) @include(if: $installation) { totalCount }\n    pricingPlans @include(if: $installation) { id }\n    walletDashboard @include(if: $installation) { totalBalance { amount currency } }\n    channelLookup @include(if: $channels) { id }\n    templates(input: { pageSize: 1 }) @include(if: $templates) { totalCount }\n    contactPage(input: { pageSize: 1 }) @include(if: $contacts) { totalCount }\n    campaigns(input: { pageSize: 1 }) @include(if: $campaigns) { totalCount }\n    userPage(input: { pageSize: 1 }) @include(if: $users) { totalCount }\n    apiClientPage(input: { pageSize: 1 }) @include(if: $keys) { totalCount }\n    walletTransactionPage(input: { pageSize: 1 }) @include(if: $wallet) { totalCount }\n  }\n"): (typeof documents)["\n  query FirstSteps(\n    $installation: Boolean!, $users: Boolean!, $channels: Boolean!, $templates: Boolean!, $contacts: Boolean!, $campaigns: Boolean!, $keys: Boolean!, $wallet: Boolean!\n  ) {\n    firmPage(input: { pageSize: 1 }) @include(if: $installation) { totalCount }\n    pricingPlans @include(if: $installation) { id }\n    walletDashboard @include(if: $installation) { totalBalance { amount currency } }\n    channelLookup @include(if: $channels) { id }\n    templates(input: { pageSize: 1 }) @include(if: $templates) { totalCount }\n    contactPage(input: { pageSize: 1 }) @include(if: $contacts) { totalCount }\n    campaigns(input: { pageSize: 1 }) @include(if: $campaigns) { totalCount }\n    userPage(input: { pageSize: 1 }) @include(if: $users) { totalCount }\n    apiClientPage(input: { pageSize: 1 }) @include(if: $keys) { totalCount }\n    walletTransactionPage(input: { pageSize: 1 }) @include(if: $wallet) { totalCount }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query FirmPage($input: FirmPageInput) {\n    firmPage(input: $input) {\n      items {\n        id name isActive isSuperFirm currency timeZone pricingPlanId lowBalanceThreshold messagingTier userCount contactCount warning createdAt\n      }\n      totalCount pageSize\n    }\n  }\n"): (typeof documents)["\n  query FirmPage($input: FirmPageInput) {\n    firmPage(input: $input) {\n      items {\n        id name isActive isSuperFirm currency timeZone pricingPlanId lowBalanceThreshold messagingTier userCount contactCount warning createdAt\n      }\n      totalCount pageSize\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Firm($id: ID!) {\n    firm(id: $id) {\n      id name isActive isSuperFirm currency timeZone pricingPlanId lowBalanceThreshold messagingTier userCount contactCount warning createdAt\n    }\n  }\n"): (typeof documents)["\n  query Firm($id: ID!) {\n    firm(id: $id) {\n      id name isActive isSuperFirm currency timeZone pricingPlanId lowBalanceThreshold messagingTier userCount contactCount warning createdAt\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query PlanNames { pricingPlans { id name currency isActive } }"): (typeof documents)["query PlanNames { pricingPlans { id name currency isActive } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation CreateFirm($input: CreateFirmInput!) { createFirm(input: $input) { id } }"): (typeof documents)["mutation CreateFirm($input: CreateFirmInput!) { createFirm(input: $input) { id } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateFirm($input: UpdateFirmInput!) {\n    updateFirm(input: $input) { id name isActive currency timeZone pricingPlanId lowBalanceThreshold messagingTier warning }\n  }\n"): (typeof documents)["\n  mutation UpdateFirm($input: UpdateFirmInput!) {\n    updateFirm(input: $input) { id name isActive currency timeZone pricingPlanId lowBalanceThreshold messagingTier warning }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation CancelContactImport($id: ID!) { cancelContactImport(jobId: $id) { id status undo undoableUntil } }"): (typeof documents)["mutation CancelContactImport($id: ID!) { cancelContactImport(jobId: $id) { id status undo undoableUntil } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ContactImports($input: ContactImportPageInput!) {\n    contactImportPage(input: $input) {\n      totalCount\n      items { id fileName status dryRun undo totalRows createdCount updatedCount failedCount skippedCells createdAt }\n    }\n  }\n"): (typeof documents)["\n  query ContactImports($input: ContactImportPageInput!) {\n    contactImportPage(input: $input) {\n      totalCount\n      items { id fileName status dryRun undo totalRows createdCount updatedCount failedCount skippedCells createdAt }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ContactImportErrors($input: ContactImportErrorsInput!) {\n    contactImportErrors(input: $input) { totalCount items { row column error contactId cells } }\n  }\n"): (typeof documents)["\n  query ContactImportErrors($input: ContactImportErrorsInput!) {\n    contactImportErrors(input: $input) { totalCount items { row column error contactId cells } }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation UndoContactImport($id: ID!) { undoContactImport(jobId: $id) { id undo undoableUntil } }"): (typeof documents)["mutation UndoContactImport($id: ID!) { undoContactImport(jobId: $id) { id undo undoableUntil } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ContactImport($id: ID!) {\n    contactImport(jobId: $id) {\n      id fileId fileName status error dryRun undo undoableUntil createdAt finishedAt\n      totalRows processedRows createdCount updatedCount failedCount unchangedCount skippedCells undoneCount skippedCount\n      ignoredColumns { column reason }\n      mapping { column field }\n      hints\n      options { tags updateExisting defaultPhoneCC mapping invalidCells }\n      sample {\n        firstName lastName tags\n        phones { phone phoneCC }\n        emails { email }\n        addresses { city }\n      }\n    }\n  }\n"): (typeof documents)["\n  query ContactImport($id: ID!) {\n    contactImport(jobId: $id) {\n      id fileId fileName status error dryRun undo undoableUntil createdAt finishedAt\n      totalRows processedRows createdCount updatedCount failedCount unchangedCount skippedCells undoneCount skippedCount\n      ignoredColumns { column reason }\n      mapping { column field }\n      hints\n      options { tags updateExisting defaultPhoneCC mapping invalidCells }\n      sample {\n        firstName lastName tags\n        phones { phone phoneCC }\n        emails { email }\n        addresses { city }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ImportContacts($input: ImportContactsInput!) { importContacts(input: $input) { id status } }\n"): (typeof documents)["\n  mutation ImportContacts($input: ImportContactsInput!) { importContacts(input: $input) { id status } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Conversations($input: ConversationListInput) {\n    conversations(input: $input) {\n      next\n      items {\n        id channelId channelName channelKind address addressKind contactId contactName status unreadCount windowUntil activeAt updatedAt\n        assignedTo { id name }\n        lastMessage { id direction body status occurredAt }\n      }\n    }\n  }\n"): (typeof documents)["\n  query Conversations($input: ConversationListInput) {\n    conversations(input: $input) {\n      next\n      items {\n        id channelId channelName channelKind address addressKind contactId contactName status unreadCount windowUntil activeAt updatedAt\n        assignedTo { id name }\n        lastMessage { id direction body status occurredAt }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Conversation($id: ID!) {\n    conversation(id: $id) {\n      id channelId channelName channelKind address addressKind contactId contactName status unreadCount windowUntil activeAt updatedAt\n      assignedTo { id name }\n      lastMessage { id direction body status occurredAt }\n    }\n  }\n"): (typeof documents)["\n  query Conversation($id: ID!) {\n    conversation(id: $id) {\n      id channelId channelName channelKind address addressKind contactId contactName status unreadCount windowUntil activeAt updatedAt\n      assignedTo { id name }\n      lastMessage { id direction body status occurredAt }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query UnreadConversations { conversations(input: { unread: true, limit: 100 }) { next items { id unreadCount } } }"): (typeof documents)["query UnreadConversations { conversations(input: { unread: true, limit: 100 }) { next items { id unreadCount } } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription ConversationChanged {\n    conversationChanged {\n      id channelId channelName channelKind address addressKind contactId contactName status unreadCount windowUntil activeAt updatedAt\n      assignedTo { id name }\n      lastMessage { id direction body status occurredAt }\n    }\n  }\n"): (typeof documents)["\n  subscription ConversationChanged {\n    conversationChanged {\n      id channelId channelName channelKind address addressKind contactId contactName status unreadCount windowUntil activeAt updatedAt\n      assignedTo { id name }\n      lastMessage { id direction body status occurredAt }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ConversationMessages($input: ConversationMessagesInput!) {\n    conversationMessages(input: $input) {\n      next\n      items {\n        id direction body subject templateName status occurredAt deliveredAt readAt errorCode errorText reference by\n        media { contentType fileName size caption status }\n      }\n    }\n  }\n"): (typeof documents)["\n  query ConversationMessages($input: ConversationMessagesInput!) {\n    conversationMessages(input: $input) {\n      next\n      items {\n        id direction body subject templateName status occurredAt deliveredAt readAt errorCode errorText reference by\n        media { contentType fileName size caption status }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription MessageChanged($conversationId: ID!) {\n    messageChanged(conversationId: $conversationId) {\n      id direction body subject templateName status occurredAt deliveredAt readAt errorCode errorText reference by\n      media { contentType fileName size caption status }\n    }\n  }\n"): (typeof documents)["\n  subscription MessageChanged($conversationId: ID!) {\n    messageChanged(conversationId: $conversationId) {\n      id direction body subject templateName status occurredAt deliveredAt readAt errorCode errorText reference by\n      media { contentType fileName size caption status }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation Reply($input: ReplyInput!) {\n    replyToConversation(input: $input) {\n      id body subject templateName status occurredAt deliveredAt readAt errorCode errorText\n      media { contentType fileName size caption status }\n    }\n  }\n"): (typeof documents)["\n  mutation Reply($input: ReplyInput!) {\n    replyToConversation(input: $input) {\n      id body subject templateName status occurredAt deliveredAt readAt errorCode errorText\n      media { contentType fileName size caption status }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AddConversationNote($input: AddConversationNoteInput!) {\n    addConversationNote(input: $input) {\n      id direction body subject templateName status occurredAt deliveredAt readAt errorCode errorText reference by\n      media { contentType fileName size caption status }\n    }\n  }\n"): (typeof documents)["\n  mutation AddConversationNote($input: AddConversationNoteInput!) {\n    addConversationNote(input: $input) {\n      id direction body subject templateName status occurredAt deliveredAt readAt errorCode errorText reference by\n      media { contentType fileName size caption status }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation MarkConversationRead($input: ConversationIdInput!) {\n    markConversationRead(input: $input) {\n      id channelId channelName channelKind address addressKind contactId contactName status unreadCount windowUntil activeAt updatedAt\n      assignedTo { id name }\n      lastMessage { id direction body status occurredAt }\n    }\n  }\n"): (typeof documents)["\n  mutation MarkConversationRead($input: ConversationIdInput!) {\n    markConversationRead(input: $input) {\n      id channelId channelName channelKind address addressKind contactId contactName status unreadCount windowUntil activeAt updatedAt\n      assignedTo { id name }\n      lastMessage { id direction body status occurredAt }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AssignConversation($input: AssignConversationInput!) {\n    assignConversation(input: $input) {\n      id channelId channelName channelKind address addressKind contactId contactName status unreadCount windowUntil activeAt updatedAt\n      assignedTo { id name }\n      lastMessage { id direction body status occurredAt }\n    }\n  }\n"): (typeof documents)["\n  mutation AssignConversation($input: AssignConversationInput!) {\n    assignConversation(input: $input) {\n      id channelId channelName channelKind address addressKind contactId contactName status unreadCount windowUntil activeAt updatedAt\n      assignedTo { id name }\n      lastMessage { id direction body status occurredAt }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SetConversationStatus($input: SetConversationStatusInput!) {\n    setConversationStatus(input: $input) {\n      id channelId channelName channelKind address addressKind contactId contactName status unreadCount windowUntil activeAt updatedAt\n      assignedTo { id name }\n      lastMessage { id direction body status occurredAt }\n    }\n  }\n"): (typeof documents)["\n  mutation SetConversationStatus($input: SetConversationStatusInput!) {\n    setConversationStatus(input: $input) {\n      id channelId channelName channelKind address addressKind contactId contactName status unreadCount windowUntil activeAt updatedAt\n      assignedTo { id name }\n      lastMessage { id direction body status occurredAt }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription Typing($conversationId: ID!) { typing(conversationId: $conversationId) { conversationId isTyping user { id name } } }\n"): (typeof documents)["\n  subscription Typing($conversationId: ID!) { typing(conversationId: $conversationId) { conversationId isTyping user { id name } } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation SetTyping($input: SetTypingInput!) { setTyping(input: $input) }"): (typeof documents)["mutation SetTyping($input: SetTypingInput!) { setTyping(input: $input) }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query QuickReplies { quickReplies { id shortcut body updatedAt } }"): (typeof documents)["query QuickReplies { quickReplies { id shortcut body updatedAt } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation SaveQuickReply($input: QuickReplyInput!) { saveQuickReply(input: $input) { id shortcut body updatedAt } }"): (typeof documents)["mutation SaveQuickReply($input: QuickReplyInput!) { saveQuickReply(input: $input) { id shortcut body updatedAt } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation DeleteQuickReply($input: QuickReplyIdInput!) { deleteQuickReply(input: $input) }"): (typeof documents)["mutation DeleteQuickReply($input: QuickReplyIdInput!) { deleteQuickReply(input: $input) }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query UserLookup { userLookup { id name } }"): (typeof documents)["query UserLookup { userLookup { id name } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query ConversationAssignees { conversationAssignees { id name } }"): (typeof documents)["query ConversationAssignees { conversationAssignees { id name } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query FileLimits { channelLookup { id fileLimits { image video audio other } } }"): (typeof documents)["query FileLimits { channelLookup { id fileLimits { image video audio other } } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query ChannelLookup { channelLookup { id name kind } }"): (typeof documents)["query ChannelLookup { channelLookup { id name kind } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ContactSummary($id: ID!) {\n    contact(id: $id) { id firstName lastName isActive tags phones { id phone isPrimary } emails { id email isPrimary } addresses { id city country } }\n  }\n"): (typeof documents)["\n  query ContactSummary($id: ID!) {\n    contact(id: $id) { id firstName lastName isActive tags phones { id phone isPrimary } emails { id email isPrimary } addresses { id city country } }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation RetryJob($number: String!) { retryJob(number: $number) { number state } }"): (typeof documents)["mutation RetryJob($number: String!) { retryJob(number: $number) { number state } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation CancelJob($number: String!) { cancelJob(number: $number) { number state } }"): (typeof documents)["mutation CancelJob($number: String!) { cancelJob(number: $number) { number state } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query JobFirm($id: ID!) { firm(id: $id) { id name } }"): (typeof documents)["query JobFirm($id: ID!) { firm(id: $id) { id name } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Jobs($input: JobListInput) { jobs(input: $input) { number kind state firmId attempt at error } }\n"): (typeof documents)["\n  query Jobs($input: JobListInput) { jobs(input: $input) { number kind state firmId attempt at error } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ServerFigures {\n    serverFigures { version startedAt connections jobsWaiting jobsRunning jobsFailed minutes { start requests refused failed meanMs maxMs } }\n  }\n"): (typeof documents)["\n  query ServerFigures {\n    serverFigures { version startedAt connections jobsWaiting jobsRunning jobsFailed minutes { start requests refused failed meanMs maxMs } }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Messages($input: MessagePageInput) {\n    messagePage(input: $input) {\n      items { id direction contactId address phone channelName templateName campaign campaignId body status occurredAt price charge errorCode }\n      totalCount page pageSize\n    }\n  }\n"): (typeof documents)["\n  query Messages($input: MessagePageInput) {\n    messagePage(input: $input) {\n      items { id direction contactId address phone channelName templateName campaign campaignId body status occurredAt price charge errorCode }\n      totalCount page pageSize\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Message($id: ID!) {\n    message(id: $id) {\n      id providerMessageId direction contactId address phone channelName channelKind templateName campaign campaignId category subject body\n      status occurredAt reference conversationId price charge segments attempts notBefore expiresAt\n      media { contentType fileName size caption status }\n      error { code providerCode message }\n      events { status at code }\n    }\n  }\n"): (typeof documents)["\n  query Message($id: ID!) {\n    message(id: $id) {\n      id providerMessageId direction contactId address phone channelName channelKind templateName campaign campaignId category subject body\n      status occurredAt reference conversationId price charge segments attempts notBefore expiresAt\n      media { contentType fileName size caption status }\n      error { code providerCode message }\n      events { status at code }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CancelMessage($id: ID!) { cancelMessage(input: { id: $id }) { id status charge events { status at code } } }\n"): (typeof documents)["\n  mutation CancelMessage($id: ID!) { cancelMessage(input: { id: $id }) { id status charge events { status at code } } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query MessageChannels { channelLookup { id name } }"): (typeof documents)["query MessageChannels { channelLookup { id name } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query MessageCampaigns($input: CampaignPageInput) { campaigns(input: $input) { items { id name } } }"): (typeof documents)["query MessageCampaigns($input: CampaignPageInput) { campaigns(input: $input) { items { id name } } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query MessageCampaign($id: ID!) { campaign(id: $id) { id name } }"): (typeof documents)["query MessageCampaign($id: ID!) { campaign(id: $id) { id name } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query PermissionModules($input: RolePropertyPageInput) {\n    rolePropertyGroups(input: $input) { items { moduleName properties { id moduleName propertyName displayName } } totalCount pageSize }\n  }\n"): (typeof documents)["\n  query PermissionModules($input: RolePropertyPageInput) {\n    rolePropertyGroups(input: $input) { items { moduleName properties { id moduleName propertyName displayName } } totalCount pageSize }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateRoleProperties($input: RolePropertyGroupInput!) { module: createRoleProperties(input: $input) { moduleName } }\n"): (typeof documents)["\n  mutation CreateRoleProperties($input: RolePropertyGroupInput!) { module: createRoleProperties(input: $input) { moduleName } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateRoleProperties($input: RolePropertyGroupInput!) {\n    module: updateRoleProperties(input: $input) { moduleName }\n  }\n"): (typeof documents)["\n  mutation UpdateRoleProperties($input: RolePropertyGroupInput!) {\n    module: updateRoleProperties(input: $input) { moduleName }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation DeleteRoleProperties($moduleName: String!) { deleteRoleProperties(moduleName: $moduleName) }"): (typeof documents)["mutation DeleteRoleProperties($moduleName: String!) { deleteRoleProperties(moduleName: $moduleName) }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query PolicyRules { policyRules { id line note problem updatedAt } }"): (typeof documents)["query PolicyRules { policyRules { id line note problem updatedAt } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query FirmNames { firmPage(input: { pageSize: 100, sortBy: \"name asc\" }) { items { id name } } }\n"): (typeof documents)["\n  query FirmNames { firmPage(input: { pageSize: 100, sortBy: \"name asc\" }) { items { id name } } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query PermissionNames { rolePropertyGroups(input: { pageSize: 100 }) { items { moduleName properties { id propertyName } } } }\n"): (typeof documents)["\n  query PermissionNames { rolePropertyGroups(input: { pageSize: 100 }) { items { moduleName properties { id propertyName } } } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query OwnPeople { userPage(input: { pageSize: 100 }) { items { id firstName lastName email } } }\n"): (typeof documents)["\n  query OwnPeople { userPage(input: { pageSize: 100 }) { items { id firstName lastName email } } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query PeopleLike($typed: String!) { userPage(input: { searchTerm: $typed, pageSize: 8 }) { items { id firstName lastName email } } }\n"): (typeof documents)["\n  query PeopleLike($typed: String!) { userPage(input: { searchTerm: $typed, pageSize: 8 }) { items { id firstName lastName email } } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query FirmsLike($typed: String!) { firmPage(input: { filter: { searchTerm: $typed }, pageSize: 8, sortBy: \"name asc\" }) { items { id name } } }\n"): (typeof documents)["\n  query FirmsLike($typed: String!) { firmPage(input: { filter: { searchTerm: $typed }, pageSize: 8, sortBy: \"name asc\" }) { items { id name } } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query OwnRoles { roles { id name } }"): (typeof documents)["query OwnRoles { roles { id name } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation CreatePolicyRule($input: CreatePolicyRuleInput!) { createPolicyRule(input: $input) { id } }"): (typeof documents)["mutation CreatePolicyRule($input: CreatePolicyRuleInput!) { createPolicyRule(input: $input) { id } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdatePolicyRule($input: UpdatePolicyRuleInput!) { updatePolicyRule(input: $input) { id line note problem updatedAt } }\n"): (typeof documents)["\n  mutation UpdatePolicyRule($input: UpdatePolicyRuleInput!) { updatePolicyRule(input: $input) { id line note problem updatedAt } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation DeletePolicyRule($id: ID!) { deletePolicyRule(id: $id) }"): (typeof documents)["mutation DeletePolicyRule($id: ID!) { deletePolicyRule(id: $id) }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query PolicyExport($firmId: ID!) { policyExport(firmId: $firmId) { model policy } }"): (typeof documents)["query PolicyExport($firmId: ID!) { policyExport(firmId: $firmId) { model policy } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query RehearsePolicyRule($input: RehearsePolicyRuleInput!) {\n    rehearsePolicyRule(input: $input) {\n      warnings { kind line message }\n      subjectCount\n      subjects { subject { userId apiClientId name firmId firmName } gained lost }\n      calls { subject { userId apiClientId name firmId firmName } permission isAllowed calls }\n      refused { calls people apiClients }\n      allowed { calls people apiClients }\n      isComplete\n    }\n  }\n"): (typeof documents)["\n  query RehearsePolicyRule($input: RehearsePolicyRuleInput!) {\n    rehearsePolicyRule(input: $input) {\n      warnings { kind line message }\n      subjectCount\n      subjects { subject { userId apiClientId name firmId firmName } gained lost }\n      calls { subject { userId apiClientId name firmId firmName } permission isAllowed calls }\n      refused { calls people apiClients }\n      allowed { calls people apiClients }\n      isComplete\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query PricingPlans { pricingPlans { id name description currency isDefault isActive chargeOn updatedAt prices { category country kind unitPrice unit freePerMonth validFrom } } }\n"): (typeof documents)["\n  query PricingPlans { pricingPlans { id name description currency isDefault isActive chargeOn updatedAt prices { category country kind unitPrice unit freePerMonth validFrom } } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SavePricingPlan($input: SavePricingPlanInput!) {\n    savePricingPlan(input: $input) { id name description currency isDefault isActive chargeOn updatedAt prices { category country kind unitPrice unit freePerMonth validFrom } }\n  }\n"): (typeof documents)["\n  mutation SavePricingPlan($input: SavePricingPlanInput!) {\n    savePricingPlan(input: $input) { id name description currency isDefault isActive chargeOn updatedAt prices { category country kind unitPrice unit freePerMonth validFrom } }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query PlanHistory($id: ID!, $page: Int!) {\n    auditLog(input: { targetId: $id, action: \"pricingplan\", page: $page, pageSize: 20 }) {\n      items { id createdAt actor { name } before after }\n      totalCount pageSize\n    }\n  }\n"): (typeof documents)["\n  query PlanHistory($id: ID!, $page: Int!) {\n    auditLog(input: { targetId: $id, action: \"pricingplan\", page: $page, pageSize: 20 }) {\n      items { id createdAt actor { name } before after }\n      totalCount pageSize\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateMe($input: UpdateMeInput) { updateMe(input: $input) { id firstName lastName userName email emailVerified pendingEmail language } }\n"): (typeof documents)["\n  mutation UpdateMe($input: UpdateMeInput) { updateMe(input: $input) { id firstName lastName userName email emailVerified pendingEmail language } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation SendVerification { sendVerification }"): (typeof documents)["mutation SendVerification { sendVerification }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query MfaStatus { mfa { totpSince } }"): (typeof documents)["query MfaStatus { mfa { totpSince } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RemoveTotp($input: RemoveTotpInput!) { removeTotp(input: $input) }\n"): (typeof documents)["\n  mutation RemoveTotp($input: RemoveTotpInput!) { removeTotp(input: $input) }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query Passkeys { passkeys { id name createdAt lastUsedAt } }"): (typeof documents)["query Passkeys { passkeys { id name createdAt lastUsedAt } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RemovePasskey($input: RemovePasskeyInput!) { removePasskey(input: $input) }\n"): (typeof documents)["\n  mutation RemovePasskey($input: RemovePasskeyInput!) { removePasskey(input: $input) }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query RecoveryStatus { mfa { totpSince recoveryCodesLeft } passkeys { id } }"): (typeof documents)["query RecoveryStatus { mfa { totpSince recoveryCodesLeft } passkeys { id } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation BeginRecoveryCodes { beginRecoveryCodes { publicKey } }"): (typeof documents)["mutation BeginRecoveryCodes { beginRecoveryCodes { publicKey } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RenewRecoveryCodes($input: RenewRecoveryCodesInput!) { renewRecoveryCodes(input: $input) { recoveryCodes } }\n"): (typeof documents)["\n  mutation RenewRecoveryCodes($input: RenewRecoveryCodesInput!) { renewRecoveryCodes(input: $input) { recoveryCodes } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Sessions { sessions { id device address firmName isCurrent createdAt lastUsedAt } }\n"): (typeof documents)["\n  query Sessions { sessions { id device address firmName isCurrent createdAt lastUsedAt } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation EndSession($id: ID!) { endSession(id: $id) }"): (typeof documents)["mutation EndSession($id: ID!) { endSession(id: $id) }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation EndOtherSessions { endOtherSessions }"): (typeof documents)["mutation EndOtherSessions { endOtherSessions }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query QrCodeChannels { channelLookup { id name kind } }"): (typeof documents)["query QrCodeChannels { channelLookup { id name kind } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Roles { roles { id name description isActive isSystem userCount updatedAt } }\n"): (typeof documents)["\n  query Roles { roles { id name description isActive isSystem userCount updatedAt } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Role($id: ID!) {\n    role(id: $id) { id name description isActive isSystem userCount updatedAt permissions { id moduleName propertyName displayName } }\n  }\n"): (typeof documents)["\n  query Role($id: ID!) {\n    role(id: $id) { id name description isActive isSystem userCount updatedAt permissions { id moduleName propertyName displayName } }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Holders($roleId: ID!) { userPage(input: { roleId: $roleId, pageSize: 12 }) { items { id firstName lastName } totalCount } }\n"): (typeof documents)["\n  query Holders($roleId: ID!) { userPage(input: { roleId: $roleId, pageSize: 12 }) { items { id firstName lastName } totalCount } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation CreateRole($input: CreateRoleInput!) { createRole(input: $input) { id } }"): (typeof documents)["mutation CreateRole($input: CreateRoleInput!) { createRole(input: $input) { id } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateRole($input: UpdateRoleInput!) { updateRole(input: $input) { id name description isActive updatedAt } }\n"): (typeof documents)["\n  mutation UpdateRole($input: UpdateRoleInput!) { updateRole(input: $input) { id name description isActive updatedAt } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation DeleteRole($id: ID!) { deleteRole(id: $id) }"): (typeof documents)["mutation DeleteRole($id: ID!) { deleteRole(id: $id) }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SetRolePermissions($input: SetRolePermissionsInput!) { setRolePermissions(input: $input) { id } }\n"): (typeof documents)["\n  mutation SetRolePermissions($input: SetRolePermissionsInput!) { setRolePermissions(input: $input) { id } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query Limits { messagingLimits { tier dailyLimit messagesPerSecond } }"): (typeof documents)["query Limits { messagingLimits { tier dailyLimit messagesPerSecond } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query OwnFirm {\n    ownFirm { id name currency timeZone lowBalanceThreshold requireOptIn requireMfa optOutWords postalAddress updatedAt quietHours { from to } }\n  }\n"): (typeof documents)["\n  query OwnFirm {\n    ownFirm { id name currency timeZone lowBalanceThreshold requireOptIn requireMfa optOutWords postalAddress updatedAt quietHours { from to } }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateOwnFirm($input: UpdateOwnFirmInput) {\n    updateOwnFirm(input: $input) { id name currency timeZone lowBalanceThreshold requireOptIn requireMfa optOutWords postalAddress updatedAt quietHours { from to } }\n  }\n"): (typeof documents)["\n  mutation UpdateOwnFirm($input: UpdateOwnFirmInput) {\n    updateOwnFirm(input: $input) { id name currency timeZone lowBalanceThreshold requireOptIn requireMfa optOutWords postalAddress updatedAt quietHours { from to } }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Templates($input: TemplatePageInput) {\n    templates(input: $input) {\n      items { id name language kind channelId category status statusReason version approvedVersion updatedAt }\n      totalCount page pageSize\n    }\n  }\n"): (typeof documents)["\n  query Templates($input: TemplatePageInput) {\n    templates(input: $input) {\n      items { id name language kind channelId category status statusReason version approvedVersion updatedAt }\n      totalCount page pageSize\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Template($id: ID!) {\n    template(id: $id) {\n      id name language category kind channelId body footer subject html status statusReason version approvedVersion updatedAt\n      header { type text } buttons { type text value } parameters { name example }\n      approved { category body footer subject html header { type text } buttons { type text value } parameters { name example } }\n    }\n  }\n"): (typeof documents)["\n  query Template($id: ID!) {\n    template(id: $id) {\n      id name language category kind channelId body footer subject html status statusReason version approvedVersion updatedAt\n      header { type text } buttons { type text value } parameters { name example }\n      approved { category body footer subject html header { type text } buttons { type text value } parameters { name example } }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query ChannelNames { channelLookup { id name kind } }"): (typeof documents)["query ChannelNames { channelLookup { id name kind } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateTemplate($input: CreateTemplateInput!) { createTemplate(input: $input) { id } }\n"): (typeof documents)["\n  mutation CreateTemplate($input: CreateTemplateInput!) { createTemplate(input: $input) { id } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateTemplate($input: UpdateTemplateInput!) {\n    updateTemplate(input: $input) {\n      id category body footer subject html status statusReason version approvedVersion updatedAt\n      header { type text } buttons { type text value } parameters { name example }\n      approved { category body footer subject html header { type text } buttons { type text value } parameters { name example } }\n    }\n  }\n"): (typeof documents)["\n  mutation UpdateTemplate($input: UpdateTemplateInput!) {\n    updateTemplate(input: $input) {\n      id category body footer subject html status statusReason version approvedVersion updatedAt\n      header { type text } buttons { type text value } parameters { name example }\n      approved { category body footer subject html header { type text } buttons { type text value } parameters { name example } }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SubmitTemplate($input: TemplateIdInput!) {\n    submitTemplate(input: $input) {\n      id status statusReason version approvedVersion updatedAt\n      approved { category body footer subject html header { type text } buttons { type text value } parameters { name example } }\n    }\n  }\n"): (typeof documents)["\n  mutation SubmitTemplate($input: TemplateIdInput!) {\n    submitTemplate(input: $input) {\n      id status statusReason version approvedVersion updatedAt\n      approved { category body footer subject html header { type text } buttons { type text value } parameters { name example } }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation DeleteTemplate($input: TemplateIdInput!) { deleteTemplate(input: $input) }"): (typeof documents)["mutation DeleteTemplate($input: TemplateIdInput!) { deleteTemplate(input: $input) }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SyncTemplates($input: SyncTemplatesInput!) { syncTemplates(input: $input) { created updated skipped } }\n"): (typeof documents)["\n  mutation SyncTemplates($input: SyncTemplatesInput!) { syncTemplates(input: $input) { created updated skipped } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SendableTemplates($approved: TemplatePageInput, $all: TemplatePageInput) {\n    approved: templates(input: $approved) { items { id name language category kind channelId body status approvedVersion parameters { name example } approved { category body parameters { name example } } } }\n    all: templates(input: $all) { totalCount items { id name language category kind channelId body status approvedVersion parameters { name example } approved { category body parameters { name example } } } }\n  }\n"): (typeof documents)["\n  query SendableTemplates($approved: TemplatePageInput, $all: TemplatePageInput) {\n    approved: templates(input: $approved) { items { id name language category kind channelId body status approvedVersion parameters { name example } approved { category body parameters { name example } } } }\n    all: templates(input: $all) { totalCount items { id name language category kind channelId body status approvedVersion parameters { name example } approved { category body parameters { name example } } } }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query UserPage($input: UserPageInput) {\n    userPage(input: $input) {\n      items { id firstName lastName email userName status isActive invitationExpiresAt createdAt role { id name } }\n      totalCount pageSize\n    }\n  }\n"): (typeof documents)["\n  query UserPage($input: UserPageInput) {\n    userPage(input: $input) {\n      items { id firstName lastName email userName status isActive invitationExpiresAt createdAt role { id name } }\n      totalCount pageSize\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query FirmUser($id: ID!) {\n    user(id: $id) { id firstName lastName email userName status isActive invitationExpiresAt createdAt role { id name } }\n  }\n"): (typeof documents)["\n  query FirmUser($id: ID!) {\n    user(id: $id) { id firstName lastName email userName status isActive invitationExpiresAt createdAt role { id name } }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query RoleLookup { roleLookup { id name } }"): (typeof documents)["query RoleLookup { roleLookup { id name } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation CreateUser($input: CreateUserInput!) { createUser(input: $input) { id } }"): (typeof documents)["mutation CreateUser($input: CreateUserInput!) { createUser(input: $input) { id } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation InviteUser($input: InviteUserInput!) { inviteUser(input: $input) { id status invitationExpiresAt } }\n"): (typeof documents)["\n  mutation InviteUser($input: InviteUserInput!) { inviteUser(input: $input) { id status invitationExpiresAt } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateUser($input: UpdateUserInput!) {\n    updateUser(input: $input) { id firstName lastName email userName status isActive invitationExpiresAt role { id name } }\n  }\n"): (typeof documents)["\n  mutation UpdateUser($input: UpdateUserInput!) {\n    updateUser(input: $input) { id firstName lastName email userName status isActive invitationExpiresAt role { id name } }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation RemoveUser($id: ID!) { removeUser(id: $id) }"): (typeof documents)["mutation RemoveUser($id: ID!) { removeUser(id: $id) }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Wallet($month: WalletMonthInput!, $page: WalletTransactionPageInput!) {\n    walletBalance { balance held available currency lastUpdated lowBalanceThreshold }\n    walletMonthlySummary(input: $month) {\n      year month currency openingBalance totalCredit totalDebit totalDiscount totalAdjustment closingBalance transactionCount\n      byDay { date debit credit discount adjustment }\n    }\n    walletTransactionPage(input: $page) {\n      items { id type amount balanceAfter currency reason bankRef reference createdBy createdAt }\n      totalCount page pageSize\n    }\n  }\n"): (typeof documents)["\n  query Wallet($month: WalletMonthInput!, $page: WalletTransactionPageInput!) {\n    walletBalance { balance held available currency lastUpdated lowBalanceThreshold }\n    walletMonthlySummary(input: $month) {\n      year month currency openingBalance totalCredit totalDebit totalDiscount totalAdjustment closingBalance transactionCount\n      byDay { date debit credit discount adjustment }\n    }\n    walletTransactionPage(input: $page) {\n      items { id type amount balanceAfter currency reason bankRef reference createdBy createdAt }\n      totalCount page pageSize\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query WalletDashboard {\n    walletDashboard {\n      firmCount lowBalanceCount\n      totalBalance { currency amount } totalHeld { currency amount } creditsThisMonth { currency amount } debitsThisMonth { currency amount }\n      topSpenders { firmId firmName currency amount } daily { date currency credit debit }\n    }\n  }\n"): (typeof documents)["\n  query WalletDashboard {\n    walletDashboard {\n      firmCount lowBalanceCount\n      totalBalance { currency amount } totalHeld { currency amount } creditsThisMonth { currency amount } debitsThisMonth { currency amount }\n      topSpenders { firmId firmName currency amount } daily { date currency credit debit }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ClientWalletPage($input: ClientWalletPageInput) {\n    clientWalletPage(input: $input) {\n      items { firmId firmName balance available currency lastUpdated pricingPlan { id name } }\n      totalCount pageSize\n    }\n  }\n"): (typeof documents)["\n  query ClientWalletPage($input: ClientWalletPageInput) {\n    clientWalletPage(input: $input) {\n      items { firmId firmName balance available currency lastUpdated pricingPlan { id name } }\n      totalCount pageSize\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ClientWallet($firmId: ID!) {\n    clientWallet(firmId: $firmId) {\n      firmId firmName balance held available currency lastUpdated pricingPlan { id name }\n      totals { credit debit discount adjustment }\n    }\n    clientWalletBalance(firmId: $firmId) { lowBalanceThreshold }\n    firm(id: $firmId) { id timeZone }\n  }\n"): (typeof documents)["\n  query ClientWallet($firmId: ID!) {\n    clientWallet(firmId: $firmId) {\n      firmId firmName balance held available currency lastUpdated pricingPlan { id name }\n      totals { credit debit discount adjustment }\n    }\n    clientWalletBalance(firmId: $firmId) { lowBalanceThreshold }\n    firm(id: $firmId) { id timeZone }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ClientMonth($month: ClientWalletMonthInput!, $page: ClientWalletTransactionPageInput!) {\n    clientWalletSummary(input: $month) {\n      year month currency openingBalance totalCredit totalDebit totalDiscount totalAdjustment closingBalance transactionCount\n      byDay { date debit credit discount adjustment }\n    }\n    clientWalletTransactionPage(input: $page) {\n      items { id type amount balanceAfter currency reason bankRef reference createdBy createdAt }\n      totalCount page pageSize\n    }\n  }\n"): (typeof documents)["\n  query ClientMonth($month: ClientWalletMonthInput!, $page: ClientWalletTransactionPageInput!) {\n    clientWalletSummary(input: $month) {\n      year month currency openingBalance totalCredit totalDebit totalDiscount totalAdjustment closingBalance transactionCount\n      byDay { date debit credit discount adjustment }\n    }\n    clientWalletTransactionPage(input: $page) {\n      items { id type amount balanceAfter currency reason bankRef reference createdBy createdAt }\n      totalCount page pageSize\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ClientBalance($firmId: ID!) { clientWalletBalance(firmId: $firmId) { balance currency } }\n"): (typeof documents)["\n  query ClientBalance($firmId: ID!) { clientWalletBalance(firmId: $firmId) { balance currency } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation CreditWallet($input: CreditWalletInput!) { posting: creditWallet(input: $input) { balance } }"): (typeof documents)["mutation CreditWallet($input: CreditWalletInput!) { posting: creditWallet(input: $input) { balance } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation DiscountWallet($input: DiscountWalletInput!) { posting: discountWallet(input: $input) { balance } }"): (typeof documents)["mutation DiscountWallet($input: DiscountWalletInput!) { posting: discountWallet(input: $input) { balance } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation AdjustWallet($input: AdjustWalletInput!) { posting: adjustWallet(input: $input) { balance } }"): (typeof documents)["mutation AdjustWallet($input: AdjustWalletInput!) { posting: adjustWallet(input: $input) { balance } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Webhooks {\n    webhooks { id name url eventTypes status statusReason ordered updatedAt lastDelivery { id eventType status createdAt } }\n  }\n"): (typeof documents)["\n  query Webhooks {\n    webhooks { id name url eventTypes status statusReason ordered updatedAt lastDelivery { id eventType status createdAt } }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Webhook($id: ID!) {\n    webhook(id: $id) { id name url eventTypes status statusReason ordered createdAt updatedAt }\n  }\n"): (typeof documents)["\n  query Webhook($id: ID!) {\n    webhook(id: $id) { id name url eventTypes status statusReason ordered createdAt updatedAt }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query WebhookEventTypes { webhookEventTypes { type module } }\n"): (typeof documents)["\n  query WebhookEventTypes { webhookEventTypes { type module } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query WebhookDeliveries($input: WebhookDeliveriesInput!) {\n    webhookDeliveries(input: $input) {\n      items { id eventId eventType status attempts responseStatus responseBody nextAttemptAt createdAt }\n      totalCount page pageSize\n    }\n  }\n"): (typeof documents)["\n  query WebhookDeliveries($input: WebhookDeliveriesInput!) {\n    webhookDeliveries(input: $input) {\n      items { id eventId eventType status attempts responseStatus responseBody nextAttemptAt createdAt }\n      totalCount page pageSize\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateWebhook($input: CreateWebhookInput!) { createWebhook(input: $input) { id secret } }\n"): (typeof documents)["\n  mutation CreateWebhook($input: CreateWebhookInput!) { createWebhook(input: $input) { id secret } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateWebhook($input: UpdateWebhookInput!) {\n    updateWebhook(input: $input) { id name url eventTypes status statusReason ordered updatedAt }\n  }\n"): (typeof documents)["\n  mutation UpdateWebhook($input: UpdateWebhookInput!) {\n    updateWebhook(input: $input) { id name url eventTypes status statusReason ordered updatedAt }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation DeleteWebhook($input: WebhookIdInput!) { deleteWebhook(input: $input) }\n"): (typeof documents)["\n  mutation DeleteWebhook($input: WebhookIdInput!) { deleteWebhook(input: $input) }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RotateWebhookSecret($input: WebhookIdInput!) { rotateWebhookSecret(input: $input) { id secret } }\n"): (typeof documents)["\n  mutation RotateWebhookSecret($input: WebhookIdInput!) { rotateWebhookSecret(input: $input) { id secret } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation TestWebhook($input: WebhookIdInput!) { testWebhook(input: $input) { ok message latencyMs } }\n"): (typeof documents)["\n  mutation TestWebhook($input: WebhookIdInput!) { testWebhook(input: $input) { ok message latencyMs } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ReplayWebhook($input: ReplayWebhookInput!) { replayWebhook(input: $input) { id } }\n"): (typeof documents)["\n  mutation ReplayWebhook($input: ReplayWebhookInput!) { replayWebhook(input: $input) { id } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RetryWebhookDelivery($input: WebhookDeliveryIdInput!) {\n    retryWebhookDelivery(input: $input) { id status attempts responseStatus responseBody nextAttemptAt }\n  }\n"): (typeof documents)["\n  mutation RetryWebhookDelivery($input: WebhookDeliveryIdInput!) {\n    retryWebhookDelivery(input: $input) { id status attempts responseStatus responseBody nextAttemptAt }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation BeginPasskey { beginPasskey { publicKey } }"): (typeof documents)["mutation BeginPasskey { beginPasskey { publicKey } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation FinishPasskey($input: FinishPasskeyInput!) { finishPasskey(input: $input) { passkey { id } recoveryCodes } }\n"): (typeof documents)["\n  mutation FinishPasskey($input: FinishPasskeyInput!) { finishPasskey(input: $input) { passkey { id } recoveryCodes } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation BeginTotp { beginTotp { secret uri qrCode } }"): (typeof documents)["mutation BeginTotp { beginTotp { secret uri qrCode } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ConfirmTotp($input: ConfirmTotpInput!) { confirmTotp(input: $input) { recoveryCodes } }\n"): (typeof documents)["\n  mutation ConfirmTotp($input: ConfirmTotpInput!) { confirmTotp(input: $input) { recoveryCodes } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AcceptInvitation($input: AcceptInvitationInput!) { acceptInvitation(input: $input) { firmId } }\n"): (typeof documents)["\n  mutation AcceptInvitation($input: AcceptInvitationInput!) { acceptInvitation(input: $input) { firmId } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation DeclineInvitation($id: ID!) { declineInvitation(id: $id) }\n"): (typeof documents)["\n  mutation DeclineInvitation($id: ID!) { declineInvitation(id: $id) }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ChangePassword($input: ChangePasswordInput!) { changePassword(input: $input) }\n"): (typeof documents)["\n  mutation ChangePassword($input: ChangePasswordInput!) { changePassword(input: $input) }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AcceptMailedInvitation($input: AcceptMailedInvitationInput!) {\n    acceptMailedInvitation(input: $input) { user { id email } }\n  }\n"): (typeof documents)["\n  mutation AcceptMailedInvitation($input: AcceptMailedInvitationInput!) {\n    acceptMailedInvitation(input: $input) { user { id email } }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ForgotPassword($input: ForgotPasswordInput!) { forgotPassword(input: $input) }\n"): (typeof documents)["\n  mutation ForgotPassword($input: ForgotPasswordInput!) { forgotPassword(input: $input) }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ResetPassword($input: ResetPasswordInput!) { resetPassword(input: $input) }\n"): (typeof documents)["\n  mutation ResetPassword($input: ResetPasswordInput!) { resetPassword(input: $input) }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation VerifyEmail($input: VerifyEmailInput!) { verifyEmail(input: $input) }\n"): (typeof documents)["\n  mutation VerifyEmail($input: VerifyEmailInput!) { verifyEmail(input: $input) }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Me {\n    me {\n      user { id firstName lastName email userName emailVerified pendingEmail language }\n      firm { firmId relationId firmName sessionId currency timeZone }\n      role { id name }\n      isSuperFirm\n      permissions\n      firms { firmId relationId firmName sessionId }\n      invitations { id firmName roleName createdAt }\n      mustChangePassword\n      mfaDue\n    }\n  }\n"): (typeof documents)["\n  query Me {\n    me {\n      user { id firstName lastName email userName emailVerified pendingEmail language }\n      firm { firmId relationId firmName sessionId currency timeZone }\n      role { id name }\n      isSuperFirm\n      permissions\n      firms { firmId relationId firmName sessionId }\n      invitations { id firmName roleName createdAt }\n      mustChangePassword\n      mfaDue\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation BeginLoginPasskey { beginLoginPasskey { publicKey } }"): (typeof documents)["mutation BeginLoginPasskey { beginLoginPasskey { publicKey } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation BeginLoginMfaPasskey($input: BeginLoginMfaPasskeyInput!) { beginLoginMfaPasskey(input: $input) { publicKey } }\n"): (typeof documents)["\n  mutation BeginLoginMfaPasskey($input: BeginLoginMfaPasskeyInput!) { beginLoginMfaPasskey(input: $input) { publicKey } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation MarkRead($id: ID!) { markNotificationRead(id: $id) { id status } }"): (typeof documents)["mutation MarkRead($id: ID!) { markNotificationRead(id: $id) { id status } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation DeleteNotification($id: ID!) { deleteNotification(id: $id) }"): (typeof documents)["mutation DeleteNotification($id: ID!) { deleteNotification(id: $id) }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Bell($page: Int!) { notificationPage(input: { page: $page, pageSize: 20 }) { items { id module moduleId title message metadata status createdAt } totalCount } }\n"): (typeof documents)["\n  query Bell($page: Int!) { notificationPage(input: { page: $page, pageSize: 20 }) { items { id module moduleId title message metadata status createdAt } totalCount } }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query NewestNotification { notificationPage(input: { pageSize: 1 }) { items { id } } }"): (typeof documents)["query NewestNotification { notificationPage(input: { pageSize: 1 }) { items { id } } }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation MarkAllRead { markAllNotificationsRead }"): (typeof documents)["mutation MarkAllRead { markAllNotificationsRead }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SetFirm($input: SetFirmInput!) { setFirm(input: $input) { firmId } }\n"): (typeof documents)["\n  mutation SetFirm($input: SetFirmInput!) { setFirm(input: $input) { firmId } }\n"];

export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}

export type DocumentType<TDocumentNode extends DocumentNode<any, any>> = TDocumentNode extends DocumentNode<  infer TType,  any>  ? TType  : never;