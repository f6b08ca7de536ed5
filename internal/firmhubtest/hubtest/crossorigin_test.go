package hubtest_test

import (
	"maps"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/firmhubtest"
	"github.com/firmhub/firmhub/internal/httpd/docsui"
)

// front serves the page for notifications from an origin of its own, from which scripts may ask an
// API elsewhere.
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
			recorder := httptest.NewRecorder()
			page.Handler.ServeHTTP(recorder, r)
			maps.Copy(w.Header(), recorder.Header())
			policy := w.Header().Get("Content-Security-Policy")
			sources := "connect-src 'self' " + f.api + " " + strings.Replace(f.api, "http", "ws", 1)
			w.Header().Set("Content-Security-Policy", strings.Replace(policy, "connect-src 'self'", sources, 1))
			w.WriteHeader(recorder.Code)
			_, _ = w.Write(recorder.Body.Bytes())
		})
	}
	f.Server = httptest.NewServer(mux)
	t.Cleanup(f.Close)
	return f
}

// follow logs in at the API of another origin, and returns the title of a notification that it
// raises and receives by a transport.
const follow = `(async () => {
	const post = async (path, token, body) => {
		const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: 'Bearer ' + token }) };
		return (await (await fetch(API + path, { method: 'POST', headers, body: JSON.stringify(body) })).json()).data;
	};
	const { token } = await post('/api/v1/auth/login', '', { email: EMAIL, password: PASSWORD });
	const connection = new signalR.HubConnectionBuilder()
		.withUrl(API + '/notificationhub', { transport: signalR.HttpTransportType[TRANSPORT], accessTokenFactory: () => token })
		.withHubProtocol(PROTOCOL === 'json' ? new signalR.JsonHubProtocol() : new signalR.protocols.msgpack.MessagePackHubProtocol())
		.build();
	const came = new Promise((resolve) => { connection.on('ReceiveNotification', ({ title }) => resolve(title)); });
	await connection.start();
	await post('/api/v1/notification', token, { title: TRANSPORT, message: 'From another origin', module: 'System' });
	const title = await came;
	await connection.invoke('MarkAllRead');
	await connection.stop();
	return title;
})()`

// TestPage_CrossOrigin uses the hub and the REST API from another origin, by each transport.
func TestPage_CrossOrigin(t *testing.T) {
	t.Parallel()
	allowed, other := newFront(t), newFront(t)
	a, owner := newApp(t, func(c *app.Config) { c.CORSOrigins = []string{allowed.URL} })
	allowed.api, other.api = a.URL, a.URL

	t.Run("OK", func(t *testing.T) {
		t.Parallel()
		p := openPage(t, allowed.URL, desktop, a.URL)
		for _, w := range []way{
			{transport: "WebSockets", protocol: "messagepack"},
			{transport: "ServerSentEvents", protocol: "json"},
			{transport: "LongPolling", protocol: "json"},
		} {
			var title string
			p.eval(t, strings.NewReplacer("API", strconv.Quote(a.URL), "EMAIL", strconv.Quote(owner.User.Email),
				"PASSWORD", strconv.Quote(firmhubtest.OwnerPassword), "TRANSPORT", strconv.Quote(w.transport), "PROTOCOL", strconv.Quote(w.protocol)).Replace(follow), &title)
			require.Equal(t, w.transport, title)
		}
	})
	t.Run("ErrOrigin", func(t *testing.T) {
		t.Parallel()
		p := openPage(t, other.URL, desktop, a.URL)
		p.clean(t)
		// The server answers, and the browser lets the page read that only without CORS, which
		// hides it.
		var read []string
		p.eval(t, `Promise.all(['cors', 'no-cors'].map((mode) => fetch('`+a.URL+`/openapi.json', { mode }).then(({ type }) => type, () => 'refused')))`, &read)
		require.Equal(t, []string{"refused", "opaque"}, read)
	})
}
