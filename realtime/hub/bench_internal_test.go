package hub

import (
	"bufio"
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
	"github.com/firmhub/firmhub/realtime/connections"
	"github.com/firmhub/firmhub/realtime/hub/protocol"
)

// bench is a hub with a server. A token is the name of a user.
type bench struct {
	*Hub

	t        testing.TB
	url      string
	registry *connections.Registry
	joined   chan *Client
	left     chan struct{}

	mu      sync.Mutex
	viewers map[string]*viewer.Viewer
}

// patience is how long a test waits for what must come.
const patience = 5 * time.Minute

func newBench(t testing.TB, change func(*Options, *times)) *bench {
	t.Helper()
	b := &bench{
		t: t, registry: connections.New(), joined: make(chan *Client, 1000), left: make(chan struct{}, 1000),
		viewers: map[string]*viewer.Viewer{},
	}
	b.login("ann")
	options := Options{
		Connections: b.registry,
		Credentials: authenticator(func(_ context.Context, token string, r viewer.Request) (*viewer.Viewer, error) {
			return b.viewer(token, r)
		}),
		Signer: signer{},
		Bodies: bodies{},
		Refuse: func(w http.ResponseWriter, _ *http.Request, err error) {
			http.Error(w, fault.From(err).Message, fault.From(err).Code.Status())
		},
		Subscriber: subscriber{join: b.join},
		Methods: map[string]Method{
			"Echo": func(_ context.Context, _ *Client, arguments protocol.Arguments) (any, error) {
				var text string
				err := arguments.Decode(0, &text)
				return text, err
			},
			"Fail": func(context.Context, *Client, protocol.Arguments) (any, error) {
				return nil, errors.New("the secret cause")
			},
			"Panic": func(context.Context, *Client, protocol.Arguments) (any, error) { panic("the secret cause") },
			"None":  func(context.Context, *Client, protocol.Arguments) (any, error) { return nil, nil }, //nolint:nilnil // no result
		},
	}
	limits := standardTimes
	limits.sweep = time.Hour // Tests call check.
	limits.drain = 100 * time.Millisecond
	if change != nil {
		change(&options, &limits)
	}
	b.Hub = newHub(options, limits)
	server := httptest.NewServer(b)
	b.url = server.URL
	t.Cleanup(func() {
		b.Close()
		server.Close()
		require.Zero(t, b.registry.Len())
		require.Empty(t, b.all(nil))
		for transport, open := range b.Stats().Open {
			require.Zero(t, open, transport)
		}
	})
	return b
}

func (b *bench) join(_ context.Context, c *Client, _ url.Values) (leave func(), err error) {
	b.joined <- c
	return func() { b.left <- struct{}{} }, nil
}

func sum(message []byte) []byte {
	mac := hmac.New(sha256.New, []byte("key"))
	mac.Write(message)
	return mac.Sum(nil)
}

// ServeHTTP is the server: it identifies the viewer, as httpd does.
func (b *bench) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if token := r.URL.Query().Get("access_token"); token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	v, err := b.viewer(bearer(r), viewer.Request{ID: "request"})
	if err != nil {
		v = &viewer.Viewer{Refused: err}
	}
	r = r.WithContext(viewer.NewContext(r.Context(), v))
	if r.URL.Path == "/negotiate" {
		b.ServeNegotiate(w, r)
		return
	}
	b.Hub.ServeHTTP(answer{w, b.times.write}, r)
}

// answer hands the connection over as httpd does, with deadlines for its writes, including the
// answer to an upgrade.
type answer struct {
	http.ResponseWriter

	timeout time.Duration
}

// Unwrap returns the writer to http.ResponseController.
func (a answer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// Hijack implements http.Hijacker.
func (a answer) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, buffered, err := http.NewResponseController(a.ResponseWriter).Hijack()
	return pacedConn{conn, a.timeout}, buffered, err
}

type pacedConn struct {
	net.Conn

	timeout time.Duration
}

// Write implements net.Conn.
func (c pacedConn) Write(p []byte) (int, error) {
	if err := c.Conn.SetWriteDeadline(time.Now().Add(c.timeout)); err != nil {
		return 0, err
	}
	return c.Conn.Write(p)
}

// SetWriteDeadline implements net.Conn: each write has its own.
func (pacedConn) SetWriteDeadline(time.Time) error { return nil }

// Unwrap returns the connection itself.
func (c pacedConn) Unwrap() net.Conn { return c.Conn }

// login makes a session. A token "name#2" is another one of the session of "name".
func (b *bench) login(name string) *viewer.Viewer {
	b.mu.Lock()
	defer b.mu.Unlock()
	v := &viewer.Viewer{
		Kind: viewer.User, FirmID: uuid.New(), UserID: uuid.New(), RelationID: uuid.New(), SessionID: uuid.New(),
	}
	b.viewers[name] = v
	return v
}

func (b *bench) logout(name string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.viewers, name)
}

func (b *bench) viewer(token string, request viewer.Request) (*viewer.Viewer, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	name, _, _ := strings.Cut(token, "#")
	known := b.viewers[name]
	if known == nil {
		return nil, fault.New(fault.Unauthorized, "The access token is not valid.")
	}
	v := *known
	v.Request = request
	return &v, nil
}

// do sends a request, and returns status and body.
func (b *bench) do(method, path, token, body string) (status int, answer string) {
	b.t.Helper()
	request, err := http.NewRequestWithContext(b.t.Context(), method, b.url+path, strings.NewReader(body))
	require.NoError(b.t, err)
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	response, err := http.DefaultClient.Do(request)
	require.NoError(b.t, err)
	defer func() { _ = response.Body.Close() }()
	read, err := io.ReadAll(response.Body)
	require.NoError(b.t, err)
	return response.StatusCode, string(read)
}

// negotiate returns a connection token of ann.
func (b *bench) negotiate(query string) string {
	b.t.Helper()
	status, answer := b.do(http.MethodPost, "/negotiate?negotiateVersion=1"+query, "ann", "")
	require.Equal(b.t, http.StatusOK, status)
	var n negotiation
	require.NoError(b.t, json.Unmarshal([]byte(answer), &n))
	return n.ConnectionToken
}

// at does what is due a number of seconds after the hub began. Its clock stands still, however long
// the test takes.
func (b *bench) at(seconds int64) {
	now := b.clock.Load() + seconds
	b.forget(now)
	for _, c := range b.all(nil) {
		c.check(now)
	}
}

// client returns the client that has joined next.
func (b *bench) client() *Client {
	b.t.Helper()
	select {
	case c := <-b.joined:
		return c
	case <-time.After(patience):
		b.t.Fatal("nobody joins")
		return nil
	}
}

// gone returns when a client has left.
func (b *bench) gone() {
	b.t.Helper()
	select {
	case <-b.left:
	case <-time.After(patience):
		b.t.Fatal("nobody leaves")
	}
}

// peer is a client with a WebSocket, which speaks JSON.
type peer struct {
	*websocket.Conn

	t       testing.TB
	pending []string
	counted int
}

// end is the separator of messages.
const end = "\x1e"

// dial opens a WebSocket without a handshake. It returns the status of a refusal.
func (b *bench) dial(token, id string) (*peer, int) {
	b.t.Helper()
	query := url.Values{"access_token": {token}}
	if id != "" {
		query.Set("id", id)
	}
	conn, response, err := websocket.DefaultDialer.DialContext(
		b.t.Context(), strings.Replace(b.url, "http", "ws", 1)+"/?"+query.Encode(), nil)
	if response != nil {
		_ = response.Body.Close()
	}
	if err != nil {
		require.NotNil(b.t, response, "%v", err)
		return nil, response.StatusCode
	}
	b.t.Cleanup(func() { _ = conn.Close() })
	_ = conn.SetReadDeadline(time.Now().Add(patience))
	return &peer{Conn: conn, t: b.t}, http.StatusSwitchingProtocols
}

// connect opens a WebSocket of ann, and returns when it has joined.
func (b *bench) connect(id, version string) (*peer, *Client) {
	b.t.Helper()
	p, status := b.dial("ann", id)
	require.Equal(b.t, http.StatusSwitchingProtocols, status)
	p.send(`{"protocol":"json","version":` + version + `}`)
	require.Equal(b.t, "{}", p.next())
	p.send(`{"type":6}`)
	return p, b.client()
}

func (p *peer) send(message string) {
	p.t.Helper()
	require.NoError(p.t, p.WriteMessage(websocket.TextMessage, []byte(message+end)))
}

// next returns the next message, or what ended the connection.
func (p *peer) next() string {
	p.t.Helper()
	for len(p.pending) == 0 {
		_, data, err := p.ReadMessage()
		if err != nil {
			return "error: " + err.Error()
		}
		require.True(p.t, bytes.HasSuffix(data, []byte(end)))
		p.pending = strings.Split(strings.TrimSuffix(string(data), end), end)
	}
	message := p.pending[0]
	p.pending = p.pending[1:]
	return message
}

// closed requires that the server sends the reason of the end, and closes the connection.
func (p *peer) closed(why string) {
	p.t.Helper()
	require.Equal(p.t, why, p.next())
	require.Equal(p.t, "error: websocket: close 1000 (normal)", p.next())
}

// cut requires that the connection is broken.
func (p *peer) cut() {
	p.t.Helper()
	require.Contains(p.t, p.next(), "error: ")
}
