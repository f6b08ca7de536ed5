package graph

import (
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/domain/session"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
	"github.com/firmhub/firmhub/realtime/broker"
	"github.com/firmhub/firmhub/realtime/connections"
)

// A credential can end in three ways while a socket is open: by itself, with its session, or unseen
// by this instance.
func TestSocketEndsWithItsCredential(t *testing.T) {
	t.Parallel()

	t.Run("Expired", func(t *testing.T) {
		t.Parallel()
		b := newSocketBundle(t, time.Now().Add(50*time.Millisecond))
		b.dial(t)
		b.send(t, `{"type":"connection_init","payload":{"Authorization":"Bearer any"}}`)
		require.Equal(t, closeExpired, b.closeCode(t))
	})
	t.Run("SessionEnded", func(t *testing.T) {
		t.Parallel()
		b := newSocketBundle(t, time.Now().Add(time.Hour))
		b.open(t)
		b.server.options.Connections.EndSession(b.viewer.SessionID)
		require.Equal(t, closeUnauthorized, b.closeCode(t))
	})
	t.Run("RelationEnded", func(t *testing.T) {
		t.Parallel()
		b := newSocketBundle(t, time.Now().Add(time.Hour))
		other := *b.viewer // the same session, in another firm
		other.RelationID = uuid.New()
		_, err := b.server.options.Connections.Add(connections.OwnerOf(&other), func(connections.Reason) {
			t.Error("the connection of another membership was closed")
		})
		require.NoError(t, err)
		b.open(t)
		b.server.options.Connections.EndMembership(uuid.Nil)
		b.server.options.Connections.EndMembership(uuid.New())
		b.server.options.Connections.EndMembership(b.viewer.RelationID)
		require.Equal(t, closeUnauthorized, b.closeCode(t))
		<-b.served
		require.Equal(t, 1, b.server.options.Connections.Len())
	})
	t.Run("SessionEndedElsewhere", func(t *testing.T) {
		t.Parallel()
		b := newSocketBundle(t, time.Now().Add(time.Hour))
		b.open(t)
		b.revoked = true
		b.send(t, `{"id":"1","type":"subscribe","payload":{"query":"{ me { isSuperFirm } }"}}`)
		require.Equal(t, closeUnauthorized, b.closeCode(t))
	})
	t.Run("ServerGoesAway", func(t *testing.T) {
		t.Parallel()
		b := newSocketBundle(t, time.Now().Add(time.Hour))
		b.open(t)
		b.server.options.Connections.Stop()
		require.Equal(t, closeGoingAway, b.closeCode(t))
	})
	t.Run("BadInit", func(t *testing.T) {
		t.Parallel()
		b := newSocketBundle(t, time.Now().Add(time.Hour))
		b.dial(t)
		b.send(t, `{"type":"connection_init","payload":5}`)
		require.Equal(t, closeBadRequest, b.closeCode(t))
	})
	t.Run("NoInit", func(t *testing.T) {
		t.Parallel()
		b := newSocketBundle(t, time.Now().Add(time.Hour))
		b.dial(t)
		b.send(t, `{"id":"1","type":"subscribe","payload":{"query":"{ me { isSuperFirm } }"}}`)
		require.Equal(t, closeUnauthorized, b.closeCode(t))
	})
	t.Run("OverTheAllowance", func(t *testing.T) {
		t.Parallel()
		b := newSocketBundle(t, time.Now().Add(time.Hour))
		b.open(t)
		b.exhausted.Store(true)
		b.send(t, `{"id":"1","type":"subscribe","payload":{"query":"{ __typename }"}}`)
		var answer struct {
			Payload struct {
				Errors []struct{ Extensions struct{ Code fault.Code } }
			}
		}
		require.NoError(t, b.conn.ReadJSON(&answer))
		require.Equal(t, fault.TooManyRequests, answer.Payload.Errors[0].Extensions.Code)
	})
	t.Run("FloodOfPings", func(t *testing.T) {
		t.Parallel()
		b := newSocketBundle(t, time.Now().Add(time.Hour))
		b.open(t)
		b.exhausted.Store(true)
		for range refusedLimit + 1 {
			b.send(t, `{"type":"ping"}`)
		}
		require.Equal(t, websocket.CloseTryAgainLater, b.closeCode(t))
	})
	t.Run("FloodOfControlFrames", func(t *testing.T) {
		t.Parallel()
		b := newSocketBundle(t, time.Now().Add(time.Hour))
		b.open(t)
		b.exhausted.Store(true)
		for range refusedLimit + 1 {
			require.NoError(t, b.conn.WriteControl(websocket.PingMessage, nil, time.Now().Add(time.Minute)))
		}
		require.Equal(t, websocket.CloseTryAgainLater, b.closeCode(t))
	})
	t.Run("LargeBeforeInit", func(t *testing.T) {
		t.Parallel()
		b := newSocketBundle(t, time.Now().Add(time.Hour))
		b.dial(t)
		b.send(t, `{"type":"connection_init","payload":{"Authorization":"`+strings.Repeat("x", anonymousMessageLimit)+`"}}`)
		require.Equal(t, websocket.CloseMessageTooBig, b.closeCode(t))
	})
	t.Run("DoesNotRead", func(t *testing.T) {
		t.Parallel()
		b := newSocketBundle(t, time.Now().Add(time.Hour))
		b.server.timeouts.write, b.server.timeouts.closing = time.Hour, time.Hour // nothing may wait for the client
		b.open(t)
		b.stall(t)
		b.server.options.Connections.EndSession(b.viewer.SessionID)
		require.NoError(t, b.conn.Close())
		<-b.served
	})
	t.Run("DoesNotReadTheClose", func(t *testing.T) {
		t.Parallel()
		b := newSocketBundle(t, time.Now().Add(time.Hour))
		b.server.timeouts.write = time.Hour // so that only its end closes it
		b.open(t)
		b.stall(t)
		b.server.options.Connections.EndSession(b.viewer.SessionID)
		<-b.served
	})
	t.Run("DoesNotReadInTime", func(t *testing.T) {
		t.Parallel()
		b := newSocketBundle(t, time.Now().Add(time.Hour))
		b.server.timeouts.write = 50 * time.Millisecond
		b.open(t)
		b.send(t, `{"id":"1","type":"subscribe","payload":`+largeQuery+`}`)
		<-b.served
	})
	t.Run("EndedBeforeTheUpgrade", func(t *testing.T) {
		t.Parallel()
		b := newSocketBundle(t, time.Now().Add(time.Hour))
		early := &socket{server: b.server, viewer: b.viewer, upgraded: make(chan struct{}), closed: make(chan struct{})}
		_, err := b.server.options.Connections.Add(connections.OwnerOf(b.viewer), early.endFor)
		require.NoError(t, err)
		b.server.options.Connections.EndSession(b.viewer.SessionID)
		close(early.upgraded) // It failed.
		<-early.closed
	})
	t.Run("TooManyBeforeInit", func(t *testing.T) {
		t.Parallel()
		b := newSocketBundle(t, time.Now().Add(time.Hour))
		b.fill(t, &viewer.Viewer{})
		_, response, err := websocket.DefaultDialer.DialContext(t.Context(), b.url, nil)
		require.ErrorIs(t, err, websocket.ErrBadHandshake)
		require.NoError(t, response.Body.Close())
		require.Equal(t, http.StatusTooManyRequests, response.StatusCode)
	})
	t.Run("TooMany", func(t *testing.T) {
		t.Parallel()
		b := newSocketBundle(t, time.Now().Add(time.Hour))
		b.fill(t, b.viewer)
		b.dial(t)
		b.send(t, `{"type":"connection_init","payload":{"Authorization":"Bearer any"}}`)
		require.Equal(t, closeExpired, b.closeCode(t))
	})
	t.Run("NothingIsLeftBehind", func(t *testing.T) {
		t.Parallel()
		b := newSocketBundle(t, time.Now().Add(time.Hour))
		b.open(t)
		require.Equal(t, 1, b.server.options.Connections.Len())
		require.NoError(t, b.conn.WriteMessage(websocket.CloseMessage, websocket.FormatCloseMessage(websocket.CloseNormalClosure, "")))
		<-b.served
		require.Zero(t, b.server.options.Connections.Len())
	})
}

type socketBundle struct {
	server  *Server
	viewer  *viewer.Viewer
	revoked bool
	// exhausted leaves nothing of the allowance.
	exhausted atomic.Bool
	url       string
	conn      *websocket.Conn
	// protocol is the subprotocol that dial asks for.
	protocol string
	// served is closed when the server is done with a socket.
	served chan struct{}
}

func newSocketBundle(t *testing.T, expires time.Time) *socketBundle {
	t.Helper()
	d := dbtest.Open(t, db.SQLite)
	b := &socketBundle{
		viewer:   &viewer.Viewer{Kind: viewer.User, UserID: uuid.New(), FirmID: uuid.New(), RelationID: uuid.New(), SessionID: uuid.New(), Expires: expires},
		protocol: "graphql-transport-ws",
		served:   make(chan struct{}),
	}
	center := notification.NewCenter(d, broker.NewMemory())
	t.Cleanup(center.Close)
	var err error
	b.server, err = New(Options{
		Notifications: center,
		DB:            d, Sessions: session.NewManager(d, nil, nil, nil, nil, session.Config{}), Authz: authz.New(d.Client, 0), Introspection: true,
		Limiter: limiter(func(int) error {
			if b.exhausted.Load() {
				return fault.Retry(fault.TooManyRequests, time.Second, "Too many.")
			}
			return nil
		}),
		Bodies: bodies{&b.viewer},
	})
	require.NoError(t, err)
	b.server.sessions = authenticate(func() (*viewer.Viewer, error) {
		if b.revoked {
			return nil, fault.New(fault.Unauthorized, "The session has ended.")
		}
		return b.viewer, nil
	})
	served := &serveSignal{Server: b.server, served: b.served}
	listening := httptest.NewUnstartedServer(served)
	listening.Listener = smallBuffers{listening.Listener}
	listening.Start()
	t.Cleanup(listening.Close)
	b.url = "ws" + strings.TrimPrefix(listening.URL, "http")
	return b
}

// fill adds as many connections as the viewer may have.
func (b *socketBundle) fill(t *testing.T, of *viewer.Viewer) {
	t.Helper()
	for range connections.SessionLimit {
		_, err := b.server.options.Connections.Add(connections.OwnerOf(of), func(connections.Reason) {})
		require.NoError(t, err)
	}
}

func (b *socketBundle) dial(t *testing.T) {
	t.Helper()
	dialer := websocket.Dialer{Subprotocols: []string{b.protocol}}
	conn, response, err := dialer.DialContext(t.Context(), b.url, nil)
	require.NoError(t, err)
	require.NoError(t, response.Body.Close())
	t.Cleanup(func() { _ = conn.Close() })
	require.NoError(t, conn.NetConn().(*net.TCPConn).SetReadBuffer(4<<10))
	b.conn = conn
}

// open dials and is let in.
func (b *socketBundle) open(t *testing.T) {
	t.Helper()
	b.dial(t)
	b.send(t, `{"type":"connection_init","payload":{"Authorization":"Bearer any"}}`)
	var acknowledged struct{ Type string }
	require.NoError(t, b.conn.ReadJSON(&acknowledged))
	require.Equal(t, "connection_ack", acknowledged.Type)
}

// stall asks for more than the client reads, until the server is in the midst of an answer.
func (b *socketBundle) stall(t *testing.T) {
	t.Helper()
	for range operationLimit {
		b.send(t, `{"id":"`+uuid.NewString()+`","type":"subscribe","payload":`+largeQuery+`}`)
	}
	_, err := b.conn.NetConn().Read(make([]byte, 1))
	require.NoError(t, err)
}

func (b *socketBundle) send(t *testing.T, message string) {
	t.Helper()
	require.NoError(t, b.conn.WriteMessage(websocket.TextMessage, []byte(message)))
}

// closeCode reads on until the server closes.
func (b *socketBundle) closeCode(t *testing.T) int {
	t.Helper()
	require.NoError(t, b.conn.SetReadDeadline(time.Now().Add(time.Minute)))
	for {
		var message json.RawMessage
		err := b.conn.ReadJSON(&message)
		if closed, ok := errors.AsType[*websocket.CloseError](err); ok {
			return closed.Code
		}
		require.NoError(t, err)
	}
}

// serveSignal signals when the server is done with a request.
type serveSignal struct {
	*Server

	served chan struct{}
}

func (s *serveSignal) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	defer close(s.served)
	s.Server.ServeHTTP(w, r)
}
