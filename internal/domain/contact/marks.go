package contact

import (
	"slices"
	"strings"

	"github.com/firmhub/firmhub/ent"
)

// PhoneMark is the mark of contacts with a phone. A mark is a character in the row of a contact
// that stands for one of its tags, or for its phones. PhoneMark is before the marks of tags.
const PhoneMark = "+"

// marksOf returns the marks of a contact, sorted. Its tags must be loaded.
func marksOf(c Contact, known map[string]*ent.Tag) string {
	marks := make([]string, 0, 1+len(c.Tags))
	if len(c.Phones) > 0 {
		marks = append(marks, PhoneMark)
	}
	for _, t := range c.Tags {
		marks = append(marks, known[t.Key].Mark)
	}
	slices.Sort(marks)
	return strings.Join(marks, "")
}
