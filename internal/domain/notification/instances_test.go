package notification_test

import (
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/realtime/broker"
)

// tab is a subscriber with what it must receive: all from a number on, and of those before it what
// it asked for.
type tab struct {
	*inbox

	of     *member
	from   int64
	after  int64 // the number of the last one that it had before
	missed []*notification.Notification
}

// history is what was sent in a firm, in order.
type history struct {
	sent    []*notification.Notification
	expired int64
	tabs    []*tab
}

// TestInstances has two instances on one database, whose messages cross and are lost. It compares
// what the tabs of users have in the end: each notification once, in order, and the count of the
// database.
func TestInstances(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		t.Helper()
		d := dbtest.Open(t, dialect)
		rapid.Check(t, func(rt *rapid.T) {
			b, h, between := newBundle(t, d), &history{}, broker.NewMemory()
			var wires []*lossy
			var centers []*notification.Center
			for range 2 {
				wire := &lossy{Broker: between}
				wires, centers = append(wires, wire), append(centers, notification.NewCenter(d, wire))
			}
			defer func() {
				for _, c := range centers {
					c.Close()
				}
			}()
			members := []*member{b.join(t), b.join(t)}
			center := func(rt *rapid.T) *notification.Center { return rapid.SampledFrom(centers).Draw(rt, "center") }
			one := func(rt *rapid.T) *member { return rapid.SampledFrom(members).Draw(rt, "member") }
			input := func(rt *rapid.T) notification.Input {
				in := input()
				if rapid.Bool().Draw(rt, "own") {
					in.UserID = &one(rt).user
				}
				return in
			}
			rt.Repeat(map[string]func(*rapid.T){
				"create": func(rt *rapid.T) {
					made, err := center(rt).Create(b.ctx, input(rt))
					require.NoError(t, err)
					h.sent = append(h.sent, made)
				},
				"create together": func(rt *rapid.T) {
					made := make([]*notification.Notification, 4)
					var all sync.WaitGroup
					for i := range made {
						c, in := center(rt), input(rt)
						all.Go(func() {
							var err error
							if made[i], err = c.Create(b.ctx, in); err != nil {
								t.Error(err)
							}
						})
					}
					all.Wait()
					slices.SortFunc(made, func(a, b *notification.Notification) int { return int(a.Number - b.Number) })
					h.sent = append(h.sent, made...)
				},
				"open": func(rt *rapid.T) {
					of := one(rt)
					var since *notification.Notification
					if len(h.sent) > 0 && rapid.Bool().Draw(rt, "since") {
						since = rapid.SampledFrom(h.sent).Draw(rt, "after")
					}
					h.open(t, center(rt), of, since)
				},
				"leave": func(rt *rapid.T) {
					if len(h.tabs) > 0 {
						i := rapid.IntRange(0, len(h.tabs)-1).Draw(rt, "tab")
						h.tabs[i].leave()
						h.tabs = slices.Delete(h.tabs, i, i+1)
					}
				},
				"read": func(rt *rapid.T) {
					if len(h.sent) > 0 { // NotFound where it is another user's, deleted or expired
						_, _ = center(rt).MarkRead(one(rt).ctx, rapid.SampledFrom(h.sent).Draw(rt, "notification").ID)
					}
				},
				"delete": func(rt *rapid.T) {
					if len(h.sent) > 0 {
						_ = center(rt).Delete(one(rt).ctx, rapid.SampledFrom(h.sent).Draw(rt, "notification").ID)
					}
				},
				"mark all": func(rt *rapid.T) {
					_, err := center(rt).MarkAllRead(one(rt).ctx)
					require.NoError(t, err)
				},
				"lose": func(rt *rapid.T) {
					rapid.SampledFrom(wires).Draw(rt, "wire").setLose(func([]byte) bool { return true })
				},
				"recover": func(rt *rapid.T) {
					wire := rapid.SampledFrom(wires).Draw(rt, "wire")
					wire.setLose(nil)
					wire.tell()
				},
				"expire": func(rt *rapid.T) { h.expire(t, b, center(rt), rapid.IntRange(0, len(h.sent)).Draw(rt, "expired")) },
				"tell":   func(rt *rapid.T) { center(rt).TellCounts() },
			})
			for _, wire := range wires {
				wire.setLose(nil)
				wire.tell()
			}
			for _, of := range h.tabs {
				eventually(t, func() bool {
					for _, c := range centers {
						c.TellCounts()
					}
					return h.isComplete(t, of)
				}, "what was sent")
				unread, err := notification.UnreadCount(of.of.ctx, d)
				require.NoError(t, err)
				eventually(t, func() bool {
					for _, c := range centers {
						c.TellCounts()
					}
					return of.counts(unread)()
				}, "the count of the database")
				of.leave()
			}
		})
	})
}

func (h *history) open(t *testing.T, c *notification.Center, of *member, since *notification.Notification) {
	t.Helper()
	opened := &tab{inbox: &inbox{count: -1}, of: of, from: int64(len(h.sent))}
	var after *uuid.UUID
	if since != nil {
		after = &since.ID
		if since.Number > h.expired {
			opened.after = since.Number
		}
		var err error
		opened.missed, _, err = c.Missed(of.ctx, since.ID, notification.MaxMissed)
		require.NoError(t, err)
	}
	var err error
	opened.leave, err = c.Subscribe(of.ctx, after, opened.inbox)
	require.NoError(t, err)
	h.tabs = append(h.tabs, opened)
}

func (h *history) expire(t *testing.T, b *bundle, c *notification.Center, many int) {
	t.Helper()
	var ids []uuid.UUID
	for _, n := range h.sent[:many] {
		ids = append(ids, n.ID)
	}
	b.age(t, ids)
	for more := true; more; {
		var err error
		more, err = c.Cleanup(b.ctx, entity.Now().Add(-24*time.Hour))
		require.NoError(t, err)
	}
	h.expired = max(h.expired, int64(many))
}

// isComplete reports whether a tab has what it missed and what was sent since it was opened; what
// has expired may have come before that or not at all. It fails the test when something came twice,
// in another order, or to the wrong user.
func (h *history) isComplete(t *testing.T, of *tab) bool {
	t.Helper()
	of.mu.Lock()
	defer of.mu.Unlock()
	got := map[uuid.UUID]bool{}
	last := of.after
	for _, n := range of.received {
		assert.Greater(t, n.Number, last, "in order, each once")
		assert.True(t, n.UserID == nil || *n.UserID == of.of.user, "to somebody else")
		got[n.ID], last = true, n.Number
	}
	for _, n := range slices.Concat(of.missed, h.sent[of.from:]) {
		if n.Number > h.expired && (n.UserID == nil || *n.UserID == of.of.user) && !got[n.ID] {
			return false
		}
	}
	return true
}
