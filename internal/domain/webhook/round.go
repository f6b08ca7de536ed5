package webhook

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/domain/secret"
)

const (
	// atOnce is how many attempts of a webhook run at the same time. One that fails, or is ordered,
	// has one.
	atOnce = 20
	// atHost is how many attempts of a firm run at the same time at one host, beside one of each
	// webhook: a host that is slow has a limited number of connections, which all firms share.
	atHost = 2 * atOnce
	// numbered is how many batches of events are numbered in a round.
	numbered = 5
	// wrongKeyWait is how long a server with a wrong key waits before it looks at a webhook again.
	wrongKeyWait = time.Minute
)

// round stores the outcomes of attempts, numbers events, and begins attempts. No attempt runs in a
// transaction.
func (l *lane) round(ctx context.Context) (of round, err error) {
	if of.seen, err = l.dueAt(ctx); err != nil {
		return of, err
	}
	if err := l.settle(ctx); err != nil {
		return of, err
	}
	more := true
	for batch := 0; more && batch < numbered; batch++ {
		if more, err = l.config.Events.Advance(ctx); err != nil {
			return of, err
		}
	}
	// They are read after the events have numbers, so a change before an event applies to it.
	list, err := read(ctx, l.db, " AND w.status = 'Active' ORDER BY w.id")
	if err != nil {
		return of, err
	}
	if len(list) == 0 {
		of.none = l.calls == 0
		return of, nil
	}
	of.worked = more
	if _, err := l.db.InFirm(ctx).Row([]any{&of.last}, "SELECT last FROM event_sequences WHERE firm_id = $1"); err != nil {
		return of, err
	}
	err = l.beginAll(ctx, list, &of, !more)
	return of, err
}

// beginAll begins attempts of webhooks. One whose attempts can't begin holds up no other: it rests
// for the time of a lease, as a lane does that fails.
func (l *lane) beginAll(ctx context.Context, list []*Webhook, of *round, all bool) error {
	for _, w := range list {
		if until, rests := l.failed[w.ID]; rests && l.config.Now().Before(until) {
			of.soonest(&until)
			continue
		}
		delete(l.failed, w.ID)
		err := l.begin(ctx, w, of, all)
		if ctx.Err() != nil || errors.Is(err, errInactive) {
			return err
		}
		if err != nil {
			l.log(ctx, "webhook "+w.ID.String(), err)
			until := l.config.Now().Add(l.options.Lease)
			l.failed[w.ID] = until
			of.soonest(&until)
		}
	}
	return nil
}

// begin begins attempts of a webhook, as many as it may have. all reports whether all events that
// were raised have numbers.
func (l *lane) begin(ctx context.Context, w *Webhook, of *round, all bool) error {
	running := l.running[w.ID]
	free := atOnce
	if w.Ordered || w.failingSince != nil {
		free = 1
	}
	free -= len(running)
	if left := atHost - l.hosts[w.host()]; len(running) > 0 {
		free = min(free, left)
	} else {
		free = min(free, max(left, 1))
	}
	if free <= 0 {
		return nil
	}
	due, blocked, err := l.due(ctx, w, of, free)
	if err != nil {
		return err
	}
	if len(due) == 0 {
		if blocked {
			return nil
		}
		if some, err := l.waits(ctx, w, of.last); err != nil || !some {
			return err
		}
	}
	secrets, err := l.secretsOf(l.firm, w, l.config.Now())
	if errors.Is(err, secret.ErrSealed) {
		if !l.db.HasPseudonyms() { // The key of this server is wrong, and not that of the secret.
			of.soonest(new(l.config.Now().Add(wrongKeyWait)))
			return nil
		}
		return l.db.Tx(ctx, func(ctx context.Context) error {
			return l.disable(ctx, w, "Its secret was sealed by another FIRMHUB_SECRETS_KEY and must be rotated.")
		})
	}
	if err != nil {
		return err
	}
	types, err := l.rights(ctx, w)
	if err != nil {
		return err
	}
	if !blocked && len(due) < free {
		planned, err := l.plan(ctx, w, types, of.last, all)
		if err != nil {
			return err
		}
		of.worked = of.worked || planned.moved
		due = append(due, planned.deliveries[:min(len(planned.deliveries), free-len(due))]...)
	}
	if len(due) == 0 {
		return nil
	}
	of.worked = true
	return l.attempt(ctx, w, secrets, types, due)
}

// due returns deliveries of a webhook that are due and do not run. blocked reports that no more of
// them may be planned: an ordered webhook has one that is pending.
func (l *lane) due(ctx context.Context, w *Webhook, of *round, free int) (list []*Delivery, blocked bool, err error) {
	running := l.running[w.ID]
	query, limit := " AND d.webhook_id = $2 AND d.next_attempt_at IS NOT NULL ORDER BY d.next_attempt_at, d.id LIMIT $3", free+len(running)+1
	if w.Ordered {
		query, limit = " AND d.webhook_id = $2 AND d.status = 'Pending' ORDER BY d.id LIMIT $3", 1
	}
	pending, err := readDeliveries(ctx, l.db, query, w.ID, limit)
	now := l.config.Now()
	for _, d := range pending {
		switch {
		case running[d.ID]:
		case d.NextAttemptAt.After(now):
			of.soonest(d.NextAttemptAt)
		case len(list) < free:
			list = append(list, d)
		}
	}
	return list, w.Ordered && len(pending) > 0, err
}

// attempt begins attempts of deliveries. Those of events that are gone, or that whoever made the
// webhook may not see, fail.
func (l *lane) attempt(ctx context.Context, w *Webhook, secrets, types []string, due []*Delivery) error {
	bodies, err := l.bodies(ctx, due)
	if err != nil {
		return err
	}
	for _, d := range due {
		body := bodies[d.EventID]
		switch {
		case !slices.Contains(types, d.EventType):
			l.refuse(w, d, "Who made the webhook may not see such events.")
			continue
		case body == nil:
			l.refuse(w, d, "The event is no longer kept.")
			continue
		case time.Now().Add(callLimit).After(l.lease.End()):
			continue // It is attempted in another round.
		}
		if l.running[w.ID] == nil {
			l.running[w.ID] = map[uuid.UUID]bool{}
		}
		l.running[w.ID][d.ID] = true
		l.hosts[w.host()]++
		l.calls++
		l.runs.Go(func() {
			answer := l.call(l.calling, w.URL, secrets, d.EventID, body)
			l.outcomes <- outcome{webhook: w, delivery: d, answer: answer, ended: answer.status == nil && l.calling.Err() != nil}
		})
	}
	return nil
}

// refuse makes the next round store that a delivery fails without an attempt.
func (l *lane) refuse(w *Webhook, d *Delivery, reason string) {
	l.done = append(l.done, outcome{webhook: w, delivery: d, refused: true, answer: answer{text: reason}})
}

// bodies returns what is sent for the events of deliveries. An event never changes, so it is the
// same each time.
func (l *lane) bodies(ctx context.Context, due []*Delivery) (map[uuid.UUID][]byte, error) {
	ids := make([]uuid.UUID, len(due))
	for i, d := range due {
		ids[i] = d.EventID
	}
	events, err := l.config.Events.Get(ctx, ids...)
	if err != nil {
		return nil, err
	}
	bodies := make(map[uuid.UUID][]byte, len(events))
	for _, each := range events {
		if bodies[each.ID], err = json.Marshal(each); err != nil {
			return nil, err
		}
	}
	return bodies, nil
}
