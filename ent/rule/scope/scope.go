// Package scope holds predicates on edges, HasContactsWith and its like, to the rows that a query of their entity would
// show. ent runs interceptors on queries but not on these predicates; its generated code calls this package from them
// instead (see edges.tmpl). It is a leaf of ent/rule, as ent's own packages import it.
package scope

import (
	"context"
	"errors"
	"fmt"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/viewer"
)

// ErrWall is what a query or write comes to that names no firm and did not cross firms by name. It is a bug in
// firmhub, never the client's doing: the client is answered InternalError.
var ErrWall = errors.New("rule: refused at the firm wall")

type acrossKey struct{}

// WithAcross is for rule.AcrossFirms alone.
func WithAcross(ctx context.Context, reason string) context.Context {
	return context.WithValue(ctx, acrossKey{}, reason)
}

// Across tells whether ctx came from rule.AcrossFirms.
func Across(ctx context.Context) bool {
	_, across := ctx.Value(acrossKey{}).(string)
	return across
}

// Firm is the viewer's firm. Without one there is [ErrWall], which names the entity.
func Firm(ctx context.Context, entity string) (uuid.UUID, error) {
	firm := viewer.From(ctx).FirmID
	if firm == uuid.Nil {
		return firm, fmt.Errorf("%w: %s without a firm", ErrWall, entity)
	}
	return firm, nil
}

// Live is for an edge to what can be soft-deleted.
func Live(s *sql.Selector) { s.Where(sql.IsNull(s.C("deleted_at"))) }

// OwnFirm is for an edge to what a firm owns, from what none owns. An edge within a firm can't leave it: the database
// sees to that.
func OwnFirm(s *sql.Selector) {
	if Across(s.Context()) {
		return
	}
	firm, err := Firm(s.Context(), s.TableName())
	if err != nil {
		s.AddError(err)
		return
	}
	s.Where(sql.EQ(s.C("firm_id"), firm))
}

// AcrossOnly is for an edge between two entities that no firm owns.
func AcrossOnly(s *sql.Selector) {
	if !Across(s.Context()) {
		s.AddError(fmt.Errorf("%w: %s are read across firms only", ErrWall, s.TableName()))
	}
}
