package upgrade_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/test/upgrade"
)

// load is what clients do while instances are upgraded, and what came of it.
type load struct {
	balancer *balancer
	owner    *upgrade.Caller

	answered atomic.Int64
	mu       sync.Mutex // guards the fields below
	failed   []error
	contacts int
	sent     []string
	raised   []string
	pushed   map[string]int
	arrived  chan struct{} // has an element when pushed has grown
}

// caller returns a caller who keeps one connection, or opens one for each request.
func (l *load) caller(t *testing.T, keepAlive bool) *upgrade.Caller {
	t.Helper()
	transport := &http.Transport{DisableKeepAlives: !keepAlive, MaxConnsPerHost: 1}
	t.Cleanup(transport.CloseIdleConnections)
	caller, err := upgrade.Behind(l.balancer.url(), &http.Client{Transport: transport}).
		LogIn(t.Context(), "helena@belavista.example", upgrade.Password)
	require.NoError(t, err)
	return caller
}

// run sends requests of all kinds until ctx has ended. The returned function waits for the last of
// them.
func (l *load) run(ctx context.Context, t *testing.T) (wait func()) {
	t.Helper()
	var running sync.WaitGroup
	// A request that has begun ends, so that a failure is none of the test.
	whole := t.Context()
	repeat := func(caller *upgrade.Caller, do func(caller *upgrade.Caller, number int) error) {
		running.Go(func() {
			for number := 0; ctx.Err() == nil; number++ {
				err := do(caller, number)
				l.answered.Add(1)
				if err != nil {
					l.mu.Lock()
					l.failed = append(l.failed, err)
					l.mu.Unlock()
				}
				select {
				case <-ctx.Done():
				case <-time.After(20 * time.Millisecond): // the pace of the load
				}
			}
		})
	}
	for _, keepAlive := range []bool{true, false} {
		repeat(l.caller(t, keepAlive), func(c *upgrade.Caller, number int) error { return l.create(whole, c, number) })
		repeat(l.caller(t, keepAlive), func(c *upgrade.Caller, _ int) error {
			return c.GraphQL(whole, "{ me { user { email } } }", nil)
		})
		repeat(l.caller(t, keepAlive), func(c *upgrade.Caller, number int) error {
			return l.send(whole, c, fmt.Sprintf("%t-%d", keepAlive, number))
		})
		repeat(l.caller(t, keepAlive), func(c *upgrade.Caller, number int) error {
			return l.raise(whole, c, fmt.Sprintf("%t-%d", keepAlive, number))
		})
	}
	return running.Wait
}

func (l *load) create(ctx context.Context, c *upgrade.Caller, number int) error {
	err := c.Do(ctx, http.MethodPost, "/api/V1/Contact/create",
		map[string]any{"firstName": fmt.Sprint("Rolling", number), "lastName": "Upgrade"}, nil)
	if err == nil {
		l.mu.Lock()
		l.contacts++
		l.mu.Unlock()
	}
	return err
}

func (l *load) send(ctx context.Context, c *upgrade.Caller, reference string) error {
	err := c.Do(ctx, http.MethodPost, "/api/v1/messaging/send", map[string]any{"messages": []any{map[string]any{
		"to": "+15005550000", "body": "Your order is on its way.", "category": "Utility", "reference": reference,
	}}}, nil)
	if err == nil {
		l.mu.Lock()
		l.sent = append(l.sent, reference)
		l.mu.Unlock()
	}
	return err
}

func (l *load) raise(ctx context.Context, c *upgrade.Caller, title string) error {
	var raised struct{ ID string }
	err := c.Do(ctx, http.MethodPost, "/api/v1/notification", map[string]any{"title": title, "message": "Rolling.", "module": "System"}, &raised)
	if err == nil {
		l.mu.Lock()
		l.raised = append(l.raised, raised.ID)
		l.mu.Unlock()
	}
	return err
}

// listen receives notifications over a WebSocket of the hub until ctx has ended. After a cut it
// connects again, and asks for what came after the last one.
func (l *load) listen(ctx context.Context, token, last string) {
	for ctx.Err() == nil {
		if err := l.receive(ctx, token, &last); err != nil && ctx.Err() == nil {
			time.Sleep(pollEvery) //nolint:forbidigo // as a client waits before it connects again
		}
	}
}

// receive receives notifications over one connection.
func (l *load) receive(ctx context.Context, token string, last *string) error {
	address := strings.Replace(l.balancer.url(), "http", "ws", 1) + "/notificationhub?access_token=" + token + "&since=" + *last
	socket, answer, err := websocket.DefaultDialer.DialContext(ctx, address, nil)
	if err != nil {
		return err
	}
	_ = answer.Body.Close()
	defer func() { _ = socket.Close() }()
	defer context.AfterFunc(ctx, func() { _ = socket.Close() })()
	if err := socket.WriteMessage(websocket.TextMessage, []byte(`{"protocol":"json","version":1}`+"\x1e")); err != nil {
		return err
	}
	for {
		_, text, err := socket.ReadMessage()
		if err != nil {
			return err
		}
		for part := range strings.SplitSeq(string(text), "\x1e") {
			var message struct {
				Type      int
				Target    string
				Arguments []struct{ ID string }
			}
			_ = json.Unmarshal([]byte(part), &message) // The arguments of other messages have another form.
			switch {
			case message.Type == 7:
				return errors.New("the hub closes the connection")
			case message.Target == "ReceiveNotification" && len(message.Arguments) == 1:
				*last = message.Arguments[0].ID
				l.mu.Lock()
				l.pushed[*last]++
				l.mu.Unlock()
				select {
				case l.arrived <- struct{}{}:
				default:
				}
			}
		}
	}
}

// awaitPushes waits until every notification that was raised has come, and checks that each came
// once.
func (l *load) awaitPushes(t *testing.T) {
	t.Helper()
	for {
		missing := 0
		l.mu.Lock()
		for _, id := range l.raised {
			if l.pushed[id] == 0 {
				missing++
			}
		}
		l.mu.Unlock()
		if missing == 0 {
			return
		}
		select {
		case <-l.arrived:
		case <-time.After(30 * time.Second):
			require.Fail(t, "pushes are lost", "%d of %d", missing, len(l.raised))
		}
	}
}

// awaitMessages waits until no message is under way, and checks that each was sent.
func (l *load) awaitMessages(t *testing.T) {
	t.Helper()
	for _, reference := range l.sent {
		for {
			var list struct{ Items []struct{ Status string } }
			require.NoError(t, l.owner.Do(t.Context(), http.MethodGet, "/api/v1/messaging/messages?reference="+reference, nil, &list))
			require.Len(t, list.Items, 1, reference)
			if status := list.Items[0].Status; status != "Queued" && status != "Sending" {
				require.Contains(t, []string{"Sent", "Delivered", "Read"}, status, reference)
				break
			}
			time.Sleep(pollEvery) //nolint:forbidigo // as a client polls
		}
	}
}
