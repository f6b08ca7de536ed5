package graph

import (
	"context"
	"fmt"

	"github.com/firmhub/firmhub/internal/file"
	"github.com/firmhub/firmhub/internal/upload"
	"github.com/google/uuid"
)

func (r *mutationResolver) UploadFile(ctx context.Context, file upload.File) (*file.File, error) {
	panic(fmt.Errorf("not implemented: UploadFile - uploadFile"))
}

func (r *mutationResolver) DeleteFile(ctx context.Context, id uuid.UUID) (uuid.UUID, error) {
	panic(fmt.Errorf("not implemented: DeleteFile - deleteFile"))
}

func (r *queryResolver) File(ctx context.Context, id uuid.UUID) (*file.File, error) {
	panic(fmt.Errorf("not implemented: File - file"))
}

func (r *queryResolver) FilePage(ctx context.Context, input file.PageInput) (*file.Page, error) {
	panic(fmt.Errorf("not implemented: FilePage - filePage"))
}
