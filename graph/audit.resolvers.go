package graph

import (
	"context"

	"github.com/firmhub/firmhub/internal/audit"
	"github.com/firmhub/firmhub/internal/page"
)

// AuditLog implements auditLog.
func (r *queryResolver) AuditLog(ctx context.Context, input *audit.ListInput) (*page.Numbered[*audit.Entry], error) {
	return audit.List(ctx, r.db, given(input))
}
