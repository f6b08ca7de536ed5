package campaign

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
	"github.com/firmhub/firmhub/internal/domain/messaging/pace"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/pricing"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/transfer/stream"
	"github.com/firmhub/firmhub/internal/viewer"
)

// QuoteInput names a campaign to quote.
type QuoteInput struct {
	ID uuid.UUID
	// Detail asks for a row each contact, which only a stream has.
	Detail *bool
}

// details are the rows of a quote.
type details struct {
	*Manager

	campaign *Campaign
	// plan has the demand for messages once the whole audience is counted.
	plan    *plan
	from    *reader
	decider *decider
	rule    *pace.Rule
	meter   *pricing.Meter
	// rates are the prices of the messages that have no row yet. Which of them are free depends on
	// all of the audience, so that it is read twice.
	rates []rate
}

// QuoteDetails returns what a campaign of the viewer's firm would do now as a table, with a row for
// each contact of the audience: when it gets a message, by the clocks of its time zone too, and at
// what price, or why it gets none. It returns the errors of [Manager.Quote].
func (m *Manager) QuoteDetails(ctx context.Context, in QuoteInput) (_ *stream.Table, err error) {
	defer fault.Wrap(&err, "campaign.QuoteDetails")
	c, err := find(ctx, m.db, in.ID, false)
	if err != nil {
		return nil, err
	}
	if c.hasBegun() {
		return nil, errBegun()
	}
	d := &details{Manager: m, campaign: c}
	if d.plan, err = m.newPlan(ctx, c); err != nil {
		return nil, err
	}
	rules, err := pace.Read(ctx, m.db, []uuid.UUID{c.ID})
	if err != nil {
		return nil, err
	}
	d.rule = rules[c.ID]
	if d.meter, err = pricing.ReadMeter(ctx, m.db, viewer.From(ctx).FirmID); err != nil {
		return nil, err
	}
	if err := d.begin(ctx); err != nil {
		return nil, err
	}
	if c.counted.isOf(c, d.plan.until) && c.counted.Complete {
		d.plan.use(c.counted)
		d.rates, _ = quoteAll(d.meter, d.plan.pricedAs(), d.plan.demand)
	}
	return &stream.Table{
		Columns: []string{"contactId", "address", "addressKind", "dueAt", "localTime", "timeZone", "price", "skipReason"}, Next: d.next,
	}, nil
}

// begin makes the next part the first one of the audience.
func (d *details) begin(ctx context.Context) error {
	seen, err := shared(ctx, d.db)
	if err != nil {
		return err
	}
	d.decider = &decider{db: d.db, campaign: d.campaign, bulk: d.plan.bulk, repeated: seen.repeated}
	d.from, err = d.newReader(ctx, d.campaign, d.plan.until, position{})
	return err
}

// next writes the rows of the next contacts. Before the first row it counts the audience, by a part
// each time that it is called.
func (d *details) next(ctx context.Context, rows *stream.Rows) (more bool, err error) {
	defer fault.Wrap(&err, "campaign.QuoteDetails")
	part, more, err := d.from.next(ctx)
	if err != nil {
		return false, err
	}
	all, err := d.decider.decide(ctx, part)
	if err != nil {
		return false, err
	}
	if !d.plan.complete {
		return true, d.count(ctx, all, more)
	}
	for _, r := range all {
		d.write(rows, r)
	}
	return more, nil
}

func (d *details) count(ctx context.Context, part []*recipient, more bool) error {
	d.plan.add(part)
	if more {
		return nil
	}
	d.plan.complete = true
	d.rates, _ = quoteAll(d.meter, d.plan.pricedAs(), d.plan.demand)
	return d.begin(ctx)
}

func (d *details) write(rows *stream.Rows, r *recipient) {
	rows.ID(r.contact)
	if r.address.Value == "" {
		rows.Null()
		rows.Null()
	} else {
		rows.Text(r.address.Value)
		rows.Text(string(r.address.Kind))
	}
	if r.skip != "" {
		for range 4 {
			rows.Null()
		}
		rows.Text(string(r.skip))
		rows.End()
		return
	}
	at, zone := d.when(r.address)
	rows.Time(at)
	rows.Text(at.In(zone).Format("2006-01-02T15:04:05"))
	rows.Text(zone.String())
	rows.Number(takeOf(d.rates, d.meter, r.of).String())
	rows.Null()
	rows.End()
}

// when returns the earliest time of a message, and the time zone of its recipient.
func (d *details) when(to consent.Address) (time.Time, *time.Location) {
	address := provider.Address{Kind: to.Kind, Value: to.Value}
	at := d.plan.dues.of(to)
	if end := d.rule.QuietUntil(address, at); end != nil {
		at = *end
	}
	return at, pace.Zone(address, at, d.plan.dues.firm)
}
