package graph

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/handler/transport"
	"github.com/gorilla/websocket"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

const (
	initTimeout  = 15 * time.Second
	writeTimeout = 10 * time.Second
)

// socket is one GraphQL WebSocket. It is gqlgen's connection (over gorilla/websocket), and its executor: a socket lives
// longer than what was true when it was opened, so each operation on it authenticates again.
type socket struct {
	*websocket.Conn
	graphql.GraphExecutor
	server *Server
	viewer *viewer.Viewer
	// token is empty for a socket that brought no credential.
	token  string
	expiry *time.Timer
	ended  sync.Once
}

func (s *Server) serveSocket(w http.ResponseWriter, r *http.Request) {
	limit := int64(bodyLimit)
	opened := &socket{
		GraphExecutor: s.executor,
		server:        s,
		viewer:        viewer.From(r.Context()),
		token:         bearer(r.Header.Get("Authorization")),
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

// Accept implements transport.WebsocketImplementation.
func (s *socket) Accept(w http.ResponseWriter, r *http.Request, options transport.WebsocketAcceptOptions) (transport.WebsocketConn, error) {
	upgrader := websocket.Upgrader{
		Subprotocols: options.Subprotocols,
		CheckOrigin:  s.server.checkOrigin,
		// gqlgen answers a failed upgrade itself.
		Error: func(http.ResponseWriter, *http.Request, int, error) {},
	}
	options.ResponseHeader.Set("X-Request-Id", s.viewer.Request.ID)
	conn, err := upgrader.Upgrade(w, r, options.ResponseHeader)
	s.Conn = conn
	return s, err
}

// init takes the credential from connection_init: `{"Authorization": "Bearer …"}`, also as `authorization` or
// `accessToken`. A client that can set headers may have sent it with the upgrade.
func (s *socket) init(ctx context.Context, payload transport.InitPayload) (context.Context, *transport.InitPayload, error) {
	for _, name := range []string{"Authorization", "authorization", "accessToken"} {
		if sent := payload.GetString(name); sent != "" {
			s.token = bearer(sent)
		}
	}
	if s.token == "" {
		s.server.streams.add(s.viewer.SessionID, s)
		return ctx, nil, nil
	}
	asking, err := s.server.authenticate(ctx, s.token, s.viewer.Request)
	if err != nil {
		return transport.WithWebsocketCloseCode(ctx, closeExpired), nil, errors.New(fault.From(err).Message)
	}
	s.viewer = asking
	s.server.streams.add(asking.SessionID, s)
	s.expiry = time.AfterFunc(time.Until(asking.Expires), func() {
		s.end(closeExpired, "The access token has expired.")
	})
	return viewer.NewContext(ctx, asking), nil, nil
}

// DispatchOperation implements graphql.GraphExecutor: it runs the operation as who the credential stands for now.
func (s *socket) DispatchOperation(ctx context.Context, operation *graphql.OperationContext) (graphql.ResponseHandler, context.Context) {
	if s.token != "" {
		asking, err := s.server.authenticate(ctx, s.token, s.viewer.Request)
		if err != nil {
			if fault.Is(err, fault.Unauthorized) {
				s.end(closeUnauthorized, "The session has ended.")
			}
			return graphql.OneShot(&graphql.Response{Errors: gqlerror.List{present(ctx, err)}}), ctx
		}
		ctx = viewer.NewContext(ctx, asking)
	}
	return s.GraphExecutor.DispatchOperation(ctx, operation)
}

// end implements stream. gorilla allows control frames and Close beside a writer.
func (s *socket) end(code int, reason string) {
	s.ended.Do(func() {
		_ = s.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, reason), time.Now().Add(writeTimeout))
		_ = s.Conn.Close()
	})
}

// NextReader implements transport.WebsocketConn.
func (s *socket) NextReader() (int, io.Reader, error) {
	kind, reader, err := s.Conn.NextReader()
	if websocket.IsCloseError(err, websocket.CloseNormalClosure, websocket.CloseNoStatusReceived) {
		return kind, reader, transport.ErrWebsocketClosed
	}
	return kind, reader, err
}

// WriteJSON implements transport.WebsocketConn. A client that does not read is cut off.
func (s *socket) WriteJSON(v any) error {
	if err := s.SetWriteDeadline(time.Now().Add(writeTimeout)); err != nil {
		return err
	}
	return s.Conn.WriteJSON(v)
}

// WriteClose implements transport.WebsocketConn.
func (s *socket) WriteClose(code int, reason string) error {
	return s.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, reason), time.Now().Add(writeTimeout))
}

// bearer takes the token out of `Bearer <token>`; a bare token is taken as it is.
func bearer(header string) string {
	if scheme, token, found := strings.Cut(header, " "); found && strings.EqualFold(scheme, "Bearer") {
		return strings.TrimSpace(token)
	}
	return header
}

func (s *socket) leave() {
	if s.expiry != nil {
		s.expiry.Stop()
	}
	s.server.streams.remove(s.viewer.SessionID, s)
}
