package notification

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/viewer"
)

// maxWaiting limits the notifications that wait for one with a lower number. Further ones are read
// from the database.
const maxWaiting = 256

// feed delivers the notifications of a firm. Their numbers have no gaps, so the feed knows which
// one is next. A message with a higher number waits for those before it. If they don't arrive, they
// are read from the database. A message with a lower number is a repeat.
type feed struct {
	center *Center
	firm   uuid.UUID
	// ctx acts as firmhub itself in the firm, and ends with the feed.
	ctx    context.Context //nolint:containedctx // the life of the feed
	cancel context.CancelFunc
	// opened is closed when the feed is ready, or failed with err.
	opened chan struct{}
	err    error
	// stop ends the subscription at the broker.
	stop func()
	// users counts the subscriptions, including those that are about to be added. The center's lock
	// guards it.
	users int

	// mu guards the fields below. Subscribers are called under it, so each is called by one
	// goroutine at a time.
	mu     sync.Mutex
	closed bool
	// last is the number of the last delivered notification.
	last int64
	// waiting are the notifications that arrived before others with a lower number, by number.
	waiting map[int64]*createdMessage
	// stored is the highest number that is known to be in the database. missed is set if there may
	// be higher ones.
	stored int64
	missed bool
	// stale is set when the unread counts must be read again. reading is set while what is missing
	// is read, or will be soon.
	stale, reading bool
	// retry is the pause after the last read, if that read failed. Only the goroutine that reads
	// uses it.
	retry time.Duration
	// unsure is set when messages may be missing, and the database was not queried since.
	unsure bool
	// shared is how many notifications were sent to everyone. expired is the number up to which
	// notifications have expired.
	shared, expired int64
	// changed is set when a count may differ from the one that was sent.
	changed       bool
	subscriptions []*subscription
	recipients    map[uuid.UUID]*recipient // by user
}

func newFeed(c *Center, firm uuid.UUID) *feed {
	ctx := viewer.NewContext(context.Background(), &viewer.Viewer{Kind: viewer.System, FirmID: firm})
	f := &feed{
		center: c, firm: firm, opened: make(chan struct{}), reading: true,
		waiting: map[int64]*createdMessage{}, recipients: map[uuid.UUID]*recipient{},
	}
	f.ctx, f.cancel = context.WithCancel(ctx)
	return f
}

// arrive handles a message of the broker.
func (f *feed) arrive(encoded []byte) {
	m, err := readMessage(encoded)
	if err != nil {
		slog.WarnContext(f.ctx, "a message about notifications was ignored", "firm", f.firm, "error", err)
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case f.closed:
	case m.Created != nil:
		f.arriveCreated(m.Created)
	case m.Unread != nil:
		f.learn(m.Unread)
	case m.Expired > f.expired:
		f.expired, f.stale = m.Expired, true
		f.read()
	}
}

func (f *feed) arriveCreated(m *createdMessage) {
	switch {
	case m.Number <= f.last: // a repeat
	case m.Number == f.last+1:
		f.deliver(m.notification(f.firm), m.Sent)
		f.deliverWaiting()
	case len(f.waiting) == maxWaiting:
		f.missed = true
	default:
		f.waiting[m.Number] = m
		f.read()
	}
}

// deliverWaiting delivers the notifications that only waited for the last number.
func (f *feed) deliverWaiting() {
	for m := f.waiting[f.last+1]; m != nil; m = f.waiting[f.last+1] {
		delete(f.waiting, m.Number)
		f.deliver(m.notification(f.firm), m.Sent)
	}
}

// deliver delivers the next notification. sent is how many notifications its recipient has been
// sent. It is zero if that is not known; sentTo is then called later.
func (f *feed) deliver(n *Notification, sent int64) {
	f.last = n.Number
	if n.UserID == nil {
		f.sentTo(Everyone, sent)
		for _, s := range f.subscriptions {
			s.receive(n)
		}
		return
	}
	f.sentTo(*n.UserID, sent)
	for r := f.recipients[*n.UserID]; r != nil; r = r.next {
		for _, s := range r.subscriptions {
			s.receive(n)
		}
	}
}

// sentTo records how many notifications were sent to a user, or to everyone.
func (f *feed) sentTo(user uuid.UUID, sent int64) {
	f.changed = true
	if user == Everyone {
		f.shared = max(f.shared, sent)
		return
	}
	for r := f.recipients[user]; r != nil; r = r.next {
		r.own = max(r.own, sent)
	}
}

// learn records the unread count of a member.
func (f *feed) learn(m *unreadMessage) {
	f.sentTo(Everyone, m.Shared)
	f.sentTo(m.UserID, m.Own)
	for r := f.recipients[m.UserID]; r != nil; r = r.next {
		if r.membership == m.MembershipID && r.learn(m) {
			f.stale = true
			f.read()
		}
	}
}

// tellCounts sends each member the unread count if it differs from the last one sent.
func (f *feed) tellCounts() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.changed {
		return
	}
	f.changed = false
	for _, r := range f.recipients {
		for ; r != nil; r = r.next {
			r.tell(f.shared)
		}
	}
}

// lost is called by the broker when messages may be missing.
func (f *feed) lost() {
	f.mu.Lock()
	f.unsure = true
	f.mu.Unlock()
	f.center.wakeUnsure()
}

// close ends the feed. The remaining subscribers are told by Lost.
func (f *feed) close() {
	f.cancel()
	<-f.opened
	f.mu.Lock()
	f.closed = true
	for _, s := range f.subscriptions {
		s.end()
	}
	f.subscriptions, f.recipients = nil, nil
	f.mu.Unlock()
	if f.stop != nil {
		f.stop() // A message that is about to arrive finds the feed closed.
	}
}
