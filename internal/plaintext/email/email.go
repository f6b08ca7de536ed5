// Package email validates e-mail addresses, and compares them.
package email

import (
	"net/mail"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext"
)

// MaxLength is the maximum length of an e-mail address in bytes (RFC 5321).
const MaxLength = 254

// The maximum lengths of the parts of an address in bytes (RFC 5321 and RFC 1035).
const (
	maxLocal = 64
	maxLabel = 63
)

// Check trims an e-mail address and adds a fault if it is empty, too long or not valid, or if its
// [Key] is too long for an index.
func Check(faults *fault.Details, field string, address *string) {
	*address = plaintext.Trim(*address)
	switch {
	case *address == "":
		faults.Add(field, "is required")
	case len(*address) > MaxLength:
		faults.Add(field, "must have at most %d characters", MaxLength)
	case plaintext.CheckKey(faults, field, Key(*address)) && !IsValid(*address):
		faults.Add(field, "must be an e-mail address")
	}
}

// IsValid reports whether a text is an e-mail address and nothing else. It rejects addresses that
// the RFCs allow but that no person's mailbox has: comments, quoted local parts, hosts without a
// dot, and IP addresses.
func IsValid(text string) bool {
	parsed, err := mail.ParseAddress(text)
	if err != nil || parsed.Address != text || len(text) > MaxLength || strings.ContainsAny(text, `"<>`) || !utf8.ValidString(text) {
		return false
	}
	at := strings.LastIndexByte(text, '@')
	return at <= maxLocal && isHost(text[at+1:]) && !strings.ContainsFunc(text, isInvisible)
}

func isInvisible(r rune) bool {
	return unicode.IsSpace(r) || plaintext.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Co, unicode.Noncharacter_Code_Point)
}

// isHost reports whether a name is a host name. It has at least two labels of letters, digits and
// hyphens, and the last label is not a number.
func isHost(name string) bool {
	labels := strings.Split(name, ".")
	for _, label := range labels {
		if label == "" || len(label) > maxLabel || label[0] == '-' || label[len(label)-1] == '-' ||
			strings.ContainsFunc(label, func(r rune) bool {
				return r != '-' && !unicode.In(r, unicode.Letter, unicode.Mark, unicode.Digit)
			}) {
			return false
		}
	}
	last := labels[len(labels)-1]
	return len(labels) > 1 && strings.ContainsFunc(last, unicode.IsLetter)
}

// Key returns the form of an e-mail address that is unique among users and by which they log in. It
// ignores case but not accents: josé@example.com and jose@example.com may be two persons.
func Key(address string) string { return plaintext.FoldCase(address) }
