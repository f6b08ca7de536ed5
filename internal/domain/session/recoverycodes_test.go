package session_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/auditentry"
	"github.com/firmhub/firmhub/ent/notification"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/factor"
	"github.com/firmhub/firmhub/internal/domain/factor/factortest"
	"github.com/firmhub/firmhub/internal/fault"
)

const (
	staleOptions = "credential is not of the last options, or came too late: begin again"
	notSigned    = "credential was not signed by a passkey of yours"
)

func TestRenewRecoveryCodes(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d, config{NoRateLimit: true})
		ctx := b.as(t, b.signIn(t).Token)
		renew := func(password string, code *string, credential json.RawMessage) (*factor.RecoveryCodes, error) {
			return b.Factors().RenewRecoveryCodes(ctx, factor.RenewInput{CurrentPassword: password, Code: code, Credential: credential})
		}
		_, err := renew(annPassword, new(wrong), nil)
		requireCode(t, fault.Conflict, err)
		_, err = b.Factors().BeginRenewal(ctx)
		requireCode(t, fault.Conflict, err)

		secret, old := b.addFactor(t)
		t.Run("OKCode", func(t *testing.T) {
			code := b.code(t, secret)
			_, err := b.byRecovery(t, b.challenge(t), old[0])
			require.NoError(t, err)
			waiting := b.challenge(t)
			renewed, err := renew(annPassword, &code, nil)
			require.NoError(t, err)
			require.Len(t, renewed.RecoveryCodes, 10)
			require.NotContains(t, renewed.RecoveryCodes, old[1])
			status, err := b.Factors().Status(ctx)
			require.NoError(t, err)
			require.Equal(t, 10, status.RecoveryCodesLeft)
			_, err = b.byRecovery(t, waiting, old[1])
			requireRefusal(t, err, fault.Unauthorized, badCode)
			_, err = b.byRecovery(t, waiting, renewed.RecoveryCodes[0])
			require.NoError(t, err)
			_, err = renew(annPassword, &code, nil) // used
			require.Equal(t, []string{"code is wrong"}, said(t, err))
			entries := d.Client.AuditEntry.Query().Where(auditentry.Action("factor.renew")).AllX(b.across)
			require.Len(t, entries, 1)
			require.JSONEq(t, `{"factor":"recoveryCode"}`, string(entries[0].After))
			told := d.Client.Notification.Query().Where(notification.Title("New recovery codes were made")).AllX(b.across)
			require.Len(t, told, 1)
			require.Equal(t, b.ann.ID, told[0].UserID)
			b.clock.advance(time.Minute)
		})
		passkey, added := b.register(t, ctx)
		require.Empty(t, added.RecoveryCodes)
		options := func() json.RawMessage {
			begun, err := b.Factors().BeginRenewal(ctx)
			require.NoError(t, err)
			return begun.PublicKey
		}
		t.Run("OKPasskey", func(t *testing.T) {
			asked := options()
			require.Contains(t, string(asked), "allowCredentials")
			credential := passkey.Get(t, asked)
			renewed, err := renew(annPassword, nil, credential)
			require.NoError(t, err)
			_, err = b.byRecovery(t, b.challenge(t), renewed.RecoveryCodes[9])
			require.NoError(t, err)
			_, err = renew(annPassword, nil, credential) // replayed
			require.Equal(t, []string{staleOptions}, said(t, err))
		})
		t.Run("ErrPassword", func(t *testing.T) {
			_, err := renew("Wrong-horse-1", new(b.code(t, secret)), nil)
			require.Equal(t, []string{"currentPassword is wrong"}, said(t, err))
		})
		t.Run("ErrOptions", func(t *testing.T) {
			for name, asked := range map[string]json.RawMessage{"of a sign-in": b.options(t), "replaced": options()} {
				options()
				_, err := renew(annPassword, nil, passkey.Get(t, asked))
				require.Equal(t, []string{staleOptions}, said(t, err), name)
			}
			late := passkey.Get(t, options())
			b.clock.advance(5 * time.Minute)
			_, err := renew(annPassword, nil, late)
			require.Equal(t, []string{staleOptions}, said(t, err))
			elsewhere, err := b.Factors().BeginRenewal(b.as(t, b.signIn(t).Token))
			require.NoError(t, err)
			_, err = renew(annPassword, nil, passkey.Get(t, elsewhere.PublicKey))
			require.Equal(t, []string{staleOptions}, said(t, err))
		})
		t.Run("ErrNew", func(t *testing.T) { // a new passkey does not confirm anything
			other := factortest.NewPasskey(t, origin, rpID)
			_, err := renew(annPassword, nil, other.Create(t, options()))
			require.Equal(t, []string{"credential must be the JSON form of what navigator.credentials.get returned"}, said(t, err))
		})
		t.Run("ErrSignature", func(t *testing.T) {
			_, err := renew(annPassword, nil, factortest.NewPasskey(t, origin, rpID).Get(t, options()))
			require.Equal(t, []string{notSigned}, said(t, err))
			foreign := *passkey
			foreign.Origin = "https://hub.example.org"
			_, err = renew(annPassword, nil, foreign.Get(t, options()))
			require.Equal(t, []string{notSigned}, said(t, err))
		})
		t.Run("ErrValidation", func(t *testing.T) {
			_, err := renew("", nil, nil)
			require.Equal(t, []string{"currentPassword is required", "code is required, unless there is a credential"}, said(t, err))
			_, err = renew(annPassword, new(wrong), json.RawMessage(`{}`))
			require.Equal(t, []string{"credential must be left out where there is a code"}, said(t, err))
			_, err = renew(annPassword, nil, json.RawMessage(`{}`))
			require.Equal(t, []string{"credential must be the JSON form of what navigator.credentials.get returned"}, said(t, err))
		})
		for name, ctx := range strangers(t) {
			_, err := b.Factors().BeginRenewal(ctx)
			require.True(t, fault.Is(err, fault.Unauthorized), name)
			_, err = b.Factors().RenewRecoveryCodes(ctx, factor.RenewInput{})
			require.True(t, fault.Is(err, fault.Unauthorized), name)
		}
	})
}

// Wrong codes for new recovery codes are counted with those of log-ins.
func TestRenewRecoveryCodes_PerHour(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d, config{})
		ctx := b.as(t, b.signIn(t).Token)
		secret, codes := b.addFactor(t)
		for range 10 {
			_, err := b.Factors().RenewRecoveryCodes(ctx, factor.RenewInput{CurrentPassword: annPassword, Code: new(wrong)})
			require.Equal(t, []string{"code is wrong"}, said(t, err))
			b.clock.advance(time.Minute)
		}
		right := b.code(t, secret)
		_, err := b.Factors().RenewRecoveryCodes(ctx, factor.RenewInput{CurrentPassword: annPassword, Code: &right})
		requireCode(t, fault.TooManyRequests, err)
		_, err = b.byRecovery(t, b.challenge(t), codes[0])
		requireCode(t, fault.TooManyRequests, err)
	})
}
