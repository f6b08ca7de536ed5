// Package hub is a server for the ASP.NET Core SignalR protocol. A client connects by a WebSocket,
// by Server-Sent Events or by long polling, receives messages, and invokes methods. The hub does
// not know the meaning of the messages.
//
// The protocol is specified in
// https://github.com/dotnet/aspnetcore/tree/main/src/SignalR/docs/specs (HubProtocol.md and
// TransportProtocols.md). Where the specification is silent, the hub does what @microsoft/signalr
// expects.
package hub

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/firmhub/firmhub/internal/viewer"
	"github.com/firmhub/firmhub/realtime/connections"
	"github.com/firmhub/firmhub/realtime/hub/protocol"
)

// Options configure a Hub. A field is required unless its comment says what nil means.
type Options struct {
	// Connections limits the connections, and ends them.
	Connections *connections.Registry
	Credentials Credentials
	// Limiter counts invocations. If it is nil, every invocation is allowed.
	Limiter Limiter
	Signer  Signer
	Bodies  Bodies
	// Refuse answers a request with an error.
	Refuse     func(http.ResponseWriter, *http.Request, error)
	Subscriber Subscriber
	// Methods are the methods that clients may invoke. Names are compared without case.
	Methods map[string]Method
}

// Credentials authenticates clients.
type Credentials interface {
	// Authenticate returns the current viewer of an access token.
	Authenticate(ctx context.Context, token string, request viewer.Request) (*viewer.Viewer, error)
}

// Limiter limits the rate of invocations.
type Limiter interface {
	// Allow counts an invocation. It returns TooManyRequests when the rate limit does not allow it.
	Allow(v *viewer.Viewer) error
}

// Signer signs the tokens of connections. All instances must accept each other's signatures.
type Signer interface {
	// Sign appends a signature to a message.
	Sign(ctx context.Context, message []byte) []byte
	// Verify returns a message without its signature. It returns an error for a message without a
	// valid signature, and Unavailable when the signature can't be checked.
	Verify(ctx context.Context, signed []byte) (message []byte, err error)
}

// Bodies reads the bodies of requests.
type Bodies interface {
	// Receive reads the body of a request. It returns the request with its current viewer.
	Receive(w http.ResponseWriter, r *http.Request) ([]byte, *http.Request, error)
}

// Subscriber decides what clients are sent.
type Subscriber interface {
	// Join is called once for each connection, before its handshake is answered. The viewer is in
	// ctx, and query is the query with which the client connected. Messages that are sent to the
	// client meanwhile are delivered after the answer. If Join returns an error the connection is
	// closed. Leave is called when the connection has ended.
	Join(ctx context.Context, c *Client, query url.Values) (leave func(), err error)
	// Joined is called once the handshake is answered, before the first method. It may take long:
	// the client is connected. If it returns an error the connection is closed.
	Joined(ctx context.Context, c *Client) error
}

// Method is called when a client invokes it, with the current viewer in ctx. The methods that a
// client invokes run one after the other. A [fault.Error] is sent to the client with its message.
// Other errors are logged, and the client receives InternalError. The result is any value that
// encoding/json encodes; nil means no result.
type Method func(ctx context.Context, c *Client, arguments protocol.Arguments) (result any, err error)

// Hub serves the clients of this process. It is safe for concurrent use.
type Hub struct {
	options Options
	methods map[string]Method
	times   times
	counts  counts
	// context is done when the hub has closed.
	context context.Context //nolint:containedctx // the life of the hub, not of a request
	cancel  context.CancelFunc
	// clock is the time of the last sweep in Unix seconds. Reading the system clock costs more than
	// the comparisons that need the time.
	clock atomic.Int64
	// began is when the hub was created, with a monotonic clock.
	began time.Time
	// active counts the clients and the goroutines that run for them.
	active sync.WaitGroup

	mu      sync.Mutex // guards the fields below; it is never locked while a client's mutex is held
	closed  bool
	clients map[key]*Client
	// spent maps the keys of connections that have begun to the time until which their tokens could
	// begin another one.
	spent map[key]int64
}

// times are limits of time, in seconds where the sweeper compares them.
type times struct {
	// sweep is the interval at which all clients are checked.
	sweep time.Duration
	// begin is the maximum time from the negotiation to the beginning of a connection, and
	// handshake the maximum time of the handshake.
	begin, handshake int64
	// ping is the time without a message after which the client is sent a ping. silence is the
	// maximum time for which a client may send nothing.
	ping, silence int64
	// poll is how long a long poll waits for messages, and unpolled the maximum time between two
	// polls.
	poll     time.Duration
	unpolled int64
	// resume is the maximum time for which a client with stateful reconnect may be away.
	resume int64
	// write is the maximum time that a client may take to read what is sent.
	write time.Duration
	// closing is the maximum time that a client may take to close the connection after it was told
	// to.
	closing int64
	// invocation is the maximum time of an invocation.
	invocation time.Duration
	// drain is how long Close waits for the clients to disconnect by themselves.
	drain time.Duration
}

var standardTimes = times{
	sweep: time.Second, begin: 60, handshake: 15, ping: 15, silence: 30, poll: 90 * time.Second, unpolled: 30, resume: 30,
	write: 10 * time.Second, closing: 2, invocation: 30 * time.Second, drain: time.Second,
}

// New returns a hub. It serves until it is closed.
func New(options Options) *Hub { return newHub(options, standardTimes) }

func newHub(options Options, limits times) *Hub {
	h := &Hub{
		options: options, methods: map[string]Method{}, times: limits, began: time.Now(),
		clients: map[key]*Client{}, spent: map[key]int64{},
	}
	for name, method := range options.Methods {
		h.methods[strings.ToLower(name)] = method
	}
	h.context, h.cancel = context.WithCancel(context.Background())
	h.clock.Store(time.Now().Unix())
	go h.sweep()
	return h
}

// Close ends all connections, refuses new ones, and returns when nothing runs any more. Clients are
// told that they may connect again. A client that does not close its connection within a second is
// cut.
func (h *Hub) Close() {
	h.mu.Lock()
	h.closed = true
	h.mu.Unlock()
	for _, c := range h.all(nil) {
		c.endFor(connections.ServerStopping)
	}
	ended := make(chan struct{})
	go func() {
		h.active.Wait()
		close(ended)
	}()
	select {
	case <-ended:
	case <-time.After(h.times.drain):
	}
	h.cancel()
	for _, c := range h.all(nil) {
		c.abort()
	}
	<-ended
}

// all appends the clients to a slice.
func (h *Hub) all(to []*Client) []*Client {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, c := range h.clients {
		to = append(to, c)
	}
	return to
}
