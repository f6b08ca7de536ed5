package graph

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/99designs/gqlgen/graphql/handler/transport"
	"github.com/google/uuid"
	"github.com/gorilla/websocket"

	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
	"github.com/firmhub/firmhub/realtime/connections"
)

const (
	initTimeout = 15 * time.Second
	// anonymousLife is how long a connection may stay open without an access token.
	anonymousLife = time.Minute
	// operationLimit is the maximum number of running operations on one socket.
	operationLimit = 20
	// refusedLimit is the maximum number of messages in a row beyond the rate limit.
	refusedLimit = 20
	// socketMessageLimit and anonymousMessageLimit are the maximum sizes of a message, with and
	// without a credential.
	socketMessageLimit    = 1 << 20
	anonymousMessageLimit = 64 << 10
)

// socket is one GraphQL WebSocket. It is gqlgen's connection (over gorilla/websocket), and its
// executor. It authenticates again for each operation, because the session or a permission may have
// ended since the socket was opened.
type socket struct {
	*websocket.Conn

	server *Server
	viewer *viewer.Viewer
	// token is empty for a socket without a credential.
	token string
	// refusal is why connection_init was refused.
	refusal string
	// admitted reports whether connection_init was accepted.
	admitted   bool
	connection *connections.Connection
	// follower is nil for a viewer without notifications. position is the position of the last
	// message, when it was read. Only the goroutine that reads uses it.
	follower *notification.Follower
	position notification.Position
	// running has an entry for each running operation.
	running chan struct{}
	// beginning is done when the subscription of the last message has begun or was refused.
	beginning sync.WaitGroup
	ids       operationIDs
	// refused is why the last message may not begin an operation. refusals counts the refused
	// messages in a row. Only the goroutine that reads uses them.
	refused  error
	refusals int
	ended    sync.Once
	// upgraded is closed after the upgrade or its failure, closed after the connection is closed.
	upgraded, closed chan struct{}
}

func (s *Server) serveSocket(w http.ResponseWriter, r *http.Request) {
	asking := viewer.From(r.Context())
	switch {
	case asking.Kind != viewer.User:
		asking = &viewer.Viewer{Request: asking.Request} // Sockets take access tokens only, no API keys.
	case asking.HomeFirmID != uuid.Nil || asking.Refused != nil:
		Refuse(w, r, fault.New(fault.Forbidden, "A connection works in the firm of its access token: leave out X-Firm-Id."))
		return
	}
	limit := int64(anonymousMessageLimit)
	if asking.Kind == viewer.User {
		limit = socketMessageLimit
	}
	opened := &socket{
		server:   s,
		viewer:   asking,
		token:    bearer(r.Header.Get("Authorization")),
		running:  make(chan struct{}, operationLimit),
		upgraded: make(chan struct{}),
		closed:   make(chan struct{}),
	}
	owner := connections.OwnerOf(asking)
	owner.Expires = time.Time{} // Until connection_init initTimeout limits it.
	var err error
	if opened.connection, err = s.options.Connections.Add(owner, opened.endFor); err != nil {
		Refuse(w, r, err)
		return
	}
	defer opened.leave()
	if err := opened.upgrade(w, r); err != nil {
		Refuse(w, r, fault.New(fault.ValidationError, "This is no WebSocket handshake.").Because(err))
		return
	}
	transport.Websocket{
		Implementation:        opened,
		InitFunc:              opened.init,
		InitTimeout:           initTimeout,
		KeepAlivePingInterval: s.timeouts.keepAlive,
		PingPongInterval:      s.timeouts.keepAlive,
		PayloadReadLimit:      &limit,
		ErrorFunc:             opened.fail,
	}.Do(w, r, opened)
}

// upgrade runs before gqlgen takes over, which would answer a failed handshake in its own format.
func (s *socket) upgrade(w http.ResponseWriter, r *http.Request) error {
	defer close(s.upgraded)
	upgrader := websocket.Upgrader{
		HandshakeTimeout: s.server.timeouts.write,
		Subprotocols:     []string{"graphql-transport-ws", "graphql-ws"},
		CheckOrigin:      func(*http.Request) bool { return true }, // httpd has refused other pages
		Error:            func(http.ResponseWriter, *http.Request, int, error) {},
	}
	header := http.Header{"X-Request-Id": {s.viewer.Request.ID}}
	var err error
	if s.Conn, err = upgrader.Upgrade(w, r, header); err != nil {
		return fmt.Errorf("graph: upgrade: %w", err)
	}
	// The deadlines of the server ended with the upgrade.
	s.SetPingHandler(s.limited(s.PingHandler()))
	s.SetPongHandler(s.limited(s.PongHandler()))
	return nil
}

// Accept implements transport.WebsocketImplementation: the connection already exists.
func (s *socket) Accept(http.ResponseWriter, *http.Request, transport.WebsocketAcceptOptions) (transport.WebsocketConn, error) {
	return s, nil
}

// init reads the credential from connection_init: `{"Authorization": "Bearer …"}`, also as
// `authorization` or `accessToken`. A client that can set headers may have sent it with the
// upgrade.
func (s *socket) init(ctx context.Context, payload transport.InitPayload) (context.Context, *transport.InitPayload, error) {
	for _, name := range []string{"Authorization", "authorization", "accessToken"} {
		if sent := payload.GetString(name); sent != "" {
			s.token = bearer(sent)
		}
	}
	expires := time.Now().Add(anonymousLife)
	if s.token != "" {
		asking, err := s.server.sessions.Authenticate(ctx, s.token, s.viewer.Request)
		if err != nil {
			return s.refuseInit(ctx, fault.From(err))
		}
		s.viewer, expires = asking, asking.Expires
		s.SetReadLimit(socketMessageLimit)
	}
	owner := connections.OwnerOf(s.viewer)
	owner.Expires = expires
	if err := s.connection.Move(owner); err != nil {
		return s.refuseInit(ctx, fault.From(err))
	}
	// The session may have ended before the connection was moved to it.
	if s.token != "" {
		if _, err := s.server.sessions.Authenticate(ctx, s.token, s.viewer.Request); err != nil {
			return s.refuseInit(ctx, fault.From(err))
		}
	}
	ctx = viewer.NewContext(ctx, s.viewer)
	follower, err := s.server.options.Notifications.Follow(ctx)
	if err != nil && !fault.Is(err, fault.Forbidden) && !fault.Is(err, fault.Unauthorized) {
		return s.refuseInit(ctx, fault.From(err))
	}
	s.follower, s.admitted = follower, true
	return ctx, nil, nil
}

func (s *socket) refuseInit(ctx context.Context, refusal *fault.Error) (context.Context, *transport.InitPayload, error) {
	s.refusal = refusal.Message
	return transport.WithWebsocketCloseCode(ctx, closeExpired), nil, errors.New(refusal.Message)
}

// leave removes the socket from the registry, closes it, and returns when it is closed.
func (s *socket) leave() {
	s.connection.Remove()
	if s.follower != nil {
		s.follower.Leave()
	}
	s.endUnreadable() // gqlgen leaves a connection open whose connection_init has a payload that is no object.
	<-s.closed
}

// fail closes a socket with a message that can't be read, before gqlgen closes it as if it had
// ended normally. NextReader and WriteJSON close a socket whose connection fails.
func (s *socket) fail(ctx context.Context, err error) {
	slog.DebugContext(ctx, "graphql socket", "error", err)
	s.endUnreadable()
}

func (s *socket) endUnreadable() { s.end(closeBadRequest, "The message could not be read.") }

// bearer returns the token of `Bearer <token>`, or the whole header without that scheme.
func bearer(header string) string {
	if token, ok := viewer.Bearer(header); ok {
		return token
	}
	return header
}
