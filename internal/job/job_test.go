package job_test

import (
	"context"
	"errors"
	"net/netip"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/job"
	"github.com/firmhub/firmhub/internal/viewer"
)

func TestMain(m *testing.M) {
	if url := os.Getenv(victimURL); url != "" {
		victim(url)
	}
	os.Exit(m.Run())
}

// count is a job that counts from N up to To, a step for each number.
type count struct{ N, To int }

func (count) Kind() string { return "test.count" }

// bundle is a database with the jobs of a test.
type bundle struct {
	*db.DB

	firm    uuid.UUID
	ctx     context.Context //nolint:containedctx // The test's, of firmhub itself in the firm.
	runner  *job.Runner
	manager *job.Manager
	// results are the results of the steps, in the order in which they ended.
	results chan job.Result
	stop    context.CancelFunc
}

// setup makes a runner that is not started. As a user it finds Ann, unless that is gone.
func setup(t *testing.T, d *db.DB, config job.Config) *bundle {
	t.Helper()
	firm, ctx := dbtest.Firm(t, d, "Acme")
	b := &bundle{DB: d, firm: firm.ID, ctx: ctx, results: make(chan job.Result, 1000)}
	_, err := dbtest.SQL(ctx, d).Exec("CREATE TABLE x_marks (n bigint NOT NULL)")
	require.NoError(t, err)
	config.DB = d
	if config.Lookup == nil {
		config.Lookup = func(_ context.Context, firm uuid.UUID, by viewer.Initiator) (*viewer.Viewer, error) {
			return &viewer.Viewer{Kind: by.Kind(), FirmID: firm, UserID: by.UserID, Email: "ann@acme.example"}, nil
		}
	}
	config.Observe = func(_ string, result job.Result, _ time.Duration) { b.results <- result }
	b.runner = job.NewRunner(config)
	b.manager, err = job.NewManager(d)
	require.NoError(t, err)
	return b
}

// start runs the jobs until the end of the test.
func (b *bundle) start(t *testing.T) {
	t.Helper()
	ctx, stop := context.WithCancel(b.ctx)
	b.stop = stop
	require.NoError(t, b.runner.Start(ctx))
	t.Cleanup(func() {
		stop()
		require.NoError(t, b.runner.Wait())
	})
}

// mark is the work of a step that a test can see.
func (b *bundle) mark(ctx context.Context, n int) error {
	_, err := dbtest.SQL(ctx, b.DB).Exec("INSERT INTO x_marks (n) VALUES ($1)", n)
	return err
}

func (b *bundle) marks(t *testing.T) []int {
	t.Helper()
	found, err := db.All[int](dbtest.SQL(t.Context(), b.DB), "SELECT n FROM x_marks ORDER BY n")
	require.NoError(t, err)
	return found
}

// next waits for the result of a step.
func (b *bundle) next(t *testing.T) job.Result {
	t.Helper()
	return receive(t, b.results)
}

// patience is how long a test waits for what must come. A job may have to wait until one of the
// instances is the leader.
const patience = 5 * time.Minute

// receive waits for a value.
func receive[T any](t *testing.T, from <-chan T) T {
	t.Helper()
	select {
	case got := <-from:
		return got
	case <-time.After(patience):
		require.FailNow(t, "nothing came")
		panic("unreachable")
	}
}

// state waits until River has written down the state of a job.
func (b *bundle) state(t *testing.T, id int64, want job.State) job.Info {
	t.Helper()
	var got job.Info
	require.Eventually(t, func() bool {
		var err error
		got, err = b.manager.Find(t.Context(), id)
		return err == nil && got.State == want
	}, patience, 5*time.Millisecond, "want %s, got %v", want, &got)
	return got
}

func TestInsert(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d, job.Config{})
		job.Handle(b.runner, func(ctx context.Context, step *job.Step[count]) error {
			if err := b.mark(ctx, step.Args.N); err != nil {
				return err
			}
			if step.Args.N < step.Args.To {
				step.Next(count{N: step.Args.N + 1, To: step.Args.To})
			}
			return nil
		})
		b.start(t)

		// A job is there when its transaction is, and not before.
		var id int64
		require.NoError(t, d.Tx(b.ctx, func(ctx context.Context) (err error) {
			id, err = job.Insert(ctx, d, count{N: 1, To: 3}, job.Options{})
			return err
		}))
		require.Error(t, d.Tx(b.ctx, func(ctx context.Context) error {
			_, err := job.Insert(ctx, d, count{N: 100, To: 100}, job.Options{})
			require.NoError(t, err)
			return errors.New("no")
		}))
		// A step may end before the result of the one before is told.
		require.ElementsMatch(t, []job.Result{job.Continued, job.Continued, job.Done}, []job.Result{b.next(t), b.next(t), b.next(t)})
		require.Equal(t, []int{1, 2, 3}, b.marks(t))
		done := b.state(t, id, job.Completed)
		require.Equal(t, id, done.ID)
		require.Greater(t, done.Step, id)
		require.Equal(t, b.firm, done.FirmID)

		t.Run("Nobody", func(t *testing.T) {
			_, err := job.Insert(t.Context(), d, count{}, job.Options{})
			require.ErrorContains(t, err, "nobody")
		})
	})
}

// A step that fails leaves nothing behind, and is tried again; one that is refused is not.
func TestFailure(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d, job.Config{})
		var calls atomic.Int32
		job.Handle(b.runner, func(ctx context.Context, step *job.Step[count]) error {
			if err := b.mark(ctx, step.Args.N); err != nil {
				return err
			}
			switch {
			case step.Args.N == 2:
				return fault.New(fault.NotFound, "There is no such contact.")
			case calls.Add(1) == 1:
				step.Next(count{N: 7})
				return errors.New("the network is away")
			case calls.Load() == 2:
				panic("a bug")
			}
			return nil
		})
		b.start(t)
		id, err := job.Insert(b.ctx, d, count{N: 1}, job.Options{})
		require.NoError(t, err)
		require.Equal(t, job.Retried, b.next(t))
		require.Empty(t, b.marks(t))
		require.Equal(t, job.Retried, b.next(t))
		require.Equal(t, "a bug", b.state(t, id, job.Retryable).Error)
		require.Empty(t, b.marks(t))
		require.NoError(t, b.manager.Retry(t.Context(), id)) // now instead of in 16 seconds
		require.Equal(t, job.Done, b.next(t))
		require.Equal(t, []int{1}, b.marks(t))
		require.Equal(t, 3, b.state(t, id, job.Completed).Attempt)

		t.Run("Refused", func(t *testing.T) {
			id, err := job.Insert(b.ctx, d, count{N: 2}, job.Options{})
			require.NoError(t, err)
			require.Equal(t, job.Failed, b.next(t))
			require.Contains(t, b.state(t, id, job.Cancelled).Error, "There is no such contact.")
			require.Equal(t, []int{1}, b.marks(t))
		})
	})
}

func TestKey(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d, job.Config{})
		_, inOther := dbtest.Firm(t, d, "Other")
		began, proceed := make(chan int, 20), make(chan struct{})
		job.Handle(b.runner, func(_ context.Context, step *job.Step[count]) error {
			began <- step.Args.N
			<-proceed
			if step.Args.N < step.Args.To {
				step.Next(count{N: step.Args.N + 1, To: step.Args.To})
			}
			return nil
		})
		b.start(t)
		queue := func(ctx context.Context, key string) int64 {
			t.Helper()
			id, err := job.Insert(ctx, d, count{N: 1, To: 2}, job.Options{Key: key})
			require.NoError(t, err)
			return id
		}
		first := queue(b.ctx, "a")
		require.Equal(t, 1, receive(t, began))
		require.Equal(t, first, queue(b.ctx, "a"))
		proceed <- struct{}{}
		require.Equal(t, job.Continued, b.next(t))
		require.Equal(t, 2, receive(t, began))
		require.Equal(t, first, queue(b.ctx, "a"), "the second step has the key too")

		other := queue(inOther, "a")
		require.NotEqual(t, first, other)
		require.NotEqual(t, first, queue(b.ctx, "b"))
		close(proceed)
		b.state(t, first, job.Completed)
		b.state(t, other, job.Completed)
		require.NotEqual(t, first, queue(b.ctx, "a"), "it has finished")
		for range 4 + 3 {
			b.next(t)
		}
	})
}

// A job acts for its initiator in the present state, and the audit log names the initiator.
func TestInitiator(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		var gone atomic.Bool
		b := setup(t, d, job.Config{Lookup: func(_ context.Context, firm uuid.UUID, by viewer.Initiator) (*viewer.Viewer, error) {
			if gone.Load() {
				return nil, fault.New(fault.Unauthorized, "Ann has left.")
			}
			return &viewer.Viewer{Kind: by.Kind(), FirmID: firm, UserID: by.UserID, RoleID: uuid.Max, Email: "ann@acme.example"}, nil
		}})
		acts := make(chan *viewer.Viewer, 1)
		job.Handle(b.runner, func(ctx context.Context, step *job.Step[count]) error {
			acts <- viewer.From(ctx)
			if step.Args.N < 2 {
				gone.Store(true)
				step.Next(count{N: 2})
			}
			return audit.Record(ctx, d, audit.Change{Action: "contact.import", Target: audit.Of("contact", uuid.New(), "Bob")})
		})
		b.start(t)
		ann := &viewer.Viewer{
			Kind: viewer.User, FirmID: b.firm, UserID: uuid.New(), RoleID: uuid.New(),
			Request: viewer.Request{ID: "r-1", Address: netip.MustParseAddr("2001:db8::7"), UserAgent: "curl"},
		}
		id, err := job.Insert(viewer.NewContext(t.Context(), ann), d, count{N: 1}, job.Options{})
		require.NoError(t, err)
		require.Equal(t, &viewer.Viewer{
			Kind: viewer.User, FirmID: b.firm, UserID: ann.UserID, RoleID: uuid.Max, Email: "ann@acme.example",
			Request: viewer.Request{ID: "r-1", Address: ann.Request.Address},
		}, receive(t, acts))
		// The next step may end before the result of this one is told.
		require.ElementsMatch(t, []job.Result{job.Continued, job.Failed}, []job.Result{b.next(t), b.next(t)})
		failed := b.state(t, id, job.Cancelled)
		require.Contains(t, failed.Error, "Ann has left.")
		require.Equal(t, ann.UserID, failed.By.UserID)
		entry := d.Client.AuditEntry.Query().OnlyX(b.ctx)
		require.Equal(t, []any{ann.UserID, "ann@acme.example", "r-1", "2001:db8::7"},
			[]any{*entry.ActorID, entry.ActorName, entry.RequestID, entry.Address})

		gone.Store(false)
		_, err = job.Insert(b.ctx, d, count{N: 3}, job.Options{})
		require.NoError(t, err)
		require.Equal(t, &viewer.Viewer{Kind: viewer.System, FirmID: b.firm}, receive(t, acts))
	})
}
