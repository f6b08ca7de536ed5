package webhook

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// plannedAtOnce is how many events are looked at for a webhook at once. So events wait for a slow
// webhook as numbers, not as rows.
const plannedAtOnce = 100

// planned are deliveries that were written. moved reports whether events were looked at.
type planned struct {
	deliveries []*Delivery
	moved      bool
}

// found is an event to deliver.
type found struct {
	ID       uuid.UUID
	Sequence int64
	Type     string
	RaisedAt time.Time `sql:"raised_at"`
}

// lostReason is the statusReason of a webhook whose maker is gone.
const lostReason = "Nothing is delivered: the person who made it is not active in the firm any more, or the API key is revoked or " +
	"expired. Whoever sets its status takes it over."

// factorReason is the statusReason of a webhook whose maker lacks the second factor that the firm
// requires.
const factorReason = "Nothing is delivered: the firm requires a second factor, and the person who made it has none. Whoever sets its " +
	"status takes it over."

// errInactive ends a round of a firm that is not active. What has not been done waits until it is.
var errInactive = errors.New("webhook: the firm is not active")

// rights returns the types that go to a webhook: those whose module who made it may View now. If
// nobody stands for it any more, or a second factor is missing, its statusReason says so. In a firm
// that has been deactivated nobody may act, and rights returns errInactive: no event is taken for
// one that nobody may see.
func (l *lane) rights(ctx context.Context, w *Webhook) (types []string, err error) {
	reason := ""
	as, err := viewer.ForJob(ctx, l.firm, w.maker, l.config.Lookup)
	if err == nil {
		types, err = l.config.Events.Allowed(as, w.EventTypes)
	}
	switch {
	case err == nil:
	case errors.Is(err, viewer.ErrInactive):
		return nil, errInactive
	case fault.Is(err, fault.MfaRequired):
		reason = factorReason
	case fault.Is(err, fault.Unauthorized) || fault.Is(err, fault.Forbidden):
		reason = lostReason
	default:
		return nil, err
	}
	if reason != text(w.StatusReason) {
		_, err := l.db.InFirm(ctx).Exec(
			"UPDATE webhooks SET status_reason = $3 WHERE firm_id = $1 AND id = $2 AND status = 'Active'", w.ID, reason)
		if err != nil {
			return nil, err
		}
	}
	return types, nil
}

// waits reports whether a webhook has events for which no deliveries were written: new ones, up to
// the last one, or past ones that are to be sent again.
func (l *lane) waits(ctx context.Context, w *Webhook, last int64) (bool, error) {
	if w.position < last {
		return true, nil
	}
	var one int
	return l.db.InFirm(ctx).Row([]any{&one}, "SELECT 1 FROM webhook_replays WHERE firm_id = $1 AND webhook_id = $2 LIMIT 1", w.ID)
}

// plan writes deliveries for new events of a webhook, or if there are none for a replay, in one
// transaction with how far it has come. It returns errInactive if the firm has been deactivated
// since its rights were looked up.
func (l *lane) plan(ctx context.Context, w *Webhook, types []string, last int64, all bool) (done planned, err error) {
	limit := plannedAtOnce
	if w.Ordered {
		limit = 1
	}
	err = l.db.Tx(ctx, func(ctx context.Context) error {
		done = planned{}
		if err := l.checkActive(ctx); err != nil {
			return err
		}
		if w.position < last {
			return l.planNew(ctx, w, types, last, limit, &done)
		}
		return l.planReplay(ctx, w, types, limit, all, &done)
	})
	return done, err
}

// events returns events after a number, those that a condition selects.
func (l *lane) events(
	ctx context.Context, types []string, after, until int64, from, to time.Time, limit int,
) (list []found, err error) {
	if len(types) == 0 {
		return nil, nil
	}
	among, texts := l.db.Among("type", 2, types)
	return db.All[found](l.db.InFirm(ctx), "SELECT id, sequence, type, raised_at FROM numbered_events WHERE firm_id = $1 AND "+among+
		" AND sequence > $3 AND sequence <= $4 AND raised_at >= $5 AND raised_at < $6 ORDER BY sequence LIMIT $7",
		texts, after, until, from, to, limit)
}

// checkActive returns errInactive if the firm is not active.
func (l *lane) checkActive(ctx context.Context) error {
	var active bool
	_, err := l.db.InFirm(ctx).Row([]any{&active}, "SELECT f.is_active FROM firms f WHERE f.id = $1")
	if err == nil && !active {
		err = errInactive
	}
	return err
}

// endOfTime is after all events.
var endOfTime = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)

func (l *lane) planNew(ctx context.Context, w *Webhook, types []string, last int64, limit int, done *planned) error {
	list, err := l.events(ctx, types, w.position, last, w.CreatedAt, endOfTime, limit)
	if err != nil {
		return err
	}
	position := last
	if len(list) == limit {
		position = list[limit-1].Sequence
	}
	// It may have been deleted or paused meanwhile: then nothing is written.
	changed, err := l.db.InFirm(ctx).Exec(
		"UPDATE webhooks SET position = $3 WHERE firm_id = $1 AND id = $2 AND status = 'Active'", w.ID, position)
	if err != nil || changed == 0 {
		return err
	}
	done.moved = true
	return l.write(ctx, w, list, done)
}

func (l *lane) planReplay(ctx context.Context, w *Webhook, types []string, limit int, all bool, done *planned) error {
	var (
		id           uuid.UUID
		since, until time.Time
		asked        []byte
		position     int64
	)
	some, err := l.db.InFirm(ctx).Row([]any{&id, &since, &until, &asked, &position}, `
SELECT id, since, until, event_types, position FROM webhook_replays WHERE firm_id = $1 AND webhook_id = $2 ORDER BY id LIMIT 1`, w.ID)
	if err != nil || !some {
		return err
	}
	var only []string
	if err := json.Unmarshal(asked, &only); err != nil {
		return fmt.Errorf("read the types of a replay: %w", err)
	}
	if len(only) > 0 {
		types = slices.DeleteFunc(only, func(of string) bool { return !slices.Contains(types, of) })
	}
	list, err := l.events(ctx, types, position, w.position, since, until, limit)
	if err != nil {
		return err
	}
	switch {
	case len(list) == limit:
		_, err = l.db.InFirm(ctx).Exec("UPDATE webhook_replays SET position = $3 WHERE firm_id = $1 AND id = $2", id, list[limit-1].Sequence)
		done.moved = true
	case all:
		_, err = l.db.InFirm(ctx).Exec("DELETE FROM webhook_replays WHERE firm_id = $1 AND id = $2", id)
		done.moved = true
	default: // Some of its events may have no numbers yet.
		return nil
	}
	if err != nil {
		return err
	}
	return l.write(ctx, w, list, done)
}

// write writes deliveries that are due at once.
func (l *lane) write(ctx context.Context, w *Webhook, list []found, done *planned) error {
	now := l.config.Now()
	for _, e := range list {
		done.deliveries = append(done.deliveries, &Delivery{
			ID: entity.NewID(), EventID: e.ID, EventType: e.Type, Status: Pending, NextAttemptAt: &now, CreatedAt: now, webhookID: w.ID,
		})
	}
	columns := []string{"id", "firm_id", "webhook_id", "event_id", "event_type", "status", "attempts", "step", "next_attempt_at", "created_at"}
	return l.db.InFirm(ctx).Insert("webhook_deliveries", columns, len(list), func(i int) []any {
		d := done.deliveries[i]
		return []any{d.ID, l.firm, w.ID, d.EventID, d.EventType, string(Pending), 0, 0, now, now}
	})
}
