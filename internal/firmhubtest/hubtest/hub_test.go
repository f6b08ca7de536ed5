package hubtest_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/firmhubtest"
)

// way is how a client connects to the hub. An empty transport lets the client choose.
type way struct {
	transport, protocol string
	skipNegotiation     bool
}

// ways are all that the official client allows.
var ways = map[string]way{
	"Automatic/JSON":              {protocol: "json"},
	"Automatic/MessagePack":       {protocol: "messagepack"},
	"WebSockets/JSON":             {transport: "WebSockets", protocol: "json"},
	"WebSockets/MessagePack":      {transport: "WebSockets", protocol: "messagepack"},
	"SkipNegotiation/JSON":        {transport: "WebSockets", protocol: "json", skipNegotiation: true},
	"SkipNegotiation/MessagePack": {transport: "WebSockets", protocol: "messagepack", skipNegotiation: true},
	"ServerSentEvents/JSON":       {transport: "ServerSentEvents", protocol: "json"},
	"LongPolling/JSON":            {transport: "LongPolling", protocol: "json"},
	"LongPolling/MessagePack":     {transport: "LongPolling", protocol: "messagepack"},
}

// hubOptions are what a client of the hub connects with, beside its way.
type hubOptions struct {
	token      string
	headers    map[string]string
	since      string
	reconnect  []int // waits in ms; nil is no automatic reconnect
	bufferSize int   // of stateful reconnect, which 0 leaves off
}

// oftenEnough are the waits of a client that is to reconnect in any case.
func oftenEnough() []int {
	waits := make([]int, 300)
	for i := range waits {
		waits[i] = min(20*i, 200)
	}
	return waits
}

// hubClient is an official client of the hub.
type hubClient struct{ *client }

// dial connects to the hub of the server at the URL.
func (w way) dial(t *testing.T, url string, o hubOptions) (*hubClient, error) {
	t.Helper()
	c := &hubClient{newClient(t, "signalr.stop")}
	url += "/notificationhub"
	if o.since != "" {
		url += "?since=" + o.since
	}
	options := map[string]any{
		"url": url, "protocol": w.protocol, "skipNegotiation": w.skipNegotiation, "headers": o.headers, "reconnect": o.reconnect,
		"bufferSize": o.bufferSize,
	}
	if w.transport != "" {
		options["transport"] = w.transport
	}
	if o.token != "" {
		options["token"] = o.token
	}
	_, err := c.do("signalr.connect", options)
	return c, err
}

// connect is dial for what has to succeed.
func (w way) connect(t *testing.T, url string, o hubOptions) *hubClient {
	t.Helper()
	c, err := w.dial(t, url, o)
	require.NoError(t, err)
	return c
}

// invoke calls a method of the hub and waits for its result.
func (c *hubClient) invoke(method string, args ...any) (json.RawMessage, error) {
	return c.do("signalr.invoke", map[string]any{"method": method, "args": append([]any{}, args...)})
}

// resume asks for what came after a notification, and reports whether there is more than was sent.
func (c *hubClient) resume(t *testing.T, since string) (more bool) {
	t.Helper()
	more, err := c.tryResume(since)
	require.NoError(t, err)
	return more
}

func (c *hubClient) tryResume(since string) (more bool, err error) {
	result, err := c.invoke("Resume", since)
	if err != nil {
		return false, err
	}
	err = json.Unmarshal(result, &more)
	return more, err
}

// receive returns the next notification, as its members.
func (c *hubClient) receive(t *testing.T) map[string]any {
	t.Helper()
	return c.next(t, notifications...).notification(t)
}

// notification returns the members of the notification of an event.
func (e event) notification(t *testing.T) map[string]any {
	t.Helper()
	var arguments []map[string]any
	require.NoError(t, json.Unmarshal(e.data, &arguments))
	require.Len(t, arguments, 1)
	return arguments[0]
}

// notifications are the events with a notification.
var notifications = []string{"ReceiveNotification"}

// id returns the id of the next notification.
func (c *hubClient) id(t *testing.T) string {
	t.Helper()
	return c.receive(t)["id"].(string)
}

// title returns the title of the next notification.
func (c *hubClient) title(t *testing.T) string {
	t.Helper()
	return c.receive(t)["title"].(string)
}

// count waits until the client is told that so many are unread.
func (c *hubClient) count(t *testing.T, want int) {
	t.Helper()
	for {
		var counts []int
		data := c.next(t, "UnreadCount").data
		require.NoError(t, json.Unmarshal(data, &counts))
		require.Len(t, counts, 1)
		if counts[0] == want {
			return
		}
	}
}

// raise stores a notification and returns its id. Nobody may be the user, which means everyone in
// the firm.
func raise(t *testing.T, a *firmhubtest.App, token, title, userID string) (id string) {
	t.Helper()
	body := map[string]any{"title": title, "message": "m", "module": "System"}
	if userID != "" {
		body["userId"] = userID
	}
	answer := a.REST(http.MethodPost, "/api/v1/notification", token, body)
	require.Equal(t, http.StatusCreated, answer.Status, "%s", answer.Body)
	var raised struct{ ID string }
	answer.Into(t, &raised)
	return raised.ID
}

// raiseAt is raise at the server at a URL.
func raiseAt(t *testing.T, url, token, title string) (id string) {
	t.Helper()
	return raise(t, firmhubtest.At(t, url), token, title, "")
}

// step is a sub-test without which the ones after it make no sense.
func step(t *testing.T, name string, test func(t *testing.T)) {
	t.Helper()
	if !t.Run(name, test) {
		t.FailNow()
	}
}

// ownerOf creates a firm for a test, and returns a session of its owner.
func ownerOf(t *testing.T, a *firmhubtest.App) *firmhubtest.Session {
	t.Helper()
	name := strings.NewReplacer("/", "-", "_", "-", "#", "-").Replace(t.Name())
	return a.NewFirm(name, strings.ToLower(name)+"@hub.example")
}

func logOut(t *testing.T, a *firmhubtest.App, token string) {
	t.Helper()
	require.Equal(t, http.StatusOK, a.REST(http.MethodPost, "/api/v1/auth/logout", token, nil).Status)
}
