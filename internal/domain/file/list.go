package file

import (
	"context"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/file"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
)

// ListInput selects a page of files.
type ListInput struct{ Page, PageSize *int }

// Validate returns every fault.
func (in *ListInput) Validate() fault.Details {
	var faults fault.Details
	page.Check(&faults, in.Page, in.PageSize)
	return faults
}

// Page is a page of files.
type Page = page.Numbered[*File]

// List returns a page of the files that the viewer may read (see [Store.Get]), the newest first.
func (s *Store) List(ctx context.Context, in ListInput) (_ *Page, err error) {
	defer fault.Wrap(&err, "file.List")
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	readable, err := s.readable(ctx)
	if err != nil {
		return nil, err
	}
	query := s.db.Client.File.Query().Where(readable...)
	return page.New(in.Page, in.PageSize,
		func(ctx context.Context, limit, offset int) (_ []*File, err error) {
			defer fault.Wrap(&err, "file.List")
			rows, err := query.Clone().Order(ent.Desc(file.FieldCreatedAt), ent.Desc(file.FieldID)).
				Limit(limit).Offset(offset).All(ctx)
			files := make([]*File, 0, len(rows))
			for _, row := range rows {
				files = append(files, s.newFile(row))
			}
			return files, err
		},
		func(ctx context.Context) (int, error) { return query.Clone().Count(ctx) },
	), nil
}
