package fault

import (
	"fmt"
	"slices"
	"strings"
)

const (
	// maxShown is how many characters of a client's text a message repeats.
	maxShown = 64
	// maxListed is how many texts a sentence lists.
	maxListed = 5
)

// Shown returns a text of a client as far as a message may repeat it: at most 64 characters, and a sign that there were
// more. Whoever puts such a text into a message calls it.
func Shown(text string) string {
	characters := 0
	for at := range text {
		if characters == maxShown {
			return text[:at] + "…"
		}
		characters++
	}
	return text
}

// List joins texts for a sentence: the first five of them, and how many more there are.
func List(texts []string, separator string) string {
	listed := slices.Clone(texts[:min(len(texts), maxListed)])
	if more := len(texts) - maxListed; more > 0 {
		listed = append(listed, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(listed, separator)
}
