package session_test

import (
	"context"
	"net/netip"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	entsession "github.com/firmhub/firmhub/ent/session"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/session"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// open returns the ids of the caller's open sessions.
func (b *bundle) open(ctx context.Context, t *testing.T) (ids []uuid.UUID) {
	t.Helper()
	sessions, err := b.Sessions(ctx)
	require.NoError(t, err)
	for _, s := range sessions {
		ids = append(ids, s.ID)
	}
	return ids
}

func TestSessions(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d, config{})
		_, bob, _ := b.admit(t, "Bob's", "bob@example.com")
		_, err := b.SignIn(t.Context(), bob)
		require.NoError(t, err)
		first, err := b.SignIn(viewer.NewContext(t.Context(), &viewer.Viewer{Request: viewer.Request{
			Address:   netip.MustParseAddr("2001:db8::7"),
			UserAgent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36",
		}}), b.ann)
		require.NoError(t, err)
		b.clock.advance(5 * time.Minute)
		second := b.signIn(t)
		ctx, secondID, firstID := b.as(t, second.Token), second.Firms[0].SessionID, first.Firms[0].SessionID
		t.Run("OK", func(t *testing.T) {
			sessions, err := b.Sessions(ctx)
			require.NoError(t, err)
			require.Len(t, sessions, 2)
			require.Equal(t, secondID, sessions[0].ID)
			require.True(t, sessions[0].IsCurrent)
			require.Equal(t, "Unknown", sessions[0].Device)
			require.Empty(t, sessions[0].Address)
			old := sessions[1]
			require.Equal(t, firstID, old.ID)
			require.False(t, old.IsCurrent)
			require.Equal(t, "Chrome on Windows", old.Device)
			require.Contains(t, old.UserAgent, "Chrome/124.0.0.0")
			require.Equal(t, "2001:db8::7", old.Address)
			require.Equal(t, "Acme", *old.FirmName)
			require.Equal(t, noon, old.LastUsedAt.UTC())
			require.False(t, old.CreatedAt.IsZero())
		})
		t.Run("OKOtherFirm", func(t *testing.T) {
			b.clock.advance(time.Minute)
			_, err := b.SetFirm(b.as(t, first.Token), session.SetFirmInput{
				UserID: b.ann.ID, RelationID: b.atBe.ID, SessionID: firstID,
			})
			require.NoError(t, err)
			sessions, err := b.Sessions(ctx)
			require.NoError(t, err)
			require.Equal(t, firstID, sessions[0].ID, "the last used first")
			require.Equal(t, "Beta", *sessions[0].FirmName)
		})
		t.Run("OKExpired", func(t *testing.T) {
			b.clock.advance(session.RefreshLife - time.Minute)
			late := b.signIn(t)
			require.Equal(t, []uuid.UUID{late.Firms[0].SessionID, firstID}, b.open(ctx, t))
			b.takeEnded()
			requireCode(t, fault.NotFound, b.EndOwnSession(ctx, secondID))
			ended, err := b.EndOwnOtherSessions(b.as(t, late.Token))
			require.NoError(t, err)
			require.Equal(t, 1, ended)
			require.Equal(t, []ending{{firstID, entsession.EndReasonRevoked}}, b.takeEnded())
		})
	})
}

func TestEndOwnSessions(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d, config{})
		_, bob, _ := b.admit(t, "Bob's", "bob@example.com")
		his, err := b.SignIn(t.Context(), bob)
		require.NoError(t, err)
		here, there := b.signIn(t), b.signIn(t)
		ctx, hereID, thereID := b.as(t, here.Token), here.Firms[0].SessionID, there.Firms[0].SessionID
		t.Run("OKOne", func(t *testing.T) {
			require.NoError(t, b.EndOwnSession(ctx, thereID))
			require.Equal(t, []ending{{thereID, entsession.EndReasonRevoked}}, b.takeEnded())
			b.refuse(t, there.Token)
			b.refuseRefresh(t, there.RefreshToken)
			require.Equal(t, []uuid.UUID{hereID}, b.open(ctx, t))
		})
		t.Run("ErrNotFound", func(t *testing.T) {
			for _, id := range []uuid.UUID{thereID, his.Firms[0].SessionID, uuid.New(), uuid.Nil} {
				requireRefusal(t, b.EndOwnSession(ctx, id), fault.NotFound, "You have no such session.")
			}
			require.Empty(t, b.takeEnded())
			b.accept(t, his.Token)
		})
		t.Run("OKOthers", func(t *testing.T) {
			others := []uuid.UUID{b.signIn(t).Firms[0].SessionID, b.signIn(t).Firms[0].SessionID}
			for _, want := range []int{2, 0} {
				ended, err := b.EndOwnOtherSessions(ctx)
				require.NoError(t, err)
				require.Equal(t, want, ended)
			}
			ended := b.takeEnded()
			require.ElementsMatch(t, others, []uuid.UUID{ended[0].session, ended[1].session})
			require.Len(t, ended, 2)
			b.accept(t, here.Token)
			b.accept(t, his.Token)
		})
		t.Run("OKCurrent", func(t *testing.T) {
			require.NoError(t, b.EndOwnSession(ctx, hereID))
			require.Equal(t, []ending{{hereID, entsession.EndReasonLogout}}, b.takeEnded())
			b.refuse(t, here.Token)
		})
	})
}
