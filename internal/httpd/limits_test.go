package httpd_test

import (
	"context"
	"net/http"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/httpd"
	"github.com/firmhub/firmhub/internal/viewer"
)

func TestRateLimit(t *testing.T) {
	t.Parallel()
	exhausted := func(t *testing.T) http.Handler {
		t.Helper()
		limiter := httpd.NewLimiter(standardRate)
		// httptest's requests come from 192.0.2.1.
		for range burst {
			require.NoError(t, limiter.Charge(http.Header{}, from("192.0.2.1")))
		}
		return setup{next: http.HandlerFunc(ok), limiter: limiter}.handler()
	}

	t.Run("Envelope", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			w, said := ask(t, exhausted(t), http.MethodGet, "/api/v1/roles", http.Header{"X-Request-Id": {"mine"}})
			require.Equal(t, http.StatusTooManyRequests, w.Code)
			require.Equal(t, "1", w.Header().Get("Retry-After"))
			require.Equal(t, "0", w.Header().Get("RateLimit-Remaining"))
			require.False(t, said.IsSuccess)
			require.JSONEq(t, "null", string(said.Data))
			require.NotEmpty(t, said.Message)
			require.Equal(t, "TooManyRequests", said.Error.Code)
			require.NotNil(t, said.Error.Details)
			require.Equal(t, "mine", said.Error.RequestID)
		})
	})

	t.Run("PublicPages", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			handler := exhausted(t)
			for _, path := range []string{"/docs", "/docs/assets/swagger-ui.js", "/graphql/playground", "/nope", "/"} {
				// A credential changes nothing: here the address counts.
				w, said := ask(t, handler, http.MethodGet, path, http.Header{"Authorization": {"Bearer a.b.c"}})
				require.Equal(t, http.StatusTooManyRequests, w.Code, path)
				require.Equal(t, "1", w.Header().Get("Retry-After"))
				require.Equal(t, "TooManyRequests", said.Error.Code)
			}
		})
	})

	// Who is over the limit costs no look at the database. The answer is that of the limit.
	t.Run("BeforeTheDatabase", func(t *testing.T) {
		t.Parallel()
		for _, credential := range []http.Header{bearer("a.b.c"), {"X-Api-Key": {"fh_x"}}} {
			synctest.Test(t, func(t *testing.T) {
				asked, known := 0, user("192.0.2.1")
				read := func() (*viewer.Viewer, error) {
					asked++
					return known, nil
				}
				var seen *viewer.Viewer
				handler := setup{
					next: http.HandlerFunc(ok), limiter: httpd.NewLimiter(standardRate), named: known,
					authenticate: func(context.Context, string, viewer.Request) (*viewer.Viewer, error) { return read() },
					recognise:    func(context.Context, string, string, viewer.Request) (*viewer.Viewer, error) { return read() },
					observe:      func(done httpd.Done) { seen = done.Viewer },
				}.handler()
				for range burst {
					w, _ := ask(t, handler, http.MethodGet, "/api/v1/roles", credential)
					require.Equal(t, http.StatusOK, w.Code)
				}
				w, said := ask(t, handler, http.MethodGet, "/api/v1/roles", credential)
				require.Equal(t, http.StatusTooManyRequests, w.Code)
				require.Equal(t, "TooManyRequests", said.Error.Code)
				require.Equal(t, "1", w.Header().Get("Retry-After"))
				require.Equal(t, "200", w.Header().Get("RateLimit-Limit"))
				require.Equal(t, "0", w.Header().Get("RateLimit-Remaining"))
				require.Equal(t, burst, asked)
				require.Equal(t, known.UserID, seen.UserID)
			})
		}
	})

	t.Run("RemainingWhenAnswered", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			limiter := httpd.NewLimiter(standardRate)
			handler := setup{limiter: limiter, next: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if err := limiter.AllowFurther(viewer.From(r.Context()), 90); err != nil {
					t.Error(err)
				}
				w.WriteHeader(http.StatusOK)
			})}.handler()
			w, _ := ask(t, handler, http.MethodGet, "/docs", nil)
			require.Equal(t, "109", w.Header().Get("RateLimit-Remaining"), "what the operation took is taken off")
			require.Equal(t, "200", w.Header().Get("RateLimit-Limit"))
		})
		t.Run("OfAnotherLimit", func(t *testing.T) {
			t.Parallel()
			handler := setup{limiter: httpd.NewLimiter(standardRate), next: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("RateLimit-Limit", "10")
				w.Header().Set("RateLimit-Remaining", "0")
				w.WriteHeader(http.StatusOK)
			})}.handler()
			w, _ := ask(t, handler, http.MethodGet, "/docs", nil)
			require.Equal(t, "0", w.Header().Get("RateLimit-Remaining"))
		})
		t.Run("NothingWritten", func(t *testing.T) {
			t.Parallel()
			handler := setup{limiter: httpd.NewLimiter(standardRate), next: http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})}.handler()
			w, _ := ask(t, handler, http.MethodGet, "/docs", nil)
			require.Equal(t, "199", w.Header().Get("RateLimit-Remaining"))
		})
	})

	t.Run("MonitorsApart", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			handler := exhausted(t)
			for _, path := range []string{"/metrics", "/readyz"} { // A flood of the one does not refuse the other.
				for range 50 {
					w, _ := ask(t, handler, http.MethodGet, path, nil)
					require.Equal(t, http.StatusOK, w.Code)
				}
				w, said := ask(t, handler, http.MethodGet, path, nil)
				require.Equal(t, http.StatusTooManyRequests, w.Code, path)
				require.Equal(t, "TooManyRequests", said.Error.Code)
			}
			w, _ := ask(t, handler, http.MethodGet, "/healthz", nil)
			require.Equal(t, http.StatusOK, w.Code, "it costs nothing")
		})
	})

	t.Run("GraphQL", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			w, said := ask(t, exhausted(t), http.MethodPost, "/graphql", nil)
			require.Equal(t, http.StatusTooManyRequests, w.Code)
			require.Len(t, said.Errors, 1)
			require.Equal(t, "TooManyRequests", said.Errors[0].Extensions.Code)
		})
	})
}
