package graph

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/errcode"
	"github.com/99designs/gqlgen/graphql/handler/transport"
	"github.com/google/uuid"
	"github.com/gorilla/websocket"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

const (
	initTimeout = 15 * time.Second
	// closeTimeout is how long a close frame may wait for the message before it.
	closeTimeout = time.Second
	// anonymousLife is how long a stream may stay open without an access token, which would say when it ends.
	anonymousLife = time.Minute
	// operationLimit bounds the operations under way on one socket.
	operationLimit = 20
	// refusedLimit bounds the messages in a row that are sent without any allowance left.
	refusedLimit = 20
	// anonymousMessageLimit bounds the size of a message before the socket has a credential.
	anonymousMessageLimit = 64 << 10
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
	// refused is why the message that is being read may not begin an operation. refusals counts what was refused in a row.
	// Both belong to the one goroutine that reads.
	refused  error
	refusals int
	ended    sync.Once
	// closed is closed when the connection is.
	closed chan struct{}
}

func (s *Server) serveSocket(w http.ResponseWriter, r *http.Request) {
	if s.checkOrigin != nil && !s.checkOrigin(r) {
		Refuse(w, r, fault.New(fault.Forbidden, "Pages of this origin may not open a connection."))
		return
	}
	asking := viewer.From(r.Context())
	switch {
	case asking.Kind != viewer.User:
		asking = &viewer.Viewer{Request: asking.Request} // a socket would outlive a key: sockets take access tokens only
	case asking.HomeFirmID != uuid.Nil || asking.Refused != nil:
		Refuse(w, r, fault.New(fault.Forbidden, "A connection works in the firm of its access token: leave out X-Firm-Id."))
		return
	}
	limit := int64(anonymousMessageLimit)
	if asking.Kind == viewer.User {
		limit = bodyLimit
	}
	opened := &socket{
		GraphExecutor: bounded{s.executor},
		server:        s,
		viewer:        asking,
		token:         bearer(r.Header.Get("Authorization")),
		turns:         make(chan struct{}, operationLimit),
		closed:        make(chan struct{}),
	}
	if !s.streams.add(asking, opened) {
		Refuse(w, r, errTooManyStreams())
		return
	}
	if err := opened.upgrade(w, r); err != nil {
		s.streams.remove(asking, opened)
		Refuse(w, r, fault.New(fault.ValidationError, "This is no WebSocket handshake.").Because(err))
		return
	}
	transport.Websocket{
		Implementation:        opened,
		InitFunc:              opened.init,
		InitTimeout:           initTimeout,
		KeepAlivePingInterval: s.pace.keepAlive,
		PingPongInterval:      s.pace.keepAlive,
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
	// The deadlines of the server ended with the upgrade.
	s.SetPingHandler(s.counted(s.PingHandler()))
	s.SetPongHandler(s.counted(s.PongHandler()))
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
		s.server.streams.remove(s.viewer, s)
		s.viewer, expires = asking, asking.Expires
		if !s.server.streams.add(s.viewer, s) {
			return s.turnAway(ctx, errTooManyStreams())
		}
		s.SetReadLimit(bodyLimit)
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
	<-s.closed
}

// take takes what was received off the allowance, before it is looked at. Who goes on without any left is disconnected.
func (s *socket) take() error {
	err := s.server.admit(s.viewer, 1)
	if err == nil {
		s.refusals = 0
		return nil
	}
	s.refusals++
	if s.isFlooded() {
		s.end(websocket.CloseTryAgainLater, "Too many messages.")
	}
	return err //nolint:wrapcheck // It is the answer.
}

// isFlooded reports whether the client went on sending without any allowance left.
func (s *socket) isFlooded() bool { return s.refusals > refusedLimit }

// counted returns a handler of control frames, of which each takes a call off the allowance, as a message does.
func (s *socket) counted(next func(string) error) func(string) error {
	return func(data string) error {
		switch err := s.take(); {
		case err == nil:
			return next(data)
		case s.isFlooded():
			return err
		}
		return nil
	}
}

// CreateOperationContext implements graphql.GraphExecutor. It refuses the operation, before it is parsed, whose message
// was over the allowance. Refusals that gqlgen does not take for errors of the document it sends as they are; so they are
// presented here.
func (s *socket) CreateOperationContext(ctx context.Context, params *graphql.RawParams) (*graphql.OperationContext, gqlerror.List) {
	if s.refused != nil {
		return &graphql.OperationContext{}, gqlerror.List{present(ctx, gqlerror.Wrap(s.refused))}
	}
	operation, faults := s.GraphExecutor.CreateOperationContext(ctx, params)
	if errcode.GetErrorKind(faults) == errcode.KindUser {
		for i, err := range faults {
			faults[i] = present(ctx, err)
		}
	}
	return operation, faults
}

// DispatchOperation implements graphql.GraphExecutor. It runs the operation as the viewer of the credential now.
func (s *socket) DispatchOperation(ctx context.Context, operation *graphql.OperationContext) (graphql.ResponseHandler, context.Context) {
	asking, err := s.authenticate(ctx)
	if err != nil {
		return graphql.OneShot(&graphql.Response{Errors: gqlerror.List{present(ctx, err)}}), ctx
	}
	return s.GraphExecutor.DispatchOperation(viewer.NewContext(ctx, asking), operation)
}

// authenticate returns the viewer of an operation, of which only so many may be under way.
func (s *socket) authenticate(ctx context.Context) (*viewer.Viewer, error) {
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
	return asking, nil
}

// end implements stream. It returns at once: the close frame may have to wait for a client that does not read. gorilla
// allows control frames and Close beside a writer.
func (s *socket) end(code int, reason string) {
	s.ended.Do(func() {
		go func() {
			defer close(s.closed)
			_ = s.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, reason), time.Now().Add(closeTimeout))
			_ = s.Conn.Close()
		}()
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

// NextReader implements transport.WebsocketConn. Every message takes a call off the allowance, whatever it is.
func (s *socket) NextReader() (int, io.Reader, error) {
	kind, reader, err := s.Conn.NextReader()
	if websocket.IsCloseError(err, websocket.CloseNormalClosure, websocket.CloseNoStatusReceived) {
		return kind, reader, transport.ErrWebsocketClosed
	}
	if err != nil {
		return kind, reader, err //nolint:wrapcheck // gqlgen reads the error of the connection.
	}
	if s.refused = s.take(); s.isFlooded() {
		return kind, reader, transport.ErrWebsocketClosed
	}
	return kind, reader, nil
}

// WriteJSON implements transport.WebsocketConn; gqlgen calls it from one goroutine at a time. A client that does not read
// in time is disconnected.
func (s *socket) WriteJSON(v any) error {
	message, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("graph: encode: %w", err)
	}
	_ = s.SetWriteDeadline(s.server.pace.deadline(len(message))) // It only notes the time.
	if err := s.WriteMessage(websocket.TextMessage, message); err != nil {
		s.end(closeGoingAway, "")
		return fmt.Errorf("graph: write: %w", err)
	}
	return nil
}

// Close implements transport.WebsocketConn. It sends a close frame where none was sent.
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
