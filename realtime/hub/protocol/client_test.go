package protocol_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/realtime/hub/protocol"
)

// TestClient exchanges every message with the protocols of the official client from npm.
func TestClient(t *testing.T) {
	t.Parallel()
	eachProtocol(t, func(t *testing.T, p protocol.Protocol) {
		exchanged := exchange(t, p, []protocol.Message{
			&protocol.Invocation{Target: "ReceiveNotification", Values: []any{example()}},
			&protocol.Invocation{ID: "7", Target: "Ask", Values: []any{1, "two", nil}},
			&protocol.Invocation{Target: "Nothing"},
			&protocol.Completion{ID: "1"},
			&protocol.Completion{ID: "2", HasResult: true, Result: true},
			&protocol.Completion{ID: "3", HasResult: true},
			&protocol.Completion{ID: "4", Error: "There is no method Dance."},
			protocol.Ping{},
			&protocol.Close{},
			&protocol.Close{Error: "The server restarts.", AllowReconnect: true},
			&protocol.Ack{SequenceID: 1},
			&protocol.Sequence{SequenceID: 1 << 40},
		})

		invocation := exchanged.Received[0]
		require.InDelta(t, 1, invocation["type"], 0)
		require.Equal(t, "ReceiveNotification", invocation["target"])
		got, err := json.Marshal(invocation["arguments"])
		require.NoError(t, err)
		want, err := json.Marshal([]any{example()})
		require.NoError(t, err)
		require.JSONEq(t, string(want), string(got))

		for i, want := range []string{
			`{"type": 1, "invocationId": "7", "target": "Ask", "arguments": [1, "two", null]}`,
			`{"type": 1, "target": "Nothing", "arguments": []}`,
			`{"type": 3, "invocationId": "1"}`,
			`{"type": 3, "invocationId": "2", "result": true}`,
			`{"type": 3, "invocationId": "3", "result": null}`,
			`{"type": 3, "invocationId": "4", "error": "There is no method Dance."}`,
			`{"type": 6}`,
			`{"type": 7}`,
			`{"type": 7, "error": "The server restarts.", "allowReconnect": true}`,
			`{"type": 8, "sequenceId": 1}`,
			`{"type": 9, "sequenceId": 1099511627776}`,
		} {
			// The MessagePack protocol of the client adds empty members.
			got := exchanged.Received[i+1]
			delete(got, "headers")
			delete(got, "streamIds")
			if got["error"] == nil {
				delete(got, "error")
			}
			if got["allowReconnect"] == false {
				delete(got, "allowReconnect")
			}
			text, err := json.Marshal(got)
			require.NoError(t, err)
			require.JSONEq(t, want, string(text))
		}
	})
}

// TestClientSends decodes what the official client sends.
func TestClientSends(t *testing.T) {
	t.Parallel()
	eachProtocol(t, func(t *testing.T, p protocol.Protocol) {
		exchanged := exchange(t, p, []protocol.Message{protocol.Ping{}},
			`{"type": 1, "invocationId": "0", "target": "MarkRead", "arguments": ["ü\u001e€", 42, -1.5, true, null, 9007199254740991, [1, {"a": 2}]]}`,
			`{"type": 1, "target": "Notify", "arguments": [], "streamIds": ["1"], "headers": {"x": "y"}}`,
			`{"type": 2, "invocationId": "1", "item": {"a": [1]}}`,
			`{"type": 3, "invocationId": "1", "result": 5}`,
			`{"type": 3, "invocationId": "1", "error": "No."}`,
			`{"type": 3, "invocationId": "1"}`,
			`{"type": 4, "invocationId": "2", "target": "Stream", "arguments": [1], "streamIds": []}`,
			`{"type": 5, "invocationId": "2"}`,
			`{"type": 6}`,
			`{"type": 7}`,
			`{"type": 8, "sequenceId": 3}`,
			`{"type": 9, "sequenceId": 70000}`,
		)
		var got []protocol.Message
		for _, sent := range exchanged.Sent {
			got = append(got, decode(t, p, sent))
		}

		invocation := got[0].(*protocol.Invocation)
		require.Equal(t, "0", invocation.ID)
		require.Equal(t, "MarkRead", invocation.Target)
		require.False(t, invocation.Streams)
		require.Equal(t, []any{"ü\u001e€", int64(42), -1.5, true, nil, int64(math.MaxInt64 >> 10)}, values(t, invocation.Arguments, 6))
		var into any
		require.ErrorContains(t, invocation.Arguments.Decode(6, &into), "Argument 7 must be a string, ")

		streaming := got[1].(*protocol.Invocation)
		require.Empty(t, streaming.ID)
		require.True(t, streaming.Streams)
		require.Zero(t, streaming.Arguments.Len())

		completion := got[3].(*protocol.Completion)
		require.True(t, completion.HasResult)
		require.Equal(t, []any{int64(5)}, values(t, completion.Received, 1))

		got[0], got[1], got[3] = nil, nil, nil
		require.Equal(t, []protocol.Message{
			nil, nil,
			&protocol.StreamItem{ID: "1"},
			nil,
			&protocol.Completion{ID: "1", Error: "No."},
			&protocol.Completion{ID: "1"},
			&protocol.StreamInvocation{ID: "2", Target: "Stream"},
			&protocol.CancelInvocation{ID: "2"},
			protocol.Ping{},
			&protocol.Close{},
			&protocol.Ack{SequenceID: 3},
			&protocol.Sequence{SequenceID: 70000},
		}, got)
	})
}

// TestClientHandshake exchanges the handshake with the official client.
func TestClientHandshake(t *testing.T) {
	t.Parallel()
	eachProtocol(t, func(t *testing.T, p protocol.Protocol) {
		exchanged := exchange(t, p, []protocol.Message{protocol.Ping{}})
		h, rest, ok, err := protocol.ReadHandshake(exchanged.Request)
		require.NoError(t, err)
		require.True(t, ok)
		require.Empty(t, rest)
		require.Equal(t, protocol.Handshake{Protocol: p.Name(), Version: 2}, h)
		chosen, err := protocol.For(h)
		require.NoError(t, err)
		require.Equal(t, p, chosen)

		require.JSONEq(t, `{"error": "Try \"json\"."}`, string(exchanged.Handshake.Answer))
		require.Equal(t, "rest", string(exchanged.Handshake.Rest))
	})
}

// exchanged is what the client decoded and encoded.
type exchanged struct {
	Received  []map[string]any
	Sent      [][]byte
	Request   []byte
	Handshake struct {
		Answer json.RawMessage
		Rest   []byte
	}
}

// exchange makes the official client decode messages of a server, and encode messages of its own,
// which are passed as JSON.
func exchange(t *testing.T, p protocol.Protocol, received []protocol.Message, sent ...string) (e exchanged) {
	t.Helper()
	var encoded []byte
	for _, m := range received {
		var err error
		encoded, err = p.Append(encoded, m)
		require.NoError(t, err)
	}
	messages := []json.RawMessage{}
	for _, m := range sent {
		messages = append(messages, json.RawMessage(m))
	}
	input, err := json.Marshal(map[string]any{
		"protocol":  p.Name(),
		"received":  encoded,
		"sent":      messages,
		"handshake": append(protocol.AppendHandshake(nil, `Try "json".`), "rest"...),
	})
	require.NoError(t, err)
	node := exec.CommandContext(t.Context(), "node", "../../../test/clients/signalr-protocol.js")
	node.Stdin = bytes.NewReader(input)
	output, err := node.Output()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		t.Fatalf("%s", exit.Stderr)
	}
	require.NoError(t, err, "the npm clients need Node: make test installs it")
	require.NoError(t, json.Unmarshal(output, &e))
	return e
}
