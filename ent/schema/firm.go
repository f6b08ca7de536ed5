package schema

import (
	"encoding/json"

	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/domain/money"
)

// Firm is a tenant. One firm is the super-firm, which administers the others.
type Firm struct{ ent.Schema }

// Mixin of Firm.
func (Firm) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, Times{}} }

// Fields of Firm.
func (Firm) Fields() []ent.Field {
	return []ent.Field{
		field.String("name").NotEmpty().MaxRuneLen(200),
		field.String("name_key").Annotations(folded).Comment("the folded name; firm_names holds it unique"),
		field.Bool("is_active").Default(true),
		field.Bool("is_super_firm").Default(false).Immutable(),
		field.String("currency").MinLen(3).MaxRuneLen(3).Comment("ISO 4217"),
		field.String("time_zone").Default("UTC").Comment("IANA name"),
		field.Int64("policy_version").Default(1).
			Comment("raised by triggers at each change of a role, permission, membership or API client of the firm"),
		field.UUID("pricing_plan_id", uuid.UUID{}).Optional().Nillable().Comment("null: the default plan of the currency"),
		field.Int64("low_balance_threshold").GoType(money.Amount(0)).Optional().Nillable().
			Comment("a balance that falls below it raises a notification; null: none does"),
		field.Enum("messaging_tier").Values("Tier250", "Tier2000", "Tier10000", "Tier100000", "Unlimited").Default("Tier250").
			Comment("to how many phones the firm can send in 24 hours"),
		field.String("postal_address").Default("").MaxRuneLen(500).Comment("in marketing mails"),
		field.Bool("require_opt_in").Default(false).Comment("whether marketing messages need consent"),
		field.Bool("require_mfa").Default(false).Comment("whether people need a second factor to work in the firm"),
		field.JSON("quiet_hours", json.RawMessage{}).Optional().Comment("a pace.QuietHours: when campaigns send nothing; null: they always send"),
		field.Strings("opt_out_words").Optional().Comment("in capitals, beside those of firmhub; null: none"),
	}
}

// Edges of Firm.
func (Firm) Edges() []ent.Edge {
	return []ent.Edge{
		edge.From("memberships", Membership.Type).Ref("firm"),
		edge.To("pricing_plan", PricingPlan.Type).Field("pricing_plan_id").Unique().
			Annotations(entsql.OnDelete(entsql.NoAction)),
	}
}

// Indexes of Firm: one for each order of the list of firms.
func (Firm) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("name_key", "id"),
		index.Fields("created_at", "id"),
		index.Fields("updated_at", "id"),
	}
}

// Interceptors limit queries to the viewer's firm.
func (Firm) Interceptors() []ent.Interceptor { return []ent.Interceptor{rule.OwnFirm("id")} }

// Hooks allow writes under rule.AcrossFirms only, and keep firm_names in step.
func (Firm) Hooks() []ent.Hook { return []ent.Hook{rule.WriteAcross, rule.KeepFirmNames} }
