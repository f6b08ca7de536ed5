package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule"
)

// PolicyVersion is the version of the policy rules and permissions, which apply to every firm.
// There is one row, with the zero id. A hook of [PolicyRule] and [RoleProperty] raises it.
type PolicyVersion struct{ ent.Schema }

// Fields of PolicyVersion.
func (PolicyVersion) Fields() []ent.Field {
	return []ent.Field{field.UUID("id", uuid.UUID{}).Immutable(), field.Int64("version").Default(1)}
}

// Interceptors allow reads under rule.AcrossFirms only.
func (PolicyVersion) Interceptors() []ent.Interceptor { return []ent.Interceptor{rule.ReadAcross} }

// Hooks allow writes under rule.AcrossFirms only.
func (PolicyVersion) Hooks() []ent.Hook { return []ent.Hook{rule.WriteAcross} }
