// Package query finds contacts: pages of them in an order, windows of them as Relay connections,
// and the best matches of a search.
//
// A filter becomes [matches]. They choose how to find contacts by how many there are.
package query

import (
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/domain/contact/tags"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext"
)

// FilterInput selects the contacts that match all of its fields.
type FilterInput struct {
	// SearchTerm contains at most ten different words. A contact must contain all of them in its
	// names, e-mail addresses or phones, without regard to case and accents. A word of three
	// characters or more may be a part of another word. A shorter one must be the start of a word.
	// Phones are found in any notation.
	SearchTerm string
	// Tags are tags, all of which a contact must have, without regard to case.
	Tags []string
	// TagIDs are tags, too, by their ids: they are meant whatever their names are. No contact has a
	// tag that was deleted, or merged into another one.
	TagIDs []uuid.UUID
	// IsActive selects the active contacts, or the others.
	IsActive *bool
}

const (
	maxTerm = 200
	// maxWords limits the words of a search. Each may have to be compared with every contact.
	maxWords = 10
)

// Validate trims the texts, drops blank tags, and returns every fault.
func (in *FilterInput) Validate() fault.Details {
	var faults fault.Details
	checkTerm(&faults, "searchTerm", &in.SearchTerm)
	parsed := tags.Parse(&faults, "tags", slices.DeleteFunc(slices.Clone(in.Tags), plaintext.IsBlank))
	in.Tags = in.Tags[:0:0]
	for _, tag := range parsed {
		in.Tags = append(in.Tags, tag.Name)
	}
	return faults
}

// checkTerm accepts tabs and new lines between words, which pasted text often has.
func checkTerm(faults *fault.Details, field string, term *string) {
	*term = strings.Join(strings.Fields(*term), " ")
	if plaintext.Check(faults, field, term, maxTerm) && len(plaintext.Words(*term)) > maxWords {
		faults.Add(field, "must have at most %d different words", maxWords)
	}
}
