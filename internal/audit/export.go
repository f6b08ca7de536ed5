package audit

import (
	"context"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/auditentry"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/stream"
)

// exportPage is how many entries of an export are read at once.
const exportPage = 500

// Export prepares the whole of the log that the input chooses, the newest entries first. The page of the input has no
// effect. Its errors are those of [Read].
func Export(ctx context.Context, d *db.DB, in LogInput) (*stream.Table, error) {
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	found, scope, err := find(ctx, d, in)
	if err != nil {
		return nil, err
	}
	found.Order(ent.Desc(auditentry.FieldCreatedAt), ent.Desc(auditentry.FieldID)).Limit(exportPage)
	var last *ent.AuditEntry
	return &stream.Table{
		Columns: []string{
			"id", "createdAt", "actorKind", "actorId", "actorName", "actorFirmId", "action", "targetType", "targetId", "targetName",
			"before", "after", "address", "requestId",
		},
		Next: func(ctx context.Context, rows *stream.Rows) (more bool, err error) {
			defer fault.Wrap(&err, "audit.Export")
			page := found.Clone()
			if last != nil {
				page.Where(
					auditentry.CreatedAtLTE(last.CreatedAt), // for the index
					auditentry.Or(auditentry.CreatedAtLT(last.CreatedAt), auditentry.IDLT(last.ID)),
				)
			}
			entries, err := page.All(scope(ctx))
			if err != nil {
				return false, err
			}
			for _, last = range entries {
				writeRow(rows, last)
			}
			return len(entries) == exportPage, nil
		},
	}, nil
}

func writeRow(rows *stream.Rows, entry *ent.AuditEntry) {
	rows.ID(entry.ID)
	rows.Time(entry.CreatedAt)
	rows.Text(entry.ActorKind.String())
	rows.OptionalID(entry.ActorID)
	rows.Text(entry.ActorName)
	rows.OptionalID(entry.ActorFirmID)
	rows.Text(entry.Action)
	rows.Text(entry.TargetType)
	rows.OptionalID(entry.TargetID)
	rows.Text(entry.TargetName)
	rows.JSON(entry.Before)
	rows.JSON(entry.After)
	rows.Text(entry.Address)
	rows.Text(entry.RequestID)
	rows.End()
}
