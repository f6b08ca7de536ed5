package graph

import (
	"context"

	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/page"
)

// AuditLog implements auditLog.
func (r *queryResolver) AuditLog(ctx context.Context, input *audit.ListInput) (*page.Numbered[*audit.Entry], error) {
	return audit.List(ctx, r.options.DB, given(input))
}

// AuditEntries implements auditEntries.
func (r *queryResolver) AuditEntries(ctx context.Context, first *int, after *page.Cursor, last *int, before *page.Cursor, filter *audit.FilterInput) (*page.Connection[*audit.Entry], error) {
	return audit.Connect(ctx, r.options.DB, audit.ConnectionInput{
		Window: page.Window{First: first, Last: last, After: after, Before: before}, FilterInput: given(filter),
	})
}
