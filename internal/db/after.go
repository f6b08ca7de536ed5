package db

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync/atomic"
	"time"
)

// afterLimit is the deadline of a rollback, and of each function that runs after a transaction.
const afterLimit = 30 * time.Second

// AfterCommit runs fn after the transaction of the context has committed. If the transaction rolls
// back, fn never runs. Outside a transaction fn runs at once.
//
// Functions run one after the other, in the order of the calls, before [DB.Tx] returns. The context
// of fn is outside the transaction, does not end with the request, and has a deadline of 30
// seconds. An error or a panic of fn is logged and counted in [Stats]. It changes neither the
// result of the transaction nor the other functions.
func AfterCommit(ctx context.Context, fn func(context.Context) error) {
	if t := transactionFrom(ctx); t != nil {
		t.add(&t.afterCommit, fn)
		return
	}
	_ = runAfter(ctx, fn)
}

// OnRollback runs fn after the transaction of the context has rolled back, for whatever reason. If
// the transaction commits, fn never runs. Use it to undo what is not in the database (a stored
// file), and for writes that must survive a refusal (a stolen token ends its session). Outside a
// transaction there is nothing to roll back, and fn never runs.
//
// A commit that fails because the connection was lost counts as rolled back, although the database
// may have committed. Order, context, errors and panics are the same as for [AfterCommit].
func OnRollback(ctx context.Context, fn func(context.Context) error) {
	if t := transactionFrom(ctx); t != nil {
		t.add(&t.onRollback, fn)
	}
}

func (t *transaction) add(to *[]func(context.Context) error, fn func(context.Context) error) {
	t.state.Lock()
	defer t.state.Unlock()
	*to = append(*to, fn)
}

// runAll runs the functions for the end of the transaction, and counts those that fail.
func (t *transaction) runAll(functions []func(context.Context) error, failed *atomic.Int64) {
	for _, fn := range functions {
		if err := runAfter(t.ctx, fn); err != nil {
			failed.Add(1)
		}
	}
}

// runAfter runs one function outside of any transaction, and logs its error or panic.
func runAfter(ctx context.Context, fn func(context.Context) error) (err error) {
	ctx, cancel := context.WithTimeout(Outside(context.WithoutCancel(ctx)), afterLimit)
	defer cancel()
	defer func() {
		if value := recover(); value != nil {
			err = fmt.Errorf("panic: %v", value)
			slog.ErrorContext(ctx, "work after a transaction panicked", "panic", value, "stack", string(debug.Stack()))
		}
	}()
	if err = fn(ctx); err != nil {
		slog.ErrorContext(ctx, "work after a transaction failed", "error", err)
	}
	return err
}
