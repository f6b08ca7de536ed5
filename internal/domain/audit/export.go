package audit

import (
	"context"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
	"github.com/firmhub/firmhub/internal/transfer/stream"
)

// exportPage is how many entries of an export are read at once.
const exportPage = 500

// Export returns the entries that the input selects, the newest first. It ignores the page and page
// size of the input. It returns the errors of [List].
func Export(ctx context.Context, d *db.DB, in ListInput) (_ *stream.Table, err error) {
	defer fault.Wrap(&err, "audit.Export")
	selected, scope, err := in.selection(ctx, d)
	if err != nil {
		return nil, err
	}
	selected.bounds.Limit = exportPage
	return &stream.Table{
		Columns: []string{
			"id", "createdAt", "actorKind", "actorId", "actorName", "actorFirmId", "action", "targetType", "targetId", "targetName",
			"before", "after", "address", "requestId",
		},
		Next: func(ctx context.Context, rows *stream.Rows) (more bool, err error) {
			defer fault.Wrap(&err, "audit.Export")
			entries, err := selected.read(d).All(scope(ctx))
			if err != nil {
				return false, err
			}
			for _, entry := range entries {
				writeRow(rows, entry)
				selected.bounds.After = &page.Cursor{ID: entry.ID, Value: entry.CreatedAt}
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
