// Package protocol encodes and decodes the messages of the SignalR hub protocol, in JSON and in MessagePack. It knows
// nothing of connections. The protocol is specified in
// https://github.com/dotnet/aspnetcore/blob/main/src/SignalR/docs/specs/HubProtocol.md; where clients differ from it, what
// @microsoft/signalr sends and accepts is followed.
package protocol

import "github.com/firmhub/firmhub/internal/fault"

// Protocol is one of the two encodings. It is safe for concurrent use.
type Protocol interface {
	// Name is the name of the protocol in the handshake: "json" or "messagepack".
	Name() string
	// Binary reports whether messages are sent in binary frames, rather than as text.
	Binary() bool
	// Next decodes the first message of data, and returns what follows it. It returns ok = false when data does not contain a
	// whole message yet; the caller limits the size of a message. An invalid message is ValidationError, whose text the
	// client may read; nothing can be decoded after it. The message keeps no reference to data.
	Next(data []byte) (m Message, rest []byte, ok bool, err error)
	// IsWhole reports whether data begins with a whole message, or with what Next refuses, when its first searched bytes alone did
	// not. It takes no longer for what was searched before.
	IsWhole(data []byte, searched int) bool
	// Append appends the encoded message with its frame to a slice, and returns that. It encodes what a hub sends:
	// Invocation, Completion, Ping, Close, Ack and Sequence; for other messages, and for values that encoding/json does not
	// encode, it returns an error and the slice as it was.
	Append(to []byte, m Message) ([]byte, error)
}

// JSON returns the protocol whose messages are JSON texts, each followed by the character 0x1e.
func JSON() Protocol { return jsonProtocol{} }

// MessagePack returns the protocol whose messages are MessagePack arrays, each preceded by its length. Values are encoded
// with the members that they have in JSON.
func MessagePack() Protocol { return messagePack{} }

// For returns the protocol that a handshake asks for. It returns ValidationError for an unknown protocol and for a version
// other than 1 and 2; version 2 adds Ack and Sequence.
func For(h Handshake) (Protocol, error) {
	if h.Version < 1 || h.Version > 2 {
		return nil, fault.New(fault.ValidationError, "Version %d of the protocol is not available; 1 and 2 are.", h.Version)
	}
	for _, p := range []Protocol{JSON(), MessagePack()} {
		if p.Name() == h.Protocol {
			return p, nil
		}
	}
	return nil, fault.New(fault.ValidationError, "Requested protocol '%s' is not available.", fault.Shown(h.Protocol))
}
