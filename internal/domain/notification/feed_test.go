package notification_test

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
	"github.com/firmhub/firmhub/realtime/broker"
)

// patience is how long a test waits for what happens in the background. CI is slow.
const patience = 5 * time.Minute

// inbox is a subscriber that keeps everything.
type inbox struct {
	mu       sync.Mutex
	received []*notification.Notification
	count    int
	lost     bool
	leave    func()
}

func (i *inbox) Receive(n *notification.Notification) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.received = append(i.received, n)
}

func (i *inbox) Count(unread int) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.count = unread
}

func (i *inbox) Lost() {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.lost = true
}

func (i *inbox) ids() []uuid.UUID {
	i.mu.Lock()
	defer i.mu.Unlock()
	ids := []uuid.UUID{}
	for _, n := range i.received {
		ids = append(ids, n.ID)
	}
	return ids
}

// has reports whether exactly these came, in this order.
func (i *inbox) has(want ...*notification.Notification) func() bool {
	ids := []uuid.UUID{}
	for _, n := range want {
		ids = append(ids, n.ID)
	}
	return func() bool { return slices.Equal(ids, i.ids()) }
}

func (i *inbox) counts(want int) func() bool {
	return func() bool {
		i.mu.Lock()
		defer i.mu.Unlock()
		return i.count == want
	}
}

func eventually(t testing.TB, condition func() bool, message string) {
	t.Helper()
	require.Eventually(t, condition, patience, 5*time.Millisecond, message)
}

func subscribe(t testing.TB, c *notification.Center, of *member, since *notification.Notification) *inbox {
	t.Helper()
	to := &inbox{count: -1}
	var id *uuid.UUID
	if since != nil {
		id = &since.ID
	}
	var err error
	to.leave, err = c.Subscribe(of.ctx, id, to)
	require.NoError(t, err)
	t.Cleanup(to.leave)
	return to
}

func TestSubscribe(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		mine, other := b.join(t), b.join(t)
		before := b.create(t, nil)
		in := input()
		in.UserID, in.ModuleID, in.Metadata = &mine.user, new(uuid.New()), json.RawMessage(`{"b": 1, "a": "<\u0000"}`)

		first, second, theirs := subscribe(t, b.Center, mine, nil), subscribe(t, b.Center, mine, nil), subscribe(t, b.Center, other, nil)
		require.True(t, first.counts(1)())
		own, err := b.Create(b.ctx, in)
		require.NoError(t, err)
		everyone := b.create(t, nil)
		for _, tab := range []*inbox{first, second} {
			eventually(t, tab.has(own, everyone), "each once, in order")
			eventually(t, tab.counts(3), "one before and two new ones")
			require.Equal(t, []*notification.Notification{own, everyone}, tab.received, "as they were created")
		}
		eventually(t, theirs.has(everyone), "not what is another user's")
		eventually(t, theirs.counts(2), "one before and a new one")

		_, err = b.MarkRead(mine.ctx, own.ID)
		require.NoError(t, err)
		eventually(t, first.counts(2), "read")
		require.NoError(t, b.Delete(mine.ctx, before.ID))
		eventually(t, second.counts(1), "deleted unread")
		_, err = b.MarkAllRead(mine.ctx)
		require.NoError(t, err)
		eventually(t, first.counts(0), "all read")
		require.True(t, theirs.counts(2)())

		second.leave()
		second.leave()
		last := b.create(t, nil)
		eventually(t, first.has(own, everyone, last), "as before")
		require.True(t, second.has(own, everyone)(), "it has left")

		t.Run("Forbidden", func(t *testing.T) {
			visitor := viewer.NewContext(t.Context(), &viewer.Viewer{Kind: viewer.User, FirmID: b.firm, UserID: uuid.New(), HomeFirmID: uuid.New()})
			_, err := b.Subscribe(visitor, nil, &inbox{})
			require.True(t, fault.Is(err, fault.Forbidden))
			_, _, err = b.Missed(visitor, last.ID, 1)
			require.True(t, fault.Is(err, fault.Forbidden))
		})
		t.Run("NoMember", func(t *testing.T) {
			gone := b.join(t)
			d.Client.Membership.DeleteOneID(gone.membership).ExecX(b.ctx)
			_, err := b.Subscribe(gone.ctx, nil, &inbox{})
			require.True(t, fault.Is(err, fault.Forbidden))
		})
		t.Run("Closed", func(t *testing.T) {
			b.Center.Close()
			require.True(t, first.lost)
			_, err := b.Subscribe(mine.ctx, nil, &inbox{})
			require.True(t, fault.Is(err, fault.Unavailable))
		})
	})
}

func TestSubscribe_Since(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		b.create(t, nil)
		mine, other := b.join(t), b.join(t)
		one, theirs, two, three := b.create(t, nil), b.create(t, other), b.create(t, mine), b.create(t, nil)
		require.NoError(t, b.Delete(mine.ctx, two.ID))
		_, err := b.MarkRead(mine.ctx, three.ID)
		require.NoError(t, err)

		after := subscribe(t, b.Center, mine, theirs)
		require.True(t, after.has(three)(), "neither theirs nor what was deleted")
		require.Equal(t, notification.Read, after.received[0].Status())
		require.True(t, after.counts(1)())
		unknown := subscribe(t, b.Center, mine, &notification.Notification{ID: uuid.New()})
		require.True(t, unknown.has(one, three)(), "all since the membership began")
		newest := b.create(t, nil)
		eventually(t, unknown.has(one, three, newest), "then new ones")

		missed, more, err := b.Missed(mine.ctx, uuid.New(), 2)
		require.NoError(t, err)
		require.True(t, more)
		require.Equal(t, []uuid.UUID{one.ID, three.ID}, []uuid.UUID{missed[0].ID, missed[1].ID})
		missed, more, err = b.Missed(mine.ctx, three.ID, 2)
		require.NoError(t, err)
		require.False(t, more)
		require.Equal(t, newest.ID, missed[0].ID)
		stranger := newBundle(t, d).join(t)
		missed, _, err = b.Missed(stranger.ctx, one.ID, 2)
		require.NoError(t, err)
		require.Empty(t, missed)

		// While notifications are created, subscribers who come back have no gap and no repeat.
		var creating sync.WaitGroup
		const many = 60
		created := make(chan *notification.Notification, many)
		creating.Go(func() {
			defer close(created)
			for range many {
				n, err := b.Create(b.ctx, input())
				if err != nil {
					t.Error(err)
					return
				}
				created <- n
			}
		})
		want := []*notification.Notification{newest}
		var tabs []*inbox
		for n := range created {
			if want = append(want, n); len(want)%6 == 0 {
				tabs = append(tabs, subscribe(t, b.Center, mine, newest))
			}
		}
		creating.Wait()
		for _, tab := range tabs {
			eventually(t, tab.has(want[1:]...), "each once, in order")
		}
	})
}

// lossy is a broker that loses messages. It reports that when it is told to, or never.
type lossy struct {
	broker.Broker

	mu   sync.Mutex
	lose func(message []byte) bool
	subs []broker.Subscription
}

func (l *lossy) Subscribe(subject string, s broker.Subscription) (func(), error) {
	deliver := s.Deliver
	s.Deliver = func(message []byte) {
		l.mu.Lock()
		lost := l.lose != nil && l.lose(message)
		l.mu.Unlock()
		if !lost {
			deliver(message)
		}
	}
	l.mu.Lock()
	l.subs = append(l.subs, s)
	l.mu.Unlock()
	return l.Broker.Subscribe(subject, s) //nolint:wrapcheck // a test
}

func (l *lossy) setLose(lose func([]byte) bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lose = lose
}

func (l *lossy) tell() {
	l.mu.Lock()
	subs := slices.Clone(l.subs)
	l.mu.Unlock()
	for _, s := range subs {
		s.Lost()
	}
}

// instance returns a center on the same database, as another instance has it.
func (b *bundle) instance(t testing.TB, on broker.Broker) *notification.Center {
	t.Helper()
	c := notification.NewCenter(b.DB, on)
	t.Cleanup(c.Close)
	return c
}

func TestMissing(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		of := b.join(t)
		wire := &lossy{Broker: broker.NewMemory()}
		here, elsewhere := b.instance(t, wire), b.instance(t, broker.NewMemory())
		create := func(c *notification.Center) *notification.Notification {
			n, err := c.Create(b.ctx, input())
			require.NoError(t, err)
			return n
		}
		tab := subscribe(t, here, of, nil)
		want := []*notification.Notification{create(here)}
		eventually(t, tab.has(want...), "by the broker")

		want = append(want, create(elsewhere), create(here))
		eventually(t, tab.has(want...), "a gap is read")
		eventually(t, tab.counts(3), "and counted")

		last := create(elsewhere)
		want = append(want, last)
		back := subscribe(t, here, of, last) // It has read the last one from the database.
		here.Look(t.Context())
		eventually(t, tab.has(want...), "what no message told of")
		require.True(t, back.has()(), "what it has already")
		_, err := elsewhere.MarkRead(of.ctx, want[1].ID)
		require.NoError(t, err)
		here.Look(t.Context())
		eventually(t, tab.counts(3), "a count that no message told of")

		wire.setLose(func([]byte) bool { return true })
		want = append(want, create(here))
		_, err = here.MarkRead(of.ctx, want[0].ID)
		require.NoError(t, err)
		wire.setLose(nil)
		wire.tell()
		eventually(t, tab.has(want...), "what was lost")
		require.True(t, back.has(want[len(want)-1])())
		eventually(t, tab.counts(3), "likewise")

		// Retention by an instance that sends no message.
		b.age(t, []uuid.UUID{want[0].ID, want[1].ID})
		for more := true; more; {
			more, err = elsewhere.Cleanup(b.ctx, entity.Now().Add(-24*time.Hour))
			require.NoError(t, err)
		}
		here.Look(t.Context())
		eventually(t, tab.counts(3), "two read ones have expired")

		// More than are read at once, and some of them have expired.
		var expired []uuid.UUID
		require.NoError(t, d.Tx(b.ctx, func(ctx context.Context) error {
			for i := range 1100 {
				n, err := elsewhere.Create(ctx, input())
				require.NoError(t, err)
				if i < 10 {
					expired = append(expired, n.ID)
				} else {
					want = append(want, n)
				}
			}
			return nil
		}))
		for _, n := range want[:5] {
			expired = append(expired, n.ID)
		}
		b.age(t, expired)
		for more := true; more; {
			more, err = elsewhere.Cleanup(b.ctx, entity.Now().Add(-24*time.Hour))
			require.NoError(t, err)
		}
		want = append(want, create(here))
		eventually(t, tab.has(want...), "page by page")
		eventually(t, tab.counts(1091), "all are counted")
	})
}

func TestReadMessage(t *testing.T) {
	t.Parallel()
	for _, malformed := range []string{
		``, `{`, `[]`, `{"created":{"number":1}}`, `{"unread":{"unread":-1}}`, `{"created":{"id":"` + uuid.NewString() + `","number":0,` +
			`"title":"a","message":"b","module":"System","createdAt":"2026-01-02T03:04:05Z","sent":1}}`,
	} {
		require.Error(t, notification.ReadMessage([]byte(malformed)), malformed)
	}
	require.NoError(t, notification.ReadMessage([]byte(`{"future":1}`)), "of a newer instance")
}

// Whoever can reach the broker can't stop the delivery with numbers that do not exist.
func TestForged(t *testing.T) {
	t.Parallel()
	d := dbtest.Open(t, db.SQLite)
	b := newBundle(t, d)
	of := b.join(t)
	wire := broker.NewMemory()
	c := b.instance(t, wire)
	tab := subscribe(t, c, of, nil)
	forged := `{"created":{"id":"` + uuid.NewString() + `","number":9000000000000000000,"title":"a","message":"b",` +
		`"module":"System","createdAt":"2026-01-02T03:04:05Z","sent":1}}`
	for _, message := range []string{forged, "garbage"} {
		wire.Publish("notification."+b.firm.String(), []byte(message))
	}
	n, err := c.Create(b.ctx, input())
	require.NoError(t, err)
	eventually(t, tab.has(n), "only what is stored")
}
