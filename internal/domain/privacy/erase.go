package privacy

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/event"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/job"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Erase removes a contact of the viewer's firm, which may have been deleted before, and what is
// kept about the person. The contact, the texts of the newest messages and the addresses in
// conversations and in the ledger of consent are gone when it returns; a job removes the rest. A
// contact that was erased already stays so. Erase returns NotFound for any other id, and
// Unavailable without the right key, and TooManyRequests if the firm has erased many contacts in
// the last minute. It has transactions of its own.
func (m *Manager) Erase(ctx context.Context, id uuid.UUID) (err error) {
	defer fault.Wrap(&err, "privacy.Erase")
	switch {
	case m.key == nil:
		return fault.New(fault.Unavailable, "This server can't erase contacts yet: its operator must set FIRMHUB_SECRETS_KEY.")
	case !m.db.HasPseudonyms():
		return fault.New(fault.Unavailable,
			"This server can't erase contacts: its operator must set FIRMHUB_SECRETS_KEY to the key that has sealed its secrets.")
	}
	if err := m.erasures.Take(entity.Now(), viewer.From(ctx).FirmID); err != nil {
		return err
	}
	return m.erase(ctx, id)
}

// erase is Erase for the server, which has the key.
func (m *Manager) erase(ctx context.Context, id uuid.UUID) error {
	p, err := m.find(ctx, id, entity.Now())
	if err != nil || p.Erased {
		return err
	}
	if err := m.withdraw(ctx, p); err != nil {
		return err
	}
	return m.db.Tx(ctx, func(ctx context.Context) error {
		if err := messaging.Lock(ctx, m.db, viewer.From(ctx).FirmID); err != nil {
			return err
		}
		gone, err := contact.Remove(ctx, m.db, []uuid.UUID{id})
		if err != nil {
			return err
		}
		// Read again, since it may have changed, and nothing changes it any more.
		if p, err = m.find(ctx, id, entity.Now()); err != nil || p.Erased {
			return err
		}
		if err := m.eraseContact(ctx, p); err != nil {
			return err
		}
		if len(gone) > 0 {
			if err := event.RaiseAll(ctx, m.db, event.ContactDeleted, id); err != nil {
				return err
			}
		}
		err = audit.Record(ctx, m.db, audit.Change{
			Action: erased, Target: audit.Target{Type: "contact", ID: &id}, After: done{Erased: true},
		})
		if err != nil {
			return err
		}
		return m.queue(ctx, p)
	})
}

// withdraw cancels what is still to be sent to the person.
func (m *Manager) withdraw(ctx context.Context, p *person) error {
	for _, id := range p.ids() {
		if err := m.campaigns.SkipContact(ctx, id); err != nil {
			return err
		}
	}
	return m.messages.CancelOf(ctx, p.subject())
}

// eraseContact erases what is seen at once, in the transaction of the context.
func (m *Manager) eraseContact(ctx context.Context, p *person) error {
	if err := contact.Erase(ctx, m.db, p.ids()); err != nil {
		return err
	}
	if err := consent.Erase(ctx, m.db, p.addresses(), p.names().strike); err != nil {
		return err
	}
	if err := m.eraseConversations(ctx, p); err != nil {
		return err
	}
	return messaging.EmptyNewest(ctx, m.db, p.subject())
}

func (m *Manager) eraseConversations(ctx context.Context, p *person) error {
	now := entity.Now()
	for _, id := range p.Conversations {
		// The address of a conversation is unique in its channel, so its id stands for it.
		_, err := m.db.InFirm(ctx).Exec(`
UPDATE conversations SET address = $3, address_key = $3, status = 'Closed', unread = 0, updated_at = $4 WHERE firm_id = $1 AND id = $2`,
			id, "erased:"+id.String(), now)
		if err != nil {
			return fmt.Errorf("erase a conversation: %w", err)
		}
	}
	among, list := m.db.AmongIDs("conversation_id", 2, p.Conversations)
	_, err := m.db.InFirm(ctx).Exec("UPDATE conversation_notes SET body = '', reference = NULL WHERE firm_id = $1 AND "+among, list)
	if err != nil {
		return fmt.Errorf("erase notes: %w", err)
	}
	return nil
}

// queue queues the job that erases the rest. It acts as firmhub itself, so that it ends whatever
// becomes of who has called.
func (m *Manager) queue(ctx context.Context, p *person) error {
	plain, err := json.Marshal(p)
	if err != nil {
		return fmt.Errorf("encode a person: %w", err)
	}
	v := viewer.From(ctx)
	system := viewer.NewContext(ctx, &viewer.Viewer{Kind: viewer.System, FirmID: v.FirmID, Request: v.Request})
	_, err = job.Insert(system, m.db, erasure{ContactID: p.ID, Sealed: m.key.Seal(plain, p.ID.String())}, job.Options{})
	return err
}
