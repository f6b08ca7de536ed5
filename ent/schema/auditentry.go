package schema

import (
	"encoding/json"

	"entgo.io/ent"
	"entgo.io/ent/dialect"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"entgo.io/ent/schema/mixin"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/entity"
)

// AuditEntry records who changed what in a firm. It has no edges, because it outlives its target.
type AuditEntry struct{ ent.Schema }

// Mixin of AuditEntry.
func (AuditEntry) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, AuditFields{}, FirmOwned{}} }

// Indexes of AuditEntry.
func (AuditEntry) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("firm_id", "created_at", "id"),
		index.Fields("firm_id", "target_id"),
		index.Fields("firm_id", "actor_id"),
	}
}

// Hooks refuse changes and deletions; triggers in the database refuse them too.
func (AuditEntry) Hooks() []ent.Hook { return []ent.Hook{rule.AppendOnly} }

// GlobalAuditEntry records a change by the super-firm that applies to every firm. It is part of the
// audit log of each firm except the super-firm, which has a separate entry with more content.
type GlobalAuditEntry struct{ ent.Schema }

// Mixin of GlobalAuditEntry.
func (GlobalAuditEntry) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, AuditFields{}} }

// Fields of GlobalAuditEntry.
func (GlobalAuditEntry) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("except_firm_id", uuid.UUID{}).Optional().Nillable().Immutable().
			Comment("a firm for which the change was another one, which its own log has"),
	}
}

// Indexes of GlobalAuditEntry.
func (GlobalAuditEntry) Indexes() []ent.Index { return []ent.Index{index.Fields("created_at", "id")} }

// Interceptors allow reads under rule.AcrossFirms only.
func (GlobalAuditEntry) Interceptors() []ent.Interceptor { return []ent.Interceptor{rule.ReadAcross} }

// Hooks allow new entries, under rule.AcrossFirms only.
func (GlobalAuditEntry) Hooks() []ent.Hook { return []ent.Hook{rule.WriteAcross, rule.AppendOnly} }

// AuditFields is the mixin of both kinds of audit entries.
type AuditFields struct{ mixin.Schema }

// Fields of the mixin.
func (AuditFields) Fields() []ent.Field {
	return []ent.Field{
		field.Time("created_at").Default(entity.Now).Immutable(),
		field.Enum("actor_kind").Values("User", "ApiClient", "System").Immutable(),
		field.UUID("actor_id", uuid.UUID{}).Optional().Nillable().Immutable(),
		field.String("actor_name").Immutable().Comment("the e-mail of a user at the time of the change"),
		field.UUID("actor_firm_id", uuid.UUID{}).Optional().Nillable().Immutable().
			Comment("the firm of the actor, if it is another one: the super-firm"),
		field.String("action").Immutable().Comment("such as role.update"),
		field.String("target_type").Immutable(),
		field.UUID("target_id", uuid.UUID{}).Optional().Nillable().Immutable(),
		field.String("target_name").Immutable(),
		field.JSON("before", json.RawMessage{}).Optional().Immutable().SchemaType(inOrder),
		field.JSON("after", json.RawMessage{}).Optional().Immutable().SchemaType(inOrder),
		field.String("address").Immutable(),
		field.String("request_id").Immutable(),
	}
}

// inOrder is the type of a JSON column whose fields keep their order.
var inOrder = map[string]string{dialect.Postgres: "json"}
