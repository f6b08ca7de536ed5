package query

import (
	"slices"
	"strings"

	"github.com/firmhub/firmhub/ent"
)

// ranking is how well a contact matches a term: how many parts of the term are a whole word of the
// contact, how many are at least the beginning of one, and how many are in a name or at least in an
// e-mail address. The first number that differs decides; more is better.
type ranking [4]int

// quality is how much of a word matches a part of a term.
type quality int

const (
	inside quality = iota
	// border means the beginning of a word, or the end of a phone number, because people leave out
	// its beginning.
	border
	whole
)

// kind is the origin of a word.
type kind int

const (
	ofPhone kind = iota
	ofEmail
	ofName
)

// place is where a part of a term is found.
type place struct {
	quality quality
	kind    kind
}

func (p place) betterThan(other place) bool {
	return p.quality > other.quality || p.quality == other.quality && p.kind > other.kind
}

func rankingOf(c *ent.Contact, parts []sought, phonesOnly bool) ranking {
	words := wordsOf(c)
	if phonesOnly {
		words = slices.DeleteFunc(words, func(w word) bool { return w.kind != ofPhone })
	}
	var r ranking
	for _, part := range parts {
		best := bestPlace(words, part)
		for i, counts := range [...]bool{best.quality == whole, best.quality >= border, best.kind == ofName, best.kind >= ofEmail} {
			if counts {
				r[i]++
			}
		}
	}
	return r
}

// word is a word of the searched text.
type word struct {
	text string
	kind kind
}

func wordsOf(c *ent.Contact) []word {
	names := append(strings.Fields(c.FirstNameKey), strings.Fields(c.LastNameKey)...)
	names = append(names, c.LastNameKey+c.FirstNameKey) // see searchText
	words := make([]word, 0, len(names)+4)
	for text := range strings.FieldsSeq(c.Search) {
		w := word{text: text}
		switch {
		case slices.Contains(names, text):
			w.kind = ofName
		case strings.Contains(text, "@"):
			w.kind = ofEmail
		}
		words = append(words, w)
	}
	return words
}

// bestPlace returns the best match of a part of the term. If a number is only found in its written
// form, as in a name, the result is the worst of the places of its words.
func bestPlace(words []word, part sought) place {
	if part.number != "" {
		for _, digits := range append([]string{part.number}, part.readings...) {
			if best, found := bestOf(words, digits); found {
				return best
			}
		}
	}
	worst := place{quality: whole, kind: ofName}
	for _, text := range part.words {
		if best, _ := bestOf(words, text); worst.betterThan(best) {
			worst = best
		}
	}
	return worst
}

func bestOf(words []word, text string) (best place, found bool) {
	for _, w := range words {
		if !strings.Contains(w.text, text) {
			continue
		}
		at := place{quality: inside, kind: w.kind}
		switch {
		case w.text == text:
			at.quality = whole
		case strings.HasPrefix(w.text, text), w.kind == ofPhone && strings.HasSuffix(w.text, text):
			at.quality = border
		}
		if !found || at.betterThan(best) {
			best, found = at, true
		}
	}
	return best, found
}
