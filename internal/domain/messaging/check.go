package messaging

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/messaging/outgoing"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
)

// checkedAtOnce is how many messages of a firm one transaction checks, and how many firms a call.
const checkedAtOnce = 500

// Check moves messages whose state has ended by itself: those that have expired, those whose
// outcome stayed unknown, and those whose price is not held any longer. Messages of campaigns do
// not expire while their channel does not send, for a year at most. A firm whose messages can't be
// checked keeps no other one from it; the error is returned in the end. Check reports whether there
// may be more for those that could. Only the server calls it, outside of transactions. Several
// instances may call it at the same time. The requests of a firm do not keep it from its messages.
func (m *Manager) Check(ctx context.Context) (more bool, err error) {
	defer fault.Wrap(&err, "messaging.Check")
	firms, err := outgoing.FirmsToCheck(ctx, m.db, entity.Now(), checkedAtOnce)
	if err != nil {
		return false, err
	}
	var failures []error
	for _, firm := range firms {
		checked, err := m.checkOf(rule.ForFirm(ctx, firm, "check messages whose state has ended"))
		if err != nil {
			failures = append(failures, fmt.Errorf("of the firm %s: %w", firm, err))
		}
		more = more || checked && err == nil
	}
	return more, errors.Join(failures...)
}

// checkOf checks messages of the firm of ctx, and reports whether it has changed any.
func (m *Manager) checkOf(ctx context.Context) (changed bool, err error) {
	err = m.changes.DoOwn(ctx, rowsPerMessage*checkedAtOnce, func(ctx context.Context, c *changes) error {
		changed = false
		due, err := outgoing.ToCheck(ctx, c.db, c.now, checkedAtOnce)
		if err != nil || len(due) == 0 {
			return err
		}
		changed, err = c.check(ctx, due)
		return err
	})
	return changed, err
}

// check checks messages of the firm, and reports whether it has changed any.
func (c *changes) check(ctx context.Context, due []uuid.UUID) (changed bool, err error) {
	messages, err := c.byID(ctx, due)
	if err != nil {
		return false, err
	}
	var still map[uuid.UUID]bool
	for _, m := range messages {
		if m.queued != nil && m.queued.CampaignID != nil && m.queued.State == outgoing.Queued && still == nil {
			if still, err = c.stillChannels(ctx); err != nil {
				return false, err
			}
		}
	}
	for _, m := range messages {
		// Another instance may have checked it before.
		if m.queued == nil || m.queued.CheckAt == nil || m.queued.CheckAt.After(c.now) {
			continue
		}
		changed = true
		if m.waitsForChannel(still, c.now) {
			m.queued.ExpiresAt = c.now.Add(BulkLife)
			m.queued.CheckAt, m.requeued = &m.queued.ExpiresAt, true
			continue
		}
		if err := c.end(m); err != nil {
			return false, err
		}
	}
	// Left in the queue, those of which nothing else is stored would be all that is found.
	gone := slices.DeleteFunc(due, func(id uuid.UUID) bool { return messages[id] != nil })
	if err := outgoing.Delete(ctx, c.db, gone); err != nil {
		return false, err
	}
	return changed || len(gone) > 0, c.save(ctx, maps.Values(messages))
}

// waitLimit is how long a message waits in the queue at most, whatever it waits for. It is over
// before the message is as old as those that are deleted: see [Kept].
const waitLimit = 366 * 24 * time.Hour

// stillChannels returns the channels of the firm that do not send: they are Paused or Failing, or
// the firm is not active.
func (c *changes) stillChannels(ctx context.Context) (map[uuid.UUID]bool, error) {
	found, err := db.All[uuid.UUID](c.db.InFirm(ctx), `
SELECT c.id FROM channels c JOIN firms f ON f.id = c.firm_id
WHERE c.firm_id = $1 AND f.id = $1 AND c.deleted_at IS NULL AND (c.status <> 'Active' OR NOT f.is_active)`)
	still := make(map[uuid.UUID]bool, len(found))
	for _, id := range found {
		still[id] = true
	}
	return still, err
}

// waitsForChannel reports whether the message is one of a campaign and its channel does not send.
// It does not expire then: its campaign would go on to add messages, and lose all of them.
func (m *moved) waitsForChannel(still map[uuid.UUID]bool, now time.Time) bool {
	return m.queued.State == outgoing.Queued && m.queued.CampaignID != nil && still[m.queued.ChannelID] &&
		m.OccurredAt.After(now.Add(-waitLimit))
}

// end ends the state of a message.
func (c *changes) end(m *moved) error {
	switch m.queued.State {
	case outgoing.Queued:
		return c.fail(m, failureOf(provider.Refusal(Expired, "It was not sent in time.")))
	case outgoing.Holding:
		return c.release(m)
	case outgoing.Unknown:
		if m.queued.Resend && c.now.Before(m.queued.ExpiresAt) {
			return c.requeue(m, c.now)
		}
		// The price stays held for the case that a status says later that the message was sent.
		why := failureOf(provider.Refusal(OutcomeUnknown, "The answer of the provider was lost. It may have sent the message."))
		return c.set(m, message.StatusFailed, c.now, why, func() error { return c.hold(m, c.config.UnknownRelease) })
	case outgoing.Sending: // has no time at which it ends
	}
	return nil
}
