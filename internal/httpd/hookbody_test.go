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

// hooked returns the path of the hook of a new channel.
func hooked(t *testing.T, a *firmhubtest.App) string {
	t.Helper()
	owner := a.NewFirm("Torra", "olga@torra.example")
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
	path := hooked(t, a)
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
	body, signature := hookBody(3 << 20)
	conn := dial(t, a.URL)
	conn.post(path, "", len(body), signature)
	conn.send("%s", body)
	require.Equal(t, http.StatusOK, conn.answer().Status)
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
	path := hooked(t, a)
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
