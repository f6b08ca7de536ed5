/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** An invitation to accept. */
export type AcceptInvitationInput = {
  /** The invitation. */
  id: string | number;
  /** The one that the inviting firm typed, not that of the account. */
  password: string;
};

/** An invitation to accept by the link of its mail. */
export type AcceptMailedInvitationInput = {
  /** What the firm entered, by default. */
  firstName?: string | null | undefined;
  /** What the firm entered, by default. */
  lastName?: string | null | undefined;
  /**
   * Required for an account that has never logged in. At least 8 characters, with a lower-case letter, an upper-case letter, a
   * digit and a symbol.
   */
  password?: string | null | undefined;
  /** From the link in the mail. */
  token: string;
};

/** An internal note to add. */
export type AddConversationNoteInput = {
  /** At most 4,096 characters. */
  body: string;
  /** The conversation. */
  id: string | number;
  /** Unique among the notes of the firm, at most 100 characters. The same note with the same reference is added once. */
  reference?: string | null | undefined;
};

/** A postal address of a contact. */
export type AddressInput = {
  /** The city. */
  city?: string | null | undefined;
  /** The country. */
  country?: string | null | undefined;
  /** A landmark nearby. */
  landmark?: string | null | undefined;
  /** The first line, such as street and number. */
  line1?: string | null | undefined;
  /** The second line. */
  line2?: string | null | undefined;
  /** The postal code. */
  pinCode?: string | null | undefined;
  /** The state or region. */
  state?: string | null | undefined;
  /** From 0 to 99; 0 by default. */
  type?: number | null | undefined;
};

/** A kind of address. */
export type AddressKind =
  /** An e-mail address. */
  | 'Email'
  /** A phone, in E.164. */
  | 'Phone'
  /** A person at WhatsApp, by the id that WhatsApp gives. */
  | 'WhatsAppUser';

/** A correction of a balance. */
export type AdjustWalletInput = {
  /** Added to the balance: not 0, from -1000000000000 to 1000000000000. */
  amount: number;
  /** The reference of the bank: at most 100 characters. */
  bankRef?: string | null | undefined;
  /** The firm. */
  firmId: string | number;
  /** Makes a request with the same key and values return the first answer and move nothing, for 30 days: 1 to 200 visible ASCII characters. */
  idempotencyKey?: string | null | undefined;
  /** Why, for the ledger and the audit log: at most 500 characters. */
  reason: string;
};

/** Which page of which API clients to read. */
export type ApiClientPageInput = {
  /** The number of the page, from 1; 1 by default. */
  page?: number | null | undefined;
  /** From 1 to 100; 20 by default. */
  pageSize?: number | null | undefined;
  /** All when left out; over REST, leaving it out returns an array of the active ones. */
  status?: ApiClientStatusFilter | null | undefined;
};

/** Whether a key works. */
export type ApiClientStatus =
  /** The key works. */
  | 'Active'
  /** The key has expired. A later expiresAt makes it work again. */
  | 'Expired'
  /** The key was revoked, for good. */
  | 'Revoked';

/** Which API clients to list. */
export type ApiClientStatusFilter =
  /** Those whose key works. */
  | 'Active'
  /** All of them. */
  | 'All'
  /** Those whose key has expired. */
  | 'Expired'
  /** Those whose key was revoked. */
  | 'Revoked';

/** Which part of the usage of a key to read. */
export type ApiClientUsageInput = {
  /** The start of the period; seven days ago by default. */
  from?: string | null | undefined;
  /** The API client. */
  id: string | number;
  /** The number of the page, from 1; 1 by default. */
  pageNumber?: number | null | undefined;
  /** From 1 to 100; 20 by default. */
  pageSize?: number | null | undefined;
  /** The end of the period, not included; now by default. */
  to?: string | null | undefined;
};

/** Who answers in a conversation. */
export type AssignConversationInput = {
  /** The conversation. */
  id: string | number;
  /** The user; null or left out for nobody. */
  userId?: string | number | null | undefined;
};

/** A kind of actor. */
export type AuditActorKind =
  /** A program with a key. */
  | 'ApiClient'
  /** The command line, or firmhub itself. */
  | 'System'
  /** A person. */
  | 'User';

/** Which page of which audit entries to read. */
export type AuditLogInput = {
  /** Such as role.update, or role for everything done to roles. */
  action?: string | null | undefined;
  /** Only what this user or API client did. */
  actorId?: string | number | null | undefined;
  /** Another firm; only for users of the super-firm. */
  firmId?: string | number | null | undefined;
  /** The start of the period. */
  from?: string | null | undefined;
  /** The number of the page, from 1; 1 by default. */
  page?: number | null | undefined;
  /** From 1 to 100; 20 by default. */
  pageSize?: number | null | undefined;
  /** Only what was done to this record. */
  targetId?: string | number | null | undefined;
  /** The end of the period, not included. */
  to?: string | null | undefined;
};

/** A log-in that waits for a second factor. */
export type BeginLoginMfaPasskeyInput = {
  /** The mfaToken of the log-in. */
  mfaToken: string;
};

/** Contacts: exactly one of everyone, contactIds, importId and filter, narrowed by tags. */
export type CampaignAudienceInput = {
  /** These contacts, at most 10,000. */
  contactIds?: Array<string | number> | null | undefined;
  /** All contacts. */
  everyone?: boolean | null | undefined;
  /** The contacts that a filter selects. */
  filter?: CampaignFilterInput | null | undefined;
  /** The contacts that an import has created or changed. */
  importId?: string | number | null | undefined;
  /** Tags, all of which a contact must have. */
  tagsAll?: Array<string> | null | undefined;
  /** Tags, one of which a contact must have. */
  tagsAny?: Array<string> | null | undefined;
  /** Tags, none of which a contact may have. */
  tagsNone?: Array<string> | null | undefined;
};

/** A filter of contacts. */
export type CampaignFilterInput = {
  /** As of the list of contacts; required. */
  searchTerm: string;
};

/** A filter and a page of campaigns. */
export type CampaignPageInput = {
  /** Only those of this channel. */
  channelId?: string | number | null | undefined;
  /** The number of the page, from 1. */
  page?: number | null | undefined;
  /** The greatest number of items on a page, up to 100. */
  pageSize?: number | null | undefined;
  /** Only those whose name contains it, whatever the case of its letters. */
  searchTerm?: string | null | undefined;
  /** Only those of this status. */
  status?: CampaignStatus | null | undefined;
  /** Only those of this template. */
  templateId?: string | number | null | undefined;
};

/** Why a campaign is paused. */
export type CampaignPauseReason =
  /** Its channel is deleted, or can't send these messages. */
  | 'ChannelUnavailable'
  /** The available balance is less than its price. */
  | 'InsufficientBalance'
  /** Somebody paused it. */
  | 'Requested'
  /** Its template can't be sent. A campaign that has begun goes on when the template is approved. */
  | 'TemplatePaused';

/** The state of a recipient. */
export type CampaignRecipientState =
  /** Its message was cancelled. */
  | 'Cancelled'
  /** Its message was delivered. */
  | 'Delivered'
  /** Its message has failed. */
  | 'Failed'
  /** Its message is still to be sent, or is being sent. */
  | 'Queued'
  /** Its message was read. */
  | 'Read'
  /** The provider took its message. */
  | 'Sent'
  /** It gets no message. */
  | 'Skipped'
  /** Nobody knows whether its message was sent. */
  | 'Unknown';

/** A campaign, a filter and a page of its recipients. */
export type CampaignRecipientsInput = {
  /** The campaign. */
  id: string | number;
  /** The number of the page, from 1. */
  page?: number | null | undefined;
  /** The greatest number of items on a page, up to 100. */
  pageSize?: number | null | undefined;
  /** Only those that are skipped or have failed for this reason, as the reasons of the campaign name it. */
  reason?: string | null | undefined;
  /** Only those in this state. */
  state?: CampaignRecipientState | null | undefined;
};

/** Why a contact gets no message. */
export type CampaignSkipReason =
  /** A contact before it has the same address. */
  | 'DuplicateAddress'
  /** It is not active. */
  | 'Inactive'
  /** The mail server of its address refuses it for good. */
  | 'InvalidAddress'
  /** A parameter of the template has no value for it, or the text would be too long. */
  | 'MissingParameter'
  /** It has no address for the channel. */
  | 'NoAddress'
  /** It has not opted in, which the firm requires. */
  | 'NotOptedIn'
  /** It has opted out. */
  | 'OptedOut';

/** How far a campaign has come. */
export type CampaignStatus =
  /** It was ended before. */
  | 'Cancelled'
  /** All of its messages have been sent, or have failed. */
  | 'Completed'
  /** People work on it. */
  | 'Draft'
  /** It could not be prepared. Nothing was sent. */
  | 'Failed'
  /** It sends nothing until it goes on. */
  | 'Paused'
  /** Its price is held, after its audience was counted, and its recipients are being stored. */
  | 'Preparing'
  /** It sends. */
  | 'Running'
  /** It begins at its time. */
  | 'Scheduled';

/** Whose clocks are meant. */
export type CampaignTimeZone =
  /** Those of the time zone of the firm. */
  | 'Firm'
  /** Those of the recipient, by the phone number; without one those of the firm. */
  | 'Recipient';

/** The current password and the new one. */
export type ChangePasswordInput = {
  /** The password now. */
  currentPassword: string;
  /** At least 8 characters, with a lower-case letter, an upper-case letter, a digit and a symbol; not the current one. */
  newPassword: string;
};

/** Tags to add to contacts and to remove. The same tag must not be in both lists. */
export type ChangeTagsOfContactsInput = {
  /** From 1 to 1,000; repeated ones count once. */
  contactIds: Array<string | number>;
  /** At most 50, of at most 50 characters each; the same word in another casing is the same tag. */
  tagsToAdd?: Array<string> | null | undefined;
  /** At most 50. */
  tagsToRemove?: Array<string> | null | undefined;
};

/** A channel to act on. */
export type ChannelIdInput = {
  /** The channel. */
  id: string | number;
};

/** A kind of provider. */
export type ChannelKind =
  /** A mail server. */
  | 'Email'
  /** A provider inside this server, for demos and tests. */
  | 'Sandbox'
  /** Twilio, or a server with its API. */
  | 'Sms'
  /** The Cloud API of WhatsApp. */
  | 'WhatsApp';

/** A QR code to act on. */
export type ChannelQrCodeInput = {
  /** The code. */
  code: string;
  /** The channel. */
  id: string | number;
};

/** Secrets of a channel, which are never shown again. Those left out stay, and null removes one. */
export type ChannelSecretsInput = {
  /** WhatsApp: the access token. */
  accessToken?: string | null | undefined;
  /** WhatsApp: the secret of the app, which signs what WhatsApp sends. */
  appSecret?: string | null | undefined;
  /** Sms: the token of the account, which also signs what the provider sends. */
  authToken?: string | null | undefined;
  /** Email: the password of the user name. */
  password?: string | null | undefined;
  /** WhatsApp: the token by which WhatsApp checks the address of the hook. */
  verifyToken?: string | null | undefined;
};

/** How a connection to a mail server is secured. */
export type ChannelSecurity =
  /** Not at all. */
  | 'None'
  /** Encrypted before anything of the account is sent. */
  | 'StartTls'
  /** Encrypted from the first byte. */
  | 'Tls';

/** The settings of a channel. Those of another kind are refused. */
export type ChannelSettingsInput = {
  /** Sms: the account. */
  accountSid?: string | null | undefined;
  /** WhatsApp: v23.0 by default. */
  apiVersion?: string | null | undefined;
  /** WhatsApp and Sms: https://graph.facebook.com or https://api.twilio.com by default. */
  baseUrl?: string | null | undefined;
  /** WhatsApp: the id of the business account. */
  businessAccountId?: string | null | undefined;
  /** Sms: the number or name of the sender; either this or messagingServiceSid. Email: the address of the sender. */
  from?: string | null | undefined;
  /** Email: the name of the sender. */
  fromName?: string | null | undefined;
  /** Email: the mail server. */
  host?: string | null | undefined;
  /** Sms: the messaging service that chooses the sender. */
  messagingServiceSid?: string | null | undefined;
  /** WhatsApp: the id of the number. */
  phoneNumberId?: string | null | undefined;
  /** Email: its port. */
  port?: number | null | undefined;
  /** Email: the address for replies. */
  replyTo?: string | null | undefined;
  /** Email: how the connection is secured. */
  security?: ChannelSecurity | null | undefined;
  /** Email: the name to sign in with, if the server needs one. */
  username?: string | null | undefined;
};

/** Whether a channel sends. */
export type ChannelStatus =
  /** It sends. */
  | 'Active'
  /** The provider refuses it; its messages wait. A successful test makes it Active. */
  | 'Failing'
  /** A person has paused it; its messages wait. */
  | 'Paused';

/** Which month of the wallet of a firm to sum up, as the firm counts days; by default the current one. */
export type ClientWalletMonthInput = {
  /** The firm. */
  firmId: string | number;
  /** From 1 to 12, with year. */
  month?: number | null | undefined;
  /** From 2000 to 9999, with month. */
  year?: number | null | undefined;
};

/** Which page of which wallets to read. */
export type ClientWalletPageInput = {
  /** The number of the page, from 1; 1 by default. */
  page?: number | null | undefined;
  /** From 1 to 100; 20 by default. */
  pageSize?: number | null | undefined;
  /** A part of the name of the firm, without regard to case. */
  searchTerm?: string | null | undefined;
};

/** Which page of which transactions of a firm to read. */
export type ClientWalletTransactionPageInput = {
  /** The firm. */
  firmId: string | number;
  /** Only those of a month of the year, from 1 to 12; needs year. */
  month?: number | null | undefined;
  /** The number of the page, from 1; 1 by default. */
  page?: number | null | undefined;
  /** From 1 to 100; 20 by default. */
  pageSize?: number | null | undefined;
  /** Only those of these types; all by default. */
  types?: Array<WalletTransactionType> | null | undefined;
  /** Only those of a year, from 2000 to 9999, as the firm counts days. */
  year?: number | null | undefined;
};

/** A code of the new authenticator. */
export type ConfirmTotpInput = {
  /** The six digits of the authenticator now. */
  code: string;
};

/** Which page of the entries of an address to read. */
export type ConsentHistoryInput = {
  /** A phone with + and the country calling code, an e-mail address or the id of a WhatsApp user. */
  address: string;
  /** The number of the page, from 1; 1 by default. */
  page?: number | null | undefined;
  /** From 1 to 100; 20 by default. */
  pageSize?: number | null | undefined;
};

/** Which page of which entries to read. */
export type ConsentPageInput = {
  /** Only this address: a phone with + and the country calling code, an e-mail address or the id of a WhatsApp user. */
  address?: string | null | undefined;
  /** The number of the page, from 1; 1 by default. */
  page?: number | null | undefined;
  /** From 1 to 100; 20 by default. */
  pageSize?: number | null | undefined;
  /** Only those with this state. */
  state?: ConsentState | null | undefined;
};

/** Where a firm knows from what an address has consented to. */
export type ConsentSource =
  /** A person or program entered it. */
  | 'Api'
  /** A file that was imported. */
  | 'Import'
  /** The person used the link in a mail. */
  | 'Link'
  /** The person has set it at the provider. */
  | 'Preference'
  /** The provider refused a message, because the person has opted out there. */
  | 'Provider'
  /** The person wrote a word such as STOP or START. */
  | 'Word';

/** Whether an address may get marketing messages. */
export type ConsentState =
  /** It may. */
  | 'OptedIn'
  /** It may not. */
  | 'OptedOut'
  /** The mail server of the address refuses it for good, so it gets no mail at all. OptedIn ends that. It can't be entered. */
  | 'Suppressed';

/** A postal address of a contact, as it is from now on: what is left out is empty. */
export type ContactAddressInput = {
  /** The city. */
  city?: string | null | undefined;
  /** The country. */
  country?: string | null | undefined;
  /** The one of the contact that it replaces; a new one where it is left out. */
  id?: string | number | null | undefined;
  /** A landmark nearby. */
  landmark?: string | null | undefined;
  /** The first line, such as street and number. */
  line1?: string | null | undefined;
  /** The second line. */
  line2?: string | null | undefined;
  /** The postal code. */
  pinCode?: string | null | undefined;
  /** The state or region. */
  state?: string | null | undefined;
  /** From 0 to 99; 0 by default. */
  type?: number | null | undefined;
};

/** An e-mail address of a contact, as it is from now on: what is left out has its default. */
export type ContactEmailInput = {
  /** The e-mail address. */
  email: string;
  /** The one of the contact that it replaces; a new one where it is left out. */
  id?: string | number | null | undefined;
  /** Whether it is the e-mail address to use first. */
  isPrimary?: boolean | null | undefined;
  /** From 0 to 99; 0 by default. */
  type?: number | null | undefined;
};

/** An account by which a contact is known. */
export type ContactIdentityInput = {
  /** What kind of account it is. */
  kind: ContactIdentityKind;
  /** The id of the account. */
  value: string;
};

/** The kind of an account by which a contact is known. */
export type ContactIdentityKind =
  /** A user of WhatsApp, who may have no phone number that the firm can see. */
  | 'WhatsAppUser';

/** Which rejected rows of which import are wanted. */
export type ContactImportErrorsInput = {
  /** The id of the import. */
  jobId: string | number;
  /** The number of the page, from 1; 1 by default. */
  page?: number | null | undefined;
  /** From 1 to 100; 20 by default. */
  pageSize?: number | null | undefined;
};

/** What becomes of a row with a cell that can't be stored, such as a phone number that is none. */
export type ContactImportInvalidCells =
  /** The row is rejected. */
  | 'Reject'
  /** The cell is left out, counted in `skippedCells` and listed with the rejected rows. The row is imported, if it still has a name, a phone or an e-mail. */
  | 'Skip';

/** Which page of the imports is wanted. */
export type ContactImportPageInput = {
  /** The number of the page, from 1; 1 by default. */
  page?: number | null | undefined;
  /** From 1 to 100; 20 by default. */
  pageSize?: number | null | undefined;
};

/** Where an import is. */
export type ContactImportStatus =
  /** Somebody ended it. What it wrote stays, and can be undone. */
  | 'Cancelled'
  /** All rows are done, be they imported or rejected. */
  | 'Completed'
  /** It ended early, for the reason in `error`. What it wrote stays, and can be undone. */
  | 'Failed'
  /** It waits for its turn. */
  | 'Queued'
  /** It runs. */
  | 'Running';

/** Where the undoing of an import is. */
export type ContactImportUndo =
  /** The import is undone. */
  | 'Completed'
  /** It ended early; it can be asked for again, and goes on where it was. */
  | 'Failed'
  /** Nobody asked for it. */
  | 'None'
  /** It waits for its turn. */
  | 'Queued'
  /** It runs. */
  | 'Running';

/** Which page of which contacts to read, in which order. */
export type ContactPageInput = {
  /** The number of the page, from 1; 1 by default. */
  page?: number | null | undefined;
  /** From 1 to 100; 20 by default. */
  pageSize?: number | null | undefined;
  /** Words of the name, e-mail address or phone, at most ten different ones; a contact must have all of them. */
  searchTerm?: string | null | undefined;
  /** One of firstName, lastName, createdAt, updatedAt. */
  sortBy?: string | null | undefined;
  /** Whether the order is descending; where sortBy is not given, the newest come first. */
  sortDesc?: boolean | null | undefined;
  /** Contacts must have all of these. */
  tags?: Array<string> | null | undefined;
};

/** A phone number of a contact, as it is from now on: what is left out has its default. */
export type ContactPhoneInput = {
  /** The one of the contact that it replaces; a new one where it is left out. */
  id?: string | number | null | undefined;
  /** Whether it is the number to use first. */
  isPrimary?: boolean | null | undefined;
  /** A number that exists, in any notation. */
  phone: string;
  /** The country calling code with a plus sign; may be left out where the phone itself starts with a plus sign. */
  phoneCC?: string | null | undefined;
  /** From 0 to 99; 0 by default. */
  type?: number | null | undefined;
};

/** From whom an entry of a conversation is. */
export type ConversationDirection =
  /** From the other side. */
  | 'Inbound'
  /** An internal note, which only the firm sees. */
  | 'Note'
  /** From the firm. */
  | 'Outbound';

/** A conversation to act on. */
export type ConversationIdInput = {
  /** The conversation. */
  id: string | number;
};

/** A filter, and a part of the conversations. */
export type ConversationListInput = {
  /** The `next` of the part before. */
  after?: string | null | undefined;
  /** Only those assigned to a user: me, none, or the id of a user. */
  assignedTo?: string | null | undefined;
  /** Only those of this channel. */
  channelId?: string | number | null | undefined;
  /** How many, up to 100. */
  limit?: number | null | undefined;
  /** Only those whose contact or address contains it. */
  searchTerm?: string | null | undefined;
  /** Only those of this status. */
  status?: ConversationStatus | null | undefined;
  /** Only those with unread messages, or only those without. */
  unread?: boolean | null | undefined;
};

/** A part of a conversation. */
export type ConversationMessagesInput = {
  /** The `next` of the part before. */
  after?: string | null | undefined;
  /** The conversation. */
  id: string | number;
  /** How many, up to 100. */
  limit?: number | null | undefined;
};

/** Whether a conversation is worked on. */
export type ConversationStatus =
  /** It is not, until a message arrives. */
  | 'Closed'
  /** It is. */
  | 'Open';

/** A text to count. */
export type CountSegmentsInput = {
  /** At most 4,096 characters. */
  body: string;
};

/** A new API client. */
export type CreateApiClientInput = {
  /** IPv4 and IPv6 addresses and CIDR ranges that the key is accepted from. Left out, null or an empty list: any address. */
  allowedIps?: Array<string> | null | undefined;
  /** At most 500 characters. */
  description?: string | null | undefined;
  /** In the future; never by default. */
  expiresAt?: string | null | undefined;
  /** At most 100 characters. */
  name: string;
  /**
   * Such as Contact:View: of Contact, MessagingAnalytics, MessagingChat and MessagingCampaign, MessagingTemplate:View and
   * Settings:Integrations. Left out or null: what the caller holds of Contact, MessagingAnalytics:View and MessagingChat:SendMessage.
   * An empty list: none, so that the key may do nothing that needs one.
   */
  permissions?: Array<string> | null | undefined;
};

/** A new campaign. */
export type CreateCampaignInput = {
  /** The contacts that it is for. */
  audience: CampaignAudienceInput;
  /** The channel that sends it. */
  channelId: string | number;
  /** How many messages it sends in a second at most; null for the rate of the channel. */
  messagesPerSecond?: number | null | undefined;
  /** At most 200 characters. */
  name: string;
  /**
   * Where the values of the parameters of the template come from: an object with {field, fallback} or {text} for each name. A field is one
   * of firstName, lastName, gender, phone, email, line1, line2, landmark, city, state, country and pinCode. Contacts whose field is empty get
   * the fallback; without one they are skipped.
   */
  parameters?: unknown;
  /** When it sends nothing; null for the quiet hours of the firm. */
  quietHours?: QuietHoursInput | null | undefined;
  /** When it begins after it is executed, at most 365 days ahead; null for at once. */
  scheduledAt?: string | null | undefined;
  /** The template that it sends, of the channel or of all of its kind. */
  templateId: string | number;
  /** Whose clocks scheduledAt and quietHours mean; Firm by default. */
  timeZone?: CampaignTimeZone | null | undefined;
};

/** A new channel. */
export type CreateChannelInput = {
  /** Whether messages that name only the kind are sent by it, in place of the present default. */
  isDefault?: boolean;
  /** The kind of provider, which never changes. */
  kind: ChannelKind;
  /** 80 by default for WhatsApp, 10 for Sms and Email, 1,000 for the Sandbox. */
  messagesPerSecond?: number | null | undefined;
  /** At most 100 characters. */
  name: string;
  /** The secrets of the kind. */
  secrets?: ChannelSecretsInput | null | undefined;
  /** The settings of the kind. The Sandbox has none. */
  settings?: ChannelSettingsInput | null | undefined;
};

/** A new QR code. */
export type CreateChannelQrCodeInput = {
  /** The channel. */
  id: string | number;
  /** What the message of whoever scans it begins with: at most 140 characters. */
  text: string;
};

/** A new contact. */
export type CreateContactInput = {
  /** At most 50. */
  addresses?: Array<AddressInput> | null | undefined;
  /** At most one may be primary; where none is, the first one becomes it. */
  emails?: Array<EmailInput> | null | undefined;
  /** At most 50 characters. */
  firstName: string;
  /** The gender, where it is known. */
  gender?: Gender | null | undefined;
  /** True by default. */
  isActive?: boolean | null | undefined;
  /** At most 50 characters. */
  lastName: string;
  /** At most one may be primary; where none is, the first one becomes it. */
  phones?: Array<PhoneInput> | null | undefined;
  /** An http or https URL. */
  profilePic?: string | null | undefined;
  /** At most 50, of at most 50 characters each; the same word in another casing is the same tag. */
  tags?: Array<string> | null | undefined;
};

/** A new firm. */
export type CreateFirmInput = {
  /** By ISO 4217, for example EUR. */
  currency: string;
  /** A balance that falls below it raises a notification; none does where it is left out. */
  lowBalanceThreshold?: number | null | undefined;
  /** To how many recipients the firm can send in 24 hours; 250 by default. */
  messagingTier?: MessagingTier | null | undefined;
  /** At most 200 characters; unique without regard to case. */
  name: string;
  /** The first user of the firm. */
  owner: FirmOwnerInput;
  /** An active pricing plan in the same currency; the default plan of the currency where it is left out. */
  pricingPlanId?: string | number | null | undefined;
  /** By its IANA name, for example Europe/Lisbon. */
  timeZone: string;
};

/** A new policy rule. */
export type CreatePolicyRuleInput = {
  /** In the format of PolicyRule.line. */
  line: string;
  /** Why the rule exists; at most 500 characters. */
  note?: string | null | undefined;
};

/** A new role. */
export type CreateRoleInput = {
  /** At most 500 characters. */
  description?: string | null | undefined;
  /** True by default. */
  isActive?: boolean | null | undefined;
  /** At most 100 characters; unique in the firm without regard to case. */
  name: string;
};

/** A new template. */
export type CreateTemplateInput = {
  /** The text: at most 4,096 characters, 1,600 for an SMS and 1,024 for WhatsApp. A marketing mail must show {{unsubscribeUrl}}, which firmhub fills in. */
  body: string;
  /** At most 10, for WhatsApp and the Sandbox. */
  buttons?: Array<TemplateButtonInput> | null | undefined;
  /** What its messages are charged as. WhatsApp has no templates of the category Service. */
  category: MessageCategory;
  /** The only channel that sends it; required for WhatsApp. */
  channelId?: string | number | null | undefined;
  /** At most 60 characters without parameters, for WhatsApp and the Sandbox. */
  footer?: string | null | undefined;
  /** The header, for WhatsApp and the Sandbox. */
  header?: TemplateHeaderInput | null | undefined;
  /** The second form of a mail, at most 100,000 characters. Values are escaped by where their parameters stand. */
  html?: string | null | undefined;
  /** The kind of the channels that send it. It can be left out with channelId. */
  kind?: ChannelKind | null | undefined;
  /** Such as en or pt_BR. */
  language: string;
  /** Small letters, digits and _: at most 512. */
  name: string;
  /** Each parameter in the texts, with an example. */
  parameters?: Array<TemplateParameterInput> | null | undefined;
  /** The subject of a mail, at most 200 characters. */
  subject?: string | null | undefined;
};

/** A person to invite. */
export type CreateUserInput = {
  /** The e-mail address of the person. */
  email: string;
  /** At most 50 characters. */
  firstName: string;
  /** At most 50 characters. */
  lastName: string;
  /**
   * At least 8 characters, with a lower-case letter, an upper-case letter, a digit and a symbol. Required unless the server sends
   * mail: the person then chooses a password by the link in the invitation.
   */
  password?: string | null | undefined;
  /** The role that the person gets. */
  roleId: string | number;
  /** The e-mail address by default. */
  userName?: string | null | undefined;
};

/** A new webhook. */
export type CreateWebhookInput = {
  /** The types that it gets, such as contact.created. None, or left out, means all. */
  eventTypes?: Array<string> | null | undefined;
  /** At most 100 characters. */
  name: string;
  /** Whether an event is delivered only after those before it. */
  ordered?: boolean;
  /** An https address on the public internet, at most 2,000 bytes. */
  url: string;
};

/** A top-up. */
export type CreditWalletInput = {
  /** Greater than 0, at most 1000000000000. */
  amount: number;
  /** The reference of the bank, which can be credited to the firm once: at most 100 characters. */
  bankRef?: string | null | undefined;
  /** The firm. */
  firmId: string | number;
  /** Makes a request with the same key and values return the first answer and move nothing, for 30 days: 1 to 200 visible ASCII characters. */
  idempotencyKey?: string | null | undefined;
  /** Why, for the ledger and the audit log: at most 500 characters. */
  reason: string;
};

/** Which contacts to delete. */
export type DeleteContactsInput = {
  /** From 1 to 1,000; repeated ones count once. */
  ids: Array<string | number>;
};

/** A discount. */
export type DiscountWalletInput = {
  /** Greater than 0, at most 1000000000000. */
  amount: number;
  /** The firm. */
  firmId: string | number;
  /** Makes a request with the same key and values return the first answer and move nothing, for 30 days: 1 to 200 visible ASCII characters. */
  idempotencyKey?: string | null | undefined;
  /** Why, for the ledger and the audit log: at most 500 characters. */
  reason: string;
};

/** An e-mail address of a contact. */
export type EmailInput = {
  /** The e-mail address. */
  email: string;
  /** Whether it is the e-mail address to use first. */
  isPrimary?: boolean | null | undefined;
  /** From 0 to 99; 0 by default. */
  type?: number | null | undefined;
};

/** A question about who may do what. */
export type ExplainAccessInput = {
  /** For example View. */
  action: string;
  /** An API client of the firm. */
  apiClientId?: string | number | null | undefined;
  /** For example Contact. */
  module: string;
  /** A user of the firm. */
  userId?: string | number | null | undefined;
};

/** A new passkey and its name. */
export type FinishPasskeyInput = {
  /** The JSON form (toJSON) of what navigator.credentials.create returned. */
  credential: unknown;
  /** At most 100 characters. */
  name: string;
};

/** Which firms. */
export type FirmFilterInput = {
  /** Only active firms, or only the others. */
  isActive?: boolean | null | undefined;
  /** A part of the name, in whatever case. */
  searchTerm?: string | null | undefined;
};

/** The first user of a new firm. */
export type FirmOwnerInput = {
  /** The e-mail address for log-in. */
  email: string;
  /** At most 50 characters. */
  firstName: string;
  /** At most 50 characters. */
  lastName: string;
  /** At least 8 characters, with a lower-case letter, an upper-case letter, a digit and a symbol. */
  password: string;
};

/** Which page of which firms to read. */
export type FirmPageInput = {
  /** Which firms; all by default. */
  filter?: FirmFilterInput | null | undefined;
  /** The number of the page, from 1; 1 by default. */
  page?: number | null | undefined;
  /** From 1 to 100; 20 by default. */
  pageSize?: number | null | undefined;
  /** A field of name, createdAt or updatedAt, then asc or desc: `name asc`. Ascending where the direction is left out; the newest first where all is. */
  sortBy?: string | null | undefined;
};

/** Whose password was forgotten. */
export type ForgotPasswordInput = {
  /** The e-mail address of the account. */
  email: string;
};

/** The gender of a contact. */
export type Gender =
  /** Female. */
  | 'Female'
  /** Male. */
  | 'Male'
  /** Neither of the two. */
  | 'Other';

/** What to import, and how. */
export type ImportContactsInput = {
  /** The country calling code, such as +55, of phone numbers that have none. */
  defaultPhoneCC?: string | null | undefined;
  /** Reads and checks everything and reports what an import would do, and writes nothing. False by default. */
  dryRun?: boolean | null | undefined;
  /** The id of an uploaded file: a CSV, of at most 200 MiB and 2,000,000 rows, that the caller may read. */
  fileId: string | number;
  /** What becomes of a row with a cell that can't be stored; by default the cell is left out and the row imported. */
  invalidCells?: ContactImportInvalidCells | null | undefined;
  /**
   * The fields of columns, by the name of the column in the file, such as `{"Celular": "phone", "Notas": ""}`; an empty text leaves
   * a column out. Columns that are not named here are recognized by their names.
   */
  mapping?: Record<string, string> | null | undefined;
  /** Added to every contact that the file creates or updates; at most 50, of at most 50 characters each. */
  tags?: Array<string> | null | undefined;
  /** True by default. When it is false, rows of contacts that exist change nothing, and count as unchanged. */
  updateExisting?: boolean | null | undefined;
};

/** An invitation to send again. */
export type InviteUserInput = {
  /** The user. */
  id: string | number;
  /** As in createUser; required unless the server sends mail. */
  password?: string | null | undefined;
};

/** Which jobs to list. */
export type JobListInput = {
  /** How many a page has, from 1 to 100; 50 by default. */
  limit?: number | null | undefined;
  /** The number of the page, from 1 to 100; 1 by default. */
  page?: number | null | undefined;
  /** All but Completed by default. */
  states?: Array<JobState> | null | undefined;
};

/** The state of a job, with a capital letter as `firmhub jobs` and `/metrics` name it without. */
export type JobState =
  /** It waits for a worker. */
  | 'Available'
  /** Somebody ended it, or it was refused. */
  | 'Cancelled'
  /** It is done. */
  | 'Completed'
  /** All attempts failed. */
  | 'Discarded'
  /** An attempt failed; the next one follows. */
  | 'Retryable'
  /** It runs. */
  | 'Running'
  /** It waits for its time. */
  | 'Scheduled';

/** Tags that become one. */
export type MergeTagsInput = {
  /** The name of the tag that stays. */
  into: string;
  /** The names of the tags, from 1 to 50, in any letter case. */
  tags: Array<string>;
};

/** What a message is for, by which it is priced. */
export type MessageCategory =
  /** Codes for log-in. */
  | 'Authentication'
  /** Offers and news. */
  | 'Marketing'
  /** Answers to what the recipient wrote. */
  | 'Service'
  /** About something that the recipient ordered or asked for. */
  | 'Utility';

/** What became of the price of a message. */
export type MessageCharge =
  /** It was debited. */
  | 'Charged'
  /** It is held of the balance until the message is sent or has failed. */
  | 'Held'
  /** It costs nothing. */
  | 'None'
  /** It is available again. */
  | 'Released';

/** Which way a message goes. */
export type MessageDirection =
  /** To the firm. */
  | 'Inbound'
  /** From the firm. */
  | 'Outbound';

/** Whether the file of a message can be read. */
export type MessageMediaStatus =
  /** It can't: the provider does not have it any more, or it is larger than 100 MiB. */
  | 'Failed'
  /** Not yet: firmhub is getting it from the provider. */
  | 'Pending'
  /** It can. */
  | 'Ready';

/** Which page of which messages to read. */
export type MessagePageInput = {
  /** Only those of this campaign. */
  campaignId?: string | number | null | undefined;
  /** Only those of this channel. */
  channelId?: string | number | null | undefined;
  /** Only those of this contact. */
  contactId?: string | number | null | undefined;
  /** Only those that go this way. */
  direction?: MessageDirection | null | undefined;
  /** The start of the period. */
  from?: string | null | undefined;
  /** From 1; 1 by default. */
  page?: number | null | undefined;
  /** From 1 to 100; 20 by default. */
  pageSize?: number | null | undefined;
  /** Only those with this phone, in any notation with + and the country calling code. */
  phone?: string | null | undefined;
  /** Only the one with this reference. */
  reference?: string | null | undefined;
  /** Only those with this status. */
  status?: MessageStatus | null | undefined;
  /** The end of the period, not included. */
  to?: string | null | undefined;
};

/** A period. Its days are those of the firm's time zone. */
export type MessagePeriod =
  /** The days from `from` to `to`. */
  | 'Custom'
  /** Today. */
  | 'Daily'
  /** Thirty days, the last of which is today. */
  | 'Monthly'
  /** Seven days, the last of which is today. */
  | 'Weekly'
  /** Twelve months, the last of which is this one. */
  | 'Yearly';

/** Which messages to count. */
export type MessagePeriodInput = {
  /** The first day is the one that has this time, from the year 2000. Required for Custom, and for nothing else. */
  from?: string | null | undefined;
  /** Monthly by default. */
  period?: MessagePeriod | null | undefined;
  /** The last day is the one that has this time; at most 366 days after `from`. Required for Custom, and for nothing else. */
  to?: string | null | undefined;
};

/** How far a message has come. */
export type MessageStatus =
  /** It was cancelled before it was sent. */
  | 'Cancelled'
  /** It has arrived. */
  | 'Delivered'
  /** It was not delivered, and will not be. */
  | 'Failed'
  /** It waits to be sent. */
  | 'Queued'
  /** It was read. */
  | 'Read'
  /** Its provider is being called. */
  | 'Sending'
  /** It has left. */
  | 'Sent'
  /** Its provider was called, and the answer was lost. A status of the provider ends this, or a time. */
  | 'Unknown';

/** To how many recipients a firm can send in 24 hours. */
export type MessagingTier =
  /** 250. */
  | 'Tier250'
  /** 2,000. */
  | 'Tier2000'
  /** 10,000. */
  | 'Tier10000'
  /** 100,000. */
  | 'Tier100000'
  /** Any number. */
  | 'Unlimited';

/** A part of the application. */
export type NotificationModule =
  /** Contacts. */
  | 'Contact'
  /** Messages. */
  | 'Messaging'
  /** Everything else, such as the security of the account. */
  | 'System'
  /** Templates. */
  | 'Template'
  /** Workflows. */
  | 'Workflow';

/** Whether a user has read a notification. */
export type NotificationStatus =
  /** Marked as read, by itself or with all others. */
  | 'Read'
  /** Not read. All are at first. */
  | 'Unread';

/** A phone number of a contact. */
export type PhoneInput = {
  /** Whether it is the number to use first. */
  isPrimary?: boolean | null | undefined;
  /** A number that exists, in any notation. */
  phone: string;
  /** The country calling code with a plus sign; may be left out where the phone itself starts with a plus sign. */
  phoneCC?: string | null | undefined;
  /** From 0 to 99; 0 by default. */
  type?: number | null | undefined;
};

/** The kind of a warning about a policy rule. */
export type PolicyWarningKind =
  /** Another rule says the opposite, or is the same. */
  | 'Conflict'
  /** Nobody's permissions change by the rule. */
  | 'Idle'
  /** Everything is refused in the firms of an invalid rule until it is repaired. They are not compared. */
  | 'Invalid';

/** A template, and the values with which to show it. */
export type PreviewTemplateInput = {
  /** A contact, whose fields are the values of the parameters with their names: firstName, lastName, gender, phone, email, line1, line2, landmark, city, state, country, pinCode. */
  contactId?: string | number | null | undefined;
  /** The template. */
  id: string | number;
  /** Show the version in use, which is sent, instead of the one that people work on. NotFound without one. */
  inUse?: boolean | null | undefined;
  /** Values of parameters. The examples stand for those without one. */
  parameters?: Record<string, string> | null | undefined;
};

/** When messages that firmhub sends are charged. */
export type PricingChargeOn =
  /** When the message was delivered. */
  | 'Delivered'
  /** When the provider took the message. */
  | 'Sent';

/** The price of messages. */
export type PricingPriceInput = {
  /** The category of the messages. */
  category: MessageCategory;
  /** Only for recipients with a number of this country, by ISO 3166, for example BR; any by default. */
  country?: string | null | undefined;
  /** How many units a firm can send in a month before it pays, from 0 to 1,000,000,000; 0 by default. */
  freePerMonth?: number | null | undefined;
  /** Only for channels of this kind; any by default. */
  kind?: ChannelKind | null | undefined;
  /** What costs the unit price; a message by default. */
  unit?: PricingUnit | null | undefined;
  /** From 0 to 1,000,000, in the currency of the plan. */
  unitPrice: number;
};

/** What costs the unit price. */
export type PricingUnit =
  /** A message. */
  | 'Message'
  /** Each segment of a message. Messages other than SMS have one. */
  | 'Segment';

/** A quick reply to act on. */
export type QuickReplyIdInput = {
  /** The quick reply. */
  id: string | number;
};

/** A quick reply. */
export type QuickReplyInput = {
  /** The text: at most 4,096 characters. */
  body: string;
  /** The quick reply to change; left out for a new one. */
  id?: string | number | null | undefined;
  /** By which it is inserted: at most 50 characters. */
  shortcut: string;
};

/** Hours of a day in which campaigns send nothing. They may pass midnight. */
export type QuietHoursInput = {
  /** When they begin, as HH:MM. */
  from: string;
  /** When they end, as HH:MM. */
  to: string;
};

/** A change of the policy rules. To change a rule, remove it and add its new line. */
export type RehearsePolicyRuleInput = {
  /** The new rules, in the format of PolicyRule.line; none to several, at most 100. */
  add: Array<string>;
  /** The ids of the rules to remove; at most 100. */
  remove?: Array<string | number> | null | undefined;
};

/** A passkey to remove. */
export type RemovePasskeyInput = {
  /** The password now. */
  currentPassword: string;
  /** The passkey. */
  id: string | number;
};

/** The password and a code, to remove the authenticator. */
export type RemoveTotpInput = {
  /** The six digits of the authenticator now. */
  code: string;
  /** The password now. */
  currentPassword: string;
};

/** A new name of a tag. */
export type RenameTagInput = {
  /** Whether the new name may be that of another tag, which then has the contacts of both. */
  merge?: boolean | null | undefined;
  /** The new name; another casing is a new name too. At most 50 characters. */
  name: string;
  /** The present name, in any letter case. */
  tag: string;
};

/** The password, and a code or what a passkey has signed, for new recovery codes. */
export type RenewRecoveryCodesInput = {
  /** The six digits of the authenticator now; either it or credential. */
  code?: string | null | undefined;
  /** The JSON form (toJSON) of what navigator.credentials.get returned. */
  credential?: unknown;
  /** The password now. */
  currentPassword: string;
};

/** Which events to deliver again. */
export type ReplayWebhookInput = {
  /** Only events of these types among those of the webhook. */
  eventTypes?: Array<string> | null | undefined;
  /** The webhook. */
  id: string | number;
  /** The events from this time on. */
  since: string;
  /** The events before this time; now by default. */
  until?: string | null | undefined;
};

/** An answer in a conversation. */
export type ReplyInput = {
  /** The text: at most 4,096 characters, 1,600 for an SMS. Either this, a template or a file is required. */
  body?: string | null | undefined;
  /** The conversation. */
  id: string | number;
  /** The file, instead of the body. `fileLimits` of the channel say how large it may be. */
  media?: SendMediaInput | null | undefined;
  /** Unique in the firm, at most 100 characters. The same answer with the same reference is sent once. */
  reference?: string | null | undefined;
  /** The template from which to make the answer, instead of the body. */
  template?: SendTemplateInput | null | undefined;
};

/** A new password, and the token of the mail that allows it. */
export type ResetPasswordInput = {
  /** At least 8 characters, with a lower-case letter, an upper-case letter, a digit and a symbol. */
  newPassword: string;
  /** From the link in the mail. */
  token: string;
};

/** A module and its permissions. */
export type RolePropertyGroupInput = {
  /** At most 100 characters: no white space, comma, colon, star, quote or number sign. */
  moduleName: string;
  /** The permissions; at most 200. */
  properties: Array<RolePropertyInput>;
};

/** A permission of a module. */
export type RolePropertyInput = {
  /** A name for people. By default the action for a new permission, and what it was for one that is changed. */
  displayName?: string | null | undefined;
  /** For an update: the permission whose name changes. */
  id?: string | number | null | undefined;
  /** The action. At most 100 characters: no white space, comma, colon, star, quote or number sign. */
  propertyName: string;
};

/** Which page of which modules to read. */
export type RolePropertyPageInput = {
  /** The number of the page, from 1; 1 by default. */
  page?: number | null | undefined;
  /** From 1 to 100; 20 by default. */
  pageSize?: number | null | undefined;
  /** A part of the name of a module or permission. */
  searchTerm?: string | null | undefined;
};

/** A new pricing plan, or a change of one. What is left out stays as it is; null is refused, except for the id. */
export type SavePricingPlanInput = {
  /** When messages that firmhub sends are charged; Sent by default. */
  chargeOn?: PricingChargeOn | null | undefined;
  /** By ISO 4217, for example EUR. Required for a new plan; that of a plan never changes. */
  currency?: string | null | undefined;
  /** At most 500 characters. */
  description?: string | null | undefined;
  /** The plan to change; a new one without it. */
  id?: string | number | null | undefined;
  /** Whether firms can be given the plan; true by default. */
  isActive?: boolean | null | undefined;
  /** Whether firms of the currency have the plan unless they have another; false by default. */
  isDefault?: boolean | null | undefined;
  /** At most 100 characters; unique without regard to case. Required for a new plan. */
  name?: string | null | undefined;
  /** The prices from now on, at most one for each category, country and kind. A message that none of them fits costs nothing. */
  prices?: Array<PricingPriceInput> | null | undefined;
};

/** How a text is encoded. */
export type SegmentEncoding =
  /** GSM 03.38: 160 characters in a single segment, 153 in each of several. */
  | 'Gsm'
  /** UCS-2: 70 characters in a single segment, 67 in each of several. */
  | 'Ucs2';

/** A file to send. */
export type SendMediaInput = {
  /** At most 1,024 characters; none for a recording by WhatsApp. */
  caption?: string | null | undefined;
  /**
   * An uploaded file that the caller may read. By WhatsApp a picture has at most 5 MiB, a video or a recording 16 MiB and anything else
   * 100 MiB; by mail a file has at most 15 MiB, and by SMS 5,000,000 bytes. It is kept as long as its messages, whatever becomes of the
   * uploaded file.
   */
  fileId: string | number;
};

/** A template, with the values of its parameters. */
export type SendTemplateInput = {
  /** Its language. It can be left out where the firm has the template in one language. */
  language?: string | null | undefined;
  /** The name of an approved template of the channel, or of all channels of its kind. */
  name: string;
  /** A value for each parameter: at most 1,024 characters in one line. Other names are ignored. */
  parameters?: Record<string, string> | null | undefined;
};

/** What an address or a contact has consented to. Either address or contactId is required. */
export type SetConsentInput = {
  /** A phone with + and the country calling code, an e-mail address or the id of a WhatsApp user. It need not be that of a contact. */
  address?: string | null | undefined;
  /** All phones and e-mail addresses of this contact. */
  contactId?: string | number | null | undefined;
  /** How the firm knows it, such as a form or a call; at most 1,000 characters. */
  evidence?: string;
  /** Whether it may get marketing messages. */
  state: ConsentState;
};

/** Whether a conversation is worked on. */
export type SetConversationStatusInput = {
  /** The conversation. */
  id: string | number;
  /** Open or Closed. */
  status: ConversationStatus;
};

/** The firm to switch to. */
export type SetFirmInput = {
  /** The caller's relation to the firm. */
  relationId: string | number;
  /** The current session. */
  sessionId: string | number;
  /** The caller. */
  userId: string | number;
};

/** The permissions of a role. */
export type SetRolePermissionsInput = {
  /**
   * The permissions that the caller has seen. When the role has others by now, the change is refused, unless nothing would
   * change. So nobody overwrites a change of somebody else. Without them nothing is compared.
   */
  expectedPropertyIds?: Array<string | number> | null | undefined;
  /** All the permissions that the role has from now on. */
  propertyIds: Array<string | number>;
  /** The role. */
  roleId: string | number;
};

/** Whether the caller is writing an answer in a conversation. */
export type SetTypingInput = {
  /** The conversation. */
  id: string | number;
  /** Whether it is so. */
  isTyping: boolean;
};

/** A channel whose templates to read. */
export type SyncTemplatesInput = {
  /** A channel of WhatsApp with its businessAccountId. */
  channelId: string | number;
};

/** Which page of which tags to read. */
export type TagPageInput = {
  /** The number of the page, from 1; 1 by default. */
  page?: number | null | undefined;
  /** From 1 to 100; 20 by default. */
  pageSize?: number | null | undefined;
  /** The beginning of a tag, in any letter case. */
  searchTerm?: string | null | undefined;
};

/** A button. */
export type TemplateButtonInput = {
  /** At most 25 characters; required but for a CopyCode. */
  text?: string;
  /** Its type. */
  type: TemplateButtonType;
  /** The https address, which may end in one parameter; the phone; a payload; or the code, which may be a parameter. */
  value?: string;
};

/** The type of a button. */
export type TemplateButtonType =
  /** Copies a code. */
  | 'CopyCode'
  /** Calls a phone. */
  | 'Phone'
  /** Answers with its text. */
  | 'QuickReply'
  /** Opens an address. */
  | 'Url';

/** A header. */
export type TemplateHeaderInput = {
  /** The text: at most 60 characters with one parameter. Of an Image or Document the https address of the file, or a parameter with it. */
  text: string;
  /** Its type. */
  type: TemplateHeaderType;
};

/** The type of a header. */
export type TemplateHeaderType =
  /** A document. */
  | 'Document'
  /** A picture. */
  | 'Image'
  /** A text. */
  | 'Text';

/** A template to act on. */
export type TemplateIdInput = {
  /** The template. */
  id: string | number;
};

/** A filter and a page of templates. */
export type TemplatePageInput = {
  /** Only those of this category. */
  category?: MessageCategory | null | undefined;
  /** Only those of this channel. */
  channelId?: string | number | null | undefined;
  /** Only those of this kind. */
  kind?: ChannelKind | null | undefined;
  /** The number of the page, from 1. */
  page?: number | null | undefined;
  /** The greatest number of items on a page, up to 100. */
  pageSize?: number | null | undefined;
  /** Only those whose name contains it. */
  searchTerm?: string | null | undefined;
  /** Only those of this status. */
  status?: TemplateStatus | null | undefined;
};

/** A parameter. */
export type TemplateParameterInput = {
  /** A value, at most 1,024 characters. */
  example: string;
  /** Its name: letters, digits and _; or a number from 1, for numbered parameters. */
  name: string;
};

/** How far a version of a template has come. */
export type TemplateStatus =
  /** It can be sent. */
  | 'Approved'
  /** The provider has disabled it. */
  | 'Disabled'
  /** People work on it. */
  | 'Draft'
  /** The provider has paused it, because recipients dislike it. */
  | 'Paused'
  /** The provider has rejected it. */
  | 'Rejected'
  /** The provider judges it. */
  | 'Submitted';

/** A change of an API client. What is left out stays as it is; null is refused, except for expiresAt. */
export type UpdateApiClientInput = {
  /** IPv4 and IPv6 addresses and CIDR ranges, which replace the present ones. Left out: they stay. An empty list: any address. */
  allowedIps?: Array<string> | null | undefined;
  /** At most 500 characters. */
  description?: string | null | undefined;
  /** In the future; null means never. */
  expiresAt?: string | null | undefined;
  /** The API client. */
  id: string | number;
  /** At most 100 characters. */
  name?: string | null | undefined;
  /** All that the key may do from now on. Left out: they stay. An empty list: none, so that the key may do nothing that needs one. */
  permissions?: Array<string> | null | undefined;
};

/** A change of a campaign. What is left out stays as it is; null removes scheduledAt, quietHours or messagesPerSecond, and is refused elsewhere. */
export type UpdateCampaignInput = {
  /** The contacts that it is for, as a whole. */
  audience?: CampaignAudienceInput | null | undefined;
  /** The channel that sends it. */
  channelId?: string | number | null | undefined;
  /** The campaign. */
  id: string | number;
  /** How many messages it sends in a second at most. */
  messagesPerSecond?: number | null | undefined;
  /** At most 200 characters. */
  name?: string | null | undefined;
  /** All parameters from now on. */
  parameters?: unknown;
  /** When it sends nothing. */
  quietHours?: QuietHoursInput | null | undefined;
  /** When it begins. */
  scheduledAt?: string | null | undefined;
  /** The template that it sends. */
  templateId?: string | number | null | undefined;
  /** Whose clocks are meant. */
  timeZone?: CampaignTimeZone | null | undefined;
};

/** A change of a channel. What is left out stays as it is; null is refused. */
export type UpdateChannelInput = {
  /** The channel. */
  id: string | number;
  /** True makes it the default of its kind, in place of the present one. */
  isDefault?: boolean | null | undefined;
  /** Ignored: the kind of a channel never changes. */
  kind?: ChannelKind | null | undefined;
  /** From 1 to 10,000. */
  messagesPerSecond?: number | null | undefined;
  /** At most 100 characters. */
  name?: string | null | undefined;
  /** Secrets to set or to remove. */
  secrets?: ChannelSecretsInput | null | undefined;
  /** All settings from now on. */
  settings?: ChannelSettingsInput | null | undefined;
};

/**
 * A change of a contact. What is left out stays as it is; null is refused, except that it clears gender and profilePic, and
 * makes no condition of updatedAt.
 */
export type UpdateContactInput = {
  /** All addresses; at most 50. */
  addresses?: Array<ContactAddressInput> | null | undefined;
  /** Is ignored, so that what was read can be sent back. */
  createdAt?: string | null | undefined;
  /** All e-mail addresses. At most one may be primary; where none is, the first one becomes it. */
  emails?: Array<ContactEmailInput> | null | undefined;
  /** At most 50 characters. It may be empty only where the contact has none, as one of an import. */
  firstName?: string | null | undefined;
  /** The gender; null when it is not known any more. */
  gender?: Gender | null | undefined;
  /** The contact. */
  id: string | number;
  /** Are ignored, so that what was read can be sent back. */
  identities?: Array<ContactIdentityInput> | null | undefined;
  /** Whether the firm still writes to the contact. */
  isActive?: boolean | null | undefined;
  /** At most 50 characters. It may be empty only where the contact has none, as one of an import. */
  lastName?: string | null | undefined;
  /** All phone numbers. At most one may be primary; where none is, the first one becomes it. */
  phones?: Array<ContactPhoneInput> | null | undefined;
  /** An http or https URL; null for none. */
  profilePic?: string | null | undefined;
  /** All tags: at most 50, of at most 50 characters each; the same word in another casing is the same tag. */
  tags?: Array<string> | null | undefined;
  /** The updatedAt of the contact as it was read; when it has changed since, the update is a Conflict. */
  updatedAt?: string | null | undefined;
};

/** A change of a firm. What is left out stays as it is; null is refused, except for pricingPlanId and lowBalanceThreshold. */
export type UpdateFirmInput = {
  /** By ISO 4217; a firm whose wallet has transactions keeps its currency. */
  currency?: string | null | undefined;
  /** The firm. */
  id: string | number;
  /** Whether its users and keys may work. */
  isActive?: boolean | null | undefined;
  /** A balance that falls below it raises a notification; null for none. */
  lowBalanceThreshold?: number | null | undefined;
  /** To how many recipients the firm can send in 24 hours. */
  messagingTier?: MessagingTier | null | undefined;
  /** At most 200 characters; unique without regard to case. */
  name?: string | null | undefined;
  /** An active pricing plan in the currency of the firm; null for the default plan of the currency. */
  pricingPlanId?: string | number | null | undefined;
  /** Whether people need a second factor to work in the firm; who has none can then do nothing there but set one up. */
  requireMfa?: boolean | null | undefined;
  /** Whether marketing messages need the consent of their recipients. */
  requireOptIn?: boolean | null | undefined;
  /** By its IANA name. Transactions stay on the days on which they were booked. */
  timeZone?: string | null | undefined;
};

/** A change of the caller's account. What is left out stays as it is; null is refused. */
export type UpdateMeInput = {
  /** Required to change the e-mail address. */
  currentPassword?: string | null | undefined;
  /** The e-mail address for log-in. */
  email?: string | null | undefined;
  /** At most 50 characters. */
  firstName?: string | null | undefined;
  /** The language of mails: en, pt or es; an empty one for that of the browser. */
  language?: string | null | undefined;
  /** At most 50 characters. */
  lastName?: string | null | undefined;
  /** At most 254 characters. */
  userName?: string | null | undefined;
};

/** Changes of the active firm. What is left out stays as it is; null is refused, except for lowBalanceThreshold and quietHours. */
export type UpdateOwnFirmInput = {
  /** A balance that falls below it raises a notification; null means that none does. */
  lowBalanceThreshold?: number | null | undefined;
  /** At most 200 characters; unique without regard to case. */
  name?: string | null | undefined;
  /** Words by which people opt out, beside those of firmhub: at most 50, each with at most 50 characters. They replace those before. */
  optOutWords?: Array<string> | null | undefined;
  /** Where the firm has its seat: at most 500 characters, with line breaks. Marketing mails from templates end with it. */
  postalAddress?: string | null | undefined;
  /** When campaigns send nothing, unless they have quiet hours of their own; null: they always send. */
  quietHours?: QuietHoursInput | null | undefined;
  /** Whether people need a second factor to work in the firm; who has none can then do nothing there but set one up. */
  requireMfa?: boolean | null | undefined;
  /** Whether marketing messages need the consent of their recipients. */
  requireOptIn?: boolean | null | undefined;
  /** By its IANA name, for example Europe/Lisbon. */
  timeZone?: string | null | undefined;
};

/** A change of a policy rule. What is left out stays as it is; null is refused. */
export type UpdatePolicyRuleInput = {
  /** The rule. */
  id: string | number;
  /** In the format of PolicyRule.line. */
  line?: string | null | undefined;
  /** Why the rule exists; at most 500 characters. */
  note?: string | null | undefined;
};

/** A change of a role. What is left out stays as it is; null is refused. */
export type UpdateRoleInput = {
  /** At most 500 characters. */
  description?: string | null | undefined;
  /** The role. */
  id: string | number;
  /** Whether the role grants its permissions. */
  isActive?: boolean | null | undefined;
  /** At most 100 characters; unique in the firm without regard to case. */
  name?: string | null | undefined;
};

/** A change of a template. What is left out stays as it is; null removes a header, footer, subject or html, and is refused elsewhere. */
export type UpdateTemplateInput = {
  /** The text. */
  body?: string | null | undefined;
  /** All buttons from now on. */
  buttons?: Array<TemplateButtonInput> | null | undefined;
  /** What its messages are charged as. */
  category?: MessageCategory | null | undefined;
  /** Ignored: the channel of a template never changes. */
  channelId?: string | number | null | undefined;
  /** The footer. */
  footer?: string | null | undefined;
  /** The header. */
  header?: TemplateHeaderInput | null | undefined;
  /** The second form of a mail. */
  html?: string | null | undefined;
  /** The template. */
  id: string | number;
  /** Ignored: the kind of a template never changes. */
  kind?: ChannelKind | null | undefined;
  /** Ignored: the language of a template never changes. */
  language?: string | null | undefined;
  /** Ignored: the name of a template never changes. */
  name?: string | null | undefined;
  /** All parameters from now on. */
  parameters?: Array<TemplateParameterInput> | null | undefined;
  /** The subject of a mail. */
  subject?: string | null | undefined;
};

/** A change of a user in the firm. What is left out stays as it is; null is refused. */
export type UpdateUserInput = {
  /** The e-mail address in the firm's list. */
  email?: string | null | undefined;
  /** At most 50 characters. */
  firstName?: string | null | undefined;
  /** The user. */
  id: string | number;
  /** Whether the user may work in the firm. */
  isActive?: boolean | null | undefined;
  /** At most 50 characters. */
  lastName?: string | null | undefined;
  /** The role in the firm. */
  roleId?: string | number | null | undefined;
  /** The user name in the firm's list; at most 254 characters. */
  userName?: string | null | undefined;
};

/** A change of a webhook. What is left out stays as it is; null is refused. */
export type UpdateWebhookInput = {
  /** All types from now on; none means all. */
  eventTypes?: Array<string> | null | undefined;
  /** The webhook. */
  id: string | number;
  /** At most 100 characters. */
  name?: string | null | undefined;
  /** Whether an event is delivered only after those before it. */
  ordered?: boolean | null | undefined;
  /** Active or Paused. */
  status?: WebhookStatus | null | undefined;
  /** An https address on the public internet, at most 2,000 bytes. */
  url?: string | null | undefined;
};

/** Which page of which users to read. */
export type UserPageInput = {
  /** Only active users, or only the others. */
  isActive?: boolean | null | undefined;
  /** The number of the page, from 1; 1 by default. */
  page?: number | null | undefined;
  /** From 1 to 100; 20 by default. */
  pageSize?: number | null | undefined;
  /** Only users with this role. */
  roleId?: string | number | null | undefined;
  /** A part of the first name, last name, both, e-mail address or user name, in whatever case. */
  searchTerm?: string | null | undefined;
  /** Only users with this status. */
  status?: UserStatus | null | undefined;
};

/** Whether a user may work in a firm. */
export type UserStatus =
  /** The user may work in the firm. */
  | 'Active'
  /** The firm has made the user inactive. */
  | 'Inactive'
  /** The person has not accepted yet, and may do nothing here. */
  | 'Invited';

/** The token of a mail that verifies its address. */
export type VerifyEmailInput = {
  /** From the link in the mail. */
  token: string;
};

/** Which month of the wallet to sum up, as the firm counts days. */
export type WalletMonthInput = {
  /** From 1 to 12. */
  month: number;
  /** From 2000 to 9999. */
  year: number;
};

/** Which page of which transactions to read. */
export type WalletTransactionPageInput = {
  /** Only those of a month of the year, from 1 to 12; needs year. */
  month?: number | null | undefined;
  /** The number of the page, from 1; 1 by default. */
  page?: number | null | undefined;
  /** From 1 to 100; 20 by default. */
  pageSize?: number | null | undefined;
  /** Only those of these types; all by default. */
  types?: Array<WalletTransactionType> | null | undefined;
  /** Only those of a year, from 2000 to 9999, as the firm counts days. */
  year?: number | null | undefined;
};

/** A kind of transaction. */
export type WalletTransactionType =
  /** A correction of the balance by an administrator. */
  | 'Adjustment'
  /** A top-up by an administrator. */
  | 'Credit'
  /** The charge for messages or the dispatch of a campaign. */
  | 'Debit'
  /** A discount granted by an administrator. */
  | 'Discount';

/** Which deliveries to list. */
export type WebhookDeliveriesInput = {
  /** Only those of events of this type. */
  eventType?: string | null | undefined;
  /** The webhook. */
  id: string | number;
  /** The number of the page, from 1. */
  page?: number | null | undefined;
  /** The greatest number of items on a page, up to 100. */
  pageSize?: number | null | undefined;
  /** Only those with this status. */
  status?: WebhookDeliveryStatus | null | undefined;
};

/** A delivery to act on. */
export type WebhookDeliveryIdInput = {
  /** The delivery. */
  deliveryId: string | number;
  /** The webhook. */
  id: string | number;
};

/** How far a delivery has come. */
export type WebhookDeliveryStatus =
  /** The receiver has taken it. */
  | 'Delivered'
  /** All attempts have failed. */
  | 'Failed'
  /** It waits for an attempt. */
  | 'Pending';

/** A webhook to act on. */
export type WebhookIdInput = {
  /** The webhook. */
  id: string | number;
};

/** Whether a webhook gets events. */
export type WebhookStatus =
  /** It gets events. */
  | 'Active'
  /** Its receiver answered 410 Gone, or failed for 5 days; its events wait, for 30 days. */
  | 'Disabled'
  /** A person has paused it; its events wait, for 30 days. */
  | 'Paused';

export type NotificationStatusFragment = { id: string, status: NotificationStatus };

export type QuoteQueryVariables = Exact<{ [key: string]: never; }>;


export type QuoteQuery = { quoteCampaign: { recipients: number } | null };

export type UpdateMutationVariables = Exact<{ [key: string]: never; }>;


export type UpdateMutation = { updateCampaign: { id: string } };

export type ListedWebhooksQueryVariables = Exact<{ [key: string]: never; }>;


export type ListedWebhooksQuery = { all: Array<{ id: string, name: string }> | null };

export type RemoveListedMutationVariables = Exact<{ [key: string]: never; }>;


export type RemoveListedMutation = { removed: string };

export type ListedRolesQueryVariables = Exact<{ [key: string]: never; }>;


export type ListedRolesQuery = { roles: Array<{ id: string }> | null };

export type PropertiesQueryVariables = Exact<{ [key: string]: never; }>;


export type PropertiesQuery = { roleProperties: Array<{ id: string, moduleName: string, propertyName: string, displayName: string }> | null };

export type CountSegmentsQueryVariables = Exact<{
  input: CountSegmentsInput;
}>;


export type CountSegmentsQuery = { countSegments: { encoding: SegmentEncoding, segments: number, charactersLeft: number } | null };

export type ExplainQueryVariables = Exact<{
  input: ExplainAccessInput;
}>;


export type ExplainQuery = { explainAccess: { allowed: boolean, reason: string, line: string | null, role: { id: string, name: string } | null } | null };

export type PreviewTemplateQueryVariables = Exact<{
  input: PreviewTemplateInput;
}>;


export type PreviewTemplateQuery = { previewTemplate: { subject: string | null, body: string, footer: string | null, html: string | null, header: { type: TemplateHeaderType, text: string } | null, buttons: Array<{ type: TemplateButtonType, text: string, value: string }> } | null };

export type ApiClientPageQueryVariables = Exact<{
  input?: ApiClientPageInput | null | undefined;
}>;


export type ApiClientPageQuery = { apiClientPage: { totalCount: number, page: number, pageSize: number, items: Array<{ id: string, name: string, description: string, keyPrefix: string, status: ApiClientStatus, expiresAt: string | null, lastUsedAt: string | null, createdAt: string }> } | null };

export type ApiClientQueryVariables = Exact<{
  id: string | number;
}>;


export type ApiClientQuery = { apiClient: { id: string, name: string, description: string, keyPrefix: string, allowedIps: Array<string>, permissions: Array<string>, expiresAt: string | null, status: ApiClientStatus, lastUsedAt: string | null, createdAt: string, updatedAt: string } | null };

export type ApiClientUsageQueryVariables = Exact<{
  input: ApiClientUsageInput;
}>;


export type ApiClientUsageQuery = { apiClientUsage: { totalCount: number, page: number, pageSize: number, items: Array<{ timestamp: string, method: string, path: string, statusCode: number, ipAddress: string, durationMs: number }>, summary: { totalRequests: number, errorCount: number, byDay: Array<{ date: string, count: number }> } } | null };

export type CreateApiClientMutationVariables = Exact<{
  input: CreateApiClientInput;
}>;


export type CreateApiClientMutation = { createApiClient: { id: string, apiKey: string } };

export type UpdateApiClientMutationVariables = Exact<{
  input: UpdateApiClientInput;
}>;


export type UpdateApiClientMutation = { updateApiClient: { id: string, name: string, description: string, allowedIps: Array<string>, permissions: Array<string>, expiresAt: string | null, status: ApiClientStatus, updatedAt: string } };

export type RegenerateApiClientMutationVariables = Exact<{
  id: string | number;
}>;


export type RegenerateApiClientMutation = { regenerateApiClient: { id: string, apiKey: string, apiClient: { id: string, keyPrefix: string, updatedAt: string } } };

export type RevokeApiClientMutationVariables = Exact<{
  id: string | number;
}>;


export type RevokeApiClientMutation = { revokeApiClient: { id: string, status: ApiClientStatus, updatedAt: string } };

export type AuditQueryVariables = Exact<{
  input?: AuditLogInput | null | undefined;
}>;


export type AuditQuery = { auditLog: { totalCount: number, page: number, pageSize: number, items: Array<{ id: string, createdAt: string, action: string, before: unknown, after: unknown, address: string, requestId: string, actor: { kind: AuditActorKind, actorId: string | null, name: string }, target: { type: string, name: string } }> } | null };

export type CampaignsQueryVariables = Exact<{
  input?: CampaignPageInput | null | undefined;
}>;


export type CampaignsQuery = { campaigns: { totalCount: number, page: number, pageSize: number, items: Array<{ id: string, name: string, channelId: string, templateId: string, scheduledAt: string | null, status: CampaignStatus, pauseReason: CampaignPauseReason | null, spent: number, currency: string, startedAt: string | null, finishedAt: string | null, updatedAt: string, counts: { recipients: number, skipped: number, queued: number, sent: number, delivered: number, read: number, failed: number, unknown: number, cancelled: number } }> } | null };

export type CampaignQueryVariables = Exact<{
  id: string | number;
}>;


export type CampaignQuery = { campaign: { id: string, name: string, channelId: string, templateId: string, parameters: unknown, scheduledAt: string | null, timeZone: CampaignTimeZone, messagesPerSecond: number | null, status: CampaignStatus, pauseReason: CampaignPauseReason | null, held: number, spent: number, currency: string, startedAt: string | null, finishedAt: string | null, createdAt: string, updatedAt: string, audience: { everyone: boolean, contactIds: Array<string> | null, importId: string | null, tagsAll: Array<string> | null, tagsAny: Array<string> | null, tagsNone: Array<string> | null, filter: { searchTerm: string } | null }, quietHours: { from: string, to: string } | null, counts: { recipients: number, skipped: number, queued: number, sent: number, delivered: number, read: number, failed: number, unknown: number, cancelled: number }, reasons: Array<{ state: CampaignRecipientState, reason: string, count: number }> } | null };

export type CampaignProgressSubscriptionVariables = Exact<{
  id: string | number;
}>;


export type CampaignProgressSubscription = { campaignProgress: { id: string, status: CampaignStatus, pauseReason: CampaignPauseReason | null, held: number, spent: number, startedAt: string | null, finishedAt: string | null, updatedAt: string, counts: { recipients: number, skipped: number, queued: number, sent: number, delivered: number, read: number, failed: number, unknown: number, cancelled: number }, reasons: Array<{ state: CampaignRecipientState, reason: string, count: number }> } };

export type CreateCampaignMutationVariables = Exact<{
  input: CreateCampaignInput;
}>;


export type CreateCampaignMutation = { createCampaign: { id: string, name: string, channelId: string, templateId: string, parameters: unknown, scheduledAt: string | null, timeZone: CampaignTimeZone, messagesPerSecond: number | null, status: CampaignStatus, pauseReason: CampaignPauseReason | null, held: number, spent: number, currency: string, startedAt: string | null, finishedAt: string | null, createdAt: string, updatedAt: string, audience: { everyone: boolean, contactIds: Array<string> | null, importId: string | null, tagsAll: Array<string> | null, tagsAny: Array<string> | null, tagsNone: Array<string> | null, filter: { searchTerm: string } | null }, quietHours: { from: string, to: string } | null, counts: { recipients: number, skipped: number, queued: number, sent: number, delivered: number, read: number, failed: number, unknown: number, cancelled: number }, reasons: Array<{ state: CampaignRecipientState, reason: string, count: number }> } };

export type UpdateCampaignMutationVariables = Exact<{
  input: UpdateCampaignInput;
}>;


export type UpdateCampaignMutation = { updateCampaign: { id: string, name: string, channelId: string, templateId: string, parameters: unknown, scheduledAt: string | null, timeZone: CampaignTimeZone, messagesPerSecond: number | null, status: CampaignStatus, pauseReason: CampaignPauseReason | null, held: number, spent: number, currency: string, startedAt: string | null, finishedAt: string | null, createdAt: string, updatedAt: string, audience: { everyone: boolean, contactIds: Array<string> | null, importId: string | null, tagsAll: Array<string> | null, tagsAny: Array<string> | null, tagsNone: Array<string> | null, filter: { searchTerm: string } | null }, quietHours: { from: string, to: string } | null, counts: { recipients: number, skipped: number, queued: number, sent: number, delivered: number, read: number, failed: number, unknown: number, cancelled: number }, reasons: Array<{ state: CampaignRecipientState, reason: string, count: number }> } };

export type DeleteCampaignMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteCampaignMutation = { deleteCampaign: string };

export type ExecuteCampaignMutationVariables = Exact<{
  id: string | number;
}>;


export type ExecuteCampaignMutation = { executeCampaign: { id: string, status: CampaignStatus, pauseReason: CampaignPauseReason | null, held: number, spent: number, startedAt: string | null, finishedAt: string | null, updatedAt: string, counts: { recipients: number, skipped: number, queued: number, sent: number, delivered: number, read: number, failed: number, unknown: number, cancelled: number }, reasons: Array<{ state: CampaignRecipientState, reason: string, count: number }> } };

export type PauseCampaignMutationVariables = Exact<{
  id: string | number;
}>;


export type PauseCampaignMutation = { pauseCampaign: { id: string, status: CampaignStatus, pauseReason: CampaignPauseReason | null, held: number, spent: number, startedAt: string | null, finishedAt: string | null, updatedAt: string, counts: { recipients: number, skipped: number, queued: number, sent: number, delivered: number, read: number, failed: number, unknown: number, cancelled: number }, reasons: Array<{ state: CampaignRecipientState, reason: string, count: number }> } };

export type ResumeCampaignMutationVariables = Exact<{
  id: string | number;
}>;


export type ResumeCampaignMutation = { resumeCampaign: { id: string, status: CampaignStatus, pauseReason: CampaignPauseReason | null, held: number, spent: number, startedAt: string | null, finishedAt: string | null, updatedAt: string, counts: { recipients: number, skipped: number, queued: number, sent: number, delivered: number, read: number, failed: number, unknown: number, cancelled: number }, reasons: Array<{ state: CampaignRecipientState, reason: string, count: number }> } };

export type CancelCampaignMutationVariables = Exact<{
  id: string | number;
}>;


export type CancelCampaignMutation = { cancelCampaign: { id: string, status: CampaignStatus, pauseReason: CampaignPauseReason | null, held: number, spent: number, startedAt: string | null, finishedAt: string | null, updatedAt: string, counts: { recipients: number, skipped: number, queued: number, sent: number, delivered: number, read: number, failed: number, unknown: number, cancelled: number }, reasons: Array<{ state: CampaignRecipientState, reason: string, count: number }> } };

export type QuoteCampaignQueryVariables = Exact<{
  id: string | number;
}>;


export type QuoteCampaignQuery = { quoteCampaign: { recipients: number, price: number, currency: string, available: number, sufficient: boolean, complete: boolean, tierLeft: number | null, aboveTier: number, campaignUpdatedAt: string, skipped: { noAddress: number, optedOut: number, notOptedIn: number, duplicateAddress: number, missingParameter: number, invalidAddress: number, inactive: number } } | null };

export type CampaignRecipientsQueryVariables = Exact<{
  input: CampaignRecipientsInput;
}>;


export type CampaignRecipientsQuery = { campaignRecipients: { totalCount: number, page: number, pageSize: number, items: Array<{ id: string, contactId: string, address: string | null, state: CampaignRecipientState, skipReason: CampaignSkipReason | null, price: number, dueAt: string | null, messageId: string | null, sentAt: string | null, errorCode: string | null }> } | null };

export type CampaignChannelsQueryVariables = Exact<{ [key: string]: never; }>;


export type CampaignChannelsQuery = { channelLookup: Array<{ id: string, name: string, kind: ChannelKind }> | null };

export type CampaignTemplateQueryVariables = Exact<{
  id: string | number;
}>;


export type CampaignTemplateQuery = { template: { id: string, name: string, language: string, category: MessageCategory, kind: ChannelKind, channelId: string | null, body: string, status: TemplateStatus, approvedVersion: number | null, parameters: Array<{ name: string, example: string }>, approved: { category: MessageCategory, body: string, parameters: Array<{ name: string, example: string }> } | null } | null };

export type CampaignTemplateNamesQueryVariables = Exact<{
  input?: TemplatePageInput | null | undefined;
}>;


export type CampaignTemplateNamesQuery = { templates: { items: Array<{ id: string, name: string, language: string }> } | null };

export type CampaignTemplateNameQueryVariables = Exact<{
  id: string | number;
}>;


export type CampaignTemplateNameQuery = { template: { id: string, name: string, language: string } | null };

export type SampleContactQueryVariables = Exact<{ [key: string]: never; }>;


export type SampleContactQuery = { contactPage: { totalCount: number, items: Array<{ id: string, firstName: string, lastName: string, gender: Gender | null, phones: Array<{ id: string, phone: string, isPrimary: boolean }>, emails: Array<{ id: string, email: string, isPrimary: boolean }>, addresses: Array<{ id: string, line1: string, line2: string, landmark: string, city: string, state: string, country: string, pinCode: string }> }> } | null };

export type CampaignImportsQueryVariables = Exact<{ [key: string]: never; }>;


export type CampaignImportsQuery = { contactImportPage: { items: Array<{ id: string, fileName: string, status: ContactImportStatus, dryRun: boolean, undo: ContactImportUndo, createdCount: number, updatedCount: number, createdAt: string }> } | null };

export type ChosenContactQueryVariables = Exact<{
  id: string | number;
}>;


export type ChosenContactQuery = { contact: { id: string, firstName: string, lastName: string } | null };

export type ChannelsQueryVariables = Exact<{ [key: string]: never; }>;


export type ChannelsQuery = { channels: Array<{ id: string, name: string, kind: ChannelKind, sender: string, status: ChannelStatus, statusReason: string | null, messagesPerSecond: number, isDefault: boolean }> | null };

export type ChannelQueryVariables = Exact<{
  id: string | number;
}>;


export type ChannelQuery = { channel: { id: string, name: string, kind: ChannelKind, sender: string, status: ChannelStatus, statusReason: string | null, messagesPerSecond: number, isDefault: boolean, secretsSet: Array<string>, hookUrl: string | null, createdAt: string, updatedAt: string, settings: { baseUrl: string | null, apiVersion: string | null, phoneNumberId: string | null, businessAccountId: string | null, accountSid: string | null, from: string | null, messagingServiceSid: string | null, host: string | null, port: number | null, security: ChannelSecurity | null, username: string | null, fromName: string | null, replyTo: string | null } } | null };

export type CreateChannelMutationVariables = Exact<{
  input: CreateChannelInput;
}>;


export type CreateChannelMutation = { createChannel: { id: string } };

export type UpdateChannelMutationVariables = Exact<{
  input: UpdateChannelInput;
}>;


export type UpdateChannelMutation = { updateChannel: { id: string, name: string, sender: string, status: ChannelStatus, statusReason: string | null, messagesPerSecond: number, isDefault: boolean, secretsSet: Array<string>, hookUrl: string | null, updatedAt: string, settings: { baseUrl: string | null, apiVersion: string | null, phoneNumberId: string | null, businessAccountId: string | null, accountSid: string | null, from: string | null, messagingServiceSid: string | null, host: string | null, port: number | null, security: ChannelSecurity | null, username: string | null, fromName: string | null, replyTo: string | null } } };

export type DeleteChannelMutationVariables = Exact<{
  input: ChannelIdInput;
}>;


export type DeleteChannelMutation = { deleteChannel: string };

export type TestChannelMutationVariables = Exact<{
  input: ChannelIdInput;
}>;


export type TestChannelMutation = { testChannel: { ok: boolean, message: string, latencyMs: number } };

export type PauseChannelMutationVariables = Exact<{
  input: ChannelIdInput;
}>;


export type PauseChannelMutation = { pauseChannel: { id: string, status: ChannelStatus, statusReason: string | null } };

export type ResumeChannelMutationVariables = Exact<{
  input: ChannelIdInput;
}>;


export type ResumeChannelMutation = { resumeChannel: { id: string, status: ChannelStatus, statusReason: string | null } };

export type ChannelQrCodesQueryVariables = Exact<{
  id: string | number;
}>;


export type ChannelQrCodesQuery = { channelQrCodes: Array<{ code: string, text: string, link: string, imageUrl: string }> | null };

export type CreateQrCodeMutationVariables = Exact<{
  input: CreateChannelQrCodeInput;
}>;


export type CreateQrCodeMutation = { createChannelQrCode: { code: string } };

export type DeleteQrCodeMutationVariables = Exact<{
  input: ChannelQrCodeInput;
}>;


export type DeleteQrCodeMutation = { deleteChannelQrCode: string };

export type ChannelTierQueryVariables = Exact<{ [key: string]: never; }>;


export type ChannelTierQuery = { messagingDashboard: { trackingLimits: { dailyLimit: number | null, usedToday: number, remaining: number | null } | null } | null };

export type ConsentsQueryVariables = Exact<{
  input?: ConsentPageInput | null | undefined;
}>;


export type ConsentsQuery = { consents: { totalCount: number, page: number, pageSize: number, items: Array<{ id: string, address: string, addressKind: AddressKind, state: ConsentState, source: ConsentSource, evidence: string, at: string, by: string }> } | null };

export type ConsentHistoryQueryVariables = Exact<{
  input: ConsentHistoryInput;
}>;


export type ConsentHistoryQuery = { consentHistory: { totalCount: number, page: number, pageSize: number, items: Array<{ id: string, address: string, addressKind: AddressKind, state: ConsentState, source: ConsentSource, evidence: string, at: string, by: string }> } | null };

export type SetConsentMutationVariables = Exact<{
  input: SetConsentInput;
}>;


export type SetConsentMutation = { setConsent: Array<{ id: string, address: string, state: ConsentState }> };

export type CreateContactMutationVariables = Exact<{
  input: CreateContactInput;
}>;


export type CreateContactMutation = { createContact: { id: string } };

export type EraseContactMutationVariables = Exact<{
  id: string | number;
}>;


export type EraseContactMutation = { eraseContact: string };

export type ExportContactMutationVariables = Exact<{
  id: string | number;
}>;


export type ExportContactMutation = { exportContact: unknown };

export type ContactQueryVariables = Exact<{
  id: string | number;
}>;


export type ContactQuery = { contact: { id: string, firstName: string, lastName: string, gender: Gender | null, isActive: boolean, profilePic: string | null, tags: Array<string>, createdAt: string, updatedAt: string, phones: Array<{ id: string, phone: string, phoneCC: string, type: number, isPrimary: boolean }>, emails: Array<{ id: string, email: string, type: number, isPrimary: boolean }>, addresses: Array<{ id: string, type: number, line1: string, line2: string, landmark: string, city: string, state: string, country: string, pinCode: string }> } | null };

export type FindContactsQueryVariables = Exact<{
  searchTerm?: string | null | undefined;
}>;


export type FindContactsQuery = { contactSearch: { items: Array<{ id: string, firstName: string, lastName: string, phones: Array<{ id: string, phone: string, isPrimary: boolean }>, emails: Array<{ id: string, email: string, isPrimary: boolean }> }> } | null };

export type ContactRowsQueryVariables = Exact<{
  input: ContactPageInput;
  phones: boolean;
  emails: boolean;
  tags: boolean;
}>;


export type ContactRowsQuery = { contactPage: { totalCount: number, items: Array<{ id: string, firstName: string, lastName: string, gender: Gender | null, isActive: boolean, createdAt: string, updatedAt: string, tags?: Array<string>, phones?: Array<{ id: string, phone: string, isPrimary: boolean }>, emails?: Array<{ id: string, email: string, isPrimary: boolean }> }> } | null };

export type ContactIdsQueryVariables = Exact<{
  input: ContactPageInput;
}>;


export type ContactIdsQuery = { contactPage: { totalCount: number, items: Array<{ id: string }> } | null };

export type TagPageQueryVariables = Exact<{
  input: TagPageInput;
}>;


export type TagPageQuery = { tagPage: { totalCount: number, page: number, pageSize: number, items: Array<{ id: string, name: string, contactCount: number }> } | null };

export type RenameTagMutationVariables = Exact<{
  input: RenameTagInput;
}>;


export type RenameTagMutation = { renameTag: { id: string, name: string, contactCount: number } };

export type MergeTagsMutationVariables = Exact<{
  input: MergeTagsInput;
}>;


export type MergeTagsMutation = { mergeTags: { id: string, name: string, contactCount: number } };

export type DeleteTagMutationVariables = Exact<{
  tag: string;
}>;


export type DeleteTagMutation = { deleteTag: string };

export type DeleteContactsMutationVariables = Exact<{
  input: DeleteContactsInput;
}>;


export type DeleteContactsMutation = { deleteContacts: { deletedCount: number, notFound: Array<string> } };

export type TagNamesQueryVariables = Exact<{
  searchTerm?: string | null | undefined;
}>;


export type TagNamesQuery = { tagNames: Array<string> | null };

export type ChangeTagsOfContactsMutationVariables = Exact<{
  input: ChangeTagsOfContactsInput;
}>;


export type ChangeTagsOfContactsMutation = { changeTagsOfContacts: { updatedCount: number, notFound: Array<string> } };

export type UpdateContactMutationVariables = Exact<{
  input: UpdateContactInput;
}>;


export type UpdateContactMutation = { updateContact: { id: string, firstName: string, lastName: string, gender: Gender | null, isActive: boolean, tags: Array<string>, updatedAt: string } };

export type DashboardQueryVariables = Exact<{
  input?: MessagePeriodInput | null | undefined;
}>;


export type DashboardQuery = { messagingDashboard: { volume: { from: string, to: string, totalSent: number, totalReceived: number, points: Array<{ date: string, sent: number, received: number }> }, deliveryStatus: { sent: number, delivered: number, read: number, failed: number, deliveryRate: number, readRate: number }, hourly: Array<{ hour: number, sent: number, received: number }>, templates: Array<{ templateName: string, sent: number, delivered: number, read: number, failed: number, deliveryRate: number, readRate: number }>, topContacts: Array<{ contactId: string | null, name: string | null, phone: string | null, sent: number, received: number, total: number, lastMessageAt: string }>, trackingLimits: { tier: MessagingTier, dailyLimit: number | null, usedToday: number, remaining: number | null, resetsAt: string | null, messagesPerSecond: number } | null, previous: { from: string, to: string, totalSent: number, totalReceived: number, deliveryStatus: { sent: number, delivered: number, read: number, failed: number, deliveryRate: number, readRate: number } } } | null };

export type FirstStepsQueryVariables = Exact<{
  installation: boolean;
  users: boolean;
  channels: boolean;
  templates: boolean;
  contacts: boolean;
  campaigns: boolean;
  keys: boolean;
  wallet: boolean;
}>;


export type FirstStepsQuery = { firmPage?: { totalCount: number } | null, pricingPlans?: Array<{ id: string }> | null, walletDashboard?: { totalBalance: Array<{ amount: number, currency: string }> } | null, channelLookup?: Array<{ id: string }> | null, templates?: { totalCount: number } | null, contactPage?: { totalCount: number } | null, campaigns?: { totalCount: number } | null, userPage?: { totalCount: number } | null, apiClientPage?: { totalCount: number } | null, walletTransactionPage?: { totalCount: number } | null };

export type FirmPageQueryVariables = Exact<{
  input?: FirmPageInput | null | undefined;
}>;


export type FirmPageQuery = { firmPage: { totalCount: number, pageSize: number, items: Array<{ id: string, name: string, isActive: boolean, isSuperFirm: boolean, currency: string, timeZone: string, pricingPlanId: string | null, lowBalanceThreshold: number | null, messagingTier: MessagingTier, userCount: number, contactCount: number, warning: string | null, createdAt: string }> } | null };

export type FirmQueryVariables = Exact<{
  id: string | number;
}>;


export type FirmQuery = { firm: { id: string, name: string, isActive: boolean, isSuperFirm: boolean, currency: string, timeZone: string, pricingPlanId: string | null, lowBalanceThreshold: number | null, messagingTier: MessagingTier, userCount: number, contactCount: number, warning: string | null, createdAt: string } | null };

export type PlanNamesQueryVariables = Exact<{ [key: string]: never; }>;


export type PlanNamesQuery = { pricingPlans: Array<{ id: string, name: string, currency: string, isActive: boolean }> | null };

export type CreateFirmMutationVariables = Exact<{
  input: CreateFirmInput;
}>;


export type CreateFirmMutation = { createFirm: { id: string } };

export type UpdateFirmMutationVariables = Exact<{
  input: UpdateFirmInput;
}>;


export type UpdateFirmMutation = { updateFirm: { id: string, name: string, isActive: boolean, currency: string, timeZone: string, pricingPlanId: string | null, lowBalanceThreshold: number | null, messagingTier: MessagingTier, warning: string | null } };

export type CancelContactImportMutationVariables = Exact<{
  id: string | number;
}>;


export type CancelContactImportMutation = { cancelContactImport: { id: string, status: ContactImportStatus, undo: ContactImportUndo, undoableUntil: string | null } };

export type ContactImportsQueryVariables = Exact<{
  input: ContactImportPageInput;
}>;


export type ContactImportsQuery = { contactImportPage: { totalCount: number, items: Array<{ id: string, fileName: string, status: ContactImportStatus, dryRun: boolean, undo: ContactImportUndo, totalRows: number, createdCount: number, updatedCount: number, failedCount: number, skippedCells: number, createdAt: string }> } | null };

export type ContactImportErrorsQueryVariables = Exact<{
  input: ContactImportErrorsInput;
}>;


export type ContactImportErrorsQuery = { contactImportErrors: { totalCount: number, items: Array<{ row: number, column: string | null, error: string, contactId: string | null, cells: Array<string> }> } | null };

export type UndoContactImportMutationVariables = Exact<{
  id: string | number;
}>;


export type UndoContactImportMutation = { undoContactImport: { id: string, undo: ContactImportUndo, undoableUntil: string | null } };

export type ContactImportQueryVariables = Exact<{
  id: string | number;
}>;


export type ContactImportQuery = { contactImport: { id: string, fileId: string, fileName: string, status: ContactImportStatus, error: string | null, dryRun: boolean, undo: ContactImportUndo, undoableUntil: string | null, createdAt: string, finishedAt: string | null, totalRows: number, processedRows: number, createdCount: number, updatedCount: number, failedCount: number, unchangedCount: number, skippedCells: number, undoneCount: number, skippedCount: number, hints: Array<string> | null, ignoredColumns: Array<{ column: string, reason: string }>, mapping: Array<{ column: string, field: string | null }> | null, options: { tags: Array<string>, updateExisting: boolean, defaultPhoneCC: string, mapping: Record<string, string>, invalidCells: ContactImportInvalidCells }, sample: Array<{ firstName: string, lastName: string, tags: Array<string>, phones: Array<{ phone: string, phoneCC: string }>, emails: Array<{ email: string }>, addresses: Array<{ city: string }> }> | null } | null };

export type ImportContactsMutationVariables = Exact<{
  input: ImportContactsInput;
}>;


export type ImportContactsMutation = { importContacts: { id: string, status: ContactImportStatus } };

export type ConversationsQueryVariables = Exact<{
  input?: ConversationListInput | null | undefined;
}>;


export type ConversationsQuery = { conversations: { next: string | null, items: Array<{ id: string, channelId: string, channelName: string, channelKind: ChannelKind, address: string, addressKind: AddressKind, contactId: string | null, contactName: string | null, status: ConversationStatus, unreadCount: number, windowUntil: string | null, activeAt: string, updatedAt: string, assignedTo: { id: string, name: string } | null, lastMessage: { id: string, direction: MessageDirection, body: string | null, status: MessageStatus, occurredAt: string } | null }> } | null };

export type ConversationQueryVariables = Exact<{
  id: string | number;
}>;


export type ConversationQuery = { conversation: { id: string, channelId: string, channelName: string, channelKind: ChannelKind, address: string, addressKind: AddressKind, contactId: string | null, contactName: string | null, status: ConversationStatus, unreadCount: number, windowUntil: string | null, activeAt: string, updatedAt: string, assignedTo: { id: string, name: string } | null, lastMessage: { id: string, direction: MessageDirection, body: string | null, status: MessageStatus, occurredAt: string } | null } | null };

export type UnreadConversationsQueryVariables = Exact<{ [key: string]: never; }>;


export type UnreadConversationsQuery = { conversations: { next: string | null, items: Array<{ id: string, unreadCount: number }> } | null };

export type ConversationChangedSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type ConversationChangedSubscription = { conversationChanged: { id: string, channelId: string, channelName: string, channelKind: ChannelKind, address: string, addressKind: AddressKind, contactId: string | null, contactName: string | null, status: ConversationStatus, unreadCount: number, windowUntil: string | null, activeAt: string, updatedAt: string, assignedTo: { id: string, name: string } | null, lastMessage: { id: string, direction: MessageDirection, body: string | null, status: MessageStatus, occurredAt: string } | null } };

export type ConversationMessagesQueryVariables = Exact<{
  input: ConversationMessagesInput;
}>;


export type ConversationMessagesQuery = { conversationMessages: { next: string | null, items: Array<{ id: string, direction: ConversationDirection, body: string | null, subject: string | null, templateName: string | null, status: MessageStatus | null, occurredAt: string, deliveredAt: string | null, readAt: string | null, errorCode: string | null, errorText: string | null, reference: string | null, by: string | null, media: { contentType: string, fileName: string, size: number, caption: string | null, status: MessageMediaStatus } | null }> } | null };

export type MessageChangedSubscriptionVariables = Exact<{
  conversationId: string | number;
}>;


export type MessageChangedSubscription = { messageChanged: { id: string, direction: ConversationDirection, body: string | null, subject: string | null, templateName: string | null, status: MessageStatus | null, occurredAt: string, deliveredAt: string | null, readAt: string | null, errorCode: string | null, errorText: string | null, reference: string | null, by: string | null, media: { contentType: string, fileName: string, size: number, caption: string | null, status: MessageMediaStatus } | null } };

export type ReplyMutationVariables = Exact<{
  input: ReplyInput;
}>;


export type ReplyMutation = { replyToConversation: { id: string, body: string | null, subject: string | null, templateName: string | null, status: MessageStatus, occurredAt: string, deliveredAt: string | null, readAt: string | null, errorCode: string | null, errorText: string | null, media: { contentType: string, fileName: string, size: number, caption: string | null, status: MessageMediaStatus } | null } };

export type AddConversationNoteMutationVariables = Exact<{
  input: AddConversationNoteInput;
}>;


export type AddConversationNoteMutation = { addConversationNote: { id: string, direction: ConversationDirection, body: string | null, subject: string | null, templateName: string | null, status: MessageStatus | null, occurredAt: string, deliveredAt: string | null, readAt: string | null, errorCode: string | null, errorText: string | null, reference: string | null, by: string | null, media: { contentType: string, fileName: string, size: number, caption: string | null, status: MessageMediaStatus } | null } };

export type MarkConversationReadMutationVariables = Exact<{
  input: ConversationIdInput;
}>;


export type MarkConversationReadMutation = { markConversationRead: { id: string, channelId: string, channelName: string, channelKind: ChannelKind, address: string, addressKind: AddressKind, contactId: string | null, contactName: string | null, status: ConversationStatus, unreadCount: number, windowUntil: string | null, activeAt: string, updatedAt: string, assignedTo: { id: string, name: string } | null, lastMessage: { id: string, direction: MessageDirection, body: string | null, status: MessageStatus, occurredAt: string } | null } };

export type AssignConversationMutationVariables = Exact<{
  input: AssignConversationInput;
}>;


export type AssignConversationMutation = { assignConversation: { id: string, channelId: string, channelName: string, channelKind: ChannelKind, address: string, addressKind: AddressKind, contactId: string | null, contactName: string | null, status: ConversationStatus, unreadCount: number, windowUntil: string | null, activeAt: string, updatedAt: string, assignedTo: { id: string, name: string } | null, lastMessage: { id: string, direction: MessageDirection, body: string | null, status: MessageStatus, occurredAt: string } | null } };

export type SetConversationStatusMutationVariables = Exact<{
  input: SetConversationStatusInput;
}>;


export type SetConversationStatusMutation = { setConversationStatus: { id: string, channelId: string, channelName: string, channelKind: ChannelKind, address: string, addressKind: AddressKind, contactId: string | null, contactName: string | null, status: ConversationStatus, unreadCount: number, windowUntil: string | null, activeAt: string, updatedAt: string, assignedTo: { id: string, name: string } | null, lastMessage: { id: string, direction: MessageDirection, body: string | null, status: MessageStatus, occurredAt: string } | null } };

export type TypingSubscriptionVariables = Exact<{
  conversationId: string | number;
}>;


export type TypingSubscription = { typing: { conversationId: string, isTyping: boolean, user: { id: string, name: string } | null } };

export type SetTypingMutationVariables = Exact<{
  input: SetTypingInput;
}>;


export type SetTypingMutation = { setTyping: string };

export type QuickRepliesQueryVariables = Exact<{ [key: string]: never; }>;


export type QuickRepliesQuery = { quickReplies: Array<{ id: string, shortcut: string, body: string, updatedAt: string }> | null };

export type SaveQuickReplyMutationVariables = Exact<{
  input: QuickReplyInput;
}>;


export type SaveQuickReplyMutation = { saveQuickReply: { id: string, shortcut: string, body: string, updatedAt: string } };

export type DeleteQuickReplyMutationVariables = Exact<{
  input: QuickReplyIdInput;
}>;


export type DeleteQuickReplyMutation = { deleteQuickReply: string };

export type UserLookupQueryVariables = Exact<{ [key: string]: never; }>;


export type UserLookupQuery = { userLookup: Array<{ id: string, name: string }> | null };

export type ConversationAssigneesQueryVariables = Exact<{ [key: string]: never; }>;


export type ConversationAssigneesQuery = { conversationAssignees: Array<{ id: string, name: string }> | null };

export type FileLimitsQueryVariables = Exact<{ [key: string]: never; }>;


export type FileLimitsQuery = { channelLookup: Array<{ id: string, fileLimits: { image: number, video: number, audio: number, other: number } }> | null };

export type ChannelLookupQueryVariables = Exact<{ [key: string]: never; }>;


export type ChannelLookupQuery = { channelLookup: Array<{ id: string, name: string, kind: ChannelKind }> | null };

export type ContactSummaryQueryVariables = Exact<{
  id: string | number;
}>;


export type ContactSummaryQuery = { contact: { id: string, firstName: string, lastName: string, isActive: boolean, tags: Array<string>, phones: Array<{ id: string, phone: string, isPrimary: boolean }>, emails: Array<{ id: string, email: string, isPrimary: boolean }>, addresses: Array<{ id: string, city: string, country: string }> } | null };

export type RetryJobMutationVariables = Exact<{
  number: string;
}>;


export type RetryJobMutation = { retryJob: { number: string, state: JobState } };

export type CancelJobMutationVariables = Exact<{
  number: string;
}>;


export type CancelJobMutation = { cancelJob: { number: string, state: JobState } };

export type JobFirmQueryVariables = Exact<{
  id: string | number;
}>;


export type JobFirmQuery = { firm: { id: string, name: string } | null };

export type JobsQueryVariables = Exact<{
  input?: JobListInput | null | undefined;
}>;


export type JobsQuery = { jobs: Array<{ number: string, kind: string, state: JobState, firmId: string | null, attempt: number, at: string, error: string | null }> | null };

export type ServerFiguresQueryVariables = Exact<{ [key: string]: never; }>;


export type ServerFiguresQuery = { serverFigures: { version: string, startedAt: string, connections: number, jobsWaiting: number, jobsRunning: number, jobsFailed: number, minutes: Array<{ start: string, requests: number, refused: number, failed: number, meanMs: number, maxMs: number }> } | null };

export type MessagesQueryVariables = Exact<{
  input?: MessagePageInput | null | undefined;
}>;


export type MessagesQuery = { messagePage: { totalCount: number, page: number, pageSize: number, items: Array<{ id: string, direction: MessageDirection, contactId: string | null, address: string | null, phone: string | null, channelName: string | null, templateName: string | null, campaign: string | null, campaignId: string | null, body: string | null, status: MessageStatus, occurredAt: string, price: number | null, charge: MessageCharge | null, errorCode: string | null }> } | null };

export type MessageQueryVariables = Exact<{
  id: string | number;
}>;


export type MessageQuery = { message: { id: string, providerMessageId: string, direction: MessageDirection, contactId: string | null, address: string | null, phone: string | null, channelName: string | null, channelKind: ChannelKind | null, templateName: string | null, campaign: string | null, campaignId: string | null, category: MessageCategory, subject: string | null, body: string | null, status: MessageStatus, occurredAt: string, reference: string | null, conversationId: string | null, price: number | null, charge: MessageCharge | null, segments: number | null, attempts: number | null, notBefore: string | null, expiresAt: string | null, media: { contentType: string, fileName: string, size: number, caption: string | null, status: MessageMediaStatus } | null, error: { code: string | null, providerCode: string | null, message: string | null } | null, events: Array<{ status: MessageStatus, at: string, code: string | null }> } | null };

export type CancelMessageMutationVariables = Exact<{
  id: string | number;
}>;


export type CancelMessageMutation = { cancelMessage: { id: string, status: MessageStatus, charge: MessageCharge | null, events: Array<{ status: MessageStatus, at: string, code: string | null }> } };

export type MessageChannelsQueryVariables = Exact<{ [key: string]: never; }>;


export type MessageChannelsQuery = { channelLookup: Array<{ id: string, name: string }> | null };

export type MessageCampaignsQueryVariables = Exact<{
  input?: CampaignPageInput | null | undefined;
}>;


export type MessageCampaignsQuery = { campaigns: { items: Array<{ id: string, name: string }> } | null };

export type MessageCampaignQueryVariables = Exact<{
  id: string | number;
}>;


export type MessageCampaignQuery = { campaign: { id: string, name: string } | null };

export type PermissionModulesQueryVariables = Exact<{
  input?: RolePropertyPageInput | null | undefined;
}>;


export type PermissionModulesQuery = { rolePropertyGroups: { totalCount: number, pageSize: number, items: Array<{ moduleName: string, properties: Array<{ id: string, moduleName: string, propertyName: string, displayName: string }> }> } | null };

export type CreateRolePropertiesMutationVariables = Exact<{
  input: RolePropertyGroupInput;
}>;


export type CreateRolePropertiesMutation = { module: { moduleName: string } };

export type UpdateRolePropertiesMutationVariables = Exact<{
  input: RolePropertyGroupInput;
}>;


export type UpdateRolePropertiesMutation = { module: { moduleName: string } };

export type DeleteRolePropertiesMutationVariables = Exact<{
  moduleName: string;
}>;


export type DeleteRolePropertiesMutation = { deleteRoleProperties: string };

export type PolicyRulesQueryVariables = Exact<{ [key: string]: never; }>;


export type PolicyRulesQuery = { policyRules: Array<{ id: string, line: string, note: string, problem: string | null, updatedAt: string }> | null };

export type FirmNamesQueryVariables = Exact<{ [key: string]: never; }>;


export type FirmNamesQuery = { firmPage: { items: Array<{ id: string, name: string }> } | null };

export type PermissionNamesQueryVariables = Exact<{ [key: string]: never; }>;


export type PermissionNamesQuery = { rolePropertyGroups: { items: Array<{ moduleName: string, properties: Array<{ id: string, propertyName: string }> }> } | null };

export type OwnPeopleQueryVariables = Exact<{ [key: string]: never; }>;


export type OwnPeopleQuery = { userPage: { items: Array<{ id: string, firstName: string, lastName: string, email: string }> } | null };

export type PeopleLikeQueryVariables = Exact<{
  typed: string;
}>;


export type PeopleLikeQuery = { userPage: { items: Array<{ id: string, firstName: string, lastName: string, email: string }> } | null };

export type FirmsLikeQueryVariables = Exact<{
  typed: string;
}>;


export type FirmsLikeQuery = { firmPage: { items: Array<{ id: string, name: string }> } | null };

export type OwnRolesQueryVariables = Exact<{ [key: string]: never; }>;


export type OwnRolesQuery = { roles: Array<{ id: string, name: string }> | null };

export type CreatePolicyRuleMutationVariables = Exact<{
  input: CreatePolicyRuleInput;
}>;


export type CreatePolicyRuleMutation = { createPolicyRule: { id: string } };

export type UpdatePolicyRuleMutationVariables = Exact<{
  input: UpdatePolicyRuleInput;
}>;


export type UpdatePolicyRuleMutation = { updatePolicyRule: { id: string, line: string, note: string, problem: string | null, updatedAt: string } };

export type DeletePolicyRuleMutationVariables = Exact<{
  id: string | number;
}>;


export type DeletePolicyRuleMutation = { deletePolicyRule: string };

export type PolicyExportQueryVariables = Exact<{
  firmId: string | number;
}>;


export type PolicyExportQuery = { policyExport: { model: string, policy: string } | null };

export type RehearsePolicyRuleQueryVariables = Exact<{
  input: RehearsePolicyRuleInput;
}>;


export type RehearsePolicyRuleQuery = { rehearsePolicyRule: { subjectCount: number, isComplete: boolean, warnings: Array<{ kind: PolicyWarningKind, line: string | null, message: string }>, subjects: Array<{ gained: Array<string>, lost: Array<string>, subject: { userId: string | null, apiClientId: string | null, name: string, firmId: string | null, firmName: string | null } }>, calls: Array<{ permission: string, isAllowed: boolean, calls: number, subject: { userId: string | null, apiClientId: string | null, name: string, firmId: string | null, firmName: string | null } }>, refused: { calls: number, people: number, apiClients: number }, allowed: { calls: number, people: number, apiClients: number } } | null };

export type PricingPlansQueryVariables = Exact<{ [key: string]: never; }>;


export type PricingPlansQuery = { pricingPlans: Array<{ id: string, name: string, description: string, currency: string, isDefault: boolean, isActive: boolean, chargeOn: PricingChargeOn, updatedAt: string, prices: Array<{ category: MessageCategory, country: string | null, kind: ChannelKind | null, unitPrice: number, unit: PricingUnit, freePerMonth: number, validFrom: string }> }> | null };

export type SavePricingPlanMutationVariables = Exact<{
  input: SavePricingPlanInput;
}>;


export type SavePricingPlanMutation = { savePricingPlan: { id: string, name: string, description: string, currency: string, isDefault: boolean, isActive: boolean, chargeOn: PricingChargeOn, updatedAt: string, prices: Array<{ category: MessageCategory, country: string | null, kind: ChannelKind | null, unitPrice: number, unit: PricingUnit, freePerMonth: number, validFrom: string }> } };

export type PlanHistoryQueryVariables = Exact<{
  id: string | number;
  page: number;
}>;


export type PlanHistoryQuery = { auditLog: { totalCount: number, pageSize: number, items: Array<{ id: string, createdAt: string, before: unknown, after: unknown, actor: { name: string } }> } | null };

export type UpdateMeMutationVariables = Exact<{
  input?: UpdateMeInput | null | undefined;
}>;


export type UpdateMeMutation = { updateMe: { id: string, firstName: string, lastName: string, userName: string, email: string, emailVerified: boolean, pendingEmail: string | null, language: string | null } };

export type SendVerificationMutationVariables = Exact<{ [key: string]: never; }>;


export type SendVerificationMutation = { sendVerification: boolean };

export type MfaStatusQueryVariables = Exact<{ [key: string]: never; }>;


export type MfaStatusQuery = { mfa: { totpSince: string | null } | null };

export type RemoveTotpMutationVariables = Exact<{
  input: RemoveTotpInput;
}>;


export type RemoveTotpMutation = { removeTotp: boolean };

export type PasskeysQueryVariables = Exact<{ [key: string]: never; }>;


export type PasskeysQuery = { passkeys: Array<{ id: string, name: string, createdAt: string, lastUsedAt: string | null }> | null };

export type RemovePasskeyMutationVariables = Exact<{
  input: RemovePasskeyInput;
}>;


export type RemovePasskeyMutation = { removePasskey: string };

export type RecoveryStatusQueryVariables = Exact<{ [key: string]: never; }>;


export type RecoveryStatusQuery = { mfa: { totpSince: string | null, recoveryCodesLeft: number } | null, passkeys: Array<{ id: string }> | null };

export type BeginRecoveryCodesMutationVariables = Exact<{ [key: string]: never; }>;


export type BeginRecoveryCodesMutation = { beginRecoveryCodes: { publicKey: unknown } };

export type RenewRecoveryCodesMutationVariables = Exact<{
  input: RenewRecoveryCodesInput;
}>;


export type RenewRecoveryCodesMutation = { renewRecoveryCodes: { recoveryCodes: Array<string> } };

export type SessionsQueryVariables = Exact<{ [key: string]: never; }>;


export type SessionsQuery = { sessions: Array<{ id: string, device: string, address: string, firmName: string | null, isCurrent: boolean, createdAt: string, lastUsedAt: string }> | null };

export type EndSessionMutationVariables = Exact<{
  id: string | number;
}>;


export type EndSessionMutation = { endSession: string };

export type EndOtherSessionsMutationVariables = Exact<{ [key: string]: never; }>;


export type EndOtherSessionsMutation = { endOtherSessions: number };

export type QrCodeChannelsQueryVariables = Exact<{ [key: string]: never; }>;


export type QrCodeChannelsQuery = { channelLookup: Array<{ id: string, name: string, kind: ChannelKind }> | null };

export type RolesQueryVariables = Exact<{ [key: string]: never; }>;


export type RolesQuery = { roles: Array<{ id: string, name: string, description: string | null, isActive: boolean, isSystem: boolean, userCount: number | null, updatedAt: string }> | null };

export type RoleQueryVariables = Exact<{
  id: string | number;
}>;


export type RoleQuery = { role: { id: string, name: string, description: string | null, isActive: boolean, isSystem: boolean, userCount: number | null, updatedAt: string, permissions: Array<{ id: string, moduleName: string, propertyName: string, displayName: string }> | null } | null };

export type HoldersQueryVariables = Exact<{
  roleId: string | number;
}>;


export type HoldersQuery = { userPage: { totalCount: number, items: Array<{ id: string, firstName: string, lastName: string }> } | null };

export type CreateRoleMutationVariables = Exact<{
  input: CreateRoleInput;
}>;


export type CreateRoleMutation = { createRole: { id: string } };

export type UpdateRoleMutationVariables = Exact<{
  input: UpdateRoleInput;
}>;


export type UpdateRoleMutation = { updateRole: { id: string, name: string, description: string | null, isActive: boolean, updatedAt: string } };

export type DeleteRoleMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteRoleMutation = { deleteRole: string };

export type SetRolePermissionsMutationVariables = Exact<{
  input: SetRolePermissionsInput;
}>;


export type SetRolePermissionsMutation = { setRolePermissions: Array<{ id: string }> };

export type LimitsQueryVariables = Exact<{ [key: string]: never; }>;


export type LimitsQuery = { messagingLimits: { tier: MessagingTier, dailyLimit: number | null, messagesPerSecond: number } | null };

export type OwnFirmQueryVariables = Exact<{ [key: string]: never; }>;


export type OwnFirmQuery = { ownFirm: { id: string, name: string, currency: string, timeZone: string, lowBalanceThreshold: number | null, requireOptIn: boolean, requireMfa: boolean, optOutWords: Array<string>, postalAddress: string, updatedAt: string, quietHours: { from: string, to: string } | null } | null };

export type UpdateOwnFirmMutationVariables = Exact<{
  input?: UpdateOwnFirmInput | null | undefined;
}>;


export type UpdateOwnFirmMutation = { updateOwnFirm: { id: string, name: string, currency: string, timeZone: string, lowBalanceThreshold: number | null, requireOptIn: boolean, requireMfa: boolean, optOutWords: Array<string>, postalAddress: string, updatedAt: string, quietHours: { from: string, to: string } | null } };

export type TemplatesQueryVariables = Exact<{
  input?: TemplatePageInput | null | undefined;
}>;


export type TemplatesQuery = { templates: { totalCount: number, page: number, pageSize: number, items: Array<{ id: string, name: string, language: string, kind: ChannelKind, channelId: string | null, category: MessageCategory, status: TemplateStatus, statusReason: string | null, version: number, approvedVersion: number | null, updatedAt: string }> } | null };

export type TemplateQueryVariables = Exact<{
  id: string | number;
}>;


export type TemplateQuery = { template: { id: string, name: string, language: string, category: MessageCategory, kind: ChannelKind, channelId: string | null, body: string, footer: string | null, subject: string | null, html: string | null, status: TemplateStatus, statusReason: string | null, version: number, approvedVersion: number | null, updatedAt: string, header: { type: TemplateHeaderType, text: string } | null, buttons: Array<{ type: TemplateButtonType, text: string, value: string }>, parameters: Array<{ name: string, example: string }>, approved: { category: MessageCategory, body: string, footer: string | null, subject: string | null, html: string | null, header: { type: TemplateHeaderType, text: string } | null, buttons: Array<{ type: TemplateButtonType, text: string, value: string }>, parameters: Array<{ name: string, example: string }> } | null } | null };

export type ChannelNamesQueryVariables = Exact<{ [key: string]: never; }>;


export type ChannelNamesQuery = { channelLookup: Array<{ id: string, name: string, kind: ChannelKind }> | null };

export type CreateTemplateMutationVariables = Exact<{
  input: CreateTemplateInput;
}>;


export type CreateTemplateMutation = { createTemplate: { id: string } };

export type UpdateTemplateMutationVariables = Exact<{
  input: UpdateTemplateInput;
}>;


export type UpdateTemplateMutation = { updateTemplate: { id: string, category: MessageCategory, body: string, footer: string | null, subject: string | null, html: string | null, status: TemplateStatus, statusReason: string | null, version: number, approvedVersion: number | null, updatedAt: string, header: { type: TemplateHeaderType, text: string } | null, buttons: Array<{ type: TemplateButtonType, text: string, value: string }>, parameters: Array<{ name: string, example: string }>, approved: { category: MessageCategory, body: string, footer: string | null, subject: string | null, html: string | null, header: { type: TemplateHeaderType, text: string } | null, buttons: Array<{ type: TemplateButtonType, text: string, value: string }>, parameters: Array<{ name: string, example: string }> } | null } };

export type SubmitTemplateMutationVariables = Exact<{
  input: TemplateIdInput;
}>;


export type SubmitTemplateMutation = { submitTemplate: { id: string, status: TemplateStatus, statusReason: string | null, version: number, approvedVersion: number | null, updatedAt: string, approved: { category: MessageCategory, body: string, footer: string | null, subject: string | null, html: string | null, header: { type: TemplateHeaderType, text: string } | null, buttons: Array<{ type: TemplateButtonType, text: string, value: string }>, parameters: Array<{ name: string, example: string }> } | null } };

export type DeleteTemplateMutationVariables = Exact<{
  input: TemplateIdInput;
}>;


export type DeleteTemplateMutation = { deleteTemplate: string };

export type SyncTemplatesMutationVariables = Exact<{
  input: SyncTemplatesInput;
}>;


export type SyncTemplatesMutation = { syncTemplates: { created: number, updated: number, skipped: number } };

export type SendableTemplatesQueryVariables = Exact<{
  approved?: TemplatePageInput | null | undefined;
  all?: TemplatePageInput | null | undefined;
}>;


export type SendableTemplatesQuery = { approved: { items: Array<{ id: string, name: string, language: string, category: MessageCategory, kind: ChannelKind, channelId: string | null, body: string, status: TemplateStatus, approvedVersion: number | null, parameters: Array<{ name: string, example: string }>, approved: { category: MessageCategory, body: string, parameters: Array<{ name: string, example: string }> } | null }> } | null, all: { totalCount: number, items: Array<{ id: string, name: string, language: string, category: MessageCategory, kind: ChannelKind, channelId: string | null, body: string, status: TemplateStatus, approvedVersion: number | null, parameters: Array<{ name: string, example: string }>, approved: { category: MessageCategory, body: string, parameters: Array<{ name: string, example: string }> } | null }> } | null };

export type UserPageQueryVariables = Exact<{
  input?: UserPageInput | null | undefined;
}>;


export type UserPageQuery = { userPage: { totalCount: number, pageSize: number, items: Array<{ id: string, firstName: string, lastName: string, email: string, userName: string, status: UserStatus, isActive: boolean, invitationExpiresAt: string | null, createdAt: string, role: { id: string, name: string } }> } | null };

export type FirmUserQueryVariables = Exact<{
  id: string | number;
}>;


export type FirmUserQuery = { user: { id: string, firstName: string, lastName: string, email: string, userName: string, status: UserStatus, isActive: boolean, invitationExpiresAt: string | null, createdAt: string, role: { id: string, name: string } } | null };

export type RoleLookupQueryVariables = Exact<{ [key: string]: never; }>;


export type RoleLookupQuery = { roleLookup: Array<{ id: string, name: string }> | null };

export type CreateUserMutationVariables = Exact<{
  input: CreateUserInput;
}>;


export type CreateUserMutation = { createUser: { id: string } };

export type InviteUserMutationVariables = Exact<{
  input: InviteUserInput;
}>;


export type InviteUserMutation = { inviteUser: { id: string, status: UserStatus, invitationExpiresAt: string | null } };

export type UpdateUserMutationVariables = Exact<{
  input: UpdateUserInput;
}>;


export type UpdateUserMutation = { updateUser: { id: string, firstName: string, lastName: string, email: string, userName: string, status: UserStatus, isActive: boolean, invitationExpiresAt: string | null, role: { id: string, name: string } } };

export type RemoveUserMutationVariables = Exact<{
  id: string | number;
}>;


export type RemoveUserMutation = { removeUser: string };

export type WalletQueryVariables = Exact<{
  month: WalletMonthInput;
  page: WalletTransactionPageInput;
}>;


export type WalletQuery = { walletBalance: { balance: number, held: number, available: number, currency: string, lastUpdated: string, lowBalanceThreshold: number | null } | null, walletMonthlySummary: { year: number, month: number, currency: string, openingBalance: number, totalCredit: number, totalDebit: number, totalDiscount: number, totalAdjustment: number, closingBalance: number, transactionCount: number, byDay: Array<{ date: string, debit: number, credit: number, discount: number, adjustment: number }> } | null, walletTransactionPage: { totalCount: number, page: number, pageSize: number, items: Array<{ id: string, type: WalletTransactionType, amount: number, balanceAfter: number, currency: string, reason: string, bankRef: string | null, reference: string | null, createdBy: string, createdAt: string }> } | null };

export type WalletDashboardQueryVariables = Exact<{ [key: string]: never; }>;


export type WalletDashboardQuery = { walletDashboard: { firmCount: number, lowBalanceCount: number, totalBalance: Array<{ currency: string, amount: number }>, totalHeld: Array<{ currency: string, amount: number }>, creditsThisMonth: Array<{ currency: string, amount: number }>, debitsThisMonth: Array<{ currency: string, amount: number }>, topSpenders: Array<{ firmId: string, firmName: string, currency: string, amount: number }>, daily: Array<{ date: string, currency: string, credit: number, debit: number }> } | null };

export type ClientWalletPageQueryVariables = Exact<{
  input?: ClientWalletPageInput | null | undefined;
}>;


export type ClientWalletPageQuery = { clientWalletPage: { totalCount: number, pageSize: number, items: Array<{ firmId: string, firmName: string, balance: number, available: number, currency: string, lastUpdated: string, pricingPlan: { id: string, name: string } | null }> } | null };

export type ClientWalletQueryVariables = Exact<{
  firmId: string | number;
}>;


export type ClientWalletQuery = { clientWallet: { firmId: string, firmName: string, balance: number, held: number, available: number, currency: string, lastUpdated: string, pricingPlan: { id: string, name: string } | null, totals: { credit: number, debit: number, discount: number, adjustment: number } } | null, clientWalletBalance: { lowBalanceThreshold: number | null } | null, firm: { id: string, timeZone: string } | null };

export type ClientMonthQueryVariables = Exact<{
  month: ClientWalletMonthInput;
  page: ClientWalletTransactionPageInput;
}>;


export type ClientMonthQuery = { clientWalletSummary: { year: number, month: number, currency: string, openingBalance: number, totalCredit: number, totalDebit: number, totalDiscount: number, totalAdjustment: number, closingBalance: number, transactionCount: number, byDay: Array<{ date: string, debit: number, credit: number, discount: number, adjustment: number }> } | null, clientWalletTransactionPage: { totalCount: number, page: number, pageSize: number, items: Array<{ id: string, type: WalletTransactionType, amount: number, balanceAfter: number, currency: string, reason: string, bankRef: string | null, reference: string | null, createdBy: string, createdAt: string }> } | null };

export type ClientBalanceQueryVariables = Exact<{
  firmId: string | number;
}>;


export type ClientBalanceQuery = { clientWalletBalance: { balance: number, currency: string } | null };

export type CreditWalletMutationVariables = Exact<{
  input: CreditWalletInput;
}>;


export type CreditWalletMutation = { posting: { balance: number } };

export type DiscountWalletMutationVariables = Exact<{
  input: DiscountWalletInput;
}>;


export type DiscountWalletMutation = { posting: { balance: number } };

export type AdjustWalletMutationVariables = Exact<{
  input: AdjustWalletInput;
}>;


export type AdjustWalletMutation = { posting: { balance: number } };

export type WebhooksQueryVariables = Exact<{ [key: string]: never; }>;


export type WebhooksQuery = { webhooks: Array<{ id: string, name: string, url: string, eventTypes: Array<string>, status: WebhookStatus, statusReason: string | null, ordered: boolean, updatedAt: string, lastDelivery: { id: string, eventType: string, status: WebhookDeliveryStatus, createdAt: string } | null }> | null };

export type WebhookQueryVariables = Exact<{
  id: string | number;
}>;


export type WebhookQuery = { webhook: { id: string, name: string, url: string, eventTypes: Array<string>, status: WebhookStatus, statusReason: string | null, ordered: boolean, createdAt: string, updatedAt: string } | null };

export type WebhookEventTypesQueryVariables = Exact<{ [key: string]: never; }>;


export type WebhookEventTypesQuery = { webhookEventTypes: Array<{ type: string, module: string }> | null };

export type WebhookDeliveriesQueryVariables = Exact<{
  input: WebhookDeliveriesInput;
}>;


export type WebhookDeliveriesQuery = { webhookDeliveries: { totalCount: number, page: number, pageSize: number, items: Array<{ id: string, eventId: string, eventType: string, status: WebhookDeliveryStatus, attempts: number, responseStatus: number | null, responseBody: string | null, nextAttemptAt: string | null, createdAt: string }> } | null };

export type CreateWebhookMutationVariables = Exact<{
  input: CreateWebhookInput;
}>;


export type CreateWebhookMutation = { createWebhook: { id: string, secret: string } };

export type UpdateWebhookMutationVariables = Exact<{
  input: UpdateWebhookInput;
}>;


export type UpdateWebhookMutation = { updateWebhook: { id: string, name: string, url: string, eventTypes: Array<string>, status: WebhookStatus, statusReason: string | null, ordered: boolean, updatedAt: string } };

export type DeleteWebhookMutationVariables = Exact<{
  input: WebhookIdInput;
}>;


export type DeleteWebhookMutation = { deleteWebhook: string };

export type RotateWebhookSecretMutationVariables = Exact<{
  input: WebhookIdInput;
}>;


export type RotateWebhookSecretMutation = { rotateWebhookSecret: { id: string, secret: string } };

export type TestWebhookMutationVariables = Exact<{
  input: WebhookIdInput;
}>;


export type TestWebhookMutation = { testWebhook: { ok: boolean, message: string, latencyMs: number } };

export type ReplayWebhookMutationVariables = Exact<{
  input: ReplayWebhookInput;
}>;


export type ReplayWebhookMutation = { replayWebhook: { id: string } };

export type RetryWebhookDeliveryMutationVariables = Exact<{
  input: WebhookDeliveryIdInput;
}>;


export type RetryWebhookDeliveryMutation = { retryWebhookDelivery: { id: string, status: WebhookDeliveryStatus, attempts: number, responseStatus: number | null, responseBody: string | null, nextAttemptAt: string | null } };

export type BeginPasskeyMutationVariables = Exact<{ [key: string]: never; }>;


export type BeginPasskeyMutation = { beginPasskey: { publicKey: unknown } };

export type FinishPasskeyMutationVariables = Exact<{
  input: FinishPasskeyInput;
}>;


export type FinishPasskeyMutation = { finishPasskey: { recoveryCodes: Array<string>, passkey: { id: string } } };

export type BeginTotpMutationVariables = Exact<{ [key: string]: never; }>;


export type BeginTotpMutation = { beginTotp: { secret: string, uri: string, qrCode: string } };

export type ConfirmTotpMutationVariables = Exact<{
  input: ConfirmTotpInput;
}>;


export type ConfirmTotpMutation = { confirmTotp: { recoveryCodes: Array<string> } };

export type AcceptInvitationMutationVariables = Exact<{
  input: AcceptInvitationInput;
}>;


export type AcceptInvitationMutation = { acceptInvitation: { firmId: string } };

export type DeclineInvitationMutationVariables = Exact<{
  id: string | number;
}>;


export type DeclineInvitationMutation = { declineInvitation: string };

export type ChangePasswordMutationVariables = Exact<{
  input: ChangePasswordInput;
}>;


export type ChangePasswordMutation = { changePassword: boolean };

export type AcceptMailedInvitationMutationVariables = Exact<{
  input: AcceptMailedInvitationInput;
}>;


export type AcceptMailedInvitationMutation = { acceptMailedInvitation: { user: { id: string, email: string } | null } };

export type ForgotPasswordMutationVariables = Exact<{
  input: ForgotPasswordInput;
}>;


export type ForgotPasswordMutation = { forgotPassword: boolean };

export type ResetPasswordMutationVariables = Exact<{
  input: ResetPasswordInput;
}>;


export type ResetPasswordMutation = { resetPassword: boolean };

export type VerifyEmailMutationVariables = Exact<{
  input: VerifyEmailInput;
}>;


export type VerifyEmailMutation = { verifyEmail: boolean };

export type MeQueryVariables = Exact<{ [key: string]: never; }>;


export type MeQuery = { me: { isSuperFirm: boolean, permissions: Array<string>, mustChangePassword: boolean, mfaDue: boolean, user: { id: string, firstName: string, lastName: string, email: string, userName: string, emailVerified: boolean, pendingEmail: string | null, language: string | null }, firm: { firmId: string, relationId: string | null, firmName: string, sessionId: string, currency: string, timeZone: string } | null, role: { id: string, name: string } | null, firms: Array<{ firmId: string, relationId: string, firmName: string, sessionId: string }>, invitations: Array<{ id: string, firmName: string, roleName: string, createdAt: string }> } | null };

export type BeginLoginPasskeyMutationVariables = Exact<{ [key: string]: never; }>;


export type BeginLoginPasskeyMutation = { beginLoginPasskey: { publicKey: unknown } };

export type BeginLoginMfaPasskeyMutationVariables = Exact<{
  input: BeginLoginMfaPasskeyInput;
}>;


export type BeginLoginMfaPasskeyMutation = { beginLoginMfaPasskey: { publicKey: unknown } };

export type MarkReadMutationVariables = Exact<{
  id: string | number;
}>;


export type MarkReadMutation = { markNotificationRead: { id: string, status: NotificationStatus } };

export type DeleteNotificationMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteNotificationMutation = { deleteNotification: string };

export type BellQueryVariables = Exact<{
  page: number;
}>;


export type BellQuery = { notificationPage: { totalCount: number, items: Array<{ id: string, module: NotificationModule, moduleId: string | null, title: string, message: string, metadata: unknown, status: NotificationStatus, createdAt: string }> } | null };

export type NewestNotificationQueryVariables = Exact<{ [key: string]: never; }>;


export type NewestNotificationQuery = { notificationPage: { items: Array<{ id: string }> } | null };

export type MarkAllReadMutationVariables = Exact<{ [key: string]: never; }>;


export type MarkAllReadMutation = { markAllNotificationsRead: number };

export type SetFirmMutationVariables = Exact<{
  input: SetFirmInput;
}>;


export type SetFirmMutation = { setFirm: { firmId: string } };

export const NotificationStatusFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"NotificationStatus"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Notification"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]} as unknown as DocumentNode<NotificationStatusFragment, unknown>;
export const QuoteDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Quote"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"quoteCampaign"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"StringValue","value":"1","block":false}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"recipients"}}]}}]}}]} as unknown as DocumentNode<QuoteQuery, QuoteQueryVariables>;
export const UpdateDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Update"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateCampaign"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"StringValue","value":"1","block":false}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]} as unknown as DocumentNode<UpdateMutation, UpdateMutationVariables>;
export const ListedWebhooksDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ListedWebhooks"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"all"},"name":{"kind":"Name","value":"webhooks"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]} as unknown as DocumentNode<ListedWebhooksQuery, ListedWebhooksQueryVariables>;
export const RemoveListedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RemoveListed"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"removed"},"name":{"kind":"Name","value":"deleteWebhook"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"StringValue","value":"1","block":false}}]}}]}]}}]} as unknown as DocumentNode<RemoveListedMutation, RemoveListedMutationVariables>;
export const ListedRolesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ListedRoles"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"roles"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]} as unknown as DocumentNode<ListedRolesQuery, ListedRolesQueryVariables>;
export const PropertiesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Properties"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"roleProperties"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"moduleName"}},{"kind":"Field","name":{"kind":"Name","value":"propertyName"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}}]}}]}}]} as unknown as DocumentNode<PropertiesQuery, PropertiesQueryVariables>;
export const CountSegmentsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"CountSegments"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CountSegmentsInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"countSegments"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"encoding"}},{"kind":"Field","name":{"kind":"Name","value":"segments"}},{"kind":"Field","name":{"kind":"Name","value":"charactersLeft"}}]}}]}}]} as unknown as DocumentNode<CountSegmentsQuery, CountSegmentsQueryVariables>;
export const ExplainDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Explain"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ExplainAccessInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"explainAccess"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"line"}},{"kind":"Field","name":{"kind":"Name","value":"role"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]} as unknown as DocumentNode<ExplainQuery, ExplainQueryVariables>;
export const PreviewTemplateDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PreviewTemplate"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"PreviewTemplateInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"previewTemplate"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"subject"}},{"kind":"Field","name":{"kind":"Name","value":"body"}},{"kind":"Field","name":{"kind":"Name","value":"footer"}},{"kind":"Field","name":{"kind":"Name","value":"html"}},{"kind":"Field","name":{"kind":"Name","value":"header"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}},{"kind":"Field","name":{"kind":"Name","value":"buttons"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}}]}}]}}]} as unknown as DocumentNode<PreviewTemplateQuery, PreviewTemplateQueryVariables>;
export const ApiClientPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ApiClientPage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ApiClientPageInput"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"apiClientPage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"items"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"keyPrefix"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"page"}},{"kind":"Field","name":{"kind":"Name","value":"pageSize"}}]}}]}}]} as unknown as DocumentNode<ApiClientPageQuery, ApiClientPageQueryVariables>;
export const ApiClientDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ApiClient"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"apiClient"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"keyPrefix"}},{"kind":"Field","name":{"kind":"Name","value":"allowedIps"}},{"kind":"Field","name":{"kind":"Name","value":"permissions"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]}}]} as unknown as DocumentNode<ApiClientQuery, ApiClientQueryVariables>;
export const ApiClientUsageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ApiClientUsage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ApiClientUsageInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"apiClientUsage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"items"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"timestamp"}},{"kind":"Field","name":{"kind":"Name","value":"method"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"statusCode"}},{"kind":"Field","name":{"kind":"Name","value":"ipAddress"}},{"kind":"Field","name":{"kind":"Name","value":"durationMs"}}]}},{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"page"}},{"kind":"Field","name":{"kind":"Name","value":"pageSize"}},{"kind":"Field","name":{"kind":"Name","value":"summary"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalRequests"}},{"kind":"Field","name":{"kind":"Name","value":"errorCount"}},{"kind":"Field","name":{"kind":"Name","value":"byDay"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"date"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}}]}}]}}]} as unknown as DocumentNode<ApiClientUsageQuery, ApiClientUsageQueryVariables>;
export const CreateApiClientDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateApiClient"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateApiClientInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createApiClient"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"apiKey"}}]}}]}}]} as unknown as DocumentNode<CreateApiClientMutation, CreateApiClientMutationVariables>;
export const UpdateApiClientDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateApiClient"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateApiClientInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateApiClient"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"allowedIps"}},{"kind":"Field","name":{"kind":"Name","value":"permissions"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]}}]} as unknown as DocumentNode<UpdateApiClientMutation, UpdateApiClientMutationVariables>;
export const RegenerateApiClientDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RegenerateApiClient"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"regenerateApiClient"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"apiKey"}},{"kind":"Field","name":{"kind":"Name","value":"apiClient"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"keyPrefix"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]}}]}}]} as unknown as DocumentNode<RegenerateApiClientMutation, RegenerateApiClientMutationVariables>;
export const RevokeApiClientDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RevokeApiClient"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revokeApiClient"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]}}]} as unknown as DocumentNode<RevokeApiClientMutation, RevokeApiClientMutationVariables>;
export const AuditDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Audit"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"AuditLogInput"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"auditLog"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"items"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"actor"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"actorId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"action"}},{"kind":"Field","name":{"kind":"Name","value":"target"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"before"}},{"kind":"Field","name":{"kind":"Name","value":"after"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"requestId"}}]}},{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"page"}},{"kind":"Field","name":{"kind":"Name","value":"pageSize"}}]}}]}}]} as unknown as DocumentNode<AuditQuery, AuditQueryVariables>;
export const CampaignsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Campaigns"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"CampaignPageInput"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"campaigns"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"items"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"channelId"}},{"kind":"Field","name":{"kind":"Name","value":"templateId"}},{"kind":"Field","name":{"kind":"Name","value":"scheduledAt"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"pauseReason"}},{"kind":"Field","name":{"kind":"Name","value":"spent"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"finishedAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"counts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"recipients"}},{"kind":"Field","name":{"kind":"Name","value":"skipped"}},{"kind":"Field","name":{"kind":"Name","value":"queued"}},{"kind":"Field","name":{"kind":"Name","value":"sent"}},{"kind":"Field","name":{"kind":"Name","value":"delivered"}},{"kind":"Field","name":{"kind":"Name","value":"read"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"unknown"}},{"kind":"Field","name":{"kind":"Name","value":"cancelled"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"page"}},{"kind":"Field","name":{"kind":"Name","value":"pageSize"}}]}}]}}]} as unknown as DocumentNode<CampaignsQuery, CampaignsQueryVariables>;
export const CampaignDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Campaign"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"campaign"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"channelId"}},{"kind":"Field","name":{"kind":"Name","value":"templateId"}},{"kind":"Field","name":{"kind":"Name","value":"parameters"}},{"kind":"Field","name":{"kind":"Name","value":"scheduledAt"}},{"kind":"Field","name":{"kind":"Name","value":"timeZone"}},{"kind":"Field","name":{"kind":"Name","value":"messagesPerSecond"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"pauseReason"}},{"kind":"Field","name":{"kind":"Name","value":"held"}},{"kind":"Field","name":{"kind":"Name","value":"spent"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"finishedAt"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"audience"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"everyone"}},{"kind":"Field","name":{"kind":"Name","value":"contactIds"}},{"kind":"Field","name":{"kind":"Name","value":"importId"}},{"kind":"Field","name":{"kind":"Name","value":"filter"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"searchTerm"}}]}},{"kind":"Field","name":{"kind":"Name","value":"tagsAll"}},{"kind":"Field","name":{"kind":"Name","value":"tagsAny"}},{"kind":"Field","name":{"kind":"Name","value":"tagsNone"}}]}},{"kind":"Field","name":{"kind":"Name","value":"quietHours"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}}]}},{"kind":"Field","name":{"kind":"Name","value":"counts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"recipients"}},{"kind":"Field","name":{"kind":"Name","value":"skipped"}},{"kind":"Field","name":{"kind":"Name","value":"queued"}},{"kind":"Field","name":{"kind":"Name","value":"sent"}},{"kind":"Field","name":{"kind":"Name","value":"delivered"}},{"kind":"Field","name":{"kind":"Name","value":"read"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"unknown"}},{"kind":"Field","name":{"kind":"Name","value":"cancelled"}}]}},{"kind":"Field","name":{"kind":"Name","value":"reasons"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}}]}}]} as unknown as DocumentNode<CampaignQuery, CampaignQueryVariables>;
export const CampaignProgressDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"CampaignProgress"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"campaignProgress"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"pauseReason"}},{"kind":"Field","name":{"kind":"Name","value":"held"}},{"kind":"Field","name":{"kind":"Name","value":"spent"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"finishedAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"counts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"recipients"}},{"kind":"Field","name":{"kind":"Name","value":"skipped"}},{"kind":"Field","name":{"kind":"Name","value":"queued"}},{"kind":"Field","name":{"kind":"Name","value":"sent"}},{"kind":"Field","name":{"kind":"Name","value":"delivered"}},{"kind":"Field","name":{"kind":"Name","value":"read"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"unknown"}},{"kind":"Field","name":{"kind":"Name","value":"cancelled"}}]}},{"kind":"Field","name":{"kind":"Name","value":"reasons"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}}]}}]} as unknown as DocumentNode<CampaignProgressSubscription, CampaignProgressSubscriptionVariables>;
export const CreateCampaignDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateCampaign"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateCampaignInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createCampaign"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"channelId"}},{"kind":"Field","name":{"kind":"Name","value":"templateId"}},{"kind":"Field","name":{"kind":"Name","value":"parameters"}},{"kind":"Field","name":{"kind":"Name","value":"scheduledAt"}},{"kind":"Field","name":{"kind":"Name","value":"timeZone"}},{"kind":"Field","name":{"kind":"Name","value":"messagesPerSecond"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"pauseReason"}},{"kind":"Field","name":{"kind":"Name","value":"held"}},{"kind":"Field","name":{"kind":"Name","value":"spent"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"finishedAt"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"audience"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"everyone"}},{"kind":"Field","name":{"kind":"Name","value":"contactIds"}},{"kind":"Field","name":{"kind":"Name","value":"importId"}},{"kind":"Field","name":{"kind":"Name","value":"filter"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"searchTerm"}}]}},{"kind":"Field","name":{"kind":"Name","value":"tagsAll"}},{"kind":"Field","name":{"kind":"Name","value":"tagsAny"}},{"kind":"Field","name":{"kind":"Name","value":"tagsNone"}}]}},{"kind":"Field","name":{"kind":"Name","value":"quietHours"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}}]}},{"kind":"Field","name":{"kind":"Name","value":"counts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"recipients"}},{"kind":"Field","name":{"kind":"Name","value":"skipped"}},{"kind":"Field","name":{"kind":"Name","value":"queued"}},{"kind":"Field","name":{"kind":"Name","value":"sent"}},{"kind":"Field","name":{"kind":"Name","value":"delivered"}},{"kind":"Field","name":{"kind":"Name","value":"read"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"unknown"}},{"kind":"Field","name":{"kind":"Name","value":"cancelled"}}]}},{"kind":"Field","name":{"kind":"Name","value":"reasons"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}}]}}]} as unknown as DocumentNode<CreateCampaignMutation, CreateCampaignMutationVariables>;
export const UpdateCampaignDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateCampaign"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateCampaignInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateCampaign"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"channelId"}},{"kind":"Field","name":{"kind":"Name","value":"templateId"}},{"kind":"Field","name":{"kind":"Name","value":"parameters"}},{"kind":"Field","name":{"kind":"Name","value":"scheduledAt"}},{"kind":"Field","name":{"kind":"Name","value":"timeZone"}},{"kind":"Field","name":{"kind":"Name","value":"messagesPerSecond"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"pauseReason"}},{"kind":"Field","name":{"kind":"Name","value":"held"}},{"kind":"Field","name":{"kind":"Name","value":"spent"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"finishedAt"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"audience"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"everyone"}},{"kind":"Field","name":{"kind":"Name","value":"contactIds"}},{"kind":"Field","name":{"kind":"Name","value":"importId"}},{"kind":"Field","name":{"kind":"Name","value":"filter"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"searchTerm"}}]}},{"kind":"Field","name":{"kind":"Name","value":"tagsAll"}},{"kind":"Field","name":{"kind":"Name","value":"tagsAny"}},{"kind":"Field","name":{"kind":"Name","value":"tagsNone"}}]}},{"kind":"Field","name":{"kind":"Name","value":"quietHours"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}}]}},{"kind":"Field","name":{"kind":"Name","value":"counts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"recipients"}},{"kind":"Field","name":{"kind":"Name","value":"skipped"}},{"kind":"Field","name":{"kind":"Name","value":"queued"}},{"kind":"Field","name":{"kind":"Name","value":"sent"}},{"kind":"Field","name":{"kind":"Name","value":"delivered"}},{"kind":"Field","name":{"kind":"Name","value":"read"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"unknown"}},{"kind":"Field","name":{"kind":"Name","value":"cancelled"}}]}},{"kind":"Field","name":{"kind":"Name","value":"reasons"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}}]}}]} as unknown as DocumentNode<UpdateCampaignMutation, UpdateCampaignMutationVariables>;
export const DeleteCampaignDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteCampaign"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteCampaign"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}}]}]}}]} as unknown as DocumentNode<DeleteCampaignMutation, DeleteCampaignMutationVariables>;
export const ExecuteCampaignDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ExecuteCampaign"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"executeCampaign"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"pauseReason"}},{"kind":"Field","name":{"kind":"Name","value":"held"}},{"kind":"Field","name":{"kind":"Name","value":"spent"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"finishedAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"counts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"recipients"}},{"kind":"Field","name":{"kind":"Name","value":"skipped"}},{"kind":"Field","name":{"kind":"Name","value":"queued"}},{"kind":"Field","name":{"kind":"Name","value":"sent"}},{"kind":"Field","name":{"kind":"Name","value":"delivered"}},{"kind":"Field","name":{"kind":"Name","value":"read"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"unknown"}},{"kind":"Field","name":{"kind":"Name","value":"cancelled"}}]}},{"kind":"Field","name":{"kind":"Name","value":"reasons"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}}]}}]} as unknown as DocumentNode<ExecuteCampaignMutation, ExecuteCampaignMutationVariables>;
export const PauseCampaignDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"PauseCampaign"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pauseCampaign"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"pauseReason"}},{"kind":"Field","name":{"kind":"Name","value":"held"}},{"kind":"Field","name":{"kind":"Name","value":"spent"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"finishedAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"counts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"recipients"}},{"kind":"Field","name":{"kind":"Name","value":"skipped"}},{"kind":"Field","name":{"kind":"Name","value":"queued"}},{"kind":"Field","name":{"kind":"Name","value":"sent"}},{"kind":"Field","name":{"kind":"Name","value":"delivered"}},{"kind":"Field","name":{"kind":"Name","value":"read"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"unknown"}},{"kind":"Field","name":{"kind":"Name","value":"cancelled"}}]}},{"kind":"Field","name":{"kind":"Name","value":"reasons"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}}]}}]} as unknown as DocumentNode<PauseCampaignMutation, PauseCampaignMutationVariables>;
export const ResumeCampaignDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ResumeCampaign"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resumeCampaign"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"pauseReason"}},{"kind":"Field","name":{"kind":"Name","value":"held"}},{"kind":"Field","name":{"kind":"Name","value":"spent"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"finishedAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"counts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"recipients"}},{"kind":"Field","name":{"kind":"Name","value":"skipped"}},{"kind":"Field","name":{"kind":"Name","value":"queued"}},{"kind":"Field","name":{"kind":"Name","value":"sent"}},{"kind":"Field","name":{"kind":"Name","value":"delivered"}},{"kind":"Field","name":{"kind":"Name","value":"read"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"unknown"}},{"kind":"Field","name":{"kind":"Name","value":"cancelled"}}]}},{"kind":"Field","name":{"kind":"Name","value":"reasons"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}}]}}]} as unknown as DocumentNode<ResumeCampaignMutation, ResumeCampaignMutationVariables>;
export const CancelCampaignDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CancelCampaign"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cancelCampaign"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"pauseReason"}},{"kind":"Field","name":{"kind":"Name","value":"held"}},{"kind":"Field","name":{"kind":"Name","value":"spent"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"finishedAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"counts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"recipients"}},{"kind":"Field","name":{"kind":"Name","value":"skipped"}},{"kind":"Field","name":{"kind":"Name","value":"queued"}},{"kind":"Field","name":{"kind":"Name","value":"sent"}},{"kind":"Field","name":{"kind":"Name","value":"delivered"}},{"kind":"Field","name":{"kind":"Name","value":"read"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"unknown"}},{"kind":"Field","name":{"kind":"Name","value":"cancelled"}}]}},{"kind":"Field","name":{"kind":"Name","value":"reasons"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}}]}}]} as unknown as DocumentNode<CancelCampaignMutation, CancelCampaignMutationVariables>;
export const QuoteCampaignDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"QuoteCampaign"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"quoteCampaign"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"recipients"}},{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"available"}},{"kind":"Field","name":{"kind":"Name","value":"sufficient"}},{"kind":"Field","name":{"kind":"Name","value":"complete"}},{"kind":"Field","name":{"kind":"Name","value":"tierLeft"}},{"kind":"Field","name":{"kind":"Name","value":"aboveTier"}},{"kind":"Field","name":{"kind":"Name","value":"campaignUpdatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"skipped"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"noAddress"}},{"kind":"Field","name":{"kind":"Name","value":"optedOut"}},{"kind":"Field","name":{"kind":"Name","value":"notOptedIn"}},{"kind":"Field","name":{"kind":"Name","value":"duplicateAddress"}},{"kind":"Field","name":{"kind":"Name","value":"missingParameter"}},{"kind":"Field","name":{"kind":"Name","value":"invalidAddress"}},{"kind":"Field","name":{"kind":"Name","value":"inactive"}}]}}]}}]}}]} as unknown as DocumentNode<QuoteCampaignQuery, QuoteCampaignQueryVariables>;
export const CampaignRecipientsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"CampaignRecipients"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CampaignRecipientsInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"campaignRecipients"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"items"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"contactId"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"skipReason"}},{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"dueAt"}},{"kind":"Field","name":{"kind":"Name","value":"messageId"}},{"kind":"Field","name":{"kind":"Name","value":"sentAt"}},{"kind":"Field","name":{"kind":"Name","value":"errorCode"}}]}},{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"page"}},{"kind":"Field","name":{"kind":"Name","value":"pageSize"}}]}}]}}]} as unknown as DocumentNode<CampaignRecipientsQuery, CampaignRecipientsQueryVariables>;
export const CampaignChannelsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"CampaignChannels"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"channelLookup"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}}]}}]}}]} as unknown as DocumentNode<CampaignChannelsQuery, CampaignChannelsQueryVariables>;
export const CampaignTemplateDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"CampaignTemplate"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"template"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"language"}},{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"channelId"}},{"kind":"Field","name":{"kind":"Name","value":"body"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"approvedVersion"}},{"kind":"Field","name":{"kind":"Name","value":"parameters"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"example"}}]}},{"kind":"Field","name":{"kind":"Name","value":"approved"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"body"}},{"kind":"Field","name":{"kind":"Name","value":"parameters"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"example"}}]}}]}}]}}]}}]} as unknown as DocumentNode<CampaignTemplateQuery, CampaignTemplateQueryVariables>;
export const CampaignTemplateNamesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"CampaignTemplateNames"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"TemplatePageInput"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"templates"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"items"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"language"}}]}}]}}]}}]} as unknown as DocumentNode<CampaignTemplateNamesQuery, CampaignTemplateNamesQueryVariables>;
export const CampaignTemplateNameDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"CampaignTemplateName"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"template"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"language"}}]}}]}}]} as unknown as DocumentNode<CampaignTemplateNameQuery, CampaignTemplateNameQueryVariables>;
export const SampleContactDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SampleContact"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"contactPage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"pageSize"},"value":{"kind":"IntValue","value":"1"}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"items"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"firstName"}},{"kind":"Field","name":{"kind":"Name","value":"lastName"}},{"kind":"Field","name":{"kind":"Name","value":"gender"}},{"kind":"Field","name":{"kind":"Name","value":"phones"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"phone"}},{"kind":"Field","name":{"kind":"Name","value":"isPrimary"}}]}},{"kind":"Field","name":{"kind":"Name","value":"emails"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"isPrimary"}}]}},{"kind":"Field","name":{"kind":"Name","value":"addresses"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"line1"}},{"kind":"Field","name":{"kind":"Name","value":"line2"}},{"kind":"Field","name":{"kind":"Name","value":"landmark"}},{"kind":"Field","name":{"kind":"Name","value":"city"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"pinCode"}}]}}]}}]}}]}}]} as unknown as DocumentNode<SampleContactQuery, SampleContactQueryVariables>;
export const CampaignImportsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"CampaignImports"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"contactImportPage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"pageSize"},"value":{"kind":"IntValue","value":"100"}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"items"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"fileName"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"dryRun"}},{"kind":"Field","name":{"kind":"Name","value":"undo"}},{"kind":"Field","name":{"kind":"Name","value":"createdCount"}},{"kind":"Field","name":{"kind":"Name","value":"updatedCount"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]}}]}}]} as unknown as DocumentNode<CampaignImportsQuery, CampaignImportsQueryVariables>;
export const ChosenContactDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ChosenContact"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"contact"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"firstName"}},{"kind":"Field","name":{"kind":"Name","value":"lastName"}}]}}]}}]} as unknown as DocumentNode<ChosenContactQuery, ChosenContactQueryVariables>;
export const ChannelsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Channels"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"channels"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"sender"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"statusReason"}},{"kind":"Field","name":{"kind":"Name","value":"messagesPerSecond"}},{"kind":"Field","name":{"kind":"Name","value":"isDefault"}}]}}]}}]} as unknown as DocumentNode<ChannelsQuery, ChannelsQueryVariables>;
export const ChannelDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Channel"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"channel"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"sender"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"statusReason"}},{"kind":"Field","name":{"kind":"Name","value":"messagesPerSecond"}},{"kind":"Field","name":{"kind":"Name","value":"isDefault"}},{"kind":"Field","name":{"kind":"Name","value":"secretsSet"}},{"kind":"Field","name":{"kind":"Name","value":"hookUrl"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"settings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"baseUrl"}},{"kind":"Field","name":{"kind":"Name","value":"apiVersion"}},{"kind":"Field","name":{"kind":"Name","value":"phoneNumberId"}},{"kind":"Field","name":{"kind":"Name","value":"businessAccountId"}},{"kind":"Field","name":{"kind":"Name","value":"accountSid"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"messagingServiceSid"}},{"kind":"Field","name":{"kind":"Name","value":"host"}},{"kind":"Field","name":{"kind":"Name","value":"port"}},{"kind":"Field","name":{"kind":"Name","value":"security"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"fromName"}},{"kind":"Field","name":{"kind":"Name","value":"replyTo"}}]}}]}}]}}]} as unknown as DocumentNode<ChannelQuery, ChannelQueryVariables>;
export const CreateChannelDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateChannel"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateChannelInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createChannel"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]} as unknown as DocumentNode<CreateChannelMutation, CreateChannelMutationVariables>;
export const UpdateChannelDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateChannel"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateChannelInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateChannel"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"sender"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"statusReason"}},{"kind":"Field","name":{"kind":"Name","value":"messagesPerSecond"}},{"kind":"Field","name":{"kind":"Name","value":"isDefault"}},{"kind":"Field","name":{"kind":"Name","value":"secretsSet"}},{"kind":"Field","name":{"kind":"Name","value":"hookUrl"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"settings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"baseUrl"}},{"kind":"Field","name":{"kind":"Name","value":"apiVersion"}},{"kind":"Field","name":{"kind":"Name","value":"phoneNumberId"}},{"kind":"Field","name":{"kind":"Name","value":"businessAccountId"}},{"kind":"Field","name":{"kind":"Name","value":"accountSid"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"messagingServiceSid"}},{"kind":"Field","name":{"kind":"Name","value":"host"}},{"kind":"Field","name":{"kind":"Name","value":"port"}},{"kind":"Field","name":{"kind":"Name","value":"security"}},{"kind":"Field","name":{"kind":"Name","value":"username"}},{"kind":"Field","name":{"kind":"Name","value":"fromName"}},{"kind":"Field","name":{"kind":"Name","value":"replyTo"}}]}}]}}]}}]} as unknown as DocumentNode<UpdateChannelMutation, UpdateChannelMutationVariables>;
export const DeleteChannelDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteChannel"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ChannelIdInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteChannel"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}]}]}}]} as unknown as DocumentNode<DeleteChannelMutation, DeleteChannelMutationVariables>;
export const TestChannelDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"TestChannel"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ChannelIdInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"testChannel"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ok"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"latencyMs"}}]}}]}}]} as unknown as DocumentNode<TestChannelMutation, TestChannelMutationVariables>;
export const PauseChannelDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"PauseChannel"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ChannelIdInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pauseChannel"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"statusReason"}}]}}]}}]} as unknown as DocumentNode<PauseChannelMutation, PauseChannelMutationVariables>;
export const ResumeChannelDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ResumeChannel"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ChannelIdInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resumeChannel"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"statusReason"}}]}}]}}]} as unknown as DocumentNode<ResumeChannelMutation, ResumeChannelMutationVariables>;
export const ChannelQrCodesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ChannelQrCodes"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"channelQrCodes"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"link"}},{"kind":"Field","name":{"kind":"Name","value":"imageUrl"}}]}}]}}]} as unknown as DocumentNode<ChannelQrCodesQuery, ChannelQrCodesQueryVariables>;
export const CreateQrCodeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateQrCode"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateChannelQrCodeInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createChannelQrCode"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}}]}}]}}]} as unknown as DocumentNode<CreateQrCodeMutation, CreateQrCodeMutationVariables>;
export const DeleteQrCodeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteQrCode"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ChannelQrCodeInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteChannelQrCode"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}]}]}}]} as unknown as DocumentNode<DeleteQrCodeMutation, DeleteQrCodeMutationVariables>;
export const ChannelTierDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ChannelTier"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"messagingDashboard"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trackingLimits"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dailyLimit"}},{"kind":"Field","name":{"kind":"Name","value":"usedToday"}},{"kind":"Field","name":{"kind":"Name","value":"remaining"}}]}}]}}]}}]} as unknown as DocumentNode<ChannelTierQuery, ChannelTierQueryVariables>;
export const ConsentsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Consents"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ConsentPageInput"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"consents"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"items"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"addressKind"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"evidence"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"by"}}]}},{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"page"}},{"kind":"Field","name":{"kind":"Name","value":"pageSize"}}]}}]}}]} as unknown as DocumentNode<ConsentsQuery, ConsentsQueryVariables>;
export const ConsentHistoryDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ConsentHistory"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ConsentHistoryInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"consentHistory"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"items"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"addressKind"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"evidence"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"by"}}]}},{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"page"}},{"kind":"Field","name":{"kind":"Name","value":"pageSize"}}]}}]}}]} as unknown as DocumentNode<ConsentHistoryQuery, ConsentHistoryQueryVariables>;
export const SetConsentDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SetConsent"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SetConsentInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"setConsent"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}}]} as unknown as DocumentNode<SetConsentMutation, SetConsentMutationVariables>;
export const CreateContactDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateContact"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateContactInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createContact"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]} as unknown as DocumentNode<CreateContactMutation, CreateContactMutationVariables>;
export const EraseContactDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"EraseContact"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"eraseContact"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}]}}]} as unknown as DocumentNode<EraseContactMutation, EraseContactMutationVariables>;
export const ExportContactDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ExportContact"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"exportContact"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}]}}]} as unknown as DocumentNode<ExportContactMutation, ExportContactMutationVariables>;
export const ContactDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Contact"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"contact"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"firstName"}},{"kind":"Field","name":{"kind":"Name","value":"lastName"}},{"kind":"Field","name":{"kind":"Name","value":"gender"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"profilePic"}},{"kind":"Field","name":{"kind":"Name","value":"tags"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"phones"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"phone"}},{"kind":"Field","name":{"kind":"Name","value":"phoneCC"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"isPrimary"}}]}},{"kind":"Field","name":{"kind":"Name","value":"emails"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"isPrimary"}}]}},{"kind":"Field","name":{"kind":"Name","value":"addresses"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"line1"}},{"kind":"Field","name":{"kind":"Name","value":"line2"}},{"kind":"Field","name":{"kind":"Name","value":"landmark"}},{"kind":"Field","name":{"kind":"Name","value":"city"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"pinCode"}}]}}]}}]}}]} as unknown as DocumentNode<ContactQuery, ContactQueryVariables>;
export const FindContactsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"FindContacts"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"searchTerm"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"contactSearch"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"searchTerm"},"value":{"kind":"Variable","name":{"kind":"Name","value":"searchTerm"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"pageSize"},"value":{"kind":"IntValue","value":"20"}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"items"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"firstName"}},{"kind":"Field","name":{"kind":"Name","value":"lastName"}},{"kind":"Field","name":{"kind":"Name","value":"phones"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"phone"}},{"kind":"Field","name":{"kind":"Name","value":"isPrimary"}}]}},{"kind":"Field","name":{"kind":"Name","value":"emails"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"isPrimary"}}]}}]}}]}}]}}]} as unknown as DocumentNode<FindContactsQuery, FindContactsQueryVariables>;
export const ContactRowsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ContactRows"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ContactPageInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"phones"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"emails"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"tags"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"contactPage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"items"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"firstName"}},{"kind":"Field","name":{"kind":"Name","value":"lastName"}},{"kind":"Field","name":{"kind":"Name","value":"gender"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"phones"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"phones"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"phone"}},{"kind":"Field","name":{"kind":"Name","value":"isPrimary"}}]}},{"kind":"Field","name":{"kind":"Name","value":"emails"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"emails"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"isPrimary"}}]}},{"kind":"Field","name":{"kind":"Name","value":"tags"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"tags"}}}]}]}]}}]}}]}}]} as unknown as DocumentNode<ContactRowsQuery, ContactRowsQueryVariables>;
export const ContactIdsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ContactIds"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ContactPageInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"contactPage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"items"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]}}]} as unknown as DocumentNode<ContactIdsQuery, ContactIdsQueryVariables>;
export const TagPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TagPage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"TagPageInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tagPage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"items"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"contactCount"}}]}},{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"page"}},{"kind":"Field","name":{"kind":"Name","value":"pageSize"}}]}}]}}]} as unknown as DocumentNode<TagPageQuery, TagPageQueryVariables>;
export const RenameTagDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RenameTag"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RenameTagInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"renameTag"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"contactCount"}}]}}]}}]} as unknown as DocumentNode<RenameTagMutation, RenameTagMutationVariables>;
export const MergeTagsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"MergeTags"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"MergeTagsInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mergeTags"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"contactCount"}}]}}]}}]} as unknown as DocumentNode<MergeTagsMutation, MergeTagsMutationVariables>;
export const DeleteTagDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteTag"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"tag"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteTag"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"tag"},"value":{"kind":"Variable","name":{"kind":"Name","value":"tag"}}}]}]}}]} as unknown as DocumentNode<DeleteTagMutation, DeleteTagMutationVariables>;
export const DeleteContactsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteContacts"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DeleteContactsInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteContacts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deletedCount"}},{"kind":"Field","name":{"kind":"Name","value":"notFound"}}]}}]}}]} as unknown as DocumentNode<DeleteContactsMutation, DeleteContactsMutationVariables>;
export const TagNamesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TagNames"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"searchTerm"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tagNames"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"searchTerm"},"value":{"kind":"Variable","name":{"kind":"Name","value":"searchTerm"}}},{"kind":"Argument","name":{"kind":"Name","value":"limit"},"value":{"kind":"IntValue","value":"20"}}]}]}}]} as unknown as DocumentNode<TagNamesQuery, TagNamesQueryVariables>;
export const ChangeTagsOfContactsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ChangeTagsOfContacts"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ChangeTagsOfContactsInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"changeTagsOfContacts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updatedCount"}},{"kind":"Field","name":{"kind":"Name","value":"notFound"}}]}}]}}]} as unknown as DocumentNode<ChangeTagsOfContactsMutation, ChangeTagsOfContactsMutationVariables>;
export const UpdateContactDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateContact"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateContactInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateContact"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"firstName"}},{"kind":"Field","name":{"kind":"Name","value":"lastName"}},{"kind":"Field","name":{"kind":"Name","value":"gender"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"tags"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]}}]} as unknown as DocumentNode<UpdateContactMutation, UpdateContactMutationVariables>;
export const DashboardDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Dashboard"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"MessagePeriodInput"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"messagingDashboard"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"volume"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"points"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"date"}},{"kind":"Field","name":{"kind":"Name","value":"sent"}},{"kind":"Field","name":{"kind":"Name","value":"received"}}]}},{"kind":"Field","name":{"kind":"Name","value":"totalSent"}},{"kind":"Field","name":{"kind":"Name","value":"totalReceived"}}]}},{"kind":"Field","name":{"kind":"Name","value":"deliveryStatus"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sent"}},{"kind":"Field","name":{"kind":"Name","value":"delivered"}},{"kind":"Field","name":{"kind":"Name","value":"read"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"deliveryRate"}},{"kind":"Field","name":{"kind":"Name","value":"readRate"}}]}},{"kind":"Field","name":{"kind":"Name","value":"hourly"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hour"}},{"kind":"Field","name":{"kind":"Name","value":"sent"}},{"kind":"Field","name":{"kind":"Name","value":"received"}}]}},{"kind":"Field","name":{"kind":"Name","value":"templates"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"templateName"}},{"kind":"Field","name":{"kind":"Name","value":"sent"}},{"kind":"Field","name":{"kind":"Name","value":"delivered"}},{"kind":"Field","name":{"kind":"Name","value":"read"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"deliveryRate"}},{"kind":"Field","name":{"kind":"Name","value":"readRate"}}]}},{"kind":"Field","name":{"kind":"Name","value":"topContacts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"contactId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"phone"}},{"kind":"Field","name":{"kind":"Name","value":"sent"}},{"kind":"Field","name":{"kind":"Name","value":"received"}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"lastMessageAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"trackingLimits"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tier"}},{"kind":"Field","name":{"kind":"Name","value":"dailyLimit"}},{"kind":"Field","name":{"kind":"Name","value":"usedToday"}},{"kind":"Field","name":{"kind":"Name","value":"remaining"}},{"kind":"Field","name":{"kind":"Name","value":"resetsAt"}},{"kind":"Field","name":{"kind":"Name","value":"messagesPerSecond"}}]}},{"kind":"Field","name":{"kind":"Name","value":"previous"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"totalSent"}},{"kind":"Field","name":{"kind":"Name","value":"totalReceived"}},{"kind":"Field","name":{"kind":"Name","value":"deliveryStatus"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sent"}},{"kind":"Field","name":{"kind":"Name","value":"delivered"}},{"kind":"Field","name":{"kind":"Name","value":"read"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"deliveryRate"}},{"kind":"Field","name":{"kind":"Name","value":"readRate"}}]}}]}}]}}]}}]} as unknown as DocumentNode<DashboardQuery, DashboardQueryVariables>;
export const FirstStepsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"FirstSteps"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"installation"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"users"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"channels"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"templates"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"contacts"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"campaigns"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"keys"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"wallet"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"firmPage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"pageSize"},"value":{"kind":"IntValue","value":"1"}}]}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"installation"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pricingPlans"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"installation"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"walletDashboard"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"installation"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalBalance"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"channelLookup"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"channels"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"templates"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"pageSize"},"value":{"kind":"IntValue","value":"1"}}]}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"templates"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}}]}},{"kind":"Field","name":{"kind":"Name","value":"contactPage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"pageSize"},"value":{"kind":"IntValue","value":"1"}}]}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"contacts"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}}]}},{"kind":"Field","name":{"kind":"Name","value":"campaigns"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"pageSize"},"value":{"kind":"IntValue","value":"1"}}]}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"campaigns"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}}]}},{"kind":"Field","name":{"kind":"Name","value":"userPage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"pageSize"},"value":{"kind":"IntValue","value":"1"}}]}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"users"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}}]}},{"kind":"Field","name":{"kind":"Name","value":"apiClientPage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"pageSize"},"value":{"kind":"IntValue","value":"1"}}]}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"keys"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}}]}},{"kind":"Field","name":{"kind":"Name","value":"walletTransactionPage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"pageSize"},"value":{"kind":"IntValue","value":"1"}}]}}],"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"wallet"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}}]}}]}}]} as unknown as DocumentNode<FirstStepsQuery, FirstStepsQueryVariables>;
export const FirmPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"FirmPage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"FirmPageInput"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"firmPage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"items"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"isSuperFirm"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"timeZone"}},{"kind":"Field","name":{"kind":"Name","value":"pricingPlanId"}},{"kind":"Field","name":{"kind":"Name","value":"lowBalanceThreshold"}},{"kind":"Field","name":{"kind":"Name","value":"messagingTier"}},{"kind":"Field","name":{"kind":"Name","value":"userCount"}},{"kind":"Field","name":{"kind":"Name","value":"contactCount"}},{"kind":"Field","name":{"kind":"Name","value":"warning"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageSize"}}]}}]}}]} as unknown as DocumentNode<FirmPageQuery, FirmPageQueryVariables>;
export const FirmDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Firm"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"firm"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"isSuperFirm"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"timeZone"}},{"kind":"Field","name":{"kind":"Name","value":"pricingPlanId"}},{"kind":"Field","name":{"kind":"Name","value":"lowBalanceThreshold"}},{"kind":"Field","name":{"kind":"Name","value":"messagingTier"}},{"kind":"Field","name":{"kind":"Name","value":"userCount"}},{"kind":"Field","name":{"kind":"Name","value":"contactCount"}},{"kind":"Field","name":{"kind":"Name","value":"warning"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]}}]} as unknown as DocumentNode<FirmQuery, FirmQueryVariables>;
export const PlanNamesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PlanNames"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pricingPlans"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}}]}}]}}]} as unknown as DocumentNode<PlanNamesQuery, PlanNamesQueryVariables>;
export const CreateFirmDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateFirm"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateFirmInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createFirm"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]} as unknown as DocumentNode<CreateFirmMutation, CreateFirmMutationVariables>;
export const UpdateFirmDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateFirm"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateFirmInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateFirm"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"timeZone"}},{"kind":"Field","name":{"kind":"Name","value":"pricingPlanId"}},{"kind":"Field","name":{"kind":"Name","value":"lowBalanceThreshold"}},{"kind":"Field","name":{"kind":"Name","value":"messagingTier"}},{"kind":"Field","name":{"kind":"Name","value":"warning"}}]}}]}}]} as unknown as DocumentNode<UpdateFirmMutation, UpdateFirmMutationVariables>;
export const CancelContactImportDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CancelContactImport"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cancelContactImport"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"jobId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"undo"}},{"kind":"Field","name":{"kind":"Name","value":"undoableUntil"}}]}}]}}]} as unknown as DocumentNode<CancelContactImportMutation, CancelContactImportMutationVariables>;
export const ContactImportsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ContactImports"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ContactImportPageInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"contactImportPage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"items"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"fileName"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"dryRun"}},{"kind":"Field","name":{"kind":"Name","value":"undo"}},{"kind":"Field","name":{"kind":"Name","value":"totalRows"}},{"kind":"Field","name":{"kind":"Name","value":"createdCount"}},{"kind":"Field","name":{"kind":"Name","value":"updatedCount"}},{"kind":"Field","name":{"kind":"Name","value":"failedCount"}},{"kind":"Field","name":{"kind":"Name","value":"skippedCells"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]}}]}}]} as unknown as DocumentNode<ContactImportsQuery, ContactImportsQueryVariables>;
export const ContactImportErrorsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ContactImportErrors"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ContactImportErrorsInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"contactImportErrors"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"items"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"row"}},{"kind":"Field","name":{"kind":"Name","value":"column"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"contactId"}},{"kind":"Field","name":{"kind":"Name","value":"cells"}}]}}]}}]}}]} as unknown as DocumentNode<ContactImportErrorsQuery, ContactImportErrorsQueryVariables>;
export const UndoContactImportDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UndoContactImport"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"undoContactImport"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"jobId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"undo"}},{"kind":"Field","name":{"kind":"Name","value":"undoableUntil"}}]}}]}}]} as unknown as DocumentNode<UndoContactImportMutation, UndoContactImportMutationVariables>;
export const ContactImportDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ContactImport"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"contactImport"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"jobId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"fileId"}},{"kind":"Field","name":{"kind":"Name","value":"fileName"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"dryRun"}},{"kind":"Field","name":{"kind":"Name","value":"undo"}},{"kind":"Field","name":{"kind":"Name","value":"undoableUntil"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"finishedAt"}},{"kind":"Field","name":{"kind":"Name","value":"totalRows"}},{"kind":"Field","name":{"kind":"Name","value":"processedRows"}},{"kind":"Field","name":{"kind":"Name","value":"createdCount"}},{"kind":"Field","name":{"kind":"Name","value":"updatedCount"}},{"kind":"Field","name":{"kind":"Name","value":"failedCount"}},{"kind":"Field","name":{"kind":"Name","value":"unchangedCount"}},{"kind":"Field","name":{"kind":"Name","value":"skippedCells"}},{"kind":"Field","name":{"kind":"Name","value":"undoneCount"}},{"kind":"Field","name":{"kind":"Name","value":"skippedCount"}},{"kind":"Field","name":{"kind":"Name","value":"ignoredColumns"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"column"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}},{"kind":"Field","name":{"kind":"Name","value":"mapping"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"column"}},{"kind":"Field","name":{"kind":"Name","value":"field"}}]}},{"kind":"Field","name":{"kind":"Name","value":"hints"}},{"kind":"Field","name":{"kind":"Name","value":"options"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tags"}},{"kind":"Field","name":{"kind":"Name","value":"updateExisting"}},{"kind":"Field","name":{"kind":"Name","value":"defaultPhoneCC"}},{"kind":"Field","name":{"kind":"Name","value":"mapping"}},{"kind":"Field","name":{"kind":"Name","value":"invalidCells"}}]}},{"kind":"Field","name":{"kind":"Name","value":"sample"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"firstName"}},{"kind":"Field","name":{"kind":"Name","value":"lastName"}},{"kind":"Field","name":{"kind":"Name","value":"tags"}},{"kind":"Field","name":{"kind":"Name","value":"phones"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"phone"}},{"kind":"Field","name":{"kind":"Name","value":"phoneCC"}}]}},{"kind":"Field","name":{"kind":"Name","value":"emails"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"email"}}]}},{"kind":"Field","name":{"kind":"Name","value":"addresses"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"city"}}]}}]}}]}}]}}]} as unknown as DocumentNode<ContactImportQuery, ContactImportQueryVariables>;
export const ImportContactsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ImportContacts"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ImportContactsInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"importContacts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}}]} as unknown as DocumentNode<ImportContactsMutation, ImportContactsMutationVariables>;
export const ConversationsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Conversations"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ConversationListInput"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"conversations"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"next"}},{"kind":"Field","name":{"kind":"Name","value":"items"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"channelId"}},{"kind":"Field","name":{"kind":"Name","value":"channelName"}},{"kind":"Field","name":{"kind":"Name","value":"channelKind"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"addressKind"}},{"kind":"Field","name":{"kind":"Name","value":"contactId"}},{"kind":"Field","name":{"kind":"Name","value":"contactName"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"unreadCount"}},{"kind":"Field","name":{"kind":"Name","value":"windowUntil"}},{"kind":"Field","name":{"kind":"Name","value":"activeAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"assignedTo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"lastMessage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"direction"}},{"kind":"Field","name":{"kind":"Name","value":"body"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"occurredAt"}}]}}]}}]}}]}}]} as unknown as DocumentNode<ConversationsQuery, ConversationsQueryVariables>;
export const ConversationDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Conversation"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"conversation"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"channelId"}},{"kind":"Field","name":{"kind":"Name","value":"channelName"}},{"kind":"Field","name":{"kind":"Name","value":"channelKind"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"addressKind"}},{"kind":"Field","name":{"kind":"Name","value":"contactId"}},{"kind":"Field","name":{"kind":"Name","value":"contactName"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"unreadCount"}},{"kind":"Field","name":{"kind":"Name","value":"windowUntil"}},{"kind":"Field","name":{"kind":"Name","value":"activeAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"assignedTo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"lastMessage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"direction"}},{"kind":"Field","name":{"kind":"Name","value":"body"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"occurredAt"}}]}}]}}]}}]} as unknown as DocumentNode<ConversationQuery, ConversationQueryVariables>;
export const UnreadConversationsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"UnreadConversations"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"conversations"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"unread"},"value":{"kind":"BooleanValue","value":true}},{"kind":"ObjectField","name":{"kind":"Name","value":"limit"},"value":{"kind":"IntValue","value":"100"}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"next"}},{"kind":"Field","name":{"kind":"Name","value":"items"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"unreadCount"}}]}}]}}]}}]} as unknown as DocumentNode<UnreadConversationsQuery, UnreadConversationsQueryVariables>;
export const ConversationChangedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"ConversationChanged"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"conversationChanged"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"channelId"}},{"kind":"Field","name":{"kind":"Name","value":"channelName"}},{"kind":"Field","name":{"kind":"Name","value":"channelKind"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"addressKind"}},{"kind":"Field","name":{"kind":"Name","value":"contactId"}},{"kind":"Field","name":{"kind":"Name","value":"contactName"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"unreadCount"}},{"kind":"Field","name":{"kind":"Name","value":"windowUntil"}},{"kind":"Field","name":{"kind":"Name","value":"activeAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"assignedTo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"lastMessage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"direction"}},{"kind":"Field","name":{"kind":"Name","value":"body"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"occurredAt"}}]}}]}}]}}]} as unknown as DocumentNode<ConversationChangedSubscription, ConversationChangedSubscriptionVariables>;
export const ConversationMessagesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ConversationMessages"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ConversationMessagesInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"conversationMessages"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"next"}},{"kind":"Field","name":{"kind":"Name","value":"items"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"direction"}},{"kind":"Field","name":{"kind":"Name","value":"body"}},{"kind":"Field","name":{"kind":"Name","value":"subject"}},{"kind":"Field","name":{"kind":"Name","value":"templateName"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"occurredAt"}},{"kind":"Field","name":{"kind":"Name","value":"deliveredAt"}},{"kind":"Field","name":{"kind":"Name","value":"readAt"}},{"kind":"Field","name":{"kind":"Name","value":"errorCode"}},{"kind":"Field","name":{"kind":"Name","value":"errorText"}},{"kind":"Field","name":{"kind":"Name","value":"reference"}},{"kind":"Field","name":{"kind":"Name","value":"by"}},{"kind":"Field","name":{"kind":"Name","value":"media"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"contentType"}},{"kind":"Field","name":{"kind":"Name","value":"fileName"}},{"kind":"Field","name":{"kind":"Name","value":"size"}},{"kind":"Field","name":{"kind":"Name","value":"caption"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}}]}}]}}]} as unknown as DocumentNode<ConversationMessagesQuery, ConversationMessagesQueryVariables>;
export const MessageChangedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"MessageChanged"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"conversationId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"messageChanged"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"conversationId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"conversationId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"direction"}},{"kind":"Field","name":{"kind":"Name","value":"body"}},{"kind":"Field","name":{"kind":"Name","value":"subject"}},{"kind":"Field","name":{"kind":"Name","value":"templateName"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"occurredAt"}},{"kind":"Field","name":{"kind":"Name","value":"deliveredAt"}},{"kind":"Field","name":{"kind":"Name","value":"readAt"}},{"kind":"Field","name":{"kind":"Name","value":"errorCode"}},{"kind":"Field","name":{"kind":"Name","value":"errorText"}},{"kind":"Field","name":{"kind":"Name","value":"reference"}},{"kind":"Field","name":{"kind":"Name","value":"by"}},{"kind":"Field","name":{"kind":"Name","value":"media"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"contentType"}},{"kind":"Field","name":{"kind":"Name","value":"fileName"}},{"kind":"Field","name":{"kind":"Name","value":"size"}},{"kind":"Field","name":{"kind":"Name","value":"caption"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}}]}}]} as unknown as DocumentNode<MessageChangedSubscription, MessageChangedSubscriptionVariables>;
export const ReplyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Reply"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ReplyInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"replyToConversation"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"body"}},{"kind":"Field","name":{"kind":"Name","value":"subject"}},{"kind":"Field","name":{"kind":"Name","value":"templateName"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"occurredAt"}},{"kind":"Field","name":{"kind":"Name","value":"deliveredAt"}},{"kind":"Field","name":{"kind":"Name","value":"readAt"}},{"kind":"Field","name":{"kind":"Name","value":"errorCode"}},{"kind":"Field","name":{"kind":"Name","value":"errorText"}},{"kind":"Field","name":{"kind":"Name","value":"media"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"contentType"}},{"kind":"Field","name":{"kind":"Name","value":"fileName"}},{"kind":"Field","name":{"kind":"Name","value":"size"}},{"kind":"Field","name":{"kind":"Name","value":"caption"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}}]}}]} as unknown as DocumentNode<ReplyMutation, ReplyMutationVariables>;
export const AddConversationNoteDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AddConversationNote"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AddConversationNoteInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"addConversationNote"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"direction"}},{"kind":"Field","name":{"kind":"Name","value":"body"}},{"kind":"Field","name":{"kind":"Name","value":"subject"}},{"kind":"Field","name":{"kind":"Name","value":"templateName"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"occurredAt"}},{"kind":"Field","name":{"kind":"Name","value":"deliveredAt"}},{"kind":"Field","name":{"kind":"Name","value":"readAt"}},{"kind":"Field","name":{"kind":"Name","value":"errorCode"}},{"kind":"Field","name":{"kind":"Name","value":"errorText"}},{"kind":"Field","name":{"kind":"Name","value":"reference"}},{"kind":"Field","name":{"kind":"Name","value":"by"}},{"kind":"Field","name":{"kind":"Name","value":"media"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"contentType"}},{"kind":"Field","name":{"kind":"Name","value":"fileName"}},{"kind":"Field","name":{"kind":"Name","value":"size"}},{"kind":"Field","name":{"kind":"Name","value":"caption"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}}]}}]} as unknown as DocumentNode<AddConversationNoteMutation, AddConversationNoteMutationVariables>;
export const MarkConversationReadDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"MarkConversationRead"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ConversationIdInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"markConversationRead"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"channelId"}},{"kind":"Field","name":{"kind":"Name","value":"channelName"}},{"kind":"Field","name":{"kind":"Name","value":"channelKind"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"addressKind"}},{"kind":"Field","name":{"kind":"Name","value":"contactId"}},{"kind":"Field","name":{"kind":"Name","value":"contactName"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"unreadCount"}},{"kind":"Field","name":{"kind":"Name","value":"windowUntil"}},{"kind":"Field","name":{"kind":"Name","value":"activeAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"assignedTo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"lastMessage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"direction"}},{"kind":"Field","name":{"kind":"Name","value":"body"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"occurredAt"}}]}}]}}]}}]} as unknown as DocumentNode<MarkConversationReadMutation, MarkConversationReadMutationVariables>;
export const AssignConversationDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AssignConversation"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AssignConversationInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"assignConversation"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"channelId"}},{"kind":"Field","name":{"kind":"Name","value":"channelName"}},{"kind":"Field","name":{"kind":"Name","value":"channelKind"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"addressKind"}},{"kind":"Field","name":{"kind":"Name","value":"contactId"}},{"kind":"Field","name":{"kind":"Name","value":"contactName"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"unreadCount"}},{"kind":"Field","name":{"kind":"Name","value":"windowUntil"}},{"kind":"Field","name":{"kind":"Name","value":"activeAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"assignedTo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"lastMessage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"direction"}},{"kind":"Field","name":{"kind":"Name","value":"body"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"occurredAt"}}]}}]}}]}}]} as unknown as DocumentNode<AssignConversationMutation, AssignConversationMutationVariables>;
export const SetConversationStatusDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SetConversationStatus"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SetConversationStatusInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"setConversationStatus"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"channelId"}},{"kind":"Field","name":{"kind":"Name","value":"channelName"}},{"kind":"Field","name":{"kind":"Name","value":"channelKind"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"addressKind"}},{"kind":"Field","name":{"kind":"Name","value":"contactId"}},{"kind":"Field","name":{"kind":"Name","value":"contactName"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"unreadCount"}},{"kind":"Field","name":{"kind":"Name","value":"windowUntil"}},{"kind":"Field","name":{"kind":"Name","value":"activeAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"assignedTo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"lastMessage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"direction"}},{"kind":"Field","name":{"kind":"Name","value":"body"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"occurredAt"}}]}}]}}]}}]} as unknown as DocumentNode<SetConversationStatusMutation, SetConversationStatusMutationVariables>;
export const TypingDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"Typing"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"conversationId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"typing"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"conversationId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"conversationId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"conversationId"}},{"kind":"Field","name":{"kind":"Name","value":"isTyping"}},{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]} as unknown as DocumentNode<TypingSubscription, TypingSubscriptionVariables>;
export const SetTypingDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SetTyping"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SetTypingInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"setTyping"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}]}]}}]} as unknown as DocumentNode<SetTypingMutation, SetTypingMutationVariables>;
export const QuickRepliesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"QuickReplies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"quickReplies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"shortcut"}},{"kind":"Field","name":{"kind":"Name","value":"body"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]}}]} as unknown as DocumentNode<QuickRepliesQuery, QuickRepliesQueryVariables>;
export const SaveQuickReplyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SaveQuickReply"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"QuickReplyInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"saveQuickReply"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"shortcut"}},{"kind":"Field","name":{"kind":"Name","value":"body"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]}}]} as unknown as DocumentNode<SaveQuickReplyMutation, SaveQuickReplyMutationVariables>;
export const DeleteQuickReplyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteQuickReply"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"QuickReplyIdInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteQuickReply"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}]}]}}]} as unknown as DocumentNode<DeleteQuickReplyMutation, DeleteQuickReplyMutationVariables>;
export const UserLookupDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"UserLookup"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"userLookup"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]} as unknown as DocumentNode<UserLookupQuery, UserLookupQueryVariables>;
export const ConversationAssigneesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ConversationAssignees"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"conversationAssignees"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]} as unknown as DocumentNode<ConversationAssigneesQuery, ConversationAssigneesQueryVariables>;
export const FileLimitsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"FileLimits"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"channelLookup"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"fileLimits"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"image"}},{"kind":"Field","name":{"kind":"Name","value":"video"}},{"kind":"Field","name":{"kind":"Name","value":"audio"}},{"kind":"Field","name":{"kind":"Name","value":"other"}}]}}]}}]}}]} as unknown as DocumentNode<FileLimitsQuery, FileLimitsQueryVariables>;
export const ChannelLookupDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ChannelLookup"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"channelLookup"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}}]}}]}}]} as unknown as DocumentNode<ChannelLookupQuery, ChannelLookupQueryVariables>;
export const ContactSummaryDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ContactSummary"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"contact"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"firstName"}},{"kind":"Field","name":{"kind":"Name","value":"lastName"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"tags"}},{"kind":"Field","name":{"kind":"Name","value":"phones"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"phone"}},{"kind":"Field","name":{"kind":"Name","value":"isPrimary"}}]}},{"kind":"Field","name":{"kind":"Name","value":"emails"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"isPrimary"}}]}},{"kind":"Field","name":{"kind":"Name","value":"addresses"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"city"}},{"kind":"Field","name":{"kind":"Name","value":"country"}}]}}]}}]}}]} as unknown as DocumentNode<ContactSummaryQuery, ContactSummaryQueryVariables>;
export const RetryJobDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RetryJob"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"number"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryJob"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"number"},"value":{"kind":"Variable","name":{"kind":"Name","value":"number"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}}]} as unknown as DocumentNode<RetryJobMutation, RetryJobMutationVariables>;
export const CancelJobDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CancelJob"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"number"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cancelJob"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"number"},"value":{"kind":"Variable","name":{"kind":"Name","value":"number"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}}]} as unknown as DocumentNode<CancelJobMutation, CancelJobMutationVariables>;
export const JobFirmDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"JobFirm"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"firm"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]} as unknown as DocumentNode<JobFirmQuery, JobFirmQueryVariables>;
export const JobsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Jobs"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"JobListInput"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"jobs"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"firmId"}},{"kind":"Field","name":{"kind":"Name","value":"attempt"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"error"}}]}}]}}]} as unknown as DocumentNode<JobsQuery, JobsQueryVariables>;
export const ServerFiguresDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ServerFigures"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"serverFigures"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"startedAt"}},{"kind":"Field","name":{"kind":"Name","value":"connections"}},{"kind":"Field","name":{"kind":"Name","value":"jobsWaiting"}},{"kind":"Field","name":{"kind":"Name","value":"jobsRunning"}},{"kind":"Field","name":{"kind":"Name","value":"jobsFailed"}},{"kind":"Field","name":{"kind":"Name","value":"minutes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"start"}},{"kind":"Field","name":{"kind":"Name","value":"requests"}},{"kind":"Field","name":{"kind":"Name","value":"refused"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"meanMs"}},{"kind":"Field","name":{"kind":"Name","value":"maxMs"}}]}}]}}]}}]} as unknown as DocumentNode<ServerFiguresQuery, ServerFiguresQueryVariables>;
export const MessagesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Messages"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"MessagePageInput"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"messagePage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"items"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"direction"}},{"kind":"Field","name":{"kind":"Name","value":"contactId"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"phone"}},{"kind":"Field","name":{"kind":"Name","value":"channelName"}},{"kind":"Field","name":{"kind":"Name","value":"templateName"}},{"kind":"Field","name":{"kind":"Name","value":"campaign"}},{"kind":"Field","name":{"kind":"Name","value":"campaignId"}},{"kind":"Field","name":{"kind":"Name","value":"body"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"occurredAt"}},{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"charge"}},{"kind":"Field","name":{"kind":"Name","value":"errorCode"}}]}},{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"page"}},{"kind":"Field","name":{"kind":"Name","value":"pageSize"}}]}}]}}]} as unknown as DocumentNode<MessagesQuery, MessagesQueryVariables>;
export const MessageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Message"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"providerMessageId"}},{"kind":"Field","name":{"kind":"Name","value":"direction"}},{"kind":"Field","name":{"kind":"Name","value":"contactId"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"phone"}},{"kind":"Field","name":{"kind":"Name","value":"channelName"}},{"kind":"Field","name":{"kind":"Name","value":"channelKind"}},{"kind":"Field","name":{"kind":"Name","value":"templateName"}},{"kind":"Field","name":{"kind":"Name","value":"campaign"}},{"kind":"Field","name":{"kind":"Name","value":"campaignId"}},{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"subject"}},{"kind":"Field","name":{"kind":"Name","value":"body"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"occurredAt"}},{"kind":"Field","name":{"kind":"Name","value":"reference"}},{"kind":"Field","name":{"kind":"Name","value":"conversationId"}},{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"charge"}},{"kind":"Field","name":{"kind":"Name","value":"segments"}},{"kind":"Field","name":{"kind":"Name","value":"attempts"}},{"kind":"Field","name":{"kind":"Name","value":"notBefore"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"media"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"contentType"}},{"kind":"Field","name":{"kind":"Name","value":"fileName"}},{"kind":"Field","name":{"kind":"Name","value":"size"}},{"kind":"Field","name":{"kind":"Name","value":"caption"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}},{"kind":"Field","name":{"kind":"Name","value":"error"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"providerCode"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"events"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"code"}}]}}]}}]}}]} as unknown as DocumentNode<MessageQuery, MessageQueryVariables>;
export const CancelMessageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CancelMessage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cancelMessage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"charge"}},{"kind":"Field","name":{"kind":"Name","value":"events"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"code"}}]}}]}}]}}]} as unknown as DocumentNode<CancelMessageMutation, CancelMessageMutationVariables>;
export const MessageChannelsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"MessageChannels"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"channelLookup"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]} as unknown as DocumentNode<MessageChannelsQuery, MessageChannelsQueryVariables>;
export const MessageCampaignsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"MessageCampaigns"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"CampaignPageInput"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"campaigns"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"items"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]} as unknown as DocumentNode<MessageCampaignsQuery, MessageCampaignsQueryVariables>;
export const MessageCampaignDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"MessageCampaign"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"campaign"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]} as unknown as DocumentNode<MessageCampaignQuery, MessageCampaignQueryVariables>;
export const PermissionModulesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PermissionModules"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"RolePropertyPageInput"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rolePropertyGroups"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"items"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"moduleName"}},{"kind":"Field","name":{"kind":"Name","value":"properties"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"moduleName"}},{"kind":"Field","name":{"kind":"Name","value":"propertyName"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageSize"}}]}}]}}]} as unknown as DocumentNode<PermissionModulesQuery, PermissionModulesQueryVariables>;
export const CreateRolePropertiesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateRoleProperties"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RolePropertyGroupInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"module"},"name":{"kind":"Name","value":"createRoleProperties"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"moduleName"}}]}}]}}]} as unknown as DocumentNode<CreateRolePropertiesMutation, CreateRolePropertiesMutationVariables>;
export const UpdateRolePropertiesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateRoleProperties"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RolePropertyGroupInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"module"},"name":{"kind":"Name","value":"updateRoleProperties"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"moduleName"}}]}}]}}]} as unknown as DocumentNode<UpdateRolePropertiesMutation, UpdateRolePropertiesMutationVariables>;
export const DeleteRolePropertiesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteRoleProperties"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"moduleName"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteRoleProperties"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"moduleName"},"value":{"kind":"Variable","name":{"kind":"Name","value":"moduleName"}}}]}]}}]} as unknown as DocumentNode<DeleteRolePropertiesMutation, DeleteRolePropertiesMutationVariables>;
export const PolicyRulesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PolicyRules"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"policyRules"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"line"}},{"kind":"Field","name":{"kind":"Name","value":"note"}},{"kind":"Field","name":{"kind":"Name","value":"problem"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]}}]} as unknown as DocumentNode<PolicyRulesQuery, PolicyRulesQueryVariables>;
export const FirmNamesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"FirmNames"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"firmPage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"pageSize"},"value":{"kind":"IntValue","value":"100"}},{"kind":"ObjectField","name":{"kind":"Name","value":"sortBy"},"value":{"kind":"StringValue","value":"name asc","block":false}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"items"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]} as unknown as DocumentNode<FirmNamesQuery, FirmNamesQueryVariables>;
export const PermissionNamesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PermissionNames"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rolePropertyGroups"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"pageSize"},"value":{"kind":"IntValue","value":"100"}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"items"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"moduleName"}},{"kind":"Field","name":{"kind":"Name","value":"properties"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"propertyName"}}]}}]}}]}}]}}]} as unknown as DocumentNode<PermissionNamesQuery, PermissionNamesQueryVariables>;
export const OwnPeopleDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"OwnPeople"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"userPage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"pageSize"},"value":{"kind":"IntValue","value":"100"}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"items"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"firstName"}},{"kind":"Field","name":{"kind":"Name","value":"lastName"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}}]}}]}}]} as unknown as DocumentNode<OwnPeopleQuery, OwnPeopleQueryVariables>;
export const PeopleLikeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PeopleLike"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"typed"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"userPage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"searchTerm"},"value":{"kind":"Variable","name":{"kind":"Name","value":"typed"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"pageSize"},"value":{"kind":"IntValue","value":"8"}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"items"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"firstName"}},{"kind":"Field","name":{"kind":"Name","value":"lastName"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}}]}}]}}]} as unknown as DocumentNode<PeopleLikeQuery, PeopleLikeQueryVariables>;
export const FirmsLikeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"FirmsLike"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"typed"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"firmPage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"searchTerm"},"value":{"kind":"Variable","name":{"kind":"Name","value":"typed"}}}]}},{"kind":"ObjectField","name":{"kind":"Name","value":"pageSize"},"value":{"kind":"IntValue","value":"8"}},{"kind":"ObjectField","name":{"kind":"Name","value":"sortBy"},"value":{"kind":"StringValue","value":"name asc","block":false}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"items"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]} as unknown as DocumentNode<FirmsLikeQuery, FirmsLikeQueryVariables>;
export const OwnRolesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"OwnRoles"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"roles"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]} as unknown as DocumentNode<OwnRolesQuery, OwnRolesQueryVariables>;
export const CreatePolicyRuleDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreatePolicyRule"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreatePolicyRuleInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createPolicyRule"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]} as unknown as DocumentNode<CreatePolicyRuleMutation, CreatePolicyRuleMutationVariables>;
export const UpdatePolicyRuleDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdatePolicyRule"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdatePolicyRuleInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updatePolicyRule"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"line"}},{"kind":"Field","name":{"kind":"Name","value":"note"}},{"kind":"Field","name":{"kind":"Name","value":"problem"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]}}]} as unknown as DocumentNode<UpdatePolicyRuleMutation, UpdatePolicyRuleMutationVariables>;
export const DeletePolicyRuleDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeletePolicyRule"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deletePolicyRule"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}]}}]} as unknown as DocumentNode<DeletePolicyRuleMutation, DeletePolicyRuleMutationVariables>;
export const PolicyExportDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PolicyExport"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"firmId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"policyExport"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"firmId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"firmId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"model"}},{"kind":"Field","name":{"kind":"Name","value":"policy"}}]}}]}}]} as unknown as DocumentNode<PolicyExportQuery, PolicyExportQueryVariables>;
export const RehearsePolicyRuleDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RehearsePolicyRule"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RehearsePolicyRuleInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rehearsePolicyRule"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"warnings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"line"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"subjectCount"}},{"kind":"Field","name":{"kind":"Name","value":"subjects"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"subject"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"userId"}},{"kind":"Field","name":{"kind":"Name","value":"apiClientId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"firmId"}},{"kind":"Field","name":{"kind":"Name","value":"firmName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"gained"}},{"kind":"Field","name":{"kind":"Name","value":"lost"}}]}},{"kind":"Field","name":{"kind":"Name","value":"calls"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"subject"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"userId"}},{"kind":"Field","name":{"kind":"Name","value":"apiClientId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"firmId"}},{"kind":"Field","name":{"kind":"Name","value":"firmName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"permission"}},{"kind":"Field","name":{"kind":"Name","value":"isAllowed"}},{"kind":"Field","name":{"kind":"Name","value":"calls"}}]}},{"kind":"Field","name":{"kind":"Name","value":"refused"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"calls"}},{"kind":"Field","name":{"kind":"Name","value":"people"}},{"kind":"Field","name":{"kind":"Name","value":"apiClients"}}]}},{"kind":"Field","name":{"kind":"Name","value":"allowed"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"calls"}},{"kind":"Field","name":{"kind":"Name","value":"people"}},{"kind":"Field","name":{"kind":"Name","value":"apiClients"}}]}},{"kind":"Field","name":{"kind":"Name","value":"isComplete"}}]}}]}}]} as unknown as DocumentNode<RehearsePolicyRuleQuery, RehearsePolicyRuleQueryVariables>;
export const PricingPlansDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PricingPlans"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pricingPlans"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"isDefault"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"chargeOn"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"prices"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"unitPrice"}},{"kind":"Field","name":{"kind":"Name","value":"unit"}},{"kind":"Field","name":{"kind":"Name","value":"freePerMonth"}},{"kind":"Field","name":{"kind":"Name","value":"validFrom"}}]}}]}}]}}]} as unknown as DocumentNode<PricingPlansQuery, PricingPlansQueryVariables>;
export const SavePricingPlanDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SavePricingPlan"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SavePricingPlanInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"savePricingPlan"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"isDefault"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"chargeOn"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"prices"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"country"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"unitPrice"}},{"kind":"Field","name":{"kind":"Name","value":"unit"}},{"kind":"Field","name":{"kind":"Name","value":"freePerMonth"}},{"kind":"Field","name":{"kind":"Name","value":"validFrom"}}]}}]}}]}}]} as unknown as DocumentNode<SavePricingPlanMutation, SavePricingPlanMutationVariables>;
export const PlanHistoryDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PlanHistory"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"auditLog"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"targetId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"action"},"value":{"kind":"StringValue","value":"pricingplan","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"page"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"pageSize"},"value":{"kind":"IntValue","value":"20"}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"items"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"actor"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"before"}},{"kind":"Field","name":{"kind":"Name","value":"after"}}]}},{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageSize"}}]}}]}}]} as unknown as DocumentNode<PlanHistoryQuery, PlanHistoryQueryVariables>;
export const UpdateMeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateMe"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateMeInput"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateMe"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"firstName"}},{"kind":"Field","name":{"kind":"Name","value":"lastName"}},{"kind":"Field","name":{"kind":"Name","value":"userName"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"emailVerified"}},{"kind":"Field","name":{"kind":"Name","value":"pendingEmail"}},{"kind":"Field","name":{"kind":"Name","value":"language"}}]}}]}}]} as unknown as DocumentNode<UpdateMeMutation, UpdateMeMutationVariables>;
export const SendVerificationDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SendVerification"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sendVerification"}}]}}]} as unknown as DocumentNode<SendVerificationMutation, SendVerificationMutationVariables>;
export const MfaStatusDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"MfaStatus"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mfa"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totpSince"}}]}}]}}]} as unknown as DocumentNode<MfaStatusQuery, MfaStatusQueryVariables>;
export const RemoveTotpDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RemoveTotp"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RemoveTotpInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"removeTotp"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}]}]}}]} as unknown as DocumentNode<RemoveTotpMutation, RemoveTotpMutationVariables>;
export const PasskeysDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Passkeys"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"passkeys"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}}]}}]}}]} as unknown as DocumentNode<PasskeysQuery, PasskeysQueryVariables>;
export const RemovePasskeyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RemovePasskey"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RemovePasskeyInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"removePasskey"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}]}]}}]} as unknown as DocumentNode<RemovePasskeyMutation, RemovePasskeyMutationVariables>;
export const RecoveryStatusDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RecoveryStatus"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mfa"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totpSince"}},{"kind":"Field","name":{"kind":"Name","value":"recoveryCodesLeft"}}]}},{"kind":"Field","name":{"kind":"Name","value":"passkeys"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]} as unknown as DocumentNode<RecoveryStatusQuery, RecoveryStatusQueryVariables>;
export const BeginRecoveryCodesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"BeginRecoveryCodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"beginRecoveryCodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"publicKey"}}]}}]}}]} as unknown as DocumentNode<BeginRecoveryCodesMutation, BeginRecoveryCodesMutationVariables>;
export const RenewRecoveryCodesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RenewRecoveryCodes"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RenewRecoveryCodesInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"renewRecoveryCodes"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"recoveryCodes"}}]}}]}}]} as unknown as DocumentNode<RenewRecoveryCodesMutation, RenewRecoveryCodesMutationVariables>;
export const SessionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Sessions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sessions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"device"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"firmName"}},{"kind":"Field","name":{"kind":"Name","value":"isCurrent"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}}]}}]}}]} as unknown as DocumentNode<SessionsQuery, SessionsQueryVariables>;
export const EndSessionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"EndSession"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"endSession"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}]}}]} as unknown as DocumentNode<EndSessionMutation, EndSessionMutationVariables>;
export const EndOtherSessionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"EndOtherSessions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"endOtherSessions"}}]}}]} as unknown as DocumentNode<EndOtherSessionsMutation, EndOtherSessionsMutationVariables>;
export const QrCodeChannelsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"QrCodeChannels"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"channelLookup"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}}]}}]}}]} as unknown as DocumentNode<QrCodeChannelsQuery, QrCodeChannelsQueryVariables>;
export const RolesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Roles"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"roles"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"isSystem"}},{"kind":"Field","name":{"kind":"Name","value":"userCount"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]}}]} as unknown as DocumentNode<RolesQuery, RolesQueryVariables>;
export const RoleDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Role"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"role"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"isSystem"}},{"kind":"Field","name":{"kind":"Name","value":"userCount"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"permissions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"moduleName"}},{"kind":"Field","name":{"kind":"Name","value":"propertyName"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}}]}}]}}]}}]} as unknown as DocumentNode<RoleQuery, RoleQueryVariables>;
export const HoldersDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Holders"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"roleId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"userPage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"roleId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"roleId"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"pageSize"},"value":{"kind":"IntValue","value":"12"}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"items"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"firstName"}},{"kind":"Field","name":{"kind":"Name","value":"lastName"}}]}},{"kind":"Field","name":{"kind":"Name","value":"totalCount"}}]}}]}}]} as unknown as DocumentNode<HoldersQuery, HoldersQueryVariables>;
export const CreateRoleDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateRole"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateRoleInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createRole"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]} as unknown as DocumentNode<CreateRoleMutation, CreateRoleMutationVariables>;
export const UpdateRoleDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateRole"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateRoleInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateRole"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]}}]} as unknown as DocumentNode<UpdateRoleMutation, UpdateRoleMutationVariables>;
export const DeleteRoleDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteRole"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteRole"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}]}}]} as unknown as DocumentNode<DeleteRoleMutation, DeleteRoleMutationVariables>;
export const SetRolePermissionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SetRolePermissions"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SetRolePermissionsInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"setRolePermissions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]} as unknown as DocumentNode<SetRolePermissionsMutation, SetRolePermissionsMutationVariables>;
export const LimitsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Limits"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"messagingLimits"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"tier"}},{"kind":"Field","name":{"kind":"Name","value":"dailyLimit"}},{"kind":"Field","name":{"kind":"Name","value":"messagesPerSecond"}}]}}]}}]} as unknown as DocumentNode<LimitsQuery, LimitsQueryVariables>;
export const OwnFirmDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"OwnFirm"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ownFirm"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"timeZone"}},{"kind":"Field","name":{"kind":"Name","value":"lowBalanceThreshold"}},{"kind":"Field","name":{"kind":"Name","value":"requireOptIn"}},{"kind":"Field","name":{"kind":"Name","value":"requireMfa"}},{"kind":"Field","name":{"kind":"Name","value":"optOutWords"}},{"kind":"Field","name":{"kind":"Name","value":"postalAddress"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"quietHours"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}}]}}]}}]}}]} as unknown as DocumentNode<OwnFirmQuery, OwnFirmQueryVariables>;
export const UpdateOwnFirmDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateOwnFirm"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateOwnFirmInput"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateOwnFirm"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"timeZone"}},{"kind":"Field","name":{"kind":"Name","value":"lowBalanceThreshold"}},{"kind":"Field","name":{"kind":"Name","value":"requireOptIn"}},{"kind":"Field","name":{"kind":"Name","value":"requireMfa"}},{"kind":"Field","name":{"kind":"Name","value":"optOutWords"}},{"kind":"Field","name":{"kind":"Name","value":"postalAddress"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"quietHours"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}}]}}]}}]}}]} as unknown as DocumentNode<UpdateOwnFirmMutation, UpdateOwnFirmMutationVariables>;
export const TemplatesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Templates"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"TemplatePageInput"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"templates"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"items"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"language"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"channelId"}},{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"statusReason"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"approvedVersion"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"page"}},{"kind":"Field","name":{"kind":"Name","value":"pageSize"}}]}}]}}]} as unknown as DocumentNode<TemplatesQuery, TemplatesQueryVariables>;
export const TemplateDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Template"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"template"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"language"}},{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"channelId"}},{"kind":"Field","name":{"kind":"Name","value":"body"}},{"kind":"Field","name":{"kind":"Name","value":"footer"}},{"kind":"Field","name":{"kind":"Name","value":"subject"}},{"kind":"Field","name":{"kind":"Name","value":"html"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"statusReason"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"approvedVersion"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"header"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}},{"kind":"Field","name":{"kind":"Name","value":"buttons"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"parameters"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"example"}}]}},{"kind":"Field","name":{"kind":"Name","value":"approved"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"body"}},{"kind":"Field","name":{"kind":"Name","value":"footer"}},{"kind":"Field","name":{"kind":"Name","value":"subject"}},{"kind":"Field","name":{"kind":"Name","value":"html"}},{"kind":"Field","name":{"kind":"Name","value":"header"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}},{"kind":"Field","name":{"kind":"Name","value":"buttons"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"parameters"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"example"}}]}}]}}]}}]}}]} as unknown as DocumentNode<TemplateQuery, TemplateQueryVariables>;
export const ChannelNamesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ChannelNames"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"channelLookup"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}}]}}]}}]} as unknown as DocumentNode<ChannelNamesQuery, ChannelNamesQueryVariables>;
export const CreateTemplateDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateTemplate"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateTemplateInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createTemplate"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]} as unknown as DocumentNode<CreateTemplateMutation, CreateTemplateMutationVariables>;
export const UpdateTemplateDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateTemplate"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateTemplateInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateTemplate"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"body"}},{"kind":"Field","name":{"kind":"Name","value":"footer"}},{"kind":"Field","name":{"kind":"Name","value":"subject"}},{"kind":"Field","name":{"kind":"Name","value":"html"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"statusReason"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"approvedVersion"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"header"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}},{"kind":"Field","name":{"kind":"Name","value":"buttons"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"parameters"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"example"}}]}},{"kind":"Field","name":{"kind":"Name","value":"approved"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"body"}},{"kind":"Field","name":{"kind":"Name","value":"footer"}},{"kind":"Field","name":{"kind":"Name","value":"subject"}},{"kind":"Field","name":{"kind":"Name","value":"html"}},{"kind":"Field","name":{"kind":"Name","value":"header"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}},{"kind":"Field","name":{"kind":"Name","value":"buttons"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"parameters"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"example"}}]}}]}}]}}]}}]} as unknown as DocumentNode<UpdateTemplateMutation, UpdateTemplateMutationVariables>;
export const SubmitTemplateDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SubmitTemplate"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"TemplateIdInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"submitTemplate"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"statusReason"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"approvedVersion"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"approved"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"body"}},{"kind":"Field","name":{"kind":"Name","value":"footer"}},{"kind":"Field","name":{"kind":"Name","value":"subject"}},{"kind":"Field","name":{"kind":"Name","value":"html"}},{"kind":"Field","name":{"kind":"Name","value":"header"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}},{"kind":"Field","name":{"kind":"Name","value":"buttons"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"parameters"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"example"}}]}}]}}]}}]}}]} as unknown as DocumentNode<SubmitTemplateMutation, SubmitTemplateMutationVariables>;
export const DeleteTemplateDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteTemplate"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"TemplateIdInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteTemplate"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}]}]}}]} as unknown as DocumentNode<DeleteTemplateMutation, DeleteTemplateMutationVariables>;
export const SyncTemplatesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SyncTemplates"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SyncTemplatesInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"syncTemplates"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"created"}},{"kind":"Field","name":{"kind":"Name","value":"updated"}},{"kind":"Field","name":{"kind":"Name","value":"skipped"}}]}}]}}]} as unknown as DocumentNode<SyncTemplatesMutation, SyncTemplatesMutationVariables>;
export const SendableTemplatesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SendableTemplates"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"approved"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"TemplatePageInput"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"all"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"TemplatePageInput"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"approved"},"name":{"kind":"Name","value":"templates"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"approved"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"items"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"language"}},{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"channelId"}},{"kind":"Field","name":{"kind":"Name","value":"body"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"approvedVersion"}},{"kind":"Field","name":{"kind":"Name","value":"parameters"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"example"}}]}},{"kind":"Field","name":{"kind":"Name","value":"approved"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"body"}},{"kind":"Field","name":{"kind":"Name","value":"parameters"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"example"}}]}}]}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"all"},"name":{"kind":"Name","value":"templates"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"all"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"items"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"language"}},{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"channelId"}},{"kind":"Field","name":{"kind":"Name","value":"body"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"approvedVersion"}},{"kind":"Field","name":{"kind":"Name","value":"parameters"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"example"}}]}},{"kind":"Field","name":{"kind":"Name","value":"approved"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"body"}},{"kind":"Field","name":{"kind":"Name","value":"parameters"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"example"}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<SendableTemplatesQuery, SendableTemplatesQueryVariables>;
export const UserPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"UserPage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"UserPageInput"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"userPage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"items"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"firstName"}},{"kind":"Field","name":{"kind":"Name","value":"lastName"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"userName"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"invitationExpiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"role"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageSize"}}]}}]}}]} as unknown as DocumentNode<UserPageQuery, UserPageQueryVariables>;
export const FirmUserDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"FirmUser"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"user"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"firstName"}},{"kind":"Field","name":{"kind":"Name","value":"lastName"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"userName"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"invitationExpiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"role"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]} as unknown as DocumentNode<FirmUserQuery, FirmUserQueryVariables>;
export const RoleLookupDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RoleLookup"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"roleLookup"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]} as unknown as DocumentNode<RoleLookupQuery, RoleLookupQueryVariables>;
export const CreateUserDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateUser"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateUserInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createUser"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]} as unknown as DocumentNode<CreateUserMutation, CreateUserMutationVariables>;
export const InviteUserDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"InviteUser"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"InviteUserInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"inviteUser"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"invitationExpiresAt"}}]}}]}}]} as unknown as DocumentNode<InviteUserMutation, InviteUserMutationVariables>;
export const UpdateUserDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateUser"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateUserInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateUser"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"firstName"}},{"kind":"Field","name":{"kind":"Name","value":"lastName"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"userName"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"isActive"}},{"kind":"Field","name":{"kind":"Name","value":"invitationExpiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"role"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]} as unknown as DocumentNode<UpdateUserMutation, UpdateUserMutationVariables>;
export const RemoveUserDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RemoveUser"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"removeUser"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}]}}]} as unknown as DocumentNode<RemoveUserMutation, RemoveUserMutationVariables>;
export const WalletDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Wallet"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"month"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"WalletMonthInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"WalletTransactionPageInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"walletBalance"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"balance"}},{"kind":"Field","name":{"kind":"Name","value":"held"}},{"kind":"Field","name":{"kind":"Name","value":"available"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"lastUpdated"}},{"kind":"Field","name":{"kind":"Name","value":"lowBalanceThreshold"}}]}},{"kind":"Field","name":{"kind":"Name","value":"walletMonthlySummary"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"month"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"year"}},{"kind":"Field","name":{"kind":"Name","value":"month"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"openingBalance"}},{"kind":"Field","name":{"kind":"Name","value":"totalCredit"}},{"kind":"Field","name":{"kind":"Name","value":"totalDebit"}},{"kind":"Field","name":{"kind":"Name","value":"totalDiscount"}},{"kind":"Field","name":{"kind":"Name","value":"totalAdjustment"}},{"kind":"Field","name":{"kind":"Name","value":"closingBalance"}},{"kind":"Field","name":{"kind":"Name","value":"transactionCount"}},{"kind":"Field","name":{"kind":"Name","value":"byDay"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"date"}},{"kind":"Field","name":{"kind":"Name","value":"debit"}},{"kind":"Field","name":{"kind":"Name","value":"credit"}},{"kind":"Field","name":{"kind":"Name","value":"discount"}},{"kind":"Field","name":{"kind":"Name","value":"adjustment"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"walletTransactionPage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"items"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"balanceAfter"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"bankRef"}},{"kind":"Field","name":{"kind":"Name","value":"reference"}},{"kind":"Field","name":{"kind":"Name","value":"createdBy"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"page"}},{"kind":"Field","name":{"kind":"Name","value":"pageSize"}}]}}]}}]} as unknown as DocumentNode<WalletQuery, WalletQueryVariables>;
export const WalletDashboardDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"WalletDashboard"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"walletDashboard"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"firmCount"}},{"kind":"Field","name":{"kind":"Name","value":"lowBalanceCount"}},{"kind":"Field","name":{"kind":"Name","value":"totalBalance"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}}]}},{"kind":"Field","name":{"kind":"Name","value":"totalHeld"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}}]}},{"kind":"Field","name":{"kind":"Name","value":"creditsThisMonth"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}}]}},{"kind":"Field","name":{"kind":"Name","value":"debitsThisMonth"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}}]}},{"kind":"Field","name":{"kind":"Name","value":"topSpenders"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"firmId"}},{"kind":"Field","name":{"kind":"Name","value":"firmName"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}}]}},{"kind":"Field","name":{"kind":"Name","value":"daily"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"date"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"credit"}},{"kind":"Field","name":{"kind":"Name","value":"debit"}}]}}]}}]}}]} as unknown as DocumentNode<WalletDashboardQuery, WalletDashboardQueryVariables>;
export const ClientWalletPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ClientWalletPage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ClientWalletPageInput"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"clientWalletPage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"items"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"firmId"}},{"kind":"Field","name":{"kind":"Name","value":"firmName"}},{"kind":"Field","name":{"kind":"Name","value":"balance"}},{"kind":"Field","name":{"kind":"Name","value":"available"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"lastUpdated"}},{"kind":"Field","name":{"kind":"Name","value":"pricingPlan"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"pageSize"}}]}}]}}]} as unknown as DocumentNode<ClientWalletPageQuery, ClientWalletPageQueryVariables>;
export const ClientWalletDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ClientWallet"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"firmId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"clientWallet"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"firmId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"firmId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"firmId"}},{"kind":"Field","name":{"kind":"Name","value":"firmName"}},{"kind":"Field","name":{"kind":"Name","value":"balance"}},{"kind":"Field","name":{"kind":"Name","value":"held"}},{"kind":"Field","name":{"kind":"Name","value":"available"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"lastUpdated"}},{"kind":"Field","name":{"kind":"Name","value":"pricingPlan"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"totals"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"credit"}},{"kind":"Field","name":{"kind":"Name","value":"debit"}},{"kind":"Field","name":{"kind":"Name","value":"discount"}},{"kind":"Field","name":{"kind":"Name","value":"adjustment"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"clientWalletBalance"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"firmId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"firmId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"lowBalanceThreshold"}}]}},{"kind":"Field","name":{"kind":"Name","value":"firm"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"firmId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"timeZone"}}]}}]}}]} as unknown as DocumentNode<ClientWalletQuery, ClientWalletQueryVariables>;
export const ClientMonthDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ClientMonth"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"month"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ClientWalletMonthInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ClientWalletTransactionPageInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"clientWalletSummary"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"month"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"year"}},{"kind":"Field","name":{"kind":"Name","value":"month"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"openingBalance"}},{"kind":"Field","name":{"kind":"Name","value":"totalCredit"}},{"kind":"Field","name":{"kind":"Name","value":"totalDebit"}},{"kind":"Field","name":{"kind":"Name","value":"totalDiscount"}},{"kind":"Field","name":{"kind":"Name","value":"totalAdjustment"}},{"kind":"Field","name":{"kind":"Name","value":"closingBalance"}},{"kind":"Field","name":{"kind":"Name","value":"transactionCount"}},{"kind":"Field","name":{"kind":"Name","value":"byDay"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"date"}},{"kind":"Field","name":{"kind":"Name","value":"debit"}},{"kind":"Field","name":{"kind":"Name","value":"credit"}},{"kind":"Field","name":{"kind":"Name","value":"discount"}},{"kind":"Field","name":{"kind":"Name","value":"adjustment"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"clientWalletTransactionPage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"items"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"balanceAfter"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"bankRef"}},{"kind":"Field","name":{"kind":"Name","value":"reference"}},{"kind":"Field","name":{"kind":"Name","value":"createdBy"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"page"}},{"kind":"Field","name":{"kind":"Name","value":"pageSize"}}]}}]}}]} as unknown as DocumentNode<ClientMonthQuery, ClientMonthQueryVariables>;
export const ClientBalanceDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ClientBalance"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"firmId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"clientWalletBalance"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"firmId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"firmId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"balance"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}}]}}]}}]} as unknown as DocumentNode<ClientBalanceQuery, ClientBalanceQueryVariables>;
export const CreditWalletDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreditWallet"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreditWalletInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"posting"},"name":{"kind":"Name","value":"creditWallet"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"balance"}}]}}]}}]} as unknown as DocumentNode<CreditWalletMutation, CreditWalletMutationVariables>;
export const DiscountWalletDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DiscountWallet"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DiscountWalletInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"posting"},"name":{"kind":"Name","value":"discountWallet"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"balance"}}]}}]}}]} as unknown as DocumentNode<DiscountWalletMutation, DiscountWalletMutationVariables>;
export const AdjustWalletDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AdjustWallet"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AdjustWalletInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"posting"},"name":{"kind":"Name","value":"adjustWallet"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"balance"}}]}}]}}]} as unknown as DocumentNode<AdjustWalletMutation, AdjustWalletMutationVariables>;
export const WebhooksDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Webhooks"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"webhooks"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"eventTypes"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"statusReason"}},{"kind":"Field","name":{"kind":"Name","value":"ordered"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastDelivery"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"eventType"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]}}]}}]} as unknown as DocumentNode<WebhooksQuery, WebhooksQueryVariables>;
export const WebhookDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Webhook"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"webhook"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"eventTypes"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"statusReason"}},{"kind":"Field","name":{"kind":"Name","value":"ordered"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]}}]} as unknown as DocumentNode<WebhookQuery, WebhookQueryVariables>;
export const WebhookEventTypesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"WebhookEventTypes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"webhookEventTypes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"module"}}]}}]}}]} as unknown as DocumentNode<WebhookEventTypesQuery, WebhookEventTypesQueryVariables>;
export const WebhookDeliveriesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"WebhookDeliveries"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"WebhookDeliveriesInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"webhookDeliveries"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"items"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"eventId"}},{"kind":"Field","name":{"kind":"Name","value":"eventType"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"attempts"}},{"kind":"Field","name":{"kind":"Name","value":"responseStatus"}},{"kind":"Field","name":{"kind":"Name","value":"responseBody"}},{"kind":"Field","name":{"kind":"Name","value":"nextAttemptAt"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"page"}},{"kind":"Field","name":{"kind":"Name","value":"pageSize"}}]}}]}}]} as unknown as DocumentNode<WebhookDeliveriesQuery, WebhookDeliveriesQueryVariables>;
export const CreateWebhookDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateWebhook"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateWebhookInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createWebhook"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"secret"}}]}}]}}]} as unknown as DocumentNode<CreateWebhookMutation, CreateWebhookMutationVariables>;
export const UpdateWebhookDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateWebhook"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateWebhookInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateWebhook"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"eventTypes"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"statusReason"}},{"kind":"Field","name":{"kind":"Name","value":"ordered"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]}}]} as unknown as DocumentNode<UpdateWebhookMutation, UpdateWebhookMutationVariables>;
export const DeleteWebhookDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteWebhook"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"WebhookIdInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteWebhook"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}]}]}}]} as unknown as DocumentNode<DeleteWebhookMutation, DeleteWebhookMutationVariables>;
export const RotateWebhookSecretDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RotateWebhookSecret"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"WebhookIdInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rotateWebhookSecret"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"secret"}}]}}]}}]} as unknown as DocumentNode<RotateWebhookSecretMutation, RotateWebhookSecretMutationVariables>;
export const TestWebhookDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"TestWebhook"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"WebhookIdInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"testWebhook"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ok"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"latencyMs"}}]}}]}}]} as unknown as DocumentNode<TestWebhookMutation, TestWebhookMutationVariables>;
export const ReplayWebhookDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ReplayWebhook"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ReplayWebhookInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"replayWebhook"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]} as unknown as DocumentNode<ReplayWebhookMutation, ReplayWebhookMutationVariables>;
export const RetryWebhookDeliveryDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RetryWebhookDelivery"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"WebhookDeliveryIdInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"retryWebhookDelivery"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"attempts"}},{"kind":"Field","name":{"kind":"Name","value":"responseStatus"}},{"kind":"Field","name":{"kind":"Name","value":"responseBody"}},{"kind":"Field","name":{"kind":"Name","value":"nextAttemptAt"}}]}}]}}]} as unknown as DocumentNode<RetryWebhookDeliveryMutation, RetryWebhookDeliveryMutationVariables>;
export const BeginPasskeyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"BeginPasskey"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"beginPasskey"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"publicKey"}}]}}]}}]} as unknown as DocumentNode<BeginPasskeyMutation, BeginPasskeyMutationVariables>;
export const FinishPasskeyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"FinishPasskey"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"FinishPasskeyInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"finishPasskey"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"passkey"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"recoveryCodes"}}]}}]}}]} as unknown as DocumentNode<FinishPasskeyMutation, FinishPasskeyMutationVariables>;
export const BeginTotpDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"BeginTotp"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"beginTotp"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"secret"}},{"kind":"Field","name":{"kind":"Name","value":"uri"}},{"kind":"Field","name":{"kind":"Name","value":"qrCode"}}]}}]}}]} as unknown as DocumentNode<BeginTotpMutation, BeginTotpMutationVariables>;
export const ConfirmTotpDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ConfirmTotp"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ConfirmTotpInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"confirmTotp"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"recoveryCodes"}}]}}]}}]} as unknown as DocumentNode<ConfirmTotpMutation, ConfirmTotpMutationVariables>;
export const AcceptInvitationDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AcceptInvitation"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AcceptInvitationInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"acceptInvitation"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"firmId"}}]}}]}}]} as unknown as DocumentNode<AcceptInvitationMutation, AcceptInvitationMutationVariables>;
export const DeclineInvitationDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeclineInvitation"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"declineInvitation"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}]}}]} as unknown as DocumentNode<DeclineInvitationMutation, DeclineInvitationMutationVariables>;
export const ChangePasswordDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ChangePassword"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ChangePasswordInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"changePassword"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}]}]}}]} as unknown as DocumentNode<ChangePasswordMutation, ChangePasswordMutationVariables>;
export const AcceptMailedInvitationDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AcceptMailedInvitation"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AcceptMailedInvitationInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"acceptMailedInvitation"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}}]}}]}}]} as unknown as DocumentNode<AcceptMailedInvitationMutation, AcceptMailedInvitationMutationVariables>;
export const ForgotPasswordDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ForgotPassword"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ForgotPasswordInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"forgotPassword"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}]}]}}]} as unknown as DocumentNode<ForgotPasswordMutation, ForgotPasswordMutationVariables>;
export const ResetPasswordDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ResetPassword"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ResetPasswordInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"resetPassword"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}]}]}}]} as unknown as DocumentNode<ResetPasswordMutation, ResetPasswordMutationVariables>;
export const VerifyEmailDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"VerifyEmail"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"VerifyEmailInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"verifyEmail"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}]}]}}]} as unknown as DocumentNode<VerifyEmailMutation, VerifyEmailMutationVariables>;
export const MeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Me"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"me"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"firstName"}},{"kind":"Field","name":{"kind":"Name","value":"lastName"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"userName"}},{"kind":"Field","name":{"kind":"Name","value":"emailVerified"}},{"kind":"Field","name":{"kind":"Name","value":"pendingEmail"}},{"kind":"Field","name":{"kind":"Name","value":"language"}}]}},{"kind":"Field","name":{"kind":"Name","value":"firm"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"firmId"}},{"kind":"Field","name":{"kind":"Name","value":"relationId"}},{"kind":"Field","name":{"kind":"Name","value":"firmName"}},{"kind":"Field","name":{"kind":"Name","value":"sessionId"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"timeZone"}}]}},{"kind":"Field","name":{"kind":"Name","value":"role"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"isSuperFirm"}},{"kind":"Field","name":{"kind":"Name","value":"permissions"}},{"kind":"Field","name":{"kind":"Name","value":"firms"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"firmId"}},{"kind":"Field","name":{"kind":"Name","value":"relationId"}},{"kind":"Field","name":{"kind":"Name","value":"firmName"}},{"kind":"Field","name":{"kind":"Name","value":"sessionId"}}]}},{"kind":"Field","name":{"kind":"Name","value":"invitations"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"firmName"}},{"kind":"Field","name":{"kind":"Name","value":"roleName"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"mustChangePassword"}},{"kind":"Field","name":{"kind":"Name","value":"mfaDue"}}]}}]}}]} as unknown as DocumentNode<MeQuery, MeQueryVariables>;
export const BeginLoginPasskeyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"BeginLoginPasskey"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"beginLoginPasskey"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"publicKey"}}]}}]}}]} as unknown as DocumentNode<BeginLoginPasskeyMutation, BeginLoginPasskeyMutationVariables>;
export const BeginLoginMfaPasskeyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"BeginLoginMfaPasskey"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"BeginLoginMfaPasskeyInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"beginLoginMfaPasskey"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"publicKey"}}]}}]}}]} as unknown as DocumentNode<BeginLoginMfaPasskeyMutation, BeginLoginMfaPasskeyMutationVariables>;
export const MarkReadDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"MarkRead"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"markNotificationRead"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}}]} as unknown as DocumentNode<MarkReadMutation, MarkReadMutationVariables>;
export const DeleteNotificationDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteNotification"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteNotification"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}]}}]} as unknown as DocumentNode<DeleteNotificationMutation, DeleteNotificationMutationVariables>;
export const BellDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Bell"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"notificationPage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"page"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"pageSize"},"value":{"kind":"IntValue","value":"20"}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"items"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"module"}},{"kind":"Field","name":{"kind":"Name","value":"moduleId"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"metadata"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"totalCount"}}]}}]}}]} as unknown as DocumentNode<BellQuery, BellQueryVariables>;
export const NewestNotificationDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"NewestNotification"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"notificationPage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"pageSize"},"value":{"kind":"IntValue","value":"1"}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"items"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]}}]} as unknown as DocumentNode<NewestNotificationQuery, NewestNotificationQueryVariables>;
export const MarkAllReadDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"MarkAllRead"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"markAllNotificationsRead"}}]}}]} as unknown as DocumentNode<MarkAllReadMutation, MarkAllReadMutationVariables>;
export const SetFirmDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SetFirm"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SetFirmInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"setFirm"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"firmId"}}]}}]}}]} as unknown as DocumentNode<SetFirmMutation, SetFirmMutationVariables>;