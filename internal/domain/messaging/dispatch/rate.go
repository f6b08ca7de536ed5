package dispatch

import (
	"maps"
	"time"

	"github.com/google/uuid"
)

// together is for how long a campaign with a rate of its own may be behind it: messages of this
// time are claimed together.
const together = 100 * time.Millisecond

// rates limit the messages of campaigns that have a rate of their own. They are queued with times
// that keep the rate; but those that have waited, for the end of quiet hours or for the tier, are
// due at the same time. A campaign has one channel, so that its lane alone sends them.
type rates struct {
	now time.Time
	// slots are when the next message of a campaign may be claimed. The lane keeps them.
	slots map[uuid.UUID]time.Time
	// waiting are how many messages of a campaign wait since this claim.
	waiting map[uuid.UUID]int
}

// newRates returns the rates for a claim.
func (l *lane) newRates(now time.Time) *rates {
	if l.slots == nil {
		l.slots = map[uuid.UUID]time.Time{}
	}
	maps.DeleteFunc(l.slots, func(_ uuid.UUID, at time.Time) bool { return at.Before(now.Add(-together)) })
	return &rates{now: now, slots: l.slots, waiting: map[uuid.UUID]int{}}
}

// take takes the next slot of a campaign, or reports false if that is later than now.
func (r *rates) take(campaign uuid.UUID, perSecond int) bool {
	if perSecond == 0 {
		return true
	}
	slot, ok := r.slots[campaign]
	if !ok {
		slot = r.now.Add(-together)
	}
	if slot.After(r.now) {
		return false
	}
	r.slots[campaign] = slot.Add(time.Second / time.Duration(perSecond))
	return true
}

// wait returns when a message is due again for which there was no slot: after those that wait since
// this claim. The times are those of tenths of a second, so that few statements store them.
func (r *rates) wait(campaign uuid.UUID, perSecond int) time.Time {
	ahead := time.Duration(r.waiting[campaign]) * time.Second / time.Duration(perSecond)
	r.waiting[campaign]++
	return r.slots[campaign].Add(ahead.Truncate(together))
}
