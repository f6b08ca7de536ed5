package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/entity"
)

// KnownDevice is a program from which a person has signed in. Sessions are deleted after 30 days,
// so they can't tell.
type KnownDevice struct{ ent.Schema }

// Mixin of KnownDevice.
func (KnownDevice) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, OnlyTable{}} }

// Fields of KnownDevice.
func (KnownDevice) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("user_id", uuid.UUID{}).Immutable(),
		field.Bytes("agent_hash").Immutable().Comment("SHA-256 of the User-Agent"),
		field.Time("last_seen_at").Default(entity.Now),
	}
}

// Indexes of KnownDevice.
func (KnownDevice) Indexes() []ent.Index {
	return []ent.Index{index.Fields("user_id", "agent_hash").Unique(), index.Fields("last_seen_at")}
}
