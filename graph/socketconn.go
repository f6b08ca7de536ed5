package graph

import (
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/99designs/gqlgen/graphql/handler/transport"
	"github.com/gorilla/websocket"

	"github.com/firmhub/firmhub/realtime/connections"
)

// endFor closes the socket for a reason of the registry.
func (s *socket) endFor(reason connections.Reason) { s.end(closeFrame(reason)) }

// end closes the socket. It returns at once: the close frame may have to wait for a client that does not read. gorilla
// allows control frames and Close beside a writer.
func (s *socket) end(code int, reason string) {
	s.ended.Do(func() {
		go func() {
			defer close(s.closed)
			<-s.upgraded
			if s.Conn == nil {
				return
			}
			until := time.Now().Add(s.server.timeouts.closing)
			_ = s.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, reason), until)
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

// NextReader implements transport.WebsocketConn. It counts every message as a call.
func (s *socket) NextReader() (int, io.Reader, error) {
	kind, reader, err := s.Conn.NextReader()
	if websocket.IsCloseError(err, websocket.CloseNormalClosure, websocket.CloseNoStatusReceived) {
		return kind, reader, transport.ErrWebsocketClosed
	}
	if err != nil {
		return kind, reader, err //nolint:wrapcheck // gqlgen reads the error of the connection.
	}
	if s.refused = s.countCall(); s.isFlooded() {
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
	_ = s.SetWriteDeadline(s.server.timeouts.deadline(len(message))) // It never fails.
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
