package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"

	"github.com/firmhub/firmhub/ent/rule"
)

// User is a person who logs in. A person belongs to firms by memberships, and is visible in those only.
type User struct{ ent.Schema }

// Mixin of User.
func (User) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, Times{}} }

// Fields of User.
func (User) Fields() []ent.Field {
	return []ent.Field{
		field.String("email").NotEmpty().MaxRuneLen(254).Comment("as given"),
		field.String("email_key").Unique().Comment("the folded e-mail, by which people log in"),
		field.String("user_name").NotEmpty().MaxRuneLen(254),
		field.String("first_name").NotEmpty().MaxRuneLen(50),
		field.String("last_name").NotEmpty().MaxRuneLen(50),
		field.String("password_hash").Sensitive().Comment("ASP.NET Core Identity V3 layout, base64"),
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

// Interceptors show the people of the viewer's firm.
func (User) Interceptors() []ent.Interceptor { return []ent.Interceptor{rule.Members} }

// Hooks let only those write who crossed firms by name: a person may belong to several.
func (User) Hooks() []ent.Hook { return []ent.Hook{rule.WriteAcross} }
