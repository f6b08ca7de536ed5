package httpd_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/httpd"
)

func TestReadyz(t *testing.T) {
	t.Parallel()
	up := func(context.Context) error { return nil }
	alone := func() *httpd.BrokerHealth { return nil }
	probe := func(ctx context.Context, ping func(context.Context) error) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		httpd.NewReadyz(ctx, ping, alone).ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/readyz", nil))
		return w
	}

	t.Run("OK", func(t *testing.T) {
		t.Parallel()
		w := probe(t.Context(), up)
		require.Equal(t, http.StatusOK, w.Code)
		require.JSONEq(t, `{"status":"ready"}`, w.Body.String())
	})

	t.Run("NoBroker", func(t *testing.T) {
		t.Parallel()
		w := httptest.NewRecorder()
		away := func() *httpd.BrokerHealth {
			return &httpd.BrokerHealth{Kind: "nats", Status: "unreachable", Since: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
		}
		httpd.NewReadyz(t.Context(), up, away).ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/readyz", nil))
		require.Equal(t, http.StatusOK, w.Code)
		require.JSONEq(t, `{"status":"ready","broker":{"kind":"nats","status":"unreachable","since":"2026-01-02T03:04:05Z"}}`, w.Body.String())
	})

	t.Run("NoDatabase", func(t *testing.T) {
		t.Parallel()
		w := probe(t.Context(), func(context.Context) error { return errors.New("password=topsecret") })
		require.Equal(t, http.StatusServiceUnavailable, w.Code)
		require.Equal(t, "5", w.Header().Get("Retry-After"))
		require.JSONEq(t, `{"status":"unavailable","reason":"the database can't be reached"}`, w.Body.String())
	})

	t.Run("OnePingForAll", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			pings := 0
			asked, answer := make(chan struct{}, 10), make(chan struct{})
			handler := httpd.NewReadyz(t.Context(), func(ctx context.Context) error {
				pings++
				asked <- struct{}{}
				<-answer
				return ctx.Err()
			}, alone)
			ask := func() {
				gone, leave := context.WithCancel(t.Context())
				leave() // a client that does not wait for the answer spoils nothing for the others
				w := httptest.NewRecorder()
				handler.ServeHTTP(w, httptest.NewRequestWithContext(gone, http.MethodGet, "/readyz", nil))
				if w.Code != http.StatusOK {
					t.Error(w.Code)
				}
			}
			var all sync.WaitGroup
			for range 100 {
				all.Go(ask)
			}
			<-asked
			close(answer)
			all.Wait()
			require.Equal(t, 1, pings)
			<-time.After(time.Second)
			ask()
			require.Equal(t, 1, pings, "it is used for a second")
			<-time.After(time.Millisecond)
			ask()
			require.Equal(t, 2, pings)
		})
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
