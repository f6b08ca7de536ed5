package protocol_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/realtime/hub/protocol"
)

var validJSON = []string{
	`{"type":1,"invocationId":"0","target":"MarkRead","arguments":["a\u001eb\\\"}{][",1,-2.5,1e2,true,false,null,[{}],{"a":[]}]}`,
	` { "arguments" : [ ] , "target" : "T" , "type" : 1 , "headers" : { "a" : "b" } , "extra" : [ { } , 1 ] , "invocationId" : null } `,
	`{"type":1,"t\u0061rget":"T","arguments":[],"streamIds":["1"],"Target":"other","extra":1,"extra":2}`,
	`{"type":2,"invocationId":"1","item":1}`,
	`{"type":3,"invocationId":"1","result":null}`,
	`{"type":3,"invocationId":"1","error":"No."}`,
	`{"type":4,"invocationId":"1","target":"T","arguments":[]}`,
	`{"type":5,"invocationId":"1"}`,
	`{"type":6}`,
	`{"type": 6}`,
	`{"type":7,"error":null,"allowReconnect":true}`,
	`{"type":8,"sequenceId":1}`,
	`{"type":9,"sequenceId":9223372036854775807}`,
}

var invalidJSON = map[string]string{
	``:                                       "must be a JSON object",
	`null`:                                   "must be a JSON object",
	`[1]`:                                    "must be a JSON object",
	`{"type":6`:                              "must be a JSON object",
	`{"type":6}{"type":6}`:                   "must be a JSON object",
	"{\"type\":6,\"a\":\"\xff\"}":            "in UTF-8",
	"{\"type\":6,\"a\":\"\x00\"}":            "must be a JSON object",
	`{}`:                                     "The member type is missing.",
	`{"type":null}`:                          "The member type is missing.",
	`{"type":"6"}`:                           "The member type must be a whole number",
	`{"type":6.5}`:                           "The member type must be a whole number",
	`{"type":-1}`:                            "The member type must be a whole number",
	`{"type":99999999999999999999999}`:       "The member type must be a whole number",
	`{"type":0}`:                             "There is no message type 0.",
	`{"type":10}`:                            "There is no message type 10.",
	`{"type":6,"type":6}`:                    "The member type occurs twice.",
	`{"type":null,"ty\u0070e":6}`:            "The member type occurs twice.",
	`{"type":1,"arguments":[]}`:              "The member target is missing.",
	`{"type":1,"target":"","arguments":[]}`:  "The member target is missing.",
	`{"type":1,"target":5,"arguments":[]}`:   "The member target must be a string.",
	`{"type":1,"target":"T"}`:                "The member arguments is missing.",
	`{"type":1,"target":"T","arguments":{}}`: "The member arguments must be an array.",
	`{"type":1,"target":"T","arguments":[` + zeros(33) + `]}`: "The member arguments has more than 32 values.",
	`{"type":1,"target":"T","arguments":[],"streamIds":1}`:    "The member streamIds must be an array.",
	`{"type":1,"invocationId":1,"target":"T","arguments":[]}`: "The member invocationId must be a string.",
	`{"type":2}`: "The member invocationId is missing.",
	`{"type":3}`: "The member invocationId is missing.",
	`{"type":3,"invocationId":"1","error":1}`:                "The member error must be a string.",
	`{"type":3,"invocationId":"1","error":"No.","result":1}`: "a result or an error, not both",
	`{"type":4,"target":"T"}`:                                "The member invocationId is missing.",
	`{"type":4,"invocationId":"1"}`:                          "The member target is missing.",
	`{"type":5,"invocationId":{}}`:                           "The member invocationId must be a string.",
	`{"type":7,"error":1}`:                                   "The member error must be a string.",
	`{"type":7,"allowReconnect":"no"}`:                       "The member allowReconnect must be true or false.",
	`{"type":8}`:                                             "The member sequenceId is missing.",
	`{"type":8,"sequenceId":-1}`:                             "The member sequenceId must be a whole number",
	`{"type":9,"sequenceId":"1"}`:                            "The member sequenceId must be a whole number",
}

func zeros(n int) string { return strings.TrimSuffix(strings.Repeat("0,", n), ",") }

func TestJSON(t *testing.T) {
	t.Parallel()
	p := protocol.JSON()
	for _, text := range validJSON {
		decode(t, p, []byte(text+"\x1e"))
	}

	m := decode(t, p, []byte(validJSON[0]+"\x1e")).(*protocol.Invocation)
	require.Equal(t, 9, m.Arguments.Len())
	require.Equal(t, []any{"a\x1eb\\\"}{][", int64(1), -2.5, 100.0, true, false, nil}, values(t, m.Arguments, 7))
	m = decode(t, p, []byte(validJSON[1]+"\x1e")).(*protocol.Invocation)
	require.Equal(t, "T", m.Target)
	require.Empty(t, m.ID)
	m = decode(t, p, []byte(validJSON[2]+"\x1e")).(*protocol.Invocation)
	require.Equal(t, "T", m.Target, "names are case-sensitive")
	require.True(t, m.Streams)
}

func TestJSONRefused(t *testing.T) {
	t.Parallel()
	for text, want := range invalidJSON {
		_, _, ok, err := protocol.JSON().Next([]byte(text + "\x1e"))
		require.False(t, ok)
		require.ErrorContains(t, err, want, text)
		require.True(t, fault.Is(err, fault.ValidationError))
	}
}

func TestJSONFrames(t *testing.T) {
	t.Parallel()
	p := protocol.JSON()
	data := []byte("{\"type\":6}\x1e{\"type\":8,\"sequenceId\":5}\x1e{\"type\":")
	m, data, ok, err := p.Next(data)
	require.NoError(t, err)
	require.True(t, ok)
	require.Equal(t, protocol.Ping{}, m)
	m, data, ok, err = p.Next(data)
	require.NoError(t, err)
	require.True(t, ok)
	require.Equal(t, &protocol.Ack{SequenceID: 5}, m)
	m, data, ok, err = p.Next(data)
	require.NoError(t, err)
	require.False(t, ok)
	require.Nil(t, m)
	require.Equal(t, `{"type":`, string(data))
}

// TestJSONKeepsNothing changes the buffer of a message, as a reader does that reuses it.
func TestJSONKeepsNothing(t *testing.T) {
	t.Parallel()
	data := []byte(validJSON[0] + "\x1e")
	m := decode(t, protocol.JSON(), data).(*protocol.Invocation)
	clear(data)
	require.Equal(t, "MarkRead", m.Target)
	require.Equal(t, []any{"a\x1eb\\\"}{]["}, values(t, m.Arguments, 1))
}

func TestAppendJSON(t *testing.T) {
	t.Parallel()
	got, err := protocol.JSON().Append([]byte("before "), &protocol.Invocation{
		ID: "\"1\"\x1e", Target: "T", Values: []any{json.RawMessage("{ \"a\": \"<\xff\" }"), nil},
	})
	require.NoError(t, err)
	require.Equal(t, `before {"type":1,"invocationId":"\"1\"\u001e","target":"T","arguments":[{"a":"<`+"\ufffd"+`"},null]}`+"\x1e", string(got))
}
