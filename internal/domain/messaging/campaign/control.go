package campaign

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/domain/event"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/outgoing"
	"github.com/firmhub/firmhub/internal/domain/wallet"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Pause pauses a campaign of the viewer's firm that is Scheduled, Preparing or Running. From its
// return on no message of it is called, but for those that were claimed before, at most 50. One
// that is paused because of its template then stays paused when the template is approved. Pause
// returns NotFound, and Conflict for any other campaign.
func (m *Manager) Pause(ctx context.Context, id uuid.UUID) (paused *Campaign, err error) {
	defer fault.Wrap(&err, "campaign.Pause")
	err = m.change(ctx, id, func(ctx context.Context, c *Campaign) error {
		if c.Status != Scheduled && c.Status != Preparing && c.Status != Running && !c.awaitsTemplate() {
			return fault.New(fault.Conflict, "The campaign can't be paused: it is %s.", c.Status)
		}
		if err := m.pause(ctx, c, Requested); err != nil {
			return err
		}
		if err := audit.Record(ctx, m.db, c.moved("campaign.pause", Paused)); err != nil {
			return err
		}
		paused, err = find(ctx, m.db, id, false)
		return err
	})
	return paused, err
}

// awaitsTemplate reports whether the campaign is paused until its template is approved.
func (c *Campaign) awaitsTemplate() bool {
	return c.Status == Paused && c.PauseReason != nil && *c.PauseReason == TemplatePaused
}

// change changes a campaign of the firm of ctx in a transaction that has the locks for that.
func (m *Manager) change(ctx context.Context, id uuid.UUID, do func(ctx context.Context, c *Campaign) error) error {
	return m.db.Tx(ctx, func(ctx context.Context) error {
		if err := messaging.Lock(ctx, m.db, viewer.From(ctx).FirmID); err != nil {
			return err
		}
		c, err := find(ctx, m.db, id, true)
		if err != nil {
			return err
		}
		return do(ctx, c)
	})
}

// pause pauses a campaign that the transaction of the context has locked. The server goes on to
// look at one whose template is paused.
func (m *Manager) pause(ctx context.Context, c *Campaign, why PauseReason) error {
	now := m.now()
	var again *time.Time
	if why == TemplatePaused {
		again = &now
	}
	_, err := m.db.InFirm(ctx).Exec(
		"UPDATE campaigns SET status = 'Paused', pause_reason = $3, run_at = $4, updated_at = $5 WHERE firm_id = $1 AND id = $2",
		c.ID, string(why), again, now)
	if err != nil {
		return err
	}
	if err := event.RaiseAll(ctx, m.db, event.CampaignPaused, c.ID); err != nil {
		return err
	}
	return outgoing.Park(ctx, m.db, c.ID, now)
}

// Resume lets a paused campaign of the viewer's firm go on where it was. It returns NotFound,
// Conflict for any other campaign and if its template can't be used, and for a campaign that has
// not begun the errors of [Manager.Execute]: it is Scheduled again, or begins if its time has
// passed. It has transactions of its own.
func (m *Manager) Resume(ctx context.Context, id uuid.UUID) (_ *Campaign, err error) {
	defer fault.Wrap(&err, "campaign.Resume")
	c, err := find(ctx, m.db, id, false)
	if err != nil {
		return nil, err
	}
	if c.Status != Paused {
		return nil, fault.New(fault.Conflict, "The campaign can't be resumed: it is %s.", c.Status)
	}
	if !c.hasBegun() {
		resumed, err := m.execute(ctx, c)
		if errors.Is(err, errNoParameter) {
			return nil, errResume(err)
		}
		return resumed, err
	}
	err = m.change(ctx, id, func(ctx context.Context, c *Campaign) error {
		if c.Status != Paused {
			return errChanged()
		}
		if err := m.checkTemplate(ctx, c); err != nil {
			return err
		}
		status, err := m.resume(ctx, c)
		if err != nil {
			return err
		}
		return audit.Record(ctx, m.db, c.moved("campaign.resume", status))
	})
	if err != nil {
		return nil, err
	}
	return find(ctx, m.db, id, false)
}

// errResume returns the refusal of a campaign without a value for a parameter. One that is paused
// can't be given a value.
func errResume(refused error) error {
	var faults fault.Details
	for _, detail := range fault.From(refused).Details {
		faults.Add(detail.Field, "%s now. Cancel the campaign, and create another one", detail.Message)
	}
	return fault.From(faults.Err()).Because(errNoParameter)
}

// resume lets a paused campaign go on that has begun, and that the transaction has locked. It
// returns the new status.
func (m *Manager) resume(ctx context.Context, c *Campaign) (status Status, err error) {
	now := m.now()
	status = Running
	if c.StartedAt == nil {
		status = Preparing
	}
	if _, err := m.noteOtherText(ctx, c, false); err != nil {
		return "", err
	}
	c.pacedUntil = nil // All that waits in the queue is spaced again.
	if err := m.unpark(ctx, c, now); err != nil {
		return "", err
	}
	_, err = m.db.InFirm(ctx).Exec(`
UPDATE campaigns SET status = $3, pause_reason = '', run_at = $4, updated_at = $4, paced_until = $5 WHERE firm_id = $1 AND id = $2`,
		c.ID, string(status), now, c.pacedUntil)
	return status, err
}

// unpark makes the messages of a campaign due that wait for it, by its own rate if it has one,
// except those that wait for their next attempt. It sets until when the campaign is paced, which
// the caller stores.
func (m *Manager) unpark(ctx context.Context, c *Campaign, now time.Time) error {
	expiresAt := now.Add(messaging.BulkLife)
	if c.MessagesPerSecond == nil {
		return outgoing.Unpark(ctx, m.db, c.ID, c.ChannelID, now, expiresAt)
	}
	from := now
	if c.pacedUntil != nil && c.pacedUntil.After(now) {
		from = *c.pacedUntil
	}
	next, err := outgoing.UnparkPaced(ctx, m.db, c.ID, c.ChannelID, *c.MessagesPerSecond, now, from, expiresAt)
	if next.After(from) {
		c.pacedUntil = &next
	}
	return err
}

// Cancel ends a campaign of the viewer's firm that has not ended: no more messages are sent, and
// what is held for them is released. It returns NotFound, and Conflict for any other campaign. It
// has transactions of its own.
func (m *Manager) Cancel(ctx context.Context, id uuid.UUID) (_ *Campaign, err error) {
	defer fault.Wrap(&err, "campaign.Cancel")
	if _, err := find(ctx, m.db, id, false); err != nil {
		return nil, err
	}
	by := viewer.From(ctx)
	const rows = 2
	err = m.charges.Do(ctx, rows, func(ctx context.Context, batch *wallet.Batch[work], _ int) error {
		c, err := find(ctx, m.db, id, true)
		if err != nil {
			return err
		}
		switch c.Status {
		case Scheduled, Preparing, Running, Paused:
		case Draft, Completed, Cancelled, Failed:
			return fault.New(fault.Conflict, "The campaign can't be cancelled: it is %s.", c.Status)
		}
		if err := m.end(ctx, batch, c, Cancelled); err != nil {
			return err
		}
		return audit.Record(viewer.NewContext(ctx, by), m.db, c.moved("campaign.cancel", Cancelled))
	})
	if err != nil {
		return nil, err
	}
	if err := m.cancelQueued(ctx, id); err != nil {
		slog.WarnContext(ctx, "the messages of a cancelled campaign are cancelled later", "campaign", id, "error", err)
	}
	return find(ctx, m.db, id, false)
}

// end ends a campaign that the transaction of a batch has locked: its recipients without a message
// are cancelled, and what is held for them is released. The runner cancels the messages that wait,
// if the process dies before that is done.
func (m *Manager) end(ctx context.Context, batch *wallet.Batch[work], c *Campaign, as Status) error {
	if err := batch.Release(c.reserved); err != nil {
		return err
	}
	now := m.now()
	_, err := m.db.InFirm(ctx).Exec(`
UPDATE campaigns SET status = $3, pause_reason = '', reserved = 0, cancelled = cancelled + waiting, waiting = 0,
  finished_at = coalesce(finished_at, $4), updated_at = $4, run_at = $4 WHERE firm_id = $1 AND id = $2`, c.ID, string(as), now)
	if err != nil {
		return err
	}
	if c.Status != as {
		if err := event.RaiseAll(ctx, m.db, event.CampaignEnded, c.ID); err != nil {
			return err
		}
	}
	return outgoing.Park(ctx, m.db, c.ID, now)
}

// cancelQueued cancels the messages of an ended campaign that wait.
func (m *Manager) cancelQueued(ctx context.Context, id uuid.UUID) error {
	for more := true; more; {
		var err error
		if more, err = m.messages.CancelCampaign(ctx, id); err != nil {
			return err
		}
	}
	return nil
}
