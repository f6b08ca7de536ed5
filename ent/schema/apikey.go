package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule"
)

// APIKey finds the firm and the API client of a key by the public part of the key. Its id is the id
// of the client. A hook of [APIClient] keeps it in step.
type APIKey struct{ ent.Schema }

// Fields of APIKey.
func (APIKey) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("id", uuid.UUID{}).Immutable().Comment("the id of the API client"),
		field.UUID("firm_id", uuid.UUID{}).Immutable(),
		field.String("key_id").Unique().Immutable(),
	}
}

// Interceptors allow reads under rule.AcrossFirms only.
func (APIKey) Interceptors() []ent.Interceptor { return []ent.Interceptor{rule.ReadAcross} }

// Hooks allow writes under rule.AcrossFirms only.
func (APIKey) Hooks() []ent.Hook { return []ent.Hook{rule.WriteAcross} }
