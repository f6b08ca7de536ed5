package campaign

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
)

const (
	// underWay is how long a message may be called after its recipient has opted out: it was
	// claimed before.
	underWay = time.Minute
	// keysAtOnce is how many recipients are compared with erased addresses at once.
	keysAtOnce = 5000
)

// sentMarketing is a marketing message for which the provider was called.
type sentMarketing struct {
	ID       uuid.UUID
	Key      string
	SentAt   *time.Time `sql:"sent_at"`
	Events   []byte
	Attempts int
}

const sentMarketingFrom = `
SELECT m.id AS id, r.address_key AS key, m.sent_at AS sent_at, m.events AS events, m.attempts AS attempts FROM campaign_recipients r
JOIN messages m ON m.firm_id = $1 AND m.occurred_at = r.message_at AND m.id = r.message_id
WHERE r.firm_id = $1 AND r.campaign_id = $2 AND r.address_key IS NOT NULL AND m.category = 'Marketing' AND m.attempts > 0`

// optOuts finds marketing messages for which the provider was called after their recipient had
// opted out, or the address was suppressed.
func (v *verification) optOuts(ctx context.Context) error {
	refused, err := db.All[sentMarketing](v.db.InFirm(ctx), sentMarketingFrom+`
AND EXISTS (SELECT 1 FROM consent_entries e WHERE e.firm_id = $1 AND e.address_key = r.address_key AND e.state <> 'OptedIn'
  AND (e.at < m.sent_at OR e.at < m.updated_at))`, v.campaign.ID)
	if err != nil {
		return err
	}
	erased, err := v.toErased(ctx)
	if err != nil {
		return err
	}
	for _, m := range append(refused, erased...) {
		calls, err := m.calls()
		if err != nil {
			return err
		}
		entries, err := consent.Of(ctx, v.db, []consent.Address{{Key: m.Key}})
		if err != nil {
			return err
		}
		for _, at := range calls {
			if since := refusedSince(entries, at); since != nil && at.Sub(*since) > underWay {
				v.found("the message %s was sent after its recipient had opted out", m.ID)
				break
			}
		}
	}
	return nil
}

// toErased returns the messages to addresses whose refusals are stored under what stands for them,
// since a person who had them was erased.
func (v *verification) toErased(ctx context.Context) (found []sentMarketing, err error) {
	if !v.db.HasPseudonyms() {
		return nil, nil
	}
	keys, err := db.All[string](v.db.InFirm(ctx),
		"SELECT DISTINCT address_key FROM consent_entries WHERE firm_id = $1 AND seal IS NOT NULL AND state <> 'OptedIn'")
	if err != nil || len(keys) == 0 {
		return nil, err
	}
	refused := make(map[string]bool, len(keys))
	for _, key := range keys {
		refused[key] = true
	}
	for after := uuid.Nil; ; {
		part, err := db.All[sentMarketing](v.db.InFirm(ctx), sentMarketingFrom+" AND r.id > $3 ORDER BY r.id LIMIT $4",
			v.campaign.ID, after, keysAtOnce)
		if err != nil {
			return nil, err
		}
		for _, m := range part {
			if refused[v.db.Pseudonym(v.campaign.firm, m.Key)] {
				found = append(found, m)
			}
			after = m.ID // A message has the id of its recipient.
		}
		if len(part) < keysAtOnce {
			return found, nil
		}
	}
}

// calls returns the times at which calls for the message ended, as far as they are known. Statuses
// that came by hooks are none.
func (m *sentMarketing) calls() (all []time.Time, err error) {
	var events []messaging.Event
	if len(m.Events) > 0 {
		if err := json.Unmarshal(m.Events, &events); err != nil {
			return nil, fmt.Errorf("read the events of the message %s: %w", m.ID, err)
		}
	}
	var queued, unknown []time.Time
	var failed *time.Time
	for _, event := range events {
		switch event.Status {
		case message.StatusQueued:
			queued = append(queued, event.At)
		case message.StatusUnknown:
			unknown = append(unknown, event.At)
		case message.StatusFailed:
			failed = &event.At
		case message.StatusSending, message.StatusSent, message.StatusDelivered, message.StatusRead, message.StatusCancelled:
		}
	}
	all = unknown
	if m.SentAt != nil && len(unknown) == 0 { // After a call of an unknown outcome a hook says when it was sent.
		all = append(all, *m.SentAt)
	}
	// A message is queued again without a call, too: then fewer attempts are counted.
	if m.Attempts >= len(all)+len(queued) {
		all = append(all, queued...)
	}
	if failed != nil && m.SentAt == nil && m.Attempts > len(unknown)+len(queued) {
		all = append(all, *failed)
	}
	return all, nil
}

// refusedSince returns since when the entries of an address refuse marketing messages at a time, or
// nil if they don't. Only an OptedIn ends that.
func refusedSince(entries []*consent.Entry, at time.Time) (since *time.Time) {
	for _, e := range entries {
		switch {
		case e.At.After(at):
			return since
		case e.State == consent.OptedIn:
			since = nil
		case since == nil:
			since = &e.At
		}
	}
	return since
}
