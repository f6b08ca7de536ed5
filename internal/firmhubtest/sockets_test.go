package firmhubtest_test

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

// openSocket opens a WebSocket from an address, without connection_init.
func openSocket(t *testing.T, a *firmhubtest.App, from string) (*websocket.Conn, int) {
	t.Helper()
	dialer := websocket.Dialer{
		Subprotocols: []string{"graphql-transport-ws"},
		NetDialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			var dialer net.Dialer
			conn, err := dialer.DialContext(ctx, network, address)
			if err != nil {
				return nil, err
			}
			return conn, conn.(*net.TCPConn).SetReadBuffer(4 << 10)
		},
	}
	conn, response, err := dialer.DialContext(t.Context(), "ws"+strings.TrimPrefix(a.URL, "http")+"/graphql", http.Header{"X-Forwarded-For": {from}})
	require.NotNil(t, response, "%v", err)
	require.NoError(t, response.Body.Close())
	if conn != nil {
		t.Cleanup(func() { _ = conn.Close() })
		require.NoError(t, conn.SetReadDeadline(time.Now().Add(firmhubtest.Patience)))
	}
	return conn, response.StatusCode
}

// Connections without a credential are limited by address, or /64 of IPv6, also before
// connection_init.
func TestSocketsOfOneNetwork(t *testing.T) {
	t.Parallel()
	a := firmhubtest.New(t, db.SQLite, func(c *app.Config) { c.TrustedProxies = []string{"127.0.0.1"} })
	const most, initTimeout = 50, 15 * time.Second // a socket without connection_init is closed then
	began := time.Now()
	var opened []*websocket.Conn
	for {
		conn, status := openSocket(t, a, "2001:db8::"+strconv.Itoa(len(opened)+1))
		if status == http.StatusTooManyRequests {
			break
		}
		require.Equal(t, http.StatusSwitchingProtocols, status)
		opened = append(opened, conn)
		require.True(t, len(opened) <= most || time.Since(began) > initTimeout, "too many")
	}
	require.GreaterOrEqual(t, len(opened), most)
	_, status := openSocket(t, a, "2001:db8:0:1::1")
	require.Equal(t, http.StatusSwitchingProtocols, status)

	require.NoError(t, opened[0].Close())
	require.Eventually(t, func() bool {
		_, status := openSocket(t, a, "2001:db8::ffff")
		return status == http.StatusSwitchingProtocols
	}, firmhubtest.Patience, 10*time.Millisecond)
}

// Documents on sockets without a credential count towards the rate limit of their address, as over
// HTTP: those beyond it are not parsed, and the socket is closed.
func TestSocketFlood(t *testing.T) {
	t.Parallel()
	a := firmhubtest.New(t, db.SQLite, func(c *app.Config) {
		c.RateLimit, c.TrustedProxies = "calls=1/100", []string{"127.0.0.1"} // less than the slowest machine sends
	})
	began := time.Now()
	// A slow machine closes sockets for other reasons, too. So a few more are opened until one is
	// refused.
	for socket := 0; socket < 3 || socket < 6 && answered(a)[fault.TooManyRequests] == 0; socket++ {
		conn, status := openSocket(t, a, "192.0.2.1")
		if status == http.StatusTooManyRequests {
			continue
		}
		go func() {
			err := conn.WriteJSON(map[string]string{"type": "connection_init"})
			for i := 0; err == nil; i++ { // until it is closed
				document := fmt.Sprintf("{ unknown%d_%d }", socket, i)
				err = conn.WriteJSON(map[string]any{"id": strconv.Itoa(i), "type": "subscribe", "payload": map[string]string{"query": document}})
			}
		}()
		for closed := false; !closed; {
			_, _, err := conn.ReadMessage()
			closed = err != nil
		}
	}
	var counts map[fault.Code]float64
	require.Eventually(t, func() bool { // Responses can be lost with the connection, so the metric is read. It may come later.
		counts = answered(a)
		return counts[fault.TooManyRequests] > 0
	}, firmhubtest.Patience, 10*time.Millisecond)
	allowed := 100 + time.Since(began).Seconds() + 1
	require.Greater(t, counts[fault.ValidationError], 50.0)
	require.LessOrEqual(t, counts[fault.ValidationError], allowed)
}

// answered returns the number of operations by the code with which they ended.
func answered(a *firmhubtest.App) map[fault.Code]float64 {
	counts := map[fault.Code]float64{}
	answer := a.REST(http.MethodGet, "/metrics", "", nil)
	for line := range strings.Lines(string(answer.Body)) {
		if !strings.HasPrefix(line, "firmhub_graphql_operation_seconds_count{") {
			continue
		}
		labels, value, _ := strings.Cut(strings.TrimSpace(line), "} ")
		one, _ := strconv.ParseFloat(value, 64)
		for _, code := range []fault.Code{fault.TooManyRequests, fault.ValidationError} {
			if strings.Contains(labels, `"`+string(code)+`"`) {
				counts[code] += one
			}
		}
	}
	return counts
}

// A socket that does not read its responses does not delay the end of its session.
func TestLogoutWithASocketThatDoesNotRead(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		t.Helper()
		a := firmhubtest.New(t, dialect, func(c *app.Config) { c.Introspection = "on" })
		session := a.Login(firmhubtest.AdminEmail, firmhubtest.AdminPassword)
		conn, _ := openSocket(t, a, "192.0.2.1")
		require.NoError(t, conn.WriteJSON(map[string]any{"type": "connection_init", "payload": map[string]string{"accessToken": session.Token}}))
		const document = `{ __schema { types { name description fields { name description args { name description } } } } }`
		for i := range 40 {
			require.NoError(t, conn.WriteJSON(map[string]any{"id": strconv.Itoa(i), "type": "subscribe", "payload": map[string]string{"query": document}}))
		}
		_, _, err := conn.ReadMessage() // the acknowledgement
		require.NoError(t, err)
		_, err = conn.NetConn().Read(make([]byte, 1)) // The server is writing.
		require.NoError(t, err)
		answer := a.REST(http.MethodPost, "/api/v1/auth/logout", session.Token, nil)
		require.Equal(t, http.StatusOK, answer.Status, "%s", answer.Body)
	})
}

// No Accept header lifts a deadline: a body that does not arrive ends the request.
func TestAcceptLiftsNoDeadline(t *testing.T) {
	t.Parallel()
	a := firmhubtest.New(t, db.SQLite)
	server := httptest.NewUnstartedServer(a.Handler())
	server.Config.ReadTimeout = 200 * time.Millisecond
	server.Config.ReadHeaderTimeout = firmhubtest.Patience // The other one would be that of the header, too.
	server.Start()
	t.Cleanup(server.Close)
	for _, contentType := range []string{"application/json", "multipart/form-data; boundary=b"} {
		t.Run(contentType, func(t *testing.T) {
			t.Parallel() // It takes 5 seconds, the time limit of a body, or 30, that of an upload.
			var dialer net.Dialer
			conn, err := dialer.DialContext(t.Context(), "tcp", server.Listener.Addr().String())
			require.NoError(t, err)
			t.Cleanup(func() { _ = conn.Close() })
			require.NoError(t, conn.SetDeadline(time.Now().Add(firmhubtest.Patience)))
			_, err = fmt.Fprintf(conn, "POST /graphql HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\nContent-Type: %s\r\nContent-Length: 1000\r\n\r\n{", contentType)
			require.NoError(t, err)
			answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
			require.NoError(t, err)
			require.NoError(t, answer.Body.Close())
			require.Equal(t, http.StatusBadRequest, answer.StatusCode)
		})
	}
}
