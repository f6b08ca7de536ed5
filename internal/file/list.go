package file

import (
	"context"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/file"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
)

// PageInput asks for a page of files.
type PageInput struct {
	// Page counts from 1, which is the default.
	Page *int
	// PageSize is from 1 to 100, by default 20.
	PageSize *int
}

// Validate returns everything that is wrong with the input.
func (in *PageInput) Validate() fault.Details {
	var faults fault.Details
	page.Check(&faults, in.Page, in.PageSize)
	return faults
}

// Page is a page of files. Nothing is read until its items or their total are asked for.
type Page struct {
	page.Numbered

	store *Store
	found *ent.FileQuery
}

// List prepares a page of the files that the viewer may read, as [Store.Get] says, the newest first. A ValidationError
// names every fault of the input.
func (s *Store) List(ctx context.Context, in PageInput) (_ *Page, err error) {
	defer fault.Wrap(&err, "file.List")
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	readable, err := s.readable(ctx)
	if err != nil {
		return nil, err
	}
	return &Page{
		Numbered: page.Of(in.Page, in.PageSize), store: s, found: s.db.Client.File.Query().Where(readable...),
	}, nil
}

// Items returns the files of the page. Beyond the last page there are none.
func (p *Page) Items(ctx context.Context) (_ []*File, err error) {
	defer fault.Wrap(&err, "file.Page")
	rows, err := p.found.Clone().
		Order(ent.Desc(file.FieldCreatedAt), ent.Desc(file.FieldID)).
		Limit(p.PageSize).Offset(p.Offset()).All(ctx)
	if err != nil {
		return nil, err
	}
	files := make([]*File, len(rows))
	for i, row := range rows {
		files[i] = p.store.shown(row)
	}
	return files, nil
}

// TotalCount returns the number of files on all pages.
func (p *Page) TotalCount(ctx context.Context) (count int, err error) {
	defer fault.Wrap(&err, "file.Page")
	return p.found.Clone().Count(ctx)
}
