package rule

import (
	"context"
	"slices"

	entgo "entgo.io/ent"
	"entgo.io/ent/dialect/sql"

	"github.com/firmhub/firmhub/ent/intercept"
)

// InOrder lists rows by a column wherever the query itself asks for rows (and not for ids, a count or a sum), so that
// eager-loaded edges come in an order too.
func InOrder(column string) entgo.Interceptor {
	return intercept.TraverseFunc(func(ctx context.Context, q intercept.Query) error {
		if asksRows(ctx) {
			q.Order(sql.OrderByField(column).ToFunc())
		}
		return nil
	})
}

// AlwaysSelect adds a column to queries that ask for rows with some of their columns. An entity that GraphQL shows as a
// bare value (a tag is its name) has no fields from which the columns could be collected.
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

// asksRows looks at the query in the context. For an edge by a link table that is the query whose edge is loaded, which
// asks for rows too.
func asksRows(ctx context.Context) bool {
	asked := entgo.QueryFromContext(ctx)
	return asked != nil && (asked.Op == entgo.OpQueryAll || asked.Op == entgo.OpQueryFirst || asked.Op == entgo.OpQueryOnly)
}
