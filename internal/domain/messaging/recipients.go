package messaging

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/firm"
	"github.com/firmhub/firmhub/ent/rule/scope"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
	"github.com/firmhub/firmhub/internal/domain/messaging/conversation"
	"github.com/firmhub/firmhub/internal/domain/messaging/outgoing"
)

// RecipientWindow is for how long a recipient counts after the last message.
const RecipientWindow = 24 * time.Hour

// recipientScan is how old messages are that are looked at: those that were sent in the window, and
// that had waited for two days before: messages wait for one by default, and those of a campaign
// somewhat longer, if the day before it used up the tier. occurred_at, which selects the
// partitions, is when a message was accepted.
const recipientScan = RecipientWindow + 2*defaultLife

// dailyLimits are the maximum numbers of different recipients in 24 hours, by the tier of the firm.
var dailyLimits = map[firm.MessagingTier]int{
	firm.MessagingTierTier250: 250, firm.MessagingTierTier2000: 2000, firm.MessagingTierTier10000: 10_000,
	firm.MessagingTierTier100000: 100_000,
}

// Reach is to how many different recipients a firm has sent by WhatsApp, and may send, within 24
// hours.
type Reach struct {
	Tier firm.MessagingTier
	// Limit is nil for a tier without a limit.
	Limit *int
	// Used is the number of different recipients in the last 24 hours.
	Used int
	// ResetsAt is when the first of the recipients leaves the 24 hours. It is nil if there are
	// none.
	ResetsAt *time.Time
}

// sentToPeople is the condition for messages of the firm $1 that make their recipients count: those
// that firmhub sends by WhatsApp, whose tier it is, and those that programs report.
const sentToPeople = `firm_id = $1 AND occurred_at > $2 AND coalesce(sent_at, occurred_at) > $3 AND direction = 'Outbound'
AND (channel_id IS NULL OR channel_id IN (SELECT c.id FROM channels c WHERE c.firm_id = $1 AND c.kind = 'WhatsApp')) AND ` + IsCounted

// ReadReach returns the reach of the firm of ctx.
func ReadReach(ctx context.Context, d *db.DB, now time.Time) (*Reach, error) {
	r, err := ReadTier(ctx, d)
	if err != nil {
		return nil, err
	}
	// Each recipient counts until a day after its last message. The database counts them, since
	// there can be millions.
	var oldest db.Moment
	_, err = d.InFirm(ctx).Row([]any{&r.Used, &oldest}, `
WITH recipients AS (SELECT max(coalesce(sent_at, occurred_at)) AS last_at FROM messages WHERE `+sentToPeople+` GROUP BY person_key)
SELECT count(*), min(last_at) FROM recipients`, now.Add(-recipientScan), now.Add(-RecipientWindow))
	if !oldest.IsZero() {
		r.ResetsAt = new(oldest.Add(RecipientWindow))
	}
	return r, err
}

// ReadTier returns the reach of the firm of ctx without what was used.
func ReadTier(ctx context.Context, d *db.DB) (*Reach, error) {
	id, err := scope.Firm(ctx, "Message")
	if err != nil {
		return nil, err
	}
	of, err := d.Client.Firm.Query().Where(firm.ID(id)).Select(firm.FieldMessagingTier).Only(ctx)
	if err != nil {
		return nil, db.NotFound(err, "firm")
	}
	r := &Reach{Tier: of.MessagingTier}
	if most, limited := dailyLimits[r.Tier]; limited {
		r.Limit = &most
	}
	return r, nil
}

// Reached returns those of the people who count as recipients of the firm of ctx already.
func Reached(ctx context.Context, d *db.DB, people []string, now time.Time) (map[string]bool, error) {
	reached := make(map[string]bool, len(people))
	if len(people) == 0 {
		return reached, nil
	}
	table, list := d.TableOf(4, people)
	found, err := db.All[string](d.InFirm(ctx), `
SELECT k.key FROM `+table+` AS k WHERE (SELECT 1 FROM messages WHERE person_key = k.key AND `+sentToPeople+` LIMIT 1) IS NOT NULL`,
		now.Add(-recipientScan), now.Add(-RecipientWindow), list)
	for _, person := range found {
		reached[person] = true
	}
	return reached, err
}

// LeavingReach returns when the last n of the people who count as recipients of the firm of ctx at
// a time leave the 24 hours, in order.
func LeavingReach(ctx context.Context, d *db.DB, n int, at time.Time) ([]time.Time, error) {
	last, err := db.All[struct{ At db.Moment }](d.InFirm(ctx), `
SELECT max(coalesce(sent_at, occurred_at)) AS at FROM messages WHERE `+sentToPeople+` GROUP BY person_key ORDER BY 1 DESC LIMIT $4`,
		at.Add(-recipientScan), at.Add(-RecipientWindow), n)
	leaving := make([]time.Time, len(last))
	for i, of := range last {
		leaving[len(last)-1-i] = of.At.Add(RecipientWindow)
	}
	return leaving, err
}

// ToReach is somebody to whom a message of a campaign would go.
type ToReach struct {
	Address   consent.Address
	ContactID uuid.UUID
}

// TakePlaces returns which of the people would become recipients of the firm of ctx by a template
// that a channel of WhatsApp sends at a time: those who don't count yet, and have not written
// within 24 hours.
func TakePlaces(ctx context.Context, d *db.DB, channel uuid.UUID, people []ToReach, at time.Time) ([]bool, error) {
	addresses, keys := make([]string, len(people)), make([]string, len(people))
	for i, p := range people {
		addresses[i], keys[i] = p.Address.Key, personKey(p.Address, &p.ContactID)
	}
	book, err := conversation.ReadBook(ctx, d, unique(addresses))
	if err != nil {
		return nil, err
	}
	counted, err := Reached(ctx, d, unique(keys), at)
	if err != nil {
		return nil, err
	}
	reported := map[string]bool{}
	if len(keys) > 0 {
		if reported, err = wrote(ctx, d, channel, unique(keys), at.Add(-conversation.Window)); err != nil {
			return nil, err
		}
	}
	take := make([]bool, len(people))
	for i, key := range keys {
		take[i] = !counted[key] && !reported[key] && !book.Of(channel, addresses[i]).IsOpen(at)
	}
	return take, nil
}

// OutsideWindow returns those of the messages of a channel of WhatsApp whose recipients have not
// written within 24 hours, with the keys of these people. addresses are those of the messages.
func OutsideWindow(
	ctx context.Context, d *db.DB, channel uuid.UUID, messages []*outgoing.Message, addresses []consent.Address, now time.Time,
) (people map[uuid.UUID]string, err error) {
	keys := make([]string, len(addresses))
	for i, address := range addresses {
		keys[i] = address.Key
	}
	book, err := conversation.ReadBook(ctx, d, unique(keys))
	if err != nil {
		return nil, err
	}
	var closed []*outgoing.Message
	for i, m := range messages {
		if !book.Of(channel, addresses[i].Key).IsOpen(now) {
			closed = append(closed, m)
		}
	}
	if people, err = peopleOf(ctx, d, closed); err != nil || len(people) == 0 {
		return nil, err
	}
	var asked []string
	for _, person := range people {
		asked = append(asked, person)
	}
	// A program may report what has arrived, which is in no conversation.
	reported, err := wrote(ctx, d, channel, unique(asked), now.Add(-conversation.Window))
	if err != nil {
		return nil, err
	}
	for id, person := range people {
		if reported[person] {
			delete(people, id)
		}
	}
	return people, nil
}

// peopleOf returns the keys of the people to whom messages go, by the ids of the messages.
func peopleOf(ctx context.Context, d *db.DB, messages []*outgoing.Message) (map[uuid.UUID]string, error) {
	people := make(map[uuid.UUID]string, len(messages))
	if len(messages) == 0 {
		return people, nil
	}
	among, list := d.AmongIDs("id", 2, ids(messages, func(m *outgoing.Message) uuid.UUID { return m.ID }))
	first, last := messages[0].OccurredAt, messages[0].OccurredAt
	for _, m := range messages {
		if m.OccurredAt.Before(first) {
			first = m.OccurredAt
		}
		if m.OccurredAt.After(last) {
			last = m.OccurredAt
		}
	}
	// The times select the partitions.
	rows, err := db.All[struct {
		ID  uuid.UUID
		Key string `sql:"person_key"`
	}](d.InFirm(ctx), "SELECT id, person_key FROM messages WHERE firm_id = $1 AND "+among+" AND occurred_at >= $3 AND occurred_at <= $4",
		list, first, last)
	for _, row := range rows {
		people[row.ID] = row.Key
	}
	return people, err
}
