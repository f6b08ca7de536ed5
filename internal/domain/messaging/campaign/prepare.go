package campaign

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"math/bits"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/event"
	"github.com/firmhub/firmhub/internal/domain/pricing"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/job"
)

// prepare are the arguments of the job that stores the recipients of a campaign. Its progress is in
// the campaign.
type prepare struct {
	Campaign uuid.UUID `json:"campaign"`
}

// Kind implements job.Args.
func (prepare) Kind() string { return "campaign.prepare" }

// stalledAfter is after what time without a step the job of a campaign is queued again.
const stalledAfter = 30 * time.Second

// Handle registers the steps of preparing, and of deleting recipients.
func (m *Manager) Handle(r *job.Runner) {
	job.Handle(r, m.step, m.failed)
	job.Handle(r, m.forgetStep)
}

// step stores the next recipients of a campaign.
func (m *Manager) step(ctx context.Context, s *job.Step[prepare]) error {
	more, err := m.Prepare(ctx, s.Args.Campaign)
	if more {
		s.Next(s.Args)
	}
	return err
}

// Prepare stores the next recipients of a campaign, and reports whether there are more. It does
// nothing for a campaign that is not Preparing. The job that [Manager.Handle] registers calls it,
// in the firm of the campaign.
func (m *Manager) Prepare(ctx context.Context, id uuid.UUID) (more bool, err error) {
	defer fault.Wrap(&err, "campaign.Prepare")
	outside := db.Outside(ctx) // Reading needs no transaction, which on SQLite would hold the writer.
	c, err := find(outside, m.db, id, false)
	if fault.Is(err, fault.NotFound) || err == nil && (c.Status != Preparing || c.prepared || !c.hasBegun()) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	p, err := m.preparation(outside, c)
	if err != nil {
		return false, err
	}
	return p.commit(ctx, c)
}

// preparation is a step of preparing.
type preparation struct {
	*Manager

	decider *decider
	meter   *pricing.Meter
	dues    *dues
	part    []*prospect
	at      position
	more    bool
}

// preparation reads what a step needs.
func (m *Manager) preparation(ctx context.Context, c *Campaign) (*preparation, error) {
	p := &preparation{Manager: m}
	bulk, err := m.newBulk(ctx, c)
	if err != nil {
		return nil, err
	}
	saved, err := c.saved()
	if err != nil {
		return nil, err
	}
	from, err := m.newReader(ctx, c, *c.takenAt, saved.position)
	if err != nil {
		return nil, err
	}
	if p.part, p.more, err = from.next(ctx); err != nil {
		return nil, err
	}
	p.at = from.at
	if p.dues, err = m.dues(ctx, c, *c.takenAt); err != nil {
		return nil, err
	}
	if p.meter, err = pricing.ReadMeter(ctx, m.db, c.firm); err != nil {
		return nil, err
	}
	p.decider = &decider{db: m.db, campaign: c, bulk: bulk, repeated: m.stored(c.ID)}
	return p, nil
}

// commit stores what the step has read of a campaign, and reports whether there is more. It does
// nothing if the campaign was changed meanwhile.
func (p *preparation) commit(ctx context.Context, c *Campaign) (more bool, err error) {
	err = p.db.Tx(ctx, func(ctx context.Context) error {
		now, err := find(ctx, p.db, c.ID, true)
		if err != nil {
			return err
		}
		// One that was paused and resumed meanwhile is read again: until then nobody who was erased
		// was waited for.
		if now.Status != Preparing || !now.UpdatedAt.Equal(c.UpdatedAt) || !bytes.Equal(now.checkpoint, c.checkpoint) {
			more = false
			return nil
		}
		// An import that is undone now has lost contacts that were not read yet, and a tag that is
		// deleted now may have been lost by those that were read.
		if err := p.refuseAudience(ctx, now); errors.Is(err, errNoAudience) {
			more = false
			return p.fail(ctx, now, err)
		} else if err != nil {
			return err
		}
		more = p.more
		return p.store(ctx, now)
	})
	return more, err
}

// stored returns those of the keys of addresses that a recipient of the campaign has.
func (m *Manager) stored(campaign uuid.UUID) repeated {
	return func(ctx context.Context, keys []string) (map[string]bool, error) {
		among, list := m.db.Among("address_key", 3, keys)
		found, err := db.All[string](m.db.InFirm(ctx),
			"SELECT address_key FROM campaign_recipients WHERE firm_id = $1 AND campaign_id = $2 AND state <> 'Skipped' AND "+among, campaign, list)
		known := make(map[string]bool, len(found))
		for _, key := range found {
			known[key] = true
		}
		return known, err
	}
}

var recipientColumns = []string{
	"id", "firm_id", "campaign_id", "contact_id", "address", "address_kind", "address_key", "parameters", "state",
	"reason", "price", "due_at",
}

// store stores the recipients of the step, and where the next one begins.
func (p *preparation) store(ctx context.Context, c *Campaign) error {
	all, err := p.decider.decide(ctx, p.part)
	if err != nil {
		return err
	}
	saved, err := c.saved()
	if err != nil {
		return err
	}
	stored := c.Counts.Recipients + c.Counts.Skipped
	if stored == 0 {
		saved.Marks.Every = p.marksEvery
	}
	saved.position = p.at
	rows := make([][]any, len(all))
	skipped := 0
	for i, r := range all {
		values, err := json.Marshal(r.values)
		if err != nil {
			return err
		}
		var kind *string
		if r.address.Kind != "" {
			kind = new(string(r.address.Kind))
		}
		id := entity.NewID()
		saved.Marks.add(id, stored+i)
		row := []any{id, c.firm, c.ID, r.contact, r.address.Value, kind, &r.address.Key, string(values)}
		if r.skip != "" {
			skipped++
			c.reasons.Skip(string(r.skip))
			row[6] = nil // Another contact may have the address.
			rows[i] = append(row, "Skipped", string(r.skip), int64(0), nil)
			continue
		}
		price := takeOf(c.rates, p.meter, r.of)
		c.needed += price
		rows[i] = append(row, "Waiting", "", int64(price), p.dues.of(r.address))
	}
	if err := p.db.InFirm(ctx).Insert("campaign_recipients", recipientColumns, len(rows), func(i int) []any { return rows[i] }); err != nil {
		return err
	}
	at, err := json.Marshal(saved)
	if err != nil {
		return err
	}
	rates, err := json.Marshal(c.rates)
	if err != nil {
		return err
	}
	reasons, err := json.Marshal(c.reasons)
	if err != nil {
		return err
	}
	now := p.now()
	next := now // for the runner, which lets it run
	if p.more {
		next = now.Add(stalledAfter)
	}
	n := len(all) - skipped
	_, err = p.db.InFirm(ctx).Exec(`
UPDATE campaigns SET checkpoint = $3, rates = $4, needed = $5, recipients = recipients + $6, waiting = waiting + $6, skipped = skipped + $7,
  prepared = $8, run_at = $9, updated_at = $10, reasons = $11 WHERE firm_id = $1 AND id = $2`,
		c.ID, string(at), string(rates), int64(c.needed), n, skipped, !p.more, next, now, string(reasons))
	if err != nil {
		return err
	}
	p.optimize(ctx, stored, stored+len(all))
	return nil
}

// statisticsFrom is the number of recipients of a campaign from which on the database should know
// how many there are. Without that it reads all of them in each step.
const statisticsFrom = 5000

// optimize makes the database collect statistics of recipients, when they have become twice as many
// as when it did so last. Nobody waits for it but the job.
func (p *preparation) optimize(ctx context.Context, before, after int) {
	if bits.Len(uint(before/statisticsFrom)) == bits.Len(uint(after/statisticsFrom)) { //nolint:gosec // neither is negative
		return
	}
	db.AfterCommit(ctx, func(ctx context.Context) error { return p.db.Optimize(ctx, "campaign_recipients") })
}

// failed is called when preparing has failed for good.
func (m *Manager) failed(ctx context.Context, args prepare, reason error) error {
	slog.WarnContext(ctx, "a campaign can't be prepared", "campaign", args.Campaign, "error", reason)
	c, err := find(ctx, m.db, args.Campaign, true)
	if fault.Is(err, fault.NotFound) || err == nil && c.Status != Preparing {
		return nil
	}
	if err != nil {
		return err
	}
	return m.fail(ctx, c, nil)
}

// fail ends a campaign that can't be prepared, and that the transaction has locked: its recipients
// are cancelled. The runner releases what is held, since the transaction has not locked the wallet.
// why is a refusal that the notification shows, or nil.
func (m *Manager) fail(ctx context.Context, c *Campaign, why error) error {
	now := m.now()
	_, err := m.db.InFirm(ctx).Exec(`
UPDATE campaigns SET status = 'Failed', cancelled = cancelled + waiting, waiting = 0, finished_at = $3, updated_at = $3, run_at = $3
WHERE firm_id = $1 AND id = $2`, c.ID, now)
	if err != nil {
		return err
	}
	if err := event.RaiseAll(ctx, m.db, event.CampaignEnded, c.ID); err != nil {
		return err
	}
	return m.tellFailed(ctx, c, why)
}
