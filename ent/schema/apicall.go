package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule"
)

// APICall is a request that was made with the key of an API client.
type APICall struct{ ent.Schema }

// Mixin of APICall.
func (APICall) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, FirmOwned{}} }

// Fields of APICall.
func (APICall) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("api_client_id", uuid.UUID{}).Immutable(),
		field.Time("began_at").Immutable(),
		field.String("method").Immutable(),
		field.String("path").Immutable().Comment("without the query string, which may hold personal data"),
		field.Int("status").Immutable(),
		field.String("address").Immutable(),
		field.Int64("duration").Immutable().Comment("microseconds"),
	}
}

// Edges of APICall.
func (APICall) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("api_client", APIClient.Type).Field("api_client_id").Unique().Required().Immutable(),
	}
}

// Indexes of APICall: by client and time for lists, and by time for the deletion of old calls.
func (APICall) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("firm_id", "api_client_id", "began_at", "status"),
		index.Fields("firm_id", "began_at"),
		index.Fields("began_at"),
	}
}

// Hooks refuse changes and deletions.
func (APICall) Hooks() []ent.Hook { return []ent.Hook{rule.AppendOnly} }
