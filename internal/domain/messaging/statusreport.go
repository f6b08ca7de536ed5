package messaging

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/ent/rule/scope"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
)

// StatusReportInput reports the statuses of messages.
type StatusReportInput struct{ Statuses []*StatusInput }

// Validate returns a fault for a number of statuses that is not allowed. A fault of a status
// rejects only that status.
func (in *StatusReportInput) Validate() fault.Details {
	var faults fault.Details
	checkItems(&faults, "statuses", len(in.Statuses))
	return faults
}

// StatusInput is a status that a message has reached.
type StatusInput struct {
	ProviderMessageID string
	Status            Status
	OccurredAt        time.Time
	// ErrorCode and ErrorText are stored for a message that failed.
	ErrorCode, ErrorText *string
}

func (in *StatusInput) validate(now time.Time) fault.Details {
	var faults fault.Details
	checkProviderID(&faults, &in.ProviderMessageID)
	if in.Status == message.StatusQueued {
		faults.Add("status", "must be Sent, Delivered, Read or Failed")
	}
	checkTime(&faults, &in.OccurredAt, now)
	checkError(&faults, &in.ErrorCode, &in.ErrorText)
	return faults
}

// StatusReported is the result of a report of statuses.
type StatusReported struct {
	// Accepted is how many statuses moved their message forward, and Unchanged how many were late
	// or repeated.
	Accepted, Unchanged int
	// Rejected are the other statuses, in the order of the report.
	Rejected []*Rejected
}

// moved is a message whose status is reported.
type moved struct {
	Counted
	state

	changed bool
}

// ReportStatuses moves messages of the viewer's firm to the statuses that they have reached, in
// order. A status that does not move its message forward is late or repeated, and changes nothing.
func ReportStatuses(ctx context.Context, d *db.DB, in StatusReportInput) (_ *StatusReported, err error) {
	defer fault.Wrap(&err, "messaging.ReportStatuses")
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	firm, err := scope.Firm(ctx, "Message")
	if err != nil {
		return nil, err
	}
	answer := &StatusReported{}
	now := entity.Now()
	var (
		valid   []int
		invalid []*Rejected
		ids     []string
	)
	for i, status := range in.Statuses {
		if faults := status.validate(now); len(faults) > 0 {
			invalid = append(invalid, reject(i, faults))
			continue
		}
		valid, ids = append(valid, i), append(ids, status.ProviderMessageID)
	}
	err = d.Tx(ctx, func(ctx context.Context) error {
		if err := lock(ctx, d, firm); err != nil {
			return err
		}
		clock, err := startClock(ctx, d)
		if err != nil {
			return err
		}
		messages, err := findMoved(ctx, d, unique(ids))
		if err != nil {
			return err
		}
		*answer = StatusReported{}
		refused := slices.Clone(invalid)
		changes := tally{}
		for _, i := range valid {
			status := in.Statuses[i]
			m := messages[status.ProviderMessageID]
			switch {
			case m == nil:
				refused = append(refused, &Rejected{i, string(fault.NotFound), "There is no message with this providerMessageId."})
			case m.take(status, clock, changes):
				answer.Accepted++
			default:
				answer.Unchanged++
			}
		}
		answer.Rejected = inOrder(refused)
		if err := update(ctx, d, messages, now); err != nil {
			return err
		}
		return changes.write(ctx, d, firm)
	})
	return answer, err
}

// inOrder returns the rejected items in the order of the report.
func inOrder(rejected []*Rejected) []*Rejected {
	slices.SortStableFunc(rejected, func(a, b *Rejected) int { return a.Index - b.Index })
	if rejected == nil {
		return []*Rejected{}
	}
	return rejected
}

// take moves a message to a status, and counts that. It reports whether the status is a later one.
func (m *moved) take(in *StatusInput, clock *Clock, changes tally) bool {
	before := m.state.status
	if !forward(before, in.Status) {
		return false
	}
	m.move(in.Status, in.OccurredAt)
	if in.Status == message.StatusFailed {
		m.errorCode, m.errorText = in.ErrorCode, in.ErrorText
	}
	m.changed, m.Counted.Status = true, in.Status
	for version, zone := range clock.counted(m.OccurredAt, m.ID) {
		changes.of(version).Move(&m.Counted, before, zone)
	}
	return true
}

// findMoved returns the messages with these provider ids.
func findMoved(ctx context.Context, d *db.DB, ids []string) (map[string]*moved, error) {
	among, list := d.Among("k.provider_message_id", 2, ids)
	rows, err := d.InFirm(ctx).Query(`
SELECT m.provider_message_id, m.id, m.occurred_at, m.direction, m.status, m.template_name, m.delivered_at FROM message_keys k
JOIN messages m ON m.firm_id = k.firm_id AND m.occurred_at = k.occurred_at AND m.id = k.id
WHERE k.firm_id = $1 AND m.firm_id = $1 AND `+among, list)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	found := make(map[string]*moved, len(ids))
	for rows.Next() {
		m := &moved{}
		var provider, direction, status string
		err := rows.Scan(&provider, &m.ID, &m.OccurredAt, &direction, &status, &m.Template, &m.deliveredAt)
		if err != nil {
			return nil, fmt.Errorf("read a message: %w", err)
		}
		m.Direction, m.Counted.Status, m.state.status = Direction(direction), Status(status), Status(status)
		found[provider] = m
	}
	return found, rows.Err()
}

// movedRow is the new state of a message in the form sent to PostgreSQL.
type movedRow struct {
	ID          uuid.UUID  `json:"id"`
	OccurredAt  time.Time  `json:"occurred_at"`
	Status      Status     `json:"status"`
	DeliveredAt *time.Time `json:"delivered_at"`
	ReadAt      *time.Time `json:"read_at"`
	FailedAt    *time.Time `json:"failed_at"`
	ErrorCode   *string    `json:"error_code"`
	ErrorText   *string    `json:"error_text"`
}

// update writes the states of the changed messages. It takes one statement on PostgreSQL, and one
// for each message on SQLite, which has no round trips.
func update(ctx context.Context, d *db.DB, messages map[string]*moved, now time.Time) error {
	var changed []movedRow
	for _, m := range messages {
		if m.changed {
			changed = append(changed, movedRow{
				m.ID, m.OccurredAt, m.state.status, m.deliveredAt, m.readAt, m.failedAt, m.errorCode, m.errorText,
			})
		}
	}
	if len(changed) == 0 {
		return nil
	}
	if d.Dialect() == db.SQLite {
		for _, m := range changed {
			_, err := d.InFirm(ctx).Exec(`
UPDATE messages SET status = $4, updated_at = $5, delivered_at = $6, read_at = $7, failed_at = $8, error_code = $9, error_text = $10
WHERE firm_id = $1 AND occurred_at = $2 AND id = $3`,
				m.OccurredAt, m.ID, string(m.Status), now, m.DeliveredAt, m.ReadAt, m.FailedAt, m.ErrorCode, m.ErrorText)
			if err != nil {
				return err
			}
		}
		return nil
	}
	encoded, err := json.Marshal(changed)
	if err != nil {
		return fmt.Errorf("encode statuses: %w", err)
	}
	byTime := func(a, b movedRow) int { return a.OccurredAt.Compare(b.OccurredAt) }
	first, last := slices.MinFunc(changed, byTime), slices.MaxFunc(changed, byTime)
	_, err = d.InFirm(ctx).Exec(`
UPDATE messages m SET status = r.status, updated_at = $3, delivered_at = r.delivered_at, read_at = r.read_at, failed_at = r.failed_at,
	error_code = r.error_code, error_text = r.error_text
FROM json_to_recordset($2::json) AS r(id uuid, occurred_at timestamptz, status text, delivered_at timestamptz, read_at timestamptz,
	failed_at timestamptz, error_code text, error_text text)
WHERE m.firm_id = $1 AND m.occurred_at >= $4 AND m.occurred_at <= $5 AND m.occurred_at = r.occurred_at AND m.id = r.id`,
		string(encoded), now, first.OccurredAt, last.OccurredAt) // the times select the partitions
	return err
}
