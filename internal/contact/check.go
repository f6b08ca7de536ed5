package contact

import (
	"net/mail"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/fold"
	"github.com/firmhub/firmhub/internal/line"
)

func checkType(faults *fault.Details, kind *int) {
	if kind != nil && (*kind < 0 || *kind > maxType) {
		faults.Add("type", "must be from 0 to %d", maxType)
	}
}

// checkProfilePic makes a blank URL none.
func checkProfilePic(faults *fault.Details, pic **string) {
	if *pic == nil {
		return
	}
	trimmed := line.Trim(**pic)
	if trimmed == "" {
		*pic = nil
		return
	}
	*pic = &trimmed
	parsed, err := url.Parse(trimmed)
	switch {
	case len(trimmed) > maxProfilePic:
		faults.Add("profilePic", "must have at most %d bytes", maxProfilePic)
	case err != nil || !utf8.ValidString(trimmed) || strings.ContainsFunc(trimmed, unicode.IsSpace) ||
		parsed.Scheme != "http" && parsed.Scheme != "https" || parsed.Hostname() == "":
		faults.Add("profilePic", "must be an http or https URL")
	}
}

// The limits of e-mail addresses, in bytes (RFC 5321).
const (
	maxEmail      = 254
	maxEmailLocal = 64
	maxHostLabel  = 63
)

// emailFault says what is wrong with an e-mail address, or nothing. Of what the RFCs allow it leaves out what no mailbox
// of a person has: comments, quoted local parts, hosts without a dot, and addresses in brackets.
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

// isHost tells whether a name is one of a host in the domain name system: labels of letters, digits and hyphens, at
// least two, the last not a number.
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

// emailKey is the same for addresses that differ by case alone.
func emailKey(email string) string { return fold.Case(email) }
