package plaintext

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/firmhub/firmhub/internal/fault"
)

// maxKey is the maximum length of a folded text in bytes. A row of an index, which has other
// columns too, takes at most 2704 bytes on PostgreSQL. Two hundred letters usually fold to less,
// but a single ligature may fold to 33 bytes.
const maxKey = 2000

// Trim removes white space around a text, and the direction marks and zero-width spaces that copied
// text often has.
func Trim(s string) string {
	return strings.TrimFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u200B' || r == '\u2060' || r == '\uFEFF'
	})
}

// IsBlank reports whether a text has no visible characters.
func IsBlank(s string) bool {
	if s != "" && ' ' < s[0] && s[0] < unicode.MaxASCII {
		return false // most texts begin so
	}
	return Fold(s) == ""
}

// IsControl reports whether r is a control character or a line or paragraph separator.
func IsControl(r rune) bool { return unicode.IsControl(r) || unicode.In(r, unicode.Zl, unicode.Zp) }

// isControlInLines is [IsControl] for a text of several lines.
func isControlInLines(r rune) bool { return r != '\n' && r != '\t' && IsControl(r) }

// Check accepts a text of at most limit characters, which may be empty. It reports whether the text
// is valid.
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

// CheckName is [Check] for a text that must not be blank.
func CheckName(faults *fault.Details, field string, name *string, limit int) (ok bool) {
	ok = Check(faults, field, name, limit)
	if IsBlank(*name) {
		faults.Add(field, "is required")
		return false
	}
	return ok
}

// CheckLines accepts a text of several lines with at most limit characters that is not blank. It
// trims the text, and makes its line breaks the same. It reports whether the text is valid.
func CheckLines(faults *fault.Details, field string, text *string, limit int) (ok bool) {
	*text = Trim(strings.ReplaceAll(*text, "\r\n", "\n"))
	switch {
	case IsBlank(*text):
		faults.Add(field, "is required")
	case !utf8.ValidString(*text):
		faults.Add(field, "must be UTF-8")
	case strings.ContainsFunc(*text, isControlInLines):
		faults.Add(field, "must not hold control characters")
	case utf8.RuneCountInString(*text) > limit:
		faults.Add(field, "must have at most %d characters", limit)
	default:
		return true
	}
	return false
}

// CheckUnique is [CheckName] for a name whose [FoldCase] is a unique key.
func CheckUnique(faults *fault.Details, field string, name *string, limit int) {
	if CheckName(faults, field, name, limit) {
		CheckKey(faults, field, FoldCase(*name))
	}
}

// CheckKey accepts a key, which is a folded text, that is not too long for an index. It reports
// whether the key is valid.
func CheckKey(faults *fault.Details, field, key string) (ok bool) {
	if len(key) > maxKey {
		faults.Add(field, "has letters that take too much room")
		return false
	}
	return true
}
