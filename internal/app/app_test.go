package app_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"runtime/pprof"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/app/config"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

func TestPaths(t *testing.T) {
	t.Parallel()
	a := firmhubtest.New(t, db.SQLite)

	t.Run("OK", func(t *testing.T) {
		t.Parallel()
		for path, contentType := range map[string]string{
			"/":                      "application/json; charset=utf-8",
			"/healthz":               "application/json; charset=utf-8",
			"/readyz":                "application/json; charset=utf-8",
			"/openapi.json":          "application/json; charset=utf-8",
			"/.well-known/jwks.json": "application/json; charset=utf-8",
			"/docs":                  "text/html; charset=utf-8",
			"/graphql/playground":    "text/html; charset=utf-8",
			"/metrics":               "text/plain; version=0.0.4; charset=utf-8; escaping=underscores",
		} {
			answer := a.REST(http.MethodGet, path, "", nil)
			require.Equal(t, http.StatusOK, answer.Status, path)
			require.Equal(t, contentType, answer.Header.Get("Content-Type"), path)
			require.NotEmpty(t, answer.Header.Get("X-Request-Id"), path)
			require.NotEmpty(t, answer.Body, path)
		}
	})

	t.Run("Redirect", func(t *testing.T) {
		t.Parallel()
		require.Contains(t, string(a.REST(http.MethodGet, "/docs/", "", nil).Body), "<html")
	})

	t.Run("KeysMayBeCached", func(t *testing.T) {
		t.Parallel()
		answer := a.REST(http.MethodGet, "/.well-known/jwks.json", "", nil)
		require.Equal(t, "public, max-age=300", answer.Header.Get("Cache-Control"))
		require.Contains(t, string(answer.Body), `"crv":"Ed25519"`)
		require.NotContains(t, string(answer.Body), `"d":`)
	})

	t.Run("NotFound", func(t *testing.T) {
		t.Parallel()
		for _, path := range []string{
			"/nope", "/api", "/api/nope", "/api/v1/contact/getall", "//docs", "/docs/../docs", "/docs/x", "/healthz/x",
		} {
			answer := a.REST(http.MethodGet, path, "not.a.token", nil)
			require.Equal(t, http.StatusNotFound, answer.Status, path)
			require.Equal(t, fault.NotFound, answer.Code(), path)
			require.False(t, answer.IsSuccess)
		}
	})

	t.Run("MethodNotAllowed", func(t *testing.T) {
		t.Parallel()
		for path, allow := range map[string]string{
			"/":                "GET, HEAD",
			"/healthz":         "GET, HEAD",
			"/docs":            "GET, HEAD",
			"/openapi.json":    "GET, HEAD",
			"/api/v1/auth/me":  "GET, HEAD, PUT",
			"/api/v1/auth/xyz": "",
		} {
			answer := a.REST(http.MethodPatch, path, "not.a.token", nil)
			if allow == "" {
				require.Equal(t, fault.NotFound, answer.Code(), path)
				continue
			}
			require.Equal(t, http.StatusMethodNotAllowed, answer.Status, path)
			require.Equal(t, fault.MethodNotAllowed, answer.Code(), path)
			require.Equal(t, allow, answer.Header.Get("Allow"), path)
		}
	})

	t.Run("Unauthorized", func(t *testing.T) {
		t.Parallel()
		for _, token := range []string{"", "not.a.token"} {
			answer := a.REST(http.MethodGet, "/api/v1/auth/me", token, nil)
			require.Equal(t, http.StatusUnauthorized, answer.Status)
			require.Equal(t, fault.Unauthorized, answer.Code())
		}
	})

	t.Run("PublicDespiteABadCredential", func(t *testing.T) {
		t.Parallel()
		answer := a.REST(http.MethodPost, "/api/v1/auth/login", "not.a.token", map[string]any{
			"email": firmhubtest.AdminEmail, "password": firmhubtest.AdminPassword,
		})
		require.Equal(t, http.StatusOK, answer.Status, "%s", answer.Body)
	})
}

func TestRateLimitSetting(t *testing.T) {
	t.Parallel()
	off := firmhubtest.New(t, db.SQLite)
	require.Empty(t, off.REST(http.MethodGet, "/api/v1/auth/me", "", nil).Header.Get("RateLimit-Limit"))
	on := firmhubtest.New(t, db.SQLite, func(c *app.Config) { c.RateLimit = "" })
	require.Equal(t, "200", on.REST(http.MethodGet, "/api/v1/auth/me", "", nil).Header.Get("RateLimit-Limit"))
}

func TestMetrics(t *testing.T) {
	t.Parallel()
	a := firmhubtest.New(t, db.SQLite)
	a.Login(firmhubtest.AdminEmail, firmhubtest.AdminPassword)
	for i := range 3 {
		a.REST(http.MethodGet, fmt.Sprintf("/api/nope/%d", i), "", nil)
		a.REST(http.MethodPost, "/graphql", "", map[string]any{"query": fmt.Sprintf("query Mine%d { me { user { id } } }", i)})
	}
	text := string(a.REST(http.MethodGet, "/metrics", "", nil).Body)
	for _, want := range []string{
		`firmhub_http_request_seconds_count{route="POST /api/v1/auth/login",status="2xx"} 1`,
		`firmhub_http_request_seconds_count{route="other",status="4xx"} 3`,
		`firmhub_http_request_seconds_count{route="/graphql",status="2xx"} 3`,
		`firmhub_graphql_operation_seconds_count{code="OK",operation="login"} 1`,
		`firmhub_graphql_operation_seconds_count{code="Unauthorized",operation="other"} 3`,
		`firmhub_db_connections_max{pool="writer"} 1`,
		`firmhub_db_places_max{share="writes"} 1`,
		`firmhub_job_step_seconds_count{kind="contact.import",result="failed"} 0`,
		`firmhub_job_step_seconds_count{kind="wallet.close_days",result="failed"} 0`, // a task
		`firmhub_mails_total{outcome="refused"} 0`,
		`firmhub_sign_ins_total{method="password",outcome="signedIn"} 1`,
		`firmhub_password_hashes_pending 0`,
		`firmhub_password_hash_waits_total 0`,
		`firmhub_password_hash_wait_seconds_total 0`,
		`firmhub_api_calls_dropped_total 0`,
		`firmhub_decisions_dropped_total 0`,
		"go_goroutines ",
		"process_resident_memory_bytes ",
	} {
		require.True(t, strings.Contains(text, want), want) //nolint:testifylint // the text is long
	}
	doc, err := os.ReadFile("../../docs/metrics.md")
	require.NoError(t, err)
	kinds := regexp.MustCompile(`# TYPE (firmhub_\w+) (\w+)`).FindAllStringSubmatch(text, -1)
	require.NotEmpty(t, kinds)
	for _, of := range kinds {
		require.Contains(t, string(doc), "| `"+of[1]+"` | "+of[2]+" |")
	}
}

// With an address of their own the metrics are there, and only there.
func TestMetricsAddr(t *testing.T) {
	t.Parallel()
	settings := app.Config{
		Basics: app.Basics{DatabaseURL: dbtest.URL(t, db.SQLite), DataDir: t.TempDir()}, Addr: "127.0.0.1:0", MetricsAddr: "127.0.0.1:0",
	}
	listeners, err := settings.Listen(t.Context())
	require.NoError(t, err)
	a, err := app.New(t.Context(), settings)
	require.NoError(t, err)
	ctx, stop := context.WithCancel(t.Context())
	ready, ended := make(chan string, 1), make(chan error, 1)
	go func() { ended <- a.Run(ctx, listeners, func(url string) { ready <- url }) }()
	api, metrics := <-ready, "http://"+listeners.Metrics.Addr().String()
	for address, want := range map[string]int{
		api + "/metrics":          http.StatusNotFound,
		api + "/readyz":           http.StatusOK,
		metrics + "/metrics":      http.StatusOK,
		metrics + "/readyz":       http.StatusNotFound,
		metrics + "/openapi.json": http.StatusNotFound,
	} {
		answer, err := http.Get(address) //nolint:noctx,gosec // ends with the server, whose address it is
		require.NoError(t, err)
		text, err := io.ReadAll(answer.Body)
		require.NoError(t, err)
		require.NoError(t, answer.Body.Close())
		require.Equal(t, want, answer.StatusCode, address)
		if want == http.StatusOK {
			require.Equal(t, strings.HasSuffix(address, "/metrics"), strings.Contains(string(text), "go_goroutines "))
		}
	}
	// So many at once are more than a burst, however long each of them takes. The limit of /readyz
	// is another.
	const atOnce = 200
	answered := make(chan int, atOnce)
	for range atOnce {
		go func() {
			code := 0
			answer, err := http.Get(metrics + "/metrics") //nolint:noctx // ends with the server
			if assert.NoError(t, err) {
				code = answer.StatusCode
				assert.NoError(t, answer.Body.Close())
			}
			answered <- code
		}()
	}
	codes := map[int]int{}
	for range atOnce {
		codes[<-answered]++
	}
	require.Positive(t, codes[http.StatusOK])
	require.Positive(t, codes[http.StatusTooManyRequests])
	require.Len(t, codes, 2)
	answer, err := http.Get(api + "/readyz") //nolint:noctx // ends with the server
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())
	require.Equal(t, http.StatusOK, answer.StatusCode)
	stop()
	require.NoError(t, <-ended)
	_, err = http.Get(metrics + "/metrics") //nolint:noctx,bodyclose // refused
	require.Error(t, err)
	require.NoError(t, a.Close())

	_, err = app.Config{Addr: "127.0.0.1:0", MetricsAddr: "192.0.2.1:1"}.Listen(t.Context())
	require.ErrorContains(t, err, "FIRMHUB_METRICS_ADDR 192.0.2.1:1 can't be listened on")
}

// Profiles have an address of their own, and show no flags.
func TestPprofAddr(t *testing.T) {
	t.Parallel()
	settings := app.Config{
		Basics: app.Basics{DatabaseURL: dbtest.URL(t, db.SQLite), DataDir: t.TempDir()}, Addr: "127.0.0.1:0", PprofAddr: "127.0.0.1:0",
	}
	listeners, err := settings.Listen(t.Context())
	require.NoError(t, err)
	a, err := app.New(t.Context(), settings)
	require.NoError(t, err)
	ctx, stop := context.WithCancel(t.Context())
	ready, ended := make(chan string, 1), make(chan error, 1)
	go func() { ended <- a.Run(ctx, listeners, func(url string) { ready <- url }) }()
	api, profiles := <-ready, "http://"+listeners.Pprof.Addr().String()
	for address, want := range map[string]int{
		profiles + "/debug/pprof/heap":    http.StatusOK,
		profiles + "/debug/pprof/":        http.StatusOK,
		profiles + "/debug/pprof/cmdline": http.StatusNotFound,
		profiles + "/metrics":             http.StatusNotFound,
		api + "/debug/pprof/heap":         http.StatusNotFound,
	} {
		answer, err := http.Get(address) //nolint:noctx,gosec // ends with the server, whose address it is
		require.NoError(t, err)
		require.NoError(t, answer.Body.Close())
		require.Equal(t, want, answer.StatusCode, address)
	}
	stop()
	require.NoError(t, <-ended)
	_, err = http.Get(profiles + "/debug/pprof/heap") //nolint:noctx,bodyclose // refused
	require.Error(t, err)
	require.NoError(t, a.Close())
}

// It is HTTP/1.1 alone, and OPTIONS * passes the middleware.
func TestProtocol(t *testing.T) {
	t.Parallel()
	url, stop := running(t, app.Config{Basics: app.Basics{DatabaseURL: dbtest.URL(t, db.SQLite), DataDir: t.TempDir()}})
	for request, want := range map[string]string{
		"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n":                                             "HTTP/1.1 405",
		"OPTIONS * HTTP/1.1\r\nHost: firmhub\r\n\r\n":                                  "HTTP/1.1 404",
		"GET / HTTP/1.1\r\nHost: firmhub\r\nX: " + strings.Repeat("x", 40_000):         "HTTP/1.1 431",
		strings.Repeat("X", 60_000) + " / HTTP/1.1\r\nHost: firmhub\r\n\r\n":           "HTTP/1.1 431",
		"GET / HTTP/1.1\r\nHost: firmhub\r\nConnection: close\r\n\r\n":                 "HTTP/1.1 200",
		"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n":                "HTTP/1.1 501",
		"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n": "HTTP/1.1 400",
	} {
		conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", strings.TrimPrefix(url, "http://"))
		require.NoError(t, err)
		require.NoError(t, conn.SetDeadline(time.Now().Add(time.Minute)))
		_, _ = io.WriteString(conn, request) // it may be refused before all of it is sent
		line, err := bufio.NewReader(conn).ReadString('\n')
		require.NoError(t, err, want)
		require.True(t, strings.HasPrefix(line, want), line)
		require.NoError(t, conn.Close())
	}
	require.NoError(t, stop())
}

func TestFirstStart(t *testing.T) {
	t.Parallel()
	login := func(t *testing.T, a *app.App, password string) int {
		t.Helper()
		body := fmt.Sprintf(`{"email":"admin@firmhub.local","password":%q}`, password)
		w := askJSON(t, a.Handler(), "/api/v1/auth/login", body)
		return w.Code
	}

	t.Run("GeneratedPassword", func(t *testing.T) {
		t.Parallel()
		settings := app.Config{Basics: app.Basics{DatabaseURL: dbtest.URL(t, db.SQLite), DataDir: t.TempDir()}}
		a, err := app.New(t.Context(), settings)
		require.NoError(t, err)
		made := a.FirstAdmin()
		require.Equal(t, "admin@firmhub.local", made.Email)
		require.Equal(t, http.StatusOK, login(t, a, made.Password))
		require.NoError(t, a.Close())

		again, err := app.New(t.Context(), settings)
		require.NoError(t, err)
		require.Empty(t, again.FirstAdmin(), "only the first start makes one")
		require.Equal(t, http.StatusOK, login(t, again, made.Password))
		require.NoError(t, again.Close())
	})

	t.Run("GivenPassword", func(t *testing.T) {
		t.Parallel()
		a, err := app.New(t.Context(), app.Config{
			Basics: app.Basics{DatabaseURL: dbtest.URL(t, db.SQLite), DataDir: t.TempDir()}, AdminPassword: "Giv3n-secret!",
		})
		require.NoError(t, err)
		require.Empty(t, a.FirstAdmin().Password, "nothing to show")
		require.Equal(t, http.StatusOK, login(t, a, "Giv3n-secret!"))
		require.NoError(t, a.Close())
	})

	t.Run("ConfigError", func(t *testing.T) {
		t.Parallel()
		for _, settings := range []app.Config{{Addr: "8080"}, {Basics: app.Basics{DatabaseURL: "mysql://x"}}} {
			_, err := app.New(t.Context(), settings)
			require.ErrorAs(t, err, new(*config.Error))
		}
	})

	t.Run("MalformedDatabase", func(t *testing.T) {
		t.Parallel()
		_, err := app.New(t.Context(), app.Config{Basics: app.Basics{DatabaseURL: "postgres://u:topsecret@127.0.0.1:port/x"}})
		require.ErrorAs(t, err, new(*config.Error))
		require.Contains(t, err.Error(), "FIRMHUB_DATABASE_URL must be postgres://")
		require.NotContains(t, err.Error(), "topsecret")
	})

	t.Run("NoDatabase", func(t *testing.T) {
		t.Parallel()
		_, err := app.New(t.Context(), app.Config{Basics: app.Basics{DatabaseURL: "postgres://u:topsecret@127.0.0.1:1/x"}})
		require.Equal(t, "FIRMHUB_DATABASE_URL: the database can't be reached: dial tcp 127.0.0.1:1: connect: connection refused",
			err.Error())
		require.NotContains(t, err.Error(), "topsecret")
	})
}

// running is an App that serves until stop is called. stop returns the result of Run.
func running(t *testing.T, settings app.Config) (url string, stop func() error) {
	t.Helper()
	settings.Addr = "127.0.0.1:0"
	listener, err := settings.Listen(t.Context())
	require.NoError(t, err)
	a, err := app.New(t.Context(), settings)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	ready, ended := make(chan string, 1), make(chan error, 1)
	go func() { ended <- a.Run(ctx, listener, func(url string) { ready <- url }) }()
	stop = func() error {
		cancel()
		err := <-ended
		require.NoError(t, a.Close())
		return err
	}
	select {
	case url = <-ready:
	case err := <-ended:
		require.NoError(t, err)
	}
	return url, stop
}

// It is not parallel, so that every goroutine it finds is its own.
func TestRunLeavesNothing(t *testing.T) { //nolint:paralleltest // see above
	for _, dialect := range []string{db.SQLite, db.SQLite, db.Postgres} {
		url, stop := running(t, app.Config{Basics: app.Basics{DatabaseURL: dbtest.URL(t, dialect), DataDir: t.TempDir()}})
		answer, err := http.Get(url + "/readyz") //nolint:noctx // ends with the server
		require.NoError(t, err)
		require.NoError(t, answer.Body.Close())
		require.Equal(t, http.StatusOK, answer.StatusCode)
		require.NoError(t, stop())
		_, err = http.Get(url + "/readyz") //nolint:noctx,bodyclose // refused
		require.Error(t, err)
	}
	// A goroutine that was told to end may still run its last lines.
	require.Eventually(t, func() bool {
		var stacks strings.Builder
		require.NoError(t, pprof.Lookup("goroutine").WriteTo(&stacks, 2))
		ours := regexp.MustCompile(`httpd\.\(\*Server|http\.\(\*Server|firmhub/graph|internal/auth|internal/db\.|pgxpool`)
		return !ours.MatchString(stacks.String())
	}, time.Minute, 10*time.Millisecond)
}

func TestRun(t *testing.T) {
	t.Parallel()

	t.Run("RequestUnderWayEnds", func(t *testing.T) {
		t.Parallel()
		url, stop := running(t, app.Config{Basics: app.Basics{DatabaseURL: dbtest.URL(t, db.SQLite), DataDir: t.TempDir()}})
		var dialer net.Dialer
		conn, err := dialer.DialContext(t.Context(), "tcp", strings.TrimPrefix(url, "http://"))
		require.NoError(t, err)
		defer func() { _ = conn.Close() }()
		body := `{"email":"nobody@firmhub.local","password":"Wr0ng-secret!"}`
		_, err = fmt.Fprintf(conn, "POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"+
			"Content-Length: %d\r\nExpect: 100-continue\r\n\r\n", len(body))
		require.NoError(t, err)
		from := bufio.NewReader(conn)
		// The server asks for the body when the handler reads it.
		said, err := from.ReadString('\n')
		require.NoError(t, err)
		require.Contains(t, said, "100 Continue")
		_, err = from.ReadString('\n')
		require.NoError(t, err)

		stopped := make(chan error, 1)
		go func() { stopped <- stop() }()
		_, err = conn.Write([]byte(body))
		require.NoError(t, err)
		answer, err := http.ReadResponse(from, nil)
		require.NoError(t, err)
		require.NoError(t, answer.Body.Close())
		require.Equal(t, http.StatusUnauthorized, answer.StatusCode)
		require.NoError(t, <-stopped)
	})

	t.Run("SocketIsClosed", func(t *testing.T) {
		t.Parallel()
		url, stop := running(t, app.Config{Basics: app.Basics{DatabaseURL: dbtest.URL(t, db.SQLite), DataDir: t.TempDir()}})
		dialer := websocket.Dialer{Subprotocols: []string{"graphql-transport-ws"}}
		socket, answer, err := dialer.Dial(strings.Replace(url, "http", "ws", 1)+"/graphql", nil)
		require.NoError(t, err)
		require.NoError(t, answer.Body.Close())
		defer func() { _ = socket.Close() }()
		require.NoError(t, socket.WriteJSON(map[string]string{"type": "connection_init"}))
		said := map[string]any{}
		for said["type"] != "connection_ack" {
			require.NoError(t, socket.ReadJSON(&said))
		}
		require.NoError(t, stop())
		for err == nil {
			_, _, err = socket.ReadMessage()
		}
		require.True(t, websocket.IsCloseError(err, websocket.CloseGoingAway), "%v", err)
	})

	t.Run("AddressInUse", func(t *testing.T) {
		t.Parallel()
		var listen net.ListenConfig
		taken, err := listen.Listen(t.Context(), "tcp", "127.0.0.1:0")
		require.NoError(t, err)
		defer func() { _ = taken.Close() }()
		_, err = app.Config{Addr: taken.Addr().String()}.Listen(t.Context())
		require.ErrorContains(t, err, "FIRMHUB_ADDR "+taken.Addr().String())
		_, err = app.Config{Addr: "8080"}.Listen(t.Context())
		require.ErrorAs(t, err, new(*config.Error))
	})
}

// askJSON posts a body in this process.
func askJSON(t *testing.T, handler http.Handler, path, body string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, r)
	return w
}
