package httpd_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

// More log-ins than fit into the queue of password hashes are refused in both APIs. That is not
// logged as an error.
func TestOverload(t *testing.T) {
	t.Parallel()
	handler := firmhubtest.New(t, db.SQLite, func(c *app.Config) { c.PasswordIterations = 100_000 }).Handler() // slow enough to wait for
	for name, login := range map[string]struct{ path, body string }{
		"REST":    {"/api/v1/auth/login", `{"email":"%d@acme.example","password":"Wrong-Passw0rd1"}`},
		"GraphQL": {"/graphql", `{"query":"mutation { login(input: {email: \"%d@acme.example\", password: \"Wrong-Passw0rd1\"}) { token } }"}`},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, enough := context.WithCancel(t.Context())
			defer enough()
			var (
				refused = make(chan string, 1) // the request id of the first
				all     sync.WaitGroup
			)
			for i := range 200 {
				all.Go(func() {
					id := uuid.NewString()
					r := httptest.NewRequestWithContext(ctx, http.MethodPost, login.path, strings.NewReader(fmt.Sprintf(login.body, i)))
					r.Header.Set("Content-Type", "application/json")
					r.Header.Set("X-Request-Id", id)
					w := httptest.NewRecorder()
					handler.ServeHTTP(w, r)
					if ctx.Err() != nil || !strings.Contains(w.Body.String(), "Too many log-ins at once") {
						return
					}
					select {
					case refused <- id:
						enough() // those in the queue leave it
					default:
					}
				})
			}
			all.Wait()
			require.NotEmpty(t, refused)
			lines := logged(t, <-refused)
			require.NotEmpty(t, lines)
			for _, line := range lines {
				require.NotEqual(t, "ERROR", line["level"], line)
			}
		})
	}
}
