package graph

import (
	"context"

	"entgo.io/contrib/entgql"
	"github.com/firmhub/firmhub/internal/audit"
	"github.com/firmhub/firmhub/internal/page"
	"github.com/google/uuid"
)

// AuditLog implements auditLog.
func (r *queryResolver) AuditLog(ctx context.Context, input *audit.ListInput) (*page.Numbered[*audit.Entry], error) {
	return audit.List(ctx, r.db, given(input))
}

// AuditEntries implements auditEntries.
func (r *queryResolver) AuditEntries(ctx context.Context, first *int, after *entgql.Cursor[uuid.UUID], last *int, before *entgql.Cursor[uuid.UUID], filter *audit.FilterInput) (*page.Connection[*audit.Entry], error) {
	return audit.Connect(ctx, r.db, audit.ConnectionInput{
		Window: page.Window{First: first, Last: last, After: after, Before: before}, FilterInput: given(filter),
	})
}
