// Package firmhubtest runs the whole app for a test, with its own database and a real HTTP server.
package firmhubtest

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/fault"
)

// The log-in of the super-admin of every test app.
const (
	AdminEmail    = "root@firmhub.example"
	AdminPassword = "Sup3r-secret!"
)

// Patience is how long a test waits for an event before it fails.
const Patience = 5 * time.Minute

// PasswordIterations is the cost of a password hash in a test app, which takes next to no time.
// With the cost of a server a hash takes 100 ms, and several times that with the race detector. A
// test of the cost itself sets app.Config.PasswordIterations to 0, which is the cost of a server.
const PasswordIterations = 10

// SecretsKey is the key of secrets of a test app, not encoded.
const SecretsKey = "the key of the servers of tests."

// App is a running server.
type App struct {
	// URL is the base URL of the server.
	URL string
	// Core is the app without its APIs, as commands use it.
	*app.App

	t testing.TB
	// documented is what answers may be. It is nil for an app that runs elsewhere.
	documented documented
}

// Each runs the test on both databases as parallel sub-tests, each with its own app.
func Each(t *testing.T, test func(t *testing.T, a *App)) {
	t.Helper()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		t.Helper()
		test(t, New(t, dialect))
	})
}

// New starts an app on a new database of the dialect. Rate limits are off unless a setting turns
// them on.
func New(t testing.TB, dialect string, settings ...func(*app.Config)) *App {
	t.Helper()
	slog.SetLogLoggerLevel(slog.LevelError) // requests are not logged
	config := app.Config{
		Basics: app.Basics{
			DatabaseURL: dbtest.URL(t, dialect), Log: "error", DataDir: t.TempDir(),
			SecretsKey: base64.StdEncoding.EncodeToString([]byte(SecretsKey)),
		},
		AdminEmail:    AdminEmail,
		AdminPassword: AdminPassword,
		RateLimit:     "off",

		PasswordIterations: PasswordIterations,
	}
	if dialect == db.SQLite {
		// Every operation is answered by plans and by the executor, and must be the same. On
		// PostgreSQL the plans answer.
		config.PlanDiffers = func(difference string) { t.Error(difference) }
	}
	for _, set := range settings {
		set(&config)
	}
	a, err := app.New(t.Context(), config)
	require.NoError(t, err)
	server := httptest.NewServer(a.Handler())
	t.Cleanup(func() {
		server.Close()
		require.NoError(t, a.Close())
	})
	return &App{URL: server.URL, App: a, t: t, documented: documentedBy(t, a.OpenAPI)}
}

// At returns the app at a URL, which runs elsewhere: it has no Core.
func At(t testing.TB, url string) *App { return &App{URL: url, t: t} }

// Answer is a response. If the body is an envelope, the fields are set from it.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte

	IsSuccess bool
	Data      json.RawMessage
	Message   string
	Error     *struct {
		Code      fault.Code
		Details   fault.Details
		RequestID string
	}
	// Errors are the errors of a GraphQL response.
	Errors []struct {
		Message    string
		Path       []any
		Extensions struct {
			Code    fault.Code
			Details fault.Details
		}
	}
}

// Code returns the error code of a REST or GraphQL response, empty for a success.
func (a *Answer) Code() fault.Code {
	switch {
	case a.Error != nil:
		return a.Error.Code
	case len(a.Errors) > 0:
		return a.Errors[0].Extensions.Code
	}
	return ""
}

// Details returns the error details of a REST or GraphQL response.
func (a *Answer) Details() fault.Details {
	switch {
	case a.Error != nil:
		return a.Error.Details
	case len(a.Errors) > 0:
		return a.Errors[0].Extensions.Details
	}
	return nil
}

// Fields returns the fields in the details of the error.
func (a *Answer) Fields() []string {
	fields := []string{}
	for _, detail := range a.Details() {
		fields = append(fields, detail.Field)
	}
	return fields
}

// REST sends a REST request. A body that is a string is sent as it is, anything else as JSON, and
// nil is no body. The token may be empty.
func (a *App) REST(method, path, token string, body any) *Answer {
	a.t.Helper()
	var sent io.Reader = http.NoBody
	switch body := body.(type) {
	case nil:
	case string:
		sent = bytes.NewBufferString(body)
	default:
		encoded, err := json.Marshal(body)
		require.NoError(a.t, err)
		sent = bytes.NewReader(encoded)
	}
	request, err := http.NewRequestWithContext(a.t.Context(), method, a.URL+path, sent)
	require.NoError(a.t, err)
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	return a.Do(request)
}

// GraphQL sends a GraphQL request. Data of the answer is the whole `data`.
func (a *App) GraphQL(token, document string, variables map[string]any) *Answer {
	a.t.Helper()
	return a.REST(http.MethodPost, "/graphql", token, map[string]any{"query": document, "variables": variables})
}

// Post posts a body to /graphql and ignores the response and errors. Unlike the other methods it
// may be called by any goroutine.
func (a *App) Post(ctx context.Context, token string, body any) {
	encoded, _ := json.Marshal(body)
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, a.URL+"/graphql", bytes.NewReader(encoded))
	if err != nil {
		return
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", "Bearer "+token)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return
	}
	_, _ = io.Copy(io.Discard, response.Body)
	_ = response.Body.Close()
}

// Do sends a request and returns the response. It fails the test if the OpenAPI document does not
// have the status.
func (a *App) Do(request *http.Request) *Answer {
	a.t.Helper()
	response, err := http.DefaultClient.Do(request)
	require.NoError(a.t, err)
	defer func() { _ = response.Body.Close() }()
	answer := &Answer{Status: response.StatusCode, Header: response.Header}
	if strings.HasPrefix(response.Header.Get("Content-Type"), "text/event-stream") {
		answer.Body = firstEvent(response.Body)
	} else {
		answer.Body, err = io.ReadAll(response.Body)
		require.NoError(a.t, err)
	}
	_ = json.Unmarshal(answer.Body, answer) // The fields stay empty for a page or a file.
	answer.checkHeaders(a.t)
	a.documented.check(a.t, request, answer)
	return answer
}

// checkHeaders checks the headers for browsers, which every answer has.
func (a *Answer) checkHeaders(t testing.TB) {
	t.Helper()
	for name, want := range map[string]string{
		"X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Referrer-Policy": "no-referrer",
	} {
		require.Equal(t, want, a.Header.Get(name), "%s of %s", name, a.Body)
	}
	require.Contains(t, a.Header.Get("Content-Security-Policy"), "default-src", a.Body)
}

// firstEvent returns the data of the first event of a stream, which may have no end.
func firstEvent(stream io.Reader) []byte {
	lines := bufio.NewScanner(stream)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if data, ok := bytes.CutPrefix(lines.Bytes(), []byte("data: ")); ok {
			return bytes.Clone(data)
		}
	}
	return nil
}

// Session is the data of a log-in.
type Session struct {
	Token        string
	RefreshToken string
	ExpiresIn    int
	User         struct{ ID, Email string }
	Firms        []struct{ FirmID, RelationID, FirmName, SessionID string }
}

// Login logs a user in. It fails the test on an error.
func (a *App) Login(email, password string) *Session {
	a.t.Helper()
	answer := a.REST(http.MethodPost, "/api/v1/auth/login", "", map[string]any{"email": email, "password": password})
	require.Equal(a.t, http.StatusOK, answer.Status, "%s", answer.Body)
	session := &Session{}
	answer.Into(a.t, session)
	return session
}

// Into decodes the data of the response.
func (a *Answer) Into(t testing.TB, data any) {
	t.Helper()
	require.NoError(t, json.Unmarshal(a.Data, data), "%s", a.Body)
}

// OwnerPassword is the password of the owners that [App.NewFirm] creates.
const OwnerPassword = "Own3r-secret!"

// NewFirm creates a firm as the super-firm does, and returns a session of its owner.
func (a *App) NewFirm(name, ownerEmail string) *Session {
	a.t.Helper()
	admin := a.Login(AdminEmail, AdminPassword)
	answer := a.REST(http.MethodPost, "/api/v1/admin/firm/create", admin.Token, map[string]any{
		"name": name, "currency": "EUR", "timeZone": "Europe/Lisbon",
		"owner": map[string]any{"firstName": "Olga", "lastName": "Owner", "email": ownerEmail, "password": OwnerPassword},
	})
	require.Equal(a.t, http.StatusCreated, answer.Status, "%s", answer.Body)
	return a.Login(ownerEmail, OwnerPassword)
}
