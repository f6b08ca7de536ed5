package schema

import (
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/mixin"
)

// OnlyTable is the mixin of entities whose rows are read and written by hand-written SQL alone:
// they have a table, and ent generates no code for them. So no hook or interceptor of theirs ever
// runs.
type OnlyTable struct{ mixin.Schema }

// Annotations of the mixin, which ent/entc.go looks for.
func (OnlyTable) Annotations() []schema.Annotation { return []schema.Annotation{onlyTable{}} }

type onlyTable struct{}

func (onlyTable) Name() string { return "OnlyTable" }
