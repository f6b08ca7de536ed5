package wallet_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/walletentry"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/domain/wallet"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

const (
	waitFor = 5 * time.Minute
	tick    = time.Millisecond
)

// message is what a request of the tests brings.
type message struct {
	id       uuid.UUID
	price    money.Amount
	campaign string
	// before is called before the messages of the transaction are stored.
	before func(context.Context) error
	// refused is the answer: why it was not written.
	refused error
}

// request is the work of the tests: some messages.
type request []*message

func messages(prices ...money.Amount) (r request) {
	for _, price := range prices {
		r = append(r, &message{id: entity.NewID(), price: price})
	}
	return r
}

// poster stores messages in a table of the tests.
func (b *bundle) poster(t testing.TB) *wallet.Poster[request] {
	t.Helper()
	createMessages(t, b.DB)
	p := wallet.NewPoster(b.ledger, b.write)
	t.Cleanup(func() { require.NoError(t, p.Close(context.Background())) })
	return p
}

// createMessages creates the table, once in a database.
func createMessages(t testing.TB, d *db.DB) {
	t.Helper()
	kind := map[string]string{db.SQLite: "text", db.Postgres: "uuid"}[d.Dialect()]
	_, err := dbtest.SQL(t.Context(), d).Exec("CREATE TABLE IF NOT EXISTS test_messages (id " + kind + " PRIMARY KEY, firm_id " + kind + " NOT NULL, price bigint NOT NULL)")
	require.NoError(t, err)
}

// write stores new messages and charges them. It does not change a message that is already stored,
// so a request can be repeated.
func (b *bundle) write(ctx context.Context, batch *wallet.Batch[request]) error {
	var ids []uuid.UUID
	for _, work := range batch.Work {
		for _, m := range work {
			ids = append(ids, m.id)
		}
	}
	among, list := b.AmongIDs("id", 2, ids)
	known, err := db.All[uuid.UUID](dbtest.SQL(ctx, b.DB), "SELECT id FROM test_messages WHERE firm_id = $1 AND "+among, batch.Firm, list)
	if err != nil {
		return err
	}
	var rows []*message
	for i, work := range batch.Work {
		for _, m := range work {
			if slices.Contains(known, m.id) {
				continue
			}
			if m.before != nil {
				if err := m.before(ctx); err != nil {
					return err
				}
			}
			if m.refused = batch.Charge(i, m.campaign, m.price); m.refused == nil {
				rows = append(rows, m)
			}
		}
	}
	return dbtest.SQL(ctx, b.DB).Insert("test_messages", []string{"id", "firm_id", "price"}, len(rows), func(i int) []any {
		return []any{rows[i].id, batch.Firm, int64(rows[i].price)}
	})
}

// stored returns how many messages of the firm there are, and the sum of their prices.
func (b *bundle) stored(t testing.TB) (n int, sum money.Amount) {
	t.Helper()
	_, err := dbtest.SQL(t.Context(), b.DB).Row([]any{&n, (*int64)(&sum)}, "SELECT count(*), CAST(coalesce(sum(price), 0) AS bigint) FROM test_messages WHERE firm_id = $1", b.firm)
	require.NoError(t, err)
	return n, sum
}

// consistent checks that messages and debits agree.
func (b *bundle) consistent(t testing.TB, paid money.Amount) {
	t.Helper()
	_, sum := b.stored(t)
	require.Equal(t, paid-sum, b.balance(t))
	require.Empty(t, b.faults(t))
}

func TestPoster(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		t.Run("OK", func(t *testing.T) {
			b := newBundle(t, d)
			p := b.poster(t)
			b.credit(t, 10*unit)
			work := messages(unit, 2*unit, 0, unit/2)
			work[3].campaign = "spring"
			require.NoError(t, p.Do(b.own, len(work), work))
			require.Equal(t, 6*unit+unit/2, b.balance(t))
			rows, err := d.Client.WalletEntry.Query().Where(walletentry.TypeEQ(walletentry.TypeDebit)).Order(walletentry.ByNumber()).All(b.own)
			require.NoError(t, err)
			require.Len(t, rows, 2, "one for each reference")
			require.Equal(t, -3*unit, rows[0].Amount)
			require.Equal(t, "2 messages", rows[0].Reason)
			require.Nil(t, rows[0].Reference)
			require.Equal(t, "ada@example.com", rows[0].ActorName)
			require.Equal(t, "1 message", rows[1].Reason)
			require.Equal(t, "spring", *rows[1].Reference)
			b.consistent(t, 10*unit)
			n, _ := b.stored(t)
			require.Equal(t, 4, n, "one is free")
		})
		t.Run("OKNothing", func(t *testing.T) {
			b := newBundle(t, d)
			p := b.poster(t)
			require.NoError(t, p.Do(b.own, 0, nil))
			require.NoError(t, p.Do(b.own, 1, messages(0)))
			b.consistent(t, 0)
		})
		t.Run("OKAsAPIClient", func(t *testing.T) {
			b := newBundle(t, d)
			p := b.poster(t)
			b.credit(t, unit)
			v := &viewer.Viewer{Kind: viewer.APIClient, FirmID: b.firm, APIClientID: uuid.New()}
			require.NoError(t, p.Do(viewer.NewContext(t.Context(), v), 1, messages(unit)))
			row := d.Client.WalletEntry.Query().Where(walletentry.TypeEQ(walletentry.TypeDebit)).OnlyX(b.own)
			require.Equal(t, walletentry.ActorKindApiClient, row.ActorKind)
			require.Equal(t, v.Subject(), row.ActorName)
			b.consistent(t, unit)
		})
		t.Run("ErrInsufficientBalance", func(t *testing.T) {
			b := newBundle(t, d)
			p := b.poster(t)
			b.credit(t, 3*unit)
			work := messages(2*unit, 2*unit, unit, unit, 0)
			require.NoError(t, p.Do(b.own, len(work), work))
			for i, refused := range []bool{false, true, false, true, false} {
				require.Equal(t, refused, fault.Is(work[i].refused, fault.InsufficientBalance), "%d: %v", i, work[i].refused)
				require.Equal(t, refused, work[i].refused != nil)
			}
			require.Zero(t, b.balance(t))
			n, _ := b.stored(t)
			require.Equal(t, 3, n)
			b.consistent(t, 3*unit)
		})
		t.Run("ErrNegative", func(t *testing.T) {
			b := newBundle(t, d)
			p := b.poster(t)
			require.ErrorContains(t, p.Do(b.own, 1, messages(-1)), "negative")
			b.consistent(t, 0)
		})
		t.Run("ErrNotFound", func(t *testing.T) {
			b := newBundle(t, d)
			err := b.poster(t).Do(asUser(t.Context(), uuid.New(), false), 1, messages(1))
			require.True(t, fault.Is(err, fault.NotFound), "%v", err)
		})
		t.Run("ErrNoFirm", func(t *testing.T) {
			b := newBundle(t, d)
			require.Error(t, b.poster(t).Do(t.Context(), 1, messages(1)))
		})
		t.Run("ErrUnavailable", func(t *testing.T) {
			b := newBundle(t, d)
			p := b.poster(t)
			require.NoError(t, p.Close(t.Context()))
			err := p.Do(b.own, 1, messages(0))
			require.True(t, fault.Is(err, fault.Unavailable), "%v", err)
		})
	})
}

// gate holds the transaction of one request open until it is opened, so that others wait for the
// next one.
type gate struct{ entered, opened chan struct{} }

func newGate() *gate { return &gate{make(chan struct{}), make(chan struct{})} }

func (g *gate) wait(context.Context) error {
	select {
	case <-g.entered:
	default:
		close(g.entered)
	}
	<-g.opened
	return nil
}

// behind queues requests while one is being written, and returns the errors of all of them. They
// are queued when then is called.
func behind(ctx context.Context, t *testing.T, p *wallet.Poster[request], requests []request, then func()) []error {
	t.Helper()
	g := newGate()
	first := messages(0)
	first[0].before = g.wait
	var all sync.WaitGroup
	all.Go(func() {
		if err := p.Do(ctx, 1, first); err != nil {
			t.Error(err)
		}
	})
	<-g.entered
	errs := make([]error, len(requests))
	for i, work := range requests {
		all.Go(func() { errs[i] = p.Do(ctx, len(work), work) })
	}
	require.Eventually(t, func() bool { return p.Stats().Waiting == len(requests) }, waitFor, tick)
	then()
	close(g.opened)
	all.Wait()
	return errs
}

func TestPosterTogether(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		t.Run("OK", func(t *testing.T) {
			b := newBundle(t, d)
			p := b.poster(t)
			b.credit(t, 100*unit)
			requests := make([]request, 40)
			for i := range requests {
				requests[i] = messages(unit)
			}
			for _, err := range behind(b.own, t, p, requests, func() {}) {
				require.NoError(t, err)
			}
			require.Equal(t, 60*unit, b.balance(t))
			b.consistent(t, 100*unit)
			stats := p.Stats()
			require.EqualValues(t, 2, stats.Transactions)
			require.EqualValues(t, 41, stats.Requests)
		})
		t.Run("OKRows", func(t *testing.T) {
			b := newBundle(t, d)
			p := b.poster(t)
			g, all := newGate(), sync.WaitGroup{}
			first := messages(0)
			first[0].before = g.wait
			all.Go(func() { require.NoError(t, p.Do(b.own, 1, first)) })
			<-g.entered
			for range 4 {
				all.Go(func() { require.NoError(t, p.Do(b.own, 2000, messages(0))) })
			}
			require.Eventually(t, func() bool { return p.Stats().Waiting == 4 }, waitFor, tick)
			close(g.opened)
			all.Wait()
			require.EqualValues(t, 3, p.Stats().Transactions, "two times 4,000 rows")
		})
		t.Run("ErrOfOne", func(t *testing.T) {
			b := newBundle(t, d)
			p := b.poster(t)
			b.credit(t, 100*unit)
			requests := make([]request, 20)
			broken := errors.New("broken")
			for i := range requests {
				requests[i] = messages(unit)
			}
			requests[5][0].before = func(context.Context) error { return broken }
			requests[9][0].before = func(context.Context) error { panic("broken too") }
			requests[13][0].before = func(ctx context.Context) error {
				_, err := dbtest.SQL(ctx, d).Exec("INSERT INTO test_messages (id, firm_id, price) VALUES ($1, $1, NULL)", uuid.New())
				return err
			}
			for i, err := range behind(b.own, t, p, requests, func() {}) {
				switch i {
				case 5:
					require.ErrorIs(t, err, broken)
				case 9:
					require.ErrorContains(t, err, "broken too")
				case 13:
					require.Error(t, err)
				default:
					require.NoError(t, err)
				}
			}
			n, _ := b.stored(t)
			require.Equal(t, 18, n)
			b.consistent(t, 100*unit)
		})
		t.Run("ErrCancelled", func(t *testing.T) {
			b := newBundle(t, d)
			p := b.poster(t)
			ctx, cancel := context.WithCancel(b.own)
			g, all := newGate(), sync.WaitGroup{}
			first, second := messages(0), messages(0)
			first[0].before = g.wait
			all.Go(func() { require.NoError(t, p.Do(ctx, 1, first)) }) // which is answered although its request has ended
			<-g.entered
			gone := make(chan error)
			go func() { gone <- p.Do(ctx, 1, second) }()
			require.Eventually(t, func() bool { return p.Stats().Waiting == 1 }, waitFor, tick)
			cancel()
			require.ErrorIs(t, <-gone, context.Canceled)
			close(g.opened)
			all.Wait()
			require.NoError(t, p.Close(t.Context()))
			n, _ := b.stored(t)
			require.Equal(t, 1, n)
		})
		t.Run("OKClose", func(t *testing.T) {
			b := newBundle(t, d)
			p := b.poster(t)
			closed := make(chan error)
			errs := behind(b.own, t, p, []request{messages(0), messages(0)}, func() {
				go func() { closed <- p.Close(t.Context()) }()
			})
			require.NoError(t, errors.Join(errs...))
			require.NoError(t, <-closed)
			n, _ := b.stored(t)
			require.Equal(t, 3, n, "what waits is written before")
		})
		t.Run("ErrTooManyRequests", func(t *testing.T) {
			b, other := newBundle(t, d), newBundle(t, d)
			p := b.poster(t)
			const room = 128 + 256 // of one firm
			requests := make([]request, room-1)
			for i := range requests {
				requests[i] = messages(0)
			}
			own := make(chan error, 1)
			errs := behind(b.own, t, p, requests, func() {
				err := p.Do(b.own, 1, messages(0))
				require.True(t, fault.Is(err, fault.TooManyRequests), "%v", err)
				go func() { own <- p.DoOwn(b.own, 1, messages(0)) }()
				require.Eventually(t, func() bool { return p.Stats().Waiting == room }, waitFor, tick, "the server's own work waits")
				if d.Dialect() == db.Postgres { // SQLite has one writer
					require.NoError(t, p.Do(other.own, 1, messages(0)), "another firm does not wait")
				}
			})
			require.NoError(t, errors.Join(append(errs, <-own)...))
		})
	})
}

func TestPoster_Before(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		b.credit(t, 10*unit)
		p := b.poster(t)
		var read error
		p.Before(func(_ context.Context, firm uuid.UUID, work []request) error {
			require.Equal(t, b.firm, firm)
			if read == nil && work[0][0].price == 0 {
				panic("a fault of the reader")
			}
			work[0][0].price *= 2 // It may change the work.
			return read
		})
		require.NoError(t, p.Do(b.own, 1, messages(unit)))
		require.Equal(t, 8*unit, b.balance(t))
		require.ErrorContains(t, p.Do(b.own, 1, messages(0)), "a fault of the reader")
		read = errors.New("can't be read")
		require.ErrorIs(t, p.Do(b.own, 1, messages(unit)), read)
		require.Equal(t, 8*unit, b.balance(t), "what could not be prepared is not written")
	})
}
