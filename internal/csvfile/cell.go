package csvfile

import (
	"strings"
	"unicode/utf8"
)

// AppendCell appends a cell of CSV after RFC 4180, with commas between the cells. A text that a spreadsheet would run as a
// formula is made harmless by a leading apostrophe, which a [Reader] takes away again. A text of apostrophes before a character that
// formulas begin with gets one too, so that every text is read as it was written.
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

// unguard takes away the apostrophe that AppendCell writes. It does so before a number too: '+55 11x may have been mended to '+55 115.
func unguard(text string) string {
	if isQuoted(text) {
		return text[1:]
	}
	return text
}

// isGuarded reports whether AppendCell writes an apostrophe before a text.
func isGuarded(text string) bool { return isFormula(text) || isQuoted(text) }

// isQuoted reports whether a text is one with apostrophes before it that may be a formula.
func isQuoted(text string) bool {
	rest := strings.TrimLeft(text, "'")
	return len(rest) < len(text) && (beginsFormula(rest) || beginsNumber(rest))
}

// isFormula reports whether a spreadsheet would run a cell: a text that begins as formulas do, but is no number and no
// phone number such as +351 212345678, which other programs are to read as it is. It would compute +351 21-234.
func isFormula(text string) bool {
	return beginsFormula(text) ||
		beginsNumber(text) && strings.ContainsFunc(text[1:], func(c rune) bool { return (c < '0' || c > '9') && c != ' ' && c != '.' })
}

func beginsFormula(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	return strings.ContainsRune("=@\t\r\n＝＋－＠", first)
}

// beginsNumber reports whether a text begins with a sign, as numbers and formulas may.
func beginsNumber(text string) bool {
	return strings.HasPrefix(text, "+") || strings.HasPrefix(text, "-")
}
