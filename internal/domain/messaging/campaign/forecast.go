package campaign

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
	"github.com/firmhub/firmhub/internal/domain/messaging/pace"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
)

// forecast says when messages of a campaign are called that is executed now, by the rate of the
// channel and of the campaign, quiet hours, and the tier of the firm, as if nothing else was sent.
// It is asked for one recipient after the other, in the order in which they are stored, and
// remembers counts and times alone, however many they are.
type forecast struct {
	dues *dues
	rule *pace.Rule
	// spacing is the time from one message to the next.
	spacing time.Duration
	// queues are the messages that are due at the same time, by that time.
	queues map[time.Time]*queue
	// order are those of them to which recipients were added, the first that are due first.
	order []*queue
	// tier is nil without a limit.
	tier tierForecast
}

// queue are messages that are due at the same time.
type queue struct {
	due time.Time
	// next is when the next of them is called.
	next time.Time
	// n is how many there are, and places how many of these take a place of the tier.
	n, places int
	// first is the number of the first place that they take, and place that of the next one.
	first, place int
	// waiting are those of them that wait for a place; nil if none does.
	waiting *queue
}

// tierForecast are the times of the places of a tier on the first day: now for those that are free.
type tierForecast []time.Time

// newForecast returns the forecast of a campaign that has not begun.
func (m *Manager) newForecast(ctx context.Context, c *Campaign, p *plan) (*forecast, error) {
	rules, err := pace.Read(ctx, m.db, []uuid.UUID{c.ID})
	if err != nil {
		return nil, err
	}
	rule, found := rules[c.ID]
	if !found { // It was deleted since it was read.
		return nil, errChanged()
	}
	var perSecond int
	_, err = m.db.InFirm(ctx).Row([]any{&perSecond},
		"SELECT messages_per_second FROM channels WHERE firm_id = $1 AND id = $2", c.ChannelID)
	if err != nil {
		return nil, err
	}
	f := &forecast{dues: p.dues, rule: rule, queues: map[time.Time]*queue{}}
	f.spacing = pace.RateWindow / time.Duration(perSecond)
	if f.rule.PerSecond > 0 {
		f.spacing = max(f.spacing, time.Second/time.Duration(f.rule.PerSecond))
	}
	f.spacing = f.spacing.Truncate(time.Microsecond) // as the database stores times
	if p.bulk.Kind == provider.WhatsApp {
		f.tier, err = m.newTierForecast(ctx, p.dues.now)
	}
	return f, err
}

// newTierForecast returns the places of the firm from a time on, or nil without a limit. A place is
// free again in the minute after it is left, so that there are few times.
func (m *Manager) newTierForecast(ctx context.Context, from time.Time) (tierForecast, error) {
	tier, err := messaging.ReadTier(ctx, m.db)
	if err != nil || tier.Limit == nil {
		return nil, err
	}
	left, err := messaging.LeavingReach(ctx, m.db, *tier.Limit, from)
	if err != nil {
		return nil, err
	}
	t := make(tierForecast, *tier.Limit-len(left), *tier.Limit)
	for i := range t {
		t[i] = from
	}
	for _, at := range left {
		t = append(t, at.Add(time.Minute-1).Truncate(time.Minute))
	}
	return t, nil
}

// free returns when the place with a number is free, for which a queue asks. Whoever takes it has
// it for a day, so that it is free again a day after that.
func (f *forecast) free(place int, asks *queue) time.Time {
	n := len(f.tier)
	base, days := place%n, place/n
	free := f.tier[base].Add(time.Duration(days) * messaging.RecipientWindow)
	before := f.order
	if len(before) == 0 {
		before = []*queue{asks}
	}
	for _, q := range before {
		// The day on which the first one of the queue, or of a later queue, takes it.
		day := (max(0, q.first-base) + n - 1) / n
		if day >= days {
			break
		}
		if again := q.due.Add(time.Duration(days-day) * messaging.RecipientWindow); again.After(free) {
			free = again
		}
	}
	return free
}

// severalDues reports whether recipients may be due at different times. All of them are added then
// before the first one is asked for.
func (f *forecast) severalDues() bool { return f.rule.PerRecipient }

// add notes a recipient.
func (f *forecast) add(to consent.Address, takesPlace bool) {
	q := f.queue(f.due(to))
	q.n++
	if takesPlace {
		q.places++
	}
}

// begin lets the queues of those who were added wait for each other. Nobody waits for those who
// wait for a place.
func (f *forecast) begin() {
	var before *queue
	for _, due := range slices.SortedFunc(maps.Keys(f.queues), time.Time.Compare) {
		q := f.queues[due]
		if before != nil {
			q.first = before.first + before.places
			q.place = q.first
			if end := before.next.Add(time.Duration(f.atOnce(before)) * f.spacing); end.After(q.next) {
				q.next = end
			}
		}
		f.order = append(f.order, q)
		before = q
	}
}

// atOnce returns how many of a queue need not wait for a place when it begins.
func (f *forecast) atOnce(q *queue) int {
	free := 0
	for free < q.places && !f.free(q.first+free, q).After(q.next) {
		free++
	}
	return q.n - q.places + free
}

// due returns when a message is due by the schedule and quiet hours.
func (f *forecast) due(to consent.Address) time.Time {
	due := f.dues.of(to)
	if end := f.rule.QuietUntil(provider.Address{Kind: to.Kind, Value: to.Value}, due); end != nil {
		due = *end
	}
	return due.UTC()
}

func (f *forecast) queue(due time.Time) *queue {
	if f.queues[due] == nil {
		f.queues[due] = &queue{due: due, next: due}
	}
	return f.queues[due]
}

// when returns when the next recipient gets the message.
func (f *forecast) when(to consent.Address, takesPlace bool) time.Time {
	due := f.due(to)
	q := f.queue(due)
	if takesPlace {
		free := f.free(q.place, q)
		q.place++
		if free.After(q.next) {
			q = q.waitFor(free)
		}
	}
	for {
		end := f.rule.QuietUntil(provider.Address{Kind: to.Kind, Value: to.Value}, q.next)
		if end == nil {
			break
		}
		q = f.queue(end.UTC())
	}
	at := q.next
	q.next = at.Add(f.spacing)
	return at
}

// waitFor returns the queue of those who wait for a place, the next of which is free at a time.
func (q *queue) waitFor(free time.Time) *queue {
	if q.waiting == nil {
		q.waiting = &queue{}
	}
	if free.After(q.waiting.next) {
		q.waiting.next = free
	}
	return q.waiting
}

// from is the time of the first messages, by the clocks of the firm.
func (d *dues) from() time.Time {
	if d.scheduled != nil && d.scheduled.After(d.now) {
		return *d.scheduled
	}
	return d.now
}

// takers returns which of the recipients take a place of the tier, as of the beginning.
func (d *details) takers(ctx context.Context, all []*recipient) ([]bool, error) {
	takes := make([]bool, len(all))
	if d.forecast.tier == nil {
		return takes, nil
	}
	var people []messaging.ToReach
	for _, r := range all {
		if r.skip == "" {
			people = append(people, messaging.ToReach{Address: r.address, ContactID: r.contact})
		}
	}
	taken, err := messaging.TakePlaces(ctx, d.db, d.campaign.ChannelID, people, d.plan.dues.from())
	if err != nil {
		return nil, err
	}
	n := 0
	for i, r := range all {
		if r.skip == "" {
			takes[i] = taken[n]
			n++
		}
	}
	return takes, nil
}
