package graph

import (
	"context"
	"time"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/graph/generated"
	"github.com/firmhub/firmhub/internal/domain/contact/importer"
	"github.com/firmhub/firmhub/internal/page"
	"github.com/google/uuid"
)

// Error implements error.
func (r *contactImportResolver) Error(ctx context.Context, obj *ent.ContactImport) (*string, error) {
	return unlessZero(obj.Error), nil
}

// Options implements options.
func (r *contactImportResolver) Options(ctx context.Context, obj *ent.ContactImport) (*importer.Options, error) {
	return importer.OptionsOf(obj)
}

// IgnoredColumns implements ignoredColumns.
func (r *contactImportResolver) IgnoredColumns(ctx context.Context, obj *ent.ContactImport) ([]*importer.IgnoredColumn, error) {
	preview, err := importer.PreviewOf(obj)
	if preview.Ignored == nil {
		return []*importer.IgnoredColumn{}, err
	}
	return preview.Ignored, err
}

// Mapping implements mapping.
func (r *contactImportResolver) Mapping(ctx context.Context, obj *ent.ContactImport) ([]*importer.Column, error) {
	preview, err := importer.PreviewOf(obj)
	return preview.Mapping, err
}

// Sample implements sample.
func (r *contactImportResolver) Sample(ctx context.Context, obj *ent.ContactImport) ([]*ent.Contact, error) {
	preview, err := importer.PreviewOf(obj)
	if err != nil || preview.Sample == nil {
		return nil, err
	}
	contacts := make([]*ent.Contact, len(preview.Sample))
	for i, c := range preview.Sample {
		contacts[i] = c.Entity(obj.FirmID)
	}
	return contacts, nil
}

// Hints implements hints.
func (r *contactImportResolver) Hints(ctx context.Context, obj *ent.ContactImport) ([]string, error) {
	preview, err := importer.PreviewOf(obj)
	return preview.Hints, err
}

// UndoableUntil implements undoableUntil.
func (r *contactImportResolver) UndoableUntil(ctx context.Context, obj *ent.ContactImport) (*time.Time, error) {
	return unlessZero(importer.UndoableUntil(obj)), nil
}

// QueuedByID implements queuedById.
func (r *contactImportResolver) QueuedByID(ctx context.Context, obj *ent.ContactImport) (*uuid.UUID, error) {
	return unlessZero(obj.QueuedByID), nil
}

// Column implements column.
func (r *contactImportErrorResolver) Column(ctx context.Context, obj *ent.ContactImportReject) (*string, error) {
	return unlessZero(obj.Column), nil
}

// ImportContacts implements importContacts.
func (r *mutationResolver) ImportContacts(ctx context.Context, input importer.Input) (*ent.ContactImport, error) {
	return r.options.Imports.Queue(ctx, input)
}

// CancelContactImport implements cancelContactImport.
func (r *mutationResolver) CancelContactImport(ctx context.Context, jobID uuid.UUID) (*ent.ContactImport, error) {
	return r.options.Imports.Cancel(ctx, jobID)
}

// UndoContactImport implements undoContactImport.
func (r *mutationResolver) UndoContactImport(ctx context.Context, jobID uuid.UUID) (*ent.ContactImport, error) {
	return r.options.Imports.Undo(ctx, jobID)
}

// ContactImport implements contactImport.
func (r *queryResolver) ContactImport(ctx context.Context, jobID uuid.UUID) (*ent.ContactImport, error) {
	return r.options.Imports.Get(ctx, jobID)
}

// ContactImportPage implements contactImportPage.
func (r *queryResolver) ContactImportPage(ctx context.Context, input *importer.ListInput) (*page.Numbered[*ent.ContactImport], error) {
	return r.options.Imports.List(ctx, given(input))
}

// ContactImportErrors implements contactImportErrors.
func (r *queryResolver) ContactImportErrors(ctx context.Context, input importer.RejectsInput) (*page.Numbered[*ent.ContactImportReject], error) {
	return r.options.Imports.Rejects(ctx, input)
}

// ImportProgress implements importProgress.
func (r *subscriptionResolver) ImportProgress(ctx context.Context, jobID uuid.UUID) (<-chan *ent.ContactImport, error) {
	return r.options.Imports.Watch(ctx, jobID)
}

func (r *resolver) ContactImport() generated.ContactImportResolver { return &contactImportResolver{r} }

func (r *resolver) ContactImportError() generated.ContactImportErrorResolver {
	return &contactImportErrorResolver{r}
}

type (
	contactImportResolver      struct{ *resolver }
	contactImportErrorResolver struct{ *resolver }
)
