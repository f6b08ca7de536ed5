package httpd_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/firmhubtest"
	"github.com/firmhub/firmhub/internal/httpd"
)

// wire is a connection on which a test writes its own bytes.
type wire struct {
	net.Conn

	t       *testing.T
	answers *bufio.Reader
}

func dial(t *testing.T, url string) *wire {
	t.Helper()
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", strings.TrimPrefix(url, "http://"))
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.Close() })
	require.NoError(t, conn.SetDeadline(time.Now().Add(time.Minute)))
	return &wire{Conn: conn, t: t, answers: bufio.NewReader(conn)}
}

func (w *wire) send(format string, args ...any) {
	w.t.Helper()
	_, err := fmt.Fprintf(w, format, args...)
	require.NoError(w.t, err)
}

// post sends the head of a POST, with a token unless that is empty.
func (w *wire) post(path, token string, length int, header ...string) {
	w.t.Helper()
	if token != "" {
		header = append(header, "Authorization: Bearer "+token)
	}
	w.send("POST %s HTTP/1.1\r\nHost: firmhub\r\nContent-Type: application/json\r\nContent-Length: %d\r\n%s\r\n",
		path, length, strings.Join(append(header, ""), "\r\n"))
}

func (w *wire) answer() *firmhubtest.Answer {
	w.t.Helper()
	response, err := http.ReadResponse(w.answers, nil)
	require.NoError(w.t, err)
	answer := &firmhubtest.Answer{Status: response.StatusCode, Header: response.Header}
	answer.Body, err = io.ReadAll(response.Body)
	require.NoError(w.t, err)
	require.NoError(w.t, response.Body.Close())
	return answer
}

const (
	loginPath    = "/api/v1/auth/login"
	graphqlPath  = "/graphql"
	createPath   = "/api/v1/ApiClient"
	anonymousMax = 64 << 10
	signedInMax  = 1 << 20
)

func TestBodySize(t *testing.T) {
	t.Parallel()
	a := firmhubtest.New(t, db.SQLite)
	token := a.Login(firmhubtest.AdminEmail, firmhubtest.AdminPassword).Token
	padded := func(text string, size int) string { return text + strings.Repeat(" ", size-len(text)) }

	t.Run("OK", func(t *testing.T) {
		t.Parallel()
		login := fmt.Sprintf(`{"email":%q,"password":%q}`, firmhubtest.AdminEmail, firmhubtest.AdminPassword)
		require.Equal(t, http.StatusOK, a.REST(http.MethodPost, loginPath, "", padded(login, anonymousMax)).Status)
		require.Equal(t, http.StatusOK, a.REST(http.MethodPost, graphqlPath, "", padded(`{"query":"{ __typename }"}`, anonymousMax)).Status)
		require.Equal(t, http.StatusOK, a.REST(http.MethodPost, graphqlPath, token, padded(`{"query":"{ __typename }"}`, signedInMax)).Status)
		require.Equal(t, http.StatusCreated, a.REST(http.MethodPost, createPath, token, padded(`{"name":"Shop"}`, signedInMax)).Status)
	})

	t.Run("ErrPayloadTooLarge", func(t *testing.T) {
		t.Parallel()
		for _, test := range []struct {
			path, token string
			limit       int
		}{
			{loginPath, "", anonymousMax},
			{loginPath, "not.a.token", anonymousMax},
			{"/api/v1/auth/refreshtoken", "", anonymousMax},
			{graphqlPath, "", anonymousMax},
			{graphqlPath, token, signedInMax},
			{createPath, token, signedInMax},
		} {
			large := strings.Repeat(" ", test.limit+1)
			answer := a.REST(http.MethodPost, test.path, test.token, large)
			require.Equal(t, http.StatusRequestEntityTooLarge, answer.Status, test.path)
			require.Equal(t, fault.PayloadTooLarge, answer.Code(), test.path)

			// In chunks, without a length.
			request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, a.URL+test.path, io.MultiReader(strings.NewReader(large)))
			require.NoError(t, err)
			request.Header.Set("Content-Type", "application/json")
			request.Header.Set("Authorization", "Bearer "+test.token)
			require.Equal(t, fault.PayloadTooLarge, a.Do(request).Code(), test.path)

			// Announced, and not sent: the answer does not wait for it.
			conn := dial(t, a.URL)
			conn.post(test.path, test.token, 1<<30)
			require.Equal(t, http.StatusRequestEntityTooLarge, conn.answer().Status, test.path)
		}
	})

	// What can be refused without the body is refused before the body.
	t.Run("ErrBeforeTheBody", func(t *testing.T) {
		t.Parallel()
		conn := dial(t, a.URL)
		conn.post(createPath, "", 1<<20, "Expect: 100-continue")
		require.Equal(t, http.StatusUnauthorized, conn.answer().Status, "it does not ask for the body")
		conn = dial(t, a.URL)
		conn.post("/api/v1/nope", token, 1<<20, "Expect: 100-continue")
		require.Equal(t, http.StatusNotFound, conn.answer().Status)
		for _, path := range []string{createPath, graphqlPath} {
			conn = dial(t, a.URL)
			conn.send("POST %s HTTP/1.1\r\nHost: firmhub\r\nAuthorization: Bearer %s\r\nContent-Type: text/plain\r\nContent-Length: 99999999\r\n\r\n", path, token)
			require.Equal(t, http.StatusUnsupportedMediaType, conn.answer().Status, path)
		}
	})

	t.Run("ErrTwoLengths", func(t *testing.T) {
		t.Parallel()
		conn := dial(t, a.URL)
		conn.post(loginPath, "", 2, "Content-Length: 3")
		require.Equal(t, http.StatusBadRequest, conn.answer().Status)
	})
}

// 300 bodies of one address that lack a byte take little memory; those over the limit are refused.
func TestSlowBodies(t *testing.T) {
	t.Parallel()
	const bodies = 300
	for name, test := range map[string]struct {
		path string
		size int
		want int
	}{
		"TooLarge": {loginPath, signedInMax, http.StatusRequestEntityTooLarge},
		"REST":     {loginPath, anonymousMax, http.StatusTooManyRequests},
		"GraphQL":  {graphqlPath, anonymousMax, http.StatusTooManyRequests},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := firmhubtest.New(t, db.SQLite)
			httpd.SetBodyRate(a.Handler(), time.Hour, 1<<20) // no body is late
			statuses := make(chan int, bodies)
			for range bodies {
				conn := dial(t, a.URL)
				conn.post(test.path, "", test.size)
				// The server may refuse and close before all is sent.
				_, _ = conn.Write([]byte(strings.Repeat(" ", min(test.size, anonymousMax)-1)))
				go func() {
					response, err := http.ReadResponse(conn.answers, nil)
					if err == nil {
						statuses <- response.StatusCode
						_ = response.Body.Close()
					}
				}()
			}
			const allowed = 64 // of one address at the same time
			for range bodies - allowed {
				require.Equal(t, test.want, <-statuses)
			}
			anonymous, firms := httpd.BodyBytes(a.Handler())
			require.LessOrEqual(t, anonymous, 2<<20)
			require.Zero(t, firms)
			if test.want == http.StatusTooManyRequests {
				require.Positive(t, anonymous)
			}
			// Others are served as before, and so are small bodies of the same address.
			session := a.Login(firmhubtest.AdminEmail, firmhubtest.AdminPassword)
			require.Equal(t, http.StatusCreated, a.REST(http.MethodPost, createPath, session.Token, `{"name":"Shop"}`).Status)
		})
	}
}

// A body that does not arrive in time is refused, and its memory is free again.
func TestBodyInTime(t *testing.T) {
	t.Parallel()
	a := firmhubtest.New(t, db.SQLite)
	token := a.Login(firmhubtest.AdminEmail, firmhubtest.AdminPassword).Token
	httpd.SetBodyRate(a.Handler(), 100*time.Millisecond, 1<<20)
	for _, sent := range []string{"", "{", strings.Repeat(" ", 20_000)} {
		for path, token := range map[string]string{loginPath: "", graphqlPath: "", createPath: token} {
			conn := dial(t, a.URL)
			conn.post(path, token, 30_000)
			conn.send("%s", sent)
			answer := conn.answer()
			require.Equal(t, http.StatusBadRequest, answer.Status)
			require.Contains(t, string(answer.Body), "did not arrive in time")
			_, err := conn.answers.ReadByte()
			require.ErrorIs(t, err, io.EOF)
		}
	}
	require.Eventually(t, func() bool {
		anonymous, firms := httpd.BodyBytes(a.Handler())
		return anonymous == 0 && firms == 0
	}, time.Minute, time.Millisecond)
}

// A body that nobody reads holds up neither the answer nor the connection.
func TestUnreadBody(t *testing.T) {
	t.Parallel()
	a := firmhubtest.New(t, db.SQLite)
	httpd.SetBodyRate(a.Handler(), time.Hour, 1<<20) // an answer that waited for the body would not come
	conn := dial(t, a.URL)
	conn.post(createPath, "", 1000)
	require.Equal(t, http.StatusUnauthorized, conn.answer().Status)
	conn = dial(t, a.URL)
	for range 2 {
		conn.post(createPath, "", 2)
		conn.send("{}")
		require.Equal(t, http.StatusUnauthorized, conn.answer().Status, "what is there at once is skipped")
	}
}

// Who loses a credential while the body arrives has no longer the limits of those who have one.
func TestLogoutInMidBody(t *testing.T) {
	t.Parallel()
	a := firmhubtest.New(t, db.SQLite)
	for path, body := range map[string]string{
		createPath:  `{"name":"Backdoor"}`,
		graphqlPath: `{"query":"{ me { user { id } } }"}` + strings.Repeat(" ", anonymousMax),
	} {
		token := a.Login(firmhubtest.AdminEmail, firmhubtest.AdminPassword).Token
		conn := dial(t, a.URL)
		conn.post(path, token, len(body), "Expect: 100-continue")
		conn.send("%s", body[:1])
		require.Equal(t, http.StatusContinue, conn.answer().Status)
		require.Equal(t, http.StatusOK, a.REST(http.MethodPost, "/api/v1/auth/logout", token, nil).Status)
		conn.send("%s", body[1:])
		require.Equal(t, http.StatusUnauthorized, conn.answer().Status, path)
	}
}
