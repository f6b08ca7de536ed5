package hub

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
	"github.com/firmhub/firmhub/realtime/connections"
)

func TestNegotiate(t *testing.T) {
	t.Parallel()
	b := newBench(t, nil)

	t.Run("OK", func(t *testing.T) {
		for query, want := range map[string]negotiation{
			"":                    {},
			"?negotiateVersion=0": {},
			"?negotiateVersion=1": {NegotiateVersion: 1},
			"?negotiateVersion=7": {NegotiateVersion: 1},
			"?negotiateVersion=1&useStatefulReconnect=true": {NegotiateVersion: 1, UseStatefulReconnect: true},
		} {
			status, answer := b.do(http.MethodPost, "/negotiate"+query, "ann", "")
			require.Equal(t, http.StatusOK, status)
			var got negotiation
			require.NoError(t, json.Unmarshal([]byte(answer), &got))
			secret := got.ConnectionToken
			if want.NegotiateVersion == 0 {
				require.Empty(t, secret)
				secret = got.ConnectionID
			} else {
				require.NotEqual(t, secret, got.ConnectionID)
			}
			_, status = b.dial("ann", secret)
			require.Equal(t, http.StatusSwitchingProtocols, status)
			want.ConnectionID, want.ConnectionToken, want.AvailableTransports = got.ConnectionID, got.ConnectionToken, offered
			require.Equal(t, want, got)
		}
	})

	t.Run("Refused", func(t *testing.T) {
		for _, path := range []string{"/negotiate", "/?id=" + b.negotiate("")} {
			status, _ := b.do(http.MethodPost, path, "", "")
			require.Equal(t, http.StatusUnauthorized, status)
			status, _ = b.do(http.MethodPost, path, "nobody", "")
			require.Equal(t, http.StatusUnauthorized, status)
		}
		status, _ := b.do(http.MethodPost, "/negotiate?negotiateVersion=x", "ann", "")
		require.Equal(t, http.StatusBadRequest, status)
		status, _ = b.do(http.MethodPut, "/", "ann", "")
		require.Equal(t, http.StatusMethodNotAllowed, status)
	})

	t.Run("Caller", func(t *testing.T) {
		for name, c := range map[string]struct {
			v    *viewer.Viewer
			code fault.Code
		}{
			"nobody":   {&viewer.Viewer{}, fault.Unauthorized},
			"key":      {&viewer.Viewer{Kind: viewer.APIClient, FirmID: uuid.New()}, fault.Unauthorized},
			"visitor":  {&viewer.Viewer{Kind: viewer.User, FirmID: uuid.New(), HomeFirmID: uuid.New()}, fault.Forbidden},
			"no firm":  {&viewer.Viewer{Kind: viewer.User}, fault.Forbidden},
			"factor":   {&viewer.Viewer{Kind: viewer.User, FirmID: uuid.New(), MfaDue: true}, fault.MfaRequired},
			"password": {&viewer.Viewer{Kind: viewer.User, FirmID: uuid.New(), PasswordDue: true}, fault.Forbidden},
		} {
			r, err := http.NewRequestWithContext(viewer.NewContext(t.Context(), c.v), http.MethodGet, "/", nil)
			require.NoError(t, err)
			_, err = caller(r)
			require.True(t, fault.Is(err, c.code), name)
		}
	})
}

func TestToken(t *testing.T) {
	t.Parallel()
	b := newBench(t, nil)
	b.login("bob")
	requests := func(token, id string, want int) {
		t.Helper()
		_, status := b.dial(token, id)
		require.Equal(t, want, status)
		for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodDelete} {
			status, _ = b.do(method, "/?id="+id, token, "")
			require.Equal(t, want, status, method)
		}
	}

	t.Run("Unknown", func(t *testing.T) {
		requests("ann", "nonsense", http.StatusNotFound)
		status, _ := b.do(http.MethodPost, "/?id="+b.negotiate(""), "ann", "") // It has not begun.
		require.Equal(t, http.StatusNotFound, status)
		status, _ = b.do(http.MethodGet, "/", "ann", "")
		require.Equal(t, http.StatusNotFound, status)
	})

	t.Run("Forged", func(t *testing.T) {
		raw, err := base64.RawURLEncoding.DecodeString(b.negotiate(""))
		require.NoError(t, err)
		for i := range raw {
			forged := append([]byte(nil), raw...)
			forged[i] ^= 1
			_, err := b.open(viewer.NewContext(t.Context(), b.viewers["ann"]), base64.RawURLEncoding.EncodeToString(forged))
			require.True(t, fault.Is(err, fault.NotFound), i)
		}
		requests("ann", base64.RawURLEncoding.EncodeToString(raw[:len(raw)-1]), http.StatusNotFound)
	})

	t.Run("OfAnotherSession", func(*testing.T) {
		requests("bob", b.negotiate(""), http.StatusNotFound)
		id := b.negotiate("")
		b.connect(id, "1")
		requests("bob", id, http.StatusNotFound)
	})

	t.Run("Expired", func(t *testing.T) {
		old := newTicket(b.viewers["ann"], false)
		old.negotiated = time.Now().Unix() - standardTimes.begin - 2
		status, _ := b.do(http.MethodGet, "/?id="+b.sign(t.Context(), old), "ann", "")
		require.Equal(t, http.StatusNotFound, status)
	})

	t.Run("InUse", func(t *testing.T) {
		id := b.negotiate("")
		p, c := b.connect(id, "1")
		_, status := b.dial("ann", id)
		require.Equal(t, http.StatusConflict, status)
		status, _ = b.do(http.MethodGet, "/?id="+id, "ann", "")
		require.Equal(t, http.StatusConflict, status)
		status, _ = b.do(http.MethodPost, "/?id="+id, "ann", "")
		require.Equal(t, http.StatusMethodNotAllowed, status)
		status, _ = b.do(http.MethodDelete, "/?id="+id, "ann", "")
		require.Equal(t, http.StatusMethodNotAllowed, status)

		// It is good once.
		require.NoError(t, p.Conn.Close())
		b.gone()
		require.Eventually(t, func() bool { return b.Hub.client(ticket{key: c.key}) == nil }, patience, time.Millisecond)
		_, status = b.dial("ann", id)
		require.Equal(t, http.StatusNotFound, status)
		require.Len(t, b.spent, 2)
		b.at(61)
		require.Empty(t, b.spent)
	})
}

func FuzzToken(f *testing.F) {
	v := &viewer.Viewer{Kind: viewer.User, FirmID: uuid.New(), SessionID: uuid.New()}
	b := newBench(f, nil)
	f.Add(b.sign(f.Context(), newTicket(v, true)))
	f.Add("")
	f.Add("AQ")
	ctx := viewer.NewContext(f.Context(), v)
	f.Fuzz(func(t *testing.T, token string) {
		got, err := b.open(ctx, token)
		if err != nil {
			require.True(t, fault.Is(err, fault.NotFound))
			return
		}
		require.True(t, got.of(v))
		require.Equal(t, token, b.sign(ctx, got), "there is one token for a ticket")
	})
}

func FuzzNegotiate(f *testing.F) {
	b := newBench(f, nil)
	f.Add("1", "true")
	f.Add("0", "")
	f.Add("-1", "x")
	f.Fuzz(func(t *testing.T, version, stateful string) {
		r, err := http.NewRequestWithContext(viewer.NewContext(t.Context(), b.viewers["ann"]), http.MethodPost, "/negotiate", nil)
		require.NoError(t, err)
		query := r.URL.Query()
		query.Set("negotiateVersion", version)
		query.Set("useStatefulReconnect", stateful)
		r.URL.RawQuery = query.Encode()
		w := httptest.NewRecorder()
		b.ServeNegotiate(w, r)
		if w.Code == http.StatusBadRequest {
			return
		}
		var n negotiation
		require.NoError(t, json.Unmarshal(w.Body.Bytes(), &n))
		require.Equal(t, stateful == "true", n.UseStatefulReconnect)
		require.NotEmpty(t, n.ConnectionID)
	})
}

// A connection that the registry refuses ends once, also when another request of its client ends it
// meanwhile.
func TestRefused(t *testing.T) {
	t.Parallel()
	b := newBench(t, nil)
	owner := ownerOf(b.viewers["ann"])
	for range connections.HubSessionLimit {
		other, err := b.registry.Add(owner, func(connections.Reason) {})
		require.NoError(t, err)
		t.Cleanup(other.Remove)
	}
	for range 50 {
		id := b.negotiate("")
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			b.do(http.MethodDelete, "/?id="+id, "ann", "")
		}()
		status, _ := b.do(http.MethodGet, "/?id="+id, "ann", "")
		require.Contains(t, []int{http.StatusTooManyRequests, http.StatusNotFound}, status)
		<-ended
	}
	require.Eventually(t, func() bool { return b.Stats().Open["longpolling"] == 0 }, patience, time.Millisecond)
}
