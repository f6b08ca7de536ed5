package notification_test

import (
	"context"
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/notificationmark"
	"github.com/firmhub/firmhub/ent/notificationstate"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
	"github.com/firmhub/firmhub/realtime/broker"
)

// bundle is a firm with a role, in which ctx acts as firmhub itself.
type bundle struct {
	*db.DB
	*notification.Center

	ctx        context.Context //nolint:containedctx // It is the test's.
	firm, role uuid.UUID
}

// member is a user of the firm.
type member struct {
	ctx              context.Context //nolint:containedctx // Likewise.
	user, membership uuid.UUID
}

func newBundle(t testing.TB, d *db.DB) *bundle {
	t.Helper()
	firm, ctx := dbtest.Firm(t, d, uuid.NewString())
	center := notification.NewCenter(d, broker.NewMemory())
	t.Cleanup(center.Close)
	role := d.Client.Role.Create().SetName("r").SetNameKey("r").SaveX(ctx)
	return &bundle{DB: d, Center: center, ctx: ctx, firm: firm.ID, role: role.ID}
}

func (b *bundle) join(t testing.TB) *member {
	t.Helper()
	key := uuid.NewString()
	user := b.Client.User.Create().SetEmail(key).SetEmailKey(key).SetUserName(key).SetFirstName("F").SetLastName("L").
		SetPasswordHash("x").SaveX(rule.AcrossFirms(t.Context(), "a test makes a user"))
	return b.rejoin(t, user.ID)
}

func (b *bundle) rejoin(t testing.TB, user uuid.UUID) *member {
	t.Helper()
	row := dbtest.Member(b.Client).SetUserID(user).SetRoleID(b.role).SaveX(b.ctx)
	v := &viewer.Viewer{Kind: viewer.User, FirmID: b.firm, UserID: user, RelationID: row.ID}
	return &member{ctx: viewer.NewContext(t.Context(), v), user: user, membership: row.ID}
}

func (b *bundle) create(t testing.TB, to *member) *notification.Notification {
	t.Helper()
	in := input()
	if to != nil {
		in.UserID = &to.user
	}
	made, err := b.Create(b.ctx, in)
	require.NoError(t, err)
	return made
}

func (b *bundle) requireUnread(t testing.TB, of *member, want int) {
	t.Helper()
	got, err := notification.UnreadCount(of.ctx, b.DB)
	require.NoError(t, err)
	require.Equal(t, want, got)
}

// age makes notifications a week old.
func (b *bundle) age(t testing.TB, ids []uuid.UUID) {
	t.Helper()
	for _, id := range ids {
		_, err := dbtest.SQL(b.ctx, b.DB).Exec("UPDATE notifications SET created_at = $3 WHERE firm_id = $1 AND id = $2",
			b.firm, id, entity.Now().Add(-7*24*time.Hour))
		require.NoError(t, err)
	}
}

// expired returns how many of the notifications have expired.
func (b *bundle) expired(t testing.TB, ids []uuid.UUID) int {
	t.Helper()
	if len(ids) == 0 {
		return 0
	}
	expired, err := db.All[int](dbtest.SQL(b.ctx, b.DB), "SELECT expired FROM notification_sequences WHERE firm_id = $1", b.firm)
	require.NoError(t, err)
	return expired[0] // without a gap in the numbers
}

func TestCreate(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		mine, other := b.join(t), b.join(t)
		in := input()
		in.Title, in.Message, in.Metadata = " Synced ", "Two\r\nlines", json.RawMessage(`{"b":1,"a":"\u0000<"}`)
		in.ModuleID, in.UserID = new(uuid.New()), &mine.user
		made, err := b.Raise(mine.ctx, in)
		require.NoError(t, err)
		require.Equal(t, "Synced", made.Title)
		require.Equal(t, "Two\nlines", made.Message)
		require.Equal(t, notification.Unread, made.Status())
		list, err := notification.List(mine.ctx, d, notification.ListInput{})
		require.NoError(t, err)
		items, err := list.Items(mine.ctx)
		require.NoError(t, err)
		require.Equal(t, []*notification.Notification{made}, items)
		b.requireUnread(t, other, 0)

		everyone := b.create(t, nil)
		require.Nil(t, everyone.UserID)
		require.Equal(t, made.Number+1, everyone.Number)
		b.requireUnread(t, mine, 2)
		b.requireUnread(t, other, 1)

		t.Run("Invalid", func(t *testing.T) {
			_, err := b.Raise(b.ctx, notification.Input{
				Title: strings.Repeat("ä", 151), Message: strings.Repeat("ä", 501), Module: "Other", UserID: new(uuid.New()),
				Metadata: json.RawMessage(`"` + strings.Repeat("x", 4<<10) + `"`),
			})
			require.True(t, fault.Is(err, fault.ValidationError))
			var fields []string
			for _, detail := range fault.From(err).Details {
				fields = append(fields, detail.Field)
			}
			require.ElementsMatch(t, []string{"title", "message", "module", "metadata", "userId"}, fields)
		})
		t.Run("InvitedUser", func(t *testing.T) {
			invited := dbtest.Member(d.Client).SetUserID(b.join(t).user).SetRoleID(b.role).SetStatus(membership.StatusInvited)
			b2 := newBundle(t, d)
			row := invited.SetFirmID(b2.firm).SetRoleID(b2.role).SaveX(b2.ctx)
			in := input()
			in.UserID = &row.UserID
			_, err := b.Raise(b2.ctx, in)
			require.True(t, fault.Is(err, fault.ValidationError))
		})
		t.Run("RolledBack", func(t *testing.T) {
			require.ErrorIs(t, d.Tx(b.ctx, func(ctx context.Context) error {
				_, err := b.Create(ctx, input())
				require.NoError(t, err)
				return context.Canceled
			}), context.Canceled)
			require.Equal(t, everyone.Number+1, b.create(t, nil).Number, "no gap")
			b.requireUnread(t, other, 2)
		})
	})
}

func TestJoin(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		first := b.join(t)
		b.create(t, nil)
		b.create(t, first)
		later := b.join(t)
		b.requireUnread(t, first, 2)
		b.requireUnread(t, later, 0)
		requireList(t, d, later, nil, nil)

		// A user who is deactivated for a time keeps the list. A user who leaves and comes back
		// starts with an empty one.
		d.Client.Membership.UpdateOneID(first.membership).SetStatus(membership.StatusInactive).ExecX(b.ctx)
		d.Client.Membership.UpdateOneID(first.membership).SetStatus(membership.StatusActive).ExecX(b.ctx)
		b.requireUnread(t, first, 2)
		_, err := b.MarkAllRead(first.ctx)
		require.NoError(t, err)
		d.Client.Membership.DeleteOneID(first.membership).ExecX(b.ctx)
		require.Zero(t, d.Client.NotificationMark.Query().CountX(b.ctx))
		_, err = notification.UnreadCount(first.ctx, d)
		require.True(t, fault.Is(err, fault.Forbidden))
		again := b.rejoin(t, first.user)
		requireList(t, d, again, nil, nil)
		made := b.create(t, again)
		requireList(t, d, again, nil, []uuid.UUID{made.ID})
	})
}

func TestMark(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		mine, other := b.join(t), b.join(t)
		one, two, theirs := b.create(t, nil), b.create(t, mine), b.create(t, other)
		read, err := b.MarkRead(mine.ctx, one.ID)
		require.NoError(t, err)
		again, err := b.MarkRead(mine.ctx, one.ID)
		require.NoError(t, err)
		require.Equal(t, read, again, "it keeps its time")
		b.requireUnread(t, mine, 1)
		b.requireUnread(t, other, 2)

		changed, err := b.MarkAllRead(mine.ctx)
		require.NoError(t, err)
		require.Equal(t, 1, changed)
		changed, err = b.MarkAllRead(mine.ctx)
		require.NoError(t, err)
		require.Zero(t, changed)
		mark := d.Client.NotificationMark.Query().Where(notificationmark.MembershipID(mine.membership)).OnlyX(b.ctx)
		again, err = b.MarkRead(mine.ctx, two.ID)
		require.NoError(t, err)
		require.Equal(t, mark.CreatedAt, *again.ReadAt)
		require.NoError(t, b.Delete(mine.ctx, two.ID))
		requireList(t, d, mine, new(notification.Read), []uuid.UUID{one.ID})
		require.Equal(t, 2, d.Client.NotificationState.Query().Where(notificationstate.MembershipID(mine.membership)).CountX(b.ctx))

		stranger := newBundle(t, d).join(t)
		for name, refused := range map[string]struct {
			as *member
			id uuid.UUID
		}{
			"Deleted": {mine, two.ID}, "AnotherUser": {mine, theirs.ID}, "AnotherFirm": {stranger, one.ID}, "Unknown": {mine, uuid.New()},
		} {
			t.Run(name, func(t *testing.T) {
				_, err := b.MarkRead(refused.as.ctx, refused.id)
				require.True(t, fault.Is(err, fault.NotFound))
				require.True(t, fault.Is(b.Delete(refused.as.ctx, refused.id), fault.NotFound))
			})
		}
		t.Run("NoMember", func(t *testing.T) {
			visitor := viewer.NewContext(t.Context(), &viewer.Viewer{Kind: viewer.User, FirmID: b.firm, UserID: uuid.New(), HomeFirmID: uuid.New()})
			_, err := notification.UnreadCount(visitor, d)
			require.True(t, fault.Is(err, fault.Forbidden))
			_, err = b.MarkAllRead(visitor)
			require.True(t, fault.Is(err, fault.Forbidden))
			_, err = notification.List(visitor, d, notification.ListInput{})
			require.True(t, fault.Is(err, fault.Forbidden))
		})
	})
}

// Transactions that create notifications of a firm commit in the order of the numbers. Those of
// other firms don't wait.
func TestOrder(t *testing.T) {
	t.Parallel()
	d := dbtest.Open(t, db.Postgres)
	b, elsewhere := newBundle(t, d), newBundle(t, d)
	of := b.join(t)
	var all sync.WaitGroup
	err := d.Tx(b.ctx, func(ctx context.Context) error {
		first, err := b.Create(ctx, input())
		require.NoError(t, err)
		elsewhere.create(t, nil)
		second := make(chan int64, 1)
		all.Go(func() {
			made, err := b.Create(b.ctx, input())
			if err != nil {
				t.Error(err)
				return
			}
			second <- made.Number
		})
		require.Equal(t, int64(1), first.Number)
		require.Empty(t, second)
		b.requireUnread(t, of, 0) // which waits for nobody
		_, err = b.MarkAllRead(of.ctx)
		require.NoError(t, err)
		return nil
	})
	require.NoError(t, err)
	all.Wait()
	b.requireUnread(t, of, 2)
}

func TestConnect(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		of := b.join(t)
		var want []uuid.UUID // the newest first
		for i := range 7 {
			to := of
			if i%2 == 0 {
				to = nil
			}
			want = append([]uuid.UUID{b.create(t, to).ID}, want...)
		}
		for name, backward := range map[string]bool{"Forward": false, "Backward": true} {
			t.Run(name, func(t *testing.T) {
				var got []uuid.UUID
				var in notification.ConnectionInput
				for more := true; more; {
					if in.First = new(3); backward {
						in.First, in.Last = nil, new(3)
					}
					c, err := notification.Connect(of.ctx, d, in)
					require.NoError(t, err)
					edges, err := c.Edges(of.ctx)
					require.NoError(t, err)
					total, err := c.TotalCount(of.ctx)
					require.NoError(t, err)
					require.Equal(t, len(want), total)
					var ids []uuid.UUID
					for _, edge := range edges {
						ids = append(ids, edge.Node.ID)
					}
					info, err := c.PageInfo(of.ctx)
					require.NoError(t, err)
					if backward {
						got, in.Before = append(ids, got...), info.StartCursor
						more, err = info.HasPreviousPage(of.ctx)
					} else {
						got, in.After = append(got, ids...), info.EndCursor
						more, err = info.HasNextPage(of.ctx)
					}
					require.NoError(t, err)
				}
				require.Equal(t, want, got)
			})
		}
	})
}
