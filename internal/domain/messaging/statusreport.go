package messaging

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/firmhub/firmhub/ent/message"
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
	if !isReported(in.Status) || in.Status == message.StatusQueued {
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

// ReportStatuses moves messages of the viewer's firm to the statuses that they have reached, in
// order. A status that does not move its message forward is late or repeated, and changes nothing.
// It has transactions of its own.
func (m *Manager) ReportStatuses(ctx context.Context, in StatusReportInput) (_ *StatusReported, err error) {
	defer fault.Wrap(&err, "messaging.ReportStatuses")
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
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
	ids = unique(ids)
	answer := &StatusReported{}
	err = m.changes.Do(ctx, rowsPerStatus*len(ids), func(ctx context.Context, c *changes) error {
		messages, err := c.byProviderID(ctx, ids)
		if err != nil {
			return err
		}
		*answer = StatusReported{}
		refused := slices.Clone(invalid)
		for _, i := range valid {
			status := in.Statuses[i]
			m := messages[status.ProviderMessageID]
			if m == nil {
				refused = append(refused, &Rejected{
					Index: i, Code: string(fault.NotFound), Message: "There is no message with this providerMessageId.",
				})
				continue
			}
			if status.Status == message.StatusFailed && m.holds() {
				refused = append(refused, &Rejected{
					Index: i, Code: string(fault.Conflict),
					Message: "firmhub sends this message, and its price is held: only the provider says that it failed.",
				})
				continue
			}
			moved, err := c.take(m, status.Status, status.OccurredAt, failure{code: status.ErrorCode, text: status.ErrorText})
			if err != nil {
				return err
			}
			if moved {
				answer.Accepted++
			} else {
				answer.Unchanged++
			}
		}
		answer.Rejected = inOrder(refused)
		return c.save(ctx, maps.Values(messages))
	})
	return answer, err
}

// rowsPerStatus is about how many rows a status changes: the message, and counts.
const rowsPerStatus = 2

// inOrder returns the rejected items in the order of the report.
func inOrder(rejected []*Rejected) []*Rejected {
	slices.SortStableFunc(rejected, func(a, b *Rejected) int { return a.Index - b.Index })
	if rejected == nil {
		return []*Rejected{}
	}
	return rejected
}
