package provider_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/sms"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/whatsapp"
)

// fileServer serves files, and keeps the credentials that it is sent.
type fileServer struct {
	*httptest.Server

	credentials []string
}

func newFileServer(t *testing.T, handle func(w http.ResponseWriter, r *http.Request)) *fileServer {
	t.Helper()
	s := &fileServer{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.credentials = append(s.credentials, r.Header.Get("Authorization"))
		handle(w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

func content(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "content") }

// fetched returns the content of a file, or "" with the outcome that says why there is none.
func fetched(t *testing.T, from provider.MediaFetcher, account provider.Account, ref provider.MediaRef) (string, provider.Outcome) {
	t.Helper()
	file, outcome := from.FetchMedia(t.Context(), account, ref)
	if file == nil {
		return "", outcome
	}
	text, err := io.ReadAll(file)
	require.NoError(t, err)
	require.NoError(t, file.Close())
	return string(text), outcome
}

func TestFetchMedia_WhatsApp(t *testing.T) {
	t.Parallel()
	fetch := func(t *testing.T, answer string, status int, file func(http.ResponseWriter, *http.Request)) (string, provider.Outcome, *fileServer) {
		t.Helper()
		mux := http.NewServeMux()
		server := newFileServer(t, mux.ServeHTTP)
		mux.HandleFunc("GET /v23.0/7", func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(status)
			_, _ = fmt.Fprintf(w, answer, server.URL)
		})
		mux.HandleFunc("GET /file", file)
		account := provider.Account{
			Settings: provider.Settings{BaseURL: server.URL, APIVersion: "v23.0", PhoneNumberID: "1"},
			Secrets:  provider.Secrets{provider.AccessToken: "token"},
		}
		text, outcome := fetched(t, whatsapp.New(client(t), client(t), clock), account, provider.MediaRef{ID: "7"})
		return text, outcome, server
	}
	const own = `{"url":"%s/file"}`

	t.Run("OK", func(t *testing.T) {
		t.Parallel()
		text, outcome, server := fetch(t, own, http.StatusOK, content)
		require.Equal(t, "content", text)
		require.Equal(t, provider.Taken, outcome.Result)
		require.Equal(t, []string{"Bearer token", "Bearer token"}, server.credentials)
	})
	t.Run("Err the file is gone", func(t *testing.T) {
		t.Parallel()
		_, outcome, _ := fetch(t, `{"error":{"code":100,"message":"%s"}}`, http.StatusBadRequest, content)
		require.Equal(t, provider.Refused, outcome.Result)
	})
	t.Run("Err the address is not one of WhatsApp", func(t *testing.T) {
		t.Parallel()
		stranger := newFileServer(t, content)
		_, outcome, _ := fetch(t, `{"url":"`+stranger.URL+`/file","own":"%s"}`, http.StatusOK, content)
		require.Equal(t, provider.Refused, outcome.Result)
		require.Empty(t, stranger.credentials)
	})
	t.Run("Err the server of files fails", func(t *testing.T) {
		t.Parallel()
		_, outcome, _ := fetch(t, own, http.StatusOK, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) })
		require.Equal(t, provider.NotTaken, outcome.Result)
	})
}

func TestFetchMedia_SMS(t *testing.T) {
	t.Parallel()
	fetch := func(t *testing.T, api *fileServer, link string) (string, provider.Outcome) {
		t.Helper()
		account := provider.Account{
			Settings: provider.Settings{BaseURL: api.URL, AccountSID: "AC1"}, Secrets: provider.Secrets{provider.AuthToken: "token"},
		}
		return fetched(t, sms.New(client(t), client(t), clock), account, provider.MediaRef{Link: link})
	}

	t.Run("OK with a redirect that gets no credentials", func(t *testing.T) {
		t.Parallel()
		files := newFileServer(t, content)
		api := newFileServer(t, func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, files.URL+"/file", http.StatusTemporaryRedirect)
		})
		text, _ := fetch(t, api, api.URL+"/media")
		require.Equal(t, "content", text)
		require.Equal(t, []string{""}, files.credentials)
		require.NotEqual(t, []string{""}, api.credentials)
	})
	t.Run("an address elsewhere gets no credentials", func(t *testing.T) {
		t.Parallel()
		files := newFileServer(t, content)
		text, _ := fetch(t, newFileServer(t, content), files.URL+"/file")
		require.Equal(t, "content", text)
		require.Equal(t, []string{""}, files.credentials)
	})
	t.Run("Err redirects without end", func(t *testing.T) {
		t.Parallel()
		api := newFileServer(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/again", http.StatusFound) })
		_, outcome := fetch(t, api, api.URL+"/media")
		require.Equal(t, provider.NotTaken, outcome.Result)
		require.Len(t, api.credentials, 2)
	})
}
