package plaintext

import (
	"strings"
	"unicode/utf8"
)

// Fit makes a text of anybody fit for [Check]: it trims the text, puts a space for each control
// character and each line break, and U+FFFD for what is not UTF-8. A text of more than limit
// characters is cut, and ends with "…". For a limit of 0 or less it is "".
func Fit(text string, limit int) string { return fit(text, limit, IsControl) }

// FitLines is [Fit] for [CheckLines]: line breaks and tabs stay.
func FitLines(text string, limit int) string {
	return fit(strings.ReplaceAll(text, "\r\n", "\n"), limit, isControlInLines)
}

func fit(text string, limit int, isRefused func(rune) bool) string {
	text = Trim(strings.Map(func(r rune) rune {
		if isRefused(r) {
			return ' '
		}
		return r // U+FFFD for a byte that is not UTF-8
	}, text))
	if limit <= 0 {
		return ""
	}
	if len(text) <= limit || utf8.RuneCountInString(text) <= limit {
		return text
	}
	at := 0
	for range limit - 1 {
		_, size := utf8.DecodeRuneInString(text[at:])
		at += size
	}
	return text[:at] + "…"
}
