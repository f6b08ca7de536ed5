package messaging

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/ent/rule/scope"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/contact/number"
	"github.com/firmhub/firmhub/internal/domain/event"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/domain/pricing"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
)

// Reported is the result of a report of messages.
type Reported struct {
	// Accepted is how many messages were stored, and Duplicates how many had been reported before.
	Accepted, Duplicates int
	// Rejected are the other messages, in the order of the report.
	Rejected []*Rejected
}

// report is a request to store messages.
type report struct {
	// items are the messages that are valid by themselves. invalid are the rejections of the
	// others.
	items   []*item
	invalid []*Rejected
	answer  *Reported
}

// item is a message of a report.
type item struct {
	index int
	input *MessageInput
	// number is the number in the input, or the primary phone of the contact. It is zero for a
	// contact without a phone.
	number number.Number
	id     uuid.UUID
	// contactID is the id in the input if that contact exists, or the id of the contact with the
	// phone.
	contactID *uuid.UUID
}

func newReport(in *ReportInput, now time.Time) *report {
	r := &report{}
	for i, input := range in.Messages {
		it := &item{index: i, input: input}
		if faults := input.validate(now, &it.number); len(faults) > 0 {
			r.invalid = append(r.invalid, reject(i, faults))
			continue
		}
		r.items = append(r.items, it)
	}
	return r
}

// Report stores messages that the viewer's firm has sent or received, and charges for those that it
// has sent. It rejects messages that are invalid or can't be paid, and stores the others. It has
// transactions of its own.
func (m *Manager) Report(ctx context.Context, in ReportInput) (_ *Reported, err error) {
	defer fault.Wrap(&err, "messaging.Report")
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	work := newReport(&in, entity.Now())
	err = m.reports.Do(ctx, rowsPerMessage*len(work.items), work)
	return work.answer, err
}

// rowsPerMessage is about how many rows a message takes: the message, its key, and counts.
const rowsPerMessage = 4

// batch stores reports of a firm in one transaction, with a few statements for any number of
// messages.
type batch struct {
	db   *db.DB
	firm uuid.UUID
	now  time.Time
	// charge debits the wallet of the firm, for the report at an index, by the price of an outbound
	// message. It returns InsufficientBalance if the balance is too low.
	charge func(index int, reference string, price money.Amount) error
	clock  *Clock
	prices pricing.Prices

	accepted []*item
	tally    tally
	// quiet is set where no events are raised.
	quiet bool
	// retention is for how many days texts are kept.
	retention int
}

// store stores the messages of reports and sets their results.
func (b *batch) store(ctx context.Context, reports []*report) (err error) {
	if err := lock(ctx, b.db, b.firm); err != nil {
		return err
	}
	if b.clock, err = startClock(ctx, b.db); err != nil {
		return err
	}
	if b.prices, err = pricing.UnitPrices(ctx, b.db, b.firm); err != nil {
		return err
	}
	var items []*item
	for _, r := range reports {
		items = append(items, r.items...)
	}
	known, err := b.known(ctx, items)
	if err != nil {
		return err
	}
	if err := b.findContacts(ctx, items); err != nil {
		return err
	}
	for i, r := range reports {
		if err := b.accept(i, r, known); err != nil {
			return err
		}
	}
	if err := b.insert(ctx); err != nil {
		return err
	}
	if err := b.raise(ctx); err != nil {
		return err
	}
	return b.tally.write(ctx, b.db, b.firm, b.clock)
}

// raise raises the events of the accepted messages.
func (b *batch) raise(ctx context.Context) error {
	if b.quiet {
		return nil
	}
	var raised []event.Raised
	for _, it := range b.accepted {
		of, ok := eventOf(it.input.Status)
		if it.input.Direction == message.DirectionInbound {
			of, ok = event.MessageReceived, true
		}
		if ok {
			raised = append(raised, event.Raised{Type: of, Record: it.id})
		}
	}
	return event.Raise(ctx, b.db, raised...)
}

// known returns the provider ids among those passed that the firm has reported before.
func (b *batch) known(ctx context.Context, items []*item) (map[string]bool, error) {
	ids := make([]string, len(items))
	for i, it := range items {
		ids[i] = it.input.ProviderMessageID
	}
	among, list := b.db.Among("provider_message_id", 2, ids)
	found, err := db.All[string](b.db.InFirm(ctx), "SELECT provider_message_id FROM message_keys WHERE firm_id = $1 AND "+among, list)
	known := make(map[string]bool, len(found))
	for _, id := range found {
		known[id] = true
	}
	return known, err
}

// accept sets the result of a report. It charges the new messages in order, and collects the
// accepted ones.
func (b *batch) accept(index int, r *report, known map[string]bool) error {
	r.answer = &Reported{}
	refused := slices.Clone(r.invalid)
	reject := func(it *item, code fault.Code, text string) {
		refused = append(refused, &Rejected{Index: it.index, Code: string(code), Message: text})
	}
	for _, it := range r.items {
		switch {
		case known[it.input.ProviderMessageID]:
			r.answer.Duplicates++
			continue
		case it.personKey() == "":
			reject(it, fault.NotFound, "There is no such contact.")
			continue
		}
		if it.input.Direction == message.DirectionOutbound {
			err := b.charge(index, optional(it.input.Campaign), b.prices[it.input.Category])
			if refusal := fault.From(err); fault.Is(err, fault.InsufficientBalance) {
				reject(it, refusal.Code, refusal.Message)
				continue
			}
			if err != nil {
				return err
			}
		}
		known[it.input.ProviderMessageID] = true
		it.id = entity.NewID()
		b.accepted = append(b.accepted, it)
		r.answer.Accepted++
	}
	r.answer.Rejected = inOrder(refused)
	return nil
}

func optional(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

var messageColumns = []string{
	"id", "created_at", "updated_at", "firm_id", "occurred_at", "provider_message_id", "direction", "contact_id", "phone", "person_key",
	"template_name", "campaign", "category", "body", "status", "delivered_at", "read_at", "failed_at", "error_code", "error_text",
}

// insert inserts the accepted messages with their keys, and counts them.
func (b *batch) insert(ctx context.Context) error {
	keys := []string{"id", "firm_id", "provider_message_id", "occurred_at"}
	err := b.db.InFirm(ctx).Insert("message_keys", keys, len(b.accepted), func(i int) []any {
		it := b.accepted[i]
		return []any{it.id, b.firm, it.input.ProviderMessageID, it.input.OccurredAt}
	})
	if err != nil {
		return err
	}
	for _, it := range b.accepted {
		m := it.counted()
		for version, zone := range b.clock.counted(m.OccurredAt, m.ID) {
			b.tally.of(version).Add(m, zone)
		}
	}
	return b.db.InFirm(ctx).Insert("messages", messageColumns, len(b.accepted), func(i int) []any {
		it, in := b.accepted[i], b.accepted[i].input
		var reached state
		reached.move(in.Status, in.OccurredAt, failure{})
		return []any{
			it.id, b.now, b.now, b.firm, in.OccurredAt, in.ProviderMessageID, string(in.Direction), it.contactID, it.phone(),
			it.personKey(), in.TemplateName, in.Campaign, string(in.Category), b.body(in), string(in.Status),
			reached.deliveredAt, reached.readAt, reached.failedAt, in.ErrorCode, in.ErrorText,
		}
	})
}

func (it *item) counted() *Counted {
	return &Counted{
		ID: it.id, OccurredAt: it.input.OccurredAt, Direction: it.input.Direction, Status: it.input.Status,
		Template: it.input.TemplateName, PersonKey: it.personKey(), Phone: it.number.E164,
	}
}

// Import stores messages of the viewer's firm without charging for them, in the transaction of the
// context. Only the demo calls it.
func Import(ctx context.Context, d *db.DB, in ReportInput) (_ *Reported, err error) {
	defer fault.Wrap(&err, "messaging.Import")
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	firm, err := scope.Firm(ctx, "Message")
	if err != nil {
		return nil, err
	}
	now := entity.Now()
	work := newReport(&in, now)
	free := func(int, string, money.Amount) error { return nil }
	b := &batch{db: d, firm: firm, now: now, charge: free, tally: tally{}, quiet: true, retention: defaultBodyRetention}
	err = d.Tx(ctx, func(ctx context.Context) error { return b.store(ctx, []*report{work}) })
	return work.answer, err
}

// body returns the text of a message that was reported, or nil if texts of that age are not kept.
func (b *batch) body(in *MessageInput) *string {
	if in.OccurredAt.Before(Retained(b.now, b.retention)) {
		return nil
	}
	return in.Body
}
