package faults_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// kinds are what the clients of a load do.
const (
	contacts      = "contacts"
	credits       = "credits"
	messages      = "messages"
	notifications = "notifications"
	reads         = "reads"
)

// load is what clients do while something fails, and what came of it.
type load struct {
	owner, super *caller
	firm         string
	hub          *subscriber
	end          func()        // returns when the last request is answered
	pace         time.Duration // between two requests of a client

	mu         sync.Mutex // guards the fields below
	done       map[string][]acknowledged
	refused    map[string]int
	unexpected []error
	changed    chan struct{} // closed when one of them changes
}

// acknowledged is a write that the server has confirmed.
type acknowledged struct {
	name string
	at   time.Time
	took time.Duration
}

// newLoad starts clients of a server. Notifications are read from the hub of another one, if it is
// not nil.
func newLoad(t *testing.T, s, hub *server) *load {
	t.Helper()
	return newLoadOf(t, s, hub, 10*time.Millisecond, nil)
}

// newLoadOf is newLoad with another pace and more clients by their kinds.
func newLoadOf(t *testing.T, s, hub *server, pace time.Duration, more map[string]client) *load {
	t.Helper()
	l := &load{
		pace:  pace,
		owner: s.logIn(t, owner), super: s.logIn(t, admin), done: map[string][]acknowledged{}, refused: map[string]int{}, changed: make(chan struct{}),
	}
	var wallets struct {
		Items []struct{ FirmID, FirmName string }
	}
	require.NoError(t, l.super.do(t.Context(), http.MethodGet, "/api/v1/admin/wallet/wallets?searchTerm=Bela", nil, &wallets))
	require.NotEmpty(t, wallets.Items)
	l.firm = wallets.Items[0].FirmID
	var first struct{ ID string }
	require.NoError(t, l.owner.do(t.Context(), http.MethodPost, "/api/v1/notification", notification("First"), &first))
	if hub == nil {
		hub = s
	}
	l.hub = subscribe(t, hub.url, l.owner, first.ID)

	ctx, end := context.WithCancel(t.Context())
	var running sync.WaitGroup
	clients := map[string]client{
		contacts: (*load).create, credits: (*load).credit, messages: (*load).send, notifications: (*load).notify, reads: (*load).read,
	}
	maps.Copy(clients, more)
	for kind, do := range clients {
		running.Go(func() { l.repeat(ctx, t.Context(), kind, do) })
	}
	l.end = func() {
		end()
		running.Wait()
	}
	t.Cleanup(l.end)
	l.await(t, func() bool { return l.each(func(kind string) bool { return len(l.done[kind]) > 1 }) }, "the load begins")
	return l
}

// client does one thing, and returns the name of what it has written.
type client func(l *load, ctx context.Context, name string) (string, error)

// repeat sends requests of a kind until ctx has ended. A request that has begun ends with whole.
func (l *load) repeat(ctx, whole context.Context, kind string, do client) {
	for number := 0; ctx.Err() == nil; number++ {
		began := time.Now()
		name, err := do(l, whole, fmt.Sprintf("Fault%s%05d", kind, number))
		l.mu.Lock()
		switch {
		case err == nil:
			l.done[kind] = append(l.done[kind], acknowledged{name: name, at: time.Now(), took: time.Since(began)})
		case errors.Is(err, errUnavailable):
			l.refused[kind]++
		case errors.Is(err, errExpired):
		case whole.Err() == nil:
			l.unexpected = append(l.unexpected, err)
		}
		close(l.changed)
		l.changed = make(chan struct{})
		l.mu.Unlock()
		select {
		case <-ctx.Done():
		case <-time.After(l.pace):
		}
	}
}

func (l *load) create(ctx context.Context, name string) (string, error) {
	return name, l.owner.do(ctx, http.MethodPost, "/api/V1/Contact/create", map[string]any{"firstName": name, "lastName": "Faulty"}, nil)
}

func (l *load) credit(ctx context.Context, name string) (string, error) {
	return name, l.super.do(ctx, http.MethodPost, "/api/v1/admin/wallet/manual-credit",
		map[string]any{"firmId": l.firm, "amount": "1", "reason": "Transfer", "bankRef": name}, nil)
}

func (l *load) send(ctx context.Context, name string) (string, error) {
	return name, l.owner.do(ctx, http.MethodPost, "/api/v1/messaging/send", map[string]any{"messages": []any{map[string]any{
		"to": "+15005550000", "kind": "Sandbox", "body": "Your order is on its way.", "category": "Utility", "reference": name,
	}}}, nil)
}

func notification(title string) any {
	return map[string]any{"title": title, "message": "Of a fault.", "module": "System"}
}

func (l *load) notify(ctx context.Context, name string) (string, error) {
	var raised struct{ ID string }
	err := l.owner.do(ctx, http.MethodPost, "/api/v1/notification", notification(name), &raised)
	return raised.ID, err
}

func (l *load) read(ctx context.Context, name string) (string, error) {
	return name, l.owner.do(ctx, http.MethodPost, "/graphql", map[string]any{"query": "{ me { user { email } } }"}, nil)
}

// each reports whether something is true of each kind.
func (l *load) each(is func(kind string) bool) bool {
	return !slices.ContainsFunc([]string{contacts, credits, messages, notifications, reads}, func(kind string) bool { return !is(kind) })
}

// await waits for a condition, which is checked after each answer.
func (l *load) await(t *testing.T, is func() bool, what string) {
	t.Helper()
	limit := time.NewTimer(patience)
	defer limit.Stop()
	for {
		l.mu.Lock()
		met, changed, unexpected := is(), l.changed, slices.Clone(l.unexpected)
		l.mu.Unlock()
		require.Empty(t, unexpected, what)
		if met {
			return
		}
		select {
		case <-changed:
		case <-limit.C:
			l.mu.Lock()
			refused := maps.Clone(l.refused)
			l.mu.Unlock()
			require.Fail(t, "it takes too long until "+what, "refused: %v", refused)
		}
	}
}

// awaitRefusals waits until requests of some kinds were refused that begin now.
func (l *load) awaitRefusals(t *testing.T, of ...string) {
	t.Helper()
	l.mu.Lock()
	before := maps.Clone(l.refused)
	l.mu.Unlock()
	l.await(t, func() bool {
		return !slices.ContainsFunc(of, func(kind string) bool { return l.refused[kind] < before[kind]+2 })
	}, "requests are refused")
}

// awaitAnswers waits until requests of all kinds succeeded that begin now.
func (l *load) awaitAnswers(t *testing.T) {
	t.Helper()
	before := map[string]int{}
	l.mu.Lock()
	for kind, done := range l.done {
		before[kind] = len(done)
	}
	l.mu.Unlock()
	l.await(t, func() bool {
		return l.each(func(kind string) bool { return len(l.done[kind]) > before[kind]+1 })
	}, "the server recovers by itself")
}

// awaitUnderWay waits until a message has been sent that was accepted last.
func (l *load) awaitUnderWay(t *testing.T) {
	t.Helper()
	l.mu.Lock()
	last := l.done[messages][len(l.done[messages])-1].name
	l.mu.Unlock()
	l.awaitMessage(t, last, func(i item) bool { return i.Status != "Queued" && i.Status != "Sending" })
}

// awaitMessage polls a message.
func (l *load) awaitMessage(t *testing.T, reference string, is func(item) bool) {
	t.Helper()
	for began := time.Now(); ; {
		found := l.list(t, "/api/v1/messaging/messages?reference="+reference)
		require.Len(t, found, 1)
		if is(found[0]) {
			return
		}
		require.Less(t, time.Since(began), patience, "%v", found)
		time.Sleep(50 * time.Millisecond) //nolint:forbidigo // as a client polls
	}
}

// finish ends the load, and checks that no acknowledged write is lost and none was made twice.
func (l *load) finish(t *testing.T) {
	t.Helper()
	l.end()
	require.Empty(t, l.unexpected)
	l.requireAll(t, contacts, l.names(t, "/api/V1/Contact/search?searchTerm=Faulty", func(i item) string { return i.FirstName }))
	l.requireAll(t, credits, l.names(t, "/api/v1/wallet/transactions?type=Credit", func(i item) string { return i.BankRef }))
	l.awaitSent(t)
	l.hub.await(t, l.done[notifications])
	t.Logf("acknowledged: %d contacts, %d credits, %d messages, %d notifications; refused: %v",
		len(l.done[contacts]), len(l.done[credits]), len(l.done[messages]), len(l.done[notifications]), l.refused)
}

// requireAll checks that each acknowledged write is among names, and that no name is there twice.
func (l *load) requireAll(t *testing.T, kind string, names map[string]int) {
	t.Helper()
	for _, write := range l.done[kind] {
		// Contains would look through all names for each.
		require.NotZero(t, names[write.name], "the acknowledged write %s of %s is lost", write.name, kind)
	}
	for name, count := range names {
		require.Equal(t, 1, count, name)
	}
}

// item is a row of any list.
type item struct {
	FirstName, BankRef, Reference, Status string
	Attempts                              int
}

// names returns how often each name is in a list.
func (l *load) names(t *testing.T, path string, name func(item) string) map[string]int {
	t.Helper()
	found := map[string]int{}
	for _, row := range l.list(t, path) {
		if name(row) != "" {
			found[name(row)]++
		}
	}
	return found
}

func (l *load) list(t *testing.T, path string) (all []item) {
	t.Helper()
	for number := 1; ; number++ {
		var page struct {
			Items      []item
			TotalCount int
		}
		err := l.owner.do(t.Context(), http.MethodGet, fmt.Sprintf("%s&page=%d&pageSize=100", path, number), nil, &page)
		if errors.Is(err, errExpired) {
			return l.list(t, path)
		}
		require.NoError(t, err)
		all = append(all, page.Items...)
		if len(page.Items) == 0 || len(all) >= page.TotalCount {
			return all
		}
	}
}

// awaitSent waits until no message is under way. A message was called once at most: its outcome may
// be unknown if it could not be stored.
func (l *load) awaitSent(t *testing.T) {
	t.Helper()
	for began := time.Now(); ; {
		statuses, found := map[string]int{}, map[string]int{}
		for _, m := range l.list(t, "/api/v1/messaging/messages?from="+time.Now().Add(-3*time.Hour).UTC().Format("2006-01-02T15:04:05Z")) {
			if m.Reference != "" {
				statuses[m.Status]++
				found[m.Reference]++
			}
		}
		if statuses["Queued"]+statuses["Sending"] == 0 {
			l.requireAll(t, messages, found)
			require.Zero(t, statuses["Failed"], statuses)
			return
		}
		require.Less(t, time.Since(began), patience, "messages are still under way: %v", statuses)
		time.Sleep(100 * time.Millisecond) //nolint:forbidigo // as a client polls
	}
}
