package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// ContactCount is a change, by one transaction, of the number of a firm's contacts that are not
// deleted: of all, or of those with a tag. The number is the sum of the rows, so two transactions
// never wait for each other to count. Rows are combined from time to time. A transaction that
// changes what searches find always adds a row for all contacts, if only with 0. So the set of the
// ids of these rows is different after each such change.
type ContactCount struct{ ent.Schema }

// Mixin of ContactCount.
func (ContactCount) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, Times{}, FirmOwned{}} }

// Fields of ContactCount.
func (ContactCount) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("tag_id", uuid.UUID{}).Optional().Nillable().Immutable().Comment("none: of all contacts"),
		field.Int("n").Immutable(),
	}
}

// Edges of ContactCount.
func (ContactCount) Edges() []ent.Edge {
	return []ent.Edge{edge.To("tag", Tag.Type).Field("tag_id").Unique().Immutable().
		Annotations(entsql.OnDelete(entsql.NoAction))}
}

// Indexes of ContactCount.
func (ContactCount) Indexes() []ent.Index { return []ent.Index{index.Fields("firm_id", "tag_id")} }
