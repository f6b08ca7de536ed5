package webhook

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/domain/event"
	"github.com/firmhub/firmhub/internal/domain/secret"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// testType is the type of the event of a test, which is in no feed.
const testType = "webhook.test"

// Tested is the result of a test of a webhook.
type Tested struct {
	OK bool
	// Message says what came of it.
	Message   string
	LatencyMs int
}

// Test sends an event of the type webhook.test to a webhook of the viewer's firm, or returns
// NotFound. It returns TooManyRequests after 30 tests of a firm in a minute. Test calls the address
// outside of any transaction.
func (m *Manager) Test(ctx context.Context, id uuid.UUID) (_ *Tested, err error) {
	defer fault.Wrap(&err, "webhook.Test")
	if err := m.available(); err != nil {
		return nil, err
	}
	w, err := m.find(ctx, id, false)
	if err != nil {
		return nil, err
	}
	firm, now := viewer.From(ctx).FirmID, m.config.Now()
	secrets, err := m.secretsOf(firm, w, now)
	if errors.Is(err, secret.ErrSealed) {
		return &Tested{Message: "The secret of this webhook was sealed by another FIRMHUB_SECRETS_KEY. Rotate it."}, nil
	}
	if err != nil {
		return nil, err
	}
	if err := m.tests.Take(now, firm); err != nil {
		return nil, err //nolint:wrapcheck // It is for the client.
	}
	sent := event.Event{
		ID: entity.NewID(), Type: testType, Timestamp: now, FirmID: firm,
		Data: json.RawMessage(fmt.Sprintf(`{"webhookId":%q}`, id)),
	}
	body, err := json.Marshal(sent)
	if err != nil {
		return nil, err
	}
	answer := m.call(ctx, w.URL, secrets, sent.ID, body)
	tested := &Tested{OK: answer.ok(), Message: answer.words(), LatencyMs: int(answer.took.Milliseconds())}
	type fields struct {
		URL string `json:"url"`
		OK  bool   `json:"ok"`
	}
	return tested, audit.Record(ctx, m.db, audit.Change{Action: "webhook.test", Target: w.target(), After: fields{w.URL, tested.OK}})
}
