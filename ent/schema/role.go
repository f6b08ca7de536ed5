package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
)

// Role is a named set of permissions of a firm.
type Role struct{ ent.Schema }

// Mixin of Role.
func (Role) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, Times{}, FirmOwned{}} }

// Fields of Role.
func (Role) Fields() []ent.Field {
	return []ent.Field{
		field.String("name").NotEmpty().MaxRuneLen(100),
		field.String("name_key").Comment("the folded name, unique in the firm"),
		field.String("description").Default("").MaxRuneLen(500),
		field.Bool("is_active").Default(true).Comment("an inactive role grants nothing"),
		field.Bool("is_system").Default(false).Immutable().Comment("Owner, which holds every permission and can't be renamed or deleted"),
	}
}

// Edges of Role.
func (Role) Edges() []ent.Edge {
	return []ent.Edge{
		edge.From("memberships", Membership.Type).Ref("role"),
		edge.To("properties", RoleProperty.Type).Through("permissions", RolePermission.Type),
	}
}

// Indexes of Role.
func (Role) Indexes() []ent.Index { return []ent.Index{index.Fields("firm_id", "name_key").Unique()} }
