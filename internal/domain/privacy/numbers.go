package privacy

import (
	"slices"
	"strings"
)

// numbers are spellings of phones, in digits, by their first digit.
type numbers [10][]string

func (n *numbers) add(digits string) {
	if same := &n[digits[0]-'0']; !slices.Contains(*same, digits) {
		*same = append(*same, digits)
	}
}

// in reports whether a text has one of the numbers, whatever separates its digits. Before and after
// it there is no other digit, unless a separator is between: in a table the number may be next to
// another one.
func (n *numbers) in(text string) bool {
	inNumber := false
	for at := range len(text) {
		before := inNumber
		inNumber = isDigit(text[at])
		if before || !inNumber {
			continue
		}
		for _, known := range n[text[at]-'0'] {
			if begins(text[at:], known) {
				return true
			}
		}
	}
	return false
}

// begins reports whether a text begins with a number.
func begins(text, number string) bool {
	for i := range len(number) {
		if i > 0 {
			text = afterSeparators(text)
		}
		if text == "" || text[0] != number[i] {
			return false
		}
		text = text[1:]
	}
	return text == "" || !isDigit(text[0])
}

const noBreakSpace = "\u00a0"

// afterSeparators returns a text without what may stand between the digits of a number.
func afterSeparators(text string) string {
	for {
		switch {
		case text != "" && strings.IndexByte(" \t-()./", text[0]) >= 0:
			text = text[1:]
		case strings.HasPrefix(text, noBreakSpace):
			text = text[len(noBreakSpace):]
		default:
			return text
		}
	}
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
