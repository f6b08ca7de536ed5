package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/entity"
)

// User is the account of a person, with one e-mail address. Memberships relate the account to firms
// and contain what these see of the person. Only the person sees the account itself.
type User struct{ ent.Schema }

// Mixin of User.
func (User) Mixin() []ent.Mixin { return []ent.Mixin{Times{}} }

// Fields of User.
func (User) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("id", uuid.UUID{}).Default(entity.NewUserID).Immutable(),
		field.String("email").NotEmpty().MaxRuneLen(254).Comment("as given"),
		field.String("email_key").Unique().Comment("the folded e-mail, by which people log in"),
		field.Time("email_verified_at").Optional().Nillable().Comment("when a link that was mailed to the e-mail was followed"),
		field.String("pending_email").Default("").MaxRuneLen(254).Comment("replaces the e-mail when it is verified; empty without a change"),
		field.String("language").Default("").MaxRuneLen(2).Comment("en, pt or es; empty means that of the browser"),
		field.String("user_name").NotEmpty().MaxRuneLen(254),
		field.String("first_name").NotEmpty().MaxRuneLen(50),
		field.String("last_name").NotEmpty().MaxRuneLen(50),
		field.String("password_hash").Default("").Sensitive().
			Comment("ASP.NET Core Identity V3 layout, base64; empty until the first log-in, which one of the invitations allows"),
		field.Bytes("invitation_salt").MaxLen(saltSize).DefaultFunc(NewSalt).Immutable().Sensitive().
			Comment("salt of the passwords of all invitations to this account, so that one hash is compared with all of them"),
		field.Bool("must_change_password").Default(false).Comment("somebody else set the password"),
		field.Bool("has_factor").Default(false).Comment("whether a second factor is confirmed"),
		field.Bool("is_active").Default(true),
	}
}

// Edges of User.
func (User) Edges() []ent.Edge {
	return []ent.Edge{
		edge.From("memberships", Membership.Type).Ref("user"),
		edge.From("sessions", Session.Type).Ref("user"),
	}
}

// Interceptors limit queries to the users of the viewer's firm.
func (User) Interceptors() []ent.Interceptor { return []ent.Interceptor{rule.Members} }

// Hooks allow writes under rule.AcrossFirms only: a person may belong to several firms.
func (User) Hooks() []ent.Hook { return []ent.Hook{rule.WriteAcross} }
