package rule

import (
	"context"
	"fmt"
	"time"

	entgo "entgo.io/ent"
	"entgo.io/ent/dialect/sql"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/intercept"
)

// Live hides soft-deleted rows from every query.
var Live = intercept.TraverseFunc(func(_ context.Context, q intercept.Query) error {
	q.WhereP(sql.FieldIsNull("deleted_at"))
	return nil
})

// OfLiveContacts hides the rows of soft-deleted contacts from every query.
var OfLiveContacts = intercept.TraverseFunc(func(_ context.Context, q intercept.Query) error {
	q.WhereP(sql.FieldIsNull("contact_deleted_at"))
	return nil
})

// softMutation is a mutation of an entity with soft deletion.
type softMutation interface {
	entgo.Mutation
	SetOp(entgo.Op)
	Client() *ent.Client
	SetDeletedAt(time.Time)
	WhereP(...func(*sql.Selector))
}

// Retain sets deleted_at instead of deleting, and limits updates to rows that are not deleted.
func Retain(next entgo.Mutator) entgo.Mutator {
	return entgo.MutateFunc(func(ctx context.Context, m entgo.Mutation) (entgo.Value, error) {
		soft, ok := m.(softMutation)
		if !ok {
			return nil, fmt.Errorf("rule: %s can't be soft-deleted", m.Type())
		}
		switch {
		case m.Op().Is(entgo.OpCreate):
			return next.Mutate(ctx, m)
		case m.Op().Is(entgo.OpDelete | entgo.OpDeleteOne):
			soft.SetOp(entgo.OpUpdate)
			soft.SetDeletedAt(time.Now().UTC().Truncate(time.Microsecond))
			return soft.Client().Mutate(ctx, m)
		}
		soft.WhereP(sql.FieldIsNull("deleted_at"))
		return next.Mutate(ctx, m)
	})
}
