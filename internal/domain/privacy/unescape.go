package privacy

import (
	"strconv"
	"strings"
	"unicode/utf16"
)

// unescaped returns JSON with the characters for which the escapes in its strings stand. An escape
// that ends in a letter, such as \n, would seem to belong to the word after it. The result is only
// searched: it need not be JSON. Decoding the JSON of all events of a firm would take several times
// as long.
func unescaped(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	for {
		at := strings.IndexByte(text, '\\')
		if at < 0 || at+1 == len(text) {
			b.WriteString(text)
			return b.String()
		}
		b.WriteString(text[:at])
		text = text[at+1:]
		if unit, ok := codeUnit(text); ok {
			text = text[hexEscape:]
			if utf16.IsSurrogate(unit) && strings.HasPrefix(text, `\`) {
				if second, ok := codeUnit(text[1:]); ok {
					unit, text = utf16.DecodeRune(unit, second), text[1+hexEscape:]
				}
			}
			b.WriteRune(unit)
			continue
		}
		b.WriteByte(escapedBy(text[0]))
		text = text[1:]
	}
}

// hexEscape is the length of an escape such as u003c.
const hexEscape = 5

// codeUnit returns the character of the escape at the beginning of a text, if it has its number. It
// is a half of one beyond U+FFFF.
func codeUnit(text string) (rune, bool) {
	if len(text) < hexEscape || text[0] != 'u' {
		return 0, false
	}
	unit, err := strconv.ParseUint(text[1:hexEscape], 16, 16)
	return rune(unit), err == nil
}

// escapedBy returns the character for which a letter after a backslash stands.
func escapedBy(c byte) byte {
	switch c {
	case 'b':
		return '\b'
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	}
	return c
}
