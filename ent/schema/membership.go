package schema

import (
	"entgo.io/contrib/entgql"
	"entgo.io/ent"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// Membership is a user's place in a firm, with the role held there: the contract's "relation".
type Membership struct{ ent.Schema }

// Mixin of Membership.
func (Membership) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, Times{}, FirmOwned{}} }

// Fields of Membership.
func (Membership) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("user_id", uuid.UUID{}).Immutable(),
		field.UUID("role_id", uuid.UUID{}),
		field.Bool("is_active").Default(true),
		field.Time("last_used_at").Optional().Nillable().Comment("when the user last chose this firm: log-in starts there"),
	}
}

// Edges of Membership.
func (Membership) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("user", User.Type).Field("user_id").Unique().Required().Immutable(),
		edge.To("role", Role.Type).Field("role_id").Unique().Required(),
	}
}

// Indexes of Membership.
func (Membership) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("firm_id", "user_id").Unique(),
		index.Fields("user_id"),
		index.Fields("role_id"),
	}
}

// Annotations keep Membership out of GraphQL.
func (Membership) Annotations() []schema.Annotation { return []schema.Annotation{entgql.Skip()} }
