package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"

	"github.com/firmhub/firmhub/ent/rule"
)

// PolicyRule is an additional line of the casbin policy, in casbin's standard form: a denial, or a
// grant in other firms for support. The super-firm writes them; a denial overrides every grant.
type PolicyRule struct{ ent.Schema }

// Mixin of PolicyRule.
func (PolicyRule) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, Times{}} }

// Fields of PolicyRule.
func (PolicyRule) Fields() []ent.Field {
	return []ent.Field{
		field.Enum("ptype").Values("p", "g").Comment("p: a rule; g: a subject holds a role"),
		field.String("v0").NotEmpty().MaxRuneLen(200).Comment("p: subject; g: subject"),
		field.String("v1").NotEmpty().MaxRuneLen(200).Comment("p: firm id or *; g: role"),
		field.String("v2").NotEmpty().MaxRuneLen(200).Comment("p: module or *; g: firm id"),
		field.String("v3").Default("").MaxRuneLen(200).Comment("p: action or *"),
		field.String("v4").Default("").MaxRuneLen(200).Comment("p: allow or deny"),
		field.String("note").Default("").MaxRuneLen(500).Comment("why the rule exists"),
	}
}

// Indexes of PolicyRule. The check after a change reads the rules of one firm.
func (PolicyRule) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("ptype", "v0", "v1", "v2", "v3", "v4").Unique(),
		index.Fields("ptype", "v1"), // p lines of a firm
		index.Fields("ptype", "v2"), // and g lines
	}
}

// Interceptors allow reads under rule.AcrossFirms only.
func (PolicyRule) Interceptors() []ent.Interceptor { return []ent.Interceptor{rule.ReadAcross} }

// Hooks allow writes under rule.AcrossFirms only, and raise the global policy version, except for a
// change of only the note.
func (PolicyRule) Hooks() []ent.Hook {
	return []ent.Hook{rule.WriteAcross, rule.RaisePolicyVersion("note")}
}
