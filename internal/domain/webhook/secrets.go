package webhook

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

const (
	secretPrefix = "whsec_"
	secretSize   = 32
	// oldSecretLife is how long a secret that was replaced signs, too.
	oldSecretLife = 24 * time.Hour
)

// newSecret returns a random secret, as Standard Webhooks writes it.
func newSecret() string {
	raw := make([]byte, secretSize)
	_, _ = rand.Read(raw) // never fails
	return secretPrefix + base64.StdEncoding.EncodeToString(raw)
}

func (m *Manager) seal(firm, id uuid.UUID, text string) []byte {
	return m.config.Key.Seal([]byte(text), Owner(firm, id))
}

// Owner names the row of a webhook.
func Owner(firm, id uuid.UUID) string { return "webhooks/" + firm.String() + "/" + id.String() }

// secretsOf returns the secrets that sign at a time, the present one first. An old one that is lost
// with its key signs no more.
func (m *Manager) secretsOf(firm uuid.UUID, w *Webhook, now time.Time) (secrets []string, err error) {
	plain, err := m.config.Key.Open(w.secret, Owner(firm, w.ID))
	if err != nil {
		return nil, fmt.Errorf("open the secret of the webhook %s: %w", w.ID, err)
	}
	secrets = append(secrets, string(plain))
	if w.oldUntil != nil && now.Before(*w.oldUntil) {
		if old, err := m.config.Key.Open(w.oldSecret, Owner(firm, w.ID)); err == nil {
			secrets = append(secrets, string(old))
		}
	}
	return secrets, nil
}

// Rotate gives a webhook of the viewer's firm a new secret, or returns NotFound. The old one signs,
// too, for 24 hours.
func (m *Manager) Rotate(ctx context.Context, id uuid.UUID) (rotated *WithSecret, err error) {
	defer fault.Wrap(&err, "webhook.Rotate")
	if err := m.available(); err != nil {
		return nil, err
	}
	text := newSecret()
	err = m.db.Tx(ctx, func(ctx context.Context) error {
		w, err := m.find(ctx, id, true)
		if err != nil {
			return err
		}
		firm := viewer.From(ctx).FirmID
		now := m.config.Now()
		var old any
		var until *time.Time
		if _, err := m.config.Key.Open(w.secret, Owner(firm, id)); err == nil { // else it is lost with the key that sealed it
			old, until = w.secret, new(now.Add(oldSecretLife))
		}
		_, err = m.db.InFirm(ctx).Exec(
			"UPDATE webhooks SET secret = $3, old_secret = $4, old_secret_until = $5, updated_at = $6 WHERE firm_id = $1 AND id = $2",
			id, m.seal(firm, id, text), old, until, now)
		if err != nil {
			return err
		}
		w.UpdatedAt = now
		rotated = &WithSecret{Webhook: w, Secret: text}
		type fields struct {
			OldSignsUntil *time.Time `json:"oldSignsUntil,omitempty"`
		}
		return audit.Record(ctx, m.db, audit.Change{Action: "webhook.rotate", Target: w.target(), After: fields{until}})
	})
	if err != nil {
		return nil, err
	}
	return rotated, m.addLast(ctx, rotated.Webhook)
}
