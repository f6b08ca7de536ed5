package protocol_test

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/realtime/hub/protocol"
)

// TestAppendFails leaves the slice as it was for what can't be encoded.
func TestAppendFails(t *testing.T) {
	t.Parallel()
	eachProtocol(t, func(t *testing.T, p protocol.Protocol) {
		for name, m := range map[string]protocol.Message{
			"argument 2: json: unsupported type": &protocol.Invocation{Target: "T", Values: []any{1, make(chan int)}},
			"argument 1: json: unsupported valu": &protocol.Invocation{Target: "T", Values: []any{math.NaN()}},
			"argument 1: json: error calling Ma": &protocol.Invocation{Target: "T", Values: []any{json.RawMessage(`{"a":`)}},
			"result: json: unsupported type":     &protocol.Completion{ID: "1", HasResult: true, Result: func() {}},
			"a *protocol.StreamInvocation can't": &protocol.StreamInvocation{ID: "1", Target: "T"},
			"a *protocol.StreamItem can't":       &protocol.StreamItem{ID: "1"},
			"a *protocol.CancelInvocation can't": &protocol.CancelInvocation{ID: "1"},
		} {
			got, err := p.Append([]byte("before"), m)
			require.ErrorContains(t, err, name)
			require.Equal(t, "before", string(got))
		}
	})
}

// TestDecode stores arguments in each type, and refuses those of other types.
func TestDecode(t *testing.T) {
	t.Parallel()
	eachProtocol(t, func(t *testing.T, p protocol.Protocol) {
		encoded, err := p.Append(nil, &protocol.Invocation{Target: "T", Values: []any{
			"text", true, 5, 2.5, nil, []int{1}, map[string]int{"a": 1}, json.Number("1e3"), uint64(math.MaxUint64), -1,
		}})
		require.NoError(t, err)
		arguments := decode(t, p, encoded).(*protocol.Invocation).Arguments

		var text string
		require.NoError(t, arguments.Decode(0, &text))
		require.Equal(t, "text", text)
		var flag bool
		require.NoError(t, arguments.Decode(1, &flag))
		require.True(t, flag)
		var whole int64
		require.NoError(t, arguments.Decode(2, &whole))
		require.EqualValues(t, 5, whole)
		require.NoError(t, arguments.Decode(7, &whole))
		require.EqualValues(t, 1000, whole)
		var number float64
		require.NoError(t, arguments.Decode(3, &number))
		require.InDelta(t, 2.5, number, 0)
		require.NoError(t, arguments.Decode(9, &number))
		require.InDelta(t, -1, number, 0)
		var value any
		require.NoError(t, arguments.Decode(4, &value))
		require.Nil(t, value)

		require.EqualError(t, arguments.Decode(4, &text), "ValidationError: Argument 5 must be a string.")
		require.EqualError(t, arguments.Decode(0, &flag), "ValidationError: Argument 1 must be true or false.")
		require.EqualError(t, arguments.Decode(3, &whole), "ValidationError: Argument 4 must be a whole number.")
		require.EqualError(t, arguments.Decode(8, &whole), "ValidationError: Argument 9 must be a whole number.")
		require.EqualError(t, arguments.Decode(0, &number), "ValidationError: Argument 1 must be a number.")
		require.ErrorContains(t, arguments.Decode(5, &value), "Argument 6 must be a string, ")
		require.ErrorContains(t, arguments.Decode(6, &value), "Argument 7 must be a string, ")
		require.EqualError(t, arguments.Decode(10, &value), "ValidationError: Argument 11 is missing.")
		require.EqualError(t, arguments.Decode(-1, &value), "ValidationError: Argument 0 is missing.")
		var other []string
		require.ErrorContains(t, arguments.Decode(0, &other), "*[]string")
	})
}

func BenchmarkAppend(b *testing.B) {
	for _, p := range []protocol.Protocol{protocol.JSON(), protocol.MessagePack()} {
		for name, m := range map[string]protocol.Message{
			"notification": &protocol.Invocation{Target: "ReceiveNotification", Values: []any{example()}},
			"count":        &protocol.Invocation{Target: "UnreadCount", Values: []any{12}},
			"ack":          &protocol.Ack{SequenceID: 12345},
		} {
			b.Run(p.Name()+"/"+name, func(b *testing.B) {
				b.ReportAllocs()
				to := make([]byte, 0, 4<<10)
				for b.Loop() {
					if _, err := p.Append(to, m); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func BenchmarkNext(b *testing.B) {
	for _, p := range []protocol.Protocol{protocol.JSON(), protocol.MessagePack()} {
		for name, m := range map[string]protocol.Message{
			"ping":       protocol.Ping{},
			"invocation": &protocol.Invocation{ID: "12", Target: "MarkRead", Values: []any{example().ID}},
		} {
			data, err := p.Append(nil, m)
			require.NoError(b, err)
			b.Run(p.Name()+"/"+name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, _, _, err := p.Next(data); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
