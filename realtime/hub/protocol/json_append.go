package protocol

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"unicode/utf8"
)

func (jsonProtocol) Append(to []byte, m Message) ([]byte, error) {
	start := len(to)
	to, err := appendMessage(to, m)
	if err != nil {
		return to[:start], err
	}
	return append(to, separator), nil
}

func appendMessage(to []byte, m Message) ([]byte, error) {
	switch m := m.(type) {
	case *Invocation:
		to = append(to, `{"type":1,`...)
		if m.ID != "" {
			to = append(to, `"invocationId":`...)
			to = appendString(to, m.ID)
			to = append(to, ',')
		}
		to = append(to, `"target":`...)
		to = appendString(to, m.Target)
		return appendArguments(append(to, `,"arguments":[`...), m.Values)
	case *Completion:
		to = append(to, `{"type":3,"invocationId":`...)
		to = appendString(to, m.ID)
		return appendOutcome(to, m)
	case Ping:
		return append(to, jsonPing...), nil
	case *Close:
		to = append(to, `{"type":7`...)
		if m.Error != "" {
			to = append(to, `,"error":`...)
			to = appendString(to, m.Error)
		}
		if m.AllowReconnect {
			to = append(to, `,"allowReconnect":true`...)
		}
		return append(to, '}'), nil
	case *Ack:
		return appendSequence(append(to, `{"type":8`...), m.SequenceID), nil
	case *Sequence:
		return appendSequence(append(to, `{"type":9`...), m.SequenceID), nil
	}
	return to, notSent(m)
}

// notSent is the error for a message that a hub never sends.
func notSent(m Message) error { return fmt.Errorf("protocol: a %T can't be encoded", m) }

// appendArguments appends the values and the end of an invocation.
func appendArguments(to []byte, values []any) ([]byte, error) {
	for i, value := range values {
		if i > 0 {
			to = append(to, ',')
		}
		var err error
		if to, err = appendJSON(to, value); err != nil {
			return to, fmt.Errorf("protocol: argument %d: %w", i+1, err)
		}
	}
	return append(to, `]}`...), nil
}

// appendOutcome appends the result or the error, and the end, of a completion.
func appendOutcome(to []byte, m *Completion) ([]byte, error) {
	switch {
	case m.Error != "":
		to = append(to, `,"error":`...)
		to = appendString(to, m.Error)
	case m.HasResult:
		var err error
		if to, err = appendJSON(append(to, `,"result":`...), m.Result); err != nil {
			return to, fmt.Errorf("protocol: result: %w", err)
		}
	}
	return append(to, '}'), nil
}

func appendSequence(to []byte, id int64) []byte {
	to = append(to, `,"sequenceId":`...)
	return append(strconv.AppendInt(to, id, 10), '}')
}

// appendString appends a string as JSON.
func appendString(to []byte, s string) []byte {
	to, _ = appendJSON(to, s) // every string can be encoded
	return to
}

// appendJSON appends a value as JSON without invalid UTF-8. A json.RawMessage may contain some, and
// a client would close its WebSocket for it.
func appendJSON(to []byte, value any) ([]byte, error) {
	start := len(to)
	buffer := bytes.NewBuffer(to)
	encoder := json.NewEncoder(buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return to, err
	}
	to = buffer.Bytes()[:buffer.Len()-1] // without the line feed of Encode
	if text := to[start:]; !utf8.Valid(text) {
		to = append(to[:start], bytes.ToValidUTF8(text, []byte("\ufffd"))...)
	}
	return to, nil
}
