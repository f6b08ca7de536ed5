package graph

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/fault"
)

// A document with several faults is answered with each of them, and the socket can be used
// afterwards.
func TestSocketDocumentOfTwoFaults(t *testing.T) {
	t.Parallel()
	for protocol, types := range map[string]struct{ start, data string }{
		"graphql-transport-ws": {"subscribe", "next"}, "graphql-ws": {"start", "data"},
	} {
		t.Run(protocol, func(t *testing.T) {
			t.Parallel()
			b := newSocketBundle(t, time.Now().Add(time.Hour))
			b.protocol = protocol
			b.open(t)
			require.NoError(t, b.conn.SetReadDeadline(time.Now().Add(time.Minute)))

			b.send(t, `{"id":"1","type":"`+types.start+`","payload":{"query":"{ a b }"}}`)
			type listed struct {
				Message    string
				Extensions struct{ Code fault.Code }
			}
			var answer struct{ Errors []listed }
			require.NoError(t, json.Unmarshal(b.answer(t, "1", types.data), &answer))
			require.Len(t, answer.Errors, 2)
			for i, name := range []string{"a", "b"} {
				require.Contains(t, answer.Errors[i].Message, `"`+name+`"`)
				require.Equal(t, fault.ValidationError, answer.Errors[i].Extensions.Code)
			}

			b.send(t, `{"id":"2","type":"`+types.start+`","payload":{"query":"{ __typename }"}}`)
			require.Contains(t, string(b.answer(t, "2", types.data)), `{"data":{"__typename":"Query"},"extensions":{"cost":`)

			b.send(t, `{"id":"3","type":"`+types.start+`","payload":{"query":"{ __schema {`+aliased(300, "types { name }")+` } }"}}`)
			refused := string(b.answer(t, "3", types.data))
			require.Contains(t, refused, `"extensions":{"code":"ValidationError"`)
			require.Contains(t, refused, `"data":null,"extensions":{"cost":{"cost":1201,`)
		})
	}
}

// answer returns the payload of the next message of an operation and type. It passes over pings and
// completions.
func (b *socketBundle) answer(t *testing.T, id, kind string) json.RawMessage {
	t.Helper()
	for {
		var message struct {
			ID, Type string
			Payload  json.RawMessage
		}
		require.NoError(t, b.conn.ReadJSON(&message))
		switch {
		case message.ID == "" || message.Type == "complete":
		default:
			require.Equal(t, id+kind, message.ID+message.Type, "%s", message.Payload)
			return message.Payload
		}
	}
}
