package webhook_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/event"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/domain/secret"
	"github.com/firmhub/firmhub/internal/domain/webhook"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/transfer/outbound"
	"github.com/firmhub/firmhub/internal/viewer"
	"github.com/firmhub/firmhub/realtime/broker"
)

// bundle is a firm with a manager of webhooks, whose clock the test moves.
type bundle struct {
	*webhook.Manager

	t      testing.TB
	db     *db.DB
	ctx    context.Context //nolint:containedctx // of the firm
	firm   uuid.UUID
	events *event.Log
	view   func(ctx context.Context, module string) error
	config webhook.Config

	mu      *sync.Mutex
	ahead   time.Duration
	stopped *time.Time
	// refused are the modules that nobody may View, and gone is what looking up a maker returns.
	refused map[string]error
	gone    error
}

func newBundle(t testing.TB, d *db.DB) *bundle {
	t.Helper()
	firm, ctx := dbtest.Firm(t, d, "Torra "+uuid.NewString())
	b := &bundle{t: t, db: d, ctx: ctx, firm: firm.ID, mu: &sync.Mutex{}, refused: map[string]error{}}
	b.view = func(_ context.Context, module string) error {
		b.mu.Lock()
		defer b.mu.Unlock()
		return b.refused[module]
	}
	b.config = webhook.Config{
		Now: b.now,
		Lookup: func(_ context.Context, firm uuid.UUID, by viewer.Initiator) (*viewer.Viewer, error) {
			b.mu.Lock()
			defer b.mu.Unlock()
			return &viewer.Viewer{Kind: viewer.APIClient, APIClientID: by.APIClientID, FirmID: firm}, b.gone
		},
	}
	b.Manager, b.events = b.build()
	return b
}

func (b *bundle) build() (*webhook.Manager, *event.Log) {
	b.t.Helper()
	messages := broker.NewMemory()
	b.t.Cleanup(func() { require.NoError(b.t, messages.Close()) })
	return build(b.db, messages, b.view, b.config)
}

// within returns another instance, which may call only a range of addresses.
func (b *bundle) within(addresses string) *bundle {
	b.t.Helper()
	other := *b
	other.config.Guard = outbound.NewGuard([]netip.Prefix{netip.MustParsePrefix(addresses)})
	other.Manager, other.events = other.build()
	return &other
}

// keyed returns another instance, whose key for secrets is another one.
func (b *bundle) keyed() *bundle {
	b.t.Helper()
	other := *b
	var err error
	other.config.Key, err = secret.ParseKey("AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=")
	require.NoError(b.t, err)
	other.Manager, other.events = other.build()
	return &other
}

// build returns a manager of webhooks that may call this machine, unless it has a guard.
func build(
	d *db.DB, messages *broker.Memory, view func(context.Context, string) error, config webhook.Config,
) (*webhook.Manager, *event.Log) {
	key, err := secret.ParseKey("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=")
	if err != nil {
		panic(err)
	}
	events := event.NewLog(d, view)
	events.ReadBy(func(_ context.Context, _ string, id uuid.UUID) (json.RawMessage, error) {
		return json.RawMessage(`{"id":"` + id.String() + `"}`), nil
	})
	if config.Key == nil {
		config.Key = key
	}
	config.Events, config.Notifications = events, notification.NewCenter(d, messages)
	if config.Guard == nil {
		config.Guard = outbound.NewGuard([]netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")})
	}
	return webhook.NewManager(d, config), events
}

func (b *bundle) now() time.Time {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.stopped != nil {
		return b.stopped.Add(b.ahead)
	}
	return entity.Now().Add(b.ahead)
}

// stop stops the clock until it is started, so that what a limit allows does not depend on the
// speed of the machine.
func (b *bundle) stop() (start func()) {
	set := func(at *time.Time) {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.stopped = at
	}
	set(new(entity.Now()))
	return func() { set(nil) }
}

// pass moves the clock.
func (b *bundle) pass(d time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.ahead += d
}

// deliver delivers until the end of the test, or until stop is called.
func (b *bundle) deliver() (stop func()) {
	b.t.Helper()
	ctx, cancel := context.WithCancel(context.WithoutCancel(b.ctx))
	done := make(chan struct{})
	deliverer := b.NewDeliverer(webhook.Options{})
	go func() {
		defer close(done)
		deliverer.Run(ctx)
	}()
	stop = func() {
		cancel()
		<-done
	}
	b.t.Cleanup(stop)
	return stop
}

// raise raises events of deleted contacts, and returns their contacts.
func (b *bundle) raise(n int) (ids []uuid.UUID) {
	b.t.Helper()
	for range n {
		ids = append(ids, uuid.New())
	}
	require.NoError(b.t, event.RaiseAll(b.ctx, b.db, event.ContactDeleted, ids...))
	return ids
}

// create creates a webhook.
func (b *bundle) create(of *receiver, change func(*webhook.CreateInput)) *webhook.WithSecret {
	b.t.Helper()
	in := webhook.CreateInput{Name: "CRM", URL: of.URL}
	if change != nil {
		change(&in)
	}
	made, err := b.Create(b.ctx, in)
	require.NoError(b.t, err)
	return made
}

// apiClient returns a context in which an API key acts in the firm.
func apiClient(b *bundle) context.Context {
	return viewer.NewContext(b.ctx, &viewer.Viewer{Kind: viewer.APIClient, APIClientID: uuid.New(), FirmID: b.firm})
}

// call is a call of a receiver.
type call struct {
	at     time.Time
	header http.Header
	body   []byte
	event  event.Event
}

// contact returns the contact that the event is about.
func (c *call) contact(t testing.TB) uuid.UUID {
	t.Helper()
	var data struct{ ID uuid.UUID }
	require.NoError(t, json.Unmarshal(c.event.Data, &data))
	return data.ID
}

// receiver is a server that webhooks call.
type receiver struct {
	*httptest.Server

	calls chan call
}

// newReceiver returns a receiver that answers by a function.
func newReceiver(t testing.TB, answer http.HandlerFunc) *receiver {
	t.Helper()
	return newReceiverOf(t, 1000, answer)
}

// newReceiverOf does the same as [newReceiver], and keeps so many calls that the test has not read.
func newReceiverOf(t testing.TB, calls int, answer http.HandlerFunc) *receiver {
	t.Helper()
	r := &receiver{calls: make(chan call, calls)}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		c := call{at: time.Now(), header: request.Header}
		c.body, _ = io.ReadAll(request.Body)
		_ = json.Unmarshal(c.body, &c.event)
		answer(w, request)
		r.calls <- c
	}))
	t.Cleanup(r.Close)
	return r
}

func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}

const patience = 30 * time.Second

// next returns the next call.
func (r *receiver) next(t testing.TB) call {
	t.Helper()
	select {
	case c := <-r.calls:
		return c
	case <-time.After(patience):
		require.FailNow(t, "nothing was delivered")
		return call{}
	}
}

// settled waits until the newest delivery of a webhook meets a condition, and returns it.
func (b *bundle) settled(id uuid.UUID, is func(*webhook.Delivery) bool) (d *webhook.Delivery) {
	b.t.Helper()
	require.Eventually(b.t, func() bool {
		w, err := b.Get(b.ctx, id)
		require.NoError(b.t, err)
		d = w.LastDelivery
		return d != nil && is(d)
	}, patience, 10*time.Millisecond)
	return d
}
