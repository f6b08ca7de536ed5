package apis_test

import (
	"net/http"
	"os"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/bench"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/db"
)

const (
	refusedEmail = "refused@firmhub.example"
	// changed are how many contacts are updated in turn.
	changed = 1000
)

// fixture is firmhub with contacts, and the handlers compared with it.
type fixture struct {
	*app.App

	api, plain, bare bench.Sender // bare is nil on SQLite
	// token belongs to a user who may do everything, and refused to one who may do nothing.
	token, refused string
	contacts       []*ent.Contact
	meter          bench.Meter
}

// newFixture fills a database and opens it again, as after a restart. So the log of SQLite is
// short, and its statistics of tables are up to date.
func newFixture(t testing.TB, dialect string, contacts int) *fixture {
	f, folder := &fixture{}, t.TempDir()
	settings := app.Config{
		Basics: app.Basics{DatabaseURL: bench.Database(t, dialect), DataDir: folder, Log: "error"}, FilesURL: "file://" + folder,
		RateLimit: "off", AdminEmail: bench.AdminEmail, AdminPassword: bench.Password,
	}
	f.fill(t, settings, contacts)
	var err error
	f.App, err = app.New(t.Context(), settings)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, f.App.Close()) })
	f.api = bench.InProcess(f.App.Handler())
	f.plain = f.serve(&plain{db: f.DB, authz: authz.New(f.DB.Client, authz.DefaultSize)})
	if dialect == db.Postgres {
		pool, err := pgxpool.New(t.Context(), settings.DatabaseURL)
		require.NoError(t, err)
		t.Cleanup(pool.Close)
		f.bare = f.serve(&bare{pool})
	}
	f.token = f.api.LogIn(t, "", bench.AdminEmail, bench.Password)
	f.addRefused(t)
	f.meter = bench.NewMeter(t, f.DB, os.Getpid())
	return f
}

func (f *fixture) fill(t testing.TB, settings app.Config, contacts int) {
	a, err := app.New(t.Context(), settings)
	require.NoError(t, err)
	firm, err := a.DB.Client.Firm.Query().OnlyID(bench.Across(t.Context()))
	require.NoError(t, err)
	bench.Fill(t, a.DB, firm, contacts, nil)
	f.contacts, err = a.DB.Client.Contact.Query().Order(contact.ByCreatedAt(), contact.ByID()).
		Offset(contacts / 2).Limit(changed).All(bench.Within(t.Context(), firm))
	require.NoError(t, err)
	bench.Settle(t, a.DB)
	require.NoError(t, a.Close())
}

func (f *fixture) serve(s service) bench.Sender {
	h := &handlers{s, f.Sessions}
	return bench.InProcess(h.handler())
}

// addRefused adds a user whose role has no permission.
func (f *fixture) addRefused(t testing.TB) {
	post := func(path string, in map[string]any, out any) {
		f.api.Ask(t, bench.NewRequest(t, http.MethodPost, path, f.token, in), out)
	}
	var role struct{ Data struct{ ID uuid.UUID } }
	post("/api/v1/roles/create", map[string]any{"name": "Nothing"}, &role)
	post("/api/v1/users/create", map[string]any{
		"firstName": "A", "lastName": "B", "email": refusedEmail, "password": bench.Password, "roleId": role.Data.ID,
	}, nil)
	f.refused = f.api.LogIn(t, "", refusedEmail, bench.Password)
}
