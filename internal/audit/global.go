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
)

// selection is which entries of the audit log of a firm a query reads.
type selection struct {
	firm  *ent.Firm
	input ListInput
	// before selects only what follows this entry, the newest first; nil selects from the newest on.
	before *ent.AuditEntry
	// newest is how many entries the query reads at most; zero means all.
	newest int
}

// where makes a query of audit entries read the selection: the firm's own entries, and those of all firms since it was created.
// The super-firm has its own entries for those. Each of the two tables is limited by itself, so that its index gives the
// newest entries and no others are read.
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

// limit returns the newest entries of a table that the selection has.
func (l selection) limit(s *sql.Selector, table *sql.SelectTable) *sql.Selector {
	l.restrict(s, table.C)
	if l.newest == 0 {
		return s
	}
	s.OrderBy(sql.Desc(table.C(auditentry.FieldCreatedAt)), sql.Desc(table.C(auditentry.FieldID))).Limit(l.newest)
	return sql.Dialect(s.Dialect()).Select().From(s.As("newest"))
}

// restrict adds the conditions of the input to a query. Column returns the name of a column in the query.
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
	if l.before != nil { // one comparison, for which the index serves whatever the times are
		s.Where(sql.CompositeLT([]string{createdAt, column(auditentry.FieldID)}, l.before.CreatedAt, l.before.ID))
	}
}
