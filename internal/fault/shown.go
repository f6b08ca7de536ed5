package fault

import (
	"fmt"
	"slices"
	"strings"
)

const (
	// maxShown is how many characters of a client's text a message may contain.
	maxShown = 64
	// maxListed is how many texts List joins.
	maxListed = 5
)

// Shown truncates a text of a client to 64 characters, followed by an ellipsis. Every message that
// contains such a text uses it.
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

// List joins the first five texts and appends the number of the others: "a, b, c, d, e, and 7
// more".
func List(texts []string, separator string) string {
	listed := slices.Clone(texts[:min(len(texts), maxListed)])
	if more := len(texts) - maxListed; more > 0 {
		listed = append(listed, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(listed, separator)
}
