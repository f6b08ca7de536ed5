package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule"
)

// UserFirm finds the firms of a user. Its id is the id of the membership, which may be an
// invitation. A hook of [Membership] keeps it in step.
type UserFirm struct{ ent.Schema }

// Fields of UserFirm.
func (UserFirm) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("id", uuid.UUID{}).Immutable().Comment("the id of the membership"),
		field.UUID("user_id", uuid.UUID{}),
		field.UUID("firm_id", uuid.UUID{}).Immutable(),
	}
}

// Edges of UserFirm.
func (UserFirm) Edges() []ent.Edge {
	return []ent.Edge{edge.To("user", User.Type).Field("user_id").Unique().Required()}
}

// Indexes of UserFirm: the foreign key of sessions refers to the unique one.
func (UserFirm) Indexes() []ent.Index {
	return []ent.Index{index.Fields("user_id", "firm_id", "id").Unique()}
}

// Interceptors allow reads under rule.AcrossFirms only.
func (UserFirm) Interceptors() []ent.Interceptor { return []ent.Interceptor{rule.ReadAcross} }

// Hooks allow writes under rule.AcrossFirms only.
func (UserFirm) Hooks() []ent.Hook { return []ent.Hook{rule.WriteAcross} }
