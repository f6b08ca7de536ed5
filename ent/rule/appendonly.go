package rule

import (
	"context"
	"errors"
	"fmt"

	entgo "entgo.io/ent"
)

// ErrAppendOnly is returned for a change or deletion of a row of an append-only entity.
var ErrAppendOnly = errors.New("rule: rows of this kind are only added")

// AppendOnly refuses changes and deletions.
func AppendOnly(next entgo.Mutator) entgo.Mutator {
	return entgo.MutateFunc(func(ctx context.Context, m entgo.Mutation) (entgo.Value, error) {
		if !m.Op().Is(entgo.OpCreate) {
			return nil, fmt.Errorf("%w: %s", ErrAppendOnly, m.Type())
		}
		return next.Mutate(ctx, m)
	})
}
