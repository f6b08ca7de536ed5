package rule

import (
	"context"
	"errors"
	"fmt"

	entgo "entgo.io/ent"
)

// ErrAppendOnly is what a change of a row comes to that is written once and for all.
var ErrAppendOnly = errors.New("rule: rows of this kind are only added")

// AppendOnly lets rows be made, neither changed nor deleted.
func AppendOnly(next entgo.Mutator) entgo.Mutator {
	return entgo.MutateFunc(func(ctx context.Context, m entgo.Mutation) (entgo.Value, error) {
		if !m.Op().Is(entgo.OpCreate) {
			return nil, fmt.Errorf("%w: %s", ErrAppendOnly, m.Type())
		}
		return next.Mutate(ctx, m)
	})
}
