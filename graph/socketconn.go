package graph

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/99designs/gqlgen/graphql/handler/transport"
	"github.com/gorilla/websocket"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
	"github.com/firmhub/firmhub/realtime/connections"
)

// endFor closes the socket for a reason of the registry.
func (s *socket) endFor(reason connections.Reason) { s.end(closeFrame(reason)) }

// closeReasonLimit is the maximum length of the text of a close frame in bytes.
const closeReasonLimit = 123

// end closes the socket. It returns at once: the close frame may have to wait for a client that
// does not read. gorilla allows control frames and Close concurrently with a writer.
func (s *socket) end(code int, reason string) {
	s.ended.Do(func() {
		go func() {
			defer close(s.closed)
			<-s.upgraded
			if s.Conn == nil {
				return
			}
			reason = strings.ToValidUTF8(reason[:min(len(reason), closeReasonLimit)], "") // It may end within a character.
			until := time.Now().Add(s.server.timeouts.closing)
			_ = s.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, reason), until)
			_ = s.Conn.Close()
		}()
	})
}

// WriteClose implements transport.WebsocketConn. It uses the codes of the protocol where gqlgen has
// its own.
func (s *socket) WriteClose(code int, reason string) error {
	switch {
	case s.refusal != "":
		reason = s.refusal
	case reason == "connection initialisation timeout":
		code = closeInitTimeout
	case reason == "unexpected message" && !s.admitted:
		code = closeUnauthorized
	case reason == "unexpected message": // Every other message is expected, or can't be read.
		code, reason = closeSecondInit, "Too many initialisation requests"
	case code == transport.WebsocketCloseProtocolError:
		code = closeBadRequest
	}
	s.end(code, reason)
	return nil
}

// NextReader implements transport.WebsocketConn. It counts every message as a call, and closes a
// socket that subscribes with the id of a running operation. A subscription receives what is stored
// after its message has been read here, although it takes a while to begin. It begins before the
// next message is answered. So the answer to a ping that follows it shows that it has begun.
func (s *socket) NextReader() (int, io.Reader, error) {
	kind, reader, err := s.Conn.NextReader()
	if websocket.IsCloseError(err, websocket.CloseNormalClosure, websocket.CloseNoStatusReceived) {
		return kind, reader, transport.ErrWebsocketClosed
	}
	if err != nil {
		s.end(closeGoingAway, "")
		return kind, reader, err //nolint:wrapcheck // gqlgen reads the error of the connection.
	}
	if s.refused = s.countCall(); s.isFlooded() {
		return kind, reader, transport.ErrWebsocketClosed
	}
	message, err := io.ReadAll(reader)
	if err != nil {
		s.end(closeGoingAway, "")
		return kind, reader, err //nolint:wrapcheck // As above.
	}
	if s.follower != nil {
		s.position = s.follower.Position()
	}
	s.beginning.Wait()
	if s.ids.receive(message) {
		s.end(closeDuplicateID, fmt.Sprintf("Subscriber for %s already exists", fault.Shown(s.ids.last)))
		return kind, reader, transport.ErrWebsocketClosed
	}
	return kind, bytes.NewReader(message), nil
}

// WriteJSON implements transport.WebsocketConn. gqlgen calls it from one goroutine at a time. A
// client that does not read in time is disconnected.
func (s *socket) WriteJSON(v any) error {
	message, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("graph: encode: %w", err)
	}
	if rest, ok := bytes.CutPrefix(message, badPayload); ok {
		message = s.refusePayload(rest)
	}
	_ = s.SetWriteDeadline(s.server.timeouts.deadline(len(message))) // It never fails.
	if err := s.WriteMessage(websocket.TextMessage, message); err != nil {
		s.end(closeGoingAway, "")
		return fmt.Errorf("graph: write: %w", err)
	}
	return nil
}

// badPayload is the beginning of gqlgen's answer to an operation whose payload it could not read.
var badPayload = []byte(`{"payload":[{"message":"invalid json"}],`)

// refusePayload returns that answer with the error in the format of all others. rest is the text
// after its payload.
func (s *socket) refusePayload(rest []byte) []byte {
	ctx := viewer.NewContext(context.Background(), s.viewer)
	refused, _ := json.Marshal(refusal(ctx, errNoParams("payload")).Errors) // It contains nothing that can't be encoded.
	return slices.Concat([]byte(`{"payload":`), refused, []byte(","), rest)
}

// Close implements transport.WebsocketConn. It sends a close frame if none was sent.
func (s *socket) Close() error {
	s.end(websocket.CloseNormalClosure, "")
	return nil
}
