package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/entity"
)

// Membership relates a user to a firm, with a role. The API calls it a relation. It contains the
// name and e-mail address that the firm entered, which is all that the firm sees of the user. It
// grants nothing while its status is Invited.
type Membership struct{ ent.Schema }

// Mixin of Membership.
func (Membership) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, Times{}, FirmOwned{}} }

// Fields of Membership.
func (Membership) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("user_id", uuid.UUID{}).Comment("changes only when an invitation is sent again to another e-mail"),
		field.UUID("role_id", uuid.UUID{}),
		field.UUID("public_id", uuid.UUID{}).Default(entity.NewUserID).
			Comment("the id of the user that the firm sees while Invited; later it sees user_id"),
		field.Enum("status").Values("Invited", "Active", "Inactive"),
		field.String("first_name").NotEmpty().MaxRuneLen(50),
		field.String("last_name").NotEmpty().MaxRuneLen(50),
		field.String("email").NotEmpty().MaxRuneLen(254).Comment("as the firm entered it, not that of the account"),
		field.String("email_key").Comment("the folded e-mail"),
		field.String("user_name").NotEmpty().MaxRuneLen(254),
		field.Time("invited_at").Optional().Nillable().Comment("when the invitation was last sent; it expires after 30 days"),
		field.UUID("invited_by", uuid.UUID{}).Optional().
			Comment("the user who set the password of the invitation; zero for the server itself"),
		field.UUID("invited_by_firm", uuid.UUID{}).Optional().
			Comment("the super-firm, where that user was on a support visit, else zero"),
		field.String("invitation_hash").Default("").Sensitive().
			Comment("hash of the password of the invitation, with the salt of the account; empty unless Invited"),
		field.Time("last_used_at").Optional().Nillable().Comment("when the user last chose this firm; a log-in chooses the latest"),
	}
}

// Edges of Membership.
func (Membership) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("user", User.Type).Field("user_id").Unique().Required(),
		edge.To("role", Role.Type).Field("role_id").Unique().Required(),
	}
}

// Indexes of Membership.
func (Membership) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("firm_id", "email_key").Unique(),
		index.Fields("firm_id", "public_id").Unique(),
		index.Fields("firm_id", "role_id"),
		index.Fields("firm_id", "user_id"),
	}
}

// Hooks keep user_firms in step.
func (Membership) Hooks() []ent.Hook { return []ent.Hook{rule.KeepUserFirms} }
