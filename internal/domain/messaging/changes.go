package messaging

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/ent/pricingplan"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/event"
	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
	"github.com/firmhub/firmhub/internal/domain/messaging/conversation"
	"github.com/firmhub/firmhub/internal/domain/messaging/outgoing"
	"github.com/firmhub/firmhub/internal/domain/messaging/template"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/domain/wallet"
	"github.com/firmhub/firmhub/internal/entity"
)

// change changes statuses of messages of a firm, and settles or releases their prices.
type change func(ctx context.Context, c *changes) error

// changes are the changes of a firm in one transaction.
type changes struct {
	db      *db.DB
	config  Config
	now     time.Time
	clock   *Clock
	tally   tally
	wallet  *wallet.Batch[change]
	request int // the index of the change in the batch
	// said is what people have said about consent.
	said []consent.Said
	// people are those whom providers have named by two addresses for the first time. locked
	// reports whether contacts were locked.
	people [][2]consent.Address
	locked bool
	// decided is what providers have decided about templates, and refusedOf are the templates whose
	// messages they refuse.
	decided   []template.Decided
	refusedOf map[uuid.UUID]template.Refused
	// news are the messages that have arrived.
	news []conversation.News
	// changedBy are the messages that have changed what their senders consent to.
	changedBy []uuid.UUID
	// alerts are what providers say about accounts.
	alerts []alert
	// converse are the changes of conversations.
	converse []conversation.Change
	// campaigns are the changes of the counts of campaigns.
	campaigns campaignCounts
	// failures are the messages of campaigns that have failed.
	failures campaignFailures
	observed observed
	// raised are the events of messages.
	raised []event.Raised
}

// write makes the changes of a batch, in the transaction of the context.
func (m *Manager) write(ctx context.Context, batch *wallet.Batch[change]) error {
	if err := lock(ctx, m.db, batch.Firm); err != nil {
		return err
	}
	clock, err := startClock(ctx, m.db)
	if err != nil {
		return err
	}
	c := &changes{
		db: m.db, config: m.config, now: entity.Now(), clock: clock, tally: tally{}, wallet: batch,
		campaigns: campaignCounts{}, failures: campaignFailures{}, refusedOf: map[uuid.UUID]template.Refused{},
	}
	for i, do := range batch.Work {
		c.request = i
		if err := do(ctx, c); err != nil {
			return err
		}
	}
	if err := c.tally.write(ctx, m.db, batch.Firm, clock); err != nil {
		return err
	}
	if err := c.campaigns.write(ctx, m.db, c.now); err != nil {
		return err
	}
	if err := c.failures.write(ctx, m.db); err != nil {
		return err
	}
	said, err := c.consent(ctx)
	if err != nil {
		return err
	}
	for _, each := range said {
		c.changedBy = append(c.changedBy, each.Message)
	}
	if err := event.Raise(ctx, m.db, c.raised...); err != nil {
		return err
	}
	if err := m.publish(ctx, batch.Firm, c.converse); err != nil {
		return err
	}
	if err := c.decide(ctx, m.notifications); err != nil {
		return err
	}
	if err := m.tellAlerts(ctx, c.alerts); err != nil {
		return err
	}
	m.tellObserver(ctx, &c.observed)
	return nil
}

// entered notes that a message of a conversation is new or has another status.
func (c *changes) entered(thread, id uuid.UUID, at time.Time) {
	c.converse = append(c.converse, conversation.Change{ID: thread, Entry: &conversation.EntryRef{ID: id, OccurredAt: at}})
}

// decide stores what providers have decided about templates. It comes last, since it notifies.
func (c *changes) decide(ctx context.Context, center *notification.Center) error {
	for _, decided := range c.decided {
		if err := template.Decide(ctx, c.db, center, decided); err != nil {
			return err
		}
	}
	for id, refused := range c.refusedOf {
		if err := template.Refuse(ctx, c.db, center, id, refused); err != nil {
			return err
		}
	}
	return nil
}

// take moves a message to a status that its provider names. It reports whether that is a later
// one.
func (c *changes) take(m *moved, to Status, at time.Time, why failure) (bool, error) {
	if m.awaitsOutcome() && to != message.StatusFailed {
		// It stays Failed, but it was sent, so it is charged.
		m.events = append(m.events, Event{Status: to, At: at})
		return false, c.settle(m)
	}
	if !forward(m.state.status, to) {
		return false, nil
	}
	return true, c.set(m, to, at, why, func() error { return c.reported(m, to, at) })
}

// awaitsOutcome reports whether the message failed because the outcome of its call stayed unknown,
// and its price is still held.
func (m *moved) awaitsOutcome() bool {
	return m.queued != nil && m.state.status == message.StatusFailed && optional(m.errorCode) == string(OutcomeUnknown)
}

// set moves a message to a status, and counts it. effects changes what else depends on it.
func (c *changes) set(m *moved, to Status, at time.Time, why failure, effects func() error) error {
	before, counted := m.state.status, counts(m.attempts, m.state.status)
	c.observed.stayed(m, c.now)
	if m.isErased() || c.isOld(m.OccurredAt) { // The words of a provider may name the person.
		why.text = nil
	}
	m.move(to, at, why)
	if m.campaignID != nil {
		c.campaigns.move(*m.campaignID, m.ID, before, to)
	}
	if to == message.StatusFailed {
		c.refused(m, why)
		if m.campaignID != nil {
			c.failures.add(*m.campaignID, m.ID, why.code)
		}
		c.refuseTemplate(m, at, why)
	}
	m.changed, m.Counted.Status = true, to
	c.raise(m.ID, to)
	if err := effects(); err != nil {
		return err
	}
	for version, zone := range c.clock.counted(m.OccurredAt, m.ID) {
		switch {
		case counted:
			c.tally.of(version).Move(&m.Counted, before, zone)
		case counts(m.attempts, to):
			c.tally.of(version).Add(&m.Counted, zone)
		}
	}
	return nil
}

// refuseTemplate notes that the provider refuses the template of a message, if that is why it has
// failed. The template was refused when the call began: while it took, the template may have been
// approved.
func (c *changes) refuseTemplate(m *moved, at time.Time, why failure) {
	if why.template == "" || m.queued == nil || m.queued.TemplateID == nil {
		return
	}
	// A single message may have waited since before the present version. A campaign sends no other
	// one: what happens to this message would happen to all of them.
	if why.otherTemplate && m.queued.CampaignID == nil {
		return
	}
	if !why.began.IsZero() {
		at = why.began
	}
	if id := *m.queued.TemplateID; !c.refusedOf[id].At.After(at) {
		c.refusedOf[id] = template.Refused{State: why.template, At: at, OtherTemplate: why.otherTemplate}
	}
}

// raise notes the event of a message that has moved to a status, if there is one.
func (c *changes) raise(id uuid.UUID, to Status) {
	if of, ok := eventOf(to); ok && to != message.StatusQueued {
		c.raised = append(c.raised, event.Raised{Type: of, Record: id})
	}
}

// reported changes what depends on a status that the provider of an own message names: it has the
// message.
func (c *changes) reported(m *moved, to Status, at time.Time) error {
	if !m.own() {
		return nil
	}
	if *m.attempts == 0 {
		*m.attempts = 1
	}
	switch to {
	case message.StatusFailed:
		return c.release(m)
	case message.StatusDelivered, message.StatusRead:
		m.sent(at)
		return c.settle(m)
	case message.StatusQueued, message.StatusSending, message.StatusSent, message.StatusUnknown, message.StatusCancelled:
	}
	return c.taken(m, at)
}

// sent notes when the provider took the message.
func (m *moved) sent(at time.Time) {
	if m.sentAt == nil {
		m.sentAt = &at
	}
}

// taken charges a message that its provider has taken, or lets its price be held until it is
// delivered.
func (c *changes) taken(m *moved, at time.Time) error {
	m.sent(at)
	if m.queued == nil || m.queued.Price > 0 && m.queued.ChargeOn == pricingplan.ChargeOnDelivered {
		return c.hold(m, deliveryLimit)
	}
	return c.settle(m)
}

// deliveryLimit is how long the price of a message is held that is charged on delivery.
const deliveryLimit = 7 * 24 * time.Hour

// hold holds the price for a time, if there is one.
func (c *changes) hold(m *moved, limit time.Duration) error {
	if m.queued == nil {
		return nil
	}
	if m.queued.Price == 0 {
		m.left = true
		return nil
	}
	m.queued.Wait(outgoing.Holding, c.now.Add(limit))
	m.requeued = true
	return nil
}

// settle charges what is held. The message leaves the queue.
func (c *changes) settle(m *moved) error {
	q := m.queued
	if q == nil || m.left {
		return nil
	}
	m.changed, m.left = true, true
	if q.Price == 0 {
		return nil
	}
	m.charge = new(string(message.ChargeCharged))
	if m.campaignID != nil {
		c.campaigns.pay(*m.campaignID, q.Price, q.Price)
	}
	return c.wallet.Settle(c.request, q.Actor, m.campaign, q.Price)
}

// release releases what is held. The message leaves the queue.
func (c *changes) release(m *moved) error {
	q := m.queued
	if q == nil || m.left {
		return nil
	}
	m.changed, m.left = true, true
	if q.Price == 0 {
		return nil
	}
	m.charge = new(string(message.ChargeReleased))
	if m.campaignID != nil {
		c.campaigns.pay(*m.campaignID, q.Price, 0)
	}
	return c.wallet.Release(q.Price)
}

// fail makes an own message fail, and releases its price.
func (c *changes) fail(m *moved, why failure) error {
	return c.set(m, message.StatusFailed, c.now, why, func() error { return c.release(m) })
}

// ids returns the ids of messages.
func ids[T any](of []T, id func(T) uuid.UUID) []uuid.UUID {
	all := make([]uuid.UUID, len(of))
	for i, each := range of {
		all[i] = id(each)
	}
	return all
}
