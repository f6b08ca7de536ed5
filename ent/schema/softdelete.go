package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/mixin"

	"github.com/firmhub/firmhub/ent/rule"
)

// SoftDelete is the mixin of entities whose deleted rows are kept, but not returned by queries.
type SoftDelete struct{ mixin.Schema }

// Fields of the mixin.
func (SoftDelete) Fields() []ent.Field {
	return []ent.Field{field.Time("deleted_at").Optional().Nillable()}
}

// Interceptors of the mixin.
func (SoftDelete) Interceptors() []ent.Interceptor { return []ent.Interceptor{rule.Live} }

// Hooks of the mixin.
func (SoftDelete) Hooks() []ent.Hook { return []ent.Hook{rule.Retain} }
