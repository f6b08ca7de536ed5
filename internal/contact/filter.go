package contact

import (
	"slices"
	"strings"

	"github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/ent/predicate"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/fold"
	"github.com/firmhub/firmhub/internal/line"
)

// FilterInput chooses contacts; all that is given must hold.
type FilterInput struct {
	// SearchTerm is at most ten different words that a contact must all hold in its names, e-mails or phones. Case and accents don't count.
	// A word of three characters and more may stand anywhere, a shorter one at the start of a word. Phones are found in
	// any notation.
	SearchTerm string
	// Tags are what a contact must have all of. Case does not count.
	Tags []string
	// IsActive leaves only the active contacts, or only the others.
	IsActive *bool
}

const (
	maxTerm = 200
	// maxWords bounds the words that a search looks for, each of which may have to be sought in every contact.
	maxWords = 10
)

// Validate trims the filter's texts and gives all that is wrong with it. Blank tags are left out.
func (in *FilterInput) Validate() fault.Details {
	var faults fault.Details
	checkTerm(&faults, "searchTerm", &in.SearchTerm)
	in.Tags = checkTags(&faults, "tags", slices.DeleteFunc(slices.Clone(in.Tags), line.IsBlank))
	return faults
}

// checkTerm lets tabs and new lines stand between words, as they come with what is pasted.
func checkTerm(faults *fault.Details, field string, term *string) {
	*term = strings.Join(strings.Fields(*term), " ")
	if line.Check(faults, field, term, maxTerm) && len(fold.Words(*term)) > maxWords {
		faults.Add(field, "must have at most %d different words", maxWords)
	}
}

func (in *FilterInput) predicates() []predicate.Contact {
	all := make([]predicate.Contact, 0)
	if term := matching(in.SearchTerm); term != nil {
		all = append(all, term)
	}
	for _, name := range in.Tags {
		all = append(all, tagged(tagKey(name)))
	}
	if in.IsActive != nil {
		all = append(all, contact.IsActive(*in.IsActive))
	}
	return all
}
