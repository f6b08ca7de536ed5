package auth

import (
	"net/mail"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/fold"
)

// How long a password may be, in characters.
const (
	minPassword = 8
	maxPassword = 128
)

// maxEmail is the longest e-mail address that mail can carry, in bytes.
const maxEmail = 254

// ValidatePassword notes every rule that a password breaks: 8 to 128 characters, among them a lower-case letter, an
// upper-case letter, a digit and a symbol. A symbol is punctuation, a sign or a space. A password is never trimmed.
func ValidatePassword(faults *fault.Details, field, password string) {
	if password == "" {
		faults.Add(field, "is required")
		return
	}
	switch length := utf8.RuneCountInString(password); {
	case length < minPassword:
		faults.Add(field, "must have at least %d characters", minPassword)
	case length > maxPassword:
		faults.Add(field, "must have at most %d characters", maxPassword)
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

// ValidateEmail notes what is wrong with an e-mail address, if anything. The caller has trimmed it.
func ValidateEmail(faults *fault.Details, field, email string) {
	if email == "" {
		faults.Add(field, "is required")
		return
	}
	if len(email) > maxEmail {
		faults.Add(field, "must have at most %d characters", maxEmail)
		return
	}
	parsed, err := mail.ParseAddress(email)
	if err != nil || parsed.Address != email {
		faults.Add(field, "must be an e-mail address")
	}
}

// EmailKey is the form of an e-mail address by which users are unique and log in: users.email_key. Case does not tell
// people apart; accents do, since josé@ and jose@ may be two persons.
func EmailKey(email string) string {
	return fold.Case(email)
}
