package messaging

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/money"
)

// campaignCounts are changes of the counts and sums of campaigns, by their ids. They are stored in
// the transaction that moves the messages, under the lock of the firm's messages.
type campaignCounts map[uuid.UUID]*campaignCount

type campaignCount struct {
	campaignSums

	// recipients are the states of the recipients whose messages have moved.
	recipients map[uuid.UUID]Status
}

// campaignSums are what is added to the columns of a campaign.
type campaignSums struct {
	queued, sent, delivered, read, failed, unknown, cancelled int
	held, spent                                               money.Amount
}

func (c campaignCounts) of(campaign uuid.UUID) *campaignCount {
	if c[campaign] == nil {
		c[campaign] = &campaignCount{recipients: map[uuid.UUID]Status{}}
	}
	return c[campaign]
}

// move counts that a message has another status.
func (c campaignCounts) move(campaign, id uuid.UUID, from, to Status) {
	n := c.of(campaign)
	*n.count(from)--
	*n.count(to)++
	if n.count(from) != n.count(to) {
		n.recipients[id] = to
	}
}

// pay counts that a price is not held any more, and what of it was charged.
func (c campaignCounts) pay(campaign uuid.UUID, released, charged money.Amount) {
	n := c.of(campaign)
	n.held -= released
	n.spent += charged
}

// count returns the count of a status. A message that is being sent counts as queued.
func (n *campaignCount) count(status Status) *int {
	switch status {
	case message.StatusSent:
		return &n.sent
	case message.StatusDelivered:
		return &n.delivered
	case message.StatusRead:
		return &n.read
	case message.StatusFailed:
		return &n.failed
	case message.StatusUnknown:
		return &n.unknown
	case message.StatusCancelled:
		return &n.cancelled
	case message.StatusQueued, message.StatusSending:
	}
	return &n.queued
}

func (c campaignCounts) write(ctx context.Context, d *db.DB, now time.Time) error {
	byID := func(a, b uuid.UUID) int { return bytes.Compare(a[:], b[:]) }
	for _, id := range slices.SortedFunc(maps.Keys(c), byID) {
		n := c[id]
		if err := n.writeRecipients(ctx, d, id); err != nil {
			return err
		}
		if n.campaignSums == (campaignSums{}) {
			continue
		}
		err := d.InFirm(ctx).Later(`
UPDATE campaigns SET queued = queued + $3, sent = sent + $4, delivered = delivered + $5, "read" = "read" + $6, failed = failed + $7,
  unknown = unknown + $8, cancelled = cancelled + $9, held = held + $10, spent = spent + $11, updated_at = $12
WHERE firm_id = $1 AND id = $2`, id, n.queued, n.sent, n.delivered, n.read, n.failed, n.unknown, n.cancelled,
			int64(n.held), int64(n.spent), now)
		if err != nil {
			return err
		}
	}
	return nil
}

// writeRecipients stores the states of recipients, whose ids are those of their messages, so that
// lists of a state need not read all of a campaign's messages. Those of a campaign that is deleted
// are left to whoever deletes them, in another order.
func (n *campaignCount) writeRecipients(ctx context.Context, d *db.DB, campaign uuid.UUID) error {
	inState := map[Status][]uuid.UUID{}
	for id, status := range n.recipients {
		inState[status] = append(inState[status], id)
	}
	for _, status := range slices.Sorted(maps.Keys(inState)) {
		state := status
		if status == message.StatusQueued || status == message.StatusSending {
			state = "Entered"
		}
		among, list := d.AmongIDs("id", 2, inState[status])
		err := d.InFirm(ctx).Later("UPDATE campaign_recipients SET state = $3 WHERE firm_id = $1 AND "+among+
			" AND EXISTS (SELECT 1 FROM campaigns c WHERE c.firm_id = $1 AND c.id = $4)", list, string(state), campaign)
		if err != nil {
			return err
		}
	}
	return nil
}
