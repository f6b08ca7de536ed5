package webhook

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
)

// DeliveryStatus is how far a delivery has come.
type DeliveryStatus string

// The statuses of deliveries.
const (
	Pending   DeliveryStatus = "Pending"
	Delivered DeliveryStatus = "Delivered"
	Failed    DeliveryStatus = "Failed"
)

// Delivery is an event that is or was delivered to a webhook.
type Delivery struct {
	ID        uuid.UUID
	EventID   uuid.UUID
	EventType string
	Status    DeliveryStatus
	// Attempts is how many attempts were made.
	Attempts int
	// ResponseStatus is nil without an answer to the last attempt.
	ResponseStatus *int
	// ResponseBody is the first KiB of the last answer, or why there was none.
	ResponseBody *string
	// NextAttemptAt is nil unless it is Pending.
	NextAttemptAt *time.Time
	CreatedAt     time.Time

	webhookID uuid.UUID
	step      int
}

// DeliveryPage is a page of deliveries.
type DeliveryPage = page.Numbered[*Delivery]

// readDeliveries returns the deliveries that a query in the firm of the context selects.
func readDeliveries(ctx context.Context, d *db.DB, query string, args ...any) (list []*Delivery, err error) {
	rows, err := d.InFirm(ctx).Query(`
SELECT d.id, d.event_id, d.event_type, d.status, d.attempts, d.response_status, d.response_body, d.next_attempt_at, d.created_at,
  d.webhook_id, d.step
FROM webhook_deliveries d WHERE d.firm_id = $1`+query, args...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var of Delivery
		var status string
		err := rows.Scan(&of.ID, &of.EventID, &of.EventType, &status, &of.Attempts, &of.ResponseStatus, &of.ResponseBody,
			&of.NextAttemptAt, &of.CreatedAt, &of.webhookID, &of.step)
		if err != nil {
			return nil, fmt.Errorf("read a delivery: %w", err)
		}
		of.Status, of.CreatedAt = DeliveryStatus(status), of.CreatedAt.UTC()
		if of.NextAttemptAt != nil {
			*of.NextAttemptAt = of.NextAttemptAt.UTC()
		}
		list = append(list, &of)
	}
	return list, rows.Err()
}

// Deliveries returns a page of the deliveries of a webhook of the viewer's firm, the newest first,
// or NotFound.
func (m *Manager) Deliveries(ctx context.Context, in DeliveriesInput) (_ *DeliveryPage, err error) {
	defer fault.Wrap(&err, "webhook.Deliveries")
	if err := m.available(); err != nil {
		return nil, err
	}
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	if _, err := m.find(ctx, in.ID, false); err != nil {
		return nil, err
	}
	where, args := " AND d.webhook_id = $2", []any{in.ID}
	if in.Status != nil {
		args = append(args, string(*in.Status))
		where += fmt.Sprintf(" AND d.status = $%d", len(args)+1) // $1 is the firm
	}
	if in.EventType != nil {
		args = append(args, *in.EventType)
		where += fmt.Sprintf(" AND d.event_type = $%d", len(args)+1)
	}
	n := len(args)
	return page.New(in.Page, in.PageSize,
		func(ctx context.Context, limit, offset int) (_ []*Delivery, err error) {
			defer fault.Wrap(&err, "webhook.Deliveries")
			return readDeliveries(ctx, m.db, where+fmt.Sprintf(" ORDER BY d.id DESC LIMIT $%d OFFSET $%d", n+2, n+3),
				append(args[:n:n], limit, offset)...)
		},
		func(ctx context.Context) (count int, err error) {
			defer fault.Wrap(&err, "webhook.Deliveries")
			_, err = m.db.InFirm(ctx).Row([]any{&count}, "SELECT count(*) FROM webhook_deliveries d WHERE d.firm_id = $1"+where, args...)
			return count, err
		},
	), nil
}

// Retry makes a delivery of a webhook of the viewer's firm due at once, with all attempts of the
// schedule, or returns NotFound. One that is Delivered, or on its way, is sent again.
func (m *Manager) Retry(ctx context.Context, ref DeliveryRef) (retried *Delivery, err error) {
	defer fault.Wrap(&err, "webhook.Retry")
	if err := m.available(); err != nil {
		return nil, err
	}
	err = m.db.Tx(ctx, func(ctx context.Context) error {
		w, err := m.find(ctx, ref.ID, true)
		if err != nil {
			return err
		}
		now := m.config.Now()
		changed, err := m.db.InFirm(ctx).Exec(`
UPDATE webhook_deliveries SET status = 'Pending', step = 0, next_attempt_at = $4 WHERE firm_id = $1 AND webhook_id = $2 AND id = $3`,
			ref.ID, ref.DeliveryID, now)
		if err != nil {
			return err
		}
		if changed == 0 {
			return fault.New(fault.NotFound, "There is no such delivery.")
		}
		if err := m.wake(ctx); err != nil {
			return err
		}
		found, err := readDeliveries(ctx, m.db, " AND d.id = $2", ref.DeliveryID)
		if err != nil {
			return err
		}
		retried = found[0]
		type fields struct {
			DeliveryID uuid.UUID `json:"deliveryId"`
			EventID    uuid.UUID `json:"eventId"`
		}
		return audit.Record(ctx, m.db, audit.Change{
			Action: "webhook.retry", Target: w.target(), After: fields{retried.ID, retried.EventID},
		})
	})
	if err != nil {
		return nil, err
	}
	return retried, nil
}

// cleanupBatch keeps each transaction short.
const cleanupBatch = 1000

// Cleanup deletes a batch of the deliveries that were written before a time, in all firms. It
// reports whether there may be more.
func Cleanup(ctx context.Context, d *db.DB, before time.Time) (more bool, err error) {
	defer fault.Wrap(&err, "webhook.Cleanup")
	deleted, err := d.AcrossFirms(rule.AcrossFirms(ctx, "delete old deliveries of all firms")).Exec(`
DELETE FROM webhook_deliveries WHERE (firm_id, id) IN
  (SELECT firm_id, id FROM webhook_deliveries WHERE created_at < $1 ORDER BY created_at LIMIT $2)`, before, cleanupBatch)
	return deleted == cleanupBatch, err
}
