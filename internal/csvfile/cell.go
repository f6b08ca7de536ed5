package csvfile

import (
	"strings"
	"unicode/utf8"
)

// AppendCell appends a cell of CSV after RFC 4180, with commas between the cells. A text that a spreadsheet would run as a
// formula is made harmless by a leading apostrophe, which a [Reader] takes away again. A text of apostrophes before a formula
// gets one too, so that every text is read as it was written.
func AppendCell(to []byte, text string) []byte {
	guard := isGuarded(text)
	if !strings.ContainsAny(text, "\",\r\n") && !strings.HasPrefix(text, " ") {
		if guard {
			to = append(to, '\'')
		}
		return append(to, text...)
	}
	to = append(to, '"')
	if guard {
		to = append(to, '\'')
	}
	for i := range len(text) {
		if text[i] == '"' {
			to = append(to, '"')
		}
		to = append(to, text[i])
	}
	return append(to, '"')
}

// unguard takes away the apostrophe that AppendCell writes before a formula, and no other.
func unguard(text string) string {
	if strings.HasPrefix(text, "'") && isGuarded(text) {
		return text[1:]
	}
	return text
}

// isGuarded reports whether a text is a formula, or one with apostrophes before it.
func isGuarded(text string) bool { return isFormula(strings.TrimLeft(text, "'")) }

// isFormula reports whether a spreadsheet would run a cell: a text that begins as formulas do, but is no number and no
// phone number such as +351 212345678, which other programs are to read as it is.
func isFormula(text string) bool {
	first, size := utf8.DecodeRuneInString(text)
	switch first {
	case '=', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠':
		return true
	case '+', '-':
		return strings.ContainsFunc(text[size:], func(c rune) bool { return (c < '0' || c > '9') && c != ' ' && c != '.' })
	}
	return false
}
