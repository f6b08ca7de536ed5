package protocol

import (
	"bytes"
	"slices"

	"github.com/tinylib/msgp/msgp"
)

// appendPackedValue appends a value with the members that it has in JSON. The value is first
// encoded as JSON, which follows the tags and the MarshalJSON of its type. A whole number of 64
// bits remains whole; any other number becomes a float64.
func appendPackedValue(to []byte, value any) ([]byte, error) {
	text, err := appendJSON(nil, value)
	if err != nil {
		return to, err
	}
	to, _ = repack(to, text)
	return to, nil
}

// repack appends the first value of valid JSON text as MessagePack, and returns the text after it.
func repack(to, text []byte) (packed, rest []byte) {
	if text, ok := skipTo(text, '{'); ok {
		return repackObject(to, text)
	}
	if text, ok := skipTo(text, '['); ok {
		return repackArray(to, text)
	}
	scalar, rest := firstValue(text)
	if scalar[0] == '"' {
		return repackString(to, scalar), rest
	}
	switch value := jsonScalar(scalar).(type) {
	case bool:
		to = msgp.AppendBool(to, value)
	case int64:
		to = msgp.AppendInt64(to, value)
	case float64:
		to = msgp.AppendFloat64(to, value)
	default:
		to = msgp.AppendNil(to)
	}
	return to, rest
}

func repackString(to, quoted []byte) []byte {
	if bytes.IndexByte(quoted, '\\') < 0 {
		return msgp.AppendStringFromBytes(to, quoted[1:len(quoted)-1])
	}
	return msgp.AppendString(to, unquote(quoted))
}

// repackArray appends an array. Its text begins after the bracket.
func repackArray(to, text []byte) (packed, rest []byte) {
	start := len(to)
	to = append(to, 0) // the header, if it has one byte
	var count uint32
	for {
		rest, end := skipTo(text, ']')
		if end {
			var header [5]byte
			return slices.Replace(to, start, start+1, msgp.AppendArrayHeader(header[:0], count)...), rest
		}
		to, text = repack(to, rest)
		text, _ = skipTo(text, ',')
		count++
	}
}

// repackObject appends an object. Its text begins after the brace. A member named __proto__ is left
// out: @msgpack/msgpack refuses a message with it, so a user could cut off every client of the firm
// with one notification.
func repackObject(to, text []byte) (packed, rest []byte) {
	start := len(to)
	to = append(to, 0) // the header, if it has one byte
	var count uint32
	for {
		rest, end := skipTo(text, '}')
		if end {
			var header [5]byte
			return slices.Replace(to, start, start+1, msgp.AppendMapHeader(header[:0], count)...), rest
		}
		quoted, rest := firstValue(rest)
		rest, _ = skipTo(rest, ':')
		if unquote(quoted) == "__proto__" {
			_, text = firstValue(rest)
		} else {
			to, text = repack(repackString(to, quoted), rest)
			count++
		}
		text, _ = skipTo(text, ',')
	}
}
