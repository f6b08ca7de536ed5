package session_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/factor"
	"github.com/firmhub/firmhub/internal/domain/factor/factortest"
	"github.com/firmhub/firmhub/internal/domain/session"
	"github.com/firmhub/firmhub/internal/fault"
)

const (
	badCode  = "The code is wrong or was used before."
	badToken = "The mfaToken is not valid any more. Log in again." //nolint:gosec // what a person reads
	wrong    = "000000"
)

// addFactor adds an authenticator to Ann. The clock advances, so that its next code is a new one.
func (b *bundle) addFactor(t *testing.T) (secret string, codes []string) {
	t.Helper()
	ctx := b.as(t, b.signIn(t).Token)
	setup, err := b.Factors().Begin(ctx)
	require.NoError(t, err)
	confirmed, err := b.Factors().Confirm(ctx, factor.ConfirmInput{Code: b.code(t, setup.Secret)})
	require.NoError(t, err)
	b.clock.advance(time.Minute)
	return setup.Secret, confirmed.RecoveryCodes
}

func (b *bundle) code(t *testing.T, secret string) string {
	t.Helper()
	return factortest.Code(t, secret, b.clock.Now())
}

// challenge logs Ann in by her password, and returns the token of the challenge.
func (b *bundle) challenge(t *testing.T) string {
	t.Helper()
	login, err := b.login(t, email, annPassword)
	require.NoError(t, err)
	require.NotNil(t, login.Challenge)
	require.Empty(t, login.Token+login.RefreshToken)
	require.Nil(t, login.User)
	return login.Challenge.Token
}

func (b *bundle) byCode(t *testing.T, token, code string) (*session.Login, error) {
	t.Helper()
	return b.LoginMFA(t.Context(), session.LoginMFAInput{MfaToken: token, Code: &code})
}

func (b *bundle) byRecovery(t *testing.T, token, code string) (*session.Login, error) {
	t.Helper()
	return b.LoginMFA(t.Context(), session.LoginMFAInput{MfaToken: token, RecoveryCode: &code})
}

func TestLoginMFA(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d, config{NoRateLimit: true})
		secret, codes := b.addFactor(t)
		require.Len(t, codes, 10)
		t.Run("OK", func(t *testing.T) {
			token, code := b.challenge(t), b.code(t, secret)
			login, err := b.byCode(t, token, code[:3]+" "+code[3:])
			require.NoError(t, err)
			require.True(t, b.accept(t, login.Token).HasFactor)
			_, err = b.byCode(t, token, code)
			requireRefusal(t, err, fault.Unauthorized, badToken)
			_, err = b.byCode(t, b.challenge(t), code)
			requireRefusal(t, err, fault.Unauthorized, badCode)
			b.clock.advance(time.Minute)
		})
		t.Run("OKRecoveryCode", func(t *testing.T) {
			_, err := b.byRecovery(t, b.challenge(t), codes[0])
			require.NoError(t, err)
			token := b.challenge(t)
			_, err = b.byRecovery(t, token, codes[0])
			requireRefusal(t, err, fault.Unauthorized, badCode)
			_, err = b.byRecovery(t, token, codes[1])
			require.NoError(t, err)
		})
		t.Run("ErrPassword", func(t *testing.T) { b.requireBadLogin(t, email, "Wrong-horse-1") })
		t.Run("ErrValidation", func(t *testing.T) {
			_, err := b.LoginMFA(t.Context(), session.LoginMFAInput{})
			require.Equal(t, []string{"mfaToken is required", "code or recoveryCode is required"}, said(t, err))
		})
		t.Run("ErrUnknownWhileWriting", func(t *testing.T) { // an invented token does not wait for the writer
			require.NoError(t, d.Tx(t.Context(), func(writing context.Context) error {
				_, err := dbtest.SQL(writing, d).Exec("UPDATE firms SET name = name WHERE false")
				require.NoError(t, err)
				ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
				defer cancel()
				code := wrong
				_, err = b.LoginMFA(ctx, session.LoginMFAInput{MfaToken: "invented", Code: &code})
				requireRefusal(t, err, fault.Unauthorized, badToken)
				return nil
			}))
		})
		t.Run("ErrTries", func(t *testing.T) {
			token := b.challenge(t)
			for range 5 {
				_, err := b.byCode(t, token, wrong)
				requireRefusal(t, err, fault.Unauthorized, badCode)
			}
			_, err := b.byCode(t, token, b.code(t, secret))
			requireRefusal(t, err, fault.Unauthorized, badToken)
		})
		t.Run("ErrTriesAtOnce", func(t *testing.T) {
			token := b.challenge(t)
			var tried atomic.Int32
			var race errgroup.Group
			for range 12 {
				race.Go(func() error {
					_, err := b.byCode(t, token, wrong)
					switch {
					case err == nil:
						return errors.New("a wrong code was right")
					case fault.From(err).Message == badCode:
						tried.Add(1)
					case fault.From(err).Message != badToken:
						return err
					}
					return nil
				})
			}
			require.NoError(t, race.Wait())
			require.EqualValues(t, 5, tried.Load())
		})
		t.Run("ErrExpired", func(t *testing.T) {
			token := b.challenge(t)
			b.clock.advance(5 * time.Minute)
			_, err := b.byCode(t, token, b.code(t, secret))
			requireRefusal(t, err, fault.Unauthorized, badToken)
		})
		t.Run("ErrOtherPassword", func(t *testing.T) {
			token := b.challenge(t)
			require.NoError(t, b.ResetPassword(t.Context(), session.ResetPasswordInput{Email: email, NewPassword: "Other-horse-1"}))
			_, err := b.byCode(t, token, b.code(t, secret))
			requireRefusal(t, err, fault.Unauthorized, badToken)
			require.NoError(t, b.ResetPassword(t.Context(), session.ResetPasswordInput{Email: email, NewPassword: annPassword}))
		})
		t.Run("OKReset", func(t *testing.T) {
			token := b.challenge(t)
			require.NoError(t, b.Factors().Reset(t.Context(), email))
			_, err := b.byRecovery(t, token, codes[2])
			requireRefusal(t, err, fault.Unauthorized, badToken)
			login, err := b.login(t, email, annPassword)
			require.NoError(t, err)
			require.Nil(t, login.Challenge)
			require.False(t, b.accept(t, login.Token).HasFactor)
			requireCode(t, fault.Conflict, b.Factors().Reset(t.Context(), email))
			requireCode(t, fault.NotFound, b.Factors().Reset(t.Context(), "nobody@example.com"))
		})
	})
}

// While a code is confirmed, nobody replaces the secret that it is of.
func TestBeginFactor_WhileConfirmed(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d, config{NoRateLimit: true})
		ctx := b.as(t, b.signIn(t).Token)
		require.NoError(t, d.Tx(t.Context(), func(confirming context.Context) error {
			require.NoError(t, d.LockUsers(confirming, b.ann.ID))
			_, err := dbtest.SQL(confirming, d).Exec("UPDATE firms SET name = name WHERE false") // which locks SQLite
			require.NoError(t, err)
			waiting, cancel := context.WithTimeout(ctx, time.Second)
			defer cancel()
			_, err = b.Factors().Begin(waiting)
			require.Error(t, err)
			return nil
		}))
		_, err := b.Factors().Begin(ctx)
		require.NoError(t, err)
	})
}

// An account takes ten wrong codes an hour, whatever the log-in, and on all instances.
func TestLoginMFA_PerHour(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d, config{})
		secret, codes := b.addFactor(t)
		elsewhere := b.instance(t)
		for range 2 {
			token := b.challenge(t)
			for range 5 {
				code := wrong
				_, err := elsewhere.LoginMFA(t.Context(), session.LoginMFAInput{MfaToken: token, Code: &code})
				requireRefusal(t, err, fault.Unauthorized, badCode)
			}
		}
		token := b.challenge(t)
		_, err := b.byCode(t, token, b.code(t, secret))
		requireCode(t, fault.TooManyRequests, err)
		_, err = b.byRecovery(t, token, codes[0])
		requireCode(t, fault.TooManyRequests, err)
		b.clock.advance(time.Hour)
		for range 12 { // what succeeds does not count
			b.clock.advance(time.Minute)
			_, err = b.byCode(t, b.challenge(t), b.code(t, secret))
			require.NoError(t, err)
		}
	})
}

func TestRemoveFactor(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d, config{NoRateLimit: true})
		ctx := b.as(t, b.signIn(t).Token)
		remove := func(password, code string) error {
			return b.Factors().Remove(ctx, factor.RemoveInput{CurrentPassword: password, Code: code})
		}
		requireCode(t, fault.NotFound, remove(annPassword, wrong))
		secret, _ := b.addFactor(t)
		status, err := b.Factors().Status(ctx)
		require.NoError(t, err)
		require.Equal(t, b.clock.Now().Add(-time.Minute), status.TotpSince.UTC())
		require.Equal(t, 10, status.RecoveryCodesLeft)
		_, err = b.Factors().Begin(ctx)
		requireCode(t, fault.Conflict, err)
		require.Equal(t, []string{"currentPassword is wrong"}, said(t, remove("Wrong-horse-1", b.code(t, secret))))
		require.Equal(t, []string{"code is wrong"}, said(t, remove(annPassword, wrong)))
		require.NoError(t, remove(annPassword, b.code(t, secret)))
		login, err := b.login(t, email, annPassword)
		require.NoError(t, err)
		require.Nil(t, login.Challenge)
		status, err = b.Factors().Status(ctx)
		require.NoError(t, err)
		require.Equal(t, &factor.Status{}, status)
		for name, ctx := range strangers(t) {
			_, err := b.Factors().Begin(ctx)
			require.True(t, fault.Is(err, fault.Unauthorized), name)
		}
	})
}
