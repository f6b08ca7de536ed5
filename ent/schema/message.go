package schema

import (
	"encoding/json"

	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// Message is a message that a firm has sent or received: firmhub sent it itself, or a program
// reported it. On PostgreSQL the table is partitioned by the month of occurred_at in UTC, which is
// therefore part of the primary key. Statements name a range of occurred_at, or the exact time,
// which [MessageKey] contains.
type Message struct{ ent.Schema }

// Mixin of Message.
func (Message) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, Times{}, FirmOwned{}} }

// Fields of Message.
func (Message) Fields() []ent.Field {
	return []ent.Field{
		field.Time("occurred_at").Immutable().
			Comment("when it was sent or received; of an own message when it was accepted, or the earliest time at which it may be sent"),
		field.String("provider_message_id").NotEmpty().MaxRuneLen(200).Immutable().Annotations(folded).
			Comment("of an own message its own id, until the provider has given it another one"),
		field.Enum("direction").Values("Outbound", "Inbound").Immutable(),
		field.UUID("contact_id", uuid.UUID{}).Optional().Nillable().Immutable().
			Comment("who had the phone when it was reported, or the contact that was named instead of a phone"),
		field.String("phone").NotEmpty().Optional().Nillable().Immutable().
			Comment("of the other side, in E.164; nil for a contact without a phone"),
		field.String("person_key").NotEmpty().Immutable().Annotations(folded).
			Comment("who is on the other side: the match key of the phone, or the id of a contact without one"),
		field.String("template_name").MaxRuneLen(200).Optional().Nillable().Immutable(),
		field.String("campaign").MaxRuneLen(200).Optional().Nillable().Immutable(),
		field.Enum("category").Values("Marketing", "Utility", "Authentication", "Service").Immutable(),
		field.Text("body").Optional().Nillable().Immutable(),
		field.Enum("status").Values("Queued", "Sending", "Sent", "Failed", "Delivered", "Read", "Unknown", "Cancelled"),
		field.Time("delivered_at").Optional().Nillable(),
		field.Time("read_at").Optional().Nillable(),
		field.Time("failed_at").Optional().Nillable(),
		field.String("error_code").MaxRuneLen(100).Optional().Nillable(),
		field.String("error_text").MaxRuneLen(500).Optional().Nillable(),

		// The others are nil for a message that was reported.
		field.UUID("channel_id", uuid.UUID{}).Optional().Nillable().Immutable(),
		field.String("address").MaxRuneLen(320).Optional().Nillable().Immutable().Comment("of the other side"),
		field.Enum("address_kind").Values("Phone", "Email", "WhatsAppUser").Optional().Nillable().Immutable(),
		field.String("subject").MaxRuneLen(200).Optional().Nillable().Immutable(),
		field.String("reference").MaxRuneLen(100).Optional().Nillable().Immutable().Comment("by which the sender knows it"),
		field.UUID("conversation_id", uuid.UUID{}).Optional().Nillable().Immutable(),
		field.UUID("template_id", uuid.UUID{}).Optional().Nillable().Immutable().Comment("the template, which may be deleted"),
		field.UUID("campaign_id", uuid.UUID{}).Optional().Nillable().Immutable().Comment("the campaign, which may be deleted"),
		field.UUID("media_id", uuid.UUID{}).Optional().Nillable().Immutable().Comment("the file that it has; its body is the caption then"),
		field.Int64("price").Optional().Nillable().Immutable().Comment("in the smallest unit of an amount of money"),
		field.Enum("charge").Values("None", "Held", "Charged", "Released").Optional().Nillable().Comment("what became of the price"),
		field.Int("segments").Optional().Nillable().Immutable().Comment("of an SMS"),
		field.Int("attempts").Optional().Nillable().Comment("how often the provider was called"),
		field.Time("sent_at").Optional().Nillable().Comment("when the provider took it"),
		field.Time("not_before").Optional().Nillable().Immutable(),
		field.Time("expires_at").Optional().Nillable().Immutable(),
		field.String("provider_code").MaxRuneLen(100).Optional().Nillable().Comment("the provider's code of the error"),
		field.JSON("events", json.RawMessage{}).Optional().Comment("what became of it, a list of messaging.Event; Queued is left out"),
	}
}

// Edges of Message.
func (Message) Edges() []ent.Edge {
	return []ent.Edge{edge.To("contact", Contact.Type).Field("contact_id").Unique().Immutable().
		Annotations(entsql.OnDelete(entsql.NoAction))}
}

// Indexes of Message: for the messages of a contact, of a person, of a conversation and of a
// campaign. The primary key serves the list of all messages.
func (Message) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("firm_id", "contact_id", "occurred_at"),
		index.Fields("firm_id", "person_key", "occurred_at"),
		index.Fields("firm_id", "conversation_id", "occurred_at").Annotations(entsql.IndexWhere("conversation_id IS NOT NULL")),
		index.Fields("firm_id", "media_id").Annotations(entsql.IndexWhere("media_id IS NOT NULL")),
		index.Fields("firm_id", "campaign_id", "occurred_at").Annotations(entsql.IndexWhere("campaign_id IS NOT NULL")),
	}
}

// MessageKey finds a message by its provider's id, which is unique in the firm. The unique key of a
// partitioned table would have to contain the month. The id of a MessageKey is the id of the
// message. It is deleted with the month of the message.
type MessageKey struct{ ent.Schema }

// Mixin of MessageKey.
func (MessageKey) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, FirmOwned{}, OnlyTable{}} }

// Fields of MessageKey.
func (MessageKey) Fields() []ent.Field {
	return []ent.Field{
		field.String("provider_message_id").NotEmpty().MaxRuneLen(200).Immutable().Annotations(folded),
		field.Time("occurred_at").Immutable().Comment("that of the message"),
		field.String("reference").MaxRuneLen(100).Optional().Nillable().Immutable().Annotations(folded),
		field.Bytes("request").MaxLen(hashSize).Optional().Nillable().Immutable().
			Comment("the hash of the request to send the message, where it has a reference"),
	}
}

// Indexes of MessageKey: the third is for retention.
func (MessageKey) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("firm_id", "provider_message_id").Unique(),
		index.Fields("firm_id", "reference").Unique(),
		index.Fields("occurred_at"),
	}
}
