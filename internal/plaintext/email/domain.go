package email

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"

	"github.com/firmhub/firmhub/internal/plaintext"
)

// domains converts the domains of addresses between their two forms, as UTS #46 describes it:
// bücher.example and xn--bcher-kva.example.
var domains = idna.New(idna.MapForLookup(), idna.Transitional(false), idna.BidiRule())

// encodedPrefix is the beginning of an encoded part of a domain.
const encodedPrefix = "xn--"

// MatchKey returns the form of an e-mail address that is the same for all of its spellings, by
// which contacts and consent find it: it ignores case, and how the domain is written. [Key], by
// which people log in, tells the two forms of a domain apart.
func MatchKey(address string) string {
	at := strings.LastIndexByte(address, '@') + 1
	domain := strings.ToLower(address[at:])
	if strings.Contains(domain, encodedPrefix) {
		if decoded, err := domains.ToUnicode(domain); err == nil {
			address = address[:at] + decoded
		}
	}
	return plaintext.FoldCase(address)
}

// ASCII returns an e-mail address with its domain in ASCII, as every mail server takes it. A domain
// that has no such form stays as it is, and so does what stands before the @.
func ASCII(address string) string {
	at := strings.LastIndexByte(address, '@') + 1
	domain := address[at:]
	if strings.IndexFunc(domain, func(r rune) bool { return r >= utf8.RuneSelf }) < 0 {
		return address
	}
	encoded, err := domains.ToASCII(domain)
	if err != nil {
		return address
	}
	return address[:at] + encoded
}
