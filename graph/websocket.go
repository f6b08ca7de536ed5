package graph

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/handler/transport"
	"github.com/google/uuid"
	"github.com/gorilla/websocket"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

const (
	initTimeout  = 15 * time.Second
	writeTimeout = 10 * time.Second
	// anonymousLife is how long a socket without a credential may stay open.
	anonymousLife = time.Minute
	// operationLimit bounds the operations under way on one socket.
	operationLimit = 20
)

// socket is one GraphQL WebSocket. It is gqlgen's connection (over gorilla/websocket), and its executor: a socket lives
// longer than what was true when it was opened, so each operation on it authenticates again.
type socket struct {
	*websocket.Conn
	graphql.GraphExecutor

	server *Server
	viewer *viewer.Viewer
	// token is empty for a socket that brought no credential.
	token string
	// refusal is why the socket was not let in.
	refusal string
	// admitted is whether it was.
	admitted bool
	expiry   *time.Timer
	// turns are held by the operations under way.
	turns chan struct{}
	ended sync.Once
}

func (s *Server) serveSocket(w http.ResponseWriter, r *http.Request) {
	if s.checkOrigin != nil && !s.checkOrigin(r) {
		refuse(w, r, fault.New(fault.Forbidden, "Pages of this origin may not open a connection."))
		return
	}
	asking := viewer.From(r.Context())
	switch {
	case asking.Kind != viewer.User:
		asking = &viewer.Viewer{Request: asking.Request} // a socket would outlive a key: sockets take access tokens only
	case asking.HomeFirmID != uuid.Nil || asking.Refused != nil:
		refuse(w, r, fault.New(fault.Forbidden, "A connection works in the firm of its access token: leave out X-Firm-Id."))
		return
	}
	limit := int64(bodyLimit)
	opened := &socket{
		GraphExecutor: bounded{s.executor},
		server:        s,
		viewer:        asking,
		token:         bearer(r.Header.Get("Authorization")),
		turns:         make(chan struct{}, operationLimit),
	}
	if err := opened.upgrade(w, r); err != nil {
		refuse(w, r, fault.New(fault.ValidationError, "This is no WebSocket handshake.").Because(err))
		return
	}
	transport.Websocket{
		Implementation:        opened,
		InitFunc:              opened.init,
		InitTimeout:           initTimeout,
		KeepAlivePingInterval: keepAlive,
		PingPongInterval:      keepAlive,
		PayloadReadLimit:      &limit,
		ErrorFunc: func(ctx context.Context, err error) {
			slog.DebugContext(ctx, "graphql socket", "error", err)
		},
	}.Do(w, r, opened)
	opened.leave()
}

// upgrade is done before gqlgen takes over, whose answer to a failed one by-passes ours.
func (s *socket) upgrade(w http.ResponseWriter, r *http.Request) error {
	upgrader := websocket.Upgrader{
		Subprotocols: []string{"graphql-transport-ws", "graphql-ws"},
		CheckOrigin:  s.server.checkOrigin,
		Error:        func(http.ResponseWriter, *http.Request, int, error) {},
	}
	header := http.Header{"X-Request-Id": {s.viewer.Request.ID}}
	var err error
	if s.Conn, err = upgrader.Upgrade(w, r, header); err != nil {
		return fmt.Errorf("graph: upgrade: %w", err)
	}
	return nil
}

// Accept implements transport.WebsocketImplementation: the connection is there already.
func (s *socket) Accept(http.ResponseWriter, *http.Request, transport.WebsocketAcceptOptions) (transport.WebsocketConn, error) {
	return s, nil
}

// init takes the credential from connection_init: `{"Authorization": "Bearer …"}`, also as `authorization` or
// `accessToken`. A client that can set headers may have sent it with the upgrade.
func (s *socket) init(ctx context.Context, payload transport.InitPayload) (context.Context, *transport.InitPayload, error) {
	for _, name := range []string{"Authorization", "authorization", "accessToken"} {
		if sent := payload.GetString(name); sent != "" {
			s.token = bearer(sent)
		}
	}
	expires := time.Now().Add(anonymousLife)
	if s.token != "" {
		asking, err := s.server.authenticate(ctx, s.token, s.viewer.Request)
		if err != nil {
			return s.turnAway(ctx, fault.From(err))
		}
		s.viewer, expires = asking, asking.Expires
	}
	if !s.server.streams.add(s.viewer, s) {
		return s.turnAway(ctx, errTooManyStreams())
	}
	s.expiry = time.AfterFunc(time.Until(expires), func() {
		s.end(closeExpired, "The access token has expired.")
	})
	// A session that ended while it was asked about was not yet in the register that its end goes through.
	if s.token != "" {
		if _, err := s.server.authenticate(ctx, s.token, s.viewer.Request); err != nil {
			return s.turnAway(ctx, fault.From(err))
		}
	}
	s.admitted = true
	return viewer.NewContext(ctx, s.viewer), nil, nil
}

func (s *socket) turnAway(ctx context.Context, refusal *fault.Error) (context.Context, *transport.InitPayload, error) {
	s.refusal = refusal.Message
	return transport.WithWebsocketCloseCode(ctx, closeExpired), nil, errors.New(refusal.Message)
}

func (s *socket) leave() {
	if s.expiry != nil {
		s.expiry.Stop()
	}
	s.server.streams.remove(s.viewer, s)
	// gqlgen leaves a connection open whose connection_init it could not read.
	s.end(closeBadRequest, "The connection_init message could not be read.")
}

// DispatchOperation implements graphql.GraphExecutor: it runs the operation as who the credential stands for now, within
// the allowance of the caller.
func (s *socket) DispatchOperation(ctx context.Context, operation *graphql.OperationContext) (graphql.ResponseHandler, context.Context) {
	asking, err := s.admit(ctx)
	if err != nil {
		return graphql.OneShot(&graphql.Response{Errors: gqlerror.List{present(ctx, err)}}), ctx
	}
	return s.GraphExecutor.DispatchOperation(viewer.NewContext(ctx, asking), operation)
}

func (s *socket) admit(ctx context.Context) (*viewer.Viewer, error) {
	select {
	case s.turns <- struct{}{}:
		context.AfterFunc(ctx, func() { <-s.turns }) // gqlgen ends ctx with the operation
	default:
		return nil, fault.Retry(fault.TooManyRequests, time.Second, "There are %d operations under way on this connection.", operationLimit)
	}
	asking := s.viewer
	if s.token != "" {
		var err error
		asking, err = s.server.authenticate(ctx, s.token, s.viewer.Request)
		if err != nil {
			if fault.Is(err, fault.Unauthorized) {
				s.end(closeUnauthorized, "The session has ended.")
			}
			return nil, err
		}
	}
	return asking, s.server.admit(asking, 1)
}

// end implements stream. gorilla allows control frames and Close beside a writer.
func (s *socket) end(code int, reason string) {
	s.ended.Do(func() {
		_ = s.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, reason), time.Now().Add(writeTimeout))
		_ = s.Conn.Close()
	})
}

// WriteClose implements transport.WebsocketConn, with the codes of the protocol where gqlgen has its own.
func (s *socket) WriteClose(code int, reason string) error {
	switch {
	case s.refusal != "":
		reason = s.refusal
	case reason == "connection initialisation timeout":
		code = closeInitTimeout
	case reason == "unexpected message" && !s.admitted:
		code = closeUnauthorized
	case code == transport.WebsocketCloseProtocolError:
		code = closeBadRequest
	}
	s.end(code, reason)
	return nil
}

// NextReader implements transport.WebsocketConn.
func (s *socket) NextReader() (int, io.Reader, error) {
	kind, reader, err := s.Conn.NextReader()
	if websocket.IsCloseError(err, websocket.CloseNormalClosure, websocket.CloseNoStatusReceived) {
		return kind, reader, transport.ErrWebsocketClosed
	}
	return kind, reader, err //nolint:wrapcheck // gqlgen reads the error of the connection.
}

// WriteJSON implements transport.WebsocketConn. A client that does not read is cut off.
func (s *socket) WriteJSON(v any) error {
	if err := s.SetWriteDeadline(time.Now().Add(writeTimeout)); err != nil {
		return fmt.Errorf("graph: write deadline: %w", err)
	}
	return s.Conn.WriteJSON(v) //nolint:wrapcheck // gqlgen reads the error of the connection.
}

// Close implements transport.WebsocketConn. It says goodbye first, where that was not done.
func (s *socket) Close() error {
	s.end(websocket.CloseNormalClosure, "")
	return nil
}

// bearer takes the token out of `Bearer <token>`; a bare token is taken as it is.
func bearer(header string) string {
	if scheme, token, found := strings.Cut(header, " "); found && strings.EqualFold(scheme, "Bearer") {
		return strings.TrimSpace(token)
	}
	return header
}
