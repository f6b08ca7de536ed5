package protocol

import (
	"bytes"
	"encoding/json"
	"iter"
	"strconv"
	"strings"
)

// The functions of this file split text that is known to be valid JSON, without copying it.

// firstValue returns the first value of text, without the white space around it, and the text after
// it.
func firstValue(text []byte) (value, rest []byte) {
	text = bytes.TrimLeft(text, " \t\r\n")
	end := 0
	for depth := 0; end < len(text); {
		switch text[end] {
		case '"':
			end += stringLength(text[end:])
		case '{', '[':
			depth++
			end++
		case '}', ']':
			depth--
			end++
		case ',', ':':
			end++
			continue // inside an array or an object; a value at the top level would have ended before
		default:
			end += literalLength(text[end:])
		}
		if depth == 0 {
			break
		}
	}
	return text[:end], text[end:]
}

// stringLength returns the length of the string at the beginning of text, including its quotation
// marks.
func stringLength(text []byte) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(text)
}

// literalLength returns the length of the number, true, false, null or white space at the beginning
// of text.
func literalLength(text []byte) int {
	const space = " \t\r\n"
	if length := len(text) - len(bytes.TrimLeft(text, space)); length > 0 {
		return length
	}
	if length := bytes.IndexAny(text, space+",:]}"); length > 0 {
		return length
	}
	return len(text)
}

// skipTo returns the text after white space and one character c, and reports whether c was there.
func skipTo(text []byte, c byte) (rest []byte, ok bool) {
	text = bytes.TrimLeft(text, " \t\r\n")
	if len(text) > 0 && text[0] == c {
		return text[1:], true
	}
	return text, false
}

// elements are the values of an array.
func elements(array []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		rest, _ := skipTo(array, '[')
		for {
			if _, done := skipTo(rest, ']'); done || len(rest) == 0 {
				return
			}
			var value []byte
			value, rest = firstValue(rest)
			if !yield(value) {
				return
			}
			rest, _ = skipTo(rest, ',')
		}
	}
}

// members returns the names, not decoded, and the values of an object.
func members(object []byte) iter.Seq2[[]byte, []byte] {
	return func(yield func(name, value []byte) bool) {
		rest, _ := skipTo(object, '{')
		for {
			if _, done := skipTo(rest, '}'); done || len(rest) == 0 {
				return
			}
			var name, value []byte
			name, rest = firstValue(rest)
			rest, _ = skipTo(rest, ':')
			value, rest = firstValue(rest)
			if !yield(name, value) {
				return
			}
			rest, _ = skipTo(rest, ',')
		}
	}
}

// unquote returns the text of a string.
func unquote(quoted []byte) string {
	if bytes.IndexByte(quoted, '\\') < 0 {
		return string(quoted[1 : len(quoted)-1])
	}
	var s string
	_ = json.Unmarshal(quoted, &s) // it is a valid string
	return s
}

// number returns a number as an int64 if it is written as a whole number that fits, and else as a
// float64. The float64 is ±Inf for a number out of its range.
func number(text []byte) any {
	s := string(text)
	if !strings.ContainsAny(s, ".eE") {
		if n, err := strconv.ParseInt(s, 10, 64); err == nil {
			return n
		}
	}
	f, _ := strconv.ParseFloat(s, 64) // as JSON.parse, out of range is infinite
	return f
}
