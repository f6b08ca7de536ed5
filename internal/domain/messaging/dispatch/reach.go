package dispatch

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
	"github.com/firmhub/firmhub/internal/domain/messaging/outgoing"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/entity"
)

const (
	// reachFor is for how long the reach of a firm is used without reading it again: counting
	// 100,000 recipients takes longer than a claim should. Two instances that send by two channels
	// of a firm may exceed the tier by what they send in this time.
	reachFor = 10 * time.Second
	// uncountedFor is for how long a recipient may be missing from what was read. Until then the
	// call for the message has ended.
	uncountedFor = 2 * time.Minute
	// forgetReachAfter is when no claim that asked for a reach runs any more, and none of its
	// recipients is uncounted.
	forgetReachAfter = time.Hour
	// leastReachWait and mostReachWait are how long a message waits: a claim for each recipient
	// that no longer counts would cost too much, and the provider may raise the tier at any time.
	leastReachWait = 5 * time.Minute
	mostReachWait  = 15 * time.Minute
)

// withinTier returns those of the messages that may be sent as far as the tier of the firm goes,
// and makes the others wait: templates of WhatsApp to people who have not written within 24 hours,
// once the firm has sent to as many recipients as its tier allows. Those of campaigns do not expire
// meanwhile. It is called in a claim.
func (l *lane) withinTier(ctx context.Context, messages []*outgoing.Message) (within []*outgoing.Message, err error) {
	if l.line.Kind != provider.WhatsApp {
		return messages, nil
	}
	var templates []*outgoing.Message
	var addresses []consent.Address
	for _, m := range messages {
		if m.TemplateID != nil {
			templates, addresses = append(templates, m), append(addresses, consent.OfRecipient(m.Content.To))
		}
	}
	if len(templates) == 0 {
		return messages, nil
	}
	wait, until, err := l.reach(l.of.FirmID, entity.Now()).beyond(ctx, l.db, func(now time.Time) (map[uuid.UUID]string, error) {
		return messaging.OutsideWindow(ctx, l.db, l.of.ChannelID, templates, addresses, now)
	}, templates)
	if err != nil || len(wait) == 0 {
		return messages, err
	}
	var single, ofCampaigns []uuid.UUID
	for _, m := range messages {
		switch {
		case !slices.Contains(wait, m.ID):
			within = append(within, m)
		case m.CampaignID != nil:
			ofCampaigns = append(ofCampaigns, m.ID)
		default:
			single = append(single, m.ID)
		}
	}
	if err := outgoing.Defer(ctx, l.db, single, &until); err != nil {
		return nil, err
	}
	// A campaign may have more recipients than the tier allows in a day: the others wait for the
	// next days, however many these are.
	return within, outgoing.Postpone(ctx, l.db, ofCampaigns, until, messaging.BulkLife)
}

// reach is to how many more recipients a firm may send, as far as this instance knows.
type reach struct {
	mu     sync.Mutex
	readAt time.Time
	// limited reports whether the tier has a limit. left is how many more there may be, and
	// resetsAt is when there may be more.
	limited  bool
	left     int
	resetsAt time.Time
	// begun are the recipients that left does not contain any more and that may not be counted yet,
	// with the times of the claims.
	begun map[string]time.Time
	// usedAt is when a claim last asked for it. It is guarded by the mutex of the Dispatcher.
	usedAt time.Time
}

// reach returns the reach of a firm. A firm that is new here makes it forget the firms that have
// claimed nothing for [forgetReachAfter].
func (d *Dispatcher) reach(firm uuid.UUID, now time.Time) *reach {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.reaches[firm] == nil {
		maps.DeleteFunc(d.reaches, func(_ uuid.UUID, r *reach) bool { return now.Sub(r.usedAt) > forgetReachAfter })
		d.reaches[firm] = &reach{begun: map[string]time.Time{}}
	}
	d.reaches[firm].usedAt = now
	return d.reaches[firm]
}

// beyond returns the ids of those of the messages that must wait, and until when. outside returns
// the recipients of those that count; it is not called for a firm without a limit. A recipient
// takes the place when the message is claimed, also if the claim or the call fails later: it is
// free again once the reach was read after [uncountedFor].
func (r *reach) beyond(
	ctx context.Context, d *db.DB, outside func(now time.Time) (map[uuid.UUID]string, error), messages []*outgoing.Message,
) (wait []uuid.UUID, until time.Time, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := entity.Now()
	if now.Sub(r.readAt) > reachFor {
		if err := r.read(ctx, d, now); err != nil {
			return nil, until, err
		}
	}
	if !r.limited {
		return nil, until, nil
	}
	people, err := outside(now)
	if err != nil {
		return nil, until, err
	}
	reached, err := messaging.Reached(ctx, d, slices.Collect(maps.Values(people)), now)
	if err != nil {
		return nil, until, err
	}
	for _, m := range messages {
		person, counts := people[m.ID]
		_, begun := r.begun[person]
		switch {
		case !counts || reached[person] || begun:
		case r.left > 0:
			r.left--
			r.begun[person] = now
		default:
			wait = append(wait, m.ID)
		}
	}
	until = r.resetsAt
	if earliest := now.Add(leastReachWait); until.Before(earliest) {
		until = earliest
	}
	if latest := now.Add(mostReachWait); until.After(latest) {
		until = latest
	}
	return wait, until, nil
}

// read reads the reach of the firm of ctx.
func (r *reach) read(ctx context.Context, d *db.DB, now time.Time) error {
	tier, err := messaging.ReadTier(ctx, d)
	if err != nil {
		return err
	}
	if r.limited = tier.Limit != nil; !r.limited {
		r.readAt = now
		return nil
	}
	maps.DeleteFunc(r.begun, func(_ string, at time.Time) bool { return now.Sub(at) > uncountedFor })
	// This is read before the count, so that nobody who becomes counted in between is missing in
	// both.
	reached, err := messaging.Reached(ctx, d, slices.Collect(maps.Keys(r.begun)), now)
	if err != nil {
		return err
	}
	maps.DeleteFunc(r.begun, func(person string, _ time.Time) bool { return reached[person] })
	used, err := messaging.ReadReach(ctx, d, now)
	if err != nil {
		return err
	}
	r.left, r.resetsAt, r.readAt = *tier.Limit-used.Used-len(r.begun), time.Time{}, now
	if used.ResetsAt != nil {
		r.resetsAt = *used.ResetsAt
	}
	return nil
}
