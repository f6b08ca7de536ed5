package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"entgo.io/ent/schema/mixin"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule"
)

// FirmOwned makes an entity a firm's own: queries see the viewer's firm only, new rows get it, updates and deletions
// reach no other. It fails closed without a firm. The database holds the second wall: UNIQUE (firm_id, id), to which
// children refer together with their firm, so that no row can hang on a parent of another firm.
type FirmOwned struct{ mixin.Schema }

// Fields of the mixin.
func (FirmOwned) Fields() []ent.Field {
	return []ent.Field{field.UUID("firm_id", uuid.UUID{}).Immutable()}
}

// Edges of the mixin.
func (FirmOwned) Edges() []ent.Edge {
	return []ent.Edge{edge.To("firm", Firm.Type).Field("firm_id").Unique().Required().Immutable()}
}

// Indexes of the mixin.
func (FirmOwned) Indexes() []ent.Index { return []ent.Index{index.Fields("firm_id", "id").Unique()} }

// Interceptors of the mixin.
func (FirmOwned) Interceptors() []ent.Interceptor { return []ent.Interceptor{rule.OwnFirm("firm_id")} }

// Hooks of the mixin.
func (FirmOwned) Hooks() []ent.Hook { return []ent.Hook{rule.WriteOwnFirm} }
