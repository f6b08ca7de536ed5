package httpcall_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/httpcall"
	"github.com/firmhub/firmhub/internal/transfer/outbound"
)

func post(ctx context.Context, t *testing.T, client *http.Client, url string) (*httpcall.Answer, provider.Outcome) {
	t.Helper()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader([]byte("body")))
	require.NoError(t, err)
	return httpcall.Do(client, request)
}

func TestDo(t *testing.T) {
	t.Parallel()
	for _, http2 := range []bool{false, true} {
		t.Run(map[bool]string{false: "HTTP/1.1", true: "HTTP/2"}[http2], func(t *testing.T) {
			t.Parallel()
			mux := http.NewServeMux()
			calls := make(chan string, 10)
			mux.HandleFunc("/ok", func(w http.ResponseWriter, r *http.Request) {
				w.WriteHeader(http.StatusAccepted)
				_, _ = io.WriteString(w, r.Proto)
			})
			mux.HandleFunc("/lost", func(http.ResponseWriter, *http.Request) {
				calls <- "lost"
				panic(http.ErrAbortHandler)
			})
			mux.HandleFunc("/cut", func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Length", "100")
				_, _ = io.WriteString(w, "half")
				_ = http.NewResponseController(w).Flush()
				panic(http.ErrAbortHandler)
			})
			mux.HandleFunc("/slow", func(_ http.ResponseWriter, r *http.Request) {
				_, _ = io.Copy(io.Discard, r.Body) // from then on the server watches the connection
				calls <- "slow"
				<-r.Context().Done()
			})
			server := httptest.NewUnstartedServer(mux)
			server.EnableHTTP2 = http2
			server.StartTLS()
			t.Cleanup(server.Close)
			client := server.Client()

			answer, _ := post(t.Context(), t, client, server.URL+"/ok")
			require.Equal(t, http.StatusAccepted, answer.Status)
			require.Equal(t, map[bool]string{false: "HTTP/1.1", true: "HTTP/2.0"}[http2], string(answer.Body))
			require.False(t, answer.Cut)

			// On a connection that was used before: a call must not be repeated by the client.
			answer, outcome := post(t.Context(), t, client, server.URL+"/lost")
			require.Nil(t, answer)
			require.Equal(t, provider.Unknown, outcome.Result, outcome)
			require.Equal(t, "lost", <-calls)
			require.Empty(t, calls)

			answer, _ = post(t.Context(), t, client, server.URL+"/cut")
			require.Equal(t, http.StatusOK, answer.Status)
			require.True(t, answer.Cut)

			ctx, cancel := context.WithCancel(t.Context())
			go func() {
				<-calls
				cancel()
			}()
			_, outcome = post(ctx, t, client, server.URL+"/slow")
			require.Equal(t, provider.Outcome{Result: provider.Unknown, Message: "the call was cancelled"}, outcome)

			// There is a connection, so that the time does not end before the call was written.
			_, _ = post(t.Context(), t, client, server.URL+"/ok")
			slow := server.Client()
			slow.Timeout = 500 * time.Millisecond
			_, outcome = post(t.Context(), t, slow, server.URL+"/slow")
			require.Equal(t, provider.Outcome{Result: provider.Unknown, Message: "the provider did not answer in time"}, outcome)
		})
	}
}

// Nothing was written in these.
func TestDo_notTaken(t *testing.T) {
	t.Parallel()
	server := httptest.NewTLSServer(http.NotFoundHandler())
	t.Cleanup(server.Close)
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	require.NoError(t, listener.Close())
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for name, url := range map[string]string{
		"connection refused":      "http://" + listener.Addr().String(),
		"certificate not trusted": server.URL,
		"not a host":              "http://",
		"no such scheme":          "gopher://a.example",
		"the context has ended":   server.URL,
	} {
		ctx := t.Context()
		if name == "the context has ended" {
			ctx = ended
		}
		answer, outcome := post(ctx, t, &http.Client{}, url)
		require.Nil(t, answer, name)
		require.Equal(t, provider.NotTaken, outcome.Result, name)
		require.Equal(t, provider.WaitMessage, outcome.Waits, name)
		require.NotEmpty(t, outcome.Message, name)
	}
}

// The message shows neither the addresses of the network nor what another service sends.
func TestDo_message(t *testing.T) {
	t.Parallel()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if conn, err := listener.Accept(); err == nil {
			_, _ = io.WriteString(conn, "SSH-2.0-OpenSSH_9.9\r\n")
			_, _ = io.Copy(io.Discard, conn)
			_ = conn.Close()
		}
	}()
	_, outcome := post(t.Context(), t, &http.Client{}, "http://"+listener.Addr().String())
	require.Equal(t, provider.Outcome{Result: provider.Unknown, Message: "the provider sent no answer that can be read"}, outcome)
	require.NoError(t, listener.Close())
	<-ended

	_, outcome = post(t.Context(), t, &http.Client{}, "http://"+listener.Addr().String())
	require.Equal(t, "the connection was refused", outcome.Message)
	client := outbound.NewGuard(nil).Client(outbound.Limits{Time: time.Minute})
	_, outcome = post(t.Context(), t, client, "https://localhost")
	require.Equal(t, "the address is not on the public internet", outcome.Message)
}

func TestText(t *testing.T) {
	t.Parallel()
	var read []httpcall.Text
	require.NoError(t, json.Unmarshal([]byte(`["a\"b",12345678901234567890,null,1764072000,-1,"7",253402300800]`), &read))
	require.Equal(t, []httpcall.Text{`a"b`, "12345678901234567890", "", "1764072000", "-1", "7", "253402300800"}, read)
	require.Equal(t, time.Unix(1764072000, 0).UTC(), read[3].Time())
	require.Zero(t, read[0].Time())
	require.Zero(t, read[4].Time())
	require.Zero(t, read[6].Time(), "JSON has no year 10000")
	require.Equal(t, 7, read[5].Int())
	require.Zero(t, read[0].Int())
	require.Error(t, json.Unmarshal([]byte(`[{}]`), &read))
}
