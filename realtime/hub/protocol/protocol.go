// Package protocol encodes and decodes the messages of the SignalR hub protocol, in JSON and in
// MessagePack. It does not depend on connections. The protocol is specified in
// https://github.com/dotnet/aspnetcore/blob/main/src/SignalR/docs/specs/HubProtocol.md. Where
// clients differ from the specification, the package follows @microsoft/signalr.
package protocol

import "github.com/firmhub/firmhub/internal/fault"

// Protocol is one of the two encodings. It is safe for concurrent use.
type Protocol interface {
	// Name is the name of the protocol in the handshake: "json" or "messagepack".
	Name() string
	// Binary reports whether messages are sent in binary frames rather than as text.
	Binary() bool
	// Next decodes the first message of data, and returns the bytes after it. It returns ok = false
	// when data does not contain a whole message yet; the caller limits the size of a message. For
	// an invalid message it returns ValidationError, whose text the client may read, and nothing
	// after that message can be decoded. The message keeps no reference to data.
	Next(data []byte) (m Message, rest []byte, ok bool, err error)
	// IsWhole reports whether data begins with a whole message, or with bytes that Next refuses.
	// The caller knows that the first searched bytes alone did not. IsWhole takes no longer for the
	// bytes that were searched before.
	IsWhole(data []byte, searched int) bool
	// Append appends the encoded message with its frame to a slice, and returns the slice. It
	// encodes the messages that a hub sends: Invocation, Completion, Ping, Close, Ack and Sequence.
	// For other messages, and for values that encoding/json does not encode, it returns an error
	// and the slice unchanged.
	Append(to []byte, m Message) ([]byte, error)
}

// JSON returns the protocol whose messages are JSON texts, each followed by the character 0x1e.
func JSON() Protocol { return jsonProtocol{} }

// MessagePack returns the protocol whose messages are MessagePack arrays, each preceded by its
// length. Values are encoded with the members that they have in JSON.
func MessagePack() Protocol { return messagePack{} }

// For returns the protocol that a handshake requests. It returns ValidationError for an unknown
// protocol and for a version other than 1 and 2. Version 2 adds Ack and Sequence.
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
