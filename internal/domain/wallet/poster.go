package wallet

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule/scope"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/throttle"
	"github.com/firmhub/firmhub/internal/viewer"
)

const (
	// atOnce is the maximum number of requests, and rowsAtOnce of rows, in one transaction. A
	// request with more rows has a transaction of its own.
	atOnce     = 64
	rowsAtOnce = 5000
	// batchLimit is how long a transaction may take up to its commit.
	batchLimit = 15 * time.Second
	// posterRetry is about the time in which the waiting requests of a firm are written.
	posterRetry = time.Second
)

// posterLimits limit the requests in the poster. A firm may have the requests of the running
// transaction and of the next one, and a number that waits.
func posterLimits() throttle.QueueLimits {
	const all, waitingPerFirm, waiting = 512, 256, 2048
	return throttle.QueueLimits{Places: all, PlacesPerKey: 2 * atOnce, WaitingPerKey: waitingPerFirm, Waiting: waiting}
}

// Poster writes the work of requests and posts the debits for it, that is, adds them to the ledger.
// Requests of a firm that wait at the same time are written in one transaction, a group commit. So
// the work and its debits are always committed together, and a wallet is locked and committed once
// for up to 64 requests. A request that arrives while nothing is being written is written at once.
// The requests that arrive meanwhile are the next transaction.
//
// W is the work of a request, mostly a pointer to a struct that also receives the result.
type Poster[W any] struct {
	ledger *Ledger
	write  func(ctx context.Context, batch *Batch[W]) error
	before func(ctx context.Context, firm uuid.UUID, work []W) error
	queue  *throttle.Queue[uuid.UUID]

	mu sync.Mutex
	// firms are the firms with a goroutine. The goroutine writes the waiting work until there is no
	// more.
	firms  map[uuid.UUID]*pending[W]
	closed bool
	stats  PosterStats

	running sync.WaitGroup
}

// pending is the work of a firm that waits for the next transaction.
type pending[W any] struct{ waiting []*task[W] }

// task is the work of a request.
type task[W any] struct {
	// ctx is the context of the request, and by is the actor named in its debits.
	ctx  context.Context //nolint:containedctx // Its values are those of the transaction.
	by   Actor
	rows int
	work W
	// taken is set by whoever is first: the goroutine that writes the work, or the request that
	// ends before.
	taken atomic.Bool
	done  chan error
}

// NewPoster returns a poster. It calls write in a transaction with the work of requests of one
// firm, in the order in which they came. The viewer of the context is firmhub itself in that firm.
// The firm's wallet is locked, so two transactions of posters never write for one firm at the same
// time, on any instance. write passes what it must charge to [Batch.Charge], writes the work whose
// charge is accepted, and stores the results in the work.
//
// When write fails or panics, its transaction is rolled back. It is called again with each half of
// the work, down to single requests. So only the requests fail that fail alone, and write must not
// keep anything of an earlier call. Nothing is repeated that may have been committed.
// [Ledger.Close] closes the poster.
func NewPoster[W any](ledger *Ledger, write func(ctx context.Context, batch *Batch[W]) error) *Poster[W] {
	p := &Poster[W]{
		ledger: ledger, write: write, queue: throttle.NewQueue[uuid.UUID](posterLimits()), firms: map[uuid.UUID]*pending[W]{},
	}
	ledger.mu.Lock()
	defer ledger.mu.Unlock()
	ledger.posters = append(ledger.posters, p)
	return p
}

// Before sets what is called before each transaction with its work, and which may change the work.
// It reads what needs no lock, so that the wallet is locked for a shorter time. If it fails, write
// is not called. Before must be called before [Poster.Do].
func (p *Poster[W]) Before(read func(ctx context.Context, firm uuid.UUID, work []W) error) {
	p.before = read
}

// Do writes and charges the work of a request of the viewer's firm. rows is about how many rows
// that takes. Do returns once the work is committed or has failed. It must not be called in a
// transaction: a mutation that calls it is @ownTransaction.
//
// Waiting work is withdrawn when ctx ends. Once the work is being written, Do waits for the result.
// It returns TooManyRequests when the firm has too many requests waiting, and Unavailable after
// Close. After an error of the commit it is unknown whether the work was committed, so the work
// should be repeatable.
func (p *Poster[W]) Do(ctx context.Context, rows int, work W) (err error) {
	defer fault.Wrap(&err, "wallet.Poster")
	firm, err := scope.Firm(ctx, "Wallet")
	if err != nil {
		return err
	}
	leave, err := p.queue.Enter(ctx, firm)
	switch {
	case errors.Is(err, throttle.ErrFull):
		return fault.Retry(fault.TooManyRequests, posterRetry, "Too many requests of your firm wait to be charged. Try again in a second.")
	case err != nil:
		return fmt.Errorf("wait for the poster: %w", err)
	}
	defer leave()
	return p.do(ctx, firm, rows, work)
}

// DoOwn is [Poster.Do] for work of the server itself. The limit of waiting requests does not apply
// to it. The caller limits how much of it there is at once.
func (p *Poster[W]) DoOwn(ctx context.Context, rows int, work W) (err error) {
	defer fault.Wrap(&err, "wallet.Poster")
	firm, err := scope.Firm(ctx, "Wallet")
	if err != nil {
		return err
	}
	return p.do(ctx, firm, rows, work)
}

// do writes and charges work.
func (p *Poster[W]) do(ctx context.Context, firm uuid.UUID, rows int, work W) (err error) {
	t := &task[W]{ctx: ctx, by: ActorOf(viewer.From(ctx)), rows: rows, work: work, done: make(chan error, 1)}
	if !p.add(firm, t) {
		return errStopping()
	}
	select {
	case err = <-t.done:
		return err
	case <-ctx.Done():
		if t.taken.CompareAndSwap(false, true) {
			return context.Cause(ctx)
		}
		return <-t.done
	}
}

func errStopping() error {
	return fault.Retry(fault.Unavailable, posterRetry, "The server is going away. Try again.")
}

// add passes work to the goroutine of the firm, which begins with the first work. It returns false
// after Close.
func (p *Poster[W]) add(firm uuid.UUID, t *task[W]) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return false
	}
	of, ok := p.firms[firm]
	if !ok {
		of = &pending[W]{}
		p.firms[firm] = of
		p.running.Go(func() { p.run(firm, of) })
	}
	of.waiting = append(of.waiting, t)
	p.stats.Waiting++
	return true
}

// run writes the work of a firm until none is left.
func (p *Poster[W]) run(firm uuid.UUID, of *pending[W]) {
	for {
		tasks := p.take(firm, of)
		if tasks == nil {
			return
		}
		p.post(firm, slices.DeleteFunc(tasks, func(t *task[W]) bool { return !t.taken.CompareAndSwap(false, true) }))
	}
}

// take returns the work of one transaction. Without any work it ends the goroutine of the firm, and
// returns nil.
func (p *Poster[W]) take(firm uuid.UUID, of *pending[W]) []*task[W] {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(of.waiting) == 0 {
		delete(p.firms, firm)
		return nil
	}
	n, rows := 0, 0
	for n < min(atOnce, len(of.waiting)) {
		if rows += of.waiting[n].rows; n > 0 && rows > rowsAtOnce {
			break
		}
		n++
	}
	taken := of.waiting[:n:n]
	of.waiting = of.waiting[n:]
	p.stats.Waiting -= n
	return taken
}

// post writes tasks in one transaction, or if that fails in several.
func (p *Poster[W]) post(firm uuid.UUID, tasks []*task[W]) {
	if len(tasks) == 0 {
		return
	}
	err, repeatable := p.try(firm, tasks)
	if err != nil && repeatable && len(tasks) > 1 {
		middle := len(tasks) / 2
		p.post(firm, tasks[:middle])
		p.post(firm, tasks[middle:])
		return
	}
	for _, t := range tasks {
		t.done <- err
	}
}

// try writes tasks in one transaction. It reports whether the others may succeed without the task
// that failed. They may not if the database is not available, or if the transaction may have been
// committed.
func (p *Poster[W]) try(firm uuid.UUID, tasks []*task[W]) (err error, repeatable bool) { //nolint:revive // Both come from the same failure.
	ctx, cancel := context.WithTimeoutCause(context.WithoutCancel(tasks[0].ctx), batchLimit, errLate())
	defer cancel()
	ctx = viewer.NewContext(db.SharedBy(db.Outside(ctx), firm), &viewer.Viewer{
		Kind: viewer.System, FirmID: firm, Request: viewer.From(tasks[0].ctx).Request,
	})
	written := false
	if p.before != nil {
		if err := p.prepare(ctx, firm, tasks); err != nil {
			p.count(tasks, err)
			return err, ctx.Err() == nil && !db.IsUnavailable(err)
		}
	}
	err = p.ledger.db.Tx(ctx, func(ctx context.Context) error {
		if err := p.charge(ctx, firm, tasks); err != nil {
			return err
		}
		written = true
		return nil
	})
	p.count(tasks, err)
	return err, !written && ctx.Err() == nil && !db.IsUnavailable(err)
}

func errLate() error {
	return fault.Retry(fault.Unavailable, posterRetry, "The database took too long. Try again.")
}

// prepare calls before.
func (p *Poster[W]) prepare(ctx context.Context, firm uuid.UUID, tasks []*task[W]) (err error) {
	defer recovered(ctx, &err)
	work := make([]W, len(tasks))
	for i, t := range tasks {
		work[i] = t.work
	}
	return p.before(ctx, firm, work)
}

// recovered makes an error of a panic in the work. It is deferred.
func recovered(ctx context.Context, err *error) {
	if value := recover(); value != nil {
		slog.ErrorContext(ctx, "the work of a transaction panicked", "panic", value, "stack", string(debug.Stack()))
		*err = fmt.Errorf("panic: %v", value)
	}
}

// charge calls write and posts its charges, in the transaction of the context.
func (p *Poster[W]) charge(ctx context.Context, firm uuid.UUID, tasks []*task[W]) (err error) {
	defer recovered(ctx, &err)
	state, err := lock(ctx, p.ledger.db, firm)
	if err != nil {
		return err
	}
	batch := &Batch[W]{Firm: firm, Work: make([]W, len(tasks)), charges: charges{state: state, by: make([]Actor, len(tasks))}}
	for i, t := range tasks {
		batch.Work[i], batch.by[i] = t.work, t.by
	}
	if err := p.write(ctx, batch); err != nil {
		return err
	}
	return p.ledger.debit(ctx, &batch.charges)
}

func (p *Poster[W]) count(tasks []*task[W], err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err != nil {
		p.stats.Failed++
		return
	}
	p.stats.Transactions++
	p.stats.Requests += uint64(len(tasks))
}

// Close refuses further work. It returns when the waiting work is written, or with the cause of
// ctx.
func (p *Poster[W]) Close(ctx context.Context) error {
	p.mu.Lock()
	p.closed = true
	p.mu.Unlock()
	done := make(chan struct{})
	go func() {
		p.running.Wait()
		close(done)
	}()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("wallet: requests are still being charged: %w", context.Cause(ctx))
	}
}

// PosterStats is the state of a [Poster], for metrics.
type PosterStats struct {
	// Waiting is how many requests wait for the next transaction of their firm, or for a place to
	// wait for it.
	Waiting int
	// Transactions and Requests count the commits and committed requests since the start.
	// Requests/Transactions is the mean size of a group.
	Transactions, Requests uint64
	// Failed counts the transactions that were rolled back, and Refused the requests that were
	// refused because too many waited.
	Failed, Refused uint64
}

// Stats returns the current state.
func (p *Poster[W]) Stats() PosterStats {
	queue := p.queue.Stats()
	p.mu.Lock()
	defer p.mu.Unlock()
	stats := p.stats
	stats.Waiting += queue.Waiting
	stats.Refused = queue.Refused
	return stats
}
