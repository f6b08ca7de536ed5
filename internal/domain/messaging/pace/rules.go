// Package pace says when messages of campaigns may be sent: only while the campaign is running, not
// in quiet hours, and to a recipient of WhatsApp at most one in 6 seconds.
package pace

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule/scope"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/calendar"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
)

// Rule is what decides when messages of a campaign are sent.
type Rule struct {
	// Running reports whether the campaign sends now.
	Running bool
	// PerRecipient reports whether hours are those of the recipient, and not of the firm.
	PerRecipient bool
	Quiet        *QuietHours
	// PerSecond is how many messages of the campaign are sent in a second at most, or 0 for the
	// rate of its channel.
	PerSecond int
	// Firm is the time zone of the firm.
	Firm *time.Location
}

// QuietUntil returns the end of the quiet hours in which a message to an address would be sent at a
// time, or nil if it may be sent. The recipient may be in any of the zones of a number: the message
// waits until it is quiet in none, or, where that takes more than a day, until it is not in the one
// that [Zone] returns.
func (r *Rule) QuietUntil(to provider.Address, at time.Time) *time.Time {
	if r.Quiet == nil {
		return nil
	}
	all := []*time.Location{r.Firm}
	if r.PerRecipient {
		if found := zones(to); len(found) > 0 {
			all = found
		}
	}
	const longest = 24 * time.Hour
	end := at
	for waits := true; waits; {
		waits = false
		for _, zone := range all {
			if next := r.Quiet.End(end, zone); next != nil {
				end, waits = *next, true
			}
		}
		if len(all) > 1 && end.Sub(at) > longest {
			return r.Quiet.End(at, Zone(to, at, r.Firm))
		}
	}
	if end.Equal(at) {
		return nil
	}
	return &end
}

// Read returns the rules of campaigns of the firm of ctx. Those that do not exist have none.
func Read(ctx context.Context, d *db.DB, campaigns []uuid.UUID) (map[uuid.UUID]*Rule, error) {
	found := make(map[uuid.UUID]*Rule, len(campaigns))
	if len(campaigns) == 0 {
		return found, nil
	}
	among, list := d.AmongIDs("c.id", 2, campaigns)
	rows, err := d.InFirm(ctx).Query(`
SELECT c.id, c.status, c.time_zone, coalesce(c.quiet_hours, f.quiet_hours), f.time_zone,
  coalesce(c.messages_per_second, 0)
FROM campaigns c JOIN firms f ON f.id = c.firm_id WHERE c.firm_id = $1 AND f.id = $1 AND `+among, list)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }() // rows.Err has the error
	for rows.Next() {
		var (
			id                  uuid.UUID
			status, kind, named string
			quiet               []byte
			perSecond           int
		)
		if err := rows.Scan(&id, &status, &kind, &quiet, &named, &perSecond); err != nil {
			return nil, fmt.Errorf("read the rules of a campaign: %w", err)
		}
		rule := &Rule{Running: status == "Running", PerRecipient: kind == "Recipient", PerSecond: perSecond}
		if rule.Firm, err = calendar.Zone(named); err != nil {
			return nil, err
		}
		if rule.Quiet, err = Decode(quiet); err != nil {
			return nil, err
		}
		found[id] = rule
	}
	return found, rows.Err()
}

// RateWindow is the time in which a channel makes at most its number of calls. It is longer than a
// second, since calls take different times to arrive.
const RateWindow = 1050 * time.Millisecond

// PairWait is how long a recipient of WhatsApp gets no second message of a campaign.
const PairWait = 6 * time.Second

// Person is to whom a message goes.
type Person struct {
	// Key is the key by which the messages of the person are counted.
	Key string
	// IsRecent reports whether a channel of the kind has sent the person a message of a campaign
	// within [PairWait], or is sending one.
	IsRecent bool
}

// People returns to whom messages in the queue of the firm of ctx go, by their ids. In a claim,
// others that call People for the firm wait until its commit, so that two channels of a kind don't
// write to a person at once.
func People(ctx context.Context, d *db.DB, kind provider.Kind, messages []uuid.UUID, now time.Time) (map[uuid.UUID]Person, error) {
	people := make(map[uuid.UUID]Person, len(messages))
	firm, err := scope.Firm(ctx, "Message")
	if err != nil {
		return nil, err
	}
	if err := d.Lock(ctx, "recent", firm); err != nil {
		return nil, err
	}
	// A message may have waited for as long as this.
	const longest = 91 * 24 * time.Hour
	among, list := d.AmongIDs("o.id", 2, messages)
	rows, err := db.All[struct {
		ID       uuid.UUID `sql:"id"`
		Key      *string   `sql:"person_key"`
		IsRecent bool      `sql:"is_recent"`
	}](d.InFirm(ctx), `
SELECT o.id, k.person_key, (
  SELECT 1 FROM messages m WHERE m.firm_id = $1 AND m.person_key = k.person_key AND m.occurred_at > $3
    AND m.channel_id IN (SELECT id FROM channels WHERE firm_id = $1 AND kind = $4) AND m.campaign_id IS NOT NULL
    AND (m.status = 'Sending' OR m.attempts > 0 AND coalesce(m.sent_at, m.updated_at) > $5) LIMIT 1) IS NOT NULL AS is_recent
FROM outgoing_messages o
`+d.LeftJoinOne("messages", "k", "k.firm_id = $1 AND k.occurred_at = o.occurred_at AND k.id = o.id", "TRUE")+`
WHERE o.firm_id = $1 AND `+among, list, now.Add(-longest), string(kind), now.Add(-PairWait))
	for _, row := range rows {
		if row.Key != nil {
			people[row.ID] = Person{Key: *row.Key, IsRecent: row.IsRecent}
		}
	}
	return people, err
}

// UsesChannel reports whether a campaign of the firm of ctx that has begun and not ended, or is
// scheduled, sends by a channel.
func UsesChannel(ctx context.Context, d *db.DB, channel uuid.UUID) (bool, error) {
	return uses(ctx, d, "channel_id", channel)
}

// UsesTemplate does the same for a template.
func UsesTemplate(ctx context.Context, d *db.DB, template uuid.UUID) (bool, error) {
	return uses(ctx, d, "template_id", template)
}

// Sending returns names of campaigns of the firm of ctx that have begun, have not ended and send a
// template: at most limit, and those that began first.
func Sending(ctx context.Context, d *db.DB, template uuid.UUID, limit int) ([]string, error) {
	return db.All[string](d.InFirm(ctx), `
SELECT name FROM campaigns
WHERE firm_id = $1 AND template_id = $2 AND taken_at IS NOT NULL AND status IN ('Preparing', 'Running', 'Paused')
ORDER BY taken_at, id LIMIT $3`, template, limit)
}

func uses(ctx context.Context, d *db.DB, column string, id uuid.UUID) (bool, error) {
	var one int
	return d.InFirm(ctx).Row([]any{&one}, `
SELECT 1 FROM campaigns
WHERE firm_id = $1 AND `+column+` = $2 AND status IN ('Scheduled', 'Preparing', 'Running', 'Paused') LIMIT 1`, id)
}
