package csvfile

import (
	"strings"
	"unicode/utf8"
)

// AppendCell appends a cell of CSV as RFC 4180 defines it, with commas between the cells. A text
// that contains a separator of any dialect of CSV is quoted.
//
// An apostrophe is written before any text that a spreadsheet would run as a formula: at the
// beginning of the cell, and after each semicolon, tab, vertical bar and line break in it. A
// spreadsheet that splits at that separator sees the beginning of a cell there. A [Reader] removes
// the apostrophes, and returns every text as it was. Numbers and phone numbers such as +351
// 212345678 are not changed.
//
// Write the first cell of a row by [AppendFirstCell].
func AppendCell(to []byte, text string) []byte {
	return appendCell(to, text, needsGuard(text, false) && !isNumber(text))
}

// AppendFirstCell appends the first cell of a row as [AppendCell] does, but writes the apostrophe
// before numbers with a sign too: in the row +55,0*A1, a spreadsheet that splits at semicolons sees
// a formula.
func AppendFirstCell(to []byte, text string) []byte {
	return appendCell(to, text, needsGuard(text, false))
}

// appendCell writes the apostrophe before the text if guard is set.
func appendCell(to []byte, text string, guard bool) []byte {
	if !strings.ContainsAny(text, separators+`",`) && !beginsInvisible(text) {
		if guard {
			to = append(to, '\'')
		}
		return append(to, text...)
	}
	to = append(to, '"')
	for more := true; more; guard = needsGuard(text, true) {
		var piece string
		piece, text, more = cutPiece(text)
		if guard {
			to = append(to, '\'')
		}
		to = appendDoubled(to, piece)
	}
	return append(to, '"')
}

// appendDoubled appends a text with its quotation marks doubled.
func appendDoubled(to []byte, text string) []byte {
	for i := range len(text) {
		if text[i] == '"' {
			to = append(to, '"')
		}
		to = append(to, text[i])
	}
	return to
}

// beginsInvisible reports whether a text begins with a character that readers may skip: a byte
// order mark at the beginning of a file, or a space.
func beginsInvisible(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	return text != "" && isInvisible(first)
}
