package messaging

import (
	"context"
	"fmt"
	"maps"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/event"
	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
	"github.com/firmhub/firmhub/internal/domain/messaging/conversation"
	"github.com/firmhub/firmhub/internal/domain/messaging/outgoing"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/template"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/domain/pricing"
	"github.com/firmhub/firmhub/internal/domain/wallet"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
)

// Bulk is what the messages of a campaign have in common. They are filled in, priced and stored by
// the code of single ones.
type Bulk struct {
	CampaignID uuid.UUID
	// Name is the name of the campaign, for lists and debits.
	Name      string
	ChannelID uuid.UUID
	Kind      provider.Kind
	Template  *template.InUse
	ChargeOn  pricing.ChargeOn
	// By is named in the debits.
	By wallet.Actor

	signature string
}

// ReadSignature reads what marketing mails end with. It is called before messages are filled in.
func (b *Bulk) ReadSignature(ctx context.Context, d *db.DB) (err error) {
	b.signature, err = template.Signature(ctx, d)
	return err
}

// fill returns a message with the values of its parameters.
func (b *Bulk) fill(address consent.Address, contact *uuid.UUID, values map[string]string) (*sendItem, *Rejected) {
	it := &sendItem{
		input: &SendMessage{ChannelID: &b.ChannelID, Template: &SendTemplate{Name: b.Template.Name, Parameters: values}},
		named: address, address: address, contactID: contact, channel: &sender{id: b.ChannelID, kind: b.Kind},
		template: b.Template, category: b.Template.Category,
	}
	f := &facts{signature: b.signature}
	if rejected := f.fillTemplate(it); rejected != nil {
		return nil, rejected
	}
	return it, nil
}

// Priced returns what the price of a message depends on. It reports false if it can't be filled in,
// because a parameter has no value or the text would be too long.
func (b *Bulk) Priced(address consent.Address, values map[string]string) (_ pricing.Message, ok bool) {
	it, rejected := b.fill(address, nil, values)
	if rejected != nil || it.checkSubject() != nil {
		return pricing.Message{}, false
	}
	return it.pricing(), true
}

// BulkMessage is a message of a campaign.
type BulkMessage struct {
	Address   consent.Address
	ContactID *uuid.UUID
	Values    map[string]string
	Price     money.Amount
	// Due is when it may be sent.
	Due time.Time
	// ID is the id of the recipient, which the message takes.
	ID uuid.UUID

	// OccurredAt is that of the message. [Manager.Enter] sets it.
	OccurredAt time.Time
}

// BulkLife is how long a message of a campaign waits to be sent before it expires.
const BulkLife = defaultLife

// Lock makes other transactions that write messages of the firm of ctx wait until this one ends. A
// transaction that changes a campaign and its messages calls it before it locks the campaign.
func Lock(ctx context.Context, d *db.DB, firm uuid.UUID) error { return lock(ctx, d, firm) }

// maxEntered is how many bytes the texts of messages have, after which no more are entered at once.
const maxEntered = 16 << 20

// Enter stores messages of a campaign of the firm of ctx and adds them to the queue, in the
// transaction of the context, which has called [Lock]. Their prices are held already. A message
// joins the conversation of its channel and address if there is one. Enter returns how many it has
// entered, at least one: it stops where their texts have become long.
func (m *Manager) Enter(ctx context.Context, firm uuid.UUID, bulk *Bulk, messages []*BulkMessage) (entered int, err error) {
	defer fault.Wrap(&err, "messaging.Enter")
	keys := make([]string, len(messages))
	for i, each := range messages {
		keys[i] = each.Address.Key
	}
	book, err := conversation.ReadBook(ctx, m.db, unique(keys))
	if err != nil {
		return 0, err
	}
	e := &entering{db: m.db, firm: firm, bulk: bulk, now: entity.Now()}
	for _, each := range messages {
		if e.size >= maxEntered {
			break
		}
		if err := e.add(book, each); err != nil {
			return 0, err
		}
	}
	if err := e.insert(ctx); err != nil {
		return 0, err
	}
	if err := book.Save(ctx, m.db, firm, e.now); err != nil {
		return 0, err
	}
	queued := ids(e.messages, func(each *BulkMessage) uuid.UUID { return each.ID })
	if err := event.RaiseAll(ctx, m.db, event.MessageQueued, queued...); err != nil {
		return 0, err
	}
	if err := m.publish(ctx, firm, e.changes); err != nil {
		return 0, err
	}
	db.AfterCommit(ctx, func(context.Context) error {
		select {
		case m.queued <- struct{}{}:
		default:
		}
		return nil
	})
	return len(e.messages), outgoing.Insert(ctx, m.db, firm, e.queue)
}

// entering are messages of a campaign while they are stored.
type entering struct {
	db       *db.DB
	firm     uuid.UUID
	bulk     *Bulk
	now      time.Time
	messages []*BulkMessage
	// size is how many bytes their texts have.
	size int

	items   []*sendItem
	threads []*uuid.UUID
	queue   []*outgoing.Message
	changes []conversation.Change
}

func (e *entering) add(book *conversation.Book, of *BulkMessage) error {
	it, rejected := e.bulk.fill(of.Address, of.ContactID, of.Values)
	if rejected != nil {
		return fmt.Errorf("a message of a campaign can't be filled in any more: %s", rejected.Message)
	}
	of.OccurredAt = e.now
	it.id = of.ID
	var joined *uuid.UUID
	if thread := book.Of(e.bulk.ChannelID, of.Address.Key); thread != nil {
		book.Add(e.bulk.ChannelID, of.Address, of.ContactID, of.ID, of.OccurredAt)
		joined = &thread.ID
		e.changes = append(e.changes, conversation.Change{
			ID: thread.ID, Entry: &conversation.EntryRef{ID: of.ID, OccurredAt: of.OccurredAt},
		})
	}
	q := it.queued(e.now, e.bulk.By, e.bulk.ChargeOn)
	q.Class, q.Price, q.CampaignID = outgoing.Campaign, of.Price, &e.bulk.CampaignID
	due := e.now
	if of.Due.After(due) {
		due = of.Due
	}
	q.ExpiresAt = due.Add(BulkLife)
	q.Queue(due)
	e.messages, e.size = append(e.messages, of), e.size+len(it.text.body)+len(it.text.html)
	e.items, e.threads, e.queue = append(e.items, it), append(e.threads, joined), append(e.queue, q)
	return nil
}

var bulkColumns = append([]string{"campaign_id", "campaign"}, ownColumns...)

func (e *entering) insert(ctx context.Context) error {
	keys := []string{"id", "firm_id", "provider_message_id", "occurred_at"}
	err := e.db.InFirm(ctx).Insert("message_keys", keys, len(e.messages), func(i int) []any {
		of := e.messages[i]
		return []any{of.ID, e.firm, of.ID.String(), of.OccurredAt}
	})
	if err != nil {
		return err
	}
	return e.db.InFirm(ctx).Insert("messages", bulkColumns, len(e.messages), func(i int) []any {
		of, it := e.messages[i], e.items[i]
		charge := message.ChargeNone
		if of.Price > 0 {
			charge = message.ChargeHeld
		}
		return []any{
			e.bulk.CampaignID, e.bulk.Name, of.ID, e.now, e.now, e.firm, of.OccurredAt, of.ID.String(), string(message.DirectionOutbound),
			of.ContactID, it.phone(), it.personKey(), string(it.category), it.text.stored(), string(message.StatusQueued), e.bulk.ChannelID,
			of.Address.Value, string(of.Address.Kind), it.text.subject, nil, int64(of.Price), string(charge), it.segments(), 0, nil,
			e.queue[i].ExpiresAt, "[]", e.bulk.Template.ID, e.bulk.Template.Name, e.threads[i], nil,
		}
	})
}

// CancelCampaign cancels messages of a campaign of the firm of ctx that are Queued, and releases
// their prices. It reports whether there may be more. It has transactions of its own.
func (m *Manager) CancelCampaign(ctx context.Context, campaign uuid.UUID) (more bool, err error) {
	defer fault.Wrap(&err, "messaging.CancelCampaign")
	err = m.changes.Do(ctx, rowsPerMessage*cancelledAtOnce, func(ctx context.Context, c *changes) error {
		ids, err := outgoing.OfCampaign(ctx, m.db, campaign, cancelledAtOnce)
		if err != nil || len(ids) == 0 {
			more = false
			return err
		}
		more = len(ids) == cancelledAtOnce
		messages, err := c.byID(ctx, ids)
		if err != nil {
			return err
		}
		for _, m := range messages {
			if m.queued == nil || m.queued.State != outgoing.Queued {
				continue
			}
			if err := c.set(m, message.StatusCancelled, c.now, failure{}, func() error { return c.release(m) }); err != nil {
				return err
			}
		}
		return c.save(ctx, maps.Values(messages))
	})
	return more, err
}

const cancelledAtOnce = 500
