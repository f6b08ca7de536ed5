package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/entity"
)

// PricingPlan defines what messages cost the firms that have it. The super-firm writes plans.
type PricingPlan struct{ ent.Schema }

// Mixin of PricingPlan.
func (PricingPlan) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, Times{}} }

// Fields of PricingPlan.
func (PricingPlan) Fields() []ent.Field {
	return []ent.Field{
		field.String("name").NotEmpty().MaxRuneLen(100),
		field.String("name_key").Unique().Annotations(folded).Comment("the folded name"),
		field.String("description").Default("").MaxRuneLen(500),
		field.String("currency").MinLen(3).MaxRuneLen(3).Immutable().Comment("ISO 4217; its prices are in it"),
		field.Bool("is_default").Default(false).Comment("the plan of firms of its currency that have none of their own"),
		field.Bool("is_active").Default(true).Comment("whether it can be given to firms; those that have it keep it"),
		field.Enum("charge_on").Values("Sent", "Delivered").Default("Sent").Comment("when a message that firmhub sends is charged"),
	}
}

// Edges of PricingPlan.
func (PricingPlan) Edges() []ent.Edge {
	return []ent.Edge{
		edge.From("prices", PricingPrice.Type).Ref("plan"),
	}
}

// Indexes of PricingPlan.
func (PricingPlan) Indexes() []ent.Index {
	return []ent.Index{index.Fields("currency").Unique().Annotations(entsql.IndexWhere("is_default"))}
}

// Annotations of PricingPlan.
func (PricingPlan) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Checks(map[string]string{"default_is_active": "is_active OR NOT is_default"})}
}

// Interceptors allow reads under rule.AcrossFirms only.
func (PricingPlan) Interceptors() []ent.Interceptor { return []ent.Interceptor{rule.ReadAcross} }

// Hooks allow writes under rule.AcrossFirms only.
func (PricingPlan) Hooks() []ent.Hook { return []ent.Hook{rule.WriteAcross} }

// PricingPrice is the price of a message of a category in a plan, for a time: of any message, or of
// those to a country or of a kind of channel. A price is never changed: it ends, and another one
// may begin. Triggers refuse anything else.
type PricingPrice struct{ ent.Schema }

// Mixin of PricingPrice.
func (PricingPrice) Mixin() []ent.Mixin { return []ent.Mixin{ID{}} }

// Fields of PricingPrice.
func (PricingPrice) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("plan_id", uuid.UUID{}).Immutable(),
		field.Enum("category").Values("Marketing", "Utility", "Authentication", "Service").Immutable(),
		field.String("country").Default("").MaxRuneLen(2).Immutable().Comment("ISO 3166, of the number of the recipient; empty for any"),
		field.String("kind").Default("").MaxRuneLen(20).Immutable().Comment("of the channel, a provider.Kind; empty for any"),
		field.Int64("unit_price").GoType(money.Amount(0)).Immutable(),
		field.Enum("unit").Values("Message", "Segment").Default("Message").Immutable(),
		field.Int("free_per_month").Default(0).Immutable().Comment("how many units of a month cost nothing"),
		field.Time("valid_from").Default(entity.Now).Immutable(),
		field.Time("valid_until").Optional().Nillable().Comment("null while it is charged"),
	}
}

// Edges of PricingPrice.
func (PricingPrice) Edges() []ent.Edge {
	return []ent.Edge{edge.To("plan", PricingPlan.Type).Field("plan_id").Unique().Required().Immutable().
		Annotations(entsql.OnDelete(entsql.NoAction))}
}

// Indexes of PricingPrice: messages of a category, country and kind have at most one price at a
// time.
func (PricingPrice) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("plan_id", "category", "country", "kind").Unique().Annotations(entsql.IndexWhere("valid_until IS NULL")),
	}
}

// Annotations of PricingPrice.
func (PricingPrice) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Checks(map[string]string{
		"price_not_negative": "unit_price >= 0", "free_not_negative": "free_per_month >= 0",
	})}
}

// Interceptors allow reads under rule.AcrossFirms only.
func (PricingPrice) Interceptors() []ent.Interceptor { return []ent.Interceptor{rule.ReadAcross} }

// Hooks allow writes under rule.AcrossFirms only.
func (PricingPrice) Hooks() []ent.Hook { return []ent.Hook{rule.WriteAcross} }
