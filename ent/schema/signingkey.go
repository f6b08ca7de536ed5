package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"

	"github.com/firmhub/firmhub/ent/rule"
)

// SigningKey is an Ed25519 key that signs access tokens. Its id is the `kid`.
type SigningKey struct{ ent.Schema }

// Mixin of SigningKey.
func (SigningKey) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, Times{}} }

// Fields of SigningKey.
func (SigningKey) Fields() []ent.Field {
	return []ent.Field{
		field.Bytes("private_key").Sensitive().Immutable().Comment("the 32-byte seed of RFC 8032"),
		field.Bytes("public_key").Immutable(),
		field.Time("signs_from").Immutable().Comment("later than created_at: verifiers learn a key before it signs"),
	}
}

// Interceptors allow reads under rule.AcrossFirms only.
func (SigningKey) Interceptors() []ent.Interceptor { return []ent.Interceptor{rule.ReadAcross} }

// Hooks allow writes under rule.AcrossFirms only.
func (SigningKey) Hooks() []ent.Hook { return []ent.Hook{rule.WriteAcross} }
