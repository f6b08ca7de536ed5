package rule

import (
	"context"

	entgo "entgo.io/ent"
	"entgo.io/ent/dialect/sql"

	"github.com/firmhub/firmhub/ent/intercept"
)

// InOrder lists rows by a column wherever the query itself asks for rows (and not for a count or a sum), so that
// eager-loaded edges come in an order too.
func InOrder(column string) entgo.Interceptor {
	return intercept.TraverseFunc(func(ctx context.Context, q intercept.Query) error {
		asked := entgo.QueryFromContext(ctx)
		if asked == nil || asked.Op != entgo.OpQueryAll {
			return nil
		}
		q.Order(sql.OrderByField(column).ToFunc())
		return nil
	})
}

// AlwaysSelect adds a column to queries that name their columns. An entity that GraphQL shows as a bare value (a tag is
// its name) has no fields from which the columns could be collected.
func AlwaysSelect(column string) entgo.Interceptor {
	return entgo.TraverseFunc(func(ctx context.Context, _ entgo.Query) error {
		if asked := entgo.QueryFromContext(ctx); asked != nil && len(asked.Fields) > 0 {
			asked.AppendFieldOnce(column)
		}
		return nil
	})
}
