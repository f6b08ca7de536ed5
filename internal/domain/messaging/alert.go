package messaging

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
)

// Alerted is called in a transaction with news of a provider about the account of a channel of the
// firm of ctx, which may be deleted.
type Alerted func(ctx context.Context, channel uuid.UUID, alert provider.Alert) error

// OnAlert sets what is called when a provider has news about an account. It must be called before
// the manager is used.
func (m *Manager) OnAlert(alerted Alerted) { m.alerted = alerted }

// alert is news about the account of a channel.
type alert struct {
	provider.Alert

	channel uuid.UUID
}

// accountLife is for how long the status of a message tells that its account can't send. Later the
// account may have been mended.
const accountLife = 5 * time.Minute

// noteAlerts notes what calls say about accounts: by themselves, or as the reason why one of the
// messages has failed that the account had taken.
func (c *changes) noteAlerts(calls []received, messages *named) {
	failing := map[uuid.UUID]bool{}
	for _, call := range calls {
		for _, event := range call.events {
			switch status := event.Status; {
			case event.Alert != nil:
				c.alerts = append(c.alerts, alert{*event.Alert, call.channel})
			case status == nil || status.Error == nil || status.Error.Failing == "" || failing[call.channel] || messages.of(status) == nil:
			case c.now.Sub(c.timeOf(status.At)) < accountLife:
				failing[call.channel] = true
				c.alerts = append(c.alerts, alert{provider.Alert{Failing: status.Error.Failing, Message: status.Error.Message}, call.channel})
			}
		}
	}
}

// tellAlerts tells what providers say about accounts. It comes last, since it notifies.
func (m *Manager) tellAlerts(ctx context.Context, alerts []alert) error {
	if m.alerted == nil {
		return nil
	}
	for _, each := range alerts {
		if err := m.alerted(ctx, each.channel, each.Alert); err != nil {
			return err
		}
	}
	return nil
}
