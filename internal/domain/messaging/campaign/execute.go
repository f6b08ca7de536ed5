package campaign

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/channel"
	"github.com/firmhub/firmhub/internal/domain/messaging/template"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/domain/pricing"
	"github.com/firmhub/firmhub/internal/domain/wallet"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/job"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Execute begins a campaign of the viewer's firm that is a draft: it holds the whole price, and the
// recipients are stored and get their messages afterwards. The price of an audience that is too
// large for a request is held at once if it was counted for a quote of late, and else by [Runner]
// as soon as it is counted: without the money the campaign is Paused then. A campaign with a time
// becomes Scheduled, and begins at its time, by the clocks of recipients at the earliest of their
// times. Execute returns NotFound, InsufficientBalance, ValidationError if the audience is that of
// an import that can't be used any more or one of its tags was deleted, or if its template has a
// parameter now for which the campaign has no value, and Conflict for any other campaign, and if
// its template or channel can't be used. It has transactions of its own.
func (m *Manager) Execute(ctx context.Context, id uuid.UUID) (_ *Campaign, err error) {
	defer fault.Wrap(&err, "campaign.Execute")
	c, err := find(ctx, m.db, id, false)
	if err != nil {
		return nil, err
	}
	if c.Status != Draft {
		return nil, fault.New(fault.Conflict, "The campaign can't be executed: it is %s.", c.Status)
	}
	return m.execute(ctx, c)
}

// execute schedules or begins a campaign that is a draft, or is paused before it has begun.
func (m *Manager) execute(ctx context.Context, c *Campaign) (*Campaign, error) {
	start, err := m.startOf(ctx, c)
	if err != nil {
		return nil, err
	}
	if start != nil && start.After(m.now()) {
		err = m.executeLater(ctx, c, *start)
	} else {
		err = m.executeNow(ctx, c)
	}
	if err != nil {
		return nil, err
	}
	return find(ctx, m.db, c.ID, false)
}

// executeLater schedules a campaign that could be sent as it is now.
func (m *Manager) executeLater(ctx context.Context, c *Campaign, start time.Time) error {
	bulk, err := m.newBulk(ctx, c)
	if err != nil {
		return err
	}
	if err := c.refuseParameters(bulk); err != nil {
		return err
	}
	if err := m.refuseWithoutLinks(bulk); err != nil {
		return err
	}
	if err := m.refuseAudience(ctx, c); err != nil {
		return err
	}
	return m.schedule(ctx, c, bulk, Scheduled, start)
}

// executeNow begins a campaign, or schedules it if it is too early for each of its recipients. It
// lets the runner do that if its audience is too large for a request: then it has the price counted
// first. A price of a part of the audience that exceeds what is available is refused at once.
func (m *Manager) executeNow(ctx context.Context, c *Campaign) error {
	p, err := m.plan(ctx, c)
	if err != nil {
		return err
	}
	if err := c.refuseParameters(p.bulk); err != nil {
		return err
	}
	if until, waits := c.waitsUntil(p, m.now()); p.complete && waits {
		return m.schedule(ctx, c, p.bulk, Scheduled, until)
	}
	if p.complete {
		return m.begin(ctx, c, p)
	}
	price, balance, err := m.price(ctx, p)
	if err != nil {
		return err
	}
	if available := balance.Available(); price > available {
		return insufficient("The price is more than", price, available, balance.Currency)
	}
	return m.schedule(ctx, c, p.bulk, Preparing, m.now())
}

// action is what the audit log says of the beginning of a campaign.
func (c *Campaign) action() string {
	if c.Status == Paused {
		return "campaign.resume"
	}
	return "campaign.execute"
}

// schedule lets the runner begin a campaign that has not begun: one that is Scheduled at its time,
// and one that is Preparing at once.
func (m *Manager) schedule(ctx context.Context, c *Campaign, bulk *messaging.Bulk, as Status, start time.Time) error {
	by := wallet.ActorOf(viewer.From(ctx))
	says, err := freezeEarly(bulk)
	if err != nil {
		return err
	}
	return m.db.Tx(ctx, func(ctx context.Context) error {
		changed, err := m.db.InFirm(ctx).Exec(`
UPDATE campaigns SET status = $3, pause_reason = '', run_at = $4, updated_at = $5, actor_kind = $6, actor_id = $7, actor_name = $8,
  frozen = $9 WHERE firm_id = $1 AND id = $2 AND status = $10 AND updated_at = $11`,
			c.ID, string(as), start, m.now(), string(by.Kind), by.ID, by.Name, says, string(c.Status), c.UpdatedAt)
		if err != nil {
			return err
		}
		if changed == 0 {
			return errChanged()
		}
		if err := m.keep(ctx, c); err != nil {
			return err
		}
		return audit.Record(ctx, m.db, c.moved(c.action(), as))
	})
}

// keep returns Conflict if the channel or the template of a campaign is deleted. Else nobody
// deletes them before the transaction has stored that the campaign needs them. The campaign is
// locked before.
func (m *Manager) keep(ctx context.Context, c *Campaign) error {
	exists, err := channel.Keep(ctx, m.db, c.ChannelID)
	if err == nil && !exists {
		err = errChannel()
	}
	if err != nil {
		return err
	}
	exists, err = template.Keep(ctx, m.db, c.TemplateID)
	if err == nil && !exists {
		err = errTemplate()
	}
	return err
}

// errMeanwhile is the cause of the refusal of work on a campaign that was changed since it was
// read.
var errMeanwhile = errors.New("campaign: it was changed since it was read")

func errChanged() error {
	return fault.New(fault.Conflict, "The campaign was changed meanwhile. Look at it again.").Because(errMeanwhile)
}

// begin holds the whole price of a campaign, as of its complete plan, and queues the job that
// prepares it. The campaign has not begun.
func (m *Manager) begin(ctx context.Context, c *Campaign, p *plan) error {
	by := viewer.From(ctx)
	const rows = 3
	return m.charges.Do(ctx, rows, func(ctx context.Context, batch *wallet.Batch[work], request int) error {
		now, err := find(ctx, m.db, c.ID, true)
		if err != nil {
			return err
		}
		if now.Status != c.Status || !now.UpdatedAt.Equal(c.UpdatedAt) {
			return errChanged()
		}
		if err := m.keep(ctx, now); err != nil {
			return err
		}
		meter, err := pricing.ReadMeter(ctx, m.db, c.firm)
		if err != nil {
			return err
		}
		rates, price := quoteAll(meter, p.pricedAs(), p.demand)
		if err := hold(batch, request, price); err != nil {
			return err
		}
		if err := meter.Store(ctx); err != nil {
			return err
		}
		if err := m.take(ctx, now, p, rates, price, meter.ChargeOn, by); err != nil {
			return err
		}
		return m.executed(ctx, now, by)
	})
}

// executed records who has executed a campaign; the server itself is no entry.
func (m *Manager) executed(ctx context.Context, c *Campaign, by *viewer.Viewer) error {
	if by.Kind == viewer.System {
		return nil
	}
	return audit.Record(viewer.NewContext(ctx, by), m.db, c.moved(c.action(), Preparing))
}

// hold holds a price, or returns InsufficientBalance with the gap.
func hold(batch *wallet.Batch[work], request int, price money.Amount) error {
	available := batch.Available()
	err := batch.Hold(request, price)
	if fault.Is(err, fault.InsufficientBalance) {
		return insufficient("The price is", price, available, batch.Currency())
	}
	return err
}

// insufficient says by how much a price exceeds what is available.
func insufficient(what string, price, available money.Amount, currency string) error {
	gap := fault.New(fault.InsufficientBalance, "%s %s %s and %s is available: %s %[3]s more is needed.",
		what, price, currency, available, price-available)
	gap.Details = []fault.Detail{{Field: "price", Message: fmt.Sprintf("exceeds what is available by %s", price-available)}}
	return gap
}

// take stores that a campaign has begun, and queues the job that prepares it.
func (m *Manager) take(
	ctx context.Context, c *Campaign, p *plan, rates []rate, price money.Amount, on pricing.ChargeOn, by *viewer.Viewer,
) error {
	says, err := freeze(p.bulk, on)
	if err != nil {
		return err
	}
	named, err := findTags(ctx, m.db, &c.Audience)
	if err != nil {
		return err
	}
	named.names(false) // A name without a tag so far means one that exists now, in all steps.
	audience, err := json.Marshal(c.Audience)
	if err != nil {
		return err
	}
	priced, err := json.Marshal(rates)
	if err != nil {
		return err
	}
	actor := c.actor
	if by.Kind != viewer.System {
		actor = wallet.ActorOf(by)
	}
	_, err = m.db.InFirm(ctx).Exec(`
UPDATE campaigns SET status = 'Preparing', pause_reason = '', taken_at = $3, frozen = $4, rates = $5, counted = NULL, reserved = $6,
  needed = 0,
  actor_kind = $7, actor_id = $8, actor_name = $9, updated_at = $10, run_at = $11, audience = $12
WHERE firm_id = $1 AND id = $2`,
		c.ID, p.until, says, string(priced), int64(price), string(actor.Kind), actor.ID, actor.Name, m.now(),
		m.now().Add(stalledAfter), string(audience))
	if err != nil {
		return err
	}
	return m.queuePreparing(ctx, c.ID)
}

// queuePreparing queues the job that prepares a campaign. The context is one of the server, so that
// the job does not end when who executed the campaign leaves the firm.
func (m *Manager) queuePreparing(ctx context.Context, id uuid.UUID) error {
	_, err := job.Insert(ctx, m.db, prepare{Campaign: id}, job.Options{Key: id.String()})
	return err
}

// waitsUntil returns the time of a campaign that has not come for any of its recipients, or for the
// firm while there are none. It reports false if there is no such time.
func (c *Campaign) waitsUntil(p *plan, now time.Time) (time.Time, bool) {
	if c.ScheduledAt == nil {
		return time.Time{}, false
	}
	earliest := p.earliest
	if p.recipients == 0 {
		earliest = *c.ScheduledAt
	}
	return earliest, earliest.After(now)
}

// postpone makes the server look at a campaign that has not begun again at a time. It is Scheduled
// until then.
func (m *Manager) postpone(ctx context.Context, c *Campaign, until time.Time) error {
	changed := c.UpdatedAt
	if c.Status != Scheduled {
		changed = m.now()
	}
	_, err := m.db.InFirm(ctx).Exec(`
UPDATE campaigns SET status = 'Scheduled', pause_reason = '', run_at = $3, updated_at = $4
WHERE firm_id = $1 AND id = $2 AND status = $5 AND updated_at = $6 AND taken_at IS NULL`,
		c.ID, until, changed, string(c.Status), c.UpdatedAt)
	return err
}
