package protocol_test

import (
	"runtime/metrics"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/realtime/hub/protocol"
)

func FuzzJSON(f *testing.F) {
	for _, text := range validJSON {
		f.Add([]byte(text + "\x1e"))
	}
	for text := range invalidJSON {
		f.Add([]byte(text + "\x1e"))
	}
	f.Fuzz(func(t *testing.T, data []byte) { fuzz(t, protocol.JSON(), data) })
}

func FuzzMessagePack(f *testing.F) {
	for _, body := range validPacked {
		f.Add(framed(body))
	}
	for body := range invalidPacked {
		f.Add(framed(body))
	}
	f.Fuzz(func(t *testing.T, data []byte) { fuzz(t, protocol.MessagePack(), data) })
}

func FuzzHandshake(f *testing.F) {
	f.Add([]byte(`{"protocol":"json","version":1}` + "\x1e"))
	f.Add([]byte(`{"protocol":"messagepack","version":2}` + "\x1e\x02\x91\x06"))
	for text := range invalidHandshakes {
		f.Add([]byte(text + "\x1e"))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		h, rest, ok, err := protocol.ReadHandshake(data)
		switch {
		case err != nil:
			require.False(t, ok)
			require.True(t, fault.Is(err, fault.ValidationError))
		case !ok:
			require.Equal(t, data, rest)
			require.NotContains(t, string(data), "\x1e")
		default:
			require.NotEmpty(t, h.Protocol)
			require.GreaterOrEqual(t, h.Version, 0)
			require.Less(t, len(rest), len(data))
		}
	})
}

// fuzz decodes data, and encodes and decodes what it was: the same message again.
func fuzz(t *testing.T, p protocol.Protocol, data []byte) {
	t.Helper()
	before := allocated()
	m, rest, ok, err := p.Next(data)
	require.Less(t, allocated()-before, float64(1<<20+64*len(data)), "memory allocated for %d bytes", len(data))
	switch {
	case err != nil:
		require.False(t, ok)
		require.True(t, fault.Is(err, fault.ValidationError))
		return
	case !ok:
		require.Equal(t, data, rest)
		return
	}
	require.Less(t, len(rest), len(data))

	sent, compared := again(t, m)
	if !compared {
		return
	}
	encoded, err := p.Append([]byte("before"), sent)
	require.NoError(t, err)
	require.Equal(t, "before", string(encoded[:6]))
	decoded, compared := again(t, decode(t, p, encoded[6:]))
	require.True(t, compared)
	require.Equal(t, sent, decoded)
}

// again returns a received message as one to send, and whether a hub sends such messages.
func again(t *testing.T, m protocol.Message) (protocol.Message, bool) {
	t.Helper()
	switch m := m.(type) {
	case *protocol.Invocation:
		return &protocol.Invocation{ID: m.ID, Target: m.Target, Values: scalars(t, m.Arguments)}, true
	case *protocol.Completion:
		again := &protocol.Completion{ID: m.ID, HasResult: m.HasResult, Error: m.Error}
		if m.HasResult {
			again.Result = scalars(t, m.Received)[0]
		}
		return again, true
	case *protocol.StreamInvocation, *protocol.StreamItem, *protocol.CancelInvocation:
		return nil, false
	}
	return m, true
}

// scalars are the arguments, with 0 for those that can't be decoded. Numbers are float64, which is
// all that JSON preserves.
func scalars(t *testing.T, arguments protocol.Arguments) []any {
	t.Helper()
	values := make([]any, arguments.Len())
	for i := range values {
		if err := arguments.Decode(i, &values[i]); err != nil {
			require.True(t, fault.Is(err, fault.ValidationError))
			values[i] = float64(0)
		}
		if n, ok := values[i].(int64); ok {
			values[i] = float64(n)
		}
	}
	return values
}

// allocated is how many bytes this process has allocated so far.
func allocated() float64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return float64(sample[0].Value.Uint64())
}
