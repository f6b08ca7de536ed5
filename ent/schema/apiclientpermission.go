package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// APIClientPermission grants a permission to an API client.
type APIClientPermission struct{ ent.Schema }

// Mixin of APIClientPermission.
func (APIClientPermission) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, Times{}, FirmOwned{}} }

// Fields of APIClientPermission.
func (APIClientPermission) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("api_client_id", uuid.UUID{}).Immutable(),
		field.UUID("property_id", uuid.UUID{}).Immutable(),
	}
}

// Edges of APIClientPermission.
func (APIClientPermission) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("api_client", APIClient.Type).Field("api_client_id").Unique().Required().Immutable(),
		edge.To("property", RoleProperty.Type).Field("property_id").Unique().Required().Immutable(),
	}
}

// Indexes of APIClientPermission.
func (APIClientPermission) Indexes() []ent.Index {
	return []ent.Index{index.Fields("firm_id", "api_client_id", "property_id").Unique(), index.Fields("property_id")}
}
