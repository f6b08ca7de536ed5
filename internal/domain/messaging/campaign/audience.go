package campaign

import (
	"slices"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/domain/contact/query"
	"github.com/firmhub/firmhub/internal/domain/contact/tags"
	"github.com/firmhub/firmhub/internal/fault"
)

// maxContacts is how many contacts an audience may list.
const maxContacts = 10_000

// Audience are the contacts of a campaign: exactly one of Everyone, ContactIDs, ImportID and
// Filter, narrowed by tags.
type Audience struct {
	Everyone   bool        `json:"everyone,omitempty"`
	ContactIDs []uuid.UUID `json:"contactIds,omitempty"`
	// ImportID is an import; the audience are the contacts that it created or changed.
	ImportID *uuid.UUID `json:"importId,omitempty"`
	Filter   *Filter    `json:"filter,omitempty"`
	// A contact has all of TagsAll, at least one of TagsAny if there are any, and none of TagsNone.
	TagsAll  []string `json:"tagsAll,omitempty"`
	TagsAny  []string `json:"tagsAny,omitempty"`
	TagsNone []string `json:"tagsNone,omitempty"`
	// TagIDs are the tags that had these names when the audience was saved, by their keys. The API
	// does not show them. A tag that is renamed later is still meant.
	TagIDs map[string]uuid.UUID `json:"tagIds,omitempty"`
}

// Filter selects contacts as the list of contacts does.
type Filter struct {
	SearchTerm string `json:"searchTerm"`
}

// choices returns how many of the fields of which exactly one is needed are set.
func (a *Audience) choices() (n int) {
	for _, is := range []bool{a.Everyone, len(a.ContactIDs) > 0, a.ImportID != nil, a.Filter != nil} {
		if is {
			n++
		}
	}
	return n
}

// validate trims the texts, and adds the faults below the field audience.
func (a *Audience) validate(faults *fault.Details) {
	if a.choices() != 1 {
		faults.Add("audience", "must have exactly one of everyone, contactIds, importId and filter")
	}
	if len(a.ContactIDs) > maxContacts {
		faults.Add("audience.contactIds", "must have at most %d ids", maxContacts)
	}
	a.ContactIDs = sorted(a.ContactIDs)
	if a.Filter != nil {
		in := query.FilterInput{SearchTerm: a.Filter.SearchTerm}
		faults.AddAll("audience.filter.", in.Validate())
		a.Filter.SearchTerm = in.SearchTerm
		if in.SearchTerm == "" {
			faults.Add("audience.filter.searchTerm", "is required; everyone selects all contacts")
		}
	}
	parseTags(faults, "audience.tagsAll", &a.TagsAll)
	parseTags(faults, "audience.tagsAny", &a.TagsAny)
	parseTags(faults, "audience.tagsNone", &a.TagsNone)
}

func parseTags(faults *fault.Details, field string, list *[]string) {
	var names []string
	for _, tag := range tags.Parse(faults, field, *list) {
		names = append(names, tag.Name)
	}
	*list = names
}

// sorted returns the ids in order, each once.
func sorted(ids []uuid.UUID) []uuid.UUID {
	ids = slices.Clone(ids)
	slices.SortFunc(ids, func(a, b uuid.UUID) int { return slices.Compare(a[:], b[:]) })
	return slices.Compact(ids)
}
