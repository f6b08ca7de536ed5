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
		field.String("name_key").Comment("the folded name; firm_names holds it unique"),
		field.Bool("is_active").Default(true),
		field.Bool("is_super_firm").Default(false).Immutable(),
		field.String("currency").MinLen(3).MaxRuneLen(3).Comment("ISO 4217"),
		field.String("time_zone").Default("UTC").Comment("IANA name"),
		field.Int64("policy_version").Default(1).
			Comment("raised by triggers at each change of a role, permission, membership or API client of the firm"),
	}
}

// Edges of Firm.
func (Firm) Edges() []ent.Edge {
	return []ent.Edge{
		edge.From("memberships", Membership.Type).Ref("firm"),
	}
}

// Interceptors limit queries to the viewer's firm.
func (Firm) Interceptors() []ent.Interceptor { return []ent.Interceptor{rule.OwnFirm("id")} }

// Hooks allow writes under rule.AcrossFirms only, and keep firm_names in step.
func (Firm) Hooks() []ent.Hook { return []ent.Hook{rule.WriteAcross, rule.KeepFirmNames} }
