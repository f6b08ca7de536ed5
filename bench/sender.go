package bench

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Sender sends a request. The body that it returns is valid until the next request.
type Sender func(*http.Request) (status int, body []byte, err error)

// NewRequest returns a request for any Sender. A body is written as JSON, and nil is none.
func NewRequest(t testing.TB, method, url, token string, body any) *http.Request {
	var text []byte
	if body != nil {
		text, _ = json.Marshal(body)
	}
	request := httptest.NewRequestWithContext(t.Context(), method, url, bytes.NewReader(text))
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	return request
}

// Ask sends a request that must succeed, and decodes the answer into out, unless that is nil.
func (s Sender) Ask(t testing.TB, request *http.Request, out any) {
	status, body, err := s(request)
	require.NoError(t, err)
	require.Less(t, status, http.StatusBadRequest, "%s %s: %s", request.Method, request.URL, body)
	if out != nil {
		require.NoError(t, json.Unmarshal(body, out), "%s", body)
	}
}

// The administrator of the super-firm. All users have the password.
const (
	AdminEmail = "admin@firmhub.example"
	Password   = "B3nch-secret!"
)

// ContactFields selects in GraphQL what REST answers of a contact.
const ContactFields = `{ id firstName lastName gender isActive profilePic phones { id phone phoneCC type isPrimary }
	emails { id email type isPrimary } addresses { id type line1 line2 landmark city state country pinCode }
	tags createdAt updatedAt }`

// LogIn returns an access token for a user of firmhub at a URL.
func (s Sender) LogIn(t testing.TB, url, email, password string) string {
	var login struct{ Data struct{ Token string } }
	in := map[string]any{"email": email, "password": password}
	s.Ask(t, NewRequest(t, http.MethodPost, url+"/api/v1/auth/login", "", in), &login)
	return login.Data.Token
}

// OverHTTP returns a sender that keeps a connection open for each of several clients.
func OverHTTP(clients int) Sender {
	// Answers are not compressed: that would be the cost of a library.
	client := &http.Client{Transport: &http.Transport{DisableCompression: true, MaxIdleConnsPerHost: clients}, Timeout: time.Minute}
	return func(request *http.Request) (int, []byte, error) {
		request.RequestURI = "" // that of a server's request
		answer, err := client.Do(request)
		if err != nil {
			return 0, nil, err
		}
		body, err := io.ReadAll(answer.Body)
		return answer.StatusCode, body, errors.Join(err, answer.Body.Close())
	}
}

// InProcess returns a sender that calls a handler.
func InProcess(handler http.Handler) Sender {
	out := &answer{header: http.Header{}}
	out.body.Grow(64 << 10)
	return func(request *http.Request) (int, []byte, error) {
		clear(out.header)
		out.status = 0
		out.body.Reset()
		handler.ServeHTTP(out, request)
		return out.status, out.body.Bytes(), nil
	}
}

// answer receives the response of a handler. It is used again, so that it costs nothing.
type answer struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (a *answer) Header() http.Header { return a.header }

func (a *answer) WriteHeader(status int) { a.status = cmp.Or(a.status, status) }

func (a *answer) Write(text []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	return a.body.Write(text)
}

// Flush implements http.Flusher.
func (a *answer) Flush() {}
