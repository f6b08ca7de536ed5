package hubtest_test

import (
	"bytes"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/firmhubtest"
	"github.com/firmhub/firmhub/internal/httpd/docsui"
)

// front serves the page for notifications from an origin of its own, for an API elsewhere.
type front struct {
	*httptest.Server

	api string // the URL of the API, set before the first request
}

func newFront(t *testing.T) *front {
	t.Helper()
	f := &front{}
	mux := http.NewServeMux()
	for _, page := range docsui.Pages(docsui.Demo{}) {
		mux.HandleFunc("GET "+page.Path, func(w http.ResponseWriter, r *http.Request) {
			r.Header.Del("Accept-Encoding") // The text is changed below.
			recorder := httptest.NewRecorder()
			page.Handler.ServeHTTP(recorder, r)
			maps.Copy(w.Header(), recorder.Header())
			w.Header().Del("Content-Length")
			policy := w.Header().Get("Content-Security-Policy")
			sources := "connect-src 'self' " + f.api + " " + strings.Replace(f.api, "http", "ws", 1)
			w.Header().Set("Content-Security-Policy", strings.Replace(policy, "connect-src 'self'", sources, 1))
			w.WriteHeader(recorder.Code)
			const setting = `<meta name="firmhub-server" content="`
			_, _ = w.Write(bytes.Replace(recorder.Body.Bytes(), []byte(setting), []byte(setting+f.api), 1))
		})
	}
	f.Server = httptest.NewServer(mux)
	t.Cleanup(f.Close)
	return f
}

// TestPage_CrossOrigin uses the page from another origin than that of the API, by each transport.
func TestPage_CrossOrigin(t *testing.T) {
	t.Parallel()
	allowed, other := newFront(t), newFront(t)
	a, owner := newApp(t, func(c *app.Config) { c.CORSOrigins = []string{allowed.URL} })
	allowed.api, other.api = a.URL, a.URL

	t.Run("OK", func(t *testing.T) {
		t.Parallel()
		p := openPage(t, allowed.URL, desktop, a.URL)
		p.logIn(t, owner.User.Email, firmhubtest.OwnerPassword)
		for _, w := range []way{
			{transport: "WebSockets", protocol: "messagepack"},
			{transport: "ServerSentEvents", protocol: "json"},
			{transport: "LongPolling", protocol: "json"},
		} {
			p.clean(t)
			p.choose(t, w)
			p.raise(t, w.transport)
			p.text(t, "#list > :first-child .title", w.transport)
			p.call(t, "click", "#read-all")
			p.text(t, "#unread", "0")
		}
	})
	t.Run("ErrOrigin", func(t *testing.T) {
		t.Parallel()
		p := openPage(t, other.URL, desktop, a.URL)
		p.clean(t)
		p.call(t, "fill", "[name=email]", owner.User.Email)
		p.call(t, "fill", "[name=password]", firmhubtest.OwnerPassword)
		p.call(t, "click", "#login button.main")
		p.wait(t, `document.querySelector('#login .error').textContent !== ''`)
		// The server answers, and the browser lets the page read that only without CORS, which
		// hides it.
		var read []string
		p.eval(t, `Promise.all(['cors', 'no-cors'].map((mode) => fetch('`+a.URL+`/openapi.json', { mode }).then(({ type }) => type, () => 'refused')))`, &read)
		require.Equal(t, []string{"refused", "opaque"}, read)
	})
}
