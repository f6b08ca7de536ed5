package session_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	entsession "github.com/firmhub/firmhub/ent/session"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/session"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

const newPassword = "Battery-staple-2"

func TestChangePassword(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d, config{NoRateLimit: true})
		own, other := b.signIn(t), b.signIn(t)
		ctx := b.as(t, own.Token)
		t.Run("ErrWrong", func(t *testing.T) {
			err := b.ChangePassword(ctx, session.ChangePasswordInput{CurrentPassword: "wrong", NewPassword: newPassword})
			require.Equal(t, []string{"currentPassword is wrong"}, said(t, err))
		})
		t.Run("ErrMissing", func(t *testing.T) {
			err := b.ChangePassword(ctx, session.ChangePasswordInput{})
			require.Equal(t, []string{"currentPassword is required", "newPassword is required"}, said(t, err))
		})
		t.Run("ErrWeak", func(t *testing.T) {
			err := b.ChangePassword(ctx, session.ChangePasswordInput{CurrentPassword: annPassword, NewPassword: "weak"})
			require.Equal(t, []string{
				"newPassword must have at least 8 characters", "newPassword must have an upper-case letter",
				"newPassword must have a digit", "newPassword must have a symbol",
			}, said(t, err))
		})
		t.Run("ErrSame", func(t *testing.T) {
			err := b.ChangePassword(ctx, session.ChangePasswordInput{CurrentPassword: annPassword, NewPassword: annPassword})
			require.Equal(t, []string{"newPassword must differ from the current one"}, said(t, err))
		})
		require.Empty(t, b.takeEnded())
		t.Run("OK", func(t *testing.T) {
			require.NoError(t, b.ChangePassword(ctx, session.ChangePasswordInput{CurrentPassword: annPassword, NewPassword: newPassword}))
			require.Equal(t, []ending{{other.Firms[0].SessionID, entsession.EndReasonPasswordChanged}}, b.takeEnded())
			b.accept(t, own.Token)
			b.refresh(t, own.RefreshToken)
			b.refuse(t, other.Token)
			b.refuseRefresh(t, other.RefreshToken)
			_, err := b.Login(t.Context(), session.LoginInput{Email: email, Password: annPassword})
			requireCode(t, fault.Unauthorized, err)
			_, err = b.Login(t.Context(), session.LoginInput{Email: email, Password: newPassword})
			require.NoError(t, err)
		})
	})
}

func TestChangePasswordAtOnce(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d, config{})
		ctx := b.as(t, b.signIn(t).Token)
		release := b.passwords.Pause()
		done := make(chan error)
		for _, next := range []string{"Battery-staple-2", "Battery-staple-3"} {
			go func() {
				done <- b.ChangePassword(ctx, session.ChangePasswordInput{CurrentPassword: annPassword, NewPassword: next})
			}()
		}
		b.waiting(t, 2) // both have read the current hash
		release()
		first, second := <-done, <-done
		if first != nil {
			first, second = second, first
		}
		require.NoError(t, first)
		requireCode(t, fault.Unavailable, second)
	})
}

func TestChangePasswordLimit(t *testing.T) {
	t.Parallel()
	b := setup(t, dbtest.Open(t, db.SQLite), config{})
	ann := b.as(t, b.signIn(t).Token)
	try := func(ctx context.Context) error { // like bundle.try
		ctx, leave := context.WithCancel(ctx)
		leave()
		return b.ChangePassword(ctx, session.ChangePasswordInput{CurrentPassword: "wrong", NewPassword: newPassword})
	}
	for range 10 {
		requireCounted(t, try(ann))
	}
	requireTooMany(t, 6*time.Second, try(ann))
	right := session.ChangePasswordInput{CurrentPassword: annPassword, NewPassword: newPassword}
	requireTooMany(t, 6*time.Second, b.ChangePassword(ann, right))
	_, bob, atBob := b.admit(t, "Bob's", "bob@example.com")
	requireCounted(t, try(viewer.NewContext(t.Context(), &viewer.Viewer{
		Kind: viewer.User, UserID: bob.ID, RelationID: atBob.ID, FirmID: atBob.FirmID,
	})))
	b.clock.advance(6 * time.Second)
	require.NoError(t, b.ChangePassword(ann, right))
}

func TestResetPassword(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d, config{NoRateLimit: true})
		t.Run("ErrInvalid", func(t *testing.T) {
			err := b.ResetPassword(t.Context(), session.ResetPasswordInput{NewPassword: "Abcdefg1"})
			require.Equal(t, []string{"email is required", "newPassword must have a symbol"}, said(t, err))
		})
		t.Run("ErrUnknown", func(t *testing.T) {
			err := b.ResetPassword(t.Context(), session.ResetPasswordInput{Email: "nobody@example.com", NewPassword: newPassword})
			requireRefusal(t, err, fault.NotFound, "There is no user with the e-mail nobody@example.com.")
		})
		t.Run("OK", func(t *testing.T) {
			logins := []*session.Login{b.signIn(t), b.signIn(t)}
			require.NoError(t, b.ResetPassword(t.Context(), session.ResetPasswordInput{Email: " ANN@example.com", NewPassword: newPassword}))
			for _, login := range logins {
				b.refuse(t, login.Token)
				b.refuseRefresh(t, login.RefreshToken)
			}
			require.Len(t, b.takeEnded(), 2)
			_, err := b.Login(t.Context(), session.LoginInput{Email: email, Password: newPassword})
			require.NoError(t, err)
		})
	})
}
