package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
	"github.com/google/uuid"
)

// DecisionCount is how many calls of a user or an API client were allowed or refused a permission
// in a firm on one day of UTC. Package policy writes the counts, and replays them when a policy
// rule is rehearsed.
type DecisionCount struct{ ent.Schema }

// Mixin of DecisionCount.
func (DecisionCount) Mixin() []ent.Mixin { return []ent.Mixin{ID{}, FirmOwned{}, OnlyTable{}} }

// Fields of DecisionCount.
func (DecisionCount) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("subject_id", uuid.UUID{}).Immutable().Comment("of an account, also of a visitor of the super-firm; or of an API client"),
		field.String("module").Immutable().Annotations(folded),
		field.String("action").Immutable().Annotations(folded),
		field.Int("day").Immutable().Comment("20261125"),
		field.Bool("allowed").Immutable(),
		field.Int64("calls"),
	}
}

// Indexes of DecisionCount. The second finds the visits of a user to any firm, day by day, and old
// counts.
func (DecisionCount) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("firm_id", "subject_id", "module", "action", "day", "allowed").Unique(),
		index.Fields("day", "subject_id"),
	}
}
