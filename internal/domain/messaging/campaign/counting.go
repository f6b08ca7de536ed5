package campaign

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"time"

	"github.com/firmhub/firmhub/internal/db"
)

const (
	// countedAtOnce is how many contacts of an audience a request counts, and countedFor for how
	// long: a search that finds few contacts, and tags that leave out most, take long. What it does
	// not count the runner counts.
	countedAtOnce = 50_000
	countedFor    = 2 * time.Second
	// countFor is for how long a campaign may be executed at the price that the runner has counted.
	countFor = 10 * time.Minute
	// countSaved is how often the runner stores what it has counted so far, and countLease after
	// what time without that another one counts again.
	countSaved = 2 * time.Second
	countLease = time.Minute
)

// count is what was counted of the audience of a campaign that has not begun. It is stored with the
// campaign if a request does not count all of it.
type count struct {
	// Of is when the campaign was changed that was counted, and At when counting began.
	Of time.Time `json:"of"`
	At time.Time `json:"at"`
	// Says is the plan's: the price depends on what the template says.
	Says string `json:"says"`
	// Complete reports whether the whole audience was counted.
	Complete   bool               `json:"complete"`
	Recipients int                `json:"recipients"`
	Skipped    map[SkipReason]int `json:"skipped"`
	// Demand is how many messages have the same price.
	Demand []demand `json:"demand"`
	// Earliest is when the first message is due; it is zero without recipients.
	Earliest time.Time `json:"earliest,omitzero"`
}

// demand is how many messages are in a group.
type demand struct {
	group

	N int `json:"n"`
}

// isOf reports whether the count is of the campaign and its template as they are in the plan, and
// not too old.
func (n *count) isOf(p *plan, now time.Time) bool {
	return n != nil && n.Of.Equal(p.of) && n.Says == p.says && now.Sub(n.At) < countFor
}

// waitsForCount reports whether a quote of the campaign waits for the runner.
func (c *Campaign) waitsForCount() bool {
	return !c.hasBegun() && c.counted != nil && !c.counted.Complete && c.counted.Of.Equal(c.UpdatedAt)
}

// countAll counts the whole audience of a campaign that has not begun, however long that takes, and
// stores what it has counted. The plan is new. It returns Conflict if the campaign was changed
// meanwhile.
func (r *Runner) countAll(ctx context.Context, c *Campaign, p *plan) error {
	seen, err := shared(ctx, r.db)
	if err != nil {
		return err
	}
	saved := r.now()
	err = r.read(ctx, c, p, seen.repeated, func(int) (bool, error) {
		now := r.now()
		if now.Sub(saved) < countSaved || c.counted.isOf(p, now) && p.recipients < c.counted.Recipients {
			return true, nil // Who asked has seen more than that.
		}
		saved = now
		return true, r.storeCount(ctx, c, p, now.Add(countLease))
	})
	if err != nil {
		return err
	}
	return r.storeCount(ctx, c, p, r.now())
}

// countLater makes the runner count the audience of a campaign, of which a quote has counted a
// part.
func (m *Manager) countLater(ctx context.Context, c *Campaign, p *plan) error {
	return m.db.Tx(db.Outside(ctx), func(ctx context.Context) error { return m.storeCount(ctx, c, p, m.now()) })
}

// storeCount stores what was counted of a campaign, and when the server works on it next. It
// returns Conflict if the campaign was changed since it was read, or has begun.
func (m *Manager) storeCount(ctx context.Context, c *Campaign, p *plan, next time.Time) error {
	stored, err := json.Marshal(p.count())
	if err != nil {
		return err
	}
	changed, err := m.db.InFirm(ctx).Exec(
		"UPDATE campaigns SET counted = $3, run_at = $4 WHERE firm_id = $1 AND id = $2 AND updated_at = $5 AND taken_at IS NULL",
		c.ID, string(stored), next, c.UpdatedAt)
	if err != nil {
		return err
	}
	if changed == 0 {
		return errChanged()
	}
	return nil
}

// count returns the plan as it is stored.
func (p *plan) count() *count {
	n := &count{
		Of: p.of, At: p.until, Says: p.says, Complete: p.complete, Recipients: p.recipients, Skipped: p.skipped,
		Earliest: p.earliest, Demand: []demand{},
	}
	for _, g := range slices.SortedFunc(maps.Keys(p.demand), group.compare) {
		n.Demand = append(n.Demand, demand{g, p.demand[g]})
	}
	return n
}

// use takes what was counted into the plan.
func (p *plan) use(n *count) {
	p.complete, p.recipients, p.earliest = n.Complete, n.Recipients, n.Earliest
	maps.Copy(p.skipped, n.Skipped)
	for _, d := range n.Demand {
		p.demand[d.group] = d.N
	}
}
