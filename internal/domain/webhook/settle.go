package webhook

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/google/uuid"

	notificationrow "github.com/firmhub/firmhub/ent/notification"
	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/fault"
)

// schedule is how long each attempt waits after the one before, as Standard Webhooks recommends it.
var schedule = []time.Duration{
	5 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 5 * time.Hour, 10 * time.Hour, 10 * time.Hour,
}

const (
	// failingLimit is for how long a webhook may fail.
	failingLimit = 5 * 24 * time.Hour
	// tryingLimit is for how long it is tried to deliver an event, at least, before a failed
	// attempt disables a webhook that fails for too long: after days without events one attempt
	// says little.
	tryingLimit = 24 * time.Hour
)

// settle stores the outcomes of attempts in one transaction.
func (l *lane) settle(ctx context.Context) error {
	if len(l.done) == 0 {
		return nil
	}
	of := map[uuid.UUID][]outcome{}
	var ids []uuid.UUID
	for _, o := range l.done {
		if of[o.webhook.ID] == nil {
			ids = append(ids, o.webhook.ID)
		}
		of[o.webhook.ID] = append(of[o.webhook.ID], o)
	}
	slices.SortFunc(ids, func(a, b uuid.UUID) int { return bytes.Compare(a[:], b[:]) }) // so that transactions don't lock each other out
	err := l.db.Tx(ctx, func(ctx context.Context) error {
		now := l.config.Now()
		for _, id := range ids {
			if err := l.judge(ctx, id, of[id], now); err != nil {
				return err
			}
			for _, o := range of[id] {
				if err := l.store(ctx, o, now); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err == nil {
		for _, o := range l.done {
			l.count(o.answer.outcome())
		}
		l.done = nil
	}
	return err
}

// outcome names what came of an attempt, for metrics.
func (a *answer) outcome() string {
	switch {
	case a.ok():
		return "delivered"
	case a.status == nil:
		return "unanswered"
	}
	return "refused"
}

// store stores the outcome of an attempt. A delivery that was retried meanwhile stays due, with all
// attempts of the schedule.
func (l *lane) store(ctx context.Context, o outcome, now time.Time) error {
	status, next := Failed, (*time.Time)(nil)
	switch {
	case o.answer.ok():
		status = Delivered
	case !o.refused && !o.answer.gone() && o.delivery.step < len(schedule):
		status, next = Pending, new(now.Add(schedule[o.delivery.step]))
	}
	return l.db.InFirm(ctx).Later(`
UPDATE webhook_deliveries SET attempts = attempts + 1, response_status = $3, response_body = $4,
  status = CASE WHEN next_attempt_at = $5 THEN $6 ELSE status END,
  step = CASE WHEN next_attempt_at = $5 THEN $7 ELSE step END,
  next_attempt_at = CASE WHEN next_attempt_at = $5 THEN $8 ELSE next_attempt_at END
WHERE firm_id = $1 AND id = $2`,
		o.delivery.ID, o.answer.status, o.answer.text, o.delivery.NextAttemptAt, string(status), o.delivery.step+1, next)
}

// judge notes since when a webhook fails. It disables one whose receiver is gone, or that has
// failed for too long.
func (l *lane) judge(ctx context.Context, id uuid.UUID, done []outcome, now time.Time) error {
	w, err := l.find(ctx, id, true)
	if fault.Is(err, fault.NotFound) {
		return nil // It was deleted meanwhile.
	}
	if err != nil {
		return err
	}
	since, gone, tried := w.failingSince, false, false
	for _, o := range done {
		switch {
		case o.webhook.URL != w.URL: // It says nothing of the address that the webhook has now.
			continue
		case o.answer.ok():
			since = nil
		case !o.refused:
			tried = tried || now.Sub(o.delivery.CreatedAt) >= tryingLimit
			if since == nil {
				since = &now
			}
		}
		gone = gone || o.answer.gone()
	}
	if since != w.failingSince {
		_, err := l.db.InFirm(ctx).Exec("UPDATE webhooks SET failing_since = $3 WHERE firm_id = $1 AND id = $2", id, since)
		if err != nil {
			return err
		}
	}
	switch {
	case w.Status == Disabled:
		return nil
	case gone:
		return l.disable(ctx, w, "The receiver answered 410: it wants no more events.")
	case tried && since != nil && now.Sub(*since) >= failingLimit:
		return l.disable(ctx, w, "The receiver has failed for 5 days.")
	}
	return nil
}

// disable ends deliveries to a webhook, and notifies the firm.
func (l *lane) disable(ctx context.Context, w *Webhook, reason string) error {
	before := w.audited()
	w.Status, w.StatusReason = Disabled, &reason
	_, err := l.db.InFirm(ctx).Exec(
		"UPDATE webhooks SET status = 'Disabled', status_reason = $3, updated_at = $4 WHERE firm_id = $1 AND id = $2",
		w.ID, reason, l.config.Now())
	if err != nil {
		return err
	}
	slog.WarnContext(ctx, "a webhook was disabled", "firm", l.firm, "webhook", w.ID, "reason", reason)
	if err := audit.RecordUpdate(ctx, l.db, "webhook.disable", w.target(), before, w.audited()); err != nil {
		return err
	}
	_, err = l.config.Notifications.Create(ctx, notification.Input{
		Title: "A webhook was disabled", Module: notificationrow.ModuleSystem, ModuleID: &w.ID,
		Metadata: notification.About(notification.Webhook),
		Message: fmt.Sprintf("Events are no longer delivered to %s. %s Correct the receiver, then activate the webhook: its events wait.",
			w.Name, reason),
	})
	return err
}
