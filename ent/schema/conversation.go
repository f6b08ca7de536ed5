package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// Conversation is what a firm and an address have written to each other by a channel. Messages that
// firmhub sends or receives name it.
type Conversation struct{ ent.Schema }

// Mixin of Conversation.
func (Conversation) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, Times{}, FirmOwned{}, OnlyTable{}} }

// Fields of Conversation.
func (Conversation) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("channel_id", uuid.UUID{}).Immutable(),
		field.String("address").NotEmpty().MaxRuneLen(320),
		field.Enum("address_kind").Values("Phone", "Email", "WhatsAppUser").Immutable(),
		field.String("address_key").NotEmpty().MaxRuneLen(320).Immutable().Annotations(folded).
			Comment("the same for all spellings of the address"),
		field.UUID("contact_id", uuid.UUID{}).Optional().Nillable(),
		field.Enum("status").Values("Open", "Closed").Default("Open"),
		field.UUID("assigned_to", uuid.UUID{}).Optional().Nillable().Comment("a user"),
		field.Int("unread").Default(0).NonNegative().Comment("how many messages arrived since somebody has read it"),
		field.Time("inbound_at").Optional().Nillable().Comment("when the last message arrived"),
		field.Time("active_at").Comment("when the last message was accepted, arrived or was noted: the order of the list"),
		field.UUID("last_message_id", uuid.UUID{}).Comment("of the last message, or of the last note"),
		field.Time("last_message_at").Comment("the occurred_at of that message"),
	}
}

// Indexes of Conversation: for messages, for the list and its filters, for a contact that becomes
// a part of another one, and for what has changed lately.
func (Conversation) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("firm_id", "address_key", "channel_id").Unique(),
		index.Fields("firm_id", "active_at", "id"),
		index.Fields("firm_id", "status", "active_at", "id"),
		index.Fields("firm_id", "assigned_to", "active_at", "id").Annotations(entsql.IndexWhere("assigned_to IS NOT NULL")),
		index.Fields("firm_id", "active_at", "id").StorageKey("conversations_unread").Annotations(entsql.IndexWhere("unread > 0")),
		index.Fields("firm_id", "contact_id"),
		index.Fields("firm_id", "updated_at"),
	}
}

// ConversationNote is an internal note in a conversation.
type ConversationNote struct{ ent.Schema }

// Mixin of ConversationNote.
func (ConversationNote) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, FirmOwned{}, OnlyTable{}} }

// Fields of ConversationNote.
func (ConversationNote) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("conversation_id", uuid.UUID{}).Immutable(),
		field.Time("at").Immutable(),
		field.Text("body").NotEmpty().Immutable(),
		field.UUID("user_id", uuid.UUID{}).Optional().Nillable().Immutable().Comment("who wrote it; nil for an API client"),
		field.String("author").Immutable().Comment("the name of who wrote it, as of then"),
		field.String("reference").Optional().Nillable().Immutable().Comment("of whoever wrote it, so that a repetition adds nothing"),
	}
}

// Indexes of ConversationNote.
func (ConversationNote) Indexes() []ent.Index {
	return []ent.Index{index.Fields("firm_id", "conversation_id", "at", "id"), index.Fields("firm_id", "reference").Unique()}
}

// QuickReply is a text of a firm that agents insert by its shortcut.
type QuickReply struct{ ent.Schema }

// Mixin of QuickReply.
func (QuickReply) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, Times{}, FirmOwned{}, OnlyTable{}} }

// Fields of QuickReply.
func (QuickReply) Fields() []ent.Field {
	return []ent.Field{
		field.String("shortcut").NotEmpty().MaxRuneLen(50).Annotations(folded),
		field.Text("body").NotEmpty(),
	}
}

// Indexes of QuickReply.
func (QuickReply) Indexes() []ent.Index {
	return []ent.Index{index.Fields("firm_id", "shortcut").Unique()}
}
