package doctor_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/firm"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/app/doctor"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/entity"
)

func TestRun_SecondFactors(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		c := settings(t, t.TempDir())
		c.DatabaseURL = dbtest.URL(t, dialect)
		d, err := db.Open(t.Context(), c.DatabaseURL)
		require.NoError(t, err)
		defer func() { require.NoError(t, d.Close()) }()
		acme, _ := dbtest.Firm(t, d, "Acme")
		across := rule.AcrossFirms(t.Context(), "a test changes a firm")
		check := func() doctor.Check { return run(t, c)["second factors"] }
		require.Equal(t, doctor.OK, check().Status)

		require.NoError(t, d.Client.Firm.Update().Where(firm.ID(acme.ID)).SetRequireMfa(true).Exec(across))
		required := check()
		require.Contains(t, required.Found, "Firms that require one: 1. People with an authenticator: 0.")
		_, err = d.Shared(t.Context()).Exec(
			`INSERT INTO totp_factors (id, user_id, secret, last_step, confirmed_at) VALUES ($1, $2, $3, 0, $4)`,
			entity.NewID(), uuid.New(), []byte{1}, entity.Now())
		require.NoError(t, err)
		used := check()
		if dialect == db.SQLite { // whose server makes a key
			require.Equal(t, []doctor.Status{doctor.OK, doctor.OK}, []doctor.Status{required.Status, used.Status})
			return
		}
		require.Equal(t, []doctor.Status{doctor.Warning, doctor.Failure}, []doctor.Status{required.Status, used.Status})
		require.Contains(t, used.Do, "FIRMHUB_SECRETS_KEY")
		c.SecretsKey = secretsKey
		require.Equal(t, doctor.OK, check().Status)
	})
}
