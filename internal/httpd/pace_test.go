package httpd_test

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/firmhubtest"
	"github.com/firmhub/firmhub/internal/httpd"
)

// A client that asks and does not read is cut off, and nothing is left of its request.
func TestStalledReader(t *testing.T) {
	t.Parallel()
	a := firmhubtest.New(t, db.SQLite)
	whole := float64(len(a.REST(http.MethodGet, "/openapi.json", "", nil).Body))
	httpd.SetSendTimeout(a.Handler(), 50*time.Millisecond)
	conn := dial(t, a.URL)
	const asked = 200 // more than the buffers of both sides hold
	id := uuid.NewString()
	conn.send("%s", strings.Repeat("GET /openapi.json HTTP/1.1\r\nHost: firmhub\r\nX-Request-Id: "+id+"\r\n\r\n", asked))
	require.Eventually(t, func() bool {
		lines := logged(t, id)
		return len(lines) > 0 && lines[len(lines)-1]["bytes"] != whole
	}, time.Minute, 100*time.Millisecond, "a request ends whose answer was not sent whole")
	lines := logged(t, id)
	require.Less(t, len(lines), asked)
	require.Equal(t, true, lines[len(lines)-1]["cut"])
	require.NoError(t, conn.SetDeadline(time.Now().Add(time.Minute)))
	complete := 0
	var err error
	for err == nil {
		var response *http.Response
		if response, err = http.ReadResponse(conn.answers, nil); err != nil {
			break
		}
		if _, err = io.Copy(io.Discard, response.Body); err == nil {
			complete++
		}
		_ = response.Body.Close()
	}
	require.NotErrorIs(t, err, os.ErrDeadlineExceeded)
	require.Less(t, complete, asked)
	w := httptest.NewRecorder() // not by a connection, which would have the same short deadline
	a.Handler().ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/healthz", nil))
	require.Equal(t, http.StatusOK, w.Code)
}

// A stream has no deadline as a whole, but its pieces have.
func TestStreamDeadline(t *testing.T) {
	t.Parallel()
	deadlines := make(chan time.Time, 10)
	handler := setup{next: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if err := http.NewResponseController(w).SetWriteDeadline(time.Time{}); err != nil {
			panic(err)
		}
		_, _ = w.Write(make([]byte, 150<<10))
		w.(http.Flusher).Flush()
	})}.handler()
	began := time.Now()
	handler.ServeHTTP(deadlineWriter{httptest.NewRecorder(), deadlines}, httptest.NewRequest(http.MethodGet, "/graphql", nil))
	for range 4 { // three pieces and what is flushed
		require.WithinRange(t, <-deadlines, began.Add(30*time.Second), time.Now().Add(30*time.Second))
	}
	require.Empty(t, deadlines)
}

// Streams and sockets whose clients do not read are cut off after a piece, however large the
// message is.
func TestStalledStreams(t *testing.T) {
	t.Parallel()
	message := make([]byte, 16<<20)
	for name, write := range map[string]func(http.ResponseWriter) error{
		"EventStream": func(w http.ResponseWriter) error {
			err := http.NewResponseController(w).SetWriteDeadline(time.Time{})
			if err == nil {
				_, err = w.Write(message)
			}
			return err
		},
		"Socket": func(w http.ResponseWriter) error {
			conn, _, err := http.NewResponseController(w).Hijack()
			if err != nil {
				return err
			}
			defer func() { _ = conn.Close() }()
			if err = conn.SetWriteDeadline(time.Now().Add(time.Hour)); err == nil {
				_, err = conn.Write(message)
			}
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const clients = 20
			ended := make(chan error, clients)
			server := httptest.NewServer(setup{
				next:        http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { ended <- write(w) }),
				sendTimeout: 50 * time.Millisecond,
			}.handler())
			t.Cleanup(server.Close)
			for range clients {
				dial(t, server.URL).send("GET /graphql HTTP/1.1\r\nHost: firmhub\r\n\r\n")
			}
			for range clients {
				require.ErrorIs(t, <-ended, os.ErrDeadlineExceeded)
			}
		})
	}
}

type deadlineWriter struct {
	*httptest.ResponseRecorder

	set chan time.Time
}

func (d deadlineWriter) SetWriteDeadline(deadline time.Time) error {
	d.set <- deadline
	return nil
}

// While much waits to be read, clients have less time.
func TestPatience(t *testing.T) {
	t.Parallel()
	require.Equal(t, 30*time.Second, httpd.SendTimeout())
	require.Equal(t, 30*time.Second, httpd.SendTimeout(64<<20))
	require.Equal(t, time.Second, httpd.SendTimeout(64<<20, 1<<20))
	small := make([]int, 2000)
	for i := range small {
		small[i] = 64 << 10
	}
	require.Equal(t, 30*time.Second, httpd.SendTimeout(small...), "small answers are not counted")
}

func TestConnectionLimits(t *testing.T) {
	t.Parallel()
	serve := func(t *testing.T, hook func(net.Conn, http.ConnState)) string {
		t.Helper()
		server := httptest.NewUnstartedServer(http.HandlerFunc(ok))
		server.Config.ConnState = hook
		server.Start()
		t.Cleanup(server.Close)
		return server.URL
	}
	open := func(t *testing.T, url string) (*wire, bool) {
		t.Helper()
		conn := dial(t, url)
		_, _ = io.WriteString(conn, "GET / HTTP/1.1\r\nHost: firmhub\r\n\r\n")
		_, err := conn.answers.ReadByte()
		return conn, err == nil
	}

	t.Run("ErrTooMany", func(t *testing.T) {
		t.Parallel()
		for name, hook := range map[string]func(net.Conn, http.ConnState){
			"OfOneAddress": httpd.LimitConnections(100, 3),
			"OfAll":        httpd.LimitConnections(3, 100),
		} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				url := serve(t, hook)
				var last *wire
				for range 3 {
					conn, served := open(t, url)
					require.True(t, served)
					last = conn
				}
				_, served := open(t, url)
				require.False(t, served)
				require.NoError(t, last.Close())
				require.Eventually(t, func() bool {
					_, served := open(t, url)
					return served
				}, time.Minute, time.Millisecond, "a place is free again")
			})
		}
	})

	t.Run("OKTrustedProxy", func(t *testing.T) {
		t.Parallel()
		url := serve(t, httpd.LimitConnections(100, 3, netip.MustParsePrefix("127.0.0.1/32")))
		for range 10 {
			_, served := open(t, url)
			require.True(t, served)
		}
	})
}
