package firmhubtest_test

import (
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/apiclient"
	"github.com/firmhub/firmhub/internal/domain/firm"
	"github.com/firmhub/firmhub/internal/domain/session"
	"github.com/firmhub/firmhub/internal/firmhubtest"
	"github.com/firmhub/firmhub/realtime/broker/brokertest"
)

// instances returns two apps on one database, each with its own way to NATS.
func instances(t *testing.T) (first, second *firmhubtest.App, ways [2]*brokertest.Proxy) {
	t.Helper()
	database, nats := dbtest.URL(t, db.Postgres), brokertest.Server(t)
	var apps [2]*firmhubtest.App
	for i := range apps {
		ways[i] = brokertest.NewProxy(t, nats)
		apps[i] = firmhubtest.New(t, db.Postgres, func(c *app.Config) { c.DatabaseURL, c.NATSURL = database, ways[i].URL() })
	}
	for _, a := range apps { // They know each other's subjects.
		require.Eventually(t, func() bool { return a.Broker.Status().Lost > 0 }, firmhubtest.Patience, time.Millisecond)
	}
	return apps[0], apps[1], ways
}

// signedInSocket opens a GraphQL WebSocket with an access token.
func signedInSocket(t *testing.T, a *firmhubtest.App, token string) *websocket.Conn {
	t.Helper()
	conn, status := openSocket(t, a, "192.0.2.1")
	require.Equal(t, http.StatusSwitchingProtocols, status)
	require.NoError(t, conn.WriteJSON(map[string]any{"type": "connection_init", "payload": map[string]string{"accessToken": token}}))
	for {
		var message struct{ Type string }
		require.NoError(t, conn.ReadJSON(&message))
		if message.Type == "connection_ack" {
			return conn
		}
	}
}

// closeCode returns the code with which the server closes a socket.
func closeCode(t *testing.T, conn *websocket.Conn) int {
	t.Helper()
	for {
		if _, _, err := conn.ReadMessage(); err != nil {
			var closed *websocket.CloseError
			require.ErrorAs(t, err, &closed)
			return closed.Code
		}
	}
}

// What ends on one instance closes the sockets on the other.
func TestInstances_Ends(t *testing.T) {
	t.Parallel()
	first, second, _ := instances(t)
	m := newMatrix(t, first)
	role := m.newRole()

	t.Run("log-out", func(t *testing.T) {
		user := m.newUser(role)
		conn := signedInSocket(t, second, user.token)
		m.must(user, http.MethodPost, "/api/v1/auth/logout", nil)
		require.Equal(t, 4401, closeCode(t, conn))
	})
	t.Run("deactivated", func(t *testing.T) {
		user := m.newUser(role)
		conn, other := signedInSocket(t, second, user.token), signedInSocket(t, second, m.owner.token)
		m.must(m.owner, http.MethodPut, "/api/v1/users/update", map[string]any{"id": user.Session.User.ID, "isActive": false})
		closeCode(t, conn)
		require.NoError(t, other.WriteJSON(map[string]any{"type": "ping"}))
		var message json.RawMessage
		require.NoError(t, other.ReadJSON(&message), "others stay open")
	})
}

// While NATS accepts bytes and answers nothing, a session ends as without it: the answer comes
// while it is frozen. Sockets on the other instance are closed once it is back.
func TestInstances_FrozenNATS(t *testing.T) {
	t.Parallel()
	first, second, ways := instances(t)
	m := newMatrix(t, first)
	user := m.newUser(m.newRole())
	conn, near := signedInSocket(t, second, user.token), signedInSocket(t, first, user.token)
	for _, way := range ways {
		way.Freeze()
	}
	m.must(user, http.MethodPost, "/api/v1/auth/logout", nil)
	require.Equal(t, 4401, closeCode(t, near), "this instance needs no NATS")
	ready := first.REST(http.MethodGet, "/readyz", "", nil)
	require.Equal(t, http.StatusOK, ready.Status)
	for _, way := range ways {
		way.Thaw()
	}
	require.Equal(t, 4401, closeCode(t, conn))
}

// An end that was published while the connection was lost holds once it is back.
func TestInstances_LostNATS(t *testing.T) {
	t.Parallel()
	first, second, ways := instances(t)
	m := newMatrix(t, first)
	user := m.newUser(m.newRole())
	conn := signedInSocket(t, second, user.token)
	ways[0].Freeze()
	ways[0].Cut()
	require.Eventually(t, func() bool { return !first.Broker.Status().Connected }, firmhubtest.Patience, time.Millisecond)
	ready := first.REST(http.MethodGet, "/readyz", "", nil)
	require.Equal(t, http.StatusOK, ready.Status)
	require.Contains(t, string(ready.Body), `"broker":{"kind":"nats","status":"unreachable","since":"`)
	m.must(user, http.MethodPost, "/api/v1/auth/logout", nil)
	ways[0].Thaw()
	require.Equal(t, 4401, closeCode(t, conn))
	metrics := string(first.REST(http.MethodGet, "/metrics", "", nil).Body)
	require.Contains(t, metrics, `firmhub_broker_connected{kind="nats"} 1`)
	require.Contains(t, metrics, `firmhub_broker_messages_total{result="dropped"}`)
}

// What open connections are checked by once a minute: those that are active are found, and no
// others.
func TestActiveIDs(t *testing.T) {
	t.Parallel()
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		t.Helper()
		m := newMatrix(t, a)
		user, ctx := m.newUser(m.newRole()), t.Context()
		id := uuid.MustParse
		sessions := []uuid.UUID{id(m.owner.Firms[0].SessionID), id(user.Firms[0].SessionID), uuid.New()}
		memberships := []uuid.UUID{id(m.owner.Firms[0].RelationID), id(user.Firms[0].RelationID), uuid.New()}
		firms := []uuid.UUID{id(m.firmID), uuid.New()}
		kept, _ := m.newKey()
		revoked, _ := m.newKey()
		keys := []uuid.UUID{id(kept), id(revoked), uuid.New()}
		check := func(want int) {
			t.Helper()
			active, err := session.ActiveIDs(ctx, a.DB, sessions)
			require.NoError(t, err)
			require.ElementsMatch(t, sessions[:want], active)
			active, err = session.ActiveMembershipIDs(ctx, a.DB, firms, memberships)
			require.NoError(t, err)
			require.ElementsMatch(t, memberships[:want], active)
			active, err = apiclient.ActiveIDs(ctx, a.DB, firms, keys)
			require.NoError(t, err)
			require.ElementsMatch(t, keys[:want], active)
			active, err = firm.ActiveIDs(ctx, a.DB, firms)
			require.NoError(t, err)
			require.Equal(t, firms[:1], active)
		}
		check(2)
		m.must(m.owner, http.MethodPut, "/api/v1/users/update", map[string]any{"id": user.User.ID, "isActive": false})
		m.must(m.owner, http.MethodPost, "/api/v1/ApiClient/"+revoked+"/revoke", nil)
		check(1)
		admitted := func() []uuid.UUID {
			t.Helper()
			found, err := session.AdmittedMembershipIDs(ctx, a.DB, firms, memberships[:2])
			require.NoError(t, err)
			return found
		}
		require.Equal(t, memberships[:2], admitted())
		m.addFactor(m.owner)
		require.Equal(t, memberships[:2], admitted())
		m.must(m.owner, http.MethodPut, "/api/v1/firm", map[string]any{"requireMfa": true})
		require.Equal(t, memberships[:1], admitted())
		m.resetFactor(m.owner)
		require.Empty(t, admitted())
	})
}
