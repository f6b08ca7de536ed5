package channel

import (
	"bytes"
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/channel"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/audit"
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
// right, or returns NotFound. It returns TooManyRequests after 30 tests of a firm in a minute. It
// sends no message. A successful test makes a channel that was Failing Active, and stores the
// sender that the provider names. Test calls the provider outside of any transaction.
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
	if err := m.tests.Take(began, row.FirmID); err != nil {
		return nil, err //nolint:wrapcheck // It is for the client.
	}
	answer := m.ask(ctx, provider.Kind(row.Kind), account)
	tested := &Tested{OK: answer.OK, Message: provider.Clean(answer.Message, maxMessage), LatencyMs: int(time.Since(began).Milliseconds())}
	return tested, m.db.Tx(ctx, func(ctx context.Context) error {
		// The secrets were sent to a server, whatever it answered.
		type fields struct {
			Server string `json:"server"`
			OK     bool   `json:"ok"`
		}
		err := audit.Record(ctx, m.db, audit.Change{
			Action: "channel.test", Target: targetOf(row), After: fields{account.Settings.Server(), answer.OK},
		})
		if err != nil || !answer.OK {
			return err
		}
		return m.passed(ctx, row, answer.Sender)
	})
}

const (
	// testLimit is shorter than the limit of an operation, so that a slow provider is an answer.
	testLimit  = 15 * time.Second
	maxMessage = 500
	// testsPerMinute limits how fast a firm can have servers called whose addresses it chooses.
	testsPerMinute = 30
	maxSender      = 320
)

func (m *Manager) ask(ctx context.Context, kind provider.Kind, account provider.Account) provider.TestResult {
	ctx, cancel := context.WithTimeout(ctx, testLimit)
	defer cancel()
	return m.adapters[kind].Test(ctx, account)
}

// passed stores what a successful test of a channel found out, in the transaction of the context.
func (m *Manager) passed(ctx context.Context, tested *ent.Channel, sender string) error {
	row, err := m.find(ctx, tested.ID, db.ForUpdate)
	if err != nil {
		return err
	}
	if !bytes.Equal(row.Settings, tested.Settings) || !bytes.Equal(sealedIn(row), sealedIn(tested)) {
		return nil // they were changed meanwhile
	}
	if sender = provider.Clean(sender, maxSender); sender != "" && sender != row.Sender {
		if row, err = m.db.Client.Channel.UpdateOne(row).SetSender(sender).Save(ctx); err != nil {
			return err
		}
	}
	status := row.Status
	if status == channel.StatusFailing {
		status = channel.StatusActive
	}
	_, err = m.setStatus(ctx, row, "channel.update", status, "")
	return err
}

// sealedIn returns the sealed secrets of a channel, or nil.
func sealedIn(row *ent.Channel) []byte {
	if row.Secrets == nil {
		return nil
	}
	return *row.Secrets
}
