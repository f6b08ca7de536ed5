package channel

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/channel"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/secret"
	"github.com/firmhub/firmhub/internal/fault"
)

// Tested is the result of a test of a channel.
type Tested struct {
	OK bool
	// Message is the provider's answer in words.
	Message   string
	LatencyMs int
}

// Test asks the provider of a channel of the viewer's firm whether its settings and secrets are
// right, or returns NotFound. It sends no message. A successful test makes a channel that was
// Failing Active, and stores the sender that the provider names. Test calls the provider outside of
// any transaction.
func (m *Manager) Test(ctx context.Context, id uuid.UUID) (_ *Tested, err error) {
	defer fault.Wrap(&err, "channel.Test")
	if err := m.available(); err != nil {
		return nil, err
	}
	row, err := m.find(ctx, id)
	if err != nil {
		return nil, err
	}
	account, err := m.account(row)
	if errors.Is(err, secret.ErrSealed) {
		return &Tested{Message: "The secrets of this channel were sealed by another FIRMHUB_SECRETS_KEY. Enter them again."}, nil
	}
	if err != nil {
		return nil, err
	}
	began := time.Now()
	answer := m.adapters[provider.Kind(row.Kind)].Test(ctx, account)
	tested := &Tested{OK: answer.OK, Message: answer.Message, LatencyMs: int(time.Since(began).Milliseconds())}
	if !answer.OK {
		return tested, nil
	}
	return tested, m.passed(ctx, id, account.Settings, answer.Sender)
}

// passed stores what a successful test with these settings found out.
func (m *Manager) passed(ctx context.Context, id uuid.UUID, tested provider.Settings, sender string) error {
	return m.db.Tx(ctx, func(ctx context.Context) error {
		row, err := m.find(ctx, id, db.ForUpdate)
		if err != nil {
			return err
		}
		if settings, err := settingsOf(row); err != nil || settings != tested {
			return err // the settings were changed meanwhile
		}
		if sender != "" && sender != row.Sender {
			if row, err = m.db.Client.Channel.UpdateOne(row).SetSender(sender).Save(ctx); err != nil {
				return err
			}
		}
		if row.Status == channel.StatusFailing {
			_, err = m.setStatus(ctx, row, "channel.test", channel.StatusActive, "")
		}
		return err
	})
}
