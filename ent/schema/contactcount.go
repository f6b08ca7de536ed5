package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// ContactCount is by how many a transaction changed the number of contacts of a firm that are not deleted, of all or of
// those with a tag. The sum of the rows is that number: so two transactions never wait for each other to count. Rows are
// folded into one from time to time. A transaction that changes what searches find adds a row of all contacts, if only with 0: the ids of
// these rows together are never the same again.
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
