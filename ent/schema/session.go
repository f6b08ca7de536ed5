package schema

import (
	"entgo.io/contrib/entgql"
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/record"
)

// Session is one log-in of a user. It spans the user's firms; membership is the one chosen now. It has none while the user
// has no active firm, only invitations.
type Session struct{ ent.Schema }

// Mixin of Session.
func (Session) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, Times{}} }

// Fields of Session.
func (Session) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("user_id", uuid.UUID{}).Immutable(),
		field.UUID("membership_id", uuid.UUID{}).Optional().Nillable(),
		field.String("address").Optional().MaxRuneLen(45),
		field.String("user_agent").Optional().MaxRuneLen(512),
		field.Time("last_used_at").Default(record.Now).Comment("the last log-in, refresh or change of firm"),
		field.Time("ended_at").Optional().Nillable(),
		field.Enum("end_reason").Values("Logout", "PasswordChanged", "TokenReplayed", "Revoked").Optional().Nillable(),
	}
}

// Edges of Session.
func (Session) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("user", User.Type).Field("user_id").Unique().Required().Immutable(),
		edge.To("membership", Membership.Type).Field("membership_id").Unique().Annotations(entsql.OnDelete(entsql.NoAction)),
		edge.From("refresh_tokens", RefreshToken.Type).Ref("session"),
	}
}

// Indexes of Session.
func (Session) Indexes() []ent.Index {
	return []ent.Index{index.Fields("user_id"), index.Fields("membership_id")}
}

// Interceptors hold the wall: a session is read by authentication alone.
func (Session) Interceptors() []ent.Interceptor { return []ent.Interceptor{rule.ReadAcross} }

// Hooks likewise.
func (Session) Hooks() []ent.Hook { return []ent.Hook{rule.WriteAcross} }

// Annotations keep Session out of GraphQL.
func (Session) Annotations() []schema.Annotation { return []schema.Annotation{entgql.Skip()} }
