package graph

import (
	"context"

	"github.com/firmhub/firmhub/internal/domain/file"
	"github.com/firmhub/firmhub/internal/page"
	"github.com/firmhub/firmhub/internal/transfer/upload"
	"github.com/google/uuid"
)

// UploadFile implements uploadFile.
func (r *mutationResolver) UploadFile(ctx context.Context, file upload.File) (*file.File, error) {
	return r.options.Files.Upload(ctx, file)
}

// DeleteFile implements deleteFile.
func (r *mutationResolver) DeleteFile(ctx context.Context, id uuid.UUID) (uuid.UUID, error) {
	return id, r.options.Files.Delete(ctx, id)
}

// File implements file.
func (r *queryResolver) File(ctx context.Context, id uuid.UUID) (*file.File, error) {
	return r.options.Files.Get(ctx, id)
}

// FilePage implements filePage.
func (r *queryResolver) FilePage(ctx context.Context, input *file.ListInput) (*page.Numbered[*file.File], error) {
	return r.options.Files.List(ctx, given(input))
}
