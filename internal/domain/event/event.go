// Package event has the events of firms: what has changed, for other programs. A domain raises an
// event in the transaction of its change ([Raise]). After the commit it gets the next number of its
// firm, without gaps, and the record that it is about ([Log]). So what is rolled back never is an
// event. The feed of a firm is read by its numbers.
package event

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/google/uuid"
)

// Retention is how long an event is kept.
const Retention = 30 * 24 * time.Hour

// TypeName names what has happened.
type TypeName string

// The types of events.
const (
	ContactCreated      TypeName = "contact.created"
	ContactUpdated      TypeName = "contact.updated"
	ContactDeleted      TypeName = "contact.deleted"
	ContactImportEnded  TypeName = "contact.import.ended"
	MessageQueued       TypeName = "message.queued"
	MessageSent         TypeName = "message.sent"
	MessageDelivered    TypeName = "message.delivered"
	MessageRead         TypeName = "message.read"
	MessageFailed       TypeName = "message.failed"
	MessageReceived     TypeName = "message.received"
	ConversationUpdated TypeName = "conversation.updated"
	CampaignStarted     TypeName = "campaign.started"
	CampaignEnded       TypeName = "campaign.ended"
	CampaignPaused      TypeName = "campaign.paused"
	TemplateChanged     TypeName = "template.changed"
	ConsentChanged      TypeName = "consent.changed"
	WalletLow           TypeName = "wallet.low"
	WalletCredited      TypeName = "wallet.credited"
	UserInvited         TypeName = "user.invited"
	UserRemoved         TypeName = "user.removed"
	APIClientRevoked    TypeName = "apiclient.revoked"
	ChannelFailing      TypeName = "channel.failing"
)

// Kind describes a type of events.
type Kind struct {
	Type TypeName
	// Module is the module whose View is needed to get events of the type.
	Module string
	// Read is the operation of the REST API that answers the record, with the id of the event. It
	// is empty for events whose data is known when they are raised: records that never change, and
	// deletions.
	Read string
	// Schema is the name of the record in the OpenAPI document. It is empty for a deletion, whose
	// data is {"id": …}.
	Schema string
	// When is a sentence about when the event is raised.
	When string
}

// Kinds returns all types of events, in the order of the contract.
func Kinds() []Kind { return slices.Clone(kinds) }

var kinds = []Kind{
	{ContactCreated, "Contact", "contact/contact", "Contact", "A contact is new."},
	{ContactUpdated, "Contact", "contact/contact", "Contact", "A contact has changed."},
	{ContactDeleted, "Contact", "", "", "A contact is deleted. A bulk deletion has one event for each contact."},
	{
		ContactImportEnded, "Contact", "contact/contactImport", "ContactImport",
		"An import of contacts has ended, been undone or cancelled. Its contacts and consent have no events of their own.",
	},
	{MessageQueued, "MessagingChat", "messaging/message", "Message", "A message waits to be sent."},
	{MessageSent, "MessagingChat", "messaging/message", "Message", "A message was sent, or reported as sent."},
	{MessageDelivered, "MessagingChat", "messaging/message", "Message", "A message has reached the phone, or was reported so."},
	{MessageRead, "MessagingChat", "messaging/message", "Message", "A message was read, or reported as read."},
	{MessageFailed, "MessagingChat", "messaging/message", "Message", "A message was not sent or not delivered, or was reported so."},
	{MessageReceived, "MessagingChat", "messaging/message", "Message", "A message has arrived, or was reported."},
	{
		ConversationUpdated, "MessagingChat", "conversation/conversation", "Conversation",
		"A conversation has a message or a note, or another status or person who answers, or was read.",
	},
	{CampaignStarted, "MessagingCampaign", "campaign/campaign", "Campaign", "A campaign begins to send."},
	{CampaignEnded, "MessagingCampaign", "campaign/campaign", "Campaign", "A campaign is completed, cancelled or failed."},
	{CampaignPaused, "MessagingCampaign", "campaign/campaign", "Campaign", "A campaign is paused."},
	{
		TemplateChanged, "MessagingTemplate", "template/template", "Template",
		"A template is new, changed, judged by its provider, or deleted.",
	},
	{ConsentChanged, "Contact", "", "ConsentEntry", "An address has another entry of consent."},
	{WalletLow, "Wallet", "wallet/walletBalance", "WalletBalance", "The balance has fallen below the firm's threshold."},
	{WalletCredited, "Wallet", "", "WalletTransaction", "The wallet was topped up."},
	{UserInvited, "Users", "user/user", "FirmUser", "A person is invited, or invited again."},
	{UserRemoved, "Users", "", "", "A person is removed, or no longer invited."},
	{APIClientRevoked, "ApiClient", "apiclient/apiClient", "ApiClient", "An API key was revoked."},
	{ChannelFailing, "Settings", "channel/channel", "Channel", "The provider of a channel refuses it."},
}

// KindOf returns the description of a type, and reports whether there is such a type.
func KindOf(of TypeName) (Kind, bool) {
	at := slices.IndexFunc(kinds, func(k Kind) bool { return k.Type == of })
	if at < 0 {
		return Kind{}, false
	}
	return kinds[at], true
}

// Event is an event with its number.
type Event struct {
	ID        uuid.UUID       `json:"id"`
	Type      string          `json:"type"`
	Timestamp time.Time       `json:"timestamp"`
	FirmID    uuid.UUID       `json:"firmId"`
	Sequence  int64           `json:"sequence"`
	Data      json.RawMessage `json:"data"`
}
