package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/entity"
)

// OidcLink joins an account to a person of an OpenID Connect provider.
type OidcLink struct{ ent.Schema }

// Mixin of OidcLink.
func (OidcLink) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, OnlyTable{}} }

// Fields of OidcLink.
func (OidcLink) Fields() []ent.Field {
	return []ent.Field{
		field.String("issuer").Immutable(),
		field.String("subject").Immutable().Comment("the person's id at the issuer, which never changes"),
		field.UUID("user_id", uuid.UUID{}).Immutable(),
		field.Time("created_at").Default(entity.Now).Immutable(),
	}
}

// Indexes of OidcLink.
func (OidcLink) Indexes() []ent.Index {
	return []ent.Index{index.Fields("issuer", "subject").Unique(), index.Fields("user_id")}
}

// OidcLogin is a log-in by a provider under way: first it waits for the provider, known by its
// state, then for the exchange, known by its code. Only hashes of both are stored.
type OidcLogin struct{ ent.Schema }

// Mixin of OidcLogin.
func (OidcLogin) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, OnlyTable{}} }

// Fields of OidcLogin.
func (OidcLogin) Fields() []ent.Field {
	return []ent.Field{
		field.String("provider").Immutable(),
		field.Bytes("hash").Unique().Immutable().Sensitive().Comment("SHA-256 of the state or of the code"),
		field.Bytes("browser").Immutable().Sensitive().Comment("SHA-256 of the cookie of the browser that began"),
		field.UUID("user_id", uuid.UUID{}).Optional().Nillable().Immutable().Comment("null while it waits for the provider"),
		field.Bool("has_factor").Default(false).Immutable().Comment("whether the provider has checked a second factor"),
		field.Time("expires_at").Immutable(),
	}
}

// Indexes of OidcLogin: for retention.
func (OidcLogin) Indexes() []ent.Index { return []ent.Index{index.Fields("expires_at")} }
