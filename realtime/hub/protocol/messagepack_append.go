package protocol

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/tinylib/msgp/msgp"
)

func (messagePack) Append(to []byte, m Message) ([]byte, error) {
	start := len(to)
	to, err := appendPacked(to, m)
	if err != nil {
		return to[:start], err
	}
	var prefix [binary.MaxVarintLen64]byte
	length := binary.PutUvarint(prefix[:], uint64(len(to)-start)) //nolint:gosec // not negative
	return slices.Insert(to, start, prefix[:length]...), nil
}

// appendPacked appends a message without its length.
func appendPacked(to []byte, m Message) ([]byte, error) {
	switch m := m.(type) {
	case *Invocation:
		to = appendHead(to, 6, typeInvocation)
		if m.ID == "" {
			to = msgp.AppendNil(to)
		} else {
			to = msgp.AppendString(to, m.ID)
		}
		to = msgp.AppendString(to, m.Target)
		to = msgp.AppendArrayHeader(to, uint32(len(m.Values))) //nolint:gosec // a handful
		for i, value := range m.Values {
			var err error
			if to, err = appendPackedValue(to, value); err != nil {
				return to, fmt.Errorf("protocol: argument %d: %w", i+1, err)
			}
		}
		return msgp.AppendArrayHeader(to, 0), nil // of streams
	case *Completion:
		return appendPackedCompletion(to, m)
	case Ping:
		return append(to, packedPing...), nil
	case *Close:
		to = append(to, 0x93, typeClose)
		if m.Error == "" {
			to = msgp.AppendNil(to)
		} else {
			to = msgp.AppendString(to, m.Error)
		}
		return msgp.AppendBool(to, m.AllowReconnect), nil
	case *Ack:
		return msgp.AppendInt64(append(to, 0x92, typeAck), m.SequenceID), nil
	case *Sequence:
		return msgp.AppendInt64(append(to, 0x92, typeSequence), m.SequenceID), nil
	}
	return to, notSent(m)
}

// appendHead appends the beginning of a message with headers: its length, its type, and an empty
// map of headers.
func appendHead(to []byte, items, typ byte) []byte {
	const array, emptyMap = 0x90, 0x80
	return append(to, array|items, typ, emptyMap)
}

func appendPackedCompletion(to []byte, m *Completion) ([]byte, error) {
	switch {
	case m.Error != "":
		to = msgp.AppendString(appendHead(to, 5, typeCompletion), m.ID)
		return msgp.AppendString(append(to, resultError), m.Error), nil
	case m.HasResult:
		to = msgp.AppendString(appendHead(to, 5, typeCompletion), m.ID)
		to, err := appendPackedValue(append(to, resultValue), m.Result)
		if err != nil {
			return to, fmt.Errorf("protocol: result: %w", err)
		}
		return to, nil
	}
	to = msgp.AppendString(appendHead(to, 4, typeCompletion), m.ID)
	return append(to, resultVoid), nil
}
