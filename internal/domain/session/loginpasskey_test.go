package session_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/auditentry"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/factor"
	"github.com/firmhub/firmhub/internal/domain/factor/factortest"
	"github.com/firmhub/firmhub/internal/domain/session"
	"github.com/firmhub/firmhub/internal/fault"
)

const (
	origin     = "https://hub.example.com"
	rpID       = "hub.example.com"
	badPasskey = "The passkey was not accepted."
)

// register adds a passkey to a person.
func (b *bundle) register(t *testing.T, ctx context.Context) (*factortest.Passkey, *factor.NewPasskey) { //nolint:revive // t is first.
	t.Helper()
	passkey := factortest.NewPasskey(t, origin, rpID)
	options, err := b.Factors().BeginPasskey(ctx)
	require.NoError(t, err)
	added, err := b.Factors().FinishPasskey(ctx, factor.FinishPasskeyInput{
		Name: " Laptop ", Credential: passkey.Create(t, options.PublicKey),
	})
	require.NoError(t, err)
	require.Equal(t, "Laptop", added.Passkey.Name)
	return passkey, added
}

// options are those of a log-in by a passkey alone.
func (b *bundle) options(t *testing.T) json.RawMessage {
	t.Helper()
	options, err := b.BeginLoginPasskey(t.Context())
	require.NoError(t, err)
	return options.PublicKey
}

func (b *bundle) alone(t *testing.T, credential json.RawMessage) (*session.Login, error) {
	t.Helper()
	return b.LoginPasskey(t.Context(), session.LoginPasskeyInput{Credential: credential})
}

func (b *bundle) second(t *testing.T, token string, sign func(options json.RawMessage) json.RawMessage) (*session.Login, error) {
	t.Helper()
	options, err := b.BeginLoginMFAPasskey(t.Context(), session.BeginMFAPasskeyInput{MfaToken: token})
	require.NoError(t, err)
	return b.LoginMFAPasskey(t.Context(), session.LoginMFAPasskeyInput{MfaToken: token, Credential: sign(options.PublicKey)})
}

func TestLoginPasskey(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d, config{NoRateLimit: true})
		ctx := b.as(t, b.signIn(t).Token)
		passkey, _ := b.register(t, ctx)
		t.Run("OK", func(t *testing.T) {
			b.clock.advance(time.Minute)
			credential := passkey.Get(t, b.options(t))
			login, err := b.alone(t, credential)
			require.NoError(t, err)
			require.Nil(t, login.Challenge)
			require.Equal(t, b.ann.ID, login.User.ID)
			require.True(t, b.accept(t, login.Token).HasFactor)
			mine, err := b.Factors().Passkeys(ctx)
			require.NoError(t, err)
			require.Len(t, mine, 1)
			require.Equal(t, b.clock.Now(), mine[0].LastUsedAt.UTC())
			_, err = b.alone(t, credential) // replayed
			requireRefusal(t, err, fault.Unauthorized, badPasskey)
		})
		t.Run("OKOptions", func(t *testing.T) {
			var options struct {
				RPID, UserVerification string
				AllowCredentials       []any
			}
			require.NoError(t, json.Unmarshal(b.options(t), &options))
			require.Equal(t, rpID, options.RPID)
			require.Equal(t, "required", options.UserVerification)
			require.Empty(t, options.AllowCredentials)
		})
		for name, mend := range map[string]func(p *factortest.Passkey){
			"ErrOrigin":     func(p *factortest.Passkey) { p.Origin = "https://hub.example.org" },
			"ErrRPID":       func(p *factortest.Passkey) { p.RPID = "example.com" },
			"ErrUnverified": func(p *factortest.Passkey) { p.Unverified = true },
		} {
			t.Run(name, func(t *testing.T) {
				other := *passkey
				mend(&other)
				_, err := b.alone(t, other.Get(t, b.options(t)))
				requireRefusal(t, err, fault.Unauthorized, badPasskey)
			})
		}
		t.Run("ErrChallenge", func(t *testing.T) {
			_, err := b.alone(t, passkey.Get(t, json.RawMessage(`{"challenge":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}`)))
			requireRefusal(t, err, fault.Unauthorized, badPasskey)
			adding, err := b.Factors().BeginPasskey(ctx)
			require.NoError(t, err)
			_, err = b.alone(t, passkey.Get(t, adding.PublicKey))
			requireRefusal(t, err, fault.Unauthorized, badPasskey)
		})
		t.Run("ErrExpired", func(t *testing.T) {
			credential := passkey.Get(t, b.options(t))
			b.clock.advance(5 * time.Minute)
			_, err := b.alone(t, credential)
			requireRefusal(t, err, fault.Unauthorized, badPasskey)
		})
		t.Run("ErrSignature", func(t *testing.T) {
			options := b.options(t)
			forged := factortest.NewPasskey(t, origin, rpID).Get(t, options)
			_, err := b.alone(t, forged)
			requireRefusal(t, err, fault.Unauthorized, badPasskey)
			_, err = b.alone(t, passkey.Get(t, options)) // used up
			requireRefusal(t, err, fault.Unauthorized, badPasskey)
		})
		t.Run("ErrCounter", func(t *testing.T) {
			head, err := d.Client.Firm.Create().SetName("Head").SetNameKey("head").SetCurrency("EUR").SetIsSuperFirm(true).Save(b.across)
			require.NoError(t, err)
			_, err = b.alone(t, passkey.Get(t, b.options(t)))
			require.NoError(t, err)
			passkey.Count -= 2
			_, err = b.alone(t, passkey.Get(t, b.options(t)))
			requireRefusal(t, err, fault.Unauthorized, badPasskey)
			_, err = b.alone(t, passkey.Get(t, b.options(t))) // the one that was accepted
			requireRefusal(t, err, fault.Unauthorized, badPasskey)
			_, err = b.alone(t, passkey.Get(t, b.options(t)))
			require.NoError(t, err)
			entries := d.Client.AuditEntry.Query().Where(auditentry.Action("factor.cloned")).AllX(b.across)
			require.Len(t, entries, 2)
			require.Equal(t, []any{head.ID, email}, []any{entries[0].FirmID, entries[0].TargetName})
			require.JSONEq(t, `{"factor":"passkey","name":"Laptop"}`, string(entries[0].Before))
		})
		t.Run("ErrValidation", func(t *testing.T) {
			for _, credential := range []string{`null`, `{}`, `"x"`, `{"id":"AA","rawId":"AA","type":"public-key","response":{}}`} {
				_, err := b.alone(t, json.RawMessage(credential))
				require.Equal(t, []string{"credential must be the JSON form of what navigator.credentials.get returned"}, said(t, err))
			}
		})
		t.Run("ErrInactive", func(t *testing.T) {
			b.setActive(t, "users", b.ann.ID, false)
			_, err := b.alone(t, passkey.Get(t, b.options(t)))
			requireRefusal(t, err, fault.Unauthorized, badPasskey)
			b.setActive(t, "users", b.ann.ID, true)
		})
		t.Run("OKPasswordReset", func(t *testing.T) {
			require.NoError(t, b.ResetPassword(t.Context(), session.ResetPasswordInput{Email: email, NewPassword: "Other-horse-1"}))
			_, err := b.alone(t, passkey.Get(t, b.options(t)))
			require.NoError(t, err)
		})
		t.Run("ErrRemoved", func(t *testing.T) {
			require.NoError(t, b.Factors().Reset(t.Context(), email))
			_, err := b.alone(t, passkey.Get(t, b.options(t)))
			requireRefusal(t, err, fault.Unauthorized, badPasskey)
		})
	})
}

func TestLoginPasskey_PerAddress(t *testing.T) {
	t.Parallel()
	b := setup(t, dbtest.Open(t, db.SQLite), config{Logins: session.LoginLimits{PerAddress: 2}})
	ctx := from(t, "192.0.2.1")
	for range 2 {
		_, err := b.BeginLoginPasskey(ctx)
		require.NoError(t, err)
	}
	_, err := b.BeginLoginPasskey(ctx)
	requireCode(t, fault.TooManyRequests, err)
}

func TestLoginMFAPasskey(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d, config{NoRateLimit: true})
		ctx := b.as(t, b.signIn(t).Token)
		passkey, added := b.register(t, ctx)
		get := func(options json.RawMessage) json.RawMessage { return passkey.Get(t, options) }
		t.Run("OK", func(t *testing.T) {
			first, err := b.login(t, email, annPassword)
			require.NoError(t, err)
			require.Equal(t, []string{factor.MethodPasskey, factor.MethodRecoveryCode}, first.Challenge.Methods)
			token := first.Challenge.Token
			var credential json.RawMessage
			login, err := b.second(t, token, func(options json.RawMessage) json.RawMessage {
				require.Contains(t, string(options), "allowCredentials")
				credential = passkey.Get(t, options)
				return credential
			})
			require.NoError(t, err)
			require.True(t, b.accept(t, login.Token).HasFactor)
			_, err = b.LoginMFAPasskey(t.Context(), session.LoginMFAPasskeyInput{MfaToken: token, Credential: credential})
			requireRefusal(t, err, fault.Unauthorized, badToken)
			_, err = b.LoginMFAPasskey(t.Context(), session.LoginMFAPasskeyInput{MfaToken: b.challenge(t), Credential: credential})
			requireRefusal(t, err, fault.Unauthorized, badPasskey)
		})
		t.Run("OKUnverified", func(t *testing.T) {
			plain := *passkey
			plain.Unverified = true
			_, err := b.second(t, b.challenge(t), func(options json.RawMessage) json.RawMessage { return plain.Get(t, options) })
			require.NoError(t, err)
			passkey.Count = plain.Count
		})
		t.Run("OKRecoveryCode", func(t *testing.T) {
			_, err := b.byRecovery(t, b.challenge(t), added.RecoveryCodes[0])
			require.NoError(t, err)
		})
		t.Run("ErrCode", func(t *testing.T) {
			_, err := b.byCode(t, b.challenge(t), wrong)
			requireRefusal(t, err, fault.Unauthorized, badCode)
		})
		t.Run("ErrNotBegun", func(t *testing.T) {
			_, err := b.LoginMFAPasskey(t.Context(), session.LoginMFAPasskeyInput{
				MfaToken: b.challenge(t), Credential: passkey.Get(t, b.options(t)),
			})
			requireRefusal(t, err, fault.Unauthorized, badPasskey)
		})
		t.Run("ErrOther", func(t *testing.T) {
			_, bob, _ := b.admit(t, "Bob's", "bob@example.com")
			login, err := b.SignIn(t.Context(), bob)
			require.NoError(t, err)
			his, _ := b.register(t, b.as(t, login.Token))
			_, err = b.second(t, b.challenge(t), func(options json.RawMessage) json.RawMessage { return his.Get(t, options) })
			requireRefusal(t, err, fault.Unauthorized, badPasskey)
			theirs, err := b.alone(t, his.Get(t, b.options(t)))
			require.NoError(t, err)
			require.Equal(t, bob.ID, theirs.User.ID)
		})
		t.Run("ErrTries", func(t *testing.T) {
			token := b.challenge(t)
			other := *passkey
			other.Origin = "https://hub.example.org"
			for range 5 {
				_, err := b.second(t, token, func(options json.RawMessage) json.RawMessage { return other.Get(t, options) })
				requireRefusal(t, err, fault.Unauthorized, badPasskey)
			}
			_, err := b.BeginLoginMFAPasskey(t.Context(), session.BeginMFAPasskeyInput{MfaToken: token})
			requireRefusal(t, err, fault.Unauthorized, badToken)
		})
		t.Run("ErrCounter", func(t *testing.T) {
			passkey.Count = 0
			_, err := b.second(t, b.challenge(t), get)
			requireRefusal(t, err, fault.Unauthorized, badPasskey)
			passkey.Count = 100
		})
		t.Run("ErrValidation", func(t *testing.T) {
			_, err := b.LoginMFAPasskey(t.Context(), session.LoginMFAPasskeyInput{})
			require.Equal(t, []string{
				"mfaToken is required", "credential must be the JSON form of what navigator.credentials.get returned",
			}, said(t, err))
			_, err = b.BeginLoginMFAPasskey(t.Context(), session.BeginMFAPasskeyInput{})
			require.Equal(t, []string{"mfaToken is required"}, said(t, err))
		})
		t.Run("ErrExpired", func(t *testing.T) {
			token := b.challenge(t)
			_, err := b.second(t, token, func(options json.RawMessage) json.RawMessage {
				b.clock.advance(5 * time.Minute)
				return passkey.Get(t, options)
			})
			requireRefusal(t, err, fault.Unauthorized, badToken)
		})
		t.Run("ErrInactive", func(t *testing.T) {
			token := b.challenge(t)
			b.setActive(t, "users", b.ann.ID, false)
			_, err := b.second(t, token, get)
			requireCode(t, fault.Unauthorized, err)
			b.setActive(t, "users", b.ann.ID, true)
		})
	})
}

// Wrong recovery codes are counted for somebody who has passkeys only.
func TestLoginMFAPasskey_PerHour(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d, config{})
		passkey, added := b.register(t, b.as(t, b.signIn(t).Token))
		for range 2 {
			token := b.challenge(t)
			for range 5 {
				_, err := b.byRecovery(t, token, wrong)
				requireRefusal(t, err, fault.Unauthorized, badCode)
			}
		}
		_, err := b.byRecovery(t, b.challenge(t), added.RecoveryCodes[0])
		requireCode(t, fault.TooManyRequests, err)
		_, err = b.second(t, b.challenge(t), func(options json.RawMessage) json.RawMessage { return passkey.Get(t, options) })
		requireCode(t, fault.TooManyRequests, err)
		_, err = b.alone(t, passkey.Get(t, b.options(t)))
		require.NoError(t, err)
	})
}

func TestPasskeys(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d, config{NoRateLimit: true})
		ctx := b.as(t, b.signIn(t).Token)
		finish := func(ctx context.Context, credential json.RawMessage) error {
			_, err := b.Factors().FinishPasskey(ctx, factor.FinishPasskeyInput{Name: "Key", Credential: credential})
			return err
		}
		remove := func(id uuid.UUID, password string) error {
			return b.Factors().RemovePasskey(ctx, factor.RemovePasskeyInput{ID: id, CurrentPassword: password})
		}
		begin := func(ctx context.Context) json.RawMessage {
			options, err := b.Factors().BeginPasskey(ctx)
			require.NoError(t, err)
			return options.PublicKey
		}
		const stale = "credential is not of the last options, or came too late: begin again"
		const foreign = "credential was not made for this server by this person"

		require.NotContains(t, string(begin(ctx)), "excludeCredentials")
		_, first := b.register(t, ctx)
		require.Len(t, first.RecoveryCodes, 10)
		require.Contains(t, string(begin(ctx)), "excludeCredentials")
		second, next := b.register(t, ctx)
		require.Empty(t, next.RecoveryCodes)

		// What was not made by the last options of this session, here, is refused.
		passkey := factortest.NewPasskey(t, origin, rpID)
		replaced := passkey.Create(t, begin(ctx))
		credential := passkey.Create(t, begin(ctx))
		require.Equal(t, []string{stale}, said(t, finish(ctx, replaced)))
		require.Equal(t, []string{stale}, said(t, finish(b.as(t, b.signIn(t).Token), credential)))
		require.NoError(t, finish(ctx, credential))
		require.Equal(t, []string{stale}, said(t, finish(ctx, credential)))
		requireCode(t, fault.Conflict, finish(ctx, passkey.Create(t, begin(ctx))))
		late := passkey.Create(t, begin(ctx))
		b.clock.advance(5 * time.Minute)
		require.Equal(t, []string{stale}, said(t, finish(ctx, late)))
		for _, mend := range []func(p *factortest.Passkey){
			func(p *factortest.Passkey) { p.Origin = "https://hub.example.org" },
			func(p *factortest.Passkey) { p.RPID = "example.com" },
			func(p *factortest.Passkey) { p.Unverified = true },
		} {
			other := factortest.NewPasskey(t, origin, rpID)
			mend(other)
			require.Equal(t, []string{foreign}, said(t, finish(ctx, other.Create(t, begin(ctx)))))
		}
		_, err := b.Factors().FinishPasskey(ctx, factor.FinishPasskeyInput{})
		require.Equal(t, []string{
			"name is required", "credential must be the JSON form of what navigator.credentials.create returned",
		}, said(t, err))

		// An authenticator beside them keeps the recovery codes when it goes.
		secret, _ := b.addFactor(t)
		require.NoError(t, b.Factors().Remove(ctx, factor.RemoveInput{CurrentPassword: annPassword, Code: b.code(t, secret)}))
		status, err := b.Factors().Status(ctx)
		require.NoError(t, err)
		require.Nil(t, status.TotpSince)
		require.Equal(t, 10, status.RecoveryCodesLeft)
		requireCode(t, fault.NotFound, b.Factors().Remove(ctx, factor.RemoveInput{CurrentPassword: annPassword, Code: wrong}))

		mine, err := b.Factors().Passkeys(ctx)
		require.NoError(t, err)
		require.Len(t, mine, 3)
		require.Equal(t, []string{"currentPassword is wrong"}, said(t, remove(mine[0].ID, "Wrong-horse-1")))
		requireCode(t, fault.NotFound, remove(uuid.New(), annPassword))
		waiting := b.challenge(t)
		require.NoError(t, remove(mine[1].ID, annPassword))
		_, err = b.byRecovery(t, waiting, wrong)
		requireRefusal(t, err, fault.Unauthorized, badToken)
		_, err = b.alone(t, second.Get(t, b.options(t)))
		requireRefusal(t, err, fault.Unauthorized, badPasskey)
		require.NoError(t, remove(mine[0].ID, annPassword))
		b.challenge(t)
		require.NoError(t, remove(mine[2].ID, annPassword))
		login, err := b.login(t, email, annPassword)
		require.NoError(t, err)
		require.Nil(t, login.Challenge)
		status, err = b.Factors().Status(ctx)
		require.NoError(t, err)
		require.Equal(t, &factor.Status{}, status)

		for range 20 {
			b.register(t, ctx)
		}
		_, err = b.Factors().BeginPasskey(ctx)
		requireCode(t, fault.Conflict, err)
		for name, ctx := range strangers(t) {
			_, err := b.Factors().BeginPasskey(ctx)
			require.True(t, fault.Is(err, fault.Unauthorized), name)
			require.True(t, fault.Is(finish(ctx, nil), fault.Unauthorized), name)
		}
	})
}
