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
// the firm's own words to opt out, and that word as the list has it. Case and the width of letters
// don't matter, nor do spaces, punctuation and symbols around it, such as emojis, and characters
// that nobody sees. A word with accents may be said without any, and the other way round. Other
// accents make another word: "Đúng" (yes) is not "Dừng" (stop).
func Word(body string, own []string) (word string, state State, ok bool) {
	if len(body) > maxWord {
		return "", "", false
	}
	said := spellingsOf(body)
	if said.plain == "" {
		return "", "", false
	}
	for _, list := range []struct {
		words []string
		state State
	}{{stops, OptedOut}, {own, OptedOut}, {starts, OptedIn}} {
		if i := slices.IndexFunc(list.words, func(word string) bool { return said.isSame(spellingsOf(word)) }); i >= 0 {
			return list.words[i], list.state, true
		}
	}
	return "", "", false
}

// spellings are a text with its accents and without any.
type spellings struct{ full, plain string }

// spellingsOf returns the spellings of a text without what does not matter for a word. It folds the
// text first, since a character that nobody sees may stand between two symbols.
func spellingsOf(text string) spellings {
	bare := func(folded string) string {
		return strings.TrimFunc(folded, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsPunct(r) || unicode.IsSymbol(r) })
	}
	return spellings{full: bare(plaintext.FoldCase(text)), plain: bare(plaintext.Fold(text))}
}

// isSame reports whether two texts have the same accents, or one of them has none.
func (s spellings) isSame(other spellings) bool {
	return s.plain == other.plain && (s.full == other.full || s.full == s.plain || other.full == other.plain)
}
