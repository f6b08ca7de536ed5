package schema

import (
	"entgo.io/contrib/entgql"
	"entgo.io/ent"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/record"
)

// Membership is a user's place in a firm, with the role held there: the contract's "relation". It holds what the firm typed
// of the person, which is all that the firm sees. While it is Invited it grants nothing.
type Membership struct{ ent.Schema }

// Mixin of Membership.
func (Membership) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, Times{}, FirmOwned{}} }

// Fields of Membership.
func (Membership) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("user_id", uuid.UUID{}).Comment("changes only while Invited: when it is sent again to another e-mail"),
		field.UUID("role_id", uuid.UUID{}),
		field.UUID("public_id", uuid.UUID{}).Default(record.NewUserID).
			Comment("the user's id as the firm sees it while Invited; later that is user_id"),
		field.Enum("status").Values("Invited", "Active", "Inactive"),
		field.String("first_name").NotEmpty().MaxRuneLen(50),
		field.String("last_name").NotEmpty().MaxRuneLen(50),
		field.String("email").NotEmpty().MaxRuneLen(254).Comment("as the firm typed it, not the account's"),
		field.String("email_key").Comment("the folded e-mail"),
		field.String("user_name").NotEmpty().MaxRuneLen(254),
		field.Time("invited_at").Optional().Nillable().Comment("when the invitation was last sent; it is open for 30 days"),
		field.UUID("invited_by", uuid.UUID{}).Optional().
			Comment("the user who typed the password of the invitation; zero for the server itself"),
		field.UUID("invited_by_firm", uuid.UUID{}).Optional().
			Comment("the super-firm, where that user was on a support visit, else zero"),
		field.String("invitation_hash").Default("").Sensitive().
			Comment("of the password that the firm typed, with the account's salt; empty unless Invited"),
		field.Time("last_used_at").Optional().Nillable().Comment("when the user last chose this firm: log-in starts there"),
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
		index.Fields("user_id"),
		index.Fields("role_id"),
	}
}

// Annotations keep Membership out of GraphQL.
func (Membership) Annotations() []schema.Annotation { return []schema.Annotation{entgql.Skip()} }
