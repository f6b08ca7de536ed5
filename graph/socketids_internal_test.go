package graph

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/fault"
)

const (
	subscribeTicks = `{"id":"1","type":"subscribe","payload":{"query":"subscription { ticks }"}}`
	completeTicks  = `{"id":"1","type":"complete"}`
)

// The messages of a client that break the protocol.
func TestSocketProtocol(t *testing.T) {
	t.Parallel()
	const protocol = "graphql-transport-ws"
	open := func(t *testing.T, protocol string) (*guardBundle, *websocket.Conn, func(string)) {
		t.Helper()
		b := newGuardBundle(t)
		b.as = b.allowed
		conn := b.dial(t, protocol)
		b.next(t, conn, protocol)
		return b, conn, func(message string) {
			t.Helper()
			require.NoError(t, conn.WriteMessage(websocket.TextMessage, []byte(message)))
		}
	}

	t.Run("SameIDLater", func(t *testing.T) {
		t.Parallel()
		b, conn, send := open(t, protocol)
		send(completeTicks)
		send(subscribeTicks)
		answerOf(t, conn, "next")
		for range 100 { // as soon as one is over
			send(`{"id":"2","type":"subscribe","payload":{"query":"{ open }"}}`)
			require.JSONEq(t, `{"open":1}`, string(answerOf(t, conn, "next").Data))
			answerOf(t, conn, "complete")
		}
		send(`{"id":"3","type":"subscribe","payload":{"query":"{ nothing }"}}`)
		require.Len(t, answerOf(t, conn, "next").Errors, 1)
		answerOf(t, conn, "complete")
		send(`{"id":"3","type":"subscribe","payload":{"query":"{ open }"}}`)
		require.Empty(t, answerOf(t, conn, "next").Errors)
		require.EqualValues(t, 103, b.resolved.Load())
	})
	t.Run("ErrSameID", func(t *testing.T) {
		t.Parallel()
		_, conn, send := open(t, protocol)
		send(subscribeTicks)
		requireClosed(t, conn, closeDuplicateID, "Subscriber for 1 already exists")
	})
	t.Run("ErrSameLongID", func(t *testing.T) {
		t.Parallel()
		b, conn, send := open(t, protocol)
		long := strings.ReplaceAll(subscribeTicks, `"1"`, `"`+strings.Repeat("€", 1000)+`"`)
		send(long)
		b.next(t, conn, protocol)
		send(long)
		requireClosed(t, conn, closeDuplicateID, "Subscriber for "+strings.Repeat("€", 36))
	})
	t.Run("ErrSecondInit", func(t *testing.T) {
		t.Parallel()
		for _, protocol := range []string{protocol, "graphql-ws"} {
			_, conn, send := open(t, protocol)
			send(`{"type":"connection_init"}`)
			requireClosed(t, conn, closeSecondInit, "Too many initialisation requests")
		}
	})
	t.Run("ErrUnreadable", func(t *testing.T) {
		t.Parallel()
		for _, message := range []string{`{"id":`, `{"id":5,"type":"subscribe"}`, `{"type":"nonsense"}`, `[]`} {
			_, conn, send := open(t, protocol)
			send(message)
			requireClosed(t, conn, closeBadRequest, "The message could not be read.")
		}
	})
	t.Run("ErrPayload", func(t *testing.T) {
		t.Parallel()
		_, conn, send := open(t, protocol)
		for _, payload := range []string{``, `,"payload":"x"`, `,"payload":{"query":"{ open }","variables":"x"}`} {
			send(`{"id":"2","type":"subscribe"` + payload + `}`)
			var message struct {
				ID, Type string
				Payload  []struct {
					Message    string
					Extensions struct{ Code fault.Code }
				}
			}
			require.NoError(t, conn.ReadJSON(&message))
			require.Equal(t, "2error", message.ID+message.Type)
			require.Len(t, message.Payload, 1)
			require.Contains(t, message.Payload[0].Message, "The payload must be a JSON object")
			require.Equal(t, fault.ValidationError, message.Payload[0].Extensions.Code)
			answerOf(t, conn, "complete")
		}
	})
}

// answerOf returns the payload of the next message of a type. It passes over the end of the
// operation 1, which a client that has ended it ignores.
func answerOf(t *testing.T, conn *websocket.Conn, kind string) (answer guardAnswer) {
	t.Helper()
	for {
		var message struct {
			ID, Type string
			Payload  json.RawMessage
		}
		require.NoError(t, conn.ReadJSON(&message))
		if message.ID == "1" && message.Type == "complete" {
			continue
		}
		require.Equal(t, kind, message.Type, "%s", message.Payload)
		if len(message.Payload) > 0 {
			require.NoError(t, json.Unmarshal(message.Payload, &answer))
		}
		return answer
	}
}

// requireClosed reads on until the server closes.
func requireClosed(t *testing.T, conn *websocket.Conn, code int, reason string) {
	t.Helper()
	require.NoError(t, conn.SetReadDeadline(time.Now().Add(time.Minute)))
	for {
		_, _, err := conn.ReadMessage()
		if err == nil {
			continue
		}
		var closed *websocket.CloseError
		require.ErrorAs(t, err, &closed)
		require.Equal(t, code, closed.Code)
		require.Equal(t, reason, closed.Text)
		return
	}
}
