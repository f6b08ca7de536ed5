package messaging

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/event"
	"github.com/firmhub/firmhub/internal/domain/messaging/conversation"
	"github.com/firmhub/firmhub/internal/domain/messaging/outgoing"
	"github.com/firmhub/firmhub/internal/domain/pricing"
	"github.com/firmhub/firmhub/internal/domain/wallet"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
)

// sendBatch accepts messages of requests of a firm in one transaction, with a few statements for
// any number of messages.
type sendBatch struct {
	db     *db.DB
	wallet *wallet.Batch[*send]
	now    time.Time
	meter  *pricing.Meter
	facts  facts
	// retention is for how many days texts and files are kept.
	retention int

	accepted []*sendItem
	queue    []*outgoing.Message
	// size is how many bytes the texts of the accepted messages have, at most maxSent.
	size, maxSent int
}

// maxSent limits the bytes of the texts that one transaction accepts. All of them are in memory
// until they are stored, and parameters of a kilobyte may make texts of half a megabyte.
const maxSent = 64 << 20

// errTooLong is returned where several requests together have more than [maxSent]. The poster does
// them again then, in transactions with fewer of them.
var errTooLong = errors.New("messaging: the texts of several requests are too long for one transaction")

// readPrices reads the prices of requests, before the wallet is locked. That is right, since the
// price is fixed when a message is accepted, and the requests have come already: a plan that
// changes before the commit changes while they run, so they may cost what they did before.
func (m *Manager) readPrices(ctx context.Context, firm uuid.UUID, requests []*send) error {
	meter, err := pricing.ReadPrices(ctx, m.db, firm)
	for _, request := range requests {
		request.meter = meter
	}
	return err
}

// accept accepts the messages of requests and sets their results, in the transaction of the
// context.
func (m *Manager) accept(ctx context.Context, batch *wallet.Batch[*send]) (err error) {
	b := &sendBatch{db: m.db, wallet: batch, now: entity.Now(), meter: batch.Work[0].meter}
	b.maxSent, b.retention = m.maxSent, m.config.BodyRetention
	b.facts.hasLinks = m.media != nil && m.media.HasLinks()
	if err := lock(ctx, m.db, batch.Firm); err != nil {
		return err
	}
	if err := b.meter.Begin(ctx, b.now); err != nil {
		return err
	}
	var items []*sendItem
	for _, request := range batch.Work {
		items = append(items, request.items...)
	}
	if err := b.look(ctx, items); err != nil {
		return err
	}
	for i, request := range batch.Work {
		if err := b.decide(i, request); err != nil {
			return err
		}
	}
	if err := b.insert(ctx); err != nil {
		return err
	}
	queued := ids(b.accepted, func(it *sendItem) uuid.UUID { return it.id })
	if err := event.RaiseAll(ctx, m.db, event.MessageQueued, queued...); err != nil {
		return err
	}
	if err := m.publish(ctx, batch.Firm, b.entered()); err != nil {
		return err
	}
	if err := b.meter.Store(ctx); err != nil {
		return err
	}
	for _, request := range batch.Work {
		request.result.Held, request.result.Available = batch.Held(), batch.Available()
	}
	return nil
}

// decide sets the result of a request. It holds the prices of the accepted messages.
func (b *sendBatch) decide(index int, request *send) error {
	result := &SendResult{Accepted: []*Accepted{}}
	refused := append([]*Rejected(nil), request.invalid...)
	for _, it := range request.items {
		accepted, rejected, err := b.decideOn(index, it, request)
		switch {
		case err != nil:
			return err
		case rejected != nil:
			it.text = content{} // It is not kept until the others are stored.
			refused = append(refused, rejected)
		default:
			result.Accepted = append(result.Accepted, accepted)
		}
	}
	request.result, result.Rejected = result, inOrder(refused)
	return nil
}

// decideOn accepts a message, or rejects it.
func (b *sendBatch) decideOn(index int, it *sendItem, request *send) (*Accepted, *Rejected, error) {
	// What was accepted once stays accepted, even if its channel is gone now.
	known, rejected := b.facts.repeated(it)
	if known != nil {
		return &Accepted{
			Index: it.index, ID: known.ID, Status: Status(known.Status), Price: known.Price, Currency: b.wallet.Currency(), Duplicate: true,
		}, nil, nil
	}
	if rejected == nil && len(it.late) > 0 {
		rejected = reject(it.index, it.late)
	}
	if rejected == nil {
		rejected = it.rejected
	}
	if rejected == nil {
		rejected = b.facts.fill(it)
	}
	if rejected == nil {
		rejected = b.facts.check(it, request.rights, b.now)
	}
	if rejected != nil {
		return nil, rejected, nil
	}
	if it.template != nil && b.size+it.text.size() > b.maxSent { // The others are no longer than the body of the request.
		return b.tooLong(it)
	}
	it.quote = b.meter.Quote(it.pricing())
	err := b.wallet.Hold(index, it.quote.Price())
	if refusal := fault.From(err); fault.Is(err, fault.InsufficientBalance) {
		return nil, rejection(it.index, string(refusal.Code), refusal.Message), nil
	}
	if err != nil {
		return nil, nil, err
	}
	b.meter.Accept(it.quote)
	return b.add(it, request.by), nil, nil
}

// tooLong rejects a message whose texts are too long beside those of the messages before it, unless
// some of these are of another request.
func (b *sendBatch) tooLong(it *sendItem) (*Accepted, *Rejected, error) {
	if len(b.wallet.Work) > 1 {
		return nil, nil, errTooLong
	}
	return nil, reject(it.index, fault.Details{{Field: "template.parameters", Message: fmt.Sprintf(
		"make the texts of the request longer than %d MiB together: send this message by another request", b.maxSent>>20)}}), nil
}

// add accepts a message.
func (b *sendBatch) add(it *sendItem, by wallet.Actor) *Accepted {
	it.id = entity.NewID()
	it.thread = b.facts.book.Add(it.channel.id, it.address, it.contactID, it.id, it.occurredAt(b.now))
	b.accepted, b.size = append(b.accepted, it), b.size+it.text.size()
	b.queue = append(b.queue, it.queued(b.now, by, b.meter.ChargeOn))
	if it.input.Reference != nil {
		b.facts.references[*it.input.Reference] = reference{
			ID: it.id, Request: it.request, Status: string(message.StatusQueued), Price: it.quote.Price(),
		}
	}
	return &Accepted{
		Index: it.index, ID: it.id, Status: message.StatusQueued, Price: it.quote.Price(), Currency: b.wallet.Currency(),
	}
}

var ownColumns = []string{
	"id", "created_at", "updated_at", "firm_id", "occurred_at", "provider_message_id", "direction", "contact_id", "phone", "person_key",
	"category", "body", "status", "channel_id", "address", "address_kind", "subject", "reference", "price", "charge", "segments", "attempts",
	"not_before", "expires_at", "events", "template_id", "template_name", "conversation_id",
	"media_id",
}

// insert inserts the accepted messages, their keys and the queue.
func (b *sendBatch) insert(ctx context.Context) error {
	firm := b.wallet.Firm
	keys := []string{"id", "firm_id", "provider_message_id", "occurred_at", "reference", "request"}
	err := b.db.InFirm(ctx).Insert("message_keys", keys, len(b.accepted), func(i int) []any {
		it := b.accepted[i]
		return []any{it.id, firm, it.id.String(), it.occurredAt(b.now), it.input.Reference, it.request}
	})
	if err != nil {
		return err
	}
	err = b.db.InFirm(ctx).Insert("messages", ownColumns, len(b.accepted), func(i int) []any {
		it, in := b.accepted[i], b.accepted[i].input
		charge := message.ChargeNone
		if it.quote.Price() > 0 {
			charge = message.ChargeHeld
		}
		return []any{
			it.id, b.now, b.now, firm, it.occurredAt(b.now), it.id.String(), string(message.DirectionOutbound), it.contactID, it.phone(),
			it.personKey(), string(it.category), shown(it.text.stored()), string(message.StatusQueued), it.channel.id, it.address.Value,
			string(it.address.Kind), it.text.subject, in.Reference, int64(it.quote.Price()), string(charge), it.segments(), 0,
			in.NotBefore, b.queue[i].ExpiresAt, "[]", b.queue[i].TemplateID, it.templateName(), it.thread.ID,
			it.mediaID(),
		}
	})
	if err != nil {
		return err
	}
	if err := b.facts.book.Save(ctx, b.db, firm, b.now); err != nil {
		return err
	}
	if err := b.useMedia(ctx); err != nil {
		return err
	}
	return outgoing.Insert(ctx, b.db, firm, b.queue)
}

// entered returns the changes of conversations by the accepted messages.
func (b *sendBatch) entered() []conversation.Change {
	changes := make([]conversation.Change, len(b.accepted))
	for i, it := range b.accepted {
		changes[i] = conversation.Change{ID: it.thread.ID, Entry: &conversation.EntryRef{ID: it.id, OccurredAt: it.occurredAt(b.now)}}
	}
	return changes
}

func rejection(index int, code, text string) *Rejected {
	return &Rejected{Index: index, Code: code, Message: text}
}
