package messaging

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
	"github.com/firmhub/firmhub/internal/domain/messaging/conversation"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/template"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
)

const (
	// eventsAtOnce is about how many events one transaction works on, and callsAtOnce how many
	// calls. A larger call is stored in parts.
	eventsAtOnce = 500
	callsAtOnce  = 500
	// A status for a message that is not known is tried again after unknownRetry, and then each
	// time after half of its age, for unknownLife.
	unknownRetry = 5 * time.Second
	unknownLife  = 15 * time.Minute
	// unreadLife is how long an event is kept that could not be read, for as many calls of a firm
	// as unreadCalls, with unreadEvents of each and unreadBytes of an event.
	unreadLife   = 7 * 24 * time.Hour
	unreadCalls  = 100
	unreadEvents = 100
	unreadBytes  = 4096
)

// storedEvent is an event as it is stored.
type storedEvent struct {
	provider.Event

	// Err is the error of an event that can't be read or is not for a channel of the firm, or of
	// news that can't be worked on. It is not tried again. What it says is kept for people.
	Err string `json:",omitempty"`
	// Failed is the error of the last try to work on it.
	Failed string `json:",omitempty"`
}

// StoreEvents stores the events of a call for a channel of the firm of ctx, to be worked on by
// [Manager.ApplyEvents]. Of those with an error some are kept for 7 days. Only the server calls it.
func StoreEvents(ctx context.Context, d *db.DB, channel uuid.UUID, events []provider.Event) (err error) {
	defer fault.Wrap(&err, "messaging.StoreEvents")
	var read, unread []storedEvent
	for _, event := range events {
		if event.Err == nil {
			read = append(read, storedEvent{Event: event})
			continue
		}
		slog.WarnContext(ctx, "an event of a provider can't be read", "channel", channel, "error", event.Err)
		if len(unread) < unreadEvents {
			one := storedEvent{Event: event, Err: event.Err.Error()}
			one.Event.Err, one.Raw = nil, event.Raw[:min(len(event.Raw), unreadBytes)]
			unread = append(unread, one)
		}
	}
	now := entity.Now()
	return d.Tx(ctx, func(ctx context.Context) error {
		for part := range slices.Chunk(read, eventsAtOnce) {
			if err := insertEvents(ctx, d, channel, now, now, part); err != nil {
				return err
			}
		}
		return keepUnread(ctx, d, channel, now, unread)
	})
}

// keepUnread keeps events that could not be read, unless those of enough calls are kept. Calls that
// are tried again have no error that is final, and don't count.
func keepUnread(ctx context.Context, d *db.DB, channel uuid.UUID, now time.Time, events []storedEvent) error {
	if len(events) == 0 {
		return nil
	}
	var kept int
	_, err := d.InFirm(ctx).Row([]any{&kept},
		`SELECT count(*) FROM (SELECT 1 AS one FROM hook_events
WHERE firm_id = $1 AND due_at > $2 AND CAST(events AS text) LIKE '%"Err":%' LIMIT $3) AS kept`,
		now.Add(unknownLife), unreadCalls)
	if err != nil || kept == unreadCalls {
		return err
	}
	return insertEvents(ctx, d, channel, now, now.Add(unreadLife), events)
}

func insertEvents(ctx context.Context, d *db.DB, channel uuid.UUID, received, due time.Time, events []storedEvent) error {
	encoded, err := json.Marshal(events)
	if err != nil {
		return fmt.Errorf("encode events: %w", err)
	}
	return d.InFirm(ctx).Later(
		"INSERT INTO hook_events (id, firm_id, channel_id, received_at, due_at, events) VALUES ($2, $1, $3, $4, $5, $6)",
		entity.NewID(), channel, received, due, string(encoded))
}

// FirmsWithEvents returns firms with events to work on, those that have waited longest first. Only
// the server calls it.
func FirmsWithEvents(ctx context.Context, d *db.DB, limit int) (_ []uuid.UUID, err error) {
	defer fault.Wrap(&err, "messaging.FirmsWithEvents")
	return db.All[uuid.UUID](d.AcrossFirms(rule.AcrossFirms(ctx, "find firms with events of providers")), `
SELECT firm_id FROM hook_events WHERE due_at <= $1 GROUP BY firm_id ORDER BY min(due_at) LIMIT $2`, entity.Now(), limit)
}

// received are the events of a call.
type received struct {
	id, channel uuid.UUID
	at          time.Time
	events      []storedEvent
}

// ApplyEvents works on stored events of the firm of ctx, the earliest first, and reports whether
// there may be more. Each event is worked on once, whichever instances call it. One that can't be
// worked on keeps no others from it: it is tried again ever less often, for 7 days. Only the server
// calls it. It has transactions of its own.
func (m *Manager) ApplyEvents(ctx context.Context) (more bool, err error) {
	defer fault.Wrap(&err, "messaging.ApplyEvents")
	tried, err := m.applyEvents(ctx, nil)
	return len(tried) > 0, err
}

// applyEvents works on some calls, or on the earliest ones for nil, and returns those that it has
// tried. If they can't be worked on together, it tries each half, down to single calls. After an
// error that passes, what is left is tried again another time.
func (m *Manager) applyEvents(ctx context.Context, some []uuid.UUID) (tried []uuid.UUID, err error) {
	tried, err = m.applyTogether(ctx, some)
	switch {
	case err == nil || len(tried) == 0 || ctx.Err() != nil || db.IsPassing(err):
		return tried, err
	case len(tried) == 1:
		return tried, m.setAside(ctx, tried[0], err)
	}
	for half := range slices.Chunk(tried, (len(tried)+1)/2) {
		if _, err := m.applyEvents(ctx, half); err != nil {
			return tried, err
		}
	}
	return tried, nil
}

// applyTogether works on calls in one transaction.
func (m *Manager) applyTogether(ctx context.Context, some []uuid.UUID) (tried []uuid.UUID, err error) {
	var firm uuid.UUID
	var news []conversation.News
	var said []consent.Said
	var of *changes
	err = m.changes.Do(ctx, rowsPerMessage*eventsAtOnce, func(ctx context.Context, c *changes) error {
		news, said, of = nil, nil, nil // An earlier try was rolled back, and another instance may have done it since.
		calls, err := c.dueEvents(ctx, some)
		tried, firm = ids(calls, func(of received) uuid.UUID { return of.id }), c.wallet.Firm
		if err != nil || len(calls) == 0 {
			return err
		}
		before, saidBefore := len(c.news), len(c.said) // those of other calls in the same transaction
		if err := c.apply(ctx, calls); err != nil {
			return err
		}
		news, said, of = c.news[before:], c.said[saidBefore:], c
		return nil
	})
	if err == nil && len(news) > 0 {
		m.answer(ctx, firm, news, of.confirmed(said))
	}
	return tried, err
}

// answer does after the commit what messages that have arrived lead to: their files are fetched,
// people are told of them, and opt-outs are confirmed.
func (m *Manager) answer(ctx context.Context, firm uuid.UUID, news []conversation.News, optOuts []consent.Said) {
	if m.media != nil {
		m.media.Wake()
	}
	if m.arrived != nil {
		if err := m.arrived(ctx, firm, news); err != nil {
			slog.ErrorContext(ctx, "nobody is told of messages that have arrived", "error", err)
		}
	}
	if err := m.confirm(ctx, optOuts); err != nil {
		slog.ErrorContext(ctx, "opt-outs are not confirmed", "error", err)
	}
}

// dueEvents returns the earliest calls that are due, among some of them unless that is nil. With an
// error of a call it returns those up to this one.
func (c *changes) dueEvents(ctx context.Context, some []uuid.UUID) (calls []received, err error) {
	among, args := "", []any{c.now, callsAtOnce}
	if some != nil {
		condition, list := c.db.AmongIDs("id", 4, some)
		among, args = " AND "+condition, append(args, list)
	}
	rows, err := c.db.InFirm(ctx).Query(`
SELECT id, channel_id, received_at, events FROM hook_events WHERE firm_id = $1 AND due_at <= $2`+among+` ORDER BY due_at, id LIMIT $3`,
		args...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }() // rows.Err has the error
	events := 0
	for rows.Next() && events < eventsAtOnce {
		var call received
		var encoded []byte
		if err := rows.Scan(&call.id, &call.channel, &call.at, &encoded); err != nil {
			return nil, fmt.Errorf("read events: %w", err)
		}
		err := json.Unmarshal(encoded, &call.events)
		call.events = slices.DeleteFunc(call.events, func(of storedEvent) bool { return of.Err != "" })
		calls = append(calls, call)
		if err != nil {
			return calls, fmt.Errorf("read events %s: %w", call.id, err)
		}
		events += len(call.events)
	}
	return calls, rows.Err()
}

// apply works on calls and deletes them.
func (c *changes) apply(ctx context.Context, calls []received) error {
	messages, err := c.named(ctx, calls)
	if err != nil {
		return err
	}
	known := messages.known()
	for _, call := range calls {
		var late []storedEvent
		for _, event := range call.events {
			if event.Template != nil {
				c.decided = append(c.decided, template.Decided{ChannelID: call.channel, TemplateEvent: *event.Template})
			}
			if event.Status == nil {
				continue
			}
			m := messages.of(event.Status)
			if m == nil {
				late = append(late, event)
				continue
			}
			c.name(ctx, m, event.Status.ProviderID, known)
			undelivered := m.deliveredAt == nil
			if _, err := c.take(m, Status(event.Status.State), c.timeOf(event.Status.At), whyFailed(event.Status)); err != nil {
				return err
			}
			if undelivered && m.deliveredAt != nil { // Each status has the pricing; this one is taken once.
				c.priced(m, event.Status.Pricing)
			}
		}
		if err := c.putOff(ctx, call, late); err != nil {
			return err
		}
	}
	if err := c.save(ctx, maps.Values(messages.byID)); err != nil {
		return err
	}
	if err := c.link(ctx, calls); err != nil {
		return err
	}
	if err := c.receive(ctx, calls); err != nil {
		return err
	}
	c.preferences(calls)
	c.noteAlerts(calls, messages)
	among, list := c.db.AmongIDs("id", 2, ids(calls, func(of received) uuid.UUID { return of.id }))
	return c.db.InFirm(ctx).Later("DELETE FROM hook_events WHERE firm_id = $1 AND "+among, list)
}

// putOff stores statuses of messages that are not known yet again, unless they are too old.
func (c *changes) putOff(ctx context.Context, call received, late []storedEvent) error {
	if len(late) == 0 {
		return nil
	}
	age := c.now.Sub(call.at)
	if age > unknownLife {
		slog.WarnContext(ctx, "statuses of messages that are not known are dropped", "channel", call.channel, "statuses", len(late))
		return nil
	}
	return insertEvents(ctx, c.db, call.channel, call.at, c.now.Add(max(unknownRetry, age/2)), late)
}

// named are messages by their ids and by those of their providers.
type named struct {
	byID       map[uuid.UUID]*moved
	byProvider map[string]*moved
}

// known returns the ids of providers that messages have.
func (n *named) known() map[string]bool {
	known := make(map[string]bool, len(n.byProvider))
	for id := range n.byProvider {
		known[id] = true
	}
	return known
}

// of returns the message of a status, or nil.
func (n *named) of(status *provider.Status) *moved {
	if m := n.byProvider[status.ProviderID]; m != nil {
		return m
	}
	if id, err := uuid.Parse(status.OurID); err == nil {
		return n.byID[id]
	}
	return nil
}

// named returns the messages that the statuses of calls name.
func (c *changes) named(ctx context.Context, calls []received) (*named, error) {
	var providers []string
	var own []uuid.UUID
	for _, call := range calls {
		for _, event := range call.events {
			if event.Status == nil {
				continue
			}
			if event.Status.ProviderID != "" {
				providers = append(providers, event.Status.ProviderID)
			}
			if id, err := uuid.Parse(event.Status.OurID); err == nil {
				own = append(own, id)
			}
		}
	}
	found := &named{byID: map[uuid.UUID]*moved{}, byProvider: map[string]*moved{}}
	var err error
	if len(own) > 0 {
		if found.byID, err = c.byID(ctx, own); err != nil {
			return nil, err
		}
	}
	byProvider, err := c.byProviderID(ctx, unique(providers))
	for id, m := range byProvider {
		if known := found.byID[m.ID]; known != nil {
			m = known // one message, whichever id names it
		}
		found.byID[m.ID], found.byProvider[id] = m, m
	}
	return found, err
}

// timeOf returns the time of an event. A provider's time in the future or too long ago is replaced
// by now, and so is a missing one.
func (c *changes) timeOf(at time.Time) time.Time {
	if at.Before(c.now.Add(-maxAge)) || at.After(c.now.Add(MaxAhead)) {
		return c.now
	}
	return at.UTC().Truncate(time.Microsecond)
}

// whyFailed returns why a message failed by a status.
func whyFailed(status *provider.Status) failure {
	if Status(status.State) != message.StatusFailed {
		return failure{}
	}
	outcome := provider.Refusal(provider.Rejected, "The provider could not deliver the message.")
	if status.Error != nil {
		outcome = *status.Error
		if outcome.Code == "" {
			outcome.Code = provider.Rejected
		}
	}
	return failureOf(outcome)
}
