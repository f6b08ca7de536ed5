package contact

import (
	"net/mail"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/firmhub/firmhub/internal/fold"
	"github.com/firmhub/firmhub/internal/line"
)

// The limits of e-mail addresses, in bytes (RFC 5321).
const (
	maxEmail      = 254
	maxEmailLocal = 64
	maxHostLabel  = 63
)

// emailFault returns what is wrong with an e-mail address, or an empty text. It rejects some that the RFCs allow but that no
// person's mailbox has: comments, quoted local parts, hosts without a dot, and addresses in brackets.
func emailFault(email string) string {
	if email == "" {
		return "is required"
	}
	if len(email) > maxEmail {
		return "must be an e-mail address of at most 254 bytes"
	}
	const malformed = "must be an e-mail address such as ana@example.com"
	parsed, err := mail.ParseAddress(email)
	if err != nil || parsed.Address != email || strings.ContainsAny(email, `"<>`) || !utf8.ValidString(email) {
		return malformed
	}
	at := strings.LastIndexByte(email, '@')
	local, host := email[:at], email[at+1:]
	if len(local) > maxEmailLocal || !isHost(host) || strings.ContainsFunc(email, isUnfitForEmail) {
		return malformed
	}
	return ""
}

func isUnfitForEmail(r rune) bool {
	return unicode.IsSpace(r) || line.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Co, unicode.Noncharacter_Code_Point)
}

// isHost reports whether a name is a host name with at least two labels of letters, digits and hyphens, the last of which is
// not a number.
func isHost(name string) bool {
	labels := strings.Split(name, ".")
	for _, label := range labels {
		if label == "" || len(label) > maxHostLabel || label[0] == '-' || label[len(label)-1] == '-' ||
			strings.ContainsFunc(label, func(r rune) bool {
				return r != '-' && !unicode.In(r, unicode.Letter, unicode.Mark, unicode.Digit)
			}) {
			return false
		}
	}
	last := labels[len(labels)-1]
	return len(labels) > 1 && strings.ContainsFunc(last, unicode.IsLetter)
}

// emailKey returns a text that is the same for addresses that differ by case alone.
func emailKey(email string) string { return fold.Case(email) }
