package client_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/client"
)

const (
	acme, beta = "01a203dd-eaad-7444-8f0a-be9582298bec", "01a203dd-ec78-7133-a852-c275c7647003"
	visited    = "01a203dd-ffff-7133-a852-c275c7647003"
)

// fake is a server with one session. Its refresh tokens can be used once.
type fake struct {
	*httptest.Server

	mu sync.Mutex
	// life is how long tokens are valid, in seconds.
	life              int
	refresh, firm     string
	refreshed, logins int
	ended             bool
	// events are the answers to subscriptions, one after the other.
	events []string
}

func newFake(t *testing.T) *fake {
	t.Helper()
	f := &fake{life: 3600}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /api/v1/auth/login", f.logIn)
	mux.HandleFunc("POST /api/v1/auth/refreshtoken", f.renew)
	mux.HandleFunc("GET /api/v1/auth/setfirm", f.setFirm)
	mux.HandleFunc("POST /api/v1/auth/logout", func(w http.ResponseWriter, _ *http.Request) {
		f.ended = true
		fmt.Fprint(w, `{"data":null}`)
	})
	mux.HandleFunc("GET /where", func(w http.ResponseWriter, r *http.Request) {
		var claims jwt.MapClaims = map[string]any{}
		_, _, _ = jwt.NewParser().ParseUnverified(strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "), claims)
		fmt.Fprintf(w, "%v %s %s", claims["FirmId"], r.Header.Get("X-Firm-Id"), r.Header.Get("X-Api-Key"))
	})
	mux.HandleFunc("GET /elsewhere", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/where", http.StatusFound) })
	mux.HandleFunc("POST /graphql", f.serveGraphQL)
	f.Server = httptest.NewServer(mux)
	t.Cleanup(f.Close)
	return f
}

// token is one for the firm, as no test checks its signature.
func (f *fake) token() string {
	text, _ := jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.MapClaims{"FirmId": f.firm}).SignedString([]byte("key"))
	return text
}

func (f *fake) logIn(w http.ResponseWriter, r *http.Request) {
	var in struct{ Password string }
	if _ = json.NewDecoder(r.Body).Decode(&in); in.Password != "right" {
		w.WriteHeader(http.StatusUnauthorized)
		fmt.Fprint(w, `{"message":"Wrong."}`)
		return
	}
	f.logins++
	f.refresh, f.firm = fmt.Sprintf("first-%d", f.logins), acme
	fmt.Fprintf(w, `{"data":{"token":%q,"refreshToken":%q,"expiresIn":%d,"user":{"id":"u"},"firms":[
		{"firmId":%q,"relationId":"ra","firmName":"Acme","sessionId":"s"},
		{"firmId":%q,"relationId":"rb","firmName":"Beta","sessionId":"s"}]}}`, f.token(), f.refresh, f.life, acme, beta)
}

func (f *fake) renew(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	var in struct{ RefreshToken string }
	if _ = json.NewDecoder(r.Body).Decode(&in); in.RefreshToken != f.refresh {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	f.refreshed++
	f.refresh = fmt.Sprintf("next-%d", f.refreshed)
	fmt.Fprintf(w, `{"data":{"token":%q,"refreshToken":%q,"expiresIn":3600}}`, f.token(), f.refresh)
}

func (f *fake) setFirm(w http.ResponseWriter, r *http.Request) {
	f.firm = map[string]string{"ra": acme, "rb": beta}[r.URL.Query().Get("relationId")]
	fmt.Fprintf(w, `{"data":{"token":%q,"expiresIn":%d}}`, f.token(), f.life)
}

func (f *fake) serveGraphQL(w http.ResponseWriter, _ *http.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.events) == 0 {
		fmt.Fprint(w, `{"data":{"a":1}}`)
		return
	}
	answer := f.events[0]
	f.events = f.events[1:]
	if answer == "" {
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
	fmt.Fprint(w, answer)
}

// loggedIn returns a client with a login.
func loggedIn(t *testing.T, f *fake) (*client.Client, *client.Logins) {
	t.Helper()
	logins := client.LoginsAt(filepath.Join(t.TempDir(), "firmhub", "logins.json"))
	c := client.New(f.URL, "", logins)
	login, err := c.LogIn(t.Context(), "ada@example.com", "right")
	require.NoError(t, err)
	firm, found := login.Find("acme")
	require.True(t, found)
	require.NoError(t, c.Keep(t.Context(), login, firm))
	return c, logins
}

// where returns the claim of the firm, the header of the firm and the key that the server saw.
func where(t *testing.T, c *client.Client, firm string) string {
	t.Helper()
	answer, err := c.Do(t.Context(), client.Request{Method: http.MethodGet, Path: "/where", Firm: firm})
	require.NoError(t, err)
	defer func() { require.NoError(t, answer.Body.Close()) }()
	var text [200]byte
	n, _ := answer.Body.Read(text[:])
	return string(text[:n])
}

// refused returns the error of a request that is not sent.
func refused(t *testing.T, c *client.Client, firm string) error {
	t.Helper()
	answer, err := c.Do(t.Context(), client.Request{Method: http.MethodGet, Path: "/where", Firm: firm})
	if err == nil {
		require.NoError(t, answer.Body.Close())
	}
	return err
}

func TestLogin(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	c, logins := loggedIn(t, f)
	require.Equal(t, acme+"  ", where(t, c, ""))
	require.Equal(t, beta+"  ", where(t, c, "Beta"))
	require.Equal(t, acme+"  ", where(t, c, ""), "another firm is for one call")
	require.Equal(t, acme+" "+visited+" ", where(t, c, visited))
	require.Zero(t, f.refreshed)

	info, err := os.Stat(logins.Path())
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode())
	info, err = os.Stat(filepath.Dir(logins.Path()))
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o700), info.Mode().Perm())
	all, current, err := logins.All()
	require.NoError(t, err)
	require.Equal(t, f.URL, current)
	require.Equal(t, "Acme", all[current].FirmName())
	left, err := os.ReadDir(filepath.Dir(logins.Path()))
	require.NoError(t, err)
	require.Len(t, left, 2, "the file and its lock")

	found, err := c.LogOut(t.Context())
	require.NoError(t, err)
	require.True(t, found)
	require.True(t, f.ended)
	found, err = c.LogOut(t.Context())
	require.NoError(t, err)
	require.False(t, found)
	require.Equal(t, "<nil>  ", where(t, c, ""), "without a login there is no credential")
}

func TestLogin_Refused(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	c, logins := loggedIn(t, f)
	_, err := c.LogIn(t.Context(), "ada@example.com", "wrong")
	require.EqualError(t, err, "the server answers 401 Unauthorized: Wrong.")
	require.ErrorContains(t, refused(t, c, "Gamma"), `in no firm named "Gamma"`)
	_, err = client.New(f.URL+"/elsewhere", "", nil).LogIn(t.Context(), "a", "b")
	require.Error(t, err)
	require.NoError(t, os.WriteFile(logins.Path(), []byte("{"), 0o600))
	require.ErrorContains(t, refused(t, c, ""), "read the logins")
}

// A login that replaces another one ends it; a log-out without the server forgets the login all the
// same.
func TestLogin_Again(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	c, logins := loggedIn(t, f)
	login, err := c.LogIn(t.Context(), "ada@example.com", "right")
	require.NoError(t, err)
	firm, _ := login.Find(beta)
	require.NoError(t, c.Keep(t.Context(), login, firm))
	require.True(t, f.ended)
	require.Equal(t, beta+"  ", where(t, c, ""))
	f.Close()
	found, err := c.LogOut(t.Context())
	require.ErrorContains(t, err, "does not answer")
	require.True(t, found)
	all, current, err := logins.All()
	require.NoError(t, err)
	require.Empty(t, all)
	require.Empty(t, current)
}

// Of many at once one renews the token, since a refresh token can be used once.
func TestRenew(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	f.life = 1
	c, logins := loggedIn(t, f)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			other := client.New(f.URL, "", client.LoginsAt(logins.Path()))
			answer, err := other.Do(t.Context(), client.Request{Method: http.MethodGet, Path: "/where"})
			if err != nil {
				t.Error(err)
				return
			}
			_ = answer.Body.Close()
		})
	}
	all.Wait()
	require.Equal(t, 1, f.refreshed)
	require.Equal(t, acme+"  ", where(t, c, ""))

	f.life = 1
	c, _ = loggedIn(t, f)
	f.refresh = "stolen"
	require.ErrorContains(t, refused(t, c, ""), "has ended; log in again: firmhub login "+f.URL)
}

// A server that does not answer holds up neither a log-out nor those that wait for the file of the
// logins.
func TestLogOut_Late(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	_, logins := loggedIn(t, f)
	tested := make(chan struct{})
	silent := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-tested }))
	t.Cleanup(func() {
		close(tested)
		silent.Close()
	})
	text, err := os.ReadFile(logins.Path())
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(logins.Path(), []byte(strings.ReplaceAll(string(text), f.URL, silent.URL)), 0o600))
	c := client.New(silent.URL, "", logins)
	client.SetAskLimit(c, time.Millisecond)
	found, err := c.LogOut(t.Context())
	require.ErrorContains(t, err, "does not answer: no answer within 1ms")
	require.True(t, found)
	_, err = c.LogIn(t.Context(), "ada@example.com", "right")
	require.ErrorContains(t, err, "no answer within 1ms")
}

// What the user typed wins over the login and the key.
func TestDo_Typed(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	c, logins := loggedIn(t, f)
	f.firm = beta
	for header, want := range map[string]string{"Authorization: Bearer " + f.token(): beta + "  ", "X-Api-Key: fh_typed": "<nil>  fh_typed"} {
		name, value, _ := strings.Cut(header, ": ")
		for _, one := range []*client.Client{c, client.New(f.URL, "fh_key", logins)} {
			answer, err := one.Do(t.Context(), client.Request{Method: http.MethodGet, Path: "/where", Header: http.Header{name: {value}}})
			require.NoError(t, err)
			text, err := io.ReadAll(answer.Body)
			require.NoError(t, err)
			require.NoError(t, answer.Body.Close())
			require.Equal(t, want, string(text))
		}
	}
}

func TestNewRefusal(t *testing.T) {
	t.Parallel()
	refusal := client.NewRefusal(http.StatusBadRequest, []byte(`{"message":"Não:\u001b]0;x\u0007 a\nb\u009b2J\u202e."}`))
	require.Equal(t, "Não:]0;x a b2J.", refusal.Message)
}

func TestKey(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	_, logins := loggedIn(t, f)
	c := client.New(f.URL, "fh_key", logins)
	require.Equal(t, "<nil>  fh_key", where(t, c, ""))
	require.Equal(t, "<nil> "+acme+" fh_key", where(t, c, acme))
	answer, err := c.Do(t.Context(), client.Request{Method: http.MethodGet, Path: "/elsewhere"})
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())
	require.Equal(t, http.StatusFound, answer.StatusCode, "a redirect is not followed with the key")
}

func TestGraphQL(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	c := client.New(f.URL, "", nil)
	run := func() (responses []string, retries int, err error) {
		client.SetFirstRetry(c, time.Millisecond)
		c.Retrying = func(error, time.Duration) { retries++ }
		err = c.GraphQL(t.Context(), client.Operation{Query: "{ a }"}, "", func(response []byte) error {
			responses = append(responses, string(response))
			return nil
		})
		return responses, retries, err
	}
	responses, _, err := run()
	require.NoError(t, err)
	require.Equal(t, []string{`{"data":{"a":1}}`}, responses)

	f.events = []string{
		":\n\nevent: next\ndata: 1\n\n: ping\n\nevent: next\r\ndata: 2\ndata: 3\r\n\r\nevent: ne", "",
		"event: next\ndata: 4\n\nevent: complete\ndata:\n\n",
	}
	responses, retries, err := run()
	require.NoError(t, err)
	require.Equal(t, []string{"1", "2\n3", "4"}, responses)
	require.Equal(t, 2, retries)

	f.events = []string{""}
	_, retries, err = run()
	require.EqualError(t, err, "the server answers 503 Service Unavailable")
	require.Zero(t, retries, "it has not begun")

	f.events = []string{"event: next\ndata: {\"errors\":[{\"message\":\"No.\"}]}\n\n"}
	_, _, err = run()
	require.ErrorIs(t, err, client.ErrFaulty)

	f.events = []string{"event: next\ndata: 1\n\n"}
	client.SetFirstRetry(c, time.Hour)
	ctx, cancel := context.WithCancel(t.Context())
	c.Retrying = func(error, time.Duration) { cancel() }
	err = c.GraphQL(ctx, client.Operation{}, "", func([]byte) error { return nil })
	require.ErrorIs(t, err, context.Canceled)

	stop := errors.New("stop")
	require.ErrorIs(t, c.GraphQL(t.Context(), client.Operation{}, "", func([]byte) error { return stop }), stop)
}

func TestParseServer(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"https://API.example.com/": "https://api.example.com",
		"api.example.com":          "https://api.example.com",
		"api.example.com:8443":     "https://api.example.com:8443",
		"localhost:8080":           "http://localhost:8080",
		"127.0.0.1:8080":           "http://127.0.0.1:8080",
		"[::1]:8080":               "http://[::1]:8080",
		"http://10.0.0.1":          "http://10.0.0.1",
		"":                         "",
		"ftp://x":                  "",
		"https://u:p@x":            "",
		"https://x/api":            "",
		"https://x?y":              "",
		"a b":                      "",
	} {
		got, err := client.ParseServer(text)
		require.Equal(t, want, got, text)
		require.Equal(t, want == "", err != nil, text)
	}
	require.True(t, client.IsExposed("http://10.0.0.1"))
	require.False(t, client.IsExposed("https://10.0.0.1"))
	require.False(t, client.IsExposed("http://localhost:8080"))
}
