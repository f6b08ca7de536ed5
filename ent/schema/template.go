package schema

import (
	"encoding/json"

	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// Template is a text from which a firm makes messages. It has a version that people work on, and
// the version in use, which are the same once the first is approved.
type Template struct{ ent.Schema }

// Mixin of Template.
func (Template) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, Times{}, FirmOwned{}, OnlyTable{}} }

// Fields of Template.
func (Template) Fields() []ent.Field {
	return []ent.Field{
		field.String("name").NotEmpty().MaxRuneLen(512).Immutable().Annotations(folded),
		field.String("language").NotEmpty().MaxRuneLen(20).Immutable().Annotations(folded),
		field.Enum("kind").Values("WhatsApp", "Sms", "Email", "Sandbox").Immutable().Comment("of the channels that send it"),
		field.UUID("channel_id", uuid.UUID{}).Optional().Nillable().Immutable().
			Comment("the only channel that sends it; nil for every channel of the kind"),
		field.Enum("category").Values("Marketing", "Utility", "Authentication", "Service").Comment("that of content"),
		field.JSON("content", json.RawMessage{}).Comment("a template.Content: the version that people work on"),
		field.Int("version").Positive(),
		field.Enum("status").Values("Draft", "Submitted", "Approved", "Rejected", "Paused", "Disabled").Comment("that of content"),
		field.String("status_reason").Default("").MaxRuneLen(500),
		field.String("provider_id").Default("").MaxRuneLen(200),
		field.JSON("approved", json.RawMessage{}).Optional().Comment("a template.Content: the version in use; nil while there is none"),
		field.Int("approved_version").Optional().Nillable(),
		field.Time("decided_at").Optional().Nillable().Comment("the provider's time of the last decision that a hook told"),
		field.Enum("approved_status").Values("Approved", "Paused", "Disabled", "Replaced").Optional().Nillable().
			Comment("that of approved; Replaced beside a draft: stopped, and the provider has another text"),
	}
}

// Indexes of Template: a firm has one template of a name and language for a kind, and one for each
// channel.
func (Template) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("firm_id", "name", "language", "kind").Unique().Annotations(entsql.IndexWhere("channel_id IS NULL")),
		index.Fields("firm_id", "channel_id", "name", "language").Unique().Annotations(entsql.IndexWhere("channel_id IS NOT NULL")),
	}
}
