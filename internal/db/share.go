package db

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"time"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/throttle"
	"github.com/firmhub/firmhub/internal/viewer"
)

const (
	// maxWaiting is how many statements and transactions of one firm may wait at once.
	maxWaiting = 256
	// shareRetry is about the time in which a firm's waiting statements are served if each takes a
	// few milliseconds.
	shareRetry = time.Second
	// statementLimit is how long a query outside a transaction may take, without its wait for a
	// place. On SQLite it only limits a query up to its first row: its driver does not check the
	// context after that.
	statementLimit = 15 * time.Second
)

// shares divide the connections of a database among the firms, so that a firm with many statements
// delays another one by at most one statement or transaction. The work of the server itself (a
// viewer of kind System, or none), queries before the caller is known and queries of [Outside] take
// no place: they use reserved connections.
//
// A transaction holds a place until it ends, and any other query until its rows are closed. A
// holder of a place must not wait for a second one. So a query of [Outside] takes none, because it
// may run while a transaction is open.
type shares struct {
	reads, writes *share
}

type share = throttle.Queue[shareKey]

// shareKey identifies the callers that share places: a firm, a person without one, or the addresses
// of an anonymous caller.
type shareKey struct {
	id   uuid.UUID
	site netip.Prefix
}

// newShare returns a queue with a number of places, and a limit of them for each key.
func newShare(places, perKey int) *share {
	return throttle.NewQueue[shareKey](throttle.QueueLimits{Places: places, PlacesPerKey: max(1, perKey), WaitingPerKey: maxWaiting})
}

type sharedByKey struct{}

// SharedBy returns a context whose statements and transactions count for a firm, although the
// server itself runs them. The server needs it for work that it does for several callers of the
// firm at once.
func SharedBy(ctx context.Context, firm uuid.UUID) context.Context {
	return context.WithValue(ctx, sharedByKey{}, shareKey{id: firm})
}

// shareKeyOf returns the key for which a statement counts, and false for the server itself.
func shareKeyOf(ctx context.Context) (shareKey, bool) {
	if key, ok := ctx.Value(sharedByKey{}).(shareKey); ok {
		return key, true
	}
	v := viewer.From(ctx)
	switch v.Kind {
	case viewer.User, viewer.APIClient:
		for _, id := range []uuid.UUID{v.HomeFirmID, v.FirmID, v.UserID} {
			if id != uuid.Nil {
				return shareKey{id: id}, true
			}
		}
	case viewer.Anonymous:
		return shareKey{site: v.Request.Site()}, v.Request.Address.IsValid()
	case viewer.System:
	}
	return shareKey{}, false
}

// enterRead waits for a place to read outside a transaction.
func (s *shares) enterRead(ctx context.Context) (leave func(), err error) {
	if viewer.From(ctx).Kind == viewer.Anonymous || isOutside(ctx) {
		return func() {}, nil
	}
	return enter(ctx, s.reads)
}

// enterWrite waits for a place to write or to begin a transaction.
func (s *shares) enterWrite(ctx context.Context) (leave func(), err error) {
	return enter(ctx, s.writes)
}

func enter(ctx context.Context, queue *share) (leave func(), err error) {
	who, shared := shareKeyOf(ctx)
	if !shared {
		return func() {}, nil
	}
	leave, err = queue.Enter(ctx, who)
	switch {
	case errors.Is(err, throttle.ErrFull):
		return nil, fault.Retry(fault.TooManyRequests, shareRetry,
			"Too many requests of your firm wait for the database. Try again in a second.")
	case errors.Is(err, context.DeadlineExceeded):
		return nil, fault.Retry(fault.Unavailable, shareRetry, "The database was busy for too long. Try again in a second.")
	case err != nil:
		return nil, fmt.Errorf("db: wait for a place: %w", err)
	}
	return leave, nil
}

// sharedTx frees its place when it ends.
type sharedTx struct {
	dialect.Tx

	leave func()
}

func (t *sharedTx) Commit() error {
	defer t.leave()
	return t.Tx.Commit()
}

func (t *sharedTx) Rollback() error {
	defer t.leave()
	return t.Tx.Rollback()
}

// sharedRows free their place when they are closed.
type sharedRows struct {
	entsql.ColumnScanner

	ctx context.Context //nolint:containedctx // It is the error of the query: an error of the rows may be its end.
	end func()
}

func (r *sharedRows) Err() error { return withCause(r.ctx, r.ColumnScanner.Err()) }

func (r *sharedRows) Close() error {
	defer r.end()
	return withCause(r.ctx, r.ColumnScanner.Close())
}

var errLimit = errors.New("db: a query ran into its time limit")

func errSlow() error {
	return fault.Retry(fault.Unavailable, shareRetry, "The query took too long. Ask for less, or try again later.").Because(errLimit)
}

// withCause adds the cause of the end of ctx, if it has ended, to the error of a statement. The
// database's own error only says that the statement was interrupted.
func withCause(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		return fmt.Errorf("%w: %w", context.Cause(ctx), err)
	}
	return err
}

// Share is the state of a queue of statements that wait for a connection.
type Share struct {
	// Name is all, or on SQLite reads and writes.
	Name string
	throttle.Stats
}

func (s *shares) queues() []Share {
	if s.reads == s.writes {
		return []Share{{"all", s.reads.Stats()}}
	}
	return []Share{{"reads", s.reads.Stats()}, {"writes", s.writes.Stats()}}
}
