package app_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

// Only a browser on this machine that asks for this machine sees the mails of a demo.
func TestDemoMail(t *testing.T) {
	t.Parallel()
	a := firmhubtest.New(t, db.SQLite, func(c *app.Config) { c.KeepMails = true })
	for name, of := range map[string]struct {
		peer, host string
		header     http.Header
		want       int
	}{
		"this machine":       {peer: "127.0.0.1:5000", host: "localhost:8080", want: http.StatusOK},
		"this machine, IPv6": {peer: "[::1]:5000", host: "[::1]:8080", want: http.StatusOK},
		"another machine":    {peer: "192.0.2.1:5000", host: "localhost:8080", want: http.StatusNotFound},
		"a claimed address": {
			peer: "192.0.2.1:5000", host: "localhost:8080", header: http.Header{"X-Forwarded-For": {"127.0.0.1"}}, want: http.StatusNotFound,
		},
		"DNS rebinding": {peer: "127.0.0.1:5000", host: "evil.example:8080", want: http.StatusNotFound},
		"a proxy": {
			peer: "127.0.0.1:5000", host: "127.0.0.1:8080", header: http.Header{"X-Forwarded-For": {"192.0.2.1"}}, want: http.StatusNotFound,
		},
	} {
		request := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/demo/mail", nil)
		request.RemoteAddr, request.Host = of.peer, of.host
		if of.header != nil {
			request.Header = of.header
		}
		answer := httptest.NewRecorder()
		a.Handler().ServeHTTP(answer, request)
		require.Equal(t, of.want, answer.Code, name)
		require.Contains(t, answer.Header().Get("Content-Security-Policy"), "default-src 'none'", name)
	}
	proxied := firmhubtest.New(t, db.SQLite, func(c *app.Config) { c.KeepMails, c.PublicURL = true, "https://demo.example.com" })
	require.Equal(t, http.StatusNotFound, proxied.REST(http.MethodGet, "/demo/mail", "", nil).Status)
}
