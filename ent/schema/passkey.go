package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/entity"
)

// Passkey is a WebAuthn credential of a user. It holds no secret: the private key never leaves the
// authenticator.
type Passkey struct{ ent.Schema }

// Mixin of Passkey.
func (Passkey) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, OnlyTable{}} }

// Fields of Passkey.
func (Passkey) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("user_id", uuid.UUID{}).Immutable(),
		field.String("name").MaxRuneLen(100),
		field.Bytes("credential_id").Unique().Immutable().Comment("chosen by the authenticator; one owner in the installation"),
		field.Bytes("public_key").Immutable().Comment("COSE"),
		field.Int64("sign_count").Comment("the counter of the last use, which must grow unless it is 0"),
		field.Int("flags").Comment("the flags of the authenticator data"),
		field.String("transports").Default("").Comment("how the browser reaches the authenticator, by commas"),
		field.Time("created_at").Default(entity.Now).Immutable(),
		field.Time("last_used_at").Optional().Nillable(),
	}
}

// Indexes of Passkey.
func (Passkey) Indexes() []ent.Index { return []ent.Index{index.Fields("user_id")} }

// PasskeyChallenge is the challenge of a new passkey, or of a sign-in by a passkey alone. Only its
// hash is stored. That of a second factor is in [LoginChallenge].
type PasskeyChallenge struct{ ent.Schema }

// Mixin of PasskeyChallenge.
func (PasskeyChallenge) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, OnlyTable{}} }

// Fields of PasskeyChallenge.
func (PasskeyChallenge) Fields() []ent.Field {
	return []ent.Field{
		field.Bytes("hash").Unique().Sensitive().Comment("SHA-256 of the challenge"),
		field.UUID("session_id", uuid.UUID{}).Optional().Nillable().Unique().Immutable().
			Comment("of who adds a passkey, and whose last challenge it is; null for a sign-in"),
		field.Time("expires_at"),
	}
}

// Indexes of PasskeyChallenge: for retention.
func (PasskeyChallenge) Indexes() []ent.Index { return []ent.Index{index.Fields("expires_at")} }
