package records_test

import (
	"context"
	"database/sql/driver"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"modernc.org/sqlite"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

// gates are the gates of [gateContacts] on SQLite by name.
var gates sync.Map

// registerGate defines the SQL function x_gate, which waits at a gate, for all connections that are
// opened later.
var registerGate = sync.OnceFunc(func() {
	sqlite.MustRegisterScalarFunction("x_gate", 1, func(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
		if gate, ok := gates.Load(args[0]); ok {
			<-gate.(chan struct{})
		}
		return int64(1), nil
	})
})

// gateContacts makes every statement that reads a contact wait until open is called.
func gateContacts(t *testing.T, url string) (open func()) {
	t.Helper()
	d, err := db.Open(t.Context(), url)
	require.NoError(t, err)
	gate := make(chan struct{})
	if d.Dialect() == db.SQLite {
		gates.Store(t.Name(), gate)
		_, err := dbtest.SQL(t.Context(), d).Exec("ALTER TABLE contacts RENAME TO x_contacts; CREATE VIEW contacts AS SELECT * FROM x_contacts WHERE x_gate('" + t.Name() + "')")
		require.NoError(t, err)
		return func() {
			close(gate)
			require.NoError(t, d.Close())
		}
	}
	locked, done := make(chan struct{}), make(chan error, 1)
	go func() {
		done <- d.Tx(t.Context(), func(ctx context.Context) error {
			_, err := dbtest.SQL(ctx, d).Exec("LOCK TABLE contacts IN ACCESS EXCLUSIVE MODE")
			close(locked)
			<-gate
			return err
		})
	}()
	<-locked
	return func() {
		close(gate)
		require.NoError(t, <-done)
		require.NoError(t, d.Close())
	}
}

// metric returns the sum of a metric over all its labels.
func metric(t *testing.T, a *firmhubtest.App, name string) (sum int) {
	t.Helper()
	text := string(a.REST(http.MethodGet, "/metrics", "", nil).Body)
	for _, found := range regexp.MustCompile(`(?m)^`+name+`(?:\{.*\})? (\d+)$`).FindAllStringSubmatch(text, -1) {
		value, err := strconv.Atoi(found[1])
		require.NoError(t, err)
		sum += value
	}
	return sum
}

// A firm that sends as many concurrent requests as it may delays no read, write or log-in of
// another firm.
func TestFairness_Queries(t *testing.T) {
	t.Parallel()
	registerGate()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		const clients, searches = 8, 12
		var url string
		a := firmhubtest.New(t, dialect, func(c *app.Config) { url = c.DatabaseURL })
		noisy, quiet := a.NewFirm("Noisy", "noisy@example.com"), a.NewFirm("Quiet", "quiet@example.com")
		created := a.REST(http.MethodPost, "/api/V1/Contact/create", noisy.Token, map[string]any{"firstName": "A", "lastName": "B"})
		require.Equal(t, http.StatusCreated, created.Status, "%s", created.Body)

		var document strings.Builder
		for i := range searches {
			fmt.Fprintf(&document, ` s%d: contacts(first: 1, filter: {searchTerm: "a b"}) { totalCount }`, i)
		}
		open := gateContacts(t, url)
		var (
			all    sync.WaitGroup
			opened atomic.Bool
		)
		for range clients {
			all.Go(func() {
				for !opened.Load() { // again when its searches have run into their time limit
					a.Post(t.Context(), noisy.Token, map[string]any{"query": "{" + document.String() + " }"})
				}
			})
		}
		noisyWaits := func() bool { return metric(t, a, "firmhub_db_places_waiting") > 0 }
		require.Eventually(t, noisyWaits, time.Minute, 100*time.Millisecond)

		require.Equal(t, http.StatusOK, a.REST(http.MethodGet, "/api/v1/auth/me", quiet.Token, nil).Status)
		require.Empty(t, a.GraphQL(quiet.Token, "{ me { user { id } } a: roles { id } b: roles { id } }", nil).Code())
		written := a.REST(http.MethodPost, "/api/v1/roles/create", quiet.Token, map[string]any{"name": "Clerk"})
		require.Equal(t, http.StatusCreated, written.Status, "%s", written.Body)
		a.Login("quiet@example.com", firmhubtest.OwnerPassword)
		a.Login("noisy@example.com", firmhubtest.OwnerPassword)
		require.Eventually(t, noisyWaits, time.Minute, 100*time.Millisecond, "nothing was in the way")

		opened.Store(true)
		open()
		all.Wait()
		require.Zero(t, metric(t, a, "firmhub_db_places"))
		require.Zero(t, metric(t, a, "firmhub_db_places_waiting"))
	})
}

// A user who creates many users concurrently does not prevent log-ins.
func TestFairness_Hashes(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		a := firmhubtest.New(t, dialect, func(c *app.Config) { c.PasswordIterations = 50_000 }) // slow enough to wait for
		const most = 80                                                                         // more than the queue of password hashes holds
		noisy := a.NewFirm("Noisy", "noisy@example.com")
		a.NewFirm("Quiet", "quiet@example.com")
		var roles []struct{ ID string }
		a.REST(http.MethodGet, "/api/v1/roles/lookup", noisy.Token, nil).Into(t, &roles)
		var (
			all     sync.WaitGroup
			created atomic.Int64
			refused = make(chan struct{})
			once    sync.Once
		)
		for i := range most {
			all.Go(func() {
				// On a slow machine the first ones are done before the last ones begin.
				for n := 0; ; n++ {
					answer := a.REST(http.MethodPost, "/api/v1/users/create", noisy.Token, map[string]any{
						"firstName": "A", "lastName": "B", "email": fmt.Sprintf("%d.%d@example.com", i, n), "password": "Passw0rd!x",
						"roleId": roles[0].ID,
					})
					switch {
					case answer.Code() == fault.TooManyRequests:
						once.Do(func() { close(refused) })
					case answer.Status == http.StatusCreated:
						created.Add(1)
					default:
						t.Errorf("a user was not created: %s", answer.Body)
						once.Do(func() { close(refused) })
					}
					select {
					case <-refused:
						return
					default:
					}
				}
			})
		}
		<-refused
		for range 4 {
			all.Go(func() {
				answer := a.REST(http.MethodPost, "/api/v1/auth/login", "", map[string]any{
					"email": "quiet@example.com", "password": firmhubtest.OwnerPassword,
				})
				if answer.Status != http.StatusOK {
					t.Errorf("a log-in was refused: %s", answer.Body)
				}
			})
		}
		all.Wait()
		require.NotZero(t, created.Load())
	})
}

// Guessing a person's password blocks log-ins of that person only from the address of the attacker.
func TestFairness_WrongPasswords(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		a := firmhubtest.New(t, dialect, func(c *app.Config) {
			c.RateLimit, c.TrustedProxies = "on", []string{"127.0.0.1"}
		})
		login := func(address, password string) *firmhubtest.Answer {
			body := fmt.Sprintf(`{"email":%q,"password":%q}`, firmhubtest.AdminEmail, password)
			request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, a.URL+"/api/v1/auth/login", strings.NewReader(body))
			require.NoError(t, err)
			request.Header.Set("Content-Type", "application/json")
			request.Header.Set("X-Forwarded-For", address)
			return a.Do(request)
		}
		var refused *firmhubtest.Answer
		for i := range 60 { // on a slow machine a few more than ten
			refused = login(fmt.Sprintf("2001:db8::%x", i), "Wrong-Passw0rd1") // all in one /64
			if refused.Code() == fault.TooManyRequests {
				break
			}
			require.Equal(t, fault.Unauthorized, refused.Code(), "%s", refused.Body)
		}
		require.Equal(t, fault.TooManyRequests, refused.Code(), "%s", refused.Body)
		require.Equal(t, "10", refused.Header.Get("RateLimit-Limit"))
		require.NotEmpty(t, refused.Header.Get("Retry-After"))
		reset, err := strconv.Atoi(refused.Header.Get("RateLimit-Reset"))
		require.NoError(t, err)
		require.Greater(t, reset, 50, "until all ten are there again")
		loggedIn := login("192.0.2.1", firmhubtest.AdminPassword)
		require.Equal(t, http.StatusOK, loggedIn.Status)
		require.Equal(t, "10", loggedIn.Header.Get("RateLimit-Limit"), "that of log-ins")
		require.Equal(t, "9", loggedIn.Header.Get("RateLimit-Remaining"))
		require.Equal(t, "6", loggedIn.Header.Get("RateLimit-Reset"))
	})
}
