package query

import (
	"context"
	"strings"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	entcontact "github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
	"github.com/firmhub/firmhub/internal/plaintext"
)

// ListInput selects a page of the contacts that match the other fields.
type ListInput struct {
	Page, PageSize *int
	// SearchTerm, Tags and TagIDs are the same as in [FilterInput].
	SearchTerm string
	Tags       []string
	TagIDs     []uuid.UUID
	// SortBy is firstName, lastName, createdAt or updatedAt, in any letter case. By default the
	// newest contacts come first.
	SortBy string
	// SortDesc reverses the order of SortBy.
	SortDesc bool
}

// sortColumns maps the lower-case SortBy to columns. Each has an index that ends in the id.
var sortColumns = map[string]string{
	"":          entcontact.FieldCreatedAt,
	"createdat": entcontact.FieldCreatedAt,
	"updatedat": entcontact.FieldUpdatedAt,
	"firstname": entcontact.FieldFirstNameKey,
	"lastname":  entcontact.FieldLastNameKey,
}

// Validate trims the texts and returns every fault.
func (in *ListInput) Validate() fault.Details {
	var faults fault.Details
	page.Check(&faults, in.Page, in.PageSize)
	in.SortBy = plaintext.Trim(in.SortBy)
	if _, known := sortColumns[strings.ToLower(in.SortBy)]; !known {
		faults.Add("sortBy", "must be firstName, lastName, createdAt or updatedAt")
	}
	filter := in.filter()
	faults = append(faults, filter.Validate()...)
	in.SearchTerm, in.Tags = filter.SearchTerm, filter.Tags
	return faults
}

func (in *ListInput) filter() FilterInput {
	return FilterInput{SearchTerm: in.SearchTerm, Tags: in.Tags, TagIDs: in.TagIDs}
}

func (in *ListInput) sorting() sorting {
	return sorting{column: sortColumns[strings.ToLower(in.SortBy)], descending: in.SortDesc || in.SortBy == ""}
}

// Page is a page of contacts.
type Page = page.Numbered[*ent.Contact]

// List returns a page of the contacts of the viewer's firm.
func List(ctx context.Context, d *db.DB, in ListInput, sel page.Selection) (_ *Page, err error) {
	defer fault.Wrap(&err, "query.List")
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	filter := in.filter()
	found, err := filter.resolve(ctx, d)
	if err != nil {
		return nil, err
	}
	by := in.sorting()
	read := func(ctx context.Context, limit, offset int) (_ []*ent.Contact, err error) {
		defer fault.Wrap(&err, "query.List")
		return found.read(ctx, by, nil, limit, offset, sel)
	}
	if sel.Total {
		return page.Read(ctx, in.Page, in.PageSize, func(ctx context.Context, limit, offset int) ([]*ent.Contact, int, error) {
			return withTotal(ctx, found, read, limit, offset)
		})
	}
	return page.New(in.Page, in.PageSize, read, func(ctx context.Context) (_ int, err error) {
		defer fault.Wrap(&err, "query.List")
		return found.count(ctx)
	}), nil
}

// withTotal reads the page first, because it may show how many match.
func withTotal(
	ctx context.Context, found *matches, read func(ctx context.Context, limit, offset int) ([]*ent.Contact, error), limit, offset int,
) (items []*ent.Contact, total int, err error) {
	if items, err = read(ctx, limit, offset); err != nil {
		return nil, 0, err
	}
	total, err = found.count(ctx)
	return items, total, err
}
