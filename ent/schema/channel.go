package schema

import (
	"encoding/json"

	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
)

// Channel is a sender address of a firm at a provider of messages. A deleted channel is kept, since
// its messages name it.
type Channel struct{ ent.Schema }

// Mixin of Channel.
func (Channel) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, Times{}, FirmOwned{}, SoftDelete{}} }

// Fields of Channel.
func (Channel) Fields() []ent.Field {
	return []ent.Field{
		field.String("name").NotEmpty().MaxRuneLen(100),
		field.Enum("kind").Values("WhatsApp", "Sms", "Email", "Sandbox").Immutable(),
		field.String("sender").NotEmpty().MaxRuneLen(320).Comment("what recipients see as the sender"),
		field.JSON("settings", json.RawMessage{}).Comment("a provider.Settings"),
		field.Bytes("secrets").Optional().Nillable().Sensitive().Comment("a JSON object, sealed for this row; nil without any"),
		field.Strings("secrets_set").Default([]string{}).Comment("the names of the secrets"),
		field.Int("messages_per_second").Positive(),
		field.Enum("status").Values("Active", "Paused", "Failing").Default("Active"),
		field.String("status_reason").Default("").MaxRuneLen(500).Comment("why it is Failing"),
		field.JSON("qr_codes", json.RawMessage{}).Optional().Comment("a list of channel.QRCode, for kinds whose provider keeps none"),
		field.Bool("is_default").Comment("whether messages that name only its kind are sent by it"),
	}
}

// Indexes of Channel: a firm has at most one default channel of a kind. The second finds the firm
// of a hook.
func (Channel) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("firm_id", "kind").Unique().Annotations(entsql.IndexWhere("is_default")),
		index.Fields("id"),
	}
}
