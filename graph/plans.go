package graph

import (
	"context"
	"io"
	"sync"
	"sync/atomic"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/graph/generated"
	"github.com/firmhub/firmhub/graph/plan"
	"github.com/firmhub/firmhub/internal/page"
)

// planTypes returns how plans write the types of the schema. A field with a resolver is written if
// the object contains what the resolver would return. Otherwise the executor calls the resolver.
func planTypes() plan.Types {
	types := generated.Types()
	contacts, _ := types["Contact"].(plan.Object[ent.Contact])
	contacts["phones"] = edgeField("ContactPhone", func(c *ent.Contact) ([]*ent.ContactPhone, bool) {
		return loadedEdge(c.Edges.Phones, c.Edges.PhonesOrErr)
	})
	contacts["emails"] = edgeField("ContactEmail", func(c *ent.Contact) ([]*ent.ContactEmail, bool) {
		return loadedEdge(c.Edges.Emails, c.Edges.EmailsOrErr)
	})
	contacts["addresses"] = edgeField("ContactAddress", func(c *ent.Contact) ([]*ent.ContactAddress, bool) {
		return loadedEdge(c.Edges.Addresses, c.Edges.AddressesOrErr)
	})
	contacts["identities"] = edgeField("ContactIdentity", func(c *ent.Contact) ([]*ent.ContactIdentity, bool) {
		return c.Identities, c.Identities != nil
	})
	contacts["tags"] = plan.When(
		func(c *ent.Contact) bool { _, ok := loadedEdge(c.Edges.Tags, c.Edges.TagsOrErr); return ok },
		plan.Leaf(func(c *ent.Contact) []string { return tagNames(c.Edges.Tags) }, plan.List(plan.String)))
	return types
}

// edgeField is a field with the entities of an edge, if the edge is loaded.
func edgeField[T, C any](typeName string, edge func(*T) ([]*C, bool)) plan.Field[T] {
	return plan.When(
		func(object *T) bool { _, ok := edge(object); return ok },
		plan.Children(typeName, false, func(object *T) []*C { entities, _ := edge(object); return entities }))
}

// planned is a document and what was compiled from it.
type planned struct {
	*ast.QueryDocument

	// fixed reports whether the selection does not depend on variables.
	fixed bool
	plans sync.Map // *ast.Field → *fieldPlan
	// fields is how many fields the plans write.
	fields atomic.Int64
	trees  sync.Map // *ast.Field → page.Selection
}

const (
	// maxPlanned is how many fields the plans of a document may write. Each takes about a hundred
	// bytes in the cache of documents, even if a fragment is used many times.
	maxPlanned = 500
	// maxHint is the maximum space that is allocated for a response before its size is known.
	maxHint = 64 << 10
)

// fieldPlan is the plan of a field. It is nil if there can be none.
type fieldPlan struct {
	write plan.Plan
	// size is the size of the last response, as an estimate of the next one.
	size atomic.Int64
}

func newPlanned(document *ast.QueryDocument) *planned {
	fixed := true
	for _, operation := range document.Operations {
		fixed = fixed && isFixed(operation.SelectionSet)
	}
	for _, fragment := range document.Fragments {
		fixed = fixed && isFixed(fragment.SelectionSet)
	}
	return &planned{QueryDocument: document, fixed: fixed}
}

// isFixed reports whether there are no directives on the selection.
func isFixed(selections ast.SelectionSet) bool {
	for _, selected := range selections {
		fixed := false
		switch selected := selected.(type) {
		case *ast.Field:
			fixed = len(selected.Directives) == 0 && isFixed(selected.SelectionSet)
		case *ast.InlineFragment:
			fixed = len(selected.Directives) == 0 && isFixed(selected.SelectionSet)
		case *ast.FragmentSpread:
			fixed = len(selected.Directives) == 0
		}
		if !fixed {
			return false
		}
	}
	return true
}

// isWhole reports whether the whole selection of a field is at one place in the document: the field
// is not selected twice, with its selections merged.
func isWhole(field graphql.CollectedField) bool {
	return len(field.Selections) == len(field.SelectionSet)
}

// planned returns the JSON of what a field resolves to as its plan writes it, where it has one,
// else the value. gqlgen takes the JSON, and does not resolve the fields below.
func (o *operation) planned(ctx context.Context, field graphql.CollectedField, value any) any {
	document := o.document
	if value == nil || len(field.Selections) == 0 || !document.fixed || !isWhole(field) {
		return value
	}
	of := document.planOf(o.server.plans, &o.OperationContext, field)
	if of.write == nil {
		return value
	}
	writer := plan.NewWriter(int(of.size.Load()), &o.size, o.server.answerLimit)
	if !of.write(writer, value) {
		if o.size.Load() <= o.server.answerLimit { // or else the answer is too large, and nothing more is resolved
			writer.Discard()
		}
		return value
	}
	of.size.Store(min(int64(len(writer.Bytes())), maxHint))
	if o.server.options.PlanDiffers != nil {
		o.written.add(ctx, writer.Bytes())
		writer.Discard()
		return value
	}
	return writtenJSON(writer.Bytes())
}

func (d *planned) planOf(types plan.Types, operation *graphql.OperationContext, field graphql.CollectedField) *fieldPlan {
	if known, ok := d.plans.Load(field.Field); ok {
		return known.(*fieldPlan) //nolint:forcetypeassert // the map has no others
	}
	compiled := &fieldPlan{}
	write, fields := types.Compile(operation, field, maxPlanned)
	if write != nil && d.fields.Add(int64(fields)) <= maxPlanned {
		compiled.write = write
	}
	known, _ := d.plans.LoadOrStore(field.Field, compiled)
	return known.(*fieldPlan) //nolint:forcetypeassert // the map has no others
}

// tree returns what an operation selects of a field. It caches the result if it is always the same.
func (d *planned) tree(field graphql.CollectedField, collect func() page.Selection) page.Selection {
	if d == nil || !d.fixed || !isWhole(field) {
		return collect()
	}
	if known, ok := d.trees.Load(field.Field); ok {
		return known.(page.Selection) //nolint:forcetypeassert // the map has no others
	}
	tree := collect()
	d.trees.Store(field.Field, tree)
	return tree
}

// writtenJSON is the output of a plan.
type writtenJSON []byte

// MarshalGQL implements graphql.Marshaler.
func (j writtenJSON) MarshalGQL(w io.Writer) { _, _ = w.Write(j) }
