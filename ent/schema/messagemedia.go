package schema

import (
	"encoding/json"

	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// MessageMedia is a file that arrived with a message, or that is sent with messages. It is kept as
// long as its messages.
type MessageMedia struct{ ent.Schema }

// Mixin of MessageMedia.
func (MessageMedia) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, FirmOwned{}, OnlyTable{}} }

// Fields of MessageMedia.
func (MessageMedia) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("file_id", uuid.UUID{}).Optional().Nillable().Immutable().
			Comment("the uploaded file of which this is a copy; nil for what arrived"),
		field.JSON("origin", json.RawMessage{}).Optional().Immutable().Comment("where to get what arrived, a media.origin"),
		field.String("content_type").MaxRuneLen(100),
		field.String("name").MaxRuneLen(255),
		field.Int64("size").Default(0).NonNegative().Comment("in bytes"),
		field.Enum("status").Values("Pending", "Ready", "Failed"),
		field.String("blob_key").MaxRuneLen(200).Default("").Comment("of the content, once it is Ready"),
		field.Int("attempts").Default(0).NonNegative().Comment("how often it was asked for at the provider"),
		field.Time("due_at").Optional().Nillable().Comment("when it is asked for next; nil unless it is Pending"),
		field.Time("used_at").Comment("the occurred_at of the latest message with it, or later while that may still be sent"),
	}
}

// Indexes of MessageMedia: for files that are sent again, for what is to be fetched, for
// retention, and for the size of all.
func (MessageMedia) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("firm_id", "file_id").Unique(),
		index.Fields("due_at").Annotations(entsql.IndexWhere("due_at IS NOT NULL")),
		index.Fields("used_at"),
		index.Fields("firm_id", "size"),
	}
}
