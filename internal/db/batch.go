package db

import (
	"context"
	"errors"
)

// Batch is queries whose arguments do not depend on each other. They run one after the other, in
// one round trip to PostgreSQL. Each sees what was committed before it began. So a statement
// after one that waited for a lock sees what the previous holder of the lock committed.
type Batch struct {
	scope   Scope
	lookups []*lookup
	sent    bool
	err     error
}

// Batch returns an empty batch of statements of the scope.
func (s Scope) Batch() *Batch { return &Batch{scope: s, err: s.err} }

// Row adds a statement whose first row is read into the variables, and returns whether there is
// one, once the batch has run.
func (b *Batch) Row(into []any, query string, args ...any) (found *bool) {
	return &b.add(into, nil, query, args).found
}

// Rows adds a statement. After each of its rows was read into the variables, each is called.
func (b *Batch) Rows(into []any, each func(), query string, args ...any) {
	b.add(into, each, query, args)
}

func (b *Batch) add(into []any, each func(), query string, args []any) *lookup {
	text, values, err := b.scope.statement(query, args)
	if err != nil && b.err == nil {
		b.err = err
	}
	l := &lookup{query: text, args: values, into: into, each: each}
	b.lookups = append(b.lookups, l)
	return l
}

var errSent = errors.New("db: a batch is sent once")

// Run runs the statements.
func (b *Batch) Run() error { return b.run(b.scope.ctx) }

func (b *Batch) run(ctx context.Context) error {
	lookups, err := b.take()
	if err != nil {
		return err
	}
	return b.scope.db.look(ctx, lookups)
}

// take returns the statements, once.
func (b *Batch) take() ([]*lookup, error) {
	if b.sent {
		return nil, errSent
	}
	b.sent = true
	return b.lookups, b.err
}

type batchKey struct{}

// With returns a context for one query of ent. The query runs after the statements of the batch,
// and is sent with them. A context is used because ent passes nothing else to the driver. A second
// query with it fails. Outside a transaction, the statements may see an older state of the rows
// than the query. The query is not planned anew ([PlanAnew]).
func (b *Batch) With(ctx context.Context) context.Context {
	if len(b.lookups) == 0 && b.err == nil {
		return ctx
	}
	return context.WithValue(ctx, batchKey{}, b)
}

func batchFrom(ctx context.Context) *Batch {
	b, _ := ctx.Value(batchKey{}).(*Batch)
	return b
}
