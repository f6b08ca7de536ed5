package whatsapp_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/whatsapp"
	"github.com/firmhub/firmhub/internal/transfer/outbound"
)

// store is a provider that keeps uploaded files.
type store struct {
	mu      sync.Mutex
	now     time.Time
	uploads int
	kept    map[string]bool
	// uploading is sent to when an upload has begun, and end is received from before it ends. They
	// may be nil.
	uploading, end chan struct{}
}

func (s *store) serve(w http.ResponseWriter, r *http.Request) {
	text, _ := io.ReadAll(r.Body)
	if strings.HasSuffix(r.URL.Path, "/media") {
		if s.uploading != nil {
			s.uploading <- struct{}{}
			<-s.end
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		s.uploads++
		s.kept[strconv.Itoa(s.uploads)] = true
		_, _ = fmt.Fprintf(w, `{"id":"%d"}`, s.uploads)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for id := range s.kept {
		if strings.Contains(string(text), `"image":{"id":"`+id+`"`) {
			_, _ = io.WriteString(w, `{"messages":[{"id":"wamid.1"}]}`)
			return
		}
	}
	w.WriteHeader(http.StatusBadRequest)
	_, _ = io.WriteString(w, `{"error":{"code":100,"message":"Invalid parameter"}}`)
}

func (s *store) time() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now
}

// pass lets time pass, and makes the store lose its files if it is told so.
func (s *store) pass(t time.Duration, lose bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = s.now.Add(t)
	if lose {
		clear(s.kept)
	}
}

func TestSend_uploadsOnce(t *testing.T) {
	t.Parallel()
	setup := func(t *testing.T) (*store, func(key, token string) provider.Outcome) {
		t.Helper()
		s := &store{now: noon, kept: map[string]bool{}}
		server := httptest.NewServer(http.HandlerFunc(s.serve))
		t.Cleanup(server.Close)
		client := outbound.NewGuard([]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}).Client(outbound.Limits{Time: time.Minute, Body: 1 << 20})
		t.Cleanup(client.CloseIdleConnections)
		adapter := whatsapp.New(client, client, s.time)
		return s, func(key, token string) provider.Outcome {
			sent := file("image/png")
			sent.Key = key
			return adapter.Send(t.Context(), provider.Account{
				Settings: provider.Settings{BaseURL: server.URL, APIVersion: "v23.0", PhoneNumberID: "106"},
				Secrets:  provider.Secrets{provider.AccessToken: token},
			}, provider.Message{ID: uuid.New(), To: phone, Media: sent})
		}
	}
	t.Run("OK", func(t *testing.T) {
		t.Parallel()
		s, send := setup(t)
		for range 3 {
			require.Equal(t, provider.Taken, send("a", "token").Result)
		}
		require.Equal(t, 1, s.uploads)
		send("b", "token")
		send("a", "another token")
		send("", "token")
		send("", "token")
		require.Equal(t, 5, s.uploads)
		s.pass(time.Hour, true)
		require.Equal(t, provider.Taken, send("a", "token").Result)
		require.Equal(t, 6, s.uploads)
	})
	t.Run("OKAtOnce", func(t *testing.T) {
		t.Parallel()
		s, send := setup(t)
		s.uploading, s.end = make(chan struct{}), make(chan struct{})
		var sending sync.WaitGroup
		for range 20 {
			sending.Go(func() {
				if outcome := send("a", "token"); outcome.Result != provider.Taken {
					t.Error(outcome)
				}
			})
		}
		<-s.uploading
		close(s.end)
		sending.Wait()
		require.Equal(t, 1, s.uploads)
	})
	t.Run("OKGone", func(t *testing.T) {
		t.Parallel()
		s, send := setup(t)
		send("a", "token")
		s.pass(30*time.Minute, true)
		outcome := send("a", "token")
		require.Equal(t, provider.NotTaken, outcome.Result, "it is sent again")
		require.Equal(t, provider.WaitMessage, outcome.Waits)
		require.Equal(t, 1, s.uploads, "not at once")
		require.Equal(t, provider.Taken, send("a", "token").Result)
		require.Equal(t, 2, s.uploads)
	})
	t.Run("ErrRefused", func(t *testing.T) {
		t.Parallel()
		s, send := setup(t)
		send("a", "token")
		s.pass(time.Minute, true) // A new upload can't be the reason.
		outcome := send("a", "token")
		require.Equal(t, provider.Refused, outcome.Result)
		require.Equal(t, provider.Rejected, outcome.Code)
	})
}

func TestPrepare(t *testing.T) {
	t.Parallel()
	s := &store{now: noon, kept: map[string]bool{}}
	server := httptest.NewServer(http.HandlerFunc(s.serve))
	t.Cleanup(server.Close)
	client := outbound.NewGuard([]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}).Client(outbound.Limits{Time: time.Minute, Body: 1 << 20})
	t.Cleanup(client.CloseIdleConnections)
	adapter := whatsapp.New(client, client, s.time)
	account := provider.Account{
		Settings: provider.Settings{BaseURL: server.URL, APIVersion: "v23.0", PhoneNumberID: "106"},
		Secrets:  provider.Secrets{provider.AccessToken: "token"},
	}
	message := provider.Message{ID: uuid.New(), To: phone, Media: file("image/png")}
	require.Nil(t, adapter.Prepare(t.Context(), account, message), "it has no key")
	require.Zero(t, s.uploads)
	message.Media.Key = "a"
	require.Nil(t, adapter.Prepare(t.Context(), account, message))
	require.Equal(t, 1, s.uploads)
	require.Equal(t, provider.Taken, adapter.Send(t.Context(), account, message).Result)
	require.Equal(t, 1, s.uploads, "Send finds the upload")
	server.Close()
	message.Media.Key = "b"
	require.Equal(t, provider.NotTaken, adapter.Prepare(t.Context(), account, message).Result)
}
