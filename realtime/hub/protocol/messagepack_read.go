package protocol

import (
	"bytes"
	"math"
	"unicode/utf8"

	"github.com/tinylib/msgp/msgp"
)

// packedPing is a ping without its length.
const packedPing = "\x91\x06"

type messagePack struct{}

func (messagePack) Name() string { return "messagepack" }

func (messagePack) Binary() bool { return true }

func (messagePack) Next(data []byte) (m Message, rest []byte, ok bool, err error) {
	length, prefix, err := readLength(data)
	if err != nil {
		return nil, nil, false, err
	}
	if prefix == 0 || length > len(data)-prefix {
		return nil, data, false, nil
	}
	body, rest := data[prefix:prefix+length], data[prefix+length:]
	if string(body) == packedPing {
		return Ping{}, rest, true, nil
	}
	if m, err = readPacked(body); err != nil {
		return nil, nil, false, err
	}
	return m, rest, true, nil
}

func (messagePack) IsWhole(data []byte, _ int) bool {
	length, prefix, err := readLength(data)
	return err != nil || prefix > 0 && length <= len(data)-prefix
}

// readLength decodes the length of a message. It is a number of up to 31 bits in groups of 7, the
// lowest first; one more bit of each group says whether another group follows. readLength returns
// the number of bytes read, which is 0 when data does not contain all of them yet.
func readLength(data []byte) (length, prefix int, err error) {
	const longest = 5
	for i, b := range data[:min(len(data), longest)] {
		if i == longest-1 && b > 7 {
			return 0, 0, invalid("A message has at most 2 GiB.")
		}
		length |= int(b&0x7f) << (7 * i)
		if b&0x80 == 0 {
			return length, i + 1, nil
		}
	}
	return 0, 0, nil
}

// maxItems is the number of items of a message that are read. Items after them are ignored.
const maxItems = 6

// packed is a received message: its items, not decoded.
type packed [][]byte

func readPacked(body []byte) (Message, error) {
	if msgp.NextType(body) != msgp.ArrayType {
		return nil, invalid("A message must be an array in MessagePack.")
	}
	items, rest, err := splitArray(body, maxItems)
	if err != nil {
		return nil, err
	}
	if len(rest) > 0 {
		return nil, invalid("A message is shorter than its length says.")
	}
	return packed(items).message()
}

// splitArray splits an array. It returns at most limit items, and the bytes after the array.
func splitArray(array []byte, limit int) (items [][]byte, rest []byte, err error) {
	count, rest, err := msgp.ReadArrayHeaderBytes(array)
	if err != nil {
		return nil, nil, notPacked(err)
	}
	for range count {
		item := rest
		if rest, err = skipPacked(rest); err != nil {
			return nil, nil, err
		}
		if len(items) < limit {
			items = append(items, item[:len(item)-len(rest)])
		}
	}
	return items, rest, nil
}

// skipPacked returns the bytes after the first value. It allocates no memory for any part of the
// value, however deeply it is nested.
func skipPacked(data []byte) (rest []byte, err error) {
	for open := uint64(1); open > 0; open-- {
		if open > uint64(len(data)) {
			return nil, notPacked(msgp.ErrShortBytes) // each value has at least one byte
		}
		var count uint32
		switch msgp.NextType(data) { //nolint:exhaustive // the others contain no values
		case msgp.ArrayType:
			count, data, err = msgp.ReadArrayHeaderBytes(data)
			open += uint64(count)
		case msgp.MapType:
			count, data, err = msgp.ReadMapHeaderBytes(data)
			open += 2 * uint64(count)
		default:
			data, err = msgp.Skip(data)
		}
		if err != nil {
			return nil, notPacked(err)
		}
	}
	return data, nil
}

func notPacked(err error) error {
	return invalid("A message is not valid MessagePack.").Because(err)
}

// text returns an item that must be a string, or "" when it is absent or nil.
func (p packed) text(i int, name member) (string, error) {
	if i >= len(p) || msgp.IsNil(p[i]) {
		return "", nil
	}
	text, ok := scalar(p[i]).(string)
	if !ok {
		return "", invalid("The member %s must be a string in UTF-8.", name)
	}
	return text, nil
}

// required returns an item that must be a string with at least one character.
func (p packed) required(i int, name member) (string, error) {
	text, err := p.text(i, name)
	if err == nil && text == "" {
		return "", invalid("The member %s is missing.", name)
	}
	return text, err
}

// number returns an item that must be a whole number from 0.
func (p packed) number(i int, name member) (int64, error) {
	if i >= len(p) {
		return 0, invalid("The member %s is missing.", name)
	}
	if n, ok := whole(scalar(p[i])); ok && n >= 0 {
		return n, nil
	}
	return 0, invalid("The member %s must be a whole number, not negative.", name)
}

// flag returns an item that must be a boolean, or false when it is absent or nil.
func (p packed) flag(i int, name member) (bool, error) {
	if i >= len(p) || msgp.IsNil(p[i]) {
		return false, nil
	}
	flag, ok := scalar(p[i]).(bool)
	if !ok {
		return false, invalid("The member %s must be true or false.", name)
	}
	return flag, nil
}

// array returns the values of an item that must be an array of at most maxArguments values, as
// copies.
func (p packed) array(i int, name member) (packedArguments, error) {
	switch {
	case i >= len(p):
		return nil, invalid("The member %s is missing.", name)
	case msgp.NextType(p[i]) != msgp.ArrayType:
		return nil, invalid("The member %s must be an array.", name)
	}
	values, _, err := splitArray(bytes.Clone(p[i]), maxArguments+1)
	if err == nil && len(values) > maxArguments {
		return nil, invalid("The member %s has more than %d values.", name, maxArguments)
	}
	return values, err
}

// packedArguments are the values of an array, not decoded.
type packedArguments [][]byte

func (a packedArguments) Len() int { return len(a) }

func (a packedArguments) Decode(i int, into any) error {
	if i < 0 || i >= len(a) {
		return missing(i)
	}
	value := scalar(a[i])
	if value == nil && !msgp.IsNil(a[i]) {
		return mistyped(i, "a string, a finite number, true, false or null")
	}
	return assign(i, value, into)
}

// scalar returns an encoded value as nil, bool, string, int64 or float64. It returns nil for every
// value that is not a scalar in JSON: bytes, extensions, invalid UTF-8, infinite numbers, arrays
// and maps. The value must be complete.
func scalar(data []byte) any {
	switch msgp.NextType(data) { //nolint:exhaustive // the others are nil, or not in JSON
	case msgp.BoolType:
		b, _, _ := msgp.ReadBoolBytes(data)
		return b
	case msgp.StrType:
		if s, _, _ := msgp.ReadStringZC(data); utf8.Valid(s) {
			return string(s)
		}
	case msgp.IntType:
		n, _, _ := msgp.ReadInt64Bytes(data)
		return n
	case msgp.UintType:
		n, _, _ := msgp.ReadUint64Bytes(data)
		if n > math.MaxInt64 {
			return float64(n)
		}
		return int64(n)
	case msgp.Float32Type, msgp.Float64Type:
		if f, _, _ := msgp.ReadFloat64Bytes(data); !math.IsInf(f, 0) && !math.IsNaN(f) {
			return f
		}
	}
	return nil
}
