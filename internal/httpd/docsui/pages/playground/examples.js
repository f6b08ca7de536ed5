// Examples for each area of the API.

/** What the editor begins with. */
export const welcome = `# firmhub's GraphQL API. Sign in above, or give an API key as X-Api-Key
# under Headers, then press the arrow (Ctrl-Enter).
# Ctrl-Space completes; the book on the left is the documentation, and beside it are examples.

query WhoAmI {
  me {
    user { firstName lastName email }
    firm { firmName currency timeZone }
    role { name }
    permissions
  }
}
`;

const now = new Date();
const month = { year: now.getUTCFullYear(), month: now.getUTCMonth() + 1 };

/** Stands in the variables for the id of whoever has signed in. */
export const yourself = 'your-user-id';

/** Stands for the id of the newest import. */
export const newestImport = 'id-of-an-import';

/** Stands for the id of the newest firm. */
export const newestFirm = 'id-of-a-firm';

/** The areas, each with its examples. */
export const areas = [
  ['Account', [
    { name: 'Who am I', query: welcome.slice(welcome.indexOf('query')) },
    { name: 'My sessions', query: `query MySessions {
  sessions { id device address firmName isCurrent lastUsedAt }
}` },
    { name: 'My invitations', query: `query MyInvitations {
  invitations { id firmName roleName createdAt }
}` },
  ]],
  ['Contacts', [
    { name: 'Newest contacts', query: `query NewestContacts {
  contacts(first: 10) {
    totalCount
    edges {
      cursor
      node { id firstName lastName phones { phoneCC phone isPrimary } emails { email } tags }
    }
    pageInfo { hasNextPage endCursor }
  }
}` },
    { name: 'Search', query: `query SearchContacts($term: String!) {
  contactSearch(input: { searchTerm: $term, pageSize: 5 }) {
    totalCount
    items { id firstName lastName phones { phone } emails { email } }
  }
}`, variables: { term: 'an' } },
    { name: 'Tags', query: `query Tags {
  tagPage(input: { pageSize: 10 }) {
    totalCount
    items { name contactCount }
  }
}` },
    { name: 'Create a contact', query: `mutation CreateContact($input: CreateContactInput!) {
  createContact(input: $input) { id firstName lastName phones { phoneCC phone } tags createdAt }
}`, variables: { input: { firstName: 'Ada', lastName: 'Lovelace', phones: [{ phone: '20 7946 0958', phoneCC: '+44', isPrimary: true }], tags: ['vip'] } } },
  ]],
  ['Imports and files', [
    { name: 'Imports', query: `query Imports {
  contactImportPage(input: { pageSize: 5 }) {
    totalCount
    items { id fileName status totalRows createdCount updatedCount failedCount }
  }
}` },
    { name: 'Files', query: `query Files {
  filePage(input: { pageSize: 10 }) {
    totalCount
    items { id name contentType size createdAt }
  }
}` },
    { name: 'Watch an import', query: `subscription ImportProgress($jobId: ID!) {
  importProgress(jobId: $jobId) { status processedRows totalRows createdCount failedCount }
}`, variables: { jobId: newestImport } },
  ]],
  ['Messages', [
    { name: 'Newest messages', query: `query NewestMessages {
  messagePage(input: { pageSize: 10 }) {
    totalCount
    items { id direction phone templateName category status occurredAt }
  }
}` },
    { name: 'Report a message', query: `mutation ReportMessages($input: ReportMessagesInput!) {
  reportMessages(input: $input) { accepted duplicates }
}`, variables: { input: { messages: [{
      providerMessageId: 'wamid.example-1', direction: 'Outbound', phone: '+55 11 96123 4567', category: 'Utility', templateName: 'order_sent', status: 'Sent', occurredAt: now.toISOString(),
    }] } } },
  ]],
  ['Analytics', [
    { name: 'Dashboard', query: `query Dashboard {
  messagingDashboard(input: { period: Weekly }) {
    volume { from to totalSent totalReceived points { date sent received } }
    deliveryStatus { sent delivered read failed deliveryRate readRate }
    topContacts { __typename }
  }
}` },
    { name: 'Volume by day', query: `query Volume {
  messageVolume(input: { period: Monthly }) {
    totalSent
    points { date sent received }
  }
}` },
  ]],
  ['Wallet', [
    { name: 'Balance', query: `query Balance {
  walletBalance { balance currency lastUpdated }
}` },
    { name: 'Transactions', query: `query Transactions {
  walletTransactions(first: 10) {
    totalCount
    edges { node { id type amount balanceAfter currency reason createdBy createdAt } }
    pageInfo { hasNextPage endCursor }
  }
}` },
    { name: 'Month', query: `query Month($input: WalletMonthInput!) {
  walletMonthlySummary(input: $input) {
    currency openingBalance totalCredit totalDebit totalDiscount totalAdjustment closingBalance
    byDay { date debit credit }
  }
}`, variables: { input: month } },
    { name: 'Watch the balance', query: `subscription BalanceChanges {
  walletBalanceChanged { balance currency lastUpdated }
}` },
  ]],
  ['Notifications', [
    { name: 'Unread notifications', query: `query Unread {
  unreadNotificationCount
  notifications(first: 10, status: Unread) {
    edges { node { id title message module createdAt } }
  }
}` },
    { name: 'Raise a notification', query: `mutation Raise($input: CreateNotificationInput!) {
  createNotification(input: $input) { id title createdAt }
}`, variables: { input: { title: 'Hello', message: 'From the playground.', module: 'System' } } },
    { name: 'Watch notifications', query: `subscription Notifications {
  notificationReceived { id title message module createdAt }
}` },
    { name: 'Watch the unread count', query: `subscription UnreadCount {
  unreadCountChanged
}` },
  ]],
  ['Users and roles', [
    { name: 'Users', query: `query Users {
  userPage(input: { pageSize: 10 }) {
    totalCount
    items { id firstName lastName email status role { name } }
  }
}` },
    { name: 'Roles with permissions', query: `query Roles {
  roles { id name description userCount permissions { moduleName propertyName } }
}` },
    { name: 'Why is it allowed?', query: `query Explain($input: ExplainAccessInput!) {
  explainAccess(input: $input) { allowed reason line }
}`, variables: { input: { userId: yourself, module: 'Contact', action: 'View' } } },
    { name: 'Create a role', query: `mutation CreateRole($input: CreateRoleInput!) {
  createRole(input: $input) { id name description }
}`, variables: { input: { name: 'Reception', description: 'Answers the phone.' } } },
  ]],
  ['API clients', [
    { name: 'API clients', query: `query ApiClients {
  apiClientPage(input: { pageSize: 10 }) {
    totalCount
    items { id name keyPrefix status permissions lastUsedAt }
  }
}` },
    { name: 'Create an API key', query: `mutation CreateKey($input: CreateApiClientInput!) {
  createApiClient(input: $input) { id name apiKey }
}`, variables: { input: { name: 'Web shop', permissions: ['Contact:View'] } } },
  ]],
  ['Audit', [
    { name: 'Audit log', query: `query AuditLog {
  auditLog(input: { pageSize: 10 }) {
    totalCount
    items { createdAt action actor { name } target { type name } before after }
  }
}` },
  ]],
  ['Administration (super-firm)', [
    { name: 'Firms', query: `query Firms {
  firmPage(input: { pageSize: 10 }) {
    totalCount
    items { id name isActive currency timeZone userCount contactCount }
  }
}` },
    { name: 'Create a firm', query: `mutation CreateFirm($input: CreateFirmInput!) {
  createFirm(input: $input) { id name currency timeZone }
}`, variables: { input: {
      name: 'Padaria Aurora', currency: 'BRL', timeZone: 'America/Sao_Paulo',
      owner: { firstName: 'Clara', lastName: 'Nunes', email: 'clara@aurora.example', password: 'Try-firmhub-1' },
    } } },
    { name: 'Change a firm', query: `mutation UpdateFirm($input: UpdateFirmInput!) {
  updateFirm(input: $input) { id name lowBalanceThreshold messagingTier }
}`, variables: { input: { id: newestFirm, lowBalanceThreshold: '50', messagingTier: 'Tier2000' } } },
    { name: 'Credit a wallet', query: `mutation CreditWallet($input: CreditWalletInput!) {
  creditWallet(input: $input) { balance transaction { id amount currency reason } }
}`, variables: { input: { firmId: newestFirm, amount: '100', reason: 'Bank transfer' } } },
    { name: 'Wallets of all firms', query: `query Wallets {
  walletDashboard {
    firmCount lowBalanceCount
    totalBalance { currency amount }
    topSpenders { firmName currency amount }
  }
}` },
    { name: 'Policy rules', query: `query PolicyRules {
  policyRules { id line note problem }
}` },
    { name: 'Rehearse a policy rule', query: `query RehearsePolicyRule($input: RehearsePolicyRuleInput!) {
  rehearsePolicyRule(input: $input) {
    warnings { kind message }
    subjectCount
    subjects { subject { name firmName } gained lost }
    refused { calls people apiClients }
    allowed { calls people apiClients }
  }
}`, variables: { input: { add: ['p, role:support, *, *, View, allow'] } } },
    { name: 'Create a policy rule', query: `mutation CreatePolicyRule($input: CreatePolicyRuleInput!) {
  createPolicyRule(input: $input) { id line note problem }
}`, variables: { input: { line: 'p, role:support, *, *, View, allow', note: 'Support reads along.' } } },
    { name: 'Policy of a firm', query: `query PolicyOfFirm($firmId: ID!) {
  policyExport(firmId: $firmId) { policy model }
}`, variables: { firmId: newestFirm } },
    { name: 'Pricing plans', query: `query PricingPlans {
  pricingPlans { id name currency isDefault prices { category unitPrice validFrom } }
}` },
  ]],
];
