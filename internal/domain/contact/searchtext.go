package contact

import (
	"slices"
	"strings"
	"unicode"

	"github.com/firmhub/firmhub/internal/plaintext"
)

// searchText returns the text with which search terms are compared: the folded words of the names
// and e-mail addresses, and the digits of the phones in each of their spellings. Every word has a
// space before it, so that " ab" finds those that begin with ab.
func searchText(c Contact) string {
	var b strings.Builder
	seen := make(map[string]bool)
	add := func(words ...string) {
		for _, word := range words {
			if word != "" && !seen[word] {
				seen[word] = true
				b.WriteByte(' ')
				b.WriteString(word)
			}
		}
	}
	first, last := plaintext.Fold(c.FirstName), plaintext.Fold(c.LastName)
	add(strings.Fields(first)...)
	add(strings.Fields(last)...)
	if isUnspaced(first) && isUnspaced(last) {
		add(last + first)
	}
	for _, e := range c.Emails {
		add(strings.Fields(plaintext.Fold(e.Address))...)
	}
	for _, p := range c.Phones {
		add(p.Spellings()...)
	}
	return b.String()
}

// hasSearchTextOf reports whether nothing differs from which the search texts of two contacts are
// made.
func (c *Contact) hasSearchTextOf(other *Contact) bool {
	return c.FirstName == other.FirstName && c.LastName == other.LastName &&
		slices.EqualFunc(c.Emails, other.Emails, func(a, b Email) bool { return a.Address == b.Address }) &&
		slices.EqualFunc(c.Phones, other.Phones, func(a, b Phone) bool { return a.Number == b.Number })
}

// isUnspaced reports whether a name is in a script that writes family and given name as one word:
// 王小明, 김민준.
func isUnspaced(name string) bool {
	return !strings.ContainsFunc(name, func(r rune) bool {
		return r != 'ー' && !unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana)
	})
}
