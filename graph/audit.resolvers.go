package graph

import (
	"context"

	"github.com/firmhub/firmhub/internal/audit"
)

// AuditLog implements auditLog.
func (r *queryResolver) AuditLog(ctx context.Context, input *audit.LogInput) (*audit.Log, error) {
	return audit.Read(ctx, r.db, given(input))
}
