package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule"
)

// RefreshToken is a single-use token for a new access token. Only its hash is stored.
type RefreshToken struct{ ent.Schema }

// Mixin of RefreshToken.
func (RefreshToken) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, Times{}} }

// Fields of RefreshToken.
func (RefreshToken) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("session_id", uuid.UUID{}).Immutable(),
		field.Bytes("hash").Unique().Immutable().Sensitive().Comment("SHA-256 of the token"),
		field.Time("expires_at").Immutable(),
		field.Time("used_at").Optional().Nillable(),
	}
}

// Edges of RefreshToken.
func (RefreshToken) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("session", Session.Type).Field("session_id").Unique().Required().Immutable(),
	}
}

// Indexes of RefreshToken.
func (RefreshToken) Indexes() []ent.Index {
	return []ent.Index{index.Fields("session_id"), index.Fields("expires_at")}
}

// Interceptors allow reads under rule.AcrossFirms only.
func (RefreshToken) Interceptors() []ent.Interceptor { return []ent.Interceptor{rule.ReadAcross} }

// Hooks allow writes under rule.AcrossFirms only.
func (RefreshToken) Hooks() []ent.Hook { return []ent.Hook{rule.WriteAcross} }
