package hook

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
)

const (
	// callsPerCommit is how many calls one transaction stores at most.
	callsPerCommit = 100
	// commitTimeout limits a transaction. Providers wait some seconds for an answer.
	commitTimeout = 10 * time.Second
	// waitingCalls is how many calls of a firm may wait for a transaction.
	waitingCalls = 1000
)

// commits stores calls in transactions that calls of the same firm share: those that arrive while a
// transaction runs are in the next one. So a provider that makes a call for each status does not
// make the database commit for each.
type commits struct {
	db *db.DB

	mu    sync.Mutex // guards firms
	firms map[uuid.UUID]*pending
}

// pending are the calls of a firm that wait for a transaction. Without one that runs there are
// none.
type pending struct{ calls []*storing }

// storing is a call that is being stored.
type storing struct {
	ctx   context.Context //nolint:containedctx // that of the caller, who may have gone
	store func(ctx context.Context) error
	done  chan error
}

// do calls store in a transaction, and returns when it is committed. If store or the commit fails,
// store is called again in a transaction of its own, so that it shares no error of others. It may
// therefore be called twice. do returns Unavailable if too many calls of the firm wait.
func (c *commits) do(ctx context.Context, firm uuid.UUID, store func(ctx context.Context) error) error {
	call := &storing{ctx: ctx, store: store, done: make(chan error, 1)}
	if err := c.add(ctx, firm, call); err != nil {
		return err
	}
	select {
	case err := <-call.done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// add lets a call wait, and a goroutine store it.
func (c *commits) add(ctx context.Context, firm uuid.UUID, call *storing) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.firms == nil {
		c.firms = map[uuid.UUID]*pending{}
	}
	running := c.firms[firm]
	if running == nil {
		running = &pending{}
		c.firms[firm] = running
		// Others share the transaction, so it does not end with this call.
		go c.run(context.WithoutCancel(ctx), firm)
	}
	if len(running.calls) >= waitingCalls {
		return fault.Retry(fault.Unavailable, time.Second, "Too many calls of providers wait to be stored.")
	}
	running.calls = append(running.calls, call)
	return nil
}

// run stores calls of a firm until none waits.
func (c *commits) run(ctx context.Context, firm uuid.UUID) {
	for {
		calls := c.next(firm)
		if len(calls) == 0 {
			return
		}
		err := c.commit(ctx, calls)
		alone := err != nil && len(calls) > 1 && !errors.Is(err, context.DeadlineExceeded)
		for _, call := range calls {
			if alone {
				call.done <- c.commit(ctx, []*storing{call})
			} else {
				call.done <- err
			}
		}
	}
}

// next takes the calls of the next transaction of a firm. Without any, the next call runs one.
func (c *commits) next(firm uuid.UUID) []*storing {
	c.mu.Lock()
	defer c.mu.Unlock()
	waiting := c.firms[firm]
	n := min(len(waiting.calls), callsPerCommit)
	if n == 0 {
		delete(c.firms, firm)
		return nil
	}
	calls := waiting.calls[:n:n]
	waiting.calls = waiting.calls[n:]
	return calls
}

func (c *commits) commit(ctx context.Context, calls []*storing) error {
	ctx, cancel := context.WithTimeout(ctx, commitTimeout)
	defer cancel()
	return c.db.Tx(ctx, func(ctx context.Context) error {
		for _, call := range calls {
			if call.ctx.Err() != nil {
				continue // Nobody waits for it: the provider repeats it.
			}
			if err := call.store(ctx); err != nil {
				return err
			}
		}
		return nil
	})
}
