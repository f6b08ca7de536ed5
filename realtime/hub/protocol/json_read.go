package protocol

import (
	"bytes"
	"encoding/json"
	"math"
	"unicode/utf8"
)

// separator ends every message in JSON, and the handshake.
const separator = 0x1e

// jsonPing is what clients send every 15 seconds.
const jsonPing = `{"type":6}`

type jsonProtocol struct{}

func (jsonProtocol) Name() string { return "json" }

func (jsonProtocol) Binary() bool { return false }

func (jsonProtocol) Next(data []byte) (m Message, rest []byte, ok bool, err error) {
	end := bytes.IndexByte(data, separator)
	if end < 0 {
		return nil, data, false, nil
	}
	text, rest := data[:end], data[end+1:]
	if string(text) == jsonPing {
		return Ping{}, rest, true, nil
	}
	object, err := readObject(text)
	if err != nil {
		return nil, nil, false, err
	}
	if m, err = object.message(); err != nil {
		return nil, nil, false, err
	}
	return m, rest, true, nil
}

func (jsonProtocol) IsWhole(data []byte, searched int) bool {
	return bytes.IndexByte(data[searched:], separator) >= 0
}

// member is the name of a member that the protocol defines.
type member string

const (
	memberType           member = "type"
	memberInvocationID   member = "invocationId"
	memberTarget         member = "target"
	memberArguments      member = "arguments"
	memberStreamIDs      member = "streamIds"
	memberResult         member = "result"
	memberError          member = "error"
	memberAllowReconnect member = "allowReconnect"
	memberSequenceID     member = "sequenceId"
	memberProtocol       member = "protocol" // of a handshake
	memberVersion        member = "version"  // of a handshake
)

// jsonObject is a received object: the values of its known members, not decoded.
type jsonObject struct {
	typ, invocationID, target, arguments, streamIDs, result, error, allowReconnect, sequenceID, protocol, version []byte
}

// field returns the place for the value of a member, or nil for a member that the protocol does not
// define.
func (o *jsonObject) field(name member) *[]byte {
	switch name {
	case memberType:
		return &o.typ
	case memberInvocationID:
		return &o.invocationID
	case memberTarget:
		return &o.target
	case memberArguments:
		return &o.arguments
	case memberStreamIDs:
		return &o.streamIDs
	case memberResult:
		return &o.result
	case memberError:
		return &o.error
	case memberAllowReconnect:
		return &o.allowReconnect
	case memberSequenceID:
		return &o.sequenceID
	case memberProtocol:
		return &o.protocol
	case memberVersion:
		return &o.version
	}
	return nil
}

// readObject splits a JSON object into its members. It returns ValidationError for any other value,
// for invalid UTF-8, and when a member that the protocol defines occurs twice. encoding/json would
// accept these, and names in any case. Unknown members are ignored.
func readObject(text []byte) (*jsonObject, error) {
	if !utf8.Valid(text) || !json.Valid(text) {
		return nil, invalid("A message must be a JSON object in UTF-8.")
	}
	if text, _ = firstValue(text); text[0] != '{' {
		return nil, invalid("A message must be a JSON object in UTF-8.")
	}
	o := &jsonObject{}
	for quoted, value := range members(text) {
		name := member(unquote(quoted))
		field := o.field(name)
		switch {
		case field == nil:
		case *field != nil:
			return nil, invalid("The member %s occurs twice.", name)
		default:
			*field = value
		}
	}
	return o, nil
}

// text returns a member that must be a string, or "" when it is absent or null.
func (o *jsonObject) text(name member) (string, error) {
	value := *o.field(name)
	switch {
	case isNull(value):
		return "", nil
	case value[0] != '"':
		return "", invalid("The member %s must be a string.", name)
	}
	return unquote(value), nil
}

// required returns a member that must be a string with at least one character.
func (o *jsonObject) required(name member) (string, error) {
	text, err := o.text(name)
	if err == nil && text == "" {
		return "", invalid("The member %s is missing.", name)
	}
	return text, err
}

// number returns a member that must be a whole number from 0 to limit.
func (o *jsonObject) number(name member, limit int64) (int64, error) {
	value := *o.field(name)
	if isNull(value) {
		return 0, invalid("The member %s is missing.", name)
	}
	if n, ok := jsonScalar(value).(int64); ok && n >= 0 && n <= limit {
		return n, nil
	}
	return 0, invalid("The member %s must be a whole number, not negative.", name)
}

// flag returns a member that must be a boolean, or false when it is absent or null.
func (o *jsonObject) flag(name member) (bool, error) {
	value := *o.field(name)
	if isNull(value) {
		return false, nil
	}
	flag, ok := jsonScalar(value).(bool)
	if !ok {
		return false, invalid("The member %s must be true or false.", name)
	}
	return flag, nil
}

// isNull reports whether a member is absent or null.
func isNull(value []byte) bool { return len(value) == 0 || value[0] == 'n' }

// array returns the values of a member that must be an array of at most maxArguments values, as
// copies.
func (o *jsonObject) array(name member) (jsonArguments, error) {
	value := *o.field(name)
	switch {
	case isNull(value):
		return nil, invalid("The member %s is missing.", name)
	case value[0] != '[':
		return nil, invalid("The member %s must be an array.", name)
	}
	values := jsonArguments{}
	for element := range elements(bytes.Clone(value)) {
		if len(values) == maxArguments {
			return nil, invalid("The member %s has more than %d values.", name, maxArguments)
		}
		values = append(values, element)
	}
	return values, nil
}

// jsonArguments are the values of an array, not decoded.
type jsonArguments [][]byte

func (a jsonArguments) Len() int { return len(a) }

func (a jsonArguments) Decode(i int, into any) error {
	if i < 0 || i >= len(a) {
		return missing(i)
	}
	if c := a[i][0]; c == '[' || c == '{' {
		return mistyped(i, "a string, a number, true, false or null")
	}
	value := jsonScalar(a[i])
	if f, ok := value.(float64); ok && math.IsInf(f, 0) {
		return mistyped(i, "a smaller number")
	}
	return assign(i, value, into)
}

// jsonScalar returns a JSON value as nil, bool, string, int64 or float64. It returns nil for an
// array or an object.
func jsonScalar(text []byte) any {
	switch text[0] {
	case '"':
		return unquote(text)
	case 't':
		return true
	case 'f':
		return false
	case 'n', '[', '{':
		return nil
	}
	return number(text)
}
