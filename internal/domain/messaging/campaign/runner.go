package campaign

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/event"
	"github.com/firmhub/firmhub/internal/domain/wallet"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

const (
	// atOnce is how many campaigns a look finds.
	atOnce = 100
	// stepsAtOnce is how many campaigns go on at the same time, and how many are begun.
	stepsAtOnce = 4
	defaultPoll = time.Second
	// idleLook is how often a running campaign is looked at that has nothing to do, and a paused
	// one whose template has another text.
	idleLook = 30 * time.Second
	// templateLook is how often the template of a campaign is looked at that is paused for it.
	templateLook = 5 * time.Second
	// failedLook is how long a campaign waits after an error.
	failedLook = 10 * time.Second
)

// Runner begins campaigns at their time, adds the messages of those that run to the queue, and ends
// them. Each instance has one. A step of a campaign is one transaction, which locks the campaign,
// so that several instances don't repeat each other's steps.
type Runner struct {
	*Manager

	poll time.Duration
	// beginning are the campaigns that have not begun: counting a large audience takes long, and
	// those that run do not wait for that. Each takes a slot.
	beginning sync.WaitGroup
	slots     slots
}

// NewRunner returns a runner that is not running. It looks for work every poll; zero means every
// second.
func (m *Manager) NewRunner(poll time.Duration) *Runner {
	return &Runner{Manager: m, poll: cmp.Or(poll, defaultPoll)}
}

// Run works until ctx is done.
func (r *Runner) Run(ctx context.Context) {
	defer r.beginning.Wait()
	ticker := time.NewTicker(r.poll)
	defer ticker.Stop()
	for {
		more, err := r.Work(ctx)
		if err != nil && ctx.Err() == nil {
			slog.ErrorContext(ctx, "campaigns can't be read", "error", err)
		}
		if more && err == nil && ctx.Err() == nil {
			continue
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// Work does one step of each campaign that is due and has begun, lets those that have not begin in
// the background, and reports whether there were some. Campaigns of firms that are not active wait.
func (r *Runner) Work(ctx context.Context) (some bool, err error) {
	toBegin, err := r.due(ctx, "c.taken_at IS NULL")
	if err != nil {
		return false, err
	}
	for _, one := range toBegin {
		began, err := r.beginInBackground(one.in(ctx), one.ID)
		if err != nil {
			return some, err
		}
		some = some || began
	}
	begun, err := r.due(ctx, "c.taken_at IS NOT NULL")
	if err != nil {
		return some, err
	}
	var steps errgroup.Group
	steps.SetLimit(stepsAtOnce)
	for _, one := range begun {
		steps.Go(func() error { return r.try(one.in(ctx), one.ID) })
	}
	return some || len(begun) > 0, steps.Wait()
}

// dueCampaign is a campaign that the server works on now.
type dueCampaign struct {
	FirmID uuid.UUID `sql:"firm_id"`
	ID     uuid.UUID
}

// in returns the context of its firm.
func (c dueCampaign) in(ctx context.Context) context.Context {
	return viewer.NewContext(ctx, &viewer.Viewer{Kind: viewer.System, FirmID: c.FirmID})
}

// due returns campaigns that are due and meet a condition. Firms take turns: the first of each is
// before the second of another.
func (r *Runner) due(ctx context.Context, condition string) ([]dueCampaign, error) {
	return db.All[dueCampaign](r.db.AcrossFirms(rule.AcrossFirms(ctx, "find campaigns with work")),
		`SELECT d.firm_id, d.id FROM (
  SELECT c.firm_id, c.id, c.run_at, row_number() OVER (PARTITION BY c.firm_id ORDER BY c.run_at, c.id) AS turn
  FROM campaigns c JOIN firms f ON f.id = c.firm_id WHERE c.run_at <= $1 AND f.is_active AND `+condition+`) AS d
ORDER BY d.turn, d.run_at LIMIT $2`, r.now(), atOnce)
}

// try does the next step of a campaign. If that fails it waits.
func (r *Runner) try(ctx context.Context, id uuid.UUID) error {
	err := r.work(ctx, id)
	if err == nil || ctx.Err() != nil {
		return nil //nolint:nilerr // The server stops.
	}
	slog.ErrorContext(ctx, "a campaign can't go on", "firm", viewer.From(ctx).FirmID, "campaign", id, "error", err)
	return r.lookAgain(ctx, id, r.now().Add(failedLook))
}

// beginInBackground does the next step of a campaign that has not begun, while others go on. It
// reports false if too many do so already, of all firms or of this one, or another instance does.
func (r *Runner) beginInBackground(ctx context.Context, id uuid.UUID) (bool, error) {
	firm := viewer.From(ctx).FirmID
	if !r.slots.take(firm) {
		return false, nil
	}
	now := r.now()
	leased, err := r.db.InFirm(ctx).Exec(
		"UPDATE campaigns SET run_at = $3 WHERE firm_id = $1 AND id = $2 AND run_at <= $4 AND taken_at IS NULL", id, now.Add(countLease), now)
	if err != nil || leased == 0 {
		r.slots.give(firm)
		return false, err
	}
	r.beginning.Go(func() {
		defer r.slots.give(firm)
		if err := r.try(ctx, id); err != nil {
			slog.ErrorContext(ctx, "a campaign can't be postponed", "campaign", id, "error", err)
		}
	})
	return true, nil
}

// work does the next step of a campaign.
func (r *Runner) work(ctx context.Context, id uuid.UUID) (err error) {
	defer fault.Wrap(&err, "campaign.work")
	c, err := find(ctx, r.db, id, false)
	if fault.Is(err, fault.NotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	if c.waitsForCount() && (c.Status == Draft || c.Status == Paused) {
		return r.count(ctx, c)
	}
	switch c.Status {
	case Scheduled:
		return r.beginOnTime(ctx, c)
	case Preparing:
		if !c.hasBegun() {
			return r.beginLater(ctx, c)
		}
		if c.prepared {
			return r.start(ctx, id)
		}
		if err := r.queuePreparing(ctx, id); err != nil {
			return err
		}
		return r.lookAgain(ctx, id, r.now().Add(stalledAfter))
	case Running:
		return r.feed(ctx, id)
	case Paused:
		return r.awaitTemplate(ctx, c)
	case Failed, Cancelled:
		return r.cleanUp(ctx, c)
	case Draft, Completed:
	}
	_, err = r.db.InFirm(ctx).Exec("UPDATE campaigns SET run_at = NULL WHERE firm_id = $1 AND id = $2 AND status = $3", id, string(c.Status))
	return err
}

// count counts the audience of a campaign for its quote.
func (r *Runner) count(ctx context.Context, c *Campaign) error {
	p, err := r.newPlan(ctx, c)
	if err == nil {
		err = r.countAll(ctx, c, p)
	}
	if !fault.Is(err, fault.Conflict) && !errors.Is(err, errNoAudience) {
		return err
	}
	// It was changed meanwhile, or can't be sent, which its next quote says.
	_, err = r.db.InFirm(ctx).Exec(
		"UPDATE campaigns SET counted = NULL, run_at = $3 WHERE firm_id = $1 AND id = $2 AND updated_at = $4", c.ID, r.now(), c.UpdatedAt)
	return err
}

// lookNow makes the server look at a campaign that has not begun at once.
func (r *Runner) lookNow(ctx context.Context, id uuid.UUID) error {
	_, err := r.db.InFirm(ctx).Exec(
		"UPDATE campaigns SET run_at = $3"+
			" WHERE firm_id = $1 AND id = $2 AND run_at > $3 AND taken_at IS NULL AND status IN ('Preparing', 'Paused')",
		id, r.now())
	return err
}

// lookAgain makes the server look at a campaign again at a time, if it would before.
func (m *Manager) lookAgain(ctx context.Context, id uuid.UUID, at time.Time) error {
	_, err := m.db.InFirm(ctx).Exec("UPDATE campaigns SET run_at = $3 WHERE firm_id = $1 AND id = $2 AND run_at < $3", id, at)
	return err
}

// beginOnTime begins a campaign that is scheduled. Before its time it only counts the audience, if
// a quote waits for that: what is wrong until then may still be mended.
func (r *Runner) beginOnTime(ctx context.Context, c *Campaign) error {
	start, err := r.startOf(ctx, c)
	if err != nil {
		return err
	}
	switch {
	case start == nil || !start.After(r.now()):
		return r.beginLater(ctx, c)
	case c.waitsForCount():
		return r.count(ctx, c)
	}
	return r.postpone(ctx, c, *start)
}

// beginLater begins a campaign that is scheduled, or is paused before it has begun. If that is
// refused, the campaign is paused, or has failed if its import is undone, a tag of its audience
// deleted, or a parameter of its template has no value.
func (r *Runner) beginLater(ctx context.Context, c *Campaign) error {
	err := r.countAndBegin(ctx, c)
	var why PauseReason
	switch {
	case err == nil:
		return nil
	case fault.Is(err, fault.InsufficientBalance):
		why = InsufficientBalance
	case errors.Is(err, errNoTemplate):
		why = TemplatePaused
	case errors.Is(err, errNoChannel):
		why = ChannelUnavailable
	case errors.Is(err, errNoAudience), errors.Is(err, errNoParameter): // It can't begin as it is.
		return r.change(ctx, c.ID, func(ctx context.Context, now *Campaign) error {
			if now.Status != c.Status || !now.UpdatedAt.Equal(c.UpdatedAt) {
				return nil
			}
			return r.fail(ctx, now, err)
		})
	case errors.Is(err, errMeanwhile):
		return r.lookNow(ctx, c.ID)
	default:
		return err
	}
	return r.change(ctx, c.ID, func(ctx context.Context, now *Campaign) error {
		if now.Status != c.Status || !now.UpdatedAt.Equal(c.UpdatedAt) {
			return nil
		}
		if err := r.pause(ctx, c, why); err != nil {
			return err
		}
		return r.tellPaused(ctx, c, why)
	})
}

// countAndBegin begins a campaign, or postpones one that was counted before its time, or before the
// earliest of the times of its recipients.
func (r *Runner) countAndBegin(ctx context.Context, c *Campaign) error {
	p, err := r.newPlan(ctx, c)
	if err != nil {
		return err
	}
	if err := c.refuseParameters(p.bulk); err != nil { // before counting, which takes long
		return err
	}
	if err := r.countAll(ctx, c, p); err != nil {
		return err
	}
	start, err := r.startOf(ctx, c)
	if err != nil {
		return err
	}
	now := r.now()
	if start != nil && start.After(now) {
		return r.postpone(ctx, c, *start)
	}
	if until, waits := c.waitsUntil(p, now); waits {
		return r.postpone(ctx, c, until)
	}
	return r.begin(ctx, c, p)
}

// start lets a campaign run whose recipients are stored. What was held for it too much is released;
// what is missing, because the contacts have changed, is held too, or else the campaign is paused.
func (r *Runner) start(ctx context.Context, id uuid.UUID) error {
	const rows = 2
	return r.charges.Do(ctx, rows, func(ctx context.Context, batch *wallet.Batch[work], request int) error {
		c, err := find(ctx, r.db, id, true)
		if err != nil || c.Status != Preparing || !c.prepared {
			return err
		}
		held, err := settle(batch, request, c)
		if err != nil {
			return err
		}
		if !held {
			if err := r.pause(ctx, c, InsufficientBalance); err != nil {
				return err
			}
			return r.tellPaused(ctx, c, InsufficientBalance)
		}
		_, err = r.db.InFirm(ctx).Exec(`
UPDATE campaigns SET status = 'Running', started_at = $3, run_at = $3, updated_at = $3, reserved = needed, rates = NULL
WHERE firm_id = $1 AND id = $2`, id, r.now())
		if err != nil {
			return err
		}
		return event.RaiseAll(ctx, r.db, event.CampaignStarted, id)
	})
}

// settle makes what is reserved the same as what is needed. It reports false if the money for that
// is missing.
func settle(batch *wallet.Batch[work], request int, c *Campaign) (bool, error) {
	if c.needed <= c.reserved {
		return true, batch.Release(c.reserved - c.needed)
	}
	err := batch.Hold(request, c.needed-c.reserved)
	if fault.Is(err, fault.InsufficientBalance) {
		return false, nil
	}
	return true, err
}

// awaitTemplate lets a campaign go on that is paused because of its template, once that can be
// used. If it is approved with another text, it tells the firm that the campaign does not go on.
func (r *Runner) awaitTemplate(ctx context.Context, c *Campaign) error {
	refused := r.checkTemplate(ctx, c)
	switch {
	case !c.awaitsTemplate():
		_, err := r.db.InFirm(ctx).Exec(`
UPDATE campaigns SET run_at = NULL WHERE firm_id = $1 AND id = $2 AND status = 'Paused' AND pause_reason <> $3`,
			c.ID, string(TemplatePaused))
		return err
	case errors.Is(refused, errOtherText):
		return r.change(ctx, c.ID, func(ctx context.Context, c *Campaign) error {
			if !c.awaitsTemplate() {
				return nil
			}
			if err := r.tellOtherText(ctx, c); err != nil {
				return err
			}
			return r.lookAgain(ctx, c.ID, r.now().Add(idleLook)) // It seldom gets its text back.
		})
	case errors.Is(refused, errNoTemplate):
		return r.lookAgain(ctx, c.ID, r.now().Add(templateLook))
	case refused != nil:
		return refused
	case !c.hasBegun():
		return r.beginLater(ctx, c)
	}
	return r.change(ctx, c.ID, func(ctx context.Context, c *Campaign) error {
		if !c.awaitsTemplate() {
			return nil
		}
		_, err := r.resume(ctx, c)
		return err
	})
}

// cleanUp releases what an ended campaign still holds, and cancels its messages that wait.
func (r *Runner) cleanUp(ctx context.Context, c *Campaign) error {
	if c.reserved > 0 || c.waiting > 0 {
		const rows = 2
		err := r.charges.Do(ctx, rows, func(ctx context.Context, batch *wallet.Batch[work], _ int) error {
			now, err := find(ctx, r.db, c.ID, true)
			if err != nil || now.Status != c.Status {
				return err
			}
			return r.end(ctx, batch, now, now.Status)
		})
		if err != nil {
			return err
		}
	}
	if err := r.cancelQueued(ctx, c.ID); err != nil {
		return err
	}
	done, err := r.db.InFirm(ctx).Exec(`
UPDATE campaigns SET run_at = NULL
WHERE firm_id = $1 AND id = $2 AND reserved = 0 AND queued = 0 AND status IN ('Failed', 'Cancelled')`, c.ID)
	if err != nil || done > 0 {
		return err
	}
	// A message is being called. It comes back to the queue if its provider does not take it.
	return r.lookAgain(ctx, c.ID, r.now().Add(templateLook))
}
