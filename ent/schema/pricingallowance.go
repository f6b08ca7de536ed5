package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
)

// PricingAllowance is how many units of a price a firm has used without paying in a month of its
// time zone. Category, country and kind identify the price, so that another price in its place, or
// another plan, does not begin the allowance again. A transaction that has locked the wallet of the
// firm writes it.
type PricingAllowance struct{ ent.Schema }

// Mixin of PricingAllowance.
func (PricingAllowance) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, FirmOwned{}, OnlyTable{}} }

// Fields of PricingAllowance.
func (PricingAllowance) Fields() []ent.Field {
	return []ent.Field{
		field.Int("month").Immutable().Comment("20261101, its first day"),
		field.Enum("category").Values("Marketing", "Utility", "Authentication", "Service").Immutable(),
		field.String("country").MaxRuneLen(2).Immutable().Comment("of the price, as in PricingPrice"),
		field.String("kind").MaxRuneLen(20).Immutable().Comment("of the price, as in PricingPrice"),
		field.Int64("used"),
	}
}

// Indexes of PricingAllowance.
func (PricingAllowance) Indexes() []ent.Index {
	return []ent.Index{index.Fields("firm_id", "month", "category", "country", "kind").Unique()}
}
