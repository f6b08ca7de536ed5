package session_test

import (
	"context"
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

// strangers returns viewers that are not a signed-in user.
func strangers(t *testing.T) map[string]context.Context {
	t.Helper()
	as := func(v *viewer.Viewer) context.Context { return viewer.NewContext(t.Context(), v) }
	return map[string]context.Context{
		"Nobody":    t.Context(),
		"Anonymous": as(&viewer.Viewer{UserID: uuid.New()}),
		"APIClient": as(&viewer.Viewer{Kind: viewer.APIClient, UserID: uuid.New(), FirmID: uuid.New()}),
		"System":    as(&viewer.Viewer{Kind: viewer.System, UserID: uuid.New()}),
		"NoUser":    as(&viewer.Viewer{Kind: viewer.User}),
	}
}

func TestStrangers(t *testing.T) {
	t.Parallel()
	b := setup(t, dbtest.Open(t, db.SQLite), config{})
	for who, ctx := range strangers(t) {
		for name, call := range map[string]func() error{
			"Logout":         func() error { return b.Logout(ctx) },
			"Me":             func() error { _, err := b.Me(ctx); return err },
			"SetFirm":        func() error { _, err := b.SetFirm(ctx, session.SetFirmInput{}); return err },
			"ChangePassword": func() error { return b.ChangePassword(ctx, session.ChangePasswordInput{}) },
			"Sessions":       func() error { _, err := b.Sessions(ctx); return err },
			"EndOne":         func() error { return b.EndOwnSession(ctx, uuid.New()) },
			"EndOthers":      func() error { _, err := b.EndOwnOtherSessions(ctx); return err },
		} {
			t.Run(name+who, func(t *testing.T) {
				requireRefusal(t, call(), fault.Unauthorized, "Log in first.") // before the validation
			})
		}
	}
}

func TestLogout(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d, config{})
		here, elsewhere := b.signIn(t), b.signIn(t)
		ctx, id := b.as(t, here.Token), here.Firms[0].SessionID
		renewed := b.refresh(t, here.RefreshToken)
		b.clock.advance(time.Minute)
		for range 2 { // the second time the session has ended already
			require.NoError(t, b.Logout(ctx))
		}
		require.Equal(t, []ending{{id, entsession.EndReasonLogout}}, b.takeEnded())
		stored := d.Client.Session.GetX(b.across, id)
		require.Equal(t, b.clock.Now(), stored.EndedAt.UTC())
		require.Equal(t, entsession.EndReasonLogout, *stored.EndReason)
		b.refuse(t, here.Token)
		b.refuse(t, renewed.Token)
		b.refuseRefresh(t, renewed.RefreshToken)
		b.clock.advance(time.Minute)
		b.refuseRefresh(t, here.RefreshToken) // not reported as theft any more
		require.Empty(t, b.takeEnded())
		b.accept(t, elsewhere.Token)
	})
}

func TestEndSessions(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d, config{NoRateLimit: true})
		_, bob, atBob := b.admit(t, "Bob's", "bob@example.com")
		var acme, beta, his uuid.UUID
		begin := func(t *testing.T) {
			t.Helper()
			b.takeEnded()
			acme = b.signIn(t).Firms[0].SessionID
			beta = b.signIn(t).Firms[0].SessionID
			d.Client.Session.UpdateOneID(beta).SetFirmID(b.atBe.FirmID).SetMembershipID(b.atBe.ID).ExecX(b.across)
			login, err := b.SignIn(t.Context(), bob)
			require.NoError(t, err)
			his = login.Firms[0].SessionID
		}
		ended := func() (all []uuid.UUID) {
			for _, e := range b.takeEnded() {
				require.Equal(t, entsession.EndReasonRevoked, e.reason)
				require.NotNil(t, d.Client.Session.GetX(b.across, e.session).EndedAt)
				all = append(all, e.session)
			}
			return all
		}
		for _, c := range []struct {
			name string
			end  func(context.Context) error
			want func() []uuid.UUID
		}{
			{
				"User", func(ctx context.Context) error { return b.EndUserSessions(ctx, b.ann.ID, entsession.EndReasonRevoked) },
				func() []uuid.UUID { return []uuid.UUID{acme, beta} },
			},
			{
				"Others", func(ctx context.Context) error {
					return b.EndOtherSessions(ctx, b.ann.ID, beta, entsession.EndReasonRevoked)
				},
				func() []uuid.UUID { return []uuid.UUID{acme} },
			},
			{
				"Membership", func(ctx context.Context) error {
					return b.EndMembershipSessions(ctx, atBob.ID, entsession.EndReasonRevoked)
				},
				func() []uuid.UUID { return []uuid.UUID{his} },
			},
			{
				"One", func(ctx context.Context) error { return b.EndSession(ctx, beta, entsession.EndReasonRevoked) },
				func() []uuid.UUID { return []uuid.UUID{beta} },
			},
			{
				"None", func(ctx context.Context) error { return b.EndSession(ctx, uuid.New(), entsession.EndReasonRevoked) },
				func() []uuid.UUID { return nil },
			},
		} {
			t.Run(c.name, func(t *testing.T) {
				require.NoError(t, b.EndUserSessions(t.Context(), b.ann.ID, entsession.EndReasonRevoked))
				require.NoError(t, b.EndUserSessions(t.Context(), bob.ID, entsession.EndReasonRevoked))
				begin(t)
				require.ErrorIs(t, d.Tx(t.Context(), func(ctx context.Context) error {
					require.NoError(t, c.end(ctx))
					return errChanged
				}), errChanged)
				require.Empty(t, b.takeEnded(), "rolled back")
				require.NoError(t, c.end(t.Context()))
				require.ElementsMatch(t, c.want(), ended())
			})
		}
	})
}

func TestMe(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d, config{})
		login := b.signIn(t)
		me, err := b.Me(b.as(t, login.Token))
		require.NoError(t, err)
		require.Equal(t, b.ann.ID, me.User.ID)
		require.Equal(t, &session.ActiveFirm{
			FirmID: b.acme.ID, RelationID: &b.atAcme.ID, FirmName: "Acme", SessionID: login.Firms[0].SessionID,
			Currency: "EUR", TimeZone: "UTC",
		}, me.Firm)
		require.Equal(t, b.atAcme.RoleID, me.Role.ID)
		require.Equal(t, "Clerk", me.Role.Name)
		require.False(t, me.IsSuperFirm)
		require.False(t, me.MustChangePassword, "nobody else typed it")
		firms, err := me.Firms(b.as(t, login.Token))
		require.NoError(t, err)
		require.Equal(t, login.Firms, firms)

		visit := *b.accept(t, login.Token)
		visit.FirmID, visit.HomeFirmID, visit.RelationID, visit.RoleID = b.beta.ID, b.acme.ID, uuid.Nil, uuid.Nil
		me, err = b.Me(viewer.NewContext(t.Context(), &visit))
		require.NoError(t, err)
		require.Equal(t, "Beta", me.Firm.FirmName)
		require.Nil(t, me.Firm.RelationID)
		require.Nil(t, me.Role)
		require.Equal(t, b.ann.ID, me.User.ID)
	})
}

func TestSetFirm(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d, config{NoRateLimit: true})
		_, bob, atBob := b.admit(t, "Bob's", "bob@example.com")
		login, elsewhere := b.signIn(t), b.signIn(t)
		ctx := b.as(t, login.Token)
		good := session.SetFirmInput{UserID: b.ann.ID, RelationID: b.atBe.ID, SessionID: login.Firms[0].SessionID}
		forbidden := func(t *testing.T, in session.SetFirmInput) {
			t.Helper()
			token, err := b.SetFirm(ctx, in)
			require.Nil(t, token)
			requireRefusal(t, err, fault.Forbidden, "This firm can't be chosen by this user in this session.")
			stored := d.Client.Session.GetX(b.across, good.SessionID)
			require.Equal(t, &b.atAcme.ID, stored.MembershipID)
		}
		t.Run("ErrMissing", func(t *testing.T) {
			_, err := b.SetFirm(ctx, session.SetFirmInput{})
			require.Equal(t, []string{"userId is required", "relationId is required", "sessionId is required"}, said(t, err))
		})
		t.Run("ErrOtherUser", func(t *testing.T) {
			in := good
			in.UserID = bob.ID
			forbidden(t, in)
			in.RelationID = atBob.ID
			forbidden(t, in)
		})
		t.Run("ErrOtherSession", func(t *testing.T) {
			in := good
			in.SessionID = elsewhere.Firms[0].SessionID
			forbidden(t, in)
		})
		t.Run("ErrOtherRelation", func(t *testing.T) {
			for _, relation := range []uuid.UUID{atBob.ID, uuid.New(), b.beta.ID} {
				in := good
				in.RelationID = relation
				forbidden(t, in)
			}
		})
		t.Run("ErrInactive", func(t *testing.T) {
			for table, row := range map[string]uuid.UUID{"memberships": b.atBe.ID, "firms": b.beta.ID} {
				b.setActive(t, table, row, false)
				forbidden(t, good)
				b.setActive(t, table, row, true)
			}
		})
		t.Run("OK", func(t *testing.T) {
			b.clock.advance(time.Minute)
			chosen, err := b.SetFirm(ctx, good)
			require.NoError(t, err)
			require.Equal(t, 900, chosen.ExpiresIn)
			require.Equal(t, b.beta.ID, chosen.FirmID)
			require.Equal(t, b.atBe.ID, chosen.RelationID)
			v := b.accept(t, chosen.Token)
			require.Equal(t, b.beta.ID, v.FirmID)
			require.Equal(t, b.atBe.RoleID, v.RoleID)
			require.Equal(t, good.SessionID, v.SessionID)
			require.Equal(t, b.acme.ID, b.accept(t, login.Token).FirmID) // until it expires
			require.Equal(t, b.clock.Now(), d.Client.Session.GetX(b.across, v.SessionID).LastUsedAt.UTC())
			require.Equal(t, b.beta.ID, b.accept(t, b.refresh(t, login.RefreshToken).Token).FirmID)

			good.RelationID = b.atAcme.ID
			_, err = b.SetFirm(b.as(t, chosen.Token), good) // back again
			require.NoError(t, err)
			require.Equal(t, b.acme.ID, b.accept(t, elsewhere.Token).FirmID)
		})
		t.Run("ErrEnded", func(t *testing.T) {
			require.NoError(t, b.Logout(ctx))
			forbidden(t, good)
		})
	})
}
