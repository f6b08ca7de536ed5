package app_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/app"
)

func TestReadyz(t *testing.T) {
	t.Parallel()
	up := func(context.Context) error { return nil }
	probe := func(ctx context.Context, ping func(context.Context) error) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		app.Readyz(ctx, ping).ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/readyz", nil))
		return w
	}

	t.Run("OK", func(t *testing.T) {
		t.Parallel()
		w := probe(t.Context(), up)
		require.Equal(t, http.StatusOK, w.Code)
		require.JSONEq(t, `{"status":"ready"}`, w.Body.String())
	})

	t.Run("NoDatabase", func(t *testing.T) {
		t.Parallel()
		w := probe(t.Context(), func(context.Context) error { return errors.New("password=topsecret") })
		require.Equal(t, http.StatusServiceUnavailable, w.Code)
		require.Equal(t, "5", w.Header().Get("Retry-After"))
		require.JSONEq(t, `{"status":"unavailable","reason":"the database can't be reached"}`, w.Body.String())
	})

	t.Run("ShuttingDown", func(t *testing.T) {
		t.Parallel()
		closing, stop := context.WithCancel(t.Context())
		stop()
		w := probe(closing, up)
		require.Equal(t, http.StatusServiceUnavailable, w.Code)
		require.JSONEq(t, `{"status":"unavailable","reason":"shutting down"}`, w.Body.String())
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
