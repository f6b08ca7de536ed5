package session_test

import (
	"context"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/membership"
	"github.com/firmhub/firmhub/internal/domain/password"
	"github.com/firmhub/firmhub/internal/domain/session"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

func TestLogin(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d, config{NoRateLimit: true})
		t.Run("OK", func(t *testing.T) {
			login, err := b.Login(t.Context(), session.LoginInput{Email: email, Password: annPassword})
			require.NoError(t, err)
			require.Equal(t, 900, login.ExpiresIn)
			require.Equal(t, b.ann.ID, login.User.ID)
			require.Equal(t, email, login.User.Email)

			v := b.accept(t, login.Token)
			require.Equal(t, []membership.FirmEntry{
				{FirmID: b.acme.ID, RelationID: b.atAcme.ID, FirmName: "Acme", SessionID: v.SessionID},
				{FirmID: b.beta.ID, RelationID: b.atBe.ID, FirmName: "Beta", SessionID: v.SessionID},
			}, login.Firms)
			require.Equal(t, b.acme.ID, v.FirmID)
			require.NotEqual(t, v.SessionID, b.accept(t, b.signIn(t).Token).SessionID)
		})
		t.Run("OKRequest", func(t *testing.T) {
			ctx := viewer.NewContext(t.Context(), &viewer.Viewer{Request: viewer.Request{
				Address: netip.MustParseAddr("fe80::1%eth0"), UserAgent: strings.Repeat("x", 510) + "ü\x00\xffü",
			}})
			login, err := b.Login(ctx, session.LoginInput{Email: email, Password: annPassword})
			require.NoError(t, err)
			stored := d.Client.Session.GetX(b.across, login.Firms[0].SessionID)
			require.Equal(t, "fe80::1", stored.Address)
			require.Equal(t, strings.Repeat("x", 510)+"ü", stored.UserAgent)
			require.Equal(t, b.ann.ID, stored.UserID)
		})
		t.Run("OKHowever", func(t *testing.T) {
			for _, spelled := range []string{"ann@example.com", " \tANN@EXAMPLE.COM\n"} {
				_, err := b.Login(t.Context(), session.LoginInput{Email: spelled, Password: annPassword})
				require.NoError(t, err, spelled)
			}
		})
		t.Run("OKFirmLastUsed", func(t *testing.T) {
			login := b.signIn(t)
			ctx, sessionID := b.as(t, login.Token), login.Firms[0].SessionID
			choose := func(relation uuid.UUID) {
				b.clock.advance(time.Second)
				_, err := b.SetFirm(ctx, session.SetFirmInput{UserID: b.ann.ID, RelationID: relation, SessionID: sessionID})
				require.NoError(t, err)
			}
			choose(b.atBe.ID)
			inBeta := b.signIn(t)
			require.Equal(t, b.beta.ID, b.accept(t, inBeta.Token).FirmID)
			choose(b.atAcme.ID)
			require.Equal(t, b.acme.ID, b.accept(t, b.signIn(t).Token).FirmID)
			b.clock.advance(time.Second)
			b.refresh(t, inBeta.RefreshToken) // the refresh token is used
			require.Equal(t, b.beta.ID, b.accept(t, b.signIn(t).Token).FirmID)

			b.setActive(t, "memberships", b.atBe.ID, false)
			login = b.signIn(t)
			require.Equal(t, b.acme.ID, b.accept(t, login.Token).FirmID)
			require.Len(t, login.Firms, 1)
			b.setActive(t, "memberships", b.atBe.ID, true)
			b.setActive(t, "firms", b.beta.ID, false)
			require.Len(t, b.signIn(t).Firms, 1)
			b.setActive(t, "firms", b.beta.ID, true)
		})
	})
}

func TestLoginInvalid(t *testing.T) {
	t.Parallel()
	b := setup(t, dbtest.Open(t, db.SQLite), config{})
	before := b.passwords.Stats()
	for name, c := range map[string]struct {
		in   session.LoginInput
		want []string
	}{
		"Empty": {session.LoginInput{Email: " "}, []string{"email is required", "password is required"}},
		"Everything": {session.LoginInput{Email: "ann", Password: "ñ"}, []string{
			"email must be an e-mail address", "password must have at least 8 characters",
			"password must have an upper-case letter", "password must have a digit", "password must have a symbol",
		}},
		"Long": {session.LoginInput{Email: strings.Repeat("a", 250) + "@b.de", Password: strings.Repeat("Aa1-", 33)}, []string{
			"email must have at most 254 characters", "password must have at most 128 characters",
		}},
		"NamedEmail": {session.LoginInput{Email: "Ann <ann@example.com>", Password: annPassword}, []string{"email must be an e-mail address"}},
		"TwoEmails":  {session.LoginInput{Email: "ann@example.com,bob@example.com", Password: annPassword}, []string{"email must be an e-mail address"}},
		"EmailNUL":   {session.LoginInput{Email: "ann\x00@example.com", Password: annPassword}, []string{"email must be an e-mail address"}},
		"EmailBytes": {session.LoginInput{Email: "ann\xff@example.com", Password: annPassword}, []string{"email must be an e-mail address"}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := b.Login(t.Context(), c.in)
			require.Equal(t, c.want, said(t, err))
		})
	}
	require.Equal(t, before, b.passwords.Stats(), "nothing was hashed")
}

// Every failed log-in has the same message and takes one hash.
func TestLoginRefused(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d, config{NoRateLimit: true})
		for _, c := range []struct {
			name            string
			email, password string
			table           string
			rows            []uuid.UUID // to deactivate
		}{
			{name: "UnknownEmail", email: "nobody@example.com", password: annPassword},
			{name: "OtherAccent", email: "änn@example.com", password: annPassword},
			{name: "WrongPassword", email: email, password: annPassword + "!"},
			{name: "PasswordTrimmed", email: email, password: " " + annPassword},
			{name: "InactiveUser", email: email, password: annPassword, table: "users", rows: []uuid.UUID{b.ann.ID}},
			{name: "InactiveUserWrongPassword", email: email, password: "Wrong-horse-1", table: "users", rows: []uuid.UUID{b.ann.ID}},
			{name: "NoMembership", email: email, password: annPassword, table: "memberships", rows: []uuid.UUID{b.atAcme.ID, b.atBe.ID}},
			{name: "NoFirm", email: email, password: annPassword, table: "firms", rows: []uuid.UUID{b.acme.ID, b.beta.ID}},
		} {
			t.Run(c.name, func(t *testing.T) {
				all := func(active bool) {
					for _, row := range c.rows {
						b.setActive(t, c.table, row, active)
					}
				}
				all(false)
				defer all(true)
				before := b.passwords.Stats().Done
				login, err := b.Login(t.Context(), session.LoginInput{Email: c.email, Password: c.password})
				require.Nil(t, login)
				requireRefusal(t, err, fault.Unauthorized, "The e-mail or the password is wrong, or the account is not active.")
				require.Equal(t, before+1, b.passwords.Stats().Done, "one hash")
			})
		}
		require.Zero(t, d.Client.Session.Query().CountX(b.across))
	})
}

// Hashes of another implementation of PBKDF2.
const (
	// sha256Hash is weaker than ours: HMAC-SHA256, 100,000 iterations.
	sha256Hash = "AQAAAAEAAYagAAAAEAABAgMEBQYHCAkKCwwNDg+My/vXbt9QgsAXpNP1u2Tn+SxW0uo5uvGFgh/asIbLyw=="
	// longHash is as strong as ours: HMAC-SHA512, 210,000 iterations, 64 bytes of salt and of key.
	longHash = "AQAAAAIAAzRQAAAAQAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4fICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj/" +
		"M5im4JEjyL87SQSXIHDj2F5m9qPqQTHc7MOBjbXvg19Hzy/gWnkQAW3BIbUocp5sGyI1nnOGfEGpwDVmarLLm"
)

// A weak hash of another implementation is replaced at a log-in, a strong one stays.
func TestLoginRehash(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d, config{NoRateLimit: true})
		for name, c := range map[string]struct {
			hash   string
			hashes uint64
		}{
			"Weak":   {sha256Hash, 2},
			"Strong": {longHash, 1},
		} {
			t.Run(name, func(t *testing.T) {
				d.Client.User.UpdateOne(b.ann).SetPasswordHash(c.hash).ExecX(b.across)
				stored := func() string { return d.Client.User.GetX(b.across, b.ann.ID).PasswordHash }
				before := b.passwords.Stats().Done
				_, err := b.Login(t.Context(), session.LoginInput{Email: email, Password: "Wrong-horse-1"})
				requireCode(t, fault.Unauthorized, err)
				require.Equal(t, before+1, b.passwords.Stats().Done)
				require.Equal(t, c.hash, stored())

				_, err = b.Login(t.Context(), session.LoginInput{Email: email, Password: annPassword})
				require.NoError(t, err)
				require.Equal(t, before+1+c.hashes, b.passwords.Stats().Done)
				require.Equal(t, c.hashes == 1, stored() == c.hash)
				require.False(t, b.passwords.NeedsRehash(stored()))
				same, err := password.Verify(stored(), annPassword)
				require.NoError(t, err)
				require.True(t, same)
			})
		}
		t.Run("ErrUnreadable", func(t *testing.T) {
			d.Client.User.UpdateOne(b.ann).SetPasswordHash("$2a$10$bcrypt").ExecX(b.across)
			_, err := b.Login(t.Context(), session.LoginInput{Email: email, Password: annPassword})
			require.ErrorIs(t, err, password.ErrHash)
			require.Equal(t, fault.Unauthorized, fault.From(err).Code, "and an error in the log")
		})
	})
}

// Changes of the user while the password is being hashed apply.
func TestLoginMeanwhile(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d, config{HashWorkers: 1})
		for name, change := range map[string]func(t *testing.T){
			"NewPassword": func(*testing.T) { d.Client.User.UpdateOne(b.ann).SetPasswordHash(longHash).ExecX(b.across) },
			"Deactivated": func(t *testing.T) { b.setActive(t, "users", b.ann.ID, false) },
		} {
			t.Run(name, func(t *testing.T) {
				release := b.passwords.Pause()
				done := make(chan error)
				go func() {
					_, err := b.Login(t.Context(), session.LoginInput{Email: email, Password: annPassword})
					done <- err
				}()
				b.waiting(t, 1)
				change(t)
				release()
				err := <-done
				requireCode(t, fault.Unavailable, err)
				require.Equal(t, time.Second, fault.From(err).RetryAfter)
				require.Zero(t, d.Client.Session.Query().CountX(b.across))
				d.Client.User.UpdateOne(b.ann).SetPasswordHash(b.ann.PasswordHash).SetIsActive(true).ExecX(b.across)
			})
		}
	})
}

// Log-ins that wait for a hash block nobody: they hold no connection, and on SQLite not the writer.
func TestHashHoldsNothing(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d, config{HashWorkers: 1})
		ann := b.as(t, b.signIn(t).Token)
		for name, call := range map[string]func(context.Context) error{
			"Login": func(ctx context.Context) error {
				_, err := b.Login(ctx, session.LoginInput{Email: email, Password: annPassword})
				return err
			},
			"LoginUnknown": func(ctx context.Context) error {
				_, err := b.Login(ctx, session.LoginInput{Email: "nobody@example.com", Password: annPassword})
				return err
			},
			"ChangePassword": func(ctx context.Context) error {
				return b.ChangePassword(ctx, session.ChangePasswordInput{CurrentPassword: "wrong", NewPassword: "New-horse-1"})
			},
			"ResetPassword": func(ctx context.Context) error {
				return b.ResetPassword(ctx, session.ResetPasswordInput{Email: email, NewPassword: annPassword})
			},
		} {
			t.Run(name, func(t *testing.T) {
				release := b.passwords.Pause()
				done := make(chan error)
				go func() { done <- call(ann) }()
				b.waiting(t, 1)
				for _, pool := range d.Stats().Pools {
					require.Zero(t, pool.InUse, pool.Name)
				}
				ctx, cancel := context.WithTimeout(b.across, time.Minute)
				defer cancel()
				require.NoError(t, d.Client.Firm.UpdateOne(b.acme).SetTimeZone("Europe/Berlin").Exec(ctx))
				select {
				case err := <-done:
					require.Fail(t, "it did not wait for its hash", "%v", err)
				default:
				}
				release()
				<-done
			})
		}
	})
}
