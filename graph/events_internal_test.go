package graph

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime/pprof"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/session"
	"github.com/firmhub/firmhub/internal/viewer"
	"github.com/firmhub/firmhub/realtime/connections"
)

// patience is how long a test waits for what must come.
const patience = 5 * time.Minute

// largeQuery has an answer of some 200 KB.
const largeQuery = `{"query":"{ __schema { types { name description fields { name description type { name } } inputFields { name description } } } }"}`

// Clients that ask for a large answer, do not read it, and leave at the worst time.
func TestEventsThatNobodyReads(t *testing.T) { //nolint:paralleltest // It counts goroutines.
	b := newEventsBundle(t, nil)
	b.server.timeouts = timeouts{keepAlive: 5 * time.Millisecond}
	var all sync.WaitGroup
	for round := range 8 {
		all.Go(func() {
			for i := range 5 {
				conn := b.ask(t, largeQuery)
				head, err := bufio.NewReaderSize(conn, 16).ReadString('\n')
				if err != nil || !strings.Contains(head, "200") {
					t.Errorf("the stream did not begin: %q, %v", head, err)
				}
				if (round+i)%2 == 0 { // It leaves at once; the others when they were disconnected.
					_ = conn.Close()
				}
			}
		})
	}
	all.Wait()
	b.hurry(true)
	b.handlers.Wait() // Nobody reads, so only deadlines end them.
	b.hurry(false)
	var running bytes.Buffer
	require.NoError(t, pprof.Lookup("goroutine").WriteTo(&running, 1))
	require.NotContains(t, running.String(), "eventStream")
	require.Zero(t, b.server.options.Connections.Len())

	conn := b.ask(t, `{"query":"{ __typename }"}`)
	whole, err := io.ReadAll(conn)
	require.NoError(t, err)
	require.Contains(t, string(whole), `data: {"data":{"__typename":"Query"},"extensions":{"cost":`)
	require.Contains(t, string(whole), "event: complete\n")
}

func TestEvents(t *testing.T) {
	t.Parallel()

	t.Run("Subscription", func(t *testing.T) {
		t.Parallel()
		names := make(chan string)
		b := newEventsBundle(t, subscriptionOf(t, names))
		b.server.timeouts.keepAlive = 5 * time.Millisecond
		from := bufio.NewReader(b.ask(t, `{"query":"subscription { name }"}`))
		readUntil(t, from, ": ping")
		names <- "test"
		require.Equal(t, `data: {"data":{"name":"test"}}`, readUntil(t, from, "data:"))
		names <- "test"
		require.Equal(t, `data: {"data":{"name":"test"}}`, readUntil(t, from, "data:"))
		b.server.options.Connections.EndSession(b.viewer.SessionID)
		rest, err := io.ReadAll(from)
		require.NoError(t, err)
		require.NotContains(t, string(rest), "complete", "the client comes back when its session has ended")
	})
	t.Run("Expired", func(t *testing.T) {
		t.Parallel()
		b := newEventsBundle(t, subscriptionOf(t, nil))
		b.viewer.Expires = time.Now().Add(50 * time.Millisecond)
		rest, err := io.ReadAll(b.ask(t, `{"query":"subscription { name }"}`))
		require.NoError(t, err)
		require.NotContains(t, string(rest), "complete")
	})
	t.Run("ServerGoesAway", func(t *testing.T) {
		t.Parallel()
		b := newEventsBundle(t, subscriptionOf(t, nil))
		b.server.timeouts.keepAlive = 5 * time.Millisecond
		from := bufio.NewReader(b.ask(t, `{"query":"subscription { name }"}`))
		readUntil(t, from, ": ping")
		b.server.options.Connections.Stop()
		_, err := io.ReadAll(from)
		require.NoError(t, err)
	})
	t.Run("ErrSubscriptionAsJSON", func(t *testing.T) {
		t.Parallel()
		b := newEventsBundle(t, subscriptionOf(t, nil))
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+b.address, strings.NewReader(`{"query":"subscription { name }"}`))
		require.NoError(t, err)
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/graphql-response+json")
		response, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		require.NoError(t, response.Body.Close())
		require.Equal(t, http.StatusBadRequest, response.StatusCode)
	})
}

// subscriptionOf is a schema with the subscription name, whose events have the names.
func subscriptionOf(t *testing.T, names <-chan string) graphql.ExecutableSchema {
	t.Helper()
	directives, err := os.ReadFile("schema/schema.graphql")
	require.NoError(t, err)
	schema, err := gqlparser.LoadSchema(&ast.Source{Input: string(directives) + `
		extend type Query { a: Int @public } extend type Mutation { a: Int! @public } extend type Subscription { name: String! @public }`})
	require.NoError(t, err)
	return &graphql.ExecutableSchemaMock{
		SchemaFunc: func() *ast.Schema { return schema },
		ExecFunc: func(context.Context) graphql.ResponseHandler {
			return func(ctx context.Context) *graphql.Response {
				select {
				case name := <-names:
					return &graphql.Response{Data: fmt.Appendf(nil, `{"name":%q}`, name)}
				case <-ctx.Done():
					return nil
				}
			}
		},
	}
}

// eventsBundle is a server that sends with small buffers, so that a client that does not read is
// noticed soon.
type eventsBundle struct {
	server  *Server
	viewer  *viewer.Viewer
	address string
	// handlers are those under way.
	handlers sync.WaitGroup

	mu sync.Mutex // guards what follows
	// hurries is set while each write must end at once.
	hurries  bool
	controls map[*http.ResponseController]struct{}
}

// newEventsBundle serves a schema, or that of firmhub if it is nil.
func newEventsBundle(t *testing.T, executable graphql.ExecutableSchema) *eventsBundle {
	t.Helper()
	d := dbtest.Open(t, db.SQLite)
	b := &eventsBundle{
		viewer: &viewer.Viewer{Kind: viewer.User, SessionID: uuid.New()}, controls: map[*http.ResponseController]struct{}{},
	}
	var err error
	options := Options{
		Connections: connections.New(),
		DB:          d, Sessions: session.NewManager(d, nil, nil, nil, nil, session.Config{}), Authz: authz.New(d.Client, 0), Introspection: true,
		Limiter: limiter(nil), Bodies: bodies{&b.viewer},
	}
	if executable == nil {
		b.server, err = New(options)
	} else {
		b.server, err = newServer(executable, options)
	}
	require.NoError(t, err)
	b.server.sessions = authenticate(func() (*viewer.Viewer, error) { return b.viewer, nil })
	listening := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b.handlers.Add(1)
		defer b.handlers.Done()
		b.server.ServeHTTP(b.impatient(w), r.WithContext(viewer.NewContext(r.Context(), b.viewer)))
	}))
	listening.Listener = smallBuffers{listening.Listener}
	listening.Start()
	t.Cleanup(listening.Close)
	b.address = listening.Listener.Addr().String()
	return b
}

// impatient is a writer whose client must read each write at once while the bundle hurries.
type impatient struct {
	http.ResponseWriter

	b       *eventsBundle
	control *http.ResponseController
}

func (b *eventsBundle) impatient(w http.ResponseWriter) impatient {
	i := impatient{w, b, http.NewResponseController(w)}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.controls[i.control] = struct{}{}
	return i
}

// hurry ends the writes under way, and those to come at once.
func (b *eventsBundle) hurry(on bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.hurries = on
	for control := range b.controls {
		_ = control.SetWriteDeadline(time.Now()) // An error means that the connection has ended.
	}
	clear(b.controls)
}

func (i impatient) Unwrap() http.ResponseWriter { return i.ResponseWriter }

func (i impatient) Write(p []byte) (int, error) {
	if err := i.setDeadline(); err != nil {
		return 0, err
	}
	return i.ResponseWriter.Write(p)
}

func (i impatient) setDeadline() error {
	i.b.mu.Lock()
	defer i.b.mu.Unlock()
	deadline := time.Now()
	if !i.b.hurries {
		deadline = deadline.Add(patience)
	}
	return i.control.SetWriteDeadline(deadline)
}

// ask posts a body as a raw client that accepts event streams only, and has little room for what it
// does not read.
func (b *eventsBundle) ask(t *testing.T, body string) net.Conn {
	t.Helper()
	var dialer net.Dialer
	conn, err := dialer.DialContext(t.Context(), "tcp", b.address)
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.Close() })
	require.NoError(t, conn.(*net.TCPConn).SetReadBuffer(4<<10))
	require.NoError(t, conn.SetDeadline(time.Now().Add(patience)))
	_, err = fmt.Fprintf(conn, "POST /graphql HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n"+
		"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
	require.NoError(t, err)
	return conn
}

// readUntil returns the first line with the prefix.
func readUntil(t *testing.T, from *bufio.Reader, prefix string) string {
	t.Helper()
	for {
		line, err := from.ReadString('\n')
		require.NoError(t, err)
		if strings.HasPrefix(line, prefix) {
			return strings.TrimSuffix(line, "\n")
		}
	}
}

// smallBuffers is a listener whose connections hold little that was not sent.
type smallBuffers struct{ net.Listener }

func (s smallBuffers) Accept() (net.Conn, error) {
	conn, err := s.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return conn, conn.(*net.TCPConn).SetWriteBuffer(4 << 10)
}
