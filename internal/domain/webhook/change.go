package webhook

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/firm"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// maxWebhooks limits the webhooks of a firm.
const maxWebhooks = 50

// Create creates a webhook of the viewer's firm, which gets the events from now on. It calls
// nothing. It returns ValidationError with every fault, and Conflict when the firm has 50 webhooks.
func (m *Manager) Create(ctx context.Context, in CreateInput) (made *WithSecret, err error) {
	defer fault.Wrap(&err, "webhook.Create")
	if err := m.available(); err != nil {
		return nil, err
	}
	if err := in.Validate(m.config.Guard).Err(); err != nil {
		return nil, err
	}
	v, text := viewer.From(ctx), newSecret()
	now := m.config.Now()
	w := &Webhook{
		ID: entity.NewID(), Name: in.Name, URL: in.URL, EventTypes: append([]string{}, in.EventTypes...), Status: Active, Ordered: in.Ordered,
		CreatedAt: now, UpdatedAt: now, maker: v.Initiator(),
	}
	w.secret = m.seal(v.FirmID, w.ID, text)
	err = m.db.Tx(ctx, func(ctx context.Context) error {
		if err := m.lockFirm(ctx); err != nil {
			return err
		}
		if _, err := m.db.InFirm(ctx).Row([]any{&w.position}, "SELECT last FROM event_sequences WHERE firm_id = $1"); err != nil {
			return err
		}
		types, maker, err := w.encode()
		if err != nil {
			return err
		}
		_, err = m.db.InFirm(ctx).Exec(`
INSERT INTO webhooks (id, firm_id, name, url, event_types, ordered, status, status_reason, secret, maker, position, created_at, updated_at)
VALUES ($2, $1, $3, $4, $5, $6, 'Active', '', $7, $8, $9, $10, $10)`,
			w.ID, w.Name, w.URL, types, w.Ordered, w.secret, maker, w.position, now)
		if err != nil {
			return err
		}
		if err := m.wake(ctx); err != nil {
			return err
		}
		return audit.Record(ctx, m.db, audit.Change{Action: "webhook.create", Target: w.target(), After: w.audited()})
	})
	if err != nil {
		return nil, err
	}
	return &WithSecret{Webhook: w, Secret: text}, nil
}

// encode returns the types and the maker as they are stored.
func (w *Webhook) encode() (types, maker string, err error) {
	encodedTypes, err := json.Marshal(w.EventTypes)
	if err != nil {
		return "", "", err
	}
	encodedMaker, err := json.Marshal(w.maker)
	return string(encodedTypes), string(encodedMaker), err
}

// lockFirm makes other transactions that create webhooks of the firm wait until this one ends. It
// returns Conflict when the firm has the maximum number of webhooks.
func (m *Manager) lockFirm(ctx context.Context) error {
	if _, err := m.db.Client.Firm.Query().Where(firm.ID(viewer.From(ctx).FirmID), db.ForNoKeyUpdate).OnlyID(ctx); err != nil {
		return fmt.Errorf("lock the firm: %w", err)
	}
	var count int
	if _, err := m.db.InFirm(ctx).Row([]any{&count}, "SELECT count(*) FROM webhooks WHERE firm_id = $1"); err != nil {
		return err
	}
	if count >= maxWebhooks {
		return fault.New(fault.Conflict, "The firm has %d webhooks already. Delete one first.", maxWebhooks)
	}
	return nil
}

// Update changes a webhook of the viewer's firm, or returns NotFound. It returns ValidationError
// with every fault. Whoever changes the address, the types or the status is from then on whose
// permissions count: otherwise somebody could have events sent to themselves that they may not see.
func (m *Manager) Update(ctx context.Context, in UpdateInput) (updated *Webhook, err error) {
	defer fault.Wrap(&err, "webhook.Update")
	if err := m.available(); err != nil {
		return nil, err
	}
	if err := in.Validate(m.config.Guard).Err(); err != nil {
		return nil, err
	}
	err = m.db.Tx(ctx, func(ctx context.Context) error {
		w, err := m.find(ctx, in.ID, true)
		if err != nil {
			return err
		}
		before := w.audited()
		in.apply(w, viewer.From(ctx).Initiator())
		w.UpdatedAt = m.config.Now()
		types, maker, err := w.encode()
		if err != nil {
			return err
		}
		_, err = m.db.InFirm(ctx).Exec(`
UPDATE webhooks SET name = $3, url = $4, event_types = $5, ordered = $6, status = $7, status_reason = $8, maker = $9,
  failing_since = $10, updated_at = $11 WHERE firm_id = $1 AND id = $2`,
			w.ID, w.Name, w.URL, types, w.Ordered, string(w.Status), text(w.StatusReason), maker, w.failingSince, w.UpdatedAt)
		if err != nil {
			return err
		}
		if err := m.wake(ctx); err != nil {
			return err
		}
		updated = w
		return audit.RecordUpdate(ctx, m.db, "webhook.update", w.target(), before, w.audited())
	})
	if err != nil {
		return nil, err
	}
	return updated, m.addLast(ctx, updated)
}

// apply changes w.
func (in *UpdateInput) apply(w *Webhook, by viewer.Initiator) {
	if in.Name != nil {
		w.Name = *in.Name
	}
	if in.Ordered != nil {
		w.Ordered = *in.Ordered
	}
	if in.URL == nil && in.EventTypes == nil && in.Status == nil {
		return
	}
	w.maker = by
	if in.URL != nil {
		w.URL, w.failingSince = *in.URL, nil
	}
	if in.EventTypes != nil {
		w.EventTypes = append([]string{}, *in.EventTypes...)
	}
	if in.Status != nil {
		w.Status, w.failingSince = *in.Status, nil
	}
	if w.Status != Disabled {
		w.StatusReason = nil
	}
}

// text returns "" for nil.
func text(of *string) string {
	if of == nil {
		return ""
	}
	return *of
}

// Delete deletes a webhook of the viewer's firm, or returns NotFound. Its deliveries can't be read
// any more, and are deleted with the old ones.
func (m *Manager) Delete(ctx context.Context, id uuid.UUID) (err error) {
	defer fault.Wrap(&err, "webhook.Delete")
	if err := m.available(); err != nil {
		return err
	}
	return m.db.Tx(ctx, func(ctx context.Context) error {
		w, err := m.find(ctx, id, true)
		if err != nil {
			return err
		}
		if _, err := m.db.InFirm(ctx).Exec("DELETE FROM webhook_replays WHERE firm_id = $1 AND webhook_id = $2", id); err != nil {
			return err
		}
		if _, err := m.db.InFirm(ctx).Exec("DELETE FROM webhooks WHERE firm_id = $1 AND id = $2", id); err != nil {
			return err
		}
		return audit.Record(ctx, m.db, audit.Change{Action: "webhook.delete", Target: w.target(), Before: w.audited()})
	})
}
