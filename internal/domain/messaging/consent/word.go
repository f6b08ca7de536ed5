package consent

import (
	"slices"
	"strings"
	"unicode"

	"github.com/firmhub/firmhub/internal/plaintext"
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

// Word returns the state that a message asks for, if it is one of the known words alone, or one of
// the firm's own words to opt out, and that word as the list has it. Case, accents, and the width
// of letters don't matter, nor do spaces, punctuation and symbols around it, such as emojis, and
// characters that nobody sees.
func Word(body string, own []string) (word string, state State, ok bool) {
	if len(body) > maxWord {
		return "", "", false
	}
	said := bare(body)
	if said == "" {
		return "", "", false
	}
	for _, list := range []struct {
		words []string
		state State
	}{{stops, OptedOut}, {own, OptedOut}, {starts, OptedIn}} {
		if i := slices.IndexFunc(list.words, func(word string) bool { return bare(word) == said }); i >= 0 {
			return list.words[i], list.state, true
		}
	}
	return "", "", false
}

// bare returns a text without what does not matter for a word. It folds the text first, since a
// character that nobody sees may stand between two symbols.
func bare(text string) string {
	return strings.TrimFunc(plaintext.Fold(text), func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsPunct(r) || unicode.IsSymbol(r)
	})
}
