package graph

import (
	"context"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
)

// resolver is the root of all resolvers. Each resolver calls one function of a domain, or makes one
// query with ent if no rule applies.
type resolver struct{ options Options }

// endKey ends the connections of an API client when the transaction of the context commits.
func (r *resolver) endKey(ctx context.Context, id uuid.UUID) {
	db.AfterCommit(ctx, func(context.Context) error {
		r.options.Connections.EndKey(id)
		return nil
	})
}

// given returns an input, or its zero value if it was left out, since all its fields are optional.
func given[T any](input *T) T {
	if input == nil {
		return *new(T)
	}
	return *input
}

// unlessZero returns a value, or nil for its zero value.
func unlessZero[T comparable](value T) *T {
	if value == *new(T) {
		return nil
	}
	return &value
}
