package analytics

import (
	"context"
	"math"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
)

// Delivery counts the sent messages by status. The counts include each other: a message that was
// read also counts as delivered, and a message that was delivered also counts as sent.
type Delivery struct{ Sent, Delivered, Read, Failed int }

// DeliveryRate returns delivered / sent, and 0 without messages.
func (d *Delivery) DeliveryRate() float64 { return rate(d.Delivered, d.Sent) }

// ReadRate returns read / delivered, and 0 without messages.
func (d *Delivery) ReadRate() float64 { return rate(d.Read, d.Delivered) }

func rate(part, whole int) float64 {
	const precision = 1e4
	if whole == 0 {
		return 0
	}
	return math.Round(float64(part)/float64(whole)*precision) / precision
}

// ReadDelivery returns the counts of the messages that the viewer's firm has sent in a period.
func ReadDelivery(ctx context.Context, d *db.DB, in PeriodInput) (_ *Delivery, err error) {
	defer fault.Wrap(&err, "analytics.ReadDelivery")
	s, err := in.span(ctx, d)
	if err != nil {
		return nil, err
	}
	sums, err := s.sums(ctx, d)
	return &sums.Delivery, err
}

// Sums are the sums of a period.
type Sums struct {
	From, To string // days
	Delivery
	TotalReceived int
}

// TotalSent returns the number of messages that were sent.
func (s *Sums) TotalSent() int { return s.Sent }

// DeliveryStatus returns the counts of the sent messages by status.
func (s *Sums) DeliveryStatus() *Delivery { return &s.Delivery }

func (s *span) sums(ctx context.Context, d *db.DB) (*Sums, error) {
	sums := &Sums{From: s.first.String(), To: s.last.String()}
	_, err := d.InFirm(ctx).Row([]any{&sums.Sent, &sums.TotalReceived, &sums.Delivered, &sums.Read, &sums.Failed}, `
SELECT CAST(coalesce(sum(sent), 0) AS bigint), CAST(coalesce(sum(received), 0) AS bigint), CAST(coalesce(sum(delivered), 0) AS bigint),
	CAST(coalesce(sum("read"), 0) AS bigint), CAST(coalesce(sum(failed), 0) AS bigint)
FROM message_counts WHERE firm_id = $1 AND version = $2 AND kind = 'Day' AND day >= $3 AND day <= $4`,
		s.clock.Version, int(s.first), int(s.last))
	return sums, err
}

// Template counts the messages of a template.
type Template struct {
	TemplateName string
	Delivery
}

// maxTemplates is how many templates are listed.
const maxTemplates = 1000

// ReadTemplates returns the counts of the messages that the viewer's firm has sent in a period, by
// template. The most used templates come first.
func ReadTemplates(ctx context.Context, d *db.DB, in PeriodInput) (_ []*Template, err error) {
	defer fault.Wrap(&err, "analytics.ReadTemplates")
	s, err := in.span(ctx, d)
	if err != nil {
		return nil, err
	}
	return s.templates(ctx, d)
}

func (s *span) templates(ctx context.Context, d *db.DB) ([]*Template, error) {
	rows, err := db.All[struct {
		Key                           string
		Sent, Delivered, Read, Failed int
	}](d.InFirm(ctx), `
SELECT key, CAST(sum(sent) AS bigint) AS sent, CAST(sum(delivered) AS bigint) AS delivered, CAST(sum("read") AS bigint) AS read,
	CAST(sum(failed) AS bigint) AS failed
FROM message_counts WHERE firm_id = $1 AND version = $2 AND kind = 'Template' AND day >= $3 AND day <= $4
GROUP BY key HAVING sum(sent) > 0 ORDER BY 2 DESC, 1 LIMIT $5`,
		s.clock.Version, int(s.first), int(s.last), maxTemplates)
	templates := make([]*Template, len(rows))
	for i, row := range rows {
		templates[i] = &Template{row.Key, Delivery{row.Sent, row.Delivered, row.Read, row.Failed}}
	}
	return templates, err
}
