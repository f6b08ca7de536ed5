package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// TotpFactor is the TOTP authenticator of a user (RFC 6238). It asks for no code until it is
// confirmed.
type TotpFactor struct{ ent.Schema }

// Mixin of TotpFactor.
func (TotpFactor) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, OnlyTable{}} }

// Fields of TotpFactor.
func (TotpFactor) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("user_id", uuid.UUID{}).Unique().Immutable(),
		field.Bytes("secret").Sensitive().Comment("sealed"),
		field.Int64("last_step").Default(0).Comment("the time step of the last accepted code; older ones are refused"),
		field.Time("confirmed_at").Optional().Nillable(),
	}
}

// RecoveryCode is a code that replaces a second factor once. Only its hash is stored.
type RecoveryCode struct{ ent.Schema }

// Mixin of RecoveryCode.
func (RecoveryCode) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, OnlyTable{}} }

// Fields of RecoveryCode.
func (RecoveryCode) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("user_id", uuid.UUID{}).Immutable(),
		field.Bytes("hash").Immutable().Sensitive().Comment("SHA-256 of user and code"),
		field.Time("used_at").Optional().Nillable(),
	}
}

// Indexes of RecoveryCode.
func (RecoveryCode) Indexes() []ent.Index {
	return []ent.Index{index.Fields("user_id", "hash").Unique()}
}

// LoginChallenge is a log-in with the right password that waits for a second factor. Only the hash
// of its token is stored.
type LoginChallenge struct{ ent.Schema }

// Mixin of LoginChallenge.
func (LoginChallenge) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, OnlyTable{}} }

// Fields of LoginChallenge.
func (LoginChallenge) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("user_id", uuid.UUID{}).Immutable(),
		field.Bytes("hash").Unique().Immutable().Sensitive().Comment("SHA-256 of the token"),
		field.Bytes("password").Immutable().Sensitive().Comment("SHA-256 of the stored password hash: another password ends the challenge"),
		field.Bytes("passkey").Optional().Sensitive().Comment("SHA-256 of the challenge that a passkey has to sign"),
		field.Int("tries").Default(0),
		field.Time("expires_at").Immutable(),
	}
}

// Indexes of LoginChallenge: for retention.
func (LoginChallenge) Indexes() []ent.Index { return []ent.Index{index.Fields("expires_at")} }

// FactorTries counts the tries of the second factors of a user since a time, those that
// succeeded left out.
type FactorTries struct{ ent.Schema }

// Mixin of FactorTries.
func (FactorTries) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, OnlyTable{}} }

// Fields of FactorTries.
func (FactorTries) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("user_id", uuid.UUID{}).Unique().Immutable(),
		field.Int("tries"),
		field.Time("since"),
	}
}

// Indexes of FactorTries: for retention.
func (FactorTries) Indexes() []ent.Index { return []ent.Index{index.Fields("since")} }
