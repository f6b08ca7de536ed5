package password

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/firmhub/firmhub/internal/fault"
)

// The minimum and maximum length of a password in characters.
const (
	minLength = 8
	maxLength = 128
)

// Validate adds a fault for every rule that a password breaks. A password has 8 to 128 characters,
// among them a lower-case letter, an upper-case letter, a digit and a symbol. A symbol is
// punctuation, a sign or a space. A password is never trimmed.
func Validate(faults *fault.Details, field, password string) {
	if password == "" {
		faults.Add(field, "is required")
		return
	}
	switch length := utf8.RuneCountInString(password); {
	case length < minLength:
		faults.Add(field, "must have at least %d characters", minLength)
	case length > maxLength:
		faults.Add(field, "must have at most %d characters", maxLength)
	}
	for _, kind := range []struct {
		name string
		is   func(rune) bool
	}{
		{"a lower-case letter", unicode.IsLower},
		{"an upper-case letter", unicode.IsUpper},
		{"a digit", unicode.IsDigit},
		{"a symbol", isSymbol},
	} {
		if !strings.ContainsFunc(password, kind.is) {
			faults.Add(field, "must have %s", kind.name)
		}
	}
}

func isSymbol(r rune) bool { return unicode.IsPunct(r) || unicode.IsSymbol(r) || r == ' ' }

// CheckGiven adds a fault for a password that can't be right. It must not be empty, nor longer than
// passwords are.
func CheckGiven(faults *fault.Details, field, password string) {
	switch {
	case password == "":
		faults.Add(field, "is required")
	case utf8.RuneCountInString(password) > maxLength:
		faults.Add(field, "must have at most %d characters", maxLength)
	}
}
