package csvfile

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// separators are the characters, other than the comma, at which a reader may split. In x,"a;b" a
// reader that splits at semicolons sees the cells x,"a and b": there the quotation mark is not at
// the beginning of a cell. For a reader that splits at commas, it is.
const separators = ";|\t\r\n"

// formulaStarts are the first characters of a cell that a spreadsheet may run. Some spreadsheets
// skip tabs and line breaks.
const formulaStarts = "=+-@\t\r\n＝＋－＠"

// cutPiece returns the text up to and including its first separator, and the text after it. CRLF is
// one separator.
func cutPiece(text string) (piece, rest string, found bool) {
	end := strings.IndexAny(text, separators)
	if end < 0 {
		return text, "", false
	}
	if strings.HasPrefix(text[end:], "\r\n") {
		end++
	}
	return text[:end+1], text[end+1:], true
}

// needsGuard reports whether an apostrophe is written before a text: at the beginning of a cell, or
// after a separator inside the cell. Apostrophes before a formula get one more, so that a reader
// knows which one to remove.
func needsGuard(text string, inside bool) bool {
	text = strings.TrimLeftFunc(strings.TrimLeft(text, "'"), isSkipped)
	switch {
	case text == "":
		return inside // Otherwise the closing quotation mark would open a cell that begins at the end of the row.
	case inside && (text[0] == '\n' || strings.HasPrefix(text, "\r\n")):
		return false // an empty cell, or an empty line
	}
	first, _ := utf8.DecodeRuneInString(text)
	return strings.ContainsRune(formulaStarts, first)
}

// isNumber reports whether a text is a number or a phone number, which other programs should read
// unchanged. +351 21-234 is not, because a spreadsheet would compute it.
func isNumber(text string) bool {
	text = strings.TrimLeftFunc(text, isSkipped)
	return text != "" && (text[0] == '+' || text[0] == '-') && strings.Trim(text[1:], "0123456789 .") == ""
}

// unguard removes the apostrophes that AppendCell has written. It removes one before a number, too:
// somebody may have corrected '+55 11x to '+55 115.
func unguard(text string) string {
	if !strings.Contains(text, "'") {
		return text
	}
	var kept strings.Builder
	for inside := false; ; inside = true {
		if strings.HasPrefix(text, "'") && needsGuard(text, inside) {
			text = text[1:]
		}
		piece, rest, more := cutPiece(text)
		if !inside && !more {
			return text
		}
		kept.WriteString(piece)
		if !more {
			return kept.String()
		}
		text = rest
	}
}

// isSkipped reports whether a formula may begin after a character: an invisible one, or a quotation
// mark. To a reader that sees the beginning of a cell before it, a pair of quotation marks is an
// empty quotation.
func isSkipped(c rune) bool { return c == '"' || isInvisible(c) && c != '\t' && c != '\r' && c != '\n' }

// isInvisible reports whether a character is invisible: white space, control and format characters,
// and other ignored characters.
func isInvisible(c rune) bool {
	if ' ' < c && c < unicode.MaxASCII { // most texts begin so
		return false
	}
	return unicode.In(c, unicode.White_Space, unicode.Cc, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}
