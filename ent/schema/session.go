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
	"github.com/firmhub/firmhub/internal/entity"
)

// Session is one log-in of a user. It has the firm and membership that the user chose last. It has
// neither while the user has no active firm but only invitations.
type Session struct{ ent.Schema }

// Mixin of Session.
func (Session) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, Times{}} }

// Fields of Session.
func (Session) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("user_id", uuid.UUID{}).Immutable(),
		field.UUID("firm_id", uuid.UUID{}).Optional().Nillable(),
		field.UUID("membership_id", uuid.UUID{}).Optional().Nillable(),
		field.String("address").Optional().MaxRuneLen(45),
		field.String("user_agent").Optional().MaxRuneLen(512),
		field.Time("last_used_at").Default(entity.Now).Comment("the last log-in, refresh or change of firm"),
		field.Time("ended_at").Optional().Nillable(),
		field.Enum("end_reason").Values("Logout", "PasswordChanged", "TokenReplayed", "Revoked").Optional().Nillable(),
	}
}

// Edges of Session.
func (Session) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("user", User.Type).Field("user_id").Unique().Required().Immutable(),
		edge.To("user_firm", UserFirm.Type).Field("membership_id").Unique().Annotations(entsql.OnDelete(entsql.NoAction)),
		edge.From("refresh_tokens", RefreshToken.Type).Ref("session"),
	}
}

// Indexes of Session.
func (Session) Indexes() []ent.Index {
	return []ent.Index{index.Fields("user_id"), index.Fields("membership_id")}
}

// Interceptors allow reads under rule.AcrossFirms only.
func (Session) Interceptors() []ent.Interceptor { return []ent.Interceptor{rule.ReadAcross} }

// Hooks allow writes under rule.AcrossFirms only.
func (Session) Hooks() []ent.Hook { return []ent.Hook{rule.WriteAcross} }

// Annotations make the database refuse a firm without a membership and a membership without a firm.
// The foreign key would not check such a row.
func (Session) Annotations() []schema.Annotation {
	return []schema.Annotation{
		entsql.Checks(map[string]string{"sessions_firm_and_membership": "(firm_id IS NULL) = (membership_id IS NULL)"}),
	}
}
