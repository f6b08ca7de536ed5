package hub

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/realtime/hub/protocol"
)

func TestFlow(t *testing.T) {
	t.Parallel()
	// arrive counts so many in each of many intervals, and returns how many were allowed before the
	// first that was not.
	arrive := func(from, interval time.Duration, each, intervals int) int {
		var f flow
		for i := range intervals {
			for n := range each {
				if !f.allow(from+time.Duration(i)*interval, 1, maxPerSecond) {
					return i*each + n
				}
			}
		}
		return each * intervals
	}
	for name, c := range map[string]struct {
		from, interval        time.Duration
		each, intervals, want int
	}{
		"below the limit, from any time": {time.Hour + 999*time.Millisecond, time.Second / 930, 1, 60_000, 60_000},
		"at the limit":                   {0, time.Millisecond, 1, 60_000, 60_000},
		"gathered by a slow client":      {0, time.Second, 930, 60, 60 * 930},
		"all at once":                    {time.Hour, 0, 1, 2000, maxPerSecond},
		"twice the limit":                {time.Hour, time.Millisecond, 2, 2000, 2*maxPerSecond - 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, arrive(c.from, c.interval, c.each, c.intervals))
		})
	}
}

// TestSocketFlow counts frames by their headers, and large payloads by their bytes alone.
func TestSocketFlow(t *testing.T) {
	t.Parallel()
	// arrive reads so many frames at a time, each with a payload, and returns how many were allowed
	// at once.
	arrive := func(frames, header, payload int) (allowed int) {
		var f socketFlow
		for f.begin(0) && f.read(0, frames*(header+payload)) && allowed < 1_000_000 {
			f.payload(frames * payload)
			allowed += frames
		}
		return allowed
	}
	require.Equal(t, maxHeadersPerSecond/6, arrive(1, 6, 0)-1, "empty frames")
	require.InDelta(t, maxHeadersPerSecond/6, arrive(80, 6, 0), 160, "many with one read")
	require.Greater(t, arrive(1, 8, 200), maxPerSecond-1)
	require.Equal(t, maxBytesPerSecond/(8<<10+8), arrive(1, 8, 8<<10), "large frames")
}

// TestPieces sends a large message one byte at a time, with nothing between them: each byte is
// looked at once.
func TestPieces(t *testing.T) { //nolint:paralleltest // What the process allocates is measured.
	text := strings.Repeat("x", maxMessage-1000)
	for name, p := range map[string]protocol.Protocol{"json": protocol.JSON(), "messagepack": protocol.MessagePack()} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, nil)
			whole, err := p.Append(nil, &protocol.Invocation{Target: "Tell", Values: []any{text}})
			require.NoError(t, err)
			_, c := b.connect("", "1")
			c.receiving.Lock()
			defer c.receiving.Unlock()
			c.protocol = p
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			c.partial = append(c.partial, whole[0])
			var got []byte
			for i := range whole[1:] {
				if got != nil || c.withPartial(nil) != nil {
					t.Fatalf("%d bytes are not the whole message", i+1)
				}
				got = c.withPartial(whole[i+1 : i+2])
			}
			runtime.ReadMemStats(&after)
			require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(2<<20))
			require.Nil(t, c.partial)
			require.Equal(t, whole, got)
		})
	}
}
