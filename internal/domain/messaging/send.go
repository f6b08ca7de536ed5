package messaging

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/pricingprice"
	"github.com/firmhub/firmhub/internal/domain/contact/number"
	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
	"github.com/firmhub/firmhub/internal/domain/messaging/conversation"
	"github.com/firmhub/firmhub/internal/domain/messaging/media"
	"github.com/firmhub/firmhub/internal/domain/messaging/outgoing"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/segment"
	"github.com/firmhub/firmhub/internal/domain/messaging/template"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/domain/pricing"
	"github.com/firmhub/firmhub/internal/domain/wallet"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// The codes of messages that are not accepted, beside those of [fault.Code].
const (
	codeWindowClosed        = "WindowClosed"
	codeNoAddress           = "NoAddress"
	codeChannelUnavailable  = "ChannelUnavailable"
	codeTemplateNotApproved = "TemplateNotApproved"
)

// SendResult is what became of messages to send.
type SendResult struct {
	Accepted []*Accepted
	// Rejected are the others, in the order of the request.
	Rejected []*Rejected
	// Held and Available are the totals of the wallet after the request.
	Held, Available money.Amount
}

// Accepted is a message that will be sent.
type Accepted struct {
	// Index is the position of the message in the request, counted from 0.
	Index  int
	ID     uuid.UUID
	Status Status
	// Price is what is held for it, in Currency.
	Price    money.Amount
	Currency string
	// Duplicate reports whether the message was accepted before, by the same reference.
	Duplicate bool
}

// send is a request to send messages.
type send struct {
	by     wallet.Actor
	rights Rights
	// items are the messages that are valid by themselves. invalid are the rejections of the
	// others.
	items   []*sendItem
	invalid []*Rejected
	// meter is that of all requests in a transaction.
	meter  *pricing.Meter
	result *SendResult
}

// Rights are what whoever sends messages may do.
type Rights struct {
	// Write reports whether the sender may write freely, and Template whether by templates.
	Write, Template bool
	// Start reports whether the sender may write to addresses with which the firm has no
	// conversation.
	Start bool
}

// sendItem is a message of a request to send.
type sendItem struct {
	index   int
	input   *SendMessage
	request []byte // its hash, if it has a reference
	// late are the faults of its times, which do not matter if it was accepted before.
	late fault.Details
	// named is To, and address is where the message goes to.
	named, address consent.Address

	// What the transaction finds out. rejected is set if the message has no channel or address.
	rejected  *Rejected
	channel   *sender
	template  *template.InUse // nil for a message without one
	text      content
	media     *media.Media // nil for a message without a file
	noMedia   *Rejected    // why its file can't be sent
	contactID *uuid.UUID
	replyTo   string
	category  Category
	id        uuid.UUID
	thread    *conversation.Thread
	quote     pricing.Quote
}

// Send accepts messages of the viewer's firm: it stores them and holds their prices. It rejects
// messages that are invalid, not allowed or can't be paid, and accepts the others. rights are those
// of the viewer. Send has transactions of its own. The messages are sent afterwards. It returns
// Conflict, and accepts none, if a file of them was deleted at that moment, twice.
func (m *Manager) Send(ctx context.Context, in SendInput, rights Rights) (_ *SendResult, err error) {
	defer fault.Wrap(&err, "messaging.Send")
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	now := entity.Now()
	work := &send{by: wallet.ActorOf(viewer.From(ctx)), rights: rights}
	for i, input := range in.Messages {
		it := &sendItem{index: i, input: input}
		faults := input.validate(&it.named)
		it.late = input.checkTimes(now)
		if len(faults) > 0 {
			work.invalid = append(work.invalid, reject(i, append(faults, it.late...)))
			continue
		}
		if input.Reference != nil {
			it.request = input.hash(it.named)
		}
		work.items = append(work.items, it)
	}
	err = m.store(ctx, work)
	if errors.Is(err, media.ErrDeleted) { // Nothing was stored, and the next copy is a new one.
		err = m.store(ctx, work)
	}
	if errors.Is(err, media.ErrDeleted) {
		err = fault.New(fault.Conflict, "The file was deleted meanwhile. Send it again.").Because(err)
	}
	if err != nil {
		return nil, err
	}
	if len(work.result.Accepted) > 0 {
		select {
		case m.queued <- struct{}{}:
		default:
		}
	}
	return work.result, nil
}

// store copies the files of a request and stores its messages. It returns [media.ErrDeleted], and
// stores nothing, if one of the copies was deleted in between.
func (m *Manager) store(ctx context.Context, work *send) error {
	if err := m.copyMedia(ctx, work.items); err != nil {
		return err
	}
	return m.sends.Do(ctx, rowsPerSend*len(work.items), work)
}

// rowsPerSend is about how many rows a message takes: the message, its key, and the queue.
const rowsPerSend = 3

// personKey returns the key by which the messages of the other person are counted: see [Person].
func (it *sendItem) personKey() string { return personKey(it.address, it.contactID) }

func personKey(address consent.Address, contact *uuid.UUID) string {
	if address.Kind != provider.Phone && contact != nil {
		return contact.String()
	}
	return address.Key
}

// phone returns the phone of the other person in E.164, or nil.
func (it *sendItem) phone() *string {
	if it.address.Kind != provider.Phone {
		return nil
	}
	return &it.address.Value
}

// pricing returns what the price depends on.
func (it *sendItem) pricing() pricing.Message {
	of := pricing.Message{Category: it.category, Kind: it.channel.kind}
	if segments := it.segments(); segments != nil {
		of.Segments = *segments
	}
	if it.address.Kind == provider.Phone {
		of.Country = number.Number{E164: it.address.Value}.Country()
	}
	return of
}

// segments returns how many segments an SMS has, or nil for a message of another kind. A message
// with a file is an MMS, whose text has no segments.
func (it *sendItem) segments() *int {
	switch {
	case it.channel.kind != provider.SMS:
		return nil
	case it.media != nil:
		return new(1)
	}
	return new(segment.Of(it.text.body).Segments)
}

// occurredAt returns when the message is accepted, or the earliest time at which it may be sent.
func (it *sendItem) occurredAt(now time.Time) time.Time {
	if at := it.input.NotBefore; at != nil && at.After(now) {
		return *at
	}
	return now
}

// queued returns the message as it waits in the queue.
func (it *sendItem) queued(now time.Time, by wallet.Actor, on pricing.ChargeOn) *outgoing.Message {
	in := it.input
	first := it.occurredAt(now)
	q := &outgoing.Message{
		ID: it.id, OccurredAt: first, ChannelID: it.channel.id, Class: outgoing.Single, Price: it.quote.Price(), ChargeOn: on,
		Resend: in.OnUnknown != nil && *in.OnUnknown == ResendUnknown, Actor: by, ExpiresAt: first.Add(defaultLife),
		Content: outgoing.Content{
			To: provider.Address{Kind: it.address.Kind, Value: it.address.Value}, Category: string(it.category),
			Subject: optional(it.text.subject), Body: it.text.body, HTML: it.text.html, Template: it.text.named, ReplyTo: it.replyTo,
		},
	}
	if it.template != nil {
		q.TemplateID = &it.template.ID
	}
	if of := it.media; of != nil {
		q.Content.Media = &outgoing.Media{ID: of.ID, Key: of.Key(), ContentType: of.ContentType, Name: of.Name, Size: of.Size}
	}
	if it.category == pricingprice.CategoryAuthentication {
		q.Class, q.ExpiresAt = outgoing.Authentication, first.Add(authenticationLife)
	}
	if in.ExpiresAt != nil {
		q.ExpiresAt = *in.ExpiresAt
	}
	q.Queue(first)
	return q
}
