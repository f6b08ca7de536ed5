package httpd_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/whatsapp"
	"github.com/firmhub/firmhub/internal/firmhubtest"
	"github.com/firmhub/firmhub/internal/httpd"
)

const (
	signedMax = 4 << 20
	appSecret = "the secret of the app"
)

// hooked returns the path of the hook of a new channel of a new firm.
func hooked(t *testing.T, a *firmhubtest.App, firm string) string {
	t.Helper()
	owner := a.NewFirm(firm, "olga@"+strings.ToLower(firm)+".example")
	answer := a.REST(http.MethodPost, "/api/v1/messaging/channels", owner.Token, map[string]any{
		"name": "Shop", "kind": "WhatsApp", "settings": map[string]any{"phoneNumberId": "123", "businessAccountId": "55"},
		"secrets": map[string]any{"accessToken": "token", "appSecret": appSecret, "verifyToken": "token"},
	})
	require.Equal(t, http.StatusCreated, answer.Status, "%s", answer.Body)
	var made struct{ ID string }
	answer.Into(t, &made)
	return "/hooks/" + made.ID
}

// hookBody is a signed body of a provider with so many bytes.
func hookBody(size int) (body, signature string) {
	body = `{"entry":[]}`
	body += strings.Repeat(" ", size-len(body))
	return body, whatsapp.SignatureHeader + ": " + whatsapp.Sign(appSecret, []byte(body))
}

// The large bodies of strangers, for channels that don't exist, take no memory from those of
// providers: nobody receives them.
func TestSlowHooks(t *testing.T) {
	t.Parallel()
	a := firmhubtest.New(t, db.SQLite)
	httpd.SetBodyRate(a.Handler(), time.Hour, 1<<20) // no body is late
	path := hooked(t, a, "Torra")
	const sent = 8 // They have 32 MiB together, which is all that an address may have.
	conns := make([]*wire, sent)
	for i := range conns {
		conns[i] = dial(t, a.URL)
		conns[i].post("/hooks/"+uuid.NewString(), "", signedMax)
		// The server refuses it, and may close, before all is sent.
		go func() { _, _ = conns[i].Write([]byte(strings.Repeat(" ", signedMax-1))) }()
	}
	for _, conn := range conns {
		response, err := http.ReadResponse(conn.answers, nil)
		require.NoError(t, err)
		require.Equal(t, http.StatusNotFound, response.StatusCode)
		require.NoError(t, response.Body.Close())
	}
	require.Zero(t, httpd.SignedBytes(a.Handler()))
	requireHeard(t, a, path)
}

// requireHeard sends a large call of a provider, which must be accepted.
func requireHeard(t *testing.T, a *firmhubtest.App, path string) {
	t.Helper()
	body, signature := hookBody(3 << 20)
	conn := dial(t, a.URL)
	conn.post(path, "", len(body), signature, "X-Forwarded-For: 198.51.100.1")
	conn.send("%s", body)
	require.Equal(t, http.StatusOK, conn.answer().Status)
}

// Who knows the hook of one firm takes no memory from the providers of another, and from one
// address not all that the calls for this firm may have.
func TestSlowHooks_Firm(t *testing.T) {
	t.Parallel()
	a := firmhubtest.New(t, db.SQLite, func(c *app.Config) { c.TrustedProxies = []string{"127.0.0.1"} })
	httpd.SetBodyRate(a.Handler(), time.Hour, 1<<20) // no body is late
	path, other := hooked(t, a, "Torra"), hooked(t, a, "Acme")
	const perAddress, buffer, uncounted = 8, 1 << 20, 4 << 10
	held := 0
	// begin sends a part of a call.
	begin := func(address string, size int) *wire {
		conn := dial(t, a.URL)
		conn.post(path, "", signedMax, "X-Forwarded-For: "+address)
		conn.send("%s", strings.Repeat(" ", size))
		return conn
	}
	// fill sends parts of calls from an address, until no more are allowed.
	fill := func(address string) {
		for range perAddress {
			begin(address, buffer-1)
			held += buffer - uncounted
			require.Eventually(t, func() bool { return httpd.SignedBytes(a.Handler()) == held }, time.Minute, time.Millisecond)
		}
		require.Equal(t, http.StatusTooManyRequests, begin(address, buffer/8).answer().Status)
	}
	fill("192.0.2.1")
	requireHeard(t, a, path)
	fill("192.0.2.2")
	require.Equal(t, http.StatusTooManyRequests, begin("192.0.2.3", buffer/8).answer().Status)
	requireHeard(t, a, other)
}

// A call counts for its address before its channel is looked up, and not once its signature was
// found right.
func TestHookLimit(t *testing.T) {
	t.Parallel()
	const burst = 20
	a := firmhubtest.New(t, db.SQLite, func(c *app.Config) {
		c.RateLimit, c.TrustedProxies = "calls=1/20", []string{"127.0.0.1"}
	})
	httpd.SetBodyRate(a.Handler(), time.Hour, 1<<20) // no body is late
	path := hooked(t, a, "Torra")
	body, signature := hookBody(20_000)
	// begin sends all of a call but its last byte.
	begin := func(t *testing.T, address, path, signature string) *wire {
		t.Helper()
		conn := dial(t, a.URL)
		conn.post(path, "", len(body), "X-Forwarded-For: "+address, signature)
		_, _ = conn.Write([]byte(body[:len(body)-1])) // The server may have refused it.
		return conn
	}

	t.Run("UnknownChannel", func(t *testing.T) {
		t.Parallel()
		began := time.Now()
		conns := make([]*wire, 3*burst)
		for i := range conns {
			conns[i] = begin(t, "192.0.2.1", "/hooks/"+uuid.NewString(), signature)
		}
		count := map[int]int{}
		for _, conn := range conns {
			count[conn.answer().Status]++
		}
		allowed := burst + int(time.Since(began).Seconds()) + 1
		require.GreaterOrEqual(t, count[http.StatusNotFound], burst)
		require.LessOrEqual(t, count[http.StatusNotFound], allowed)
		require.Equal(t, len(conns), count[http.StatusNotFound]+count[http.StatusTooManyRequests], "%v", count)
	})

	t.Run("RightSignature", func(t *testing.T) {
		t.Parallel()
		for range 2 {
			conns := make([]*wire, 3*burst)
			for i := range conns { // All of them are under way at the same time.
				conns[i] = begin(t, "192.0.2.2", path, signature)
			}
			for _, conn := range conns {
				conn.send("%s", body[len(body)-1:])
				require.Equal(t, http.StatusOK, conn.answer().Status)
			}
		}
	})

	t.Run("WrongSignature", func(t *testing.T) {
		t.Parallel()
		began := time.Now()
		count := map[int]int{}
		for range 3 * burst {
			conn := begin(t, "192.0.2.3", path, whatsapp.SignatureHeader+": "+whatsapp.Sign("guess", []byte(body)))
			_, _ = conn.Write([]byte(body[len(body)-1:])) // The server may have refused it.
			count[conn.answer().Status]++
		}
		allowed := burst + int(time.Since(began).Seconds()) + 1
		require.GreaterOrEqual(t, count[http.StatusUnauthorized], burst)
		require.LessOrEqual(t, count[http.StatusUnauthorized], allowed)
		require.Equal(t, 3*burst, count[http.StatusUnauthorized]+count[http.StatusTooManyRequests], "%v", count)
	})
}
