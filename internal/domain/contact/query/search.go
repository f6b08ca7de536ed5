package query

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	entcontact "github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/ent/rule/scope"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
)

// SearchMode is what a search compares with the term.
type SearchMode string //nolint:recvcheck // UnmarshalGQL changes it

// Messaging compares the term with phones only.
const Messaging SearchMode = "Messaging"

// MarshalGQL implements graphql.Marshaler.
func (m SearchMode) MarshalGQL(w io.Writer) { _, _ = io.WriteString(w, strconv.Quote(string(m))) }

// UnmarshalGQL implements graphql.Unmarshaler.
func (m *SearchMode) UnmarshalGQL(v any) error {
	text, _ := v.(string)
	if *m = SearchMode(text); *m != Messaging {
		return fmt.Errorf("%v is not a valid ContactSearchMode", v)
	}
	return nil
}

// SearchInput selects a page of the contacts that match a term.
type SearchInput struct {
	Page, PageSize *int
	// SearchTerm is the same as in [FilterInput]. Without one all contacts match.
	SearchTerm string
	// Mode nil compares the term with names, e-mail addresses and phones. In the mode [Messaging] a
	// contact must have a phone that contains the term in any notation.
	Mode *SearchMode
}

// Validate trims the term and returns every fault.
func (in *SearchInput) Validate() fault.Details {
	var faults fault.Details
	page.Check(&faults, in.Page, in.PageSize)
	checkTerm(&faults, "searchTerm", &in.SearchTerm)
	if in.Mode != nil && *in.Mode != Messaging {
		faults.Add("mode", "must be Messaging")
	}
	return faults
}

func (in *SearchInput) resolve(ctx context.Context, d *db.DB) (*matches, error) {
	filter := FilterInput{SearchTerm: in.SearchTerm}
	if in.Mode == nil {
		return filter.resolve(ctx, d)
	}
	firm, err := scope.Firm(ctx, "Contact")
	m := &matches{d: d, firm: firm}
	m.reachableBy(in.SearchTerm)
	return m, err
}

// maxRanked is how many of the matches are ranked.
const maxRanked = 1000

// Search returns a page of the contacts of the viewer's firm that match the term. The newest 1,000
// matches come first, the best of them before the others, in the order of [ranking]. Then all
// others follow, the newest first. Without a term there is nothing to rank.
func Search(ctx context.Context, d *db.DB, in SearchInput, sel page.Selection) (_ *Page, err error) {
	defer fault.Wrap(&err, "query.Search")
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	found, err := in.resolve(ctx, d)
	if err != nil {
		return nil, err
	}
	read := func(ctx context.Context, limit, offset int) (_ []*ent.Contact, err error) {
		defer fault.Wrap(&err, "query.Search")
		if in.SearchTerm == "" || offset >= maxRanked {
			return found.read(ctx, newestFirst, nil, limit, offset, sel)
		}
		return in.best(ctx, found, limit, offset, sel)
	}
	if sel.Total {
		return page.Read(ctx, in.Page, in.PageSize, func(ctx context.Context, limit, offset int) ([]*ent.Contact, int, error) {
			return withTotal(ctx, found, read, limit, offset)
		})
	}
	return page.New(in.Page, in.PageSize, read, func(ctx context.Context) (_ int, err error) {
		defer fault.Wrap(&err, "query.Search")
		return found.count(ctx)
	}), nil
}

// newestFirst is the order of the matches before they are ranked.
var newestFirst = sorting{column: entcontact.FieldCreatedAt, descending: true}

// best returns a page that begins among the ranked matches, and may end after them.
func (in *SearchInput) best(
	ctx context.Context, found *matches, limit, offset int, sel page.Selection,
) ([]*ent.Contact, error) {
	newest, err := found.read(ctx, newestFirst, nil, maxRanked, 0, page.Selection{Columns: []string{
		entcontact.FieldID, entcontact.FieldFirstNameKey, entcontact.FieldLastNameKey, entcontact.FieldSearch,
	}})
	if err != nil {
		return nil, err
	}
	ids := ranked(newest, parseTerm(in.SearchTerm), in.Mode != nil)
	ids = ids[min(offset, len(ids)):min(offset+limit, len(ids))]
	rows, err := found.readIDs(ctx, ids, sel)
	if err != nil {
		return nil, err
	}
	if len(newest) < maxRanked || len(ids) == limit {
		return rows, nil
	}
	others, err := found.read(ctx, newestFirst, nil, limit-len(ids), maxRanked, sel)
	return append(rows, others...), err
}

// ranked returns the ids of the contacts, the best match first.
func ranked(contacts []*ent.Contact, parts []sought, phonesOnly bool) []uuid.UUID {
	rank := make(map[uuid.UUID]ranking, len(contacts))
	for _, c := range contacts {
		rank[c.ID] = rankingOf(c, parts, phonesOnly)
	}
	slices.SortFunc(contacts, func(a, b *ent.Contact) int {
		first, second := rank[a.ID], rank[b.ID]
		if order := slices.Compare(second[:], first[:]); order != 0 {
			return order
		}
		if order := strings.Compare(a.LastNameKey, b.LastNameKey); order != 0 {
			return order
		}
		if order := strings.Compare(a.FirstNameKey, b.FirstNameKey); order != 0 {
			return order
		}
		return slices.Compare(a.ID[:], b.ID[:])
	})
	ids := make([]uuid.UUID, len(contacts))
	for i, c := range contacts {
		ids[i] = c.ID
	}
	return ids
}
