package protocol_test

import (
	"encoding/binary"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/realtime/hub/protocol"
)

// validPacked are the examples of the specification, and what clients vary.
var validPacked = []string{
	"\x96\x01\x80\xa3xyz\xa6method\x91\x2a\x90",
	"\x96\x01\x80\xc0\xa6method\x91\x2a\x90",
	"\x96\x01\x82\xa1x\xa1y\xa1z\xa1z\xa3xyz\xa6method\x91\x2a\x90",
	"\x95\x01\x80\xc0\xa6method\x90",
	"\x96\x01\x80\xc0\xa1T\x93\xcb\x40\x08\x00\x00\x00\x00\x00\x00\xcf\xff\xff\xff\xff\xff\xff\xff\xff\xc4\x01\x00\x91\xa11",
	"\x98\x01\x80\xc0\xa1T\x90\xc0\x81\xa1a\x91\x90\xd6\xff\x00\x00\x00\x00",
	"\x94\x02\x80\xa3xyz\x2a",
	"\x95\x03\x80\xa3xyz\x01\xa5Error",
	"\x94\x03\x80\xa3xyz\x02",
	"\x95\x03\x80\xa3xyz\x03\x2a",
	"\x96\x04\x80\xa3xyz\xa6method\x91\x2a\x90",
	"\x93\x05\x80\xa3xyz",
	"\x91\x06",
	"\x92\x07\xa3xyz",
	"\x93\x07\xc0\xc3",
	"\x92\x08\xcc\x24",
	"\x92\x09\xcc\x13",
	"\xdc\x00\x01\xd3\x00\x00\x00\x00\x00\x00\x00\x06",
}

var invalidPacked = map[string]string{
	"":                                 "must be an array",
	"\x06":                             "must be an array",
	"\xc1":                             "must be an array",
	"\x81\x06\x06":                     "must be an array",
	"\x90":                             "The member type is missing.",
	"\x91":                             "not valid MessagePack",
	"\x91\xc1":                         "not valid MessagePack",
	"\x92\x06\xa2a":                    "not valid MessagePack",
	"\x91\x06\x06":                     "shorter than its length",
	"\x91\xa16":                        "The member type must be a whole number",
	"\x91\xff":                         "The member type must be a whole number",
	"\x91\x91\x06":                     "The member type must be a whole number",
	"\x91\x00":                         "There is no message type 0.",
	"\x91\x0a":                         "There is no message type 10.",
	"\x92\x06\xdd\xff\xff\xff\xff":     "not valid MessagePack",
	"\x92\x06\xdf\xff\xff\xff\xff":     "not valid MessagePack",
	"\x92\x06\xdb\xff\xff\xff\xff":     "not valid MessagePack",
	"\x92\x06\xc6\xff\xff\xff\xff":     "not valid MessagePack",
	"\x92\x06\xc9\xff\xff\xff\xff\x00": "not valid MessagePack",
	"\xdd\xff\xff\xff\xff\x06":         "not valid MessagePack",
	"\x92\x06" + strings.Repeat("\x91", 30<<10):                "not valid MessagePack",
	"\x92\x06" + strings.Repeat("\xdd\xff\xff\xff\xff", 6<<10): "not valid MessagePack",
	"\x91\x01":                      "The member target is missing.",
	"\x95\x01\xc0\xc0\xa1T\x90":     "The headers must be a map.",
	"\x95\x01\x80\x01\xa1T\x90":     "The member invocationId must be a string",
	"\x95\x01\x80\xa1\xff\xa1T\x90": "The member invocationId must be a string in UTF-8.",
	"\x95\x01\x80\xc0\xc0\x90":      "The member target is missing.",
	"\x95\x01\x80\xc0\xa0\x90":      "The member target is missing.",
	"\x94\x01\x80\xc0\xa1T":         "The member arguments is missing.",
	"\x95\x01\x80\xc0\xa1T\xc0":     "The member arguments must be an array.",
	"\x95\x01\x80\xc0\xa1T\xdc\x00\x21" + strings.Repeat("\x00", 33): "The member arguments has more than 32 values.",
	"\x96\x01\x80\xc0\xa1T\x90\x01":                                  "The member streamIds must be an array.",
	"\x92\x02\x80":                                                   "The member invocationId is missing.",
	"\x93\x03\x80\xa11":                                              "The member result is missing.",
	"\x94\x03\x80\xc0\x02":                                           "The member invocationId is missing.",
	"\x94\x03\x80\xa11\x01":                                          "The member error is missing.",
	"\x94\x03\x80\xa11\x03":                                          "The member result is missing.",
	"\x94\x03\x80\xa11\x04":                                          "There is no kind of result 4.",
	"\x93\x04\x80\xa11":                                              "The member target is missing.",
	"\x93\x04\x80\xc0":                                               "The member invocationId is missing.",
	"\x93\x05\x80\xc0":                                               "The member invocationId is missing.",
	"\x93\x05\x80\x80":                                               "The member invocationId must be a string",
	"\x92\x07\x01":                                                   "The member error must be a string",
	"\x93\x07\xc0\x01":                                               "The member allowReconnect must be true or false.",
	"\x91\x08":                                                       "The member sequenceId is missing.",
	"\x92\x08\xff":                                                   "The member sequenceId must be a whole number",
	"\x92\x09\xc0":                                                   "The member sequenceId must be a whole number",
}

// framed puts the length of a message before it.
func framed(body string) []byte {
	return append(binary.AppendUvarint(nil, uint64(len(body))), body...)
}

func TestMessagePack(t *testing.T) {
	t.Parallel()
	p := protocol.MessagePack()
	var got []protocol.Message
	for _, body := range validPacked {
		got = append(got, decode(t, p, framed(body)))
	}
	m := got[2].(*protocol.Invocation)
	require.Equal(t, "xyz", m.ID)
	require.Equal(t, "method", m.Target)
	require.Equal(t, []any{int64(42)}, values(t, m.Arguments, 1))
	require.False(t, m.Streams)

	m = got[4].(*protocol.Invocation)
	require.True(t, m.Streams)
	require.Equal(t, []any{3.0, 18446744073709551615.0}, values(t, m.Arguments, 2))
	var value any
	require.ErrorContains(t, m.Arguments.Decode(2, &value), "Argument 3 must be a string, ", "bytes are no string")

	require.Equal(t, []protocol.Message{
		protocol.Ping{},
		&protocol.Close{Error: "xyz"},
		&protocol.Close{AllowReconnect: true},
		&protocol.Ack{SequenceID: 36},
		&protocol.Sequence{SequenceID: 19},
		protocol.Ping{},
	}, got[12:])
}

func TestMessagePackRefused(t *testing.T) {
	t.Parallel()
	for body, want := range invalidPacked {
		_, _, ok, err := protocol.MessagePack().Next(framed(body))
		require.False(t, ok)
		require.ErrorContains(t, err, want, "%x", body)
		require.True(t, fault.Is(err, fault.ValidationError))
	}
	_, _, ok, err := protocol.MessagePack().Next([]byte("\xff\xff\xff\xff\x08"))
	require.False(t, ok)
	require.ErrorContains(t, err, "at most 2 GiB")
}

func TestMessagePackFrames(t *testing.T) {
	t.Parallel()
	p := protocol.MessagePack()
	m, data, ok, err := p.Next([]byte("\x02\x91\x06\x82\x00\x91\x06\x02\x91"))
	require.NoError(t, err)
	require.True(t, ok)
	require.Equal(t, protocol.Ping{}, m)
	m, data, ok, err = p.Next(data)
	require.NoError(t, err)
	require.True(t, ok, "a length may be longer than necessary")
	require.Equal(t, protocol.Ping{}, m)
	for _, incomplete := range []string{"", string(data), "\xff", "\xff\xff\xff\xff", "\xff\xff\xff\xff\x07\x91\x06"} {
		m, rest, ok, err := p.Next([]byte(incomplete))
		require.NoError(t, err)
		require.False(t, ok)
		require.Nil(t, m)
		require.Equal(t, incomplete, string(rest))
	}
}

// TestMessagePackKeepsNothing changes the buffer of a message, as a reader does that reuses it.
func TestMessagePackKeepsNothing(t *testing.T) {
	t.Parallel()
	data := framed("\x95\x01\x80\xa11\xa1T\x91\xa1a")
	m := decode(t, protocol.MessagePack(), data).(*protocol.Invocation)
	clear(data)
	require.Equal(t, "T", m.Target)
	require.Equal(t, []any{"a"}, values(t, m.Arguments, 1))
}

// TestAppendMessagePack encodes the examples of the specification, and a length of two bytes.
func TestAppendMessagePack(t *testing.T) {
	t.Parallel()
	p := protocol.MessagePack()
	for want, m := range map[string]protocol.Message{
		validPacked[0]:         &protocol.Invocation{ID: "xyz", Target: "method", Values: []any{42}},
		validPacked[1]:         &protocol.Invocation{Target: "method", Values: []any{42}},
		validPacked[7]:         &protocol.Completion{ID: "xyz", Error: "Error"},
		validPacked[8]:         &protocol.Completion{ID: "xyz"},
		validPacked[9]:         &protocol.Completion{ID: "xyz", HasResult: true, Result: 42},
		"\x91\x06":             protocol.Ping{},
		"\x93\x07\xa3xyz\xc2":  &protocol.Close{Error: "xyz"},
		"\x93\x07\xc0\xc3":     &protocol.Close{AllowReconnect: true},
		"\x92\x08\x24":         &protocol.Ack{SequenceID: 36},
		"\x92\x09\xd1\x03\xe8": &protocol.Sequence{SequenceID: 1000},
		"\x96\x01\x80\xc0\xa1T\x91\x81\xa1a\xcb\x3f\xf8\x00\x00\x00\x00\x00\x00\x90": &protocol.Invocation{Target: "T", Values: []any{map[string]float64{"a": 1.5}}},
	} {
		got, err := p.Append(nil, m)
		require.NoError(t, err)
		require.Equal(t, framed(want), got, "%#v", m)
	}

	long := strings.Repeat("x", 300)
	got, err := p.Append([]byte("before"), &protocol.Close{Error: long})
	require.NoError(t, err)
	require.Equal(t, "before\xb2\x02\x93\x07\xda\x01\x2c"+long+"\xc2", string(got))
}

// TestReservedName leaves out a member that the client of npm refuses, with everything else in the
// message.
func TestReservedName(t *testing.T) {
	t.Parallel()
	metadata := json.RawMessage(`{"a": 1, "__proto__": {"b": [2]}, "c": {"\u005f_proto__": null}, "d": 4}`)
	exchanged := exchange(t, protocol.MessagePack(), []protocol.Message{&protocol.Invocation{Target: "T", Values: []any{metadata}}})
	require.Equal(t, []any{map[string]any{"a": 1.0, "c": map[string]any{}, "d": 4.0}}, exchanged.Received[0]["arguments"])
}
