package faults_test

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNameOfProviderIsGone removes the name of a provider of text messages from the hosts file, and
// the name server with it. Messages wait, everything else goes on, and each is sent once.
func TestNameOfProviderIsGone(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	calls := map[string]int{}
	provider := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		calls[r.FormValue("Body")]++
		number := len(calls)
		mu.Unlock()
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusCreated)
		_, _ = fmt.Fprintf(w, `{"sid":"SM%032d","status":"queued","num_segments":"1"}`, number)
	}))
	provider.Config.SetKeepAlivesEnabled(false) // Each call looks the name up.
	provider.Start()
	t.Cleanup(provider.Close)
	_, port, err := net.SplitHostPort(provider.Listener.Addr().String())
	require.NoError(t, err)

	folder := t.TempDir()
	hosts, resolver := filepath.Join(folder, "hosts"), filepath.Join(folder, "resolv.conf")
	name := func(known bool) {
		text := "127.0.0.1 localhost\n"
		if known {
			text += "127.0.0.1 sms.provider.example\n"
		}
		require.NoError(t, os.WriteFile(hosts, []byte(text), 0o644)) //nolint:gosec // as /etc/hosts
	}
	name(true)
	require.NoError(t, os.WriteFile(resolver, []byte("nameserver 127.0.0.1\n"), 0o644)) //nolint:gosec // as /etc/resolv.conf
	wrapper := []string{"unshare", "--mount"}
	if os.Getuid() != 0 {
		wrapper = append(wrapper, "--map-root-user")
	}
	wrapper = append(wrapper, "sh", "-c", fmt.Sprintf(
		`mount --bind '%s' /etc/hosts && mount --bind '%s' "$(readlink -f /etc/resolv.conf)" && exec "$@"`, hosts, resolver), "sh")
	s := serve(t, settings(t, "FIRMHUB_ALLOWED_PRIVATE_TARGETS=127.0.0.1"), wrapper...)
	l := newLoad(t, s, nil)
	var channel struct{ ID string }
	require.NoError(t, l.owner.do(t.Context(), http.MethodPost, "/api/v1/messaging/channels", map[string]any{
		"name": "Text messages", "kind": "Sms", "secrets": map[string]any{"authToken": "token"},
		"settings": map[string]any{"accountSid": "AC0", "from": "+15005550006", "baseUrl": "http://sms.provider.example:" + port},
	}, &channel))
	send := func(reference string) {
		require.NoError(t, l.owner.do(t.Context(), http.MethodPost, "/api/v1/messaging/send", map[string]any{"messages": []any{map[string]any{
			"channelId": channel.ID, "to": "+5511910000001", "body": reference, "category": "Utility", "reference": reference,
		}}}, nil))
	}
	sent := func(i item) bool { return i.Status == "Sent" }
	send("before")
	l.awaitMessage(t, "before", sent)

	name(false)
	for number := 0; ; number++ { // A name is remembered for some seconds.
		reference := fmt.Sprint("during", number)
		send(reference)
		waits := false
		l.awaitMessage(t, reference, func(i item) bool {
			waits = i.Status == "Queued" && i.Attempts > 0
			return waits || sent(i)
		})
		if waits {
			l.awaitAnswers(t)
			name(true)
			l.awaitMessage(t, reference, sent)
			break
		}
	}
	mu.Lock()
	for body, count := range calls {
		require.Equal(t, 1, count, body)
	}
	mu.Unlock()
	l.finish(t)
	require.Empty(t, l.refused)
	s.stop(t)
}
