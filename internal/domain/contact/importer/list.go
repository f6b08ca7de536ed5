package importer

import (
	"context"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/contactimport"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
)

// Get returns an import of the viewer's firm, or NotFound.
func (i *Importer) Get(ctx context.Context, id uuid.UUID) (_ *ent.ContactImport, err error) {
	defer fault.Wrap(&err, "importer.Get")
	return i.find(ctx, id)
}

func (i *Importer) find(ctx context.Context, id uuid.UUID) (*ent.ContactImport, error) {
	row, err := i.db.Client.ContactImport.Query().Where(contactimport.ID(id)).Only(ctx)
	return row, db.NotFound(err, "import")
}

// findForUpdate does the same as find, and locks the row until the transaction ends.
func (i *Importer) findForUpdate(ctx context.Context, id uuid.UUID) (*ent.ContactImport, error) {
	row, err := i.db.Client.ContactImport.Query().Where(contactimport.ID(id), db.ForUpdate).Only(ctx)
	return row, db.NotFound(err, "import")
}

// ListInput selects a page of imports.
type ListInput struct{ Page, PageSize *int }

// Validate returns every fault.
func (in *ListInput) Validate() fault.Details {
	var faults fault.Details
	page.Check(&faults, in.Page, in.PageSize)
	return faults
}

// Page is a page of imports.
type Page = page.Numbered[*ent.ContactImport]

// List returns a page of the imports of the viewer's firm, the newest first.
func (i *Importer) List(_ context.Context, in ListInput) (_ *Page, err error) {
	defer fault.Wrap(&err, "importer.List")
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	query := i.db.Client.ContactImport.Query()
	return page.New(in.Page, in.PageSize,
		func(ctx context.Context, limit, offset int) (_ []*ent.ContactImport, err error) {
			defer fault.Wrap(&err, "importer.List")
			return query.Clone().Order(ent.Desc(contactimport.FieldCreatedAt), ent.Desc(contactimport.FieldID)).
				Limit(limit).Offset(offset).All(ctx)
		},
		func(ctx context.Context) (int, error) { return query.Clone().Count(ctx) },
	), nil
}
