package audit

import (
	"slices"
	"strings"

	"entgo.io/ent/dialect"
	"entgo.io/ent/dialect/sql"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/auditentry"
	"github.com/firmhub/firmhub/ent/globalauditentry"
	"github.com/firmhub/firmhub/ent/predicate"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/page"
)

// selection are the entries of a firm's audit log that a query reads.
type selection struct {
	firm  *ent.Firm
	input ListInput
	// bounds are the part of the entries to read, with a maximum number. Without a maximum, all are
	// read, in no order.
	bounds page.Bounds
}

// where makes a query of audit entries read the selection: the firm's own entries, and the entries
// of all firms since the firm was created. The super-firm has its own entries instead of the
// latter. Each of the two tables is limited separately, so that its index returns the newest
// entries and no others are read.
func (l selection) where() predicate.AuditEntry {
	if l.firm.IsSuperFirm {
		return func(s *sql.Selector) {
			s.Where(sql.EQ(s.C(auditentry.FieldFirmID), l.firm.ID))
			l.restrict(s, s.C)
		}
	}
	return func(s *sql.Selector) {
		builder := sql.Dialect(s.Dialect())
		columns := slices.DeleteFunc(slices.Clone(auditentry.Columns), func(c string) bool { return c == auditentry.FieldFirmID })
		own, global := builder.Table(auditentry.Table), builder.Table(globalauditentry.Table)
		ofFirm := sql.ExprFunc(func(b *sql.Builder) {
			if b.Dialect() == dialect.Postgres {
				b.WriteString("CAST(").Arg(l.firm.ID).WriteString(" AS uuid)")
				return
			}
			b.Arg(l.firm.ID)
		})
		ofOwn := builder.Select(own.Columns(columns...)...).AppendSelect(own.C(auditentry.FieldFirmID)).From(own).
			Where(sql.EQ(own.C(auditentry.FieldFirmID), l.firm.ID))
		ofAll := builder.Select(global.Columns(columns...)...).AppendSelectExprAs(ofFirm, auditentry.FieldFirmID).From(global).
			Where(sql.And(
				sql.GTE(global.C(globalauditentry.FieldCreatedAt), l.firm.CreatedAt),
				sql.Or(
					sql.IsNull(global.C(globalauditentry.FieldExceptFirmID)),
					sql.NEQ(global.C(globalauditentry.FieldExceptFirmID), l.firm.ID),
				),
			))
		s.From(l.limit(ofOwn, own).UnionAll(l.limit(ofAll, global)).As(auditentry.Table))
	}
}

// limit returns the selected entries of a table, up to the maximum number.
func (l selection) limit(s *sql.Selector, table *sql.SelectTable) *sql.Selector {
	l.restrict(s, table.C)
	if l.bounds.Limit == 0 {
		return s
	}
	newestFirst(table.C).Bound(s, l.bounds)
	return sql.Dialect(s.Dialect()).Select().From(s.As("newest"))
}

// newestFirst is the order of an audit log. column returns the name of a column in the query.
func newestFirst(column func(string) string) db.Keyset {
	return db.ByTime(column, auditentry.FieldCreatedAt, auditentry.FieldID)
}

// restrict adds the conditions of the input to a query. column returns the name of a column in the
// query.
func (l selection) restrict(s *sql.Selector, column func(string) string) {
	createdAt := column(auditentry.FieldCreatedAt)
	if l.input.From != nil {
		s.Where(sql.GTE(createdAt, *l.input.From))
	}
	if l.input.To != nil {
		s.Where(sql.LT(createdAt, *l.input.To))
	}
	switch {
	case strings.Contains(l.input.Action, "."):
		s.Where(sql.EQ(column(auditentry.FieldAction), l.input.Action))
	case l.input.Action != "":
		s.Where(sql.EQ(column(auditentry.FieldTargetType), l.input.Action))
	}
	if l.input.ActorID != nil {
		s.Where(sql.EQ(column(auditentry.FieldActorID), *l.input.ActorID))
	}
	if l.input.TargetID != nil {
		s.Where(sql.EQ(column(auditentry.FieldTargetID), *l.input.TargetID))
	}
}
