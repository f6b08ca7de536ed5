// Package line checks the texts of one line that people enter: names above all. Every check trims its text and notes
// what is wrong with it.
package line

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/fold"
)

// maxKey is the length of a folded text in bytes that fits into an index with room for the columns beside it: a row of
// one takes 2704 bytes on PostgreSQL. Of the letters that people write, even 200 fold to less; but a single ligature may
// fold to 33 bytes.
const maxKey = 2000

// Trim cuts what surrounds a text without being seen: white space, and the direction marks and zero-width spaces that
// come along when it is copied from elsewhere.
func Trim(s string) string {
	return strings.TrimFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u200B' || r == '\u2060' || r == '\uFEFF'
	})
}

// IsBlank tells whether there is nothing to read in a text.
func IsBlank(s string) bool { return fold.Text(s) == "" }

// IsControl is true of control characters and of whatever else ends a line.
func IsControl(r rune) bool { return unicode.IsControl(r) || unicode.In(r, unicode.Zl, unicode.Zp) }

// Check takes any text of at most limit characters, also none. It tells whether nothing was wrong.
func Check(faults *fault.Details, field string, text *string, limit int) (ok bool) {
	*text = Trim(*text)
	switch {
	case !utf8.ValidString(*text):
		faults.Add(field, "must be UTF-8")
	case strings.ContainsFunc(*text, IsControl):
		faults.Add(field, "must not hold control characters")
	case utf8.RuneCountInString(*text) > limit:
		faults.Add(field, "must have at most %d characters", limit)
	default:
		return true
	}
	return false
}

// CheckName is [Check] of a text that must be there to read.
func CheckName(faults *fault.Details, field string, name *string, limit int) (ok bool) {
	ok = Check(faults, field, name, limit)
	if IsBlank(*name) {
		faults.Add(field, "is required")
		return false
	}
	return ok
}

// CheckUnique is [CheckName] of a name by whose [fold.Case] rows are told apart.
func CheckUnique(faults *fault.Details, field string, name *string, limit int) {
	if CheckName(faults, field, name, limit) {
		CheckKey(faults, field, fold.Case(*name))
	}
}

// CheckKey refuses a text whose folded form, the key, does not fit into an index.
func CheckKey(faults *fault.Details, field, key string) {
	if len(key) > maxKey {
		faults.Add(field, "has letters that take too much room")
	}
}
