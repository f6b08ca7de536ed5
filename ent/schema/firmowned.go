package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/mixin"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule"
)

// FirmOwned is the mixin of entities whose rows belong to a firm. Queries return only the rows of
// the viewer's firm, new rows are stored in that firm, and updates and deletions are limited to it.
// Without a firm they fail.
//
// The tables have the primary key (firm_id, id). Foreign keys between them include firm_id, so the
// database refuses a row whose parent belongs to another firm. See migrate.Schema.
type FirmOwned struct{ mixin.Schema }

// Fields of the mixin.
func (FirmOwned) Fields() []ent.Field {
	return []ent.Field{field.UUID("firm_id", uuid.UUID{}).Immutable()}
}

// Edges of the mixin.
func (FirmOwned) Edges() []ent.Edge {
	return []ent.Edge{edge.To("firm", Firm.Type).Field("firm_id").Unique().Required().Immutable()}
}

// Interceptors of the mixin.
func (FirmOwned) Interceptors() []ent.Interceptor { return []ent.Interceptor{rule.OwnFirm("firm_id")} }

// Hooks of the mixin.
func (FirmOwned) Hooks() []ent.Hook { return []ent.Hook{rule.WriteOwnFirm} }
