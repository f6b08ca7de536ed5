package doctor_test

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/channel"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/app/config"
	"github.com/firmhub/firmhub/internal/app/demo"
	"github.com/firmhub/firmhub/internal/app/doctor"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging/outgoing"
	"github.com/firmhub/firmhub/internal/domain/role"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/realtime/broker/brokertest"
)

// password must never be printed.
const password = "topsecret"

// secretsKey must never be printed either.
const secretsKey = "c2VjcmV0IGtleSBvZiB0aGUgdGVzdHMgb2YgZG9jdG8=" //nolint:gosec // of tests

// settings returns the settings of a firmhub with its database and files in dir, and an address at
// which nobody listens.
func settings(t *testing.T, dir string) config.Config {
	t.Helper()
	return config.Config{Basics: config.Basics{DataDir: dir}, Addr: closed(t)}
}

// closed returns an address that nobody listens on.
func closed(t *testing.T) string {
	t.Helper()
	var listen net.ListenConfig
	listener, err := listen.Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	require.NoError(t, listener.Close())
	return listener.Addr().String()
}

// run returns the checks by name.
func run(t *testing.T, c config.Config, unknown ...string) map[string]doctor.Check {
	t.Helper()
	checks := doctor.Run(t.Context(), c, unknown)
	found := map[string]doctor.Check{}
	for _, check := range checks {
		found[check.Name] = check
		require.NotContains(t, fmt.Sprint(check), password)
		require.NotContains(t, fmt.Sprint(check), secretsKey)
		require.NotContains(t, check.Found+check.Do, "\n")
		require.Equal(t, check.Status == doctor.OK, check.Do == "", check)
	}
	require.Len(t, found, len(checks), "each name once")
	return found
}

func TestRun_OK(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		dir := t.TempDir()
		require.NoError(t, os.Chmod(dir, 0o700)) //nolint:gosec // a folder
		c := settings(t, dir)
		c.DatabaseURL, c.NATSURL = dbtest.URL(t, dialect), brokertest.Server(t)
		if path, isFile := strings.CutPrefix(c.DatabaseURL, "sqlite://"); isFile {
			require.NoError(t, os.Chmod(filepath.Dir(path), 0o700)) //nolint:gosec // a folder
			require.NoError(t, os.Chmod(path, 0o600))
			c.NATSURL = ""
		} else {
			c.SecretsKey = secretsKey
		}
		found := run(t, c)
		for name, check := range found {
			require.Equal(t, doctor.OK, check.Status, "%s: %s", name, check.Found)
		}
		require.Equal(t, dialect == db.Postgres, found["clock"].Found == "As that of the database.", found["clock"])
	})
}

// Before the first start nothing is there, and nothing is created.
func TestRun_Empty(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	found := run(t, settings(t, filepath.Join(dir, "data")))
	require.Contains(t, found["database"].Found, "does not exist yet")
	require.False(t, doctor.Failed([]doctor.Check{found["database"], found["files"]}))
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Empty(t, left)
}

// The server creates no folder for a database that a setting names.
func TestRun_NoFolder(t *testing.T) {
	t.Parallel()
	c := settings(t, t.TempDir())
	folder := filepath.Join(c.DataDir, "databases")
	c.DatabaseURL = "sqlite://" + folder + "/firmhub.db"
	found := run(t, c)["database"]
	require.Equal(t, doctor.Failure, found.Status)
	require.Equal(t, "The folder "+folder+" of the database does not exist.", found.Found)
	require.Contains(t, found.Do, "mkdir")
	_, err := db.Open(t.Context(), c.DatabaseURL)
	require.ErrorContains(t, err, "can't be created")

	require.NoError(t, os.Mkdir(folder, 0o700))
	found = run(t, c)["database"]
	require.Equal(t, doctor.OK, found.Status)
	require.Contains(t, found.Found, "does not exist yet")
}

// A check that waits for a lock says so, and takes no time from the others.
func TestRun_Locked(t *testing.T) {
	t.Parallel()
	c := settings(t, t.TempDir())
	c.DatabaseURL, c.SecretsKey = dbtest.URL(t, db.Postgres), secretsKey
	d, err := db.Open(t.Context(), c.DatabaseURL)
	require.NoError(t, err)
	defer func() { require.NoError(t, d.Close()) }()
	var found map[string]doctor.Check
	require.NoError(t, d.Tx(t.Context(), func(ctx context.Context) error {
		_, err := dbtest.SQL(ctx, d).Exec("LOCK TABLE pricing_plans IN ACCESS EXCLUSIVE MODE")
		found = run(t, c)
		return err
	}))
	require.Equal(t, doctor.Failure, found["pricing plans"].Status)
	require.Equal(t, "The database: No answer within 5 seconds.", found["pricing plans"].Found)
	require.Contains(t, found["pricing plans"].Do, "wait for locks")
	for _, name := range []string{"channels", "secrets", "second factors", "extensions", "locale", "clock"} {
		require.Equal(t, doctor.OK, found[name].Status, found[name])
	}
}

func TestRun_Demo(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		c := settings(t, t.TempDir())
		c.DatabaseURL = dbtest.URL(t, dialect)
		d, err := db.Open(t.Context(), c.DatabaseURL)
		require.NoError(t, err)
		defer func() { require.NoError(t, d.Close()) }()
		require.NoError(t, role.Seed(t.Context(), d))
		require.Equal(t, doctor.OK, run(t, c)["demo"].Status)
		hash := func(_ context.Context, password string) (string, error) { return "hash of " + password, nil }
		_, err = demo.Firms(t.Context(), d, hash)
		require.NoError(t, err)
		found := run(t, c)["demo"]
		require.Equal(t, doctor.Warning, found.Status)
		require.Equal(t, "7 people of the demo can log in, with a password that everybody knows.", found.Found)
	})
}

func TestRun_PricingPlans(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		c := settings(t, t.TempDir())
		c.DatabaseURL = dbtest.URL(t, dialect)
		d, err := db.Open(t.Context(), c.DatabaseURL)
		require.NoError(t, err)
		defer func() { require.NoError(t, d.Close()) }()
		dbtest.Firm(t, d, "Acme") // in EUR
		dbtest.Firm(t, d, "Bolt")
		found := run(t, c)["pricing plans"]
		require.Equal(t, doctor.Warning, found.Status)
		require.Contains(t, found.Found, "There is none in EUR (firms: 2).")

		across := rule.AcrossFirms(t.Context(), "a test makes a plan")
		d.Client.PricingPlan.Create().SetName("Euro").SetNameKey("euro").SetCurrency("EUR").SetIsDefault(true).ExecX(across)
		require.Equal(t, doctor.OK, run(t, c)["pricing plans"].Status)
	})
}

func TestRun_Channels(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		c := settings(t, t.TempDir())
		c.DatabaseURL, c.Addr = dbtest.URL(t, dialect), ":0" // not on this machine alone
		d, err := db.Open(t.Context(), c.DatabaseURL)
		require.NoError(t, err)
		defer func() { require.NoError(t, d.Close()) }()
		firm, ctx := dbtest.Firm(t, d, "Acme")
		paused := d.Client.Channel.Create().SetName("Shop").SetKind(channel.KindWhatsApp).SetSender("1").SetSettings([]byte("{}")).
			SetMessagesPerSecond(1).SetIsDefault(true).SetStatus(channel.StatusPaused).SaveX(ctx)
		found := run(t, c)["channels"]
		require.Equal(t, doctor.Warning, found.Status)
		require.Equal(t, "Providers of 1 channels can't call this server: their hookUrl is null.", found.Found)
		require.Contains(t, found.Do, "FIRMHUB_PUBLIC_URL")
		c.PublicURL = "https://api.example.com"
		require.Equal(t, doctor.OK, run(t, c)["channels"].Status)

		queue := func(due time.Time, changes ...func(*outgoing.Message)) {
			m := &outgoing.Message{ID: entity.NewID(), OccurredAt: due, ChannelID: paused.ID, ExpiresAt: due, ChargeOn: "Sent"}
			m.Queue(due)
			for _, change := range changes {
				change(m)
			}
			require.NoError(t, d.Tx(ctx, func(ctx context.Context) error {
				return outgoing.Insert(ctx, d, firm.ID, []*outgoing.Message{m})
			}))
		}
		queue(entity.Now().Add(-time.Minute))
		require.Equal(t, doctor.OK, run(t, c)["channels"].Status, "it waits for a short time")
		queue(entity.Now().Add(-2*time.Hour), func(m *outgoing.Message) { m.Class, m.CheckAt = outgoing.Campaign, nil })
		require.Equal(t, doctor.OK, run(t, c)["channels"].Status, "it waits for its campaign")
		queue(entity.Now().Add(-2 * time.Hour))
		found = run(t, c)["channels"]
		require.Equal(t, doctor.Warning, found.Status)
		require.Equal(t, "Messages wait for more than an hour in channels that do not send (Paused: 1).", found.Found)

		wait := func() int {
			counts, err := outgoing.CountWaiting(t.Context(), d)
			require.NoError(t, err)
			for _, count := range counts {
				if count.Kind == "WhatsApp" && count.Class == outgoing.Authentication {
					return count.N
				}
			}
			return 0
		}
		require.Zero(t, wait(), "the channel is paused")
		paused.Update().SetStatus(channel.StatusActive).ExecX(ctx)
		require.Equal(t, 2, wait())
		firm.Update().SetIsActive(false).ExecX(rule.AcrossFirms(ctx, "a test"))
		require.Zero(t, wait(), "the firm is not active")
	})
}

func TestRun_Migrations(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		c := settings(t, t.TempDir())
		c.DatabaseURL = dbtest.Empty(t, dialect)
		d, err := db.Open(t.Context(), c.DatabaseURL)
		require.NoError(t, err)
		defer func() { require.NoError(t, d.Close()) }()
		found := run(t, c)["migrations"]
		require.Equal(t, doctor.Warning, found.Status)
		require.Contains(t, found.Do, "firmhub migrate up")
		require.NotContains(t, found.Do, "backup", "nothing is in it")

		require.NoError(t, d.Migrate(t.Context()))
		_, err = dbtest.SQL(t.Context(), d).Exec("DELETE FROM x_migrations WHERE version > 1")
		require.NoError(t, err)
		require.Contains(t, run(t, c)["migrations"].Do, "Make a backup")
		_, err = dbtest.SQL(t.Context(), d).Exec("DROP TABLE x_migrations")
		require.NoError(t, err)

		_, err = dbtest.SQL(t.Context(), d).Exec("CREATE TABLE x_migrations (version integer, name text, checksum text, applied_at timestamp)")
		require.NoError(t, err)
		_, err = dbtest.SQL(t.Context(), d).Exec("INSERT INTO x_migrations VALUES (1, 'other', 'other', $1)", time.Now().UTC())
		require.NoError(t, err)
		require.Equal(t, doctor.Failure, run(t, c)["migrations"].Status)
	})
}

// Each fault is in a check of its own, with what to do about it.
func TestRun_Faults(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, []byte("not a database, but more than a hundred characters of text"+strings.Repeat(".", 100)), 0o600))
	other := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(other.Close)
	unready := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Date", time.Now().Add(-time.Hour).UTC().Format(http.TimeFormat))
		w.WriteHeader(http.StatusServiceUnavailable)
		fmt.Fprint(w, `{"status":"unavailable","reason":"shutting down"}`)
	}))
	t.Cleanup(unready.Close)
	for name, test := range map[string]struct {
		set             func(c *config.Config)
		check           string
		status          doctor.Status
		found, whatToDo string
	}{
		"Setting":       {func(c *config.Config) { c.Log = "loud" }, "configuration", doctor.Failure, "FIRMHUB_LOG must be", "serve --help"},
		"NoLimits":      {func(c *config.Config) { c.RateLimit = config.Off }, "configuration", doctor.Warning, "log-ins", "FIRMHUB_RATE_LIMIT"},
		"NoPostgres":    {func(c *config.Config) { c.DatabaseURL = "postgres://u:topsecret@" + c.Addr + "/x" }, "database", doctor.Failure, "refused", "firewall"},
		"NoHost":        {func(c *config.Config) { c.DatabaseURL = "postgres://u:topsecret@host.invalid/x" }, "database", doctor.Failure, "host.invalid", "Check the host"},
		"NoURL":         {func(c *config.Config) { c.DatabaseURL = "mysql://u:topsecret@h/x" }, "database", doctor.Failure, "must be sqlite", "Correct FIRMHUB_DATABASE_URL"},
		"NoDirect":      {direct, "database", doctor.Failure, "FIRMHUB_DATABASE_DIRECT_URL: ", "in FIRMHUB_DATABASE_DIRECT_URL"},
		"OtherFile":     {func(c *config.Config) { c.DatabaseURL = "sqlite://" + file }, "database", doctor.Failure, "another kind", "Check the path"},
		"NoFolder":      {func(c *config.Config) { c.DatabaseURL = "sqlite://" + file + "/firmhub.db" }, "database", doctor.Failure, "not a directory", ""},
		"BadFiles":      {func(c *config.Config) { c.FilesURL = "ftp://u:topsecret@x" }, "files", doctor.Failure, "FIRMHUB_FILES_URL", "s3://bucket"},
		"FilesSecret":   {func(c *config.Config) { c.FilesURL = "s3://key:topsecret@b?region=x" }, "files", doctor.Failure, "FIRMHUB_FILES_URL", "AWS_SECRET_ACCESS_KEY"},
		"PublicSecret":  {func(c *config.Config) { c.PublicURL = "http://u:topsecret@h" }, "configuration", doctor.Failure, "FIRMHUB_PUBLIC_URL must be", "serve --help"},
		"CORSSecret":    {func(c *config.Config) { c.CORSOrigins = []string{"http://u:topsecret@h"} }, "configuration", doctor.Failure, "number 1 is none", "serve --help"},
		"FilesUnder":    {func(c *config.Config) { c.FilesURL = "file://" + file + "/files" }, "files", doctor.Failure, "can't be written", "chown"},
		"NoNATS":        {func(c *config.Config) { c.NATSURL = "nats://u:topsecret@" + c.Addr }, "broker", doctor.Failure, "NATS", "user and password"},
		"BadNATS":       {func(c *config.Config) { c.NATSURL = "http://u:topsecret@x" }, "broker", doctor.Failure, "FIRMHUB_NATS_URL", "nats://"},
		"NATSForSQLite": {func(c *config.Config) { c.NATSURL = brokertest.Server(t) }, "broker", doctor.Warning, "SQLite", "PostgreSQL"},
		"OtherServer":   {func(c *config.Config) { c.Addr = other.Listener.Addr().String() }, "server", doctor.Failure, "not firmhub", "free port"},
		"Unready":       {func(c *config.Config) { c.Addr = unready.Listener.Addr().String() }, "server", doctor.Failure, "shutting down", "log"},
		"ServerClock":   {func(c *config.Config) { c.Addr = unready.Listener.Addr().String() }, "clock", doctor.Failure, "the server is ", "chrony"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := settings(t, t.TempDir())
			test.set(&c)
			found := run(t, c)[test.check]
			require.Equal(t, test.status, found.Status, found)
			require.Contains(t, found.Found, test.found)
			require.Contains(t, found.Do, test.whatToDo)
		})
	}
}

func TestRun_UnknownSettings(t *testing.T) {
	t.Parallel()
	found := run(t, settings(t, t.TempDir()), "FIRMHUB_DATABASEURL", "FIRMHUB_PORT")["environment"]
	require.Equal(t, doctor.Warning, found.Status)
	require.Contains(t, found.Found, "FIRMHUB_DATABASEURL, FIRMHUB_PORT")
}

func direct(c *config.Config) {
	c.DatabaseURL = "postgres://u:topsecret@" + c.Addr + "/x"
	c.DatabaseDirectURL = c.DatabaseURL
}

// If PostgreSQL refuses the log-in, the check shows the reason and advice.
func TestRun_Refused(t *testing.T) {
	t.Parallel()
	for code, do := range map[string]string{
		"28P01": "user and password", "28000": "pg_hba.conf", "3D000": "CREATE DATABASE", "53300": "max_connections",
		"57P03": "Wait", "99999": "Correct FIRMHUB_DATABASE_URL",
	} {
		t.Run(code, func(t *testing.T) {
			t.Parallel()
			c := settings(t, t.TempDir())
			c.DatabaseURL = "postgres://u:topsecret@" + refusing(t, code) + "/x?sslmode=disable"
			found := run(t, c)["database"]
			require.Equal(t, doctor.Failure, found.Status)
			require.Contains(t, found.Found, code)
			require.Contains(t, found.Do, do)
		})
	}
}

// refusing returns the address of a PostgreSQL that refuses log-ins with a code.
func refusing(t *testing.T, code string) string {
	t.Helper()
	var listen net.ListenConfig
	listener, err := listen.Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			backend := pgproto3.NewBackend(conn, conn)
			if _, err := backend.ReceiveStartupMessage(); err == nil {
				backend.Send(&pgproto3.ErrorResponse{Severity: "FATAL", Code: code, Message: "refused"})
				_ = backend.Flush()
			}
			_ = conn.Close()
		}
	}()
	return listener.Addr().String()
}

func TestExtensions(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		if d.Dialect() == db.SQLite {
			return // SQLite has none.
		}
		require.Equal(t, doctor.OK, doctor.Extensions(t.Context(), d, []string{"pg_trgm"}).Status)
		missing := doctor.Extensions(t.Context(), d, []string{"pg_trgm", "no_such_extension"})
		require.Equal(t, doctor.Failure, missing.Status)
		require.Equal(t, "The server does not have no_such_extension.", missing.Found)

		// A role without rights, for this transaction.
		require.NoError(t, d.Tx(t.Context(), func(ctx context.Context) error {
			for _, statement := range []string{"DROP EXTENSION IF EXISTS pg_trgm CASCADE", "SET LOCAL ROLE pg_monitor"} {
				if _, err := dbtest.SQL(ctx, d).Exec(statement); err != nil {
					return err
				}
			}
			refused := doctor.Extensions(ctx, d, []string{"pg_trgm"})
			require.Equal(t, doctor.Failure, refused.Status)
			require.Contains(t, refused.Do, "CREATE EXTENSION pg_trgm;")
			_, err := dbtest.SQL(ctx, d).Exec("RESET ROLE")
			return err
		}))
	})
}

func TestClock(t *testing.T) {
	t.Parallel()
	now := time.Now()
	ahead := func(by time.Duration) *doctor.Offset {
		return doctor.Between(now, now.Add(time.Second), now.Add(by), 0)
	}
	require.Equal(t, doctor.OK, doctor.Clock(nil, nil).Status)
	require.Contains(t, doctor.Clock(ahead(time.Second), ahead(0)).Found, "the database and the server")
	require.Equal(t, doctor.Warning, doctor.Clock(ahead(5*time.Second), nil).Status)
	require.Contains(t, doctor.Clock(nil, ahead(-time.Hour)).Found, "the server is 1h0m0s behind this machine's")
	require.Equal(t, doctor.Failure, doctor.Clock(ahead(time.Hour), ahead(5*time.Second)).Status)
}
