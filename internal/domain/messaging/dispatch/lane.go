package dispatch

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/semaphore"

	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/channel"
	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
	"github.com/firmhub/firmhub/internal/domain/messaging/outgoing"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/template"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/viewer"
)

const (
	// claimed is the maximum number of messages that are claimed at once.
	claimed = 50
	// linger is how long a lane without messages and calls keeps its lease.
	linger = 2 * time.Second
	// callMargin is the last part of a lease, in which no call begins any more.
	callMargin = 30
)

// lane sends the messages of a channel while this instance has its lease.
type lane struct {
	*Dispatcher

	of outgoing.Lane
	// ofFirm are the places of the firm.
	ofFirm *semaphore.Weighted
	woken  chan struct{}
	lease  *outgoing.Lease
	// begins is locked while a call begins, and guards bucket.
	begins sync.Mutex
	bucket *bucket
	// line is the channel as it was at the last claim.
	line *channel.Line
	// claimedAt is when that was.
	claimedAt time.Time
	// slots are when the next messages of campaigns with a rate of their own may be claimed.
	slots    map[uuid.UUID]time.Time
	outcomes chan messaging.Call
	calls    sync.WaitGroup
	// running is how many of the calls have not ended.
	running atomic.Int32

	mu sync.Mutex
	// pausedUntil is until when the provider wants no calls.
	pausedUntil time.Time
	// pairs are until when the provider wants no calls for single recipients.
	pairs map[provider.Address]time.Time
}

// errParked is returned when the channel does not send.
var errParked = errors.New("dispatch: the channel does not send")

func (l *lane) run(ctx context.Context) {
	ctx = viewer.NewContext(ctx, &viewer.Viewer{Kind: viewer.System, FirmID: l.of.FirmID})
	var err error
	if l.lease, err = outgoing.Acquire(ctx, l.db, l.of, l.holder, l.config.Lease); err != nil || l.lease == nil {
		l.log(ctx, "the lease", err)
		return
	}
	l.bucket = newBucket(1, l.lease.CalledAt)
	if err := l.recover(ctx); err != nil {
		l.log(ctx, "the messages of an instance that died", err)
		return // The lease ends by itself.
	}
	held, lost := context.WithCancel(ctx)
	defer lost()
	renewing := l.renew(held, lost)

	l.outcomes = make(chan messaging.Call, inFlightOfFirm)
	settled := make(chan bool)
	go func() { settled <- l.settle(ctx, lost) }()
	calling, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	defer context.AfterFunc(held, func() { time.AfterFunc(l.stopLimit, stop) })()
	err = l.serve(held, calling)
	l.calls.Wait()
	close(l.outcomes)
	all := <-settled
	lost()
	<-renewing
	if err != nil && !errors.Is(err, errParked) {
		l.log(ctx, "a claim", err)
	}
	if !all {
		return // The lease ends by itself, and then the outcomes are unknown.
	}
	l.giveBack(ctx, errors.Is(err, errParked))
}

// giveBack returns the lease. It goes on while the database is not available, until the server
// stops: only a lease that is returned has its claim in doubt taken back.
func (l *lane) giveBack(ctx context.Context, parked bool) {
	for {
		err := l.lease.Return(context.WithoutCancel(ctx), l.bucket.last, parked)
		if err == nil || !db.IsPassing(err) {
			l.log(ctx, "the return of the lease", err)
			return
		}
		if l.sleep(ctx, l.settleWait) != nil {
			return
		}
	}
}

// log logs an error. What fails because the server stops is no error.
func (l *lane) log(ctx context.Context, what string, err error) {
	if err != nil && ctx.Err() == nil {
		slog.ErrorContext(ctx, "a channel can't be served", "what", what, "firm", l.of.FirmID, "channel", l.of.ChannelID, "error", err)
	}
}

// recover marks the messages that the previous holder may have sent. It can have called the
// provider since it claimed them, which may be long ago: a person may have opted out meanwhile.
func (l *lane) recover(ctx context.Context) error {
	if !l.lease.Lost {
		return nil
	}
	lost, err := outgoing.InCalls(ctx, l.db, l.of.ChannelID)
	if err != nil || len(lost) == 0 {
		return err
	}
	slog.WarnContext(ctx, "the outcome of calls is unknown, since an instance died", "channel", l.of.ChannelID, "messages", len(lost))
	calls := make([]messaging.Call, len(lost))
	for i, each := range lost {
		calls[i] = messaging.Call{ID: each.ID, Outcome: provider.Outcome{Result: provider.Unknown, Message: "the server stopped"}}
		if calls[i].At = entity.Now(); each.ClaimedAt != nil {
			calls[i].At = *each.ClaimedAt
		}
	}
	return l.messages.Settle(ctx, calls)
}

// renew renews the lease until ctx is done. If another instance has it, renew calls lost.
func (l *lane) renew(ctx context.Context, lost func()) (done chan struct{}) {
	done = make(chan struct{})
	go func() {
		defer close(done)
		ticker := time.NewTicker(l.config.Lease / 3)
		defer ticker.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
			}
			held, err := l.lease.Renew(ctx)
			l.log(ctx, "the renewal of the lease", err)
			if err == nil && !held {
				lost()
				return
			}
		}
	}()
	return done
}

// serve claims messages and calls the provider, until no message has come for a while, the channel
// does not send, or ctx is done. It goes on as long as calls run, some of which upload files for
// minutes: meanwhile no other instance can serve the channel.
func (l *lane) serve(ctx, calling context.Context) error {
	idle := time.Now()
	for ctx.Err() == nil {
		if err := l.sleep(ctx, time.Until(l.paused())); err != nil {
			return nil //nolint:nilerr // The server stops.
		}
		some, err := l.batch(ctx, calling)
		running, wait := l.running.Load() > 0, l.config.Poll/4
		switch {
		case errors.Is(err, outgoing.ErrLeaseLost) && !running:
			return nil
		case errors.Is(err, outgoing.ErrLeaseLost): // The renewal makes it last again, or ends ctx.
		case err != nil && !running:
			return err
		case err == nil && some:
			idle = time.Now()
			continue
		case err != nil && !errors.Is(err, errParked):
			l.log(ctx, "a claim", err)
			wait = l.config.Poll
		case running:
			idle = time.Now()
		case time.Since(idle) > l.linger:
			return nil
		}
		select {
		case <-ctx.Done():
		case <-l.woken:
		case <-time.After(wait):
		}
	}
	return nil
}

// batch claims messages and calls the provider for each of them. It reports whether there were
// some.
func (l *lane) batch(ctx, calling context.Context) (some bool, err error) {
	// What is not claimed yet is still found by an opt-out, a pause or a cancellation.
	if err := l.turn(ctx); err != nil {
		return false, nil //nolint:nilerr // The server stops.
	}
	l.begins.Unlock()
	n := claimed
	if l.line != nil {
		n = min(n, l.line.PerSecond)
	}
	if err := l.enter(ctx, n); err != nil {
		return false, nil //nolint:nilerr // The server stops.
	}
	messages, refused, some, err := l.claim(ctx, n)
	l.leave(n - len(messages))
	// Before the others are refused, which may wait for another transaction: an opt-out that comes
	// meanwhile finds no claimed messages that are called later.
	for _, m := range messages {
		l.call(ctx, calling, m)
	}
	if err == nil && len(refused) > 0 {
		err = l.messages.Refuse(ctx, refused)
	}
	return some, err
}

// claim claims messages that are due, and returns those that must not be sent any more. It reports
// whether some were due: behind those that were made to wait there may be others.
func (l *lane) claim(ctx context.Context, n int) (messages []*outgoing.Message, refused []messaging.Refusal, some bool, err error) {
	var waited []time.Duration
	messages, err = l.lease.Claim(ctx, n, func(ctx context.Context, due []*outgoing.Message) (accepted []*outgoing.Message, err error) {
		if l.line, err = l.channels.Line(ctx, l.of.ChannelID); err != nil {
			return nil, err
		}
		// The first claim of a lane did not know the rate. What a second has no place for stays in
		// the queue, where an opt-out or a pause still finds it.
		due = due[:min(len(due), l.line.PerSecond)]
		accepted, refused, err = l.check(ctx, due)
		waited, some = nil, true
		for _, m := range accepted {
			waited = append(waited, time.Since(*m.DueAt))
		}
		return accepted, err
	})
	if err != nil {
		return nil, refused, some, err
	}
	l.claimedAt = time.Now()
	for _, each := range waited {
		l.config.Stayed(message.StatusQueued, each)
	}
	return messages, refused, some, nil
}

// check separates the messages that may be sent from those that may not.
func (l *lane) check(ctx context.Context, due []*outgoing.Message) (accepted []*outgoing.Message, refused []messaging.Refusal, err error) {
	now := time.Now()
	addresses := make([]consent.Address, len(due))
	for i, m := range due {
		addresses[i] = consent.OfRecipient(m.Content.To)
	}
	rules, err := consent.ReadRules(ctx, l.db, addresses)
	if err != nil {
		return nil, nil, err
	}
	usable, err := template.Usable(ctx, l.db, templatesOf(due))
	if err != nil {
		return nil, nil, err
	}
	waits, err := l.paced(ctx, due, usable)
	if err != nil {
		return nil, nil, err
	}
	for i, m := range due {
		marketing, sms := m.Content.Category == provider.Marketing, l.line.Kind == provider.SMS
		refusal := rules.Refusal(addresses[i], marketing, sms, l.of.ChannelID)
		switch {
		case l.line.Deleted:
			refused = append(refused, messaging.Refusal{ID: m.ID, Code: messaging.ChannelRemoved, Message: "The channel was deleted."})
		// A message of a campaign that is paused has no time. A campaign waits for its channel,
		// too: Check gives its messages another time.
		case m.CheckAt != nil && !m.ExpiresAt.After(now) && (l.line.Active || m.CampaignID == nil):
			refused = append(refused, messaging.Refusal{ID: m.ID, Code: messaging.Expired, Message: "It was not sent in time."})
		case refusal != "":
			refused = append(refused, messaging.Refusal{ID: m.ID, Code: refusal, Message: messaging.RefusedByConsent(refusal)})
		case waits[m.ID]:
		case m.TemplateID != nil && !usable[*m.TemplateID]:
			refused = append(refused, messaging.Refusal{
				ID: m.ID, Code: provider.TemplatePaused, Message: "The template is paused, disabled or deleted.",
			})
		case l.line.Active:
			accepted = append(accepted, m)
		}
	}
	if !l.line.Active && !l.line.Deleted && len(refused) == 0 {
		return nil, nil, errParked
	}
	if l.line.Active {
		l.begins.Lock()
		l.bucket.resize(l.line.PerSecond)
		l.begins.Unlock()
	}
	accepted, err = l.withinTier(ctx, accepted)
	return accepted, refused, err
}

// templatesOf returns the templates of messages.
func templatesOf(messages []*outgoing.Message) (ids []uuid.UUID) {
	for _, m := range messages {
		if m.TemplateID != nil && !slices.Contains(ids, *m.TemplateID) {
			ids = append(ids, *m.TemplateID)
		}
	}
	return ids
}

func (l *lane) paused() time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.pausedUntil
}

// pause makes the lane wait, as its provider wants.
func (l *lane) pause(wait time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if until := time.Now().Add(wait); until.After(l.pausedUntil) {
		l.pausedUntil = until
	}
}

// pairPaused returns until when the provider wants no calls for a recipient.
func (l *lane) pairPaused(to provider.Address) time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.pairs[to]
}

// pausePair makes all messages to a recipient wait, as the provider wants.
func (l *lane) pausePair(to provider.Address, wait time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	maps.DeleteFunc(l.pairs, func(_ provider.Address, until time.Time) bool { return until.Before(now) })
	if l.pairs == nil {
		l.pairs = map[provider.Address]time.Time{}
	}
	if until := now.Add(wait); until.After(l.pairs[to]) {
		l.pairs[to] = until
	}
}

// sleep waits, or returns an error when ctx is done.
func (*lane) sleep(ctx context.Context, wait time.Duration) error {
	if wait <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
