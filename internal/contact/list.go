package contact

import (
	"context"
	"strings"

	entsql "entgo.io/ent/dialect/sql"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/line"
	"github.com/firmhub/firmhub/internal/page"
	"github.com/firmhub/firmhub/internal/selection"
)

// ListInput selects a page of the contacts that match the other fields.
type ListInput struct {
	Page, PageSize *int
	// SearchTerm and Tags are those of [FilterInput].
	SearchTerm string
	Tags       []string
	// SortBy is firstName, lastName, createdAt or updatedAt, in any casing. By default the newest contacts come first.
	SortBy string
	// SortDesc reverses the order of SortBy.
	SortDesc bool
}

// sortColumns maps SortBy in lower case to columns. Each has an index that ends in the id.
var sortColumns = map[string]string{
	"":          contact.FieldCreatedAt,
	"createdat": contact.FieldCreatedAt,
	"updatedat": contact.FieldUpdatedAt,
	"firstname": contact.FieldFirstNameKey,
	"lastname":  contact.FieldLastNameKey,
}

// Validate trims the texts and returns every fault.
func (in *ListInput) Validate() fault.Details {
	var faults fault.Details
	page.Check(&faults, in.Page, in.PageSize)
	in.SortBy = line.Trim(in.SortBy)
	if _, known := sortColumns[strings.ToLower(in.SortBy)]; !known {
		faults.Add("sortBy", "must be firstName, lastName, createdAt or updatedAt")
	}
	filter := in.filter()
	faults = append(faults, filter.Validate()...)
	in.SearchTerm, in.Tags = filter.SearchTerm, filter.Tags
	return faults
}

func (in *ListInput) filter() FilterInput {
	return FilterInput{SearchTerm: in.SearchTerm, Tags: in.Tags}
}

// Page is a page of contacts.
type Page = page.Numbered[*ent.Contact]

// deep is the offset from which the ids of a page are found before its rows. They are in the index of its order, which is
// several times faster to skip through than the rows.
const deep = 1000

// List returns a page of the contacts of the viewer's firm.
func List(_ context.Context, d *db.DB, in ListInput, sel selection.Tree) (*Page, error) {
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	filter := in.filter()
	matching := d.Client.Contact.Query().Where(filter.predicates()...)
	return page.New(in.Page, in.PageSize,
		func(ctx context.Context, limit, offset int) (_ []*ent.Contact, err error) {
			defer fault.Wrap(&err, "contact.List")
			query := matching.Clone().Order(in.order())
			if offset < deep {
				return read(query.Limit(limit).Offset(offset), sel).All(ctx)
			}
			ids, err := query.Clone().Limit(limit).Offset(offset).IDs(ctx)
			if err != nil || len(ids) == 0 {
				return nil, err
			}
			return read(query.Where(contact.IDIn(ids...)), sel).All(ctx)
		},
		func(ctx context.Context) (int, error) { return matching.Clone().Count(ctx) },
	), nil
}

// order ends with the id, so that pages never overlap, and has one direction, so that an index serves it.
func (in *ListInput) order() contact.OrderOption {
	descending := in.SortDesc || in.SortBy == ""
	column := sortColumns[strings.ToLower(in.SortBy)]
	direction := []entsql.OrderTermOption{}
	if descending {
		direction = append(direction, entsql.OrderDesc())
	}
	return func(s *entsql.Selector) {
		entsql.OrderByField(column, direction...).ToFunc()(s)
		entsql.OrderByField(contact.FieldID, direction...).ToFunc()(s)
	}
}
