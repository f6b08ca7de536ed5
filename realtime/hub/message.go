package hub

import (
	"encoding/binary"
	"log/slog"
	"sync"

	"github.com/firmhub/firmhub/realtime/hub/protocol"
)

// Message is a message to any number of clients. It is encoded at most once for each protocol.
type Message struct {
	target   string
	argument any
	json     encoding
	binary   encoding
}

// encoding is a message in one protocol. It is made when it is first needed.
type encoding struct {
	once sync.Once
	packet
}

// NewMessage returns a message that calls a method of the client with one argument. The argument is
// any value that encoding/json encodes. It must not change any more.
func NewMessage(target string, argument any) *Message {
	return &Message{target: target, argument: argument}
}

// packet returns the message in a protocol. If the message can't be encoded, it returns an empty
// packet and logs that once.
func (m *Message) packet(p protocol.Protocol) packet {
	e := &m.json
	if p.Binary() {
		e = &m.binary
	}
	e.once.Do(func() {
		e.packet = encode(p, &protocol.Invocation{Target: m.target, Values: []any{m.argument}})
	})
	return e.packet
}

// packet is an encoded message in a frame of a WebSocket. The frames of a server are not masked, so
// the same bytes are sent to all clients of a protocol. It is read-only.
type packet struct {
	frame []byte
	// header is the size of the frame's header. The other transports send the bytes after it.
	header int
}

func (p packet) payload() []byte { return p.frame[p.header:] }

// maxHeader is the size of the largest header of an unmasked frame (RFC 6455, section 5.2).
const maxHeader = 10

const (
	finalText   = 0x81
	finalBinary = 0x82
	length16    = 126
	length64    = 127
)

// encode returns an encoded message. If the message can't be encoded, it returns an empty packet
// and logs that.
func encode(p protocol.Protocol, m protocol.Message) packet {
	whole, err := p.Append(make([]byte, maxHeader), m)
	if err != nil {
		slog.Error("a message of the hub can't be encoded", "error", err)
		return packet{}
	}
	return framed(p.Binary(), whole)
}

// framed makes a packet of a payload that is preceded by maxHeader free bytes.
func framed(binaryFrame bool, whole []byte) packet {
	payload := len(whole) - maxHeader
	first := byte(finalText)
	if binaryFrame {
		first = finalBinary
	}
	var header []byte
	switch {
	case payload < length16:
		header = []byte{first, byte(payload)}
	case payload <= 0xffff:
		header = binary.BigEndian.AppendUint16([]byte{first, length16}, uint16(payload))
	default:
		header = binary.BigEndian.AppendUint64([]byte{first, length64}, uint64(payload))
	}
	frame := whole[maxHeader-len(header):]
	copy(frame, header)
	return packet{frame: frame, header: len(header)}
}

// The pings of the two protocols.
var (
	jsonPing   = encode(protocol.JSON(), protocol.Ping{})
	binaryPing = encode(protocol.MessagePack(), protocol.Ping{})
)

func pingOf(p protocol.Protocol) packet {
	if p.Binary() {
		return binaryPing
	}
	return jsonPing
}
