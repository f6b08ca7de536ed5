package session_test

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/firmhub/firmhub/ent/notification"
	"github.com/firmhub/firmhub/ent/refreshtoken"
	entsession "github.com/firmhub/firmhub/ent/session"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/session"
	"github.com/firmhub/firmhub/internal/fault"
)

// refuseRefresh checks that a refresh token is not valid, and that the message does not say why.
func (b *bundle) refuseRefresh(t testing.TB, token string) {
	t.Helper()
	pair, err := b.Refresh(t.Context(), session.RefreshInput{RefreshToken: token})
	require.Nil(t, pair)
	requireRefusal(t, err, fault.Unauthorized, "The refresh token is not valid. Log in again.")
}

func TestRefresh(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d, config{NoRateLimit: true})
		t.Run("OK", func(t *testing.T) {
			login := b.signIn(t)
			before := b.accept(t, login.Token)
			b.clock.advance(time.Minute)
			pair := b.refresh(t, login.RefreshToken)
			require.Equal(t, 900, pair.ExpiresIn)
			require.NotEqual(t, login.Token, pair.Token)
			require.NotEqual(t, login.RefreshToken, pair.RefreshToken)
			after := b.accept(t, pair.Token)
			require.Equal(t, before.SessionID, after.SessionID)
			require.Equal(t, b.acme.ID, after.FirmID)
			require.Equal(t, b.clock.Now().Add(15*time.Minute), after.Expires.UTC())
			b.accept(t, login.Token) // it has not expired
			require.Equal(t, b.clock.Now(), d.Client.Session.GetX(b.across, after.SessionID).LastUsedAt.UTC())
			b.refresh(t, pair.RefreshToken)
		})
		t.Run("OKStoredAsHash", func(t *testing.T) {
			login := b.signIn(t)
			raw, err := base64.RawURLEncoding.DecodeString(login.RefreshToken)
			require.NoError(t, err)
			require.Len(t, raw, 32)
			sum := sha256.Sum256([]byte(login.RefreshToken))
			stored := d.Client.RefreshToken.Query().Where(refreshtoken.Hash(sum[:])).OnlyX(b.across)
			require.Equal(t, b.clock.Now().Add(30*24*time.Hour), stored.ExpiresAt.UTC())
		})
		t.Run("OKLastMoment", func(t *testing.T) {
			login := b.signIn(t)
			b.clock.advance(session.RefreshLife - time.Microsecond)
			b.refresh(t, login.RefreshToken)
		})
		t.Run("ErrExpired", func(t *testing.T) {
			login := b.signIn(t)
			id := b.accept(t, login.Token).SessionID
			b.clock.advance(session.RefreshLife)
			b.refuseRefresh(t, login.RefreshToken)
			require.Nil(t, d.Client.Session.GetX(b.across, id).EndedAt)
		})
		t.Run("ErrUnknown", func(t *testing.T) {
			raw := make([]byte, 32)
			_, _ = rand.Read(raw)
			b.refuseRefresh(t, base64.RawURLEncoding.EncodeToString(raw))
		})
		t.Run("ErrUnknownWhileWriting", func(t *testing.T) { // an unknown token does not wait for the writer
			require.NoError(t, d.Tx(t.Context(), func(ctx context.Context) error {
				_, err := dbtest.SQL(ctx, d).Exec("UPDATE firms SET name = name WHERE false")
				require.NoError(t, err)
				b.refuseRefresh(t, base64.RawURLEncoding.EncodeToString(make([]byte, 32)))
				return nil
			}))
		})
		t.Run("ErrMalformed", func(t *testing.T) {
			login := b.signIn(t)
			for _, token := range []string{
				"x", " ", login.RefreshToken + "=", login.RefreshToken + "\n", " " + login.RefreshToken, login.RefreshToken[1:],
				login.RefreshToken + login.RefreshToken, login.Token,
			} {
				b.refuseRefresh(t, token)
			}
			b.refresh(t, login.RefreshToken)
		})
		t.Run("ErrMissing", func(t *testing.T) {
			_, err := b.Refresh(t.Context(), session.RefreshInput{})
			require.Equal(t, []string{"refreshToken is required"}, said(t, err))
		})
		t.Run("ErrEnded", func(t *testing.T) {
			login := b.signIn(t)
			require.NoError(t, b.Logout(b.as(t, login.Token)))
			b.refuseRefresh(t, login.RefreshToken)
		})
		t.Run("ErrCancelled", func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			login := b.signIn(t)
			_, err := b.Refresh(ctx, session.RefreshInput{RefreshToken: login.RefreshToken})
			require.Error(t, err)
			require.False(t, fault.Is(err, fault.Unauthorized), "%v", err)
			b.refresh(t, login.RefreshToken)
		})
	})
}

func TestRefreshFirm(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d, config{NoRateLimit: true})
		login := b.signIn(t)
		next := login.RefreshToken
		expect := func(firm string) {
			t.Helper()
			pair := b.refresh(t, next)
			next = pair.RefreshToken
			v := b.accept(t, pair.Token)
			require.Equal(t, firm, d.Client.Firm.GetX(b.across, v.FirmID).Name)
			require.Equal(t, &v.RelationID, d.Client.Session.GetX(b.across, v.SessionID).MembershipID)
		}
		ctx := b.as(t, login.Token)
		_, err := b.SetFirm(ctx, session.SetFirmInput{
			UserID: b.ann.ID, RelationID: b.atBe.ID, SessionID: login.Firms[0].SessionID,
		})
		require.NoError(t, err)
		expect("Beta") // the chosen firm

		b.setActive(t, "memberships", b.atBe.ID, false)
		expect("Acme")
		b.setActive(t, "memberships", b.atBe.ID, true)
		expect("Acme") // the session has changed to it
		b.setActive(t, "firms", b.acme.ID, false)
		expect("Beta")

		b.setActive(t, "firms", b.beta.ID, false)
		b.refuseRefresh(t, next)
		b.setActive(t, "firms", b.beta.ID, true)
		b.setActive(t, "users", b.ann.ID, false)
		b.refuseRefresh(t, next)
		b.setActive(t, "users", b.ann.ID, true)
		expect("Beta") // an error does not use the token
	})
}

func TestRefreshAtOnce(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d, config{})
		login := b.signIn(t)
		var (
			tabs  errgroup.Group
			pairs [16]*session.TokenPair
			errs  [16]error
		)
		for i := range pairs {
			tabs.Go(func() error {
				pairs[i], errs[i] = b.Refresh(t.Context(), session.RefreshInput{RefreshToken: login.RefreshToken})
				return nil
			})
		}
		require.NoError(t, tabs.Wait())
		var won *session.TokenPair
		for i, pair := range pairs {
			if errs[i] != nil {
				requireCode(t, fault.Unauthorized, errs[i])
				continue
			}
			require.Nil(t, won, "two exchanges of one token")
			won = pair
		}
		require.NotNil(t, won)
		require.Equal(t, 2, d.Client.RefreshToken.Query().CountX(b.across))
		require.Empty(t, b.takeEnded())
		b.accept(t, login.Token)
		b.accept(t, won.Token)
		b.refresh(t, won.RefreshToken)
	})
}

func TestRefreshReplay(t *testing.T) {
	t.Parallel()
	errOther := errors.New("something else went wrong")
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d, config{NoRateLimit: true})
		t.Run("SecondTab", func(t *testing.T) {
			login := b.signIn(t)
			pair := b.refresh(t, login.RefreshToken)
			b.clock.advance(10 * time.Second)
			b.refuseRefresh(t, login.RefreshToken)
			require.Empty(t, b.takeEnded())
			b.accept(t, login.Token)
			b.accept(t, pair.Token)
			b.refresh(t, pair.RefreshToken)
		})
		type try func(ctx context.Context, refresh func(context.Context) error) error
		for name, replay := range map[string]try{
			"Theft": func(ctx context.Context, refresh func(context.Context) error) error { return refresh(ctx) },
			"TheftInTransaction": func(ctx context.Context, refresh func(context.Context) error) error {
				return d.Tx(ctx, refresh) // like the executor
			},
			"TheftPassedOver": func(ctx context.Context, refresh func(context.Context) error) error {
				return d.Tx(ctx, func(ctx context.Context) error {
					_ = refresh(ctx)
					return nil
				})
			},
			"TheftAmongOtherErrors": func(ctx context.Context, refresh func(context.Context) error) error {
				return d.Tx(ctx, func(ctx context.Context) error { return errors.Join(errOther, refresh(ctx)) })
			},
		} {
			t.Run(name, func(t *testing.T) {
				elsewhere, login := b.signIn(t), b.signIn(t)
				id := b.accept(t, login.Token).SessionID
				pair := b.refresh(t, login.RefreshToken)
				b.clock.advance(10*time.Second + time.Microsecond)
				ctx, leave := context.WithCancel(t.Context())
				defer leave()
				err := replay(ctx, func(ctx context.Context) error {
					_, err := b.Refresh(ctx, session.RefreshInput{RefreshToken: login.RefreshToken})
					return err
				})
				requireRefusal(t, err, fault.Unauthorized, "The refresh token is not valid. Log in again.")

				require.Equal(t, []ending{{id, entsession.EndReasonTokenReplayed}}, b.takeEnded())
				stored := d.Client.Session.GetX(b.across, id)
				require.Equal(t, b.clock.Now(), stored.EndedAt.UTC())
				require.Equal(t, entsession.EndReasonTokenReplayed, *stored.EndReason)
				b.refuse(t, login.Token)
				b.refuse(t, pair.Token)
				b.refuseRefresh(t, pair.RefreshToken)
				b.refuseRefresh(t, login.RefreshToken)
				require.Empty(t, b.takeEnded(), "it has ended once")
				b.accept(t, elsewhere.Token)
				told := d.Client.Notification.Query().Where(notification.ModuleID(id)).OnlyX(b.across)
				require.JSONEq(t, `{"about":"session"}`, told.Metadata)
				require.Equal(t, []uuid.UUID{*stored.FirmID, stored.UserID}, []uuid.UUID{told.FirmID, told.UserID})
			})
		}
	})
}
