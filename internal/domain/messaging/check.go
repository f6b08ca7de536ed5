package messaging

import (
	"context"
	"maps"

	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/domain/messaging/outgoing"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
)

// checkedAtOnce is how many messages of a firm one transaction checks, and of all firms a call.
const checkedAtOnce = 500

// Check moves messages whose state has ended by itself: those that have expired, those whose
// outcome stayed unknown, and those whose price is not held any longer. It reports whether there
// may be more. Only the server calls it, outside of transactions. Several instances may call it at
// the same time.
func (m *Manager) Check(ctx context.Context) (more bool, err error) {
	defer fault.Wrap(&err, "messaging.Check")
	firms, err := outgoing.FirmsToCheck(ctx, m.db, entity.Now(), checkedAtOnce)
	if err != nil {
		return false, err
	}
	for _, firm := range firms {
		ctx := rule.ForFirm(ctx, firm, "check messages whose state has ended")
		if err := m.changes.Do(ctx, rowsPerMessage*checkedAtOnce, check); err != nil {
			return false, err
		}
	}
	return len(firms) > 0, nil
}

// check checks messages of a firm.
func check(ctx context.Context, c *changes) error {
	due, err := outgoing.ToCheck(ctx, c.db, c.now, checkedAtOnce)
	if err != nil || len(due) == 0 {
		return err
	}
	messages, err := c.byID(ctx, due)
	if err != nil {
		return err
	}
	for _, m := range messages {
		// Another instance may have checked it before.
		if m.queued == nil || m.queued.CheckAt == nil || m.queued.CheckAt.After(c.now) {
			continue
		}
		if err := c.end(m); err != nil {
			return err
		}
	}
	return c.save(ctx, maps.Values(messages))
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
