package schema

import (
	"encoding/json"

	"entgo.io/contrib/entgql"
	"entgo.io/ent"
	"entgo.io/ent/dialect"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/record"
)

// AuditEntry says who changed what in a firm. It has no edges: it outlives what it tells of.
type AuditEntry struct{ ent.Schema }

// Mixin of AuditEntry.
func (AuditEntry) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, FirmOwned{}} }

// Fields of AuditEntry.
func (AuditEntry) Fields() []ent.Field {
	return []ent.Field{
		field.Time("created_at").Default(record.Now).Immutable(),
		field.Enum("actor_kind").Values("User", "ApiClient", "System").Immutable(),
		field.UUID("actor_id", uuid.UUID{}).Optional().Nillable().Immutable(),
		field.String("actor_name").Immutable().Comment("the e-mail of a user, as it was"),
		field.UUID("actor_firm_id", uuid.UUID{}).Optional().Nillable().Immutable().
			Comment("the firm that the actor came from, where it is another one: the super-firm"),
		field.String("action").Immutable().Comment("role.update"),
		field.String("target_type").Immutable(),
		field.UUID("target_id", uuid.UUID{}).Optional().Nillable().Immutable(),
		field.String("target_name").Immutable(),
		field.JSON("before", json.RawMessage{}).Optional().Immutable().SchemaType(asWritten),
		field.JSON("after", json.RawMessage{}).Optional().Immutable().SchemaType(asWritten),
		field.String("address").Immutable(),
		field.String("request_id").Immutable(),
	}
}

// asWritten keeps JSON as it was written, in the order of its fields.
var asWritten = map[string]string{dialect.Postgres: "json"}

// Indexes of AuditEntry.
func (AuditEntry) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("firm_id", "created_at", "id"),
		index.Fields("firm_id", "target_id"),
		index.Fields("firm_id", "actor_id"),
	}
}

// Hooks let entries be made, and nothing else; the database holds to it too.
func (AuditEntry) Hooks() []ent.Hook { return []ent.Hook{rule.AppendOnly} }

// Annotations keep AuditEntry out of ent's part of GraphQL.
func (AuditEntry) Annotations() []schema.Annotation { return []schema.Annotation{entgql.Skip()} }
