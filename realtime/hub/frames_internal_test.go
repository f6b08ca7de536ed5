package hub

import (
	"bytes"
	"encoding/binary"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"
)

// Opcodes and the bit of the last frame of a message (RFC 6455, section 5.2).
const (
	continued  = 0x00
	textFrame  = 0x01
	finalFrame = 0x80
	pingFrame  = 0x89
	masked     = 0x80
)

// frame returns a frame as clients send it, masked with zeros.
func frame(first byte, payload string) []byte {
	f := []byte{first, masked | length16}
	f = binary.BigEndian.AppendUint16(f, uint16(len(payload))) //nolint:gosec // payloads of tests are short
	if len(payload) < length16 {
		f = []byte{first, masked | byte(len(payload))}
	}
	return append(append(f, 0, 0, 0, 0), payload...)
}

// TestFrames sends frames by hand: a message may come in fragments, with pings between them. What
// is no frame of a client ends the connection.
func TestFrames(t *testing.T) {
	t.Parallel()
	t.Run("OK", func(t *testing.T) {
		t.Parallel()
		b := newBench(t, nil)
		p, status := b.dial("ann", "")
		require.Equal(t, 101, status)
		pongs := 0
		p.SetPongHandler(func(data string) error {
			pongs++
			require.Equal(t, "between", data)
			return nil
		})
		write := func(frames ...[]byte) {
			_, err := p.NetConn().Write(bytes.Join(frames, nil))
			require.NoError(t, err)
		}
		write(frame(textFrame, handshake[:5]))
		write(frame(pingFrame, "between"), frame(continued, ""))
		write(frame(continued, handshake[5:9]), frame(finalFrame|continued, handshake[9:]))
		require.Equal(t, "{}", p.next())
		// Two messages and a part of a third in the fragments of one frame, each byte by itself.
		write(frame(textFrame, echo))
		for _, c := range []byte(echo + echo[:10]) {
			write(frame(continued, string(c)))
		}
		write(frame(pingFrame, "between"), frame(finalFrame|continued, ""), frame(finalFrame|textFrame, echo[10:]))
		for range 3 {
			require.JSONEq(t, `{"type":3,"invocationId":"1","result":"x"}`, p.next())
		}
		require.Equal(t, 2, pongs)
	})
	long := string(bytes.Repeat([]byte{' '}, maxReceived/2))
	for name, bad := range map[string][]byte{
		"ErrUnmasked":       append([]byte{finalFrame | textFrame, byte(len(echo))}, echo...),
		"ErrReservedBits":   frame(finalFrame|0x40|textFrame, echo),
		"ErrOpcode":         frame(finalFrame|0x03, echo),
		"ErrContinuation":   frame(finalFrame|continued, echo),
		"ErrInterleaved":    append(frame(textFrame, echo[:5]), frame(finalFrame|textFrame, echo)...),
		"ErrFragmentedPing": frame(0x09, "x"),
		"ErrLongPing":       frame(pingFrame, string(make([]byte, 126))),
		"ErrLength":         append([]byte{finalFrame | textFrame, masked | length64}, bytes.Repeat([]byte{0xff}, 8)...),
		"ErrFragmentsTooLarge": bytes.Join([][]byte{
			frame(textFrame, long), frame(continued, long), frame(finalFrame|continued, " "),
		}, nil),
		"ErrCloseCode": frame(0x88, "\x00\x01"),
		"ErrUTF8":      frame(finalFrame|textFrame, "{\"type\":\"\xff\"}"+end),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t, nil)
			p, c := b.connect("", "1")
			_, err := p.NetConn().Write(bad)
			require.NoError(t, err)
			last := p.next()
			for !strings.HasPrefix(last, "error: ") {
				require.Contains(t, last, `{"type":7,"error":`)
				last = p.next()
			}
			require.Eventually(t, func() bool { return c.now() == ended }, patience, time.Millisecond)
		})
	}
	t.Run("ClosedByClient", func(t *testing.T) {
		t.Parallel()
		b := newBench(t, nil)
		p, c := b.connect("", "1")
		require.NoError(t, p.WriteControl(websocket.CloseMessage, nil, time.Now().Add(patience)))
		p.cut()
		require.Eventually(t, func() bool { return c.now() == ended }, patience, time.Millisecond)
	})
}
