package firmhubtest_test

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

// hubClient is a WebSocket to the hub that speaks JSON. It pings the hub as the official clients
// do, which would end a silent connection.
type hubClient struct {
	*websocket.Conn

	t       testing.TB
	writes  sync.Mutex
	pending []string
}

func connectHub(t testing.TB, a *firmhubtest.App, token, query string) *hubClient {
	t.Helper()
	c, status := dialHub(t, a, token, query)
	require.Equal(t, http.StatusSwitchingProtocols, status)
	require.Equal(t, "{}", c.next())
	return c
}

// dialHub connects without waiting for the answer to the handshake. It returns nil and the status
// if the server refuses.
func dialHub(t testing.TB, a *firmhubtest.App, token, query string) (*hubClient, int) {
	t.Helper()
	conn, response, err := websocket.DefaultDialer.DialContext(t.Context(),
		strings.Replace(a.URL, "http", "ws", 1)+"/notificationhub?access_token="+token+query, nil)
	require.NotNil(t, response, "%v", err)
	require.NoError(t, response.Body.Close())
	if err != nil {
		return nil, response.StatusCode
	}
	t.Cleanup(func() { _ = conn.Close() })
	c := &hubClient{Conn: conn, t: t}
	c.send(`{"protocol":"json","version":1}`)
	go c.ping(t.Context())
	return c, response.StatusCode
}

// ping ends with the test or the connection.
func (c *hubClient) ping(ctx context.Context) {
	due := time.NewTicker(5 * time.Second)
	defer due.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-due.C:
			if c.write(`{"type":6}`) != nil {
				return
			}
		}
	}
}

func (c *hubClient) send(message string) {
	c.t.Helper()
	require.NoError(c.t, c.write(message))
}

func (c *hubClient) write(message string) error {
	c.writes.Lock()
	defer c.writes.Unlock()
	return c.WriteMessage(websocket.TextMessage, []byte(message+"\x1e"))
}

func (c *hubClient) next() string {
	c.t.Helper()
	for len(c.pending) == 0 {
		_ = c.SetReadDeadline(time.Now().Add(firmhubtest.Patience))
		_, data, err := c.ReadMessage()
		require.NoError(c.t, err)
		c.pending = strings.Split(strings.TrimSuffix(string(data), "\x1e"), "\x1e")
	}
	message := c.pending[0]
	c.pending = c.pending[1:]
	return message
}

// until returns the next message that contains a text.
func (c *hubClient) until(text string) string {
	c.t.Helper()
	for {
		if message := c.next(); strings.Contains(message, text) {
			return message
		}
	}
}

func TestHub(t *testing.T) {
	t.Parallel()
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		t.Helper()
		login := a.Login(firmhubtest.AdminEmail, firmhubtest.AdminPassword)
		c := connectHub(t, a, login.Token, "")
		require.JSONEq(t, `{"type":1,"target":"UnreadCount","arguments":[0]}`, c.next())
		raise := func(title string) json.RawMessage {
			answer := a.REST(http.MethodPost, "/api/v1/notification", login.Token, map[string]any{
				"title": title, "message": "What happened.", "module": "System", "metadata": map[string]any{"a": []int{1}},
			})
			require.Equal(t, http.StatusCreated, answer.Status, string(answer.Body))
			return answer.Data
		}
		id := func(notification json.RawMessage) string {
			var decoded struct{ ID string }
			require.NoError(t, json.Unmarshal(notification, &decoded))
			return decoded.ID
		}

		// What is received is what REST answers, without readAt.
		first := raise("First")
		var pushed struct{ Arguments []map[string]any }
		require.NoError(t, json.Unmarshal([]byte(c.until("ReceiveNotification")), &pushed))
		var stored map[string]any
		require.NoError(t, json.Unmarshal(first, &stored))
		delete(stored, "readAt")
		require.Equal(t, []map[string]any{stored}, pushed.Arguments)
		c.until(`"target":"UnreadCount","arguments":[1]`)

		c.send(`{"type":1,"invocationId":"1","target":"MarkRead","arguments":["` + id(first) + `"]}`)
		require.Contains(t, c.until(`"invocationId":"1"`), `"status":"Read"`)
		raise("Second")
		raise("Third")
		c.send(`{"type":1,"invocationId":"2","target":"MarkAllRead","arguments":[]}`)
		require.Contains(t, c.until(`"invocationId":"2"`), `"result":2`)
		c.send(`{"type":1,"invocationId":"3","target":"Resume","arguments":["` + id(first) + `"]}`)
		require.Contains(t, c.until("Second"), "ReceiveNotification")
		require.Contains(t, c.until("Third"), "ReceiveNotification")
		require.Contains(t, c.until(`"invocationId":"3"`), `"result":false`)
		for _, wrong := range []string{`"x"`, `7`, ``} {
			c.send(`{"type":1,"invocationId":"4","target":"MarkRead","arguments":[` + wrong + `]}`)
			require.Contains(t, c.until(`"invocationId":"4"`), `"error":"Argument 1`)
		}

		late := connectHub(t, a, login.Token, "&since="+id(first))
		require.JSONEq(t, `{"type":1,"target":"UnreadCount","arguments":[0]}`, late.next())
		require.Contains(t, late.next(), "Second")
		require.Contains(t, late.next(), "Third")
		wrong := connectHub(t, a, login.Token, "&since=x")
		require.Contains(t, wrong.next(), `{"type":7,"error":"Invalid request: since must be the id of a notification."`)

		out := a.REST(http.MethodPost, "/api/v1/auth/logout", login.Token, map[string]string{"refreshToken": login.RefreshToken})
		require.Equal(t, http.StatusOK, out.Status)
		require.JSONEq(t, `{"type":7,"error":"The session has ended."}`, c.until(`"type":7`))
		answer := a.REST(http.MethodPost, "/notificationhub/negotiate", login.Token, nil)
		require.Equal(t, http.StatusUnauthorized, answer.Status)
	})
}

// A connection ends with its access token, and its client may come back with another one.
func TestHub_Expiry(t *testing.T) {
	t.Parallel()
	a := firmhubtest.New(t, db.SQLite, func(c *app.Config) { c.AccessTokenTTL = 5 * time.Second })
	var c *hubClient
	for c == nil {
		login := a.Login(firmhubtest.AdminEmail, firmhubtest.AdminPassword)
		require.Equal(t, 5, login.ExpiresIn)
		var status int
		if c, status = dialHub(t, a, login.Token, ""); c == nil {
			require.Equal(t, http.StatusUnauthorized, status, "it has expired before it was used")
		}
	}
	require.JSONEq(t, `{"type":7,"error":"The access token has expired.","allowReconnect":true}`, c.until(`"type":7`))
}
