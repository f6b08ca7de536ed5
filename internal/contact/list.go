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
)

// PageInput asks for a page of the contacts that a filter chooses.
type PageInput struct {
	// Page counts from 1, which is the default.
	Page *int
	// PageSize is from 1 to 100, by default 20.
	PageSize *int
	// SearchTerm and Tags are those of [FilterInput].
	SearchTerm string
	Tags       []string
	// SortBy is firstName, lastName, createdAt or updatedAt, in any casing. Without it the newest contacts come first.
	SortBy string
	// SortDesc turns the order of SortBy around.
	SortDesc bool
}

// sortColumns are the columns behind SortBy, in lower case. Each has an index that ends in the id.
var sortColumns = map[string]string{
	"":          contact.FieldCreatedAt,
	"createdat": contact.FieldCreatedAt,
	"updatedat": contact.FieldUpdatedAt,
	"firstname": contact.FieldFirstNameKey,
	"lastname":  contact.FieldLastNameKey,
}

// Validate trims the input's texts and gives all that is wrong with it.
func (in *PageInput) Validate() fault.Details {
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

func (in *PageInput) filter() FilterInput {
	return FilterInput{SearchTerm: in.SearchTerm, Tags: in.Tags}
}

// Page is a page of contacts. Nothing is read until its items or their total are asked for.
type Page struct {
	page.Numbered

	found *ent.ContactQuery
	order contact.OrderOption
}

// List prepares a page of the viewer's firm's contacts. A ValidationError names every fault of the input.
func List(d *db.DB, in PageInput) (*Page, error) {
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	filter := in.filter()
	return &Page{
		Numbered: page.Of(in.Page, in.PageSize),
		found:    d.Client.Contact.Query().Where(filter.predicates()...),
		order:    in.order(),
	}, nil
}

// order ends in the id, so that pages never overlap, and has one direction, so that an index serves it.
func (in *PageInput) order() contact.OrderOption {
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

// deep is the offset from which the ids of a page are found before its rows: they are in the index of its order, where
// passing over entries costs a fraction of passing over rows.
const deep = 1000

// Items are the contacts of the page. Within a GraphQL operation only the columns and edges that it selects are read.
// Beyond the last page there are none.
func (p *Page) Items(ctx context.Context) (items []*ent.Contact, err error) {
	defer fault.Wrap(&err, "contact.Page")
	query := p.found.Clone().Order(p.order)
	offset := p.Offset()
	if offset < deep {
		query.Limit(p.PageSize).Offset(offset)
	} else {
		ids, err := query.Clone().Limit(p.PageSize).Offset(offset).IDs(ctx)
		if err != nil || len(ids) == 0 {
			return []*ent.Contact{}, err
		}
		query.Where(contact.IDIn(ids...))
	}
	if query, err = query.CollectFields(ctx); err != nil {
		return nil, err
	}
	return query.All(ctx)
}

// TotalCount is the number of contacts on all pages.
func (p *Page) TotalCount(ctx context.Context) (count int, err error) {
	defer fault.Wrap(&err, "contact.Page")
	return p.found.Clone().Count(ctx)
}
