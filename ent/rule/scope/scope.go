// Package scope limits generated code of ent to the viewer's firm where interceptors have no
// effect: predicates on edges (HasContactsWith), link tables, and updates by id. The generated code
// calls it; see edges.tmpl. It is separate from ent/rule, which imports ent.
package scope

import (
	"context"
	"errors"
	"fmt"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/viewer"
)

// ErrIsolation is returned when a query or write has no firm and is not under rule.AcrossFirms. It
// is a bug in firmhub. The client receives InternalError.
var ErrIsolation = errors.New("rule: refused by tenant isolation")

const firmColumn = "firm_id"

// key is the key of what a context is limited to: a string, the reason why it is not limited, or a
// [one] firm. Without one it is limited to the viewer's firm.
type key struct{}

// one is a firm to which a context is limited, for as long as the viewer stays the same. Any id may
// be that of a firm which does not exist, also uuid.Nil, which a client can send as any other.
type one struct {
	firm   uuid.UUID
	viewer *viewer.Viewer
	// refused is set if the context may not reach the firm, nor any other.
	refused bool
}

// WithAcross is called only by rule.AcrossFirms.
func WithAcross(ctx context.Context, reason string) context.Context {
	return context.WithValue(ctx, key{}, reason)
}

// Across reports whether ctx was returned by rule.AcrossFirms.
func Across(ctx context.Context) bool {
	_, across := ctx.Value(key{}).(string)
	return across
}

// IsIn reports whether a context is limited to a firm.
func IsIn(ctx context.Context, firm uuid.UUID) bool {
	own, ok := firmOf(ctx)
	return ok && own == firm && !Across(ctx)
}

// WithFirm is for rule.InFirm alone.
func WithFirm(ctx context.Context, firm uuid.UUID) context.Context {
	if IsIn(ctx, firm) {
		return ctx
	}
	return context.WithValue(ctx, key{}, one{firm: firm, viewer: viewer.From(ctx), refused: !Across(ctx)})
}

// firmOf returns the firm to which a context is limited, or under rule.AcrossFirms that of the
// viewer. It reports whether there is one.
func firmOf(ctx context.Context) (firm uuid.UUID, ok bool) {
	v := viewer.From(ctx)
	if limit, limited := ctx.Value(key{}).(one); limited && limit.viewer == v {
		return limit.firm, !limit.refused
	}
	return v.FirmID, v.FirmID != uuid.Nil
}

// Firm returns the firm of a context: the viewer's firm, or the firm of rule.InFirm.
// Without one it returns [ErrIsolation], with the name of the entity.
func Firm(ctx context.Context, entity string) (uuid.UUID, error) {
	firm, ok := firmOf(ctx)
	if !ok {
		return uuid.Nil, fmt.Errorf("%w: %s without a firm", ErrIsolation, entity)
	}
	return firm, nil
}

// Live limits an edge to an entity with soft deletion.
func Live(s *sql.Selector) { s.Where(sql.IsNull(s.C("deleted_at"))) }

// OfLiveContacts limits an edge to an entity that belongs to contacts and contains when they were
// deleted.
func OfLiveContacts(s *sql.Selector) { s.Where(sql.IsNull(s.C("contact_deleted_at"))) }

// OwnFirm limits an edge to a firm-owned entity. Under rule.AcrossFirms the caller names the firm.
func OwnFirm(s *sql.Selector) {
	if Across(s.Context()) {
		return
	}
	firm, err := Firm(s.Context(), s.TableName())
	if err != nil {
		s.AddError(err)
		return
	}
	s.Where(sql.EQ(s.C(firmColumn), firm))
}

// AcrossOnly checks an edge between two entities that are not firm-owned.
func AcrossOnly(s *sql.Selector) {
	if !Across(s.Context()) {
		s.AddError(fmt.Errorf("%w: %s are read across firms only", ErrIsolation, s.TableName()))
	}
}

// Link limits the rows of a link table that loads an edge to the viewer's firm.
func Link(ctx context.Context, s *sql.Selector, link *sql.SelectTable) {
	if Across(ctx) {
		return
	}
	firm, err := Firm(ctx, "link")
	if err != nil {
		s.AddError(err)
		return
	}
	s.Where(sql.P(func(b *sql.Builder) { // later: the link table has no alias before it is joined
		b.Ident(link.C(firmColumn)).WriteString(" = ").Arg(firm)
	}))
}

// InFirm returns the value to which ent compares the column id, extended by a comparison of the
// firm. It is the viewer's firm, or under rule.AcrossFirms the firm of the row to update.
func InFirm(ctx context.Context, id uuid.UUID, ofRow func(context.Context) (uuid.UUID, error)) (any, error) {
	firm, _ := firmOf(ctx)
	if Across(ctx) {
		var err error
		if firm, err = ofRow(ctx); err != nil {
			return nil, err
		}
	}
	if firm == uuid.Nil { // a row that was read without its firm
		return id, nil
	}
	return sql.ExprFunc(func(b *sql.Builder) {
		b.Arg(id).WriteString(" AND ").Ident(firmColumn).WriteString(" = ").Arg(firm)
	}), nil
}
