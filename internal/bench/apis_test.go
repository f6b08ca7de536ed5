package bench_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"runtime/metrics"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/contact"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/demo"
	"github.com/firmhub/firmhub/internal/session"
	"github.com/firmhub/firmhub/internal/token"
	"github.com/firmhub/firmhub/internal/viewer"
)

const (
	contacts      = 50_000
	pageSize      = 20
	adminEmail    = "bench@firmhub.example"
	adminPassword = "B3nch-secret!"
)

// batch is how many requests of one kind are measured before those of the next kind.
const batch = 20

// BenchmarkAPIs serves the same request by both APIs and by two handlers without them, in turn. It reports the processor
// time and the allocations of a request in this process, without the database's, and the ratios to the two handlers. Every
// kind authenticates the same access token with every request.
func BenchmarkAPIs(b *testing.B) {
	f := newFixture(b)
	b.Run("list", func(b *testing.B) {
		body := fmt.Sprintf(`{"page":3,"pageSize":%d}`, pageSize)
		measure(b, map[string]kind{
			"rest":    {f.app, http.MethodPost, "/api/V1/Contact/getall", body},
			"graphql": {f.app, http.MethodPost, "/graphql", graphQL(`query($in: ContactPageInput!) { contactPage(input: $in) { items {`+whole+`} totalCount page pageSize } }`, `{"in":`+body+`}`)},
			"plain":   {f.plain, http.MethodPost, "/list", body},
			"bare":    {f.bare, http.MethodPost, "/list", body},
		}, f.token)
	})
	b.Run("get", func(b *testing.B) {
		measure(b, map[string]kind{
			"rest":    {f.app, http.MethodGet, "/api/V1/Contact/get/" + f.contact, ""},
			"graphql": {f.app, http.MethodPost, "/graphql", graphQL(`query($id: ID!) { contact(id: $id) {`+whole+`} }`, `{"id":"`+f.contact+`"}`)},
			"plain":   {f.plain, http.MethodGet, "/get/" + f.contact, ""},
			"bare":    {f.bare, http.MethodGet, "/get/" + f.contact, ""},
		}, f.token)
	})
}

const whole = `id firstName lastName gender isActive profilePic phones { id phone phoneCC type isPrimary }
	emails { id email type isPrimary } addresses { id type line1 line2 landmark city state country pinCode }
	tags createdAt updatedAt`

func graphQL(query, variables string) string {
	encoded, err := json.Marshal(map[string]any{"query": query, "variables": json.RawMessage(variables)})
	if err != nil {
		panic(err)
	}
	return string(encoded)
}

// kind is a request to one of the handlers.
type kind struct {
	handler      http.Handler
	method, path string
	body         string
}

func (k kind) serve(b *testing.B, bearer string) {
	b.Helper()
	request := httptest.NewRequestWithContext(b.Context(), k.method, k.path, bytes.NewBufferString(k.body))
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", "Bearer "+bearer)
	out := httptest.NewRecorder()
	k.handler.ServeHTTP(out, request)
	if out.Code != http.StatusOK || bytes.Contains(out.Body.Bytes(), []byte(`"errors":[`)) {
		b.Fatalf("%s %s: %d %s", k.method, k.path, out.Code, out.Body)
	}
}

func measure(b *testing.B, kinds map[string]kind, bearer string) {
	b.Helper()
	names := []string{"rest", "graphql", "plain", "bare"}
	for _, name := range names {
		kinds[name].serve(b, bearer)
	}
	spent := map[string]time.Duration{}
	allocated := map[string]uint64{}
	requests := 0
	for b.Loop() {
		for _, name := range names {
			cpu, objects := usage(b)
			for range batch {
				kinds[name].serve(b, bearer)
			}
			cpuAfter, objectsAfter := usage(b)
			spent[name] += cpuAfter - cpu
			allocated[name] += objectsAfter - objects
		}
		requests += batch
	}
	b.ReportMetric(0, "ns/op")
	for _, name := range names {
		b.ReportMetric(float64(spent[name].Microseconds())/float64(requests), name+"-cpu-µs")
		b.ReportMetric(float64(allocated[name])/float64(requests), name+"-allocs")
	}
	for _, name := range []string{"rest", "graphql"} {
		b.ReportMetric(float64(spent[name])/float64(spent["plain"]), name+"/plain")
		b.ReportMetric(float64(spent[name])/float64(spent["bare"]), name+"/bare")
	}
}

// usage returns the processor time and the allocated objects of this process so far.
func usage(b *testing.B) (time.Duration, uint64) {
	b.Helper()
	var used syscall.Rusage
	require.NoError(b, syscall.Getrusage(syscall.RUSAGE_SELF, &used))
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:objects"}}
	metrics.Read(sample)
	return time.Duration(used.Utime.Nano() + used.Stime.Nano()), sample[0].Value.Uint64()
}

type fixture struct {
	app, plain, bare http.Handler
	token, contact   string
}

func newFixture(b *testing.B) *fixture {
	b.Helper()
	slog.SetDefault(slog.New(slog.DiscardHandler))
	ctx := b.Context()
	url := dbtest.URL(b, db.Postgres)
	a, err := app.New(ctx, app.Config{
		Basics: app.Basics{DatabaseURL: url, DataDir: b.TempDir(), Log: "error"}, RateLimit: "off", AdminEmail: adminEmail, AdminPassword: adminPassword,
	})
	require.NoError(b, err)
	b.Cleanup(func() { require.NoError(b, a.Close()) })
	d, err := db.Open(ctx, url)
	require.NoError(b, err)
	b.Cleanup(func() { require.NoError(b, d.Close()) })
	pool, err := pgxpool.New(ctx, url)
	require.NoError(b, err)
	b.Cleanup(pool.Close)
	tokens, err := token.NewIssuer(ctx, d, token.Config{})
	require.NoError(b, err)
	sessions := session.NewManager(d, nil, tokens, nil, nil, session.Config{})

	f := &fixture{app: a.Handler()}
	f.contact = fill(b, d)
	f.token = signIn(b, f.app)

	authenticated := func(list, get http.HandlerFunc) http.Handler {
		mux := http.NewServeMux()
		mux.HandleFunc("POST /list", list)
		mux.HandleFunc("GET /get/{id}", get)
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			asking, err := sessions.Authenticate(r.Context(), r.Header.Get("Authorization")[len("Bearer "):], viewer.Request{})
			if err != nil {
				http.Error(w, err.Error(), http.StatusUnauthorized)
				return
			}
			mux.ServeHTTP(w, r.WithContext(viewer.NewContext(r.Context(), asking)))
		})
	}
	plain := &plain{db: d, authz: authz.New(d.Client, authz.DefaultSize)}
	bare := &bare{pool}
	f.plain, f.bare = authenticated(plain.list, plain.get), authenticated(bare.list, bare.get)
	return f
}

// fill creates the contacts of the super-firm and returns the id of one of them.
func fill(b *testing.B, d *db.DB) string {
	b.Helper()
	firm, err := d.Client.Firm.Query().Only(rule.AcrossFirms(b.Context(), "a benchmark fills the only firm"))
	require.NoError(b, err)
	ctx := viewer.NewContext(b.Context(), &viewer.Viewer{Kind: viewer.System, FirmID: firm.ID})
	const chunk = 2000
	for seed := range uint64(contacts / chunk) {
		_, err := contact.CreateMany(ctx, d, demo.Contacts(seed, chunk))
		require.NoError(b, err)
	}
	one, err := d.Client.Contact.Query().Offset(contacts / 2).FirstID(ctx)
	require.NoError(b, err)
	return one.String()
}

func signIn(b *testing.B, handler http.Handler) string {
	b.Helper()
	out := httptest.NewRecorder()
	request := httptest.NewRequestWithContext(b.Context(), http.MethodPost, "/api/v1/auth/login",
		bytes.NewBufferString(`{"email":"`+adminEmail+`","password":"`+adminPassword+`"}`))
	request.Header.Set("Content-Type", "application/json")
	handler.ServeHTTP(out, request)
	var login struct{ Data struct{ Token string } }
	require.NoError(b, json.Unmarshal(out.Body.Bytes(), &login))
	require.NotEmpty(b, login.Data.Token, "%s", out.Body)
	return login.Data.Token
}
