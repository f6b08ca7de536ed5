package campaign

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/channel"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/event"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
	"github.com/firmhub/firmhub/internal/domain/messaging/pace"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/money"
)

const (
	// fedAtOnce is how many messages one step adds to the queue.
	fedAtOnce = 1000
	// window is how many messages of a campaign wait in the queue at most, if its channel does not
	// send more in windowTime.
	window     = 2000
	windowTime = 5
)

// waitingRecipient is a recipient that has no message yet.
type waitingRecipient struct {
	ID         uuid.UUID
	ContactID  uuid.UUID `sql:"contact_id"`
	Address    string
	Kind       string `sql:"address_kind"`
	Key        string `sql:"address_key"`
	Parameters []byte
	Price      int64
}

// feed adds messages of a running campaign to the queue, or ends the campaign.
func (r *Runner) feed(ctx context.Context, id uuid.UUID) error {
	return r.change(ctx, id, func(ctx context.Context, c *Campaign) error {
		now := r.now()
		if c.Status != Running || c.runAt == nil || c.runAt.After(now) { // Another instance was faster.
			return nil
		}
		if c.allCalled() && c.Counts.Unknown == 0 {
			return r.complete(ctx, c, now)
		}
		if refused := r.checkTemplate(ctx, c); errors.Is(refused, errNoTemplate) {
			return r.pauseForTemplate(ctx, c, refused)
		} else if refused != nil {
			return refused
		}
		// Messages that were made to wait, because a claim found the campaign paused for a moment.
		if err := r.unpark(ctx, c, now); err != nil {
			return err
		}
		next, err := r.enter(ctx, c, now)
		if err != nil {
			return err
		}
		_, err = r.db.InFirm(ctx).Exec(
			"UPDATE campaigns SET run_at = $3, paced_until = $4 WHERE firm_id = $1 AND id = $2", id, next, c.pacedUntil)
		return err
	})
}

// complete ends a campaign all of whose messages have left the queue.
func (r *Runner) complete(ctx context.Context, c *Campaign, now time.Time) error {
	_, err := r.db.InFirm(ctx).Exec(
		"UPDATE campaigns SET status = 'Completed', finished_at = $3, updated_at = $3, run_at = NULL WHERE firm_id = $1 AND id = $2", c.ID, now)
	if err != nil {
		return err
	}
	if err := event.RaiseAll(ctx, r.db, event.CampaignEnded, c.ID); err != nil {
		return err
	}
	return r.tellCompleted(ctx, c)
}

// enter adds messages to the queue, and returns when to look again.
func (r *Runner) enter(ctx context.Context, c *Campaign, now time.Time) (next time.Time, err error) {
	rules, err := pace.Read(ctx, r.db, []uuid.UUID{c.ID})
	if err != nil {
		return next, err
	}
	rule := rules[c.ID]
	if end := rule.Quiet.End(now, rule.Firm); end != nil && !rule.PerRecipient {
		if c.entered > 0 || c.Counts.Unknown > 0 {
			return now.Add(r.poll), nil
		}
		return earlier(*end, now.Add(idleLook)), nil
	}
	room, err := r.room(ctx, c, now)
	if err != nil || room <= 0 {
		return now.Add(r.poll), err
	}
	due, err := r.dueRecipients(ctx, c, now, room)
	if err != nil {
		return next, err
	}
	ready, err := r.awake(ctx, rule, due, now)
	if err != nil {
		return next, err
	}
	added, err := r.add(ctx, c, ready, now)
	if err != nil {
		return next, err
	}
	switch {
	case len(due) == room || added < len(ready):
		return now, nil
	case c.entered+len(ready) > 0 || c.Counts.Unknown > 0 || c.waiting == len(ready):
		return now.Add(r.poll), nil
	}
	return r.nextDue(ctx, c, now)
}

// room returns how many messages may be added to the queue now: none while the channel does not
// send, and no more than the tier of the firm allows in a day, so that none waits for many days.
func (r *Runner) room(ctx context.Context, c *Campaign, now time.Time) (int, error) {
	var perSecond int
	var kind, status string
	_, err := r.db.InFirm(ctx).Row([]any{&perSecond, &kind, &status},
		"SELECT messages_per_second, kind, status FROM channels WHERE firm_id = $1 AND id = $2", c.ChannelID)
	if err != nil || status != string(channel.StatusActive) {
		return 0, err
	}
	most := max(window, windowTime*perSecond)
	if c.MessagesPerSecond != nil {
		most = max(1, windowTime**c.MessagesPerSecond)
		if c.pacedUntil != nil && c.pacedUntil.After(now.Add(windowTime*time.Second)) {
			return 0, nil
		}
	}
	room := min(fedAtOnce, most-c.entered)
	if provider.Kind(kind) != provider.WhatsApp || room <= 0 {
		return room, nil
	}
	tier, err := messaging.ReadTier(ctx, r.db)
	if err != nil || tier.Limit == nil {
		return room, err
	}
	var queued int
	_, err = r.db.InFirm(ctx).Row([]any{&queued}, `
SELECT CAST(coalesce(sum(c.queued), 0) AS bigint) FROM campaigns c JOIN channels h ON h.firm_id = c.firm_id AND h.id = c.channel_id
WHERE c.firm_id = $1 AND h.firm_id = $1 AND c.status = 'Running' AND h.kind = 'WhatsApp'`)
	return min(room, *tier.Limit-queued), err
}

// notErased is an SQL condition: whether the contact of the recipient r was not erased. Whoever was
// erased while the recipients were stored waits until [Manager.SkipContact] is called again.
const notErased = `NOT EXISTS (
  SELECT 1 FROM contacts c WHERE c.firm_id = r.firm_id AND c.id = r.contact_id AND ` + contact.Erased + `)`

func (r *Runner) dueRecipients(ctx context.Context, c *Campaign, now time.Time, limit int) ([]*waitingRecipient, error) {
	return db.All[*waitingRecipient](r.db.InFirm(ctx), `
SELECT r.id, r.contact_id, r.address, r.address_kind, r.address_key, r.parameters, r.price FROM campaign_recipients r
WHERE r.firm_id = $1 AND r.campaign_id = $2 AND r.state = 'Waiting' AND r.due_at <= $3 AND `+notErased+`
ORDER BY r.due_at, r.id LIMIT $4`, c.ID, now, limit)
}

// awake returns those of the recipients who are not in quiet hours. The others are due when these
// end.
func (r *Runner) awake(
	ctx context.Context, rule *pace.Rule, due []*waitingRecipient, now time.Time,
) (ready []*waitingRecipient, err error) {
	until := map[time.Time][]uuid.UUID{}
	for _, one := range due {
		end := rule.QuietUntil(provider.Address{Kind: provider.AddressKind(one.Kind), Value: one.Address}, now)
		if end == nil {
			ready = append(ready, one)
			continue
		}
		until[*end] = append(until[*end], one.ID)
	}
	for end, ids := range until {
		among, list := r.db.AmongIDs("id", 2, ids)
		if err := r.db.InFirm(ctx).Later("UPDATE campaign_recipients SET due_at = $3 WHERE firm_id = $1 AND "+among, list, end); err != nil {
			return nil, err
		}
	}
	return ready, nil
}

// add gives recipients their messages, and returns how many of them: the first ones, where all
// messages together would be long.
func (r *Runner) add(ctx context.Context, c *Campaign, ready []*waitingRecipient, now time.Time) (added int, err error) {
	if len(ready) == 0 {
		return 0, nil
	}
	bulk, err := r.newBulk(ctx, c)
	if err != nil {
		return 0, err
	}
	messages, paced, err := c.messagesFor(ready, now)
	if err != nil {
		return 0, err
	}
	if added, err = r.messages.Enter(ctx, c.firm, bulk, messages); err != nil {
		return 0, err
	}
	ready, messages = ready[:added], messages[:added]
	if err := r.entered(ctx, ready, messages); err != nil {
		return 0, err
	}
	var sum money.Amount
	for _, message := range messages {
		sum += message.Price
	}
	c.pacedUntil = &paced[added-1]
	_, err = r.db.InFirm(ctx).Exec(`
UPDATE campaigns SET waiting = waiting - $3, queued = queued + $3, reserved = reserved - $4, held = held + $4, updated_at = $5
WHERE firm_id = $1 AND id = $2`, c.ID, added, int64(sum), now)
	return added, err
}

// messagesFor returns the messages of recipients, and for each of them until when the rate of the
// campaign is used then.
func (c *Campaign) messagesFor(
	ready []*waitingRecipient, now time.Time,
) (messages []*messaging.BulkMessage, pacedUntil []time.Time, err error) {
	messages, pacedUntil = make([]*messaging.BulkMessage, len(ready)), make([]time.Time, len(ready))
	paced := now
	if c.pacedUntil != nil && c.pacedUntil.After(now) {
		paced = *c.pacedUntil
	}
	for i, one := range ready {
		message := &messaging.BulkMessage{ID: one.ID, Address: one.address(), ContactID: &one.ContactID, Price: money.Amount(one.Price), Due: now}
		if err := json.Unmarshal(one.Parameters, &message.Values); err != nil {
			return nil, nil, fmt.Errorf("read the parameters of the recipient %s: %w", one.ID, err)
		}
		if c.MessagesPerSecond != nil {
			message.Due = paced
			paced = paced.Add(time.Second / time.Duration(*c.MessagesPerSecond))
		}
		messages[i], pacedUntil[i] = message, paced
	}
	return messages, pacedUntil, nil
}

func (w *waitingRecipient) address() consent.Address {
	if provider.AddressKind(w.Kind) == provider.EmailAddress {
		return consent.OfEmail(w.Address)
	}
	return consent.Address{Value: w.Address, Kind: provider.AddressKind(w.Kind), Key: w.Key}
}

// entered stores the messages of recipients.
func (r *Runner) entered(ctx context.Context, ready []*waitingRecipient, messages []*messaging.BulkMessage) error {
	type row struct {
		ID        uuid.UUID `json:"id"`
		MessageID uuid.UUID `json:"message_id"`
		MessageAt time.Time `json:"message_at"`
	}
	rows := make([]row, len(ready))
	for i := range ready {
		rows[i] = row{ready[i].ID, messages[i].ID, messages[i].OccurredAt}
		if r.db.Dialect() == db.Postgres {
			continue
		}
		_, err := r.db.InFirm(ctx).Exec(
			"UPDATE campaign_recipients SET state = 'Entered', message_id = $3, message_at = $4 WHERE firm_id = $1 AND id = $2",
			rows[i].ID, rows[i].MessageID, rows[i].MessageAt)
		if err != nil {
			return err
		}
	}
	if r.db.Dialect() != db.Postgres {
		return nil
	}
	encoded, err := json.Marshal(rows)
	if err != nil {
		return err
	}
	_, err = r.db.InFirm(ctx).Exec(`
UPDATE campaign_recipients c SET state = 'Entered', message_id = r.message_id, message_at = r.message_at
FROM json_to_recordset($2::json) AS r(id uuid, message_id uuid, message_at timestamptz)
WHERE c.firm_id = $1 AND c.id = r.id`, string(encoded))
	return err
}

// nextDue returns when the next recipient is due, but not much later than now, since the template
// may be paused meanwhile.
func (r *Runner) nextDue(ctx context.Context, c *Campaign, now time.Time) (time.Time, error) {
	next := now.Add(idleLook)
	var first time.Time
	found, err := r.db.InFirm(ctx).Row([]any{&first}, `
SELECT r.due_at FROM campaign_recipients r
WHERE r.firm_id = $1 AND r.campaign_id = $2 AND r.state = 'Waiting' AND `+notErased+` ORDER BY r.due_at LIMIT 1`, c.ID)
	if found {
		next = earlier(first, next)
	}
	return next, err
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}
