package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// RolePermission grants a permission to a role. Owner, the system role, holds every permission
// without such rows.
type RolePermission struct{ ent.Schema }

// Mixin of RolePermission.
func (RolePermission) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, Times{}, FirmOwned{}} }

// Fields of RolePermission.
func (RolePermission) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("role_id", uuid.UUID{}).Immutable(),
		field.UUID("property_id", uuid.UUID{}).Immutable(),
	}
}

// Edges of RolePermission.
func (RolePermission) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("role", Role.Type).Field("role_id").Unique().Required().Immutable(),
		edge.To("property", RoleProperty.Type).Field("property_id").Unique().Required().Immutable(),
	}
}

// Indexes of RolePermission.
func (RolePermission) Indexes() []ent.Index {
	return []ent.Index{index.Fields("firm_id", "role_id", "property_id").Unique(), index.Fields("property_id")}
}
