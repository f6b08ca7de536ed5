package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule"
)

// MailToken is a single-use token that was mailed to a person in a link. Only its hash is stored.
// Its id is that of the mail: another
// attempt to send it replaces the hash. It has no foreign keys: a token whose account or invitation is gone is useless, and is deleted
// after it has expired.
type MailToken struct{ ent.Schema }

// Mixin of MailToken.
func (MailToken) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, Times{}} }

// Fields of MailToken.
func (MailToken) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("user_id", uuid.UUID{}).Immutable(),
		field.Enum("purpose").Values("ResetPassword", "VerifyEmail", "Invitation").Immutable(),
		field.String("email_key").Immutable().Comment("the folded e-mail that it was mailed to; it is good for no other"),
		field.UUID("membership_id", uuid.UUID{}).Optional().Immutable().Comment("the invitation, else zero"),
		field.Bytes("hash").Unique().Sensitive().Comment("SHA-256 of the token"),
		field.Time("expires_at"),
		field.Time("used_at").Optional().Nillable().Comment("when it was used, or replaced by a newer one"),
	}
}

// Indexes of MailToken: the first finds the tokens that a new one replaces, and counts those of an
// hour.
func (MailToken) Indexes() []ent.Index {
	return []ent.Index{index.Fields("email_key", "purpose"), index.Fields("expires_at")}
}

// Interceptors allow reads under rule.AcrossFirms only.
func (MailToken) Interceptors() []ent.Interceptor { return []ent.Interceptor{rule.ReadAcross} }

// Hooks allow writes under rule.AcrossFirms only.
func (MailToken) Hooks() []ent.Hook { return []ent.Hook{rule.WriteAcross} }
