package audit

import (
	"slices"

	"entgo.io/ent/dialect"
	"entgo.io/ent/dialect/sql"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/auditentry"
	"github.com/firmhub/firmhub/ent/globalauditentry"
	"github.com/firmhub/firmhub/ent/predicate"
)

// inLogOf makes a query of audit entries read the audit log of a firm: its own entries, and those of all firms since it was
// created. The super-firm has its own entries for those.
func inLogOf(firm *ent.Firm) predicate.AuditEntry {
	if firm.IsSuperFirm {
		return auditentry.FirmID(firm.ID)
	}
	return func(s *sql.Selector) {
		builder := sql.Dialect(s.Dialect())
		columns := slices.DeleteFunc(slices.Clone(auditentry.Columns), func(c string) bool { return c == auditentry.FieldFirmID })
		own, global := builder.Table(auditentry.Table), builder.Table(globalauditentry.Table)
		ofFirm := sql.ExprFunc(func(b *sql.Builder) {
			if b.Dialect() == dialect.Postgres {
				b.WriteString("CAST(").Arg(firm.ID).WriteString(" AS uuid)")
				return
			}
			b.Arg(firm.ID)
		})
		entries := builder.Select(own.Columns(columns...)...).AppendSelect(own.C(auditentry.FieldFirmID)).From(own).
			Where(sql.EQ(own.C(auditentry.FieldFirmID), firm.ID)).
			UnionAll(builder.Select(global.Columns(columns...)...).AppendSelectExprAs(ofFirm, auditentry.FieldFirmID).From(global).
				Where(sql.And(
					sql.GTE(global.C(globalauditentry.FieldCreatedAt), firm.CreatedAt),
					sql.Or(
						sql.IsNull(global.C(globalauditentry.FieldExceptFirmID)),
						sql.NEQ(global.C(globalauditentry.FieldExceptFirmID), firm.ID),
					),
				)))
		s.From(entries.As(auditentry.Table))
	}
}
