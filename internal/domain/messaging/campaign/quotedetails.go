package campaign

import (
	"context"

	"github.com/google/uuid"

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
	plan     *plan
	from     *reader
	decider  *decider
	forecast *forecast
	meter    *pricing.Meter
	// rates are the prices of the messages that have no row yet. Which of them are free depends on
	// all of the audience, so that it is read twice.
	rates []rate
}

// QuoteDetails returns what a campaign of the viewer's firm would do now as a table, with a row for
// each contact of the audience: when it gets a message if nothing else is sent meanwhile, by the
// clocks of its time zone too, and at what price, or why it gets none. It returns the errors of
// [Manager.Quote].
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
	if d.forecast, err = m.newForecast(ctx, c, d.plan); err != nil {
		return nil, err
	}
	if d.meter, err = pricing.ReadMeter(ctx, m.db, viewer.From(ctx).FirmID); err != nil {
		return nil, err
	}
	if err := d.begin(ctx); err != nil {
		return nil, err
	}
	if c.counted.isOf(d.plan, d.plan.until) && c.counted.Complete && !d.forecast.severalDues() {
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
	var takes []bool
	if d.plan.complete || d.forecast.severalDues() { // Else only the prices are counted so far.
		if takes, err = d.takers(ctx, all); err != nil {
			return false, err
		}
	}
	if !d.plan.complete {
		return true, d.count(ctx, all, takes, more)
	}
	for i, r := range all {
		d.write(rows, r, takes[i])
	}
	if !more {
		return false, d.refuseAudience(ctx, d.campaign) // It may have been lost meanwhile.
	}
	return true, nil
}

// count counts a part of the audience. Which recipients take a place of the tier it needs only if
// they may be due at different times.
func (d *details) count(ctx context.Context, part []*recipient, takes []bool, more bool) error {
	d.plan.add(part)
	if d.forecast.severalDues() {
		for i, r := range part {
			if r.skip == "" {
				d.forecast.add(r.address, takes[i])
			}
		}
	}
	if more {
		return nil
	}
	if err := d.refuseAudience(ctx, d.campaign); err != nil {
		return err
	}
	d.plan.complete = true
	d.forecast.begin()
	d.rates, _ = quoteAll(d.meter, d.plan.pricedAs(), d.plan.demand)
	return d.begin(ctx)
}

func (d *details) write(rows *stream.Rows, r *recipient, takesPlace bool) {
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
	at := d.forecast.when(r.address, takesPlace)
	zone := pace.Zone(provider.Address{Kind: r.address.Kind, Value: r.address.Value}, at, d.plan.dues.firm)
	rows.Time(at)
	rows.Text(at.In(zone).Format("2006-01-02T15:04:05"))
	rows.Text(zone.String())
	rows.Number(takeOf(d.rates, d.meter, r.of).String())
	rows.Null()
	rows.End()
}
