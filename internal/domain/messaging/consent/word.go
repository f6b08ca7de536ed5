package consent

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// maxWord is how long a message with one of the words may be, in bytes.
const maxWord = 1000

// stops and starts are the words by which people end marketing messages and get them again. They
// are those of the carriers, of WhatsApp, and of Portuguese and Spanish.
var (
	stops = []string{
		"STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT", "REVOKE", "OPTOUT", "PARE", "PARAR", "SAIR", "BAJA", "ALTO",
	}
	starts = []string{"START", "UNSTOP", "YES"}
)

// Word returns the state that a message asks for, if it is one of the known words alone, in any
// case, or one of the firm's own words to opt out. Spaces and punctuation around it don't matter,
// nor letters of another width and characters that nobody sees.
func Word(body string, own []string) (word string, state State, ok bool) {
	if len(body) > maxWord {
		return "", "", false
	}
	word = bare(body)
	switch {
	case word == "":
	case slices.Contains(stops, word), slices.ContainsFunc(own, func(o string) bool { return bare(o) == word }):
		return word, OptedOut, true
	case slices.Contains(starts, word):
		return word, OptedIn, true
	}
	return "", "", false
}

// bare returns a text in capitals, without what does not matter for a word.
func bare(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, norm.NFKC.String(text))
	return strings.ToUpper(strings.TrimFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsPunct(r) || unicode.IsSymbol(r)
	}))
}
