package notification_test

import (
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	entnotification "github.com/firmhub/firmhub/ent/notification"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
)

// model is what a list of notifications must be, without any kept number.
type model struct {
	sent    []sent
	expired int // how many of sent
	readers []*modelReader
}

type sent struct {
	id uuid.UUID
	to *modelReader // nil for everyone
}

type modelReader struct {
	*member

	joined        int // how many were sent before
	read, deleted map[uuid.UUID]bool
}

// sees returns the notifications that a reader sees, the newest first.
func (m *model) sees(r *modelReader) []uuid.UUID {
	var ids []uuid.UUID
	for i, one := range m.sent {
		if i >= max(m.expired, r.joined) && (one.to == nil || one.to == r) && !r.deleted[one.id] {
			ids = append(ids, one.id)
		}
	}
	slices.Reverse(ids)
	return ids
}

func (m *model) unread(r *modelReader) (ids []uuid.UUID) {
	for _, id := range m.sees(r) {
		if !r.read[id] {
			ids = append(ids, id)
		}
	}
	return ids
}

// TestCounts compares the counts and lists with a plain model. After each of many random changes it
// compares those of the reader who made the change or of a random one, and of another one. At the
// end it compares those of all.
func TestCounts(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		t.Helper()
		d := dbtest.Open(t, dialect)
		rapid.Check(t, func(rt *rapid.T) {
			b := newBundle(t, d)
			m := &model{}
			join := func(*rapid.T) {
				m.readers = append(m.readers, &modelReader{
					member: b.join(t), joined: len(m.sent), read: map[uuid.UUID]bool{}, deleted: map[uuid.UUID]bool{},
				})
			}
			join(rt)
			var changed *modelReader
			reader := func(rt *rapid.T) *modelReader {
				changed = rapid.SampledFrom(m.readers).Draw(rt, "reader")
				return changed
			}
			rt.Repeat(map[string]func(*rapid.T){
				"join": join,
				"create": func(rt *rapid.T) {
					var to *modelReader
					in := input()
					if rapid.Bool().Draw(rt, "own") {
						to = reader(rt)
						in.UserID = &to.user
					}
					made, err := b.Create(b.ctx, in)
					require.NoError(t, err)
					m.sent = append(m.sent, sent{made.ID, to})
				},
				"create together": func(rt *rapid.T) { m.createTogether(t, b, reader(rt)) },
				"read": func(rt *rapid.T) {
					if of := reader(rt); len(m.sees(of)) > 0 {
						id := rapid.SampledFrom(m.sees(of)).Draw(rt, "id")
						read, err := b.MarkRead(of.ctx, id)
						require.NoError(t, err)
						require.Equal(t, notification.Read, read.Status())
						of.read[id] = true
					}
				},
				"mark all": func(rt *rapid.T) {
					of := reader(rt)
					unread := m.unread(of)
					changed, err := b.MarkAllRead(of.ctx)
					require.NoError(t, err)
					require.Len(t, unread, changed)
					for _, id := range unread {
						of.read[id] = true
					}
				},
				"delete": func(rt *rapid.T) {
					if of := reader(rt); len(m.sees(of)) > 0 {
						id := rapid.SampledFrom(m.sees(of)).Draw(rt, "id")
						require.NoError(t, b.Delete(of.ctx, id))
						of.deleted[id] = true
						require.True(t, fault.Is(b.Delete(of.ctx, id), fault.NotFound))
					}
				},
				"expire": func(rt *rapid.T) {
					m.expired = rapid.IntRange(m.expired, len(m.sent)).Draw(rt, "expired")
					b.age(t, m.ids(m.expired))
					steps := rapid.IntRange(1, 6).Draw(rt, "steps") // the first lets them expire, if none are left to delete
					for range steps {
						more, err := b.Cleanup(b.ctx, entity.Now().Add(-24*time.Hour))
						require.NoError(t, err)
						if !more {
							break
						}
					}
					m.expired = b.expired(t, m.ids(len(m.sent)))
				},
				"": func(rt *rapid.T) {
					other := rapid.SampledFrom(m.readers).Draw(rt, "checked")
					status := rapid.SampledFrom([]notification.Status{notification.Unread, notification.Read}).Draw(rt, "status")
					m.check(t, d, other, status)
					if changed != nil && changed != other {
						m.check(t, d, changed)
					}
					changed = nil
				},
			})
			for _, of := range m.readers {
				m.check(t, d, of, notification.Unread, notification.Read)
			}
		})
	})
}

func (m *model) ids(n int) []uuid.UUID {
	ids := make([]uuid.UUID, 0, n)
	for _, one := range m.sent[:n] {
		ids = append(ids, one.id)
	}
	return ids
}

// createTogether creates notifications at the same time, while a reader marks all as read. About
// that reader, only the result of that call is known.
func (m *model) createTogether(t *testing.T, b *bundle, to *modelReader) {
	t.Helper()
	made := make([]*notification.Notification, 4)
	var all sync.WaitGroup
	for i := range made {
		all.Go(func() {
			in := input()
			if i%2 == 0 {
				in.UserID = &to.user
			}
			var err error
			if made[i], err = b.Create(b.ctx, in); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	slices.SortFunc(made, func(a, b *notification.Notification) int { return int(a.Number - b.Number) })
	for _, one := range made {
		of := sent{id: one.ID}
		if one.UserID != nil {
			of.to = to
		}
		m.sent = append(m.sent, of)
	}
}

// check compares the count and the whole list of a reader, and those with a status.
func (m *model) check(t *testing.T, d *db.DB, of *modelReader, only ...notification.Status) {
	t.Helper()
	sees, unread := m.sees(of), m.unread(of)
	count, err := notification.UnreadCount(of.ctx, d)
	require.NoError(t, err)
	require.Len(t, unread, count)
	for _, item := range requireList(t, d, of.member, nil, sees) {
		require.Equal(t, slices.Contains(unread, item.ID), item.Status() == notification.Unread)
	}
	for _, status := range only {
		want := unread
		if status == notification.Read {
			want = slices.DeleteFunc(slices.Clone(sees), func(id uuid.UUID) bool { return slices.Contains(unread, id) })
		}
		requireList(t, d, of.member, &status, want)
	}
}

func requireList(t *testing.T, d *db.DB, of *member, status *notification.Status, want []uuid.UUID) []*notification.Notification {
	t.Helper()
	list, err := notification.List(of.ctx, d, notification.ListInput{PageSize: new(100), Status: status})
	require.NoError(t, err)
	total, err := list.TotalCount(of.ctx)
	require.NoError(t, err)
	require.Len(t, want, total)
	items, err := list.Items(of.ctx)
	require.NoError(t, err)
	got := []uuid.UUID{}
	for _, item := range items {
		got = append(got, item.ID)
		if status != nil {
			require.Equal(t, *status, item.Status())
		}
	}
	require.Equal(t, append([]uuid.UUID{}, want[:min(len(want), 100)]...), got)
	return items
}

func input() notification.Input {
	return notification.Input{Title: "Synced", Message: "The templates were synced.", Module: entnotification.ModuleTemplate}
}
