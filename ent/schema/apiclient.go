package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"

	"github.com/firmhub/firmhub/ent/rule"
)

// APIClient is a program that uses the API of a firm with a key. Only the hash of the key's secret
// is stored.
type APIClient struct{ ent.Schema }

// Mixin of APIClient.
func (APIClient) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, Times{}, FirmOwned{}} }

// Fields of APIClient.
func (APIClient) Fields() []ent.Field {
	return []ent.Field{
		field.String("name").NotEmpty().MaxRuneLen(100),
		field.String("description").Default("").MaxRuneLen(500),
		field.String("key_id").MinLen(12).MaxLen(12).Immutable().Comment("the public part of the key; api_keys holds it unique"),
		field.Bytes("secret_hash").MaxLen(32).Sensitive().Comment("SHA-256 of the secret"),
		field.Strings("allowed_ips").Default([]string{}).Comment("addresses and CIDR ranges; none means any"),
		field.Time("expires_at").Optional().Nillable(),
		field.Time("revoked_at").Optional().Nillable(),
		field.Time("last_used_at").Optional().Nillable(),
	}
}

// Edges of APIClient.
func (APIClient) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("properties", RoleProperty.Type).Through("grants", APIClientPermission.Type),
	}
}

// Hooks keep api_keys in step.
func (APIClient) Hooks() []ent.Hook { return []ent.Hook{rule.KeepAPIKeys} }

// Indexes of APIClient.
func (APIClient) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("firm_id", "created_at").Annotations(entsql.IndexWhere("revoked_at IS NULL")),
	}
}
