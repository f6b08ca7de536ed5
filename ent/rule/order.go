package rule

import (
	"context"
	"slices"

	entgo "entgo.io/ent"
	"entgo.io/ent/dialect/sql"

	"github.com/firmhub/firmhub/ent/intercept"
)

// InOrder orders rows by a column in every query for rows, so that eager-loaded edges are ordered
// too. It does not order queries for ids, a count or a sum.
func InOrder(column string) entgo.Interceptor {
	return intercept.TraverseFunc(func(ctx context.Context, q intercept.Query) error {
		if asksRows(ctx) {
			q.Order(sql.OrderByField(column).ToFunc())
		}
		return nil
	})
}

// AlwaysSelect adds a column to queries for rows with some of their columns. An entity that is a
// scalar in GraphQL (a tag is its name) has no fields from which the columns could be collected.
func AlwaysSelect(column string) entgo.Interceptor {
	return intercept.TraverseFunc(func(ctx context.Context, q intercept.Query) error {
		if asksRows(ctx) {
			q.WhereP(func(s *sql.Selector) {
				if name := s.C(column); !slices.Contains(s.SelectedColumns(), name) {
					s.AppendSelect(name)
				}
			})
		}
		return nil
	})
}

// asksRows reports whether the query of the context is for rows. For an edge with a link table,
// this is the query that loads the edge.
func asksRows(ctx context.Context) bool {
	asked := entgo.QueryFromContext(ctx)
	return asked != nil && (asked.Op == entgo.OpQueryAll || asked.Op == entgo.OpQueryFirst || asked.Op == entgo.OpQueryOnly)
}
