package graph

import (
	"context"

	"github.com/firmhub/firmhub/graph/generated"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/template"
	"github.com/firmhub/firmhub/internal/page"
	"github.com/google/uuid"
)

// CreateTemplate implements createTemplate.
func (r *mutationResolver) CreateTemplate(ctx context.Context, input template.CreateInput) (*template.Template, error) {
	return r.options.Templates.Create(ctx, input)
}

// UpdateTemplate implements updateTemplate.
func (r *mutationResolver) UpdateTemplate(ctx context.Context, input template.UpdateInput) (*template.Template, error) {
	return r.options.Templates.Update(ctx, input)
}

// DeleteTemplate implements deleteTemplate.
func (r *mutationResolver) DeleteTemplate(ctx context.Context, input template.Ref) (uuid.UUID, error) {
	return input.ID, r.options.Templates.Delete(ctx, input.ID)
}

// SubmitTemplate implements submitTemplate.
func (r *mutationResolver) SubmitTemplate(ctx context.Context, input template.Ref) (*template.Template, error) {
	return r.options.Templates.Submit(ctx, input.ID)
}

// SyncTemplates implements syncTemplates.
func (r *mutationResolver) SyncTemplates(ctx context.Context, input template.SyncInput) (*template.Synced, error) {
	return r.options.Templates.Sync(ctx, input)
}

// Templates implements templates.
func (r *queryResolver) Templates(ctx context.Context, input *template.ListInput) (*page.Numbered[*template.Template], error) {
	return template.List(ctx, r.options.DB, given(input))
}

// Template implements template.
func (r *queryResolver) Template(ctx context.Context, id uuid.UUID) (*template.Template, error) {
	return r.options.Templates.Get(ctx, id)
}

// PreviewTemplate implements previewTemplate.
func (r *queryResolver) PreviewTemplate(ctx context.Context, input template.PreviewInput) (*template.Preview, error) {
	if input.ContactID != nil { // The preview shows what the contact is called, and where to reach it.
		if err := r.options.Authz.Can(ctx, "Contact", "View"); err != nil {
			return nil, err
		}
	}
	return r.options.Templates.Preview(ctx, input)
}

// Header implements header, which null removes.
func (r *updateTemplateInputResolver) Header(ctx context.Context, obj *template.UpdateInput, data *provider.FormHeader) error {
	obj.Header, obj.ClearHeader = data, data == nil
	return nil
}

// Footer implements footer, which null removes.
func (r *updateTemplateInputResolver) Footer(ctx context.Context, obj *template.UpdateInput, data *string) error {
	obj.Footer, obj.ClearFooter = data, data == nil
	return nil
}

// Subject implements subject, which null removes.
func (r *updateTemplateInputResolver) Subject(ctx context.Context, obj *template.UpdateInput, data *string) error {
	obj.Subject, obj.ClearSubject = data, data == nil
	return nil
}

// HTML implements html, which null removes.
func (r *updateTemplateInputResolver) HTML(ctx context.Context, obj *template.UpdateInput, data *string) error {
	obj.HTML, obj.ClearHTML = data, data == nil
	return nil
}

func (r *resolver) UpdateTemplateInput() generated.UpdateTemplateInputResolver {
	return &updateTemplateInputResolver{r}
}

type updateTemplateInputResolver struct{ *resolver }
