package analytics

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/transfer/stream"
)

// firstPage is how many messages of an export are read first, so that it begins at once. exportPage
// is how many are read at once after that.
const (
	firstPage  = 2000
	exportPage = 20_000
)

// Export returns the messages of the viewer's firm in a period, the oldest first. They are the
// messages counted in the numbers of the same period.
func Export(ctx context.Context, d *db.DB, in PeriodInput) (_ *stream.Table, err error) {
	defer fault.Wrap(&err, "analytics.Export")
	s, err := in.span(ctx, d)
	if err != nil {
		return nil, err
	}
	e := &export{db: d, page: firstPage, at: s.first.Start(s.clock.Zone), end: s.last.Add(1).Start(s.clock.Zone)}
	return &stream.Table{
		Columns: []string{
			"messageId", "providerMessageId", "direction", "contactName", "phone", "templateName", "category", "status",
			"sentAt", "deliveredAt", "readAt", "failedAt", "errorCode",
		},
		Next: func(ctx context.Context, rows *stream.Rows) (more bool, err error) {
			defer fault.Wrap(&err, "analytics.Export")
			return e.next(ctx, rows)
		},
	}, nil
}

// export is the position of an export: the messages after at, and of the messages at that time
// those after the id.
type export struct {
	db      *db.DB
	at, end time.Time
	id      uuid.UUID
	page    int
}

func (e *export) next(ctx context.Context, rows *stream.Rows) (more bool, err error) {
	found, err := e.db.InFirm(ctx).Query(`
SELECT m.id, m.occurred_at, m.provider_message_id, m.direction, c.first_name, c.last_name, m.phone, m.template_name, m.category,
	m.status, m.delivered_at, m.read_at, m.failed_at, m.error_code
FROM messages m LEFT JOIN contacts c ON c.firm_id = $1 AND c.id = m.contact_id AND c.deleted_at IS NULL
WHERE m.firm_id = $1 AND m.occurred_at >= $2 AND m.occurred_at < $3 AND (m.occurred_at, m.id) > ($2, $4) AND `+messaging.IsCounted+`
ORDER BY m.occurred_at, m.id LIMIT $5`, e.at, e.end, e.id, e.page)
	if err != nil {
		return false, err
	}
	defer found.Close()
	count := 0
	for ; found.Next(); count++ {
		var (
			provider, direction, category, status   string
			first, last, phone, template, errorCode *string
			delivered, read, failed                 *time.Time
		)
		err := found.Scan(&e.id, &e.at, &provider, &direction, &first, &last, &phone, &template, &category, &status,
			&delivered, &read, &failed, &errorCode)
		if err != nil {
			return false, fmt.Errorf("read a message: %w", err)
		}
		rows.ID(e.id)
		rows.Text(provider)
		rows.Text(direction)
		if first == nil || last == nil {
			rows.Null()
		} else {
			rows.Text(fullName(*first, *last))
		}
		rows.OptionalText(phone)
		rows.OptionalText(template)
		rows.Text(category)
		rows.Text(status)
		rows.Time(e.at)
		rows.OptionalTime(delivered)
		rows.OptionalTime(read)
		rows.OptionalTime(failed)
		rows.OptionalText(errorCode)
		rows.End()
	}
	more = count == e.page
	e.page = exportPage
	return more, found.Err()
}
