package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"

	"github.com/firmhub/firmhub/ent/rule"
)

// Firm is a tenant. One firm is the super-firm, which administers the others.
type Firm struct{ ent.Schema }

// Mixin of Firm.
func (Firm) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, Times{}} }

// Fields of Firm.
func (Firm) Fields() []ent.Field {
	return []ent.Field{
		field.String("name").NotEmpty().MaxRuneLen(200),
		field.String("name_key").Unique().Comment("the folded name: two firms can't differ by case alone"),
		field.Bool("is_active").Default(true),
		field.Bool("is_super_firm").Default(false).Immutable(),
		field.String("currency").MinLen(3).MaxRuneLen(3).Comment("ISO 4217"),
		field.String("time_zone").Default("UTC").Comment("IANA name"),
		field.Int64("policy_version").Default(1).
			Comment("raised by triggers at each change of a role, permission, membership or policy rule"),
	}
}

// Edges of Firm.
func (Firm) Edges() []ent.Edge {
	return []ent.Edge{
		edge.From("memberships", Membership.Type).Ref("firm"),
	}
}

// Interceptors hold a viewer to the own firm.
func (Firm) Interceptors() []ent.Interceptor { return []ent.Interceptor{rule.OwnFirm("id")} }

// Hooks let only those write who crossed firms by name.
func (Firm) Hooks() []ent.Hook { return []ent.Hook{rule.WriteAcross} }
