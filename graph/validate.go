package graph

import (
	"maps"
	"slices"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/validator/core"
	"github.com/vektah/gqlparser/v2/validator/rules"
)

// enoughFaults is a value for a panic. The rule that finds the last fault of errorLimit panics with
// it to end the walk, because gqlparser has no other way to stop. It never leaves
// [validateDocument].
type enoughFaults struct{}

// validateDocument returns the first errorLimit faults of a document. It does not look for more.
func validateDocument(schema *ast.Schema, document *ast.QueryDocument, applied *rules.Rules) (faults gqlerror.List) {
	defer func() {
		if panicked := recover(); panicked != nil {
			if _, enough := panicked.(enoughFaults); !enough {
				panic(panicked)
			}
		}
	}()
	events, functions := &core.Events{}, applied.GetInner()
	for _, name := range slices.Sorted(maps.Keys(functions)) {
		functions[name](events, func(options ...core.ErrorOption) {
			found := &gqlerror.Error{Rule: name}
			for _, option := range options {
				option(found)
			}
			faults = append(faults, found)
			if len(faults) == errorLimit {
				panic(enoughFaults{})
			}
		})
	}
	core.Walk(schema, document, events)
	return faults
}
