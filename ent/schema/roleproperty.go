package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"

	"github.com/firmhub/firmhub/ent/rule"
)

// RoleProperty is an existing permission: a module and an action. The super-firm defines them for
// all firms.
type RoleProperty struct{ ent.Schema }

// Mixin of RoleProperty.
func (RoleProperty) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, Times{}, SoftDelete{}} }

// Fields of RoleProperty.
func (RoleProperty) Fields() []ent.Field {
	return []ent.Field{
		field.String("module_name").NotEmpty().MaxRuneLen(100).Immutable(),
		field.String("property_name").NotEmpty().MaxRuneLen(100).Comment("the action"),
		field.String("display_name").MaxRuneLen(200),
	}
}

// Edges of RoleProperty.
func (RoleProperty) Edges() []ent.Edge {
	return []ent.Edge{
		edge.From("roles", Role.Type).Ref("properties").Through("grants", RolePermission.Type),
		edge.From("api_clients", APIClient.Type).Ref("properties").Through("client_grants", APIClientPermission.Type),
	}
}

// Indexes of RoleProperty.
func (RoleProperty) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("module_name", "property_name").Unique().
			Annotations(entsql.IndexWhere("deleted_at IS NULL")),
	}
}

// Hooks allow writes under rule.AcrossFirms only, and raise the global policy version, except for a
// change of only the display name.
func (RoleProperty) Hooks() []ent.Hook {
	return []ent.Hook{rule.WriteAcross, rule.RaisePolicyVersion("display_name")}
}
