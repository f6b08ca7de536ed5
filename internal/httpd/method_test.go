package httpd_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

// A method that HTTP does not define is refused before anybody is identified, and leaves its text
// nowhere.
func TestUnknownMethod(t *testing.T) {
	t.Parallel()
	a := firmhubtest.New(t, db.SQLite)
	session := a.Login(firmhubtest.AdminEmail, firmhubtest.AdminPassword)
	var made struct {
		APIKey string
		ID     string
	}
	a.REST(http.MethodPost, createPath, session.Token, `{"name":"Shop"}`).Into(t, &made)

	long := strings.Repeat("X", 60_000)
	for _, method := range []string{long, "post", "GETS", "BREW"} {
		for _, path := range []string{"/api/V1/Contact/search?searchTerm=a", "/api/v1/nope", graphqlPath, "/docs", "/healthz"} {
			id := uuid.NewString()
			conn := dial(t, a.URL)
			conn.send("%s %s HTTP/1.1\r\nHost: firmhub\r\nX-Request-Id: %s\r\nX-Api-Key: %s\r\n\r\n", method, path, id, made.APIKey)
			answer := conn.answer()
			require.Equal(t, http.StatusMethodNotAllowed, answer.Status, path)
			require.Equal(t, "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS", answer.Header.Get("Allow"))
			require.Less(t, len(answer.Body), 1000)
			require.Len(t, logged(t, id), 1)
			for _, line := range logged(t, id) {
				require.Equal(t, "unknown", line["method"])
				require.NotContains(t, line, "apiClient")
			}
		}
	}
	usage := a.REST(http.MethodGet, createPath+"/"+made.ID+"/usage", session.Token, nil)
	require.Contains(t, string(usage.Body), `"totalCount":0`)
	require.NotContains(t, string(a.REST(http.MethodGet, "/metrics", "", nil).Body), "BREW")
}

// Unknown methods count for the address.
func TestUnknownMethodCounts(t *testing.T) {
	t.Parallel()
	a := firmhubtest.New(t, db.SQLite, func(c *app.Config) { c.RateLimit = "calls=1/5" })
	status, calls := http.StatusMethodNotAllowed, 0
	for ; status == http.StatusMethodNotAllowed; calls++ {
		require.Less(t, calls, 200)
		request, err := http.NewRequestWithContext(t.Context(), "BREW", a.URL+"/nope", nil)
		require.NoError(t, err)
		status = a.Do(request).Status
	}
	require.Equal(t, http.StatusTooManyRequests, status)
	require.Greater(t, calls, 5)
}

// 404 and 405 under /api count for the address. After that the response is always 429.
func TestUnknownPathCounts(t *testing.T) {
	t.Parallel()
	a := firmhubtest.New(t, db.SQLite, func(c *app.Config) { c.RateLimit = "calls=1/5" })
	for i := range 5 {
		path := []string{"/api/v1/nope", "/api/v1/auth/me"}[i%2]
		answer := a.REST(http.MethodPatch, fmt.Sprintf("%s?%d", path, i), "", nil)
		require.Equal(t, []int{http.StatusNotFound, http.StatusMethodNotAllowed}[i%2], answer.Status)
		require.NotEmpty(t, answer.Header.Get("RateLimit-Remaining"))
	}
	answer, calls := a.REST(http.MethodPatch, "/api/v1/nope", "", nil), 6
	for ; answer.Status == http.StatusNotFound; calls++ { // a slow machine earns further calls meanwhile
		require.Less(t, calls, 200)
		answer = a.REST(http.MethodPatch, "/api/v1/nope", "", nil)
	}
	require.Equal(t, http.StatusTooManyRequests, answer.Status)
	require.NotEmpty(t, answer.Header.Get("Retry-After"))
}
