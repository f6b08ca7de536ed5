package httpd_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/httpd"
	"github.com/firmhub/firmhub/internal/viewer"
)

// refusal is the envelope of a refused request, or the first error of a GraphQL answer.
type refusal struct {
	IsSuccess bool            `json:"isSuccess"`
	Data      json.RawMessage `json:"data"`
	Message   string          `json:"message"`
	Error     struct {
		Code      string `json:"code"`
		Details   []any  `json:"details"`
		RequestID string `json:"requestId"`
	} `json:"error"`
	Errors []struct {
		Message    string `json:"message"`
		Extensions struct {
			Code string `json:"code"`
		} `json:"extensions"`
	} `json:"errors"`
}

func ask(t *testing.T, handler http.Handler, method, path string, header http.Header) (*httptest.ResponseRecorder, refusal) {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), method, path, nil)
	maps.Copy(r.Header, header)
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, r)
	var said refusal
	if w.Code >= http.StatusBadRequest {
		require.NoError(t, json.Unmarshal(w.Body.Bytes(), &said), w.Body.String())
	}
	return w, said
}

func TestAnswers(t *testing.T) {
	t.Parallel()
	handler := setup{next: http.HandlerFunc(ok), limiter: httpd.NewLimiter(standardRate)}.handler()

	t.Run("EveryAnswer", func(t *testing.T) {
		t.Parallel()
		for path, status := range map[string]int{
			"/healthz": http.StatusOK, "/docs": http.StatusOK, "/graphql": http.StatusOK, "/export": http.StatusOK, "/nope": http.StatusNotFound,
		} {
			w, _ := ask(t, handler, http.MethodGet, path, http.Header{"X-Request-Id": {"mine"}})
			require.Equal(t, status, w.Code, path)
			for name, want := range map[string]string{
				"X-Request-Id": "mine", "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Referrer-Policy": "no-referrer",
				"Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
			} {
				require.Equal(t, want, w.Header().Get(name), path)
			}
		}
	})

	t.Run("NoLimit", func(t *testing.T) {
		t.Parallel()
		w, _ := ask(t, handler, http.MethodGet, "/healthz", nil)
		require.Empty(t, w.Header().Get("RateLimit-Limit"))
	})

	t.Run("APIAnswer", func(t *testing.T) {
		t.Parallel()
		w, _ := ask(t, handler, http.MethodGet, "/api/v1/auth/me", nil)
		require.Equal(t, "200", w.Header().Get("RateLimit-Limit"))
		require.Equal(t, "no-store", w.Header().Get("Cache-Control"))
	})
}

func TestViewer(t *testing.T) {
	t.Parallel()
	ada := &viewer.Viewer{Kind: viewer.User, UserID: uuid.New()}
	var seen *viewer.Viewer
	handlerWith := func(v *viewer.Viewer, err error) http.Handler {
		return setup{
			next: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { seen = viewer.From(r.Context()) }),
			authenticate: func(_ context.Context, token string, request viewer.Request) (*viewer.Viewer, error) {
				require.Equal(t, "a.b.c", token)
				require.NotEmpty(t, request.ID)
				return v, err
			},
		}.handler()
	}
	brought := http.Header{"Authorization": {"bearer a.b.c"}}

	// The sub-tests share seen, and so run one after the other.
	t.Run("OK", func(t *testing.T) {
		ask(t, handlerWith(ada, nil), http.MethodGet, "/graphql", brought)
		require.Same(t, ada, seen)
	})

	t.Run("NoCredential", func(t *testing.T) {
		for _, header := range []string{"", "Bearer", "Bearer ", "Basic YTpi"} {
			ask(t, handlerWith(ada, nil), http.MethodGet, "/api/v1/roles", http.Header{"Authorization": {header}})
			require.Equal(t, viewer.Anonymous, seen.Kind)
			require.NotEmpty(t, seen.Request.ID)
		}
	})

	t.Run("NoScheme", func(t *testing.T) {
		for _, header := range []string{"a.b.c", " a.b.c", "fh_abc"} {
			ask(t, handlerWith(ada, nil), http.MethodGet, "/api/v1/roles", http.Header{"Authorization": {header}})
			require.Equal(t, viewer.Anonymous, seen.Kind)
			require.ErrorContains(t, seen.Refused, "Authorization has no scheme")
		}
	})

	t.Run("CredentialThatIsNoGood", func(t *testing.T) {
		w, _ := ask(t, handlerWith(nil, fault.New(fault.Unauthorized, "expired")), http.MethodPost, "/api/v1/auth/login", brought)
		require.Equal(t, http.StatusOK, w.Code, "log-in works with a stale token")
		require.Equal(t, viewer.Anonymous, seen.Kind)
	})

	t.Run("NotAskedOutsideTheAPI", func(t *testing.T) {
		w, _ := ask(t, handlerWith(nil, errors.New("database away")), http.MethodGet, "/healthz", brought)
		require.Equal(t, http.StatusOK, w.Code)
	})

	t.Run("Unavailable", func(t *testing.T) {
		outage := fault.Retry(fault.Unavailable, 1, "away")
		w, said := ask(t, handlerWith(nil, outage), http.MethodGet, "/api/v1/roles", brought)
		require.Equal(t, http.StatusServiceUnavailable, w.Code)
		require.Equal(t, "Unavailable", said.Error.Code)
		require.Equal(t, "1", w.Header().Get("Retry-After"))
	})

	t.Run("InternalError", func(t *testing.T) {
		w, said := ask(t, handlerWith(nil, errors.New("secret of the inside")), http.MethodGet, "/api/v1/roles", brought)
		require.Equal(t, http.StatusInternalServerError, w.Code)
		require.Equal(t, "InternalError", said.Error.Code)
		require.NotContains(t, w.Body.String(), "secret")
	})
}

func TestUnknown(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		handler := setup{
			next: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }),
			authenticate: func(context.Context, string, viewer.Request) (*viewer.Viewer, error) {
				return nil, fault.Retry(fault.Unavailable, 1, "away")
			},
			limiter: httpd.NewLimiter(standardRate),
		}.handler()
		brought := http.Header{"Authorization": {"Bearer a.b.c"}}
		for range burst {
			w, _ := ask(t, handler, http.MethodGet, "/api/v1/nope", brought)
			require.Equal(t, http.StatusNotFound, w.Code, "before the credential")
		}
		w, _ := ask(t, handler, http.MethodGet, "/api/v1/nope", brought)
		require.Equal(t, http.StatusTooManyRequests, w.Code, "it counts for the address")
		w, _ = ask(t, handler, http.MethodGet, "/api/v1/roles", nil)
		require.Equal(t, http.StatusTooManyRequests, w.Code)
		w, _ = ask(t, handler, http.MethodGet, "/api/v1/roles", brought)
		require.Equal(t, http.StatusServiceUnavailable, w.Code)
	})
}

func TestPanic(t *testing.T) {
	t.Parallel()

	t.Run("InternalError", func(t *testing.T) {
		t.Parallel()
		handler := setup{
			next: http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("out of paper") }),
		}.handler()
		id := uuid.NewString()
		w, told := ask(t, handler, http.MethodGet, "/api/v1/roles", http.Header{"X-Request-Id": {id}})
		require.Equal(t, http.StatusInternalServerError, w.Code)
		require.Equal(t, "InternalError", told.Error.Code)
		require.NotContains(t, w.Body.String(), "paper")
		lines := logged(t, id)
		require.Len(t, lines, 2, "the panic once, and the access")
		require.Contains(t, lines[0]["error"], "out of paper")
		require.Contains(t, lines[0]["error"], "server_test.go", "with the stack")
		require.InEpsilon(t, http.StatusInternalServerError, lines[1]["status"], 0)
	})

	t.Run("InMidAnswer", func(t *testing.T) {
		t.Parallel()
		handler := setup{next: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, "half")
			panic("out of paper")
		})}.handler()
		id := uuid.NewString()
		request := httptest.NewRequest(http.MethodGet, "/", nil)
		request.Header.Set("X-Request-Id", id)
		require.PanicsWithValue(t, http.ErrAbortHandler, func() { handler.ServeHTTP(httptest.NewRecorder(), request) })
		lines := logged(t, id)
		require.InEpsilon(t, http.StatusOK, lines[len(lines)-1]["status"], 0)
		require.Equal(t, true, lines[len(lines)-1]["cut"], "so that it is not taken for a success")
	})

	t.Run("Aborted", func(t *testing.T) {
		t.Parallel()
		handler := setup{next: http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
			panic(http.ErrAbortHandler)
		})}.handler()
		require.PanicsWithValue(t, http.ErrAbortHandler, func() {
			handler.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/", nil))
		})
	})
}

func TestLog(t *testing.T) {
	t.Parallel()
	ada := &viewer.Viewer{Kind: viewer.User, UserID: uuid.New(), FirmID: uuid.New()}
	handler := setup{
		next: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "hello") }),
		authenticate: func(_ context.Context, _ string, request viewer.Request) (*viewer.Viewer, error) {
			ada.Request = request
			return ada, nil
		},
	}.handler()
	forged := uuid.NewString()
	ask(t, handler, http.MethodGet, "/nope%0A05:00%1b[31m", http.Header{"X-Request-Id": {forged}})
	require.Equal(t, "/nope%0A05:00%1b[31m", logged(t, forged)[0]["path"], "as it was sent")

	id := uuid.NewString()
	ask(t, handler, http.MethodGet, "/graphql?access_token=topsecret", http.Header{
		"Authorization": {"Bearer topsecret"}, "X-Request-Id": {id},
	})

	lines := logged(t, id)
	require.Len(t, lines, 1)
	line := lines[0]
	require.Equal(t, "request", line["msg"])
	require.Equal(t, "INFO", line["level"])
	require.Equal(t, "GET", line["method"])
	require.Equal(t, "/graphql", line["path"])
	require.InEpsilon(t, http.StatusOK, line["status"], 0)
	require.InEpsilon(t, len("hello"), line["bytes"], 0)
	require.Equal(t, "192.0.2.1", line["address"])
	require.Equal(t, ada.UserID.String(), line["user"])
	require.Equal(t, ada.FirmID.String(), line["firm"])
	require.Contains(t, line, "ms")
	require.NotContains(t, line, "cut")
	require.NotContains(t, fmt.Sprint(line), "topsecret")

	require.NotContains(t, line, "operation")

	naming := setup{next: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.(interface{ NameOperation(name string) }).NameOperation("FindContacts")
	})}.handler()
	id = uuid.NewString()
	ask(t, naming, http.MethodPost, "/graphql", http.Header{"X-Request-Id": {id}})
	require.Equal(t, "FindContacts", logged(t, id)[0]["operation"])

	for _, method := range []string{http.MethodGet, "BREW"} {
		id = uuid.NewString()
		ask(t, handler, method, "/m/topsecret", http.Header{"X-Request-Id": {id}})
		require.Equal(t, "/m/{token}", logged(t, id)[0]["path"])
	}
}

// The log and the record contain a known key by its client's id, whatever the result of the
// request, and never the key itself.
func TestAPIKey(t *testing.T) {
	t.Parallel()
	const key = "fh_topsecret"
	shop := &viewer.Viewer{Kind: viewer.APIClient, APIClientID: uuid.New(), FirmID: uuid.New()}
	var recorded []httpd.Done
	var firms []string
	server := setup{
		next: http.HandlerFunc(ok),
		authenticate: func(context.Context, string, viewer.Request) (*viewer.Viewer, error) {
			return nil, fault.New(fault.Unauthorized, "No.")
		},
		recognise: func(_ context.Context, sent, firm string, request viewer.Request) (*viewer.Viewer, error) {
			firms = append(firms, firm)
			switch sent {
			case key:
				known := *shop
				known.Request = request
				return &known, nil
			case "away":
				return nil, fault.New(fault.Unavailable, "Away.")
			}
			return nil, fault.New(fault.Unauthorized, "No.")
		},
		observe: func(done httpd.Done) {
			if done.Viewer.Kind == viewer.APIClient {
				recorded = append(recorded, done)
			}
		},
	}
	var seen *viewer.Viewer
	server.next = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen = viewer.From(r.Context())
		w.WriteHeader(http.StatusTeapot)
	})
	handler := server.handler()
	header := func(pairs ...string) http.Header {
		h := http.Header{"X-Request-Id": {uuid.NewString()}}
		for i := 0; i < len(pairs); i += 2 {
			h.Add(pairs[i], pairs[i+1])
		}
		return h
	}
	request := func(path string, header http.Header) int {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil)
		r.Header = header
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		return w.Code
	}

	sent := header("X-Api-Key", key, "X-Firm-Id", "a", "X-Firm-Id", "b")
	require.Equal(t, http.StatusTeapot, request("/api/v1/roles/%2f?q=topsecret", sent))
	require.Equal(t, shop.APIClientID, seen.APIClientID)
	require.Equal(t, []string{"a,b"}, firms)
	line := logged(t, sent.Get("X-Request-Id"))[0]
	require.Equal(t, shop.APIClientID.String(), line["apiClient"])
	require.Equal(t, shop.FirmID.String(), line["firm"])
	require.NotContains(t, line, "user")
	require.NotContains(t, fmt.Sprint(line), "topsecret")
	require.Len(t, recorded, 1)
	require.Equal(t, shop.APIClientID, recorded[0].Viewer.APIClientID)
	require.Equal(t, shop.FirmID, recorded[0].Viewer.FirmID)
	require.Equal(t, "/api/v1/roles/%2f", recorded[0].Path)
	require.Equal(t, http.StatusTeapot, recorded[0].Status)
	require.Equal(t, "192.0.2.1", recorded[0].Viewer.Request.Address.String())

	require.Equal(t, http.StatusTeapot, request("/api/v1/roles", header("X-Api-Key", "other")))
	require.Equal(t, viewer.Anonymous, seen.Kind)
	require.Equal(t, http.StatusTeapot, request("/api/v1/roles", header("X-Api-Key", key, "Authorization", "Bearer x")))
	require.Equal(t, viewer.Anonymous, seen.Kind, "the access token counts")
	require.Equal(t, http.StatusServiceUnavailable, request("/api/v1/roles", header("X-Api-Key", "away")))
	require.Equal(t, http.StatusTeapot, request("/docs", header("X-Api-Key", key)))
	require.Len(t, recorded, 1, "only what was asked of the API")
}

func TestCORS(t *testing.T) {
	t.Parallel()
	handler := setup{next: http.HandlerFunc(ok), origins: []string{"https://app.example.com"}}.handler()

	t.Run("OK", func(t *testing.T) {
		t.Parallel()
		w, _ := ask(t, handler, http.MethodGet, "/api/v1/roles", http.Header{"Origin": {"https://app.example.com"}})
		require.Equal(t, http.StatusOK, w.Code)
		require.Equal(t, "https://app.example.com", w.Header().Get("Access-Control-Allow-Origin"))
		require.Equal(t, "true", w.Header().Get("Access-Control-Allow-Credentials"))
		require.Contains(t, w.Header().Get("Access-Control-Expose-Headers"), "X-Request-Id")
		require.Equal(t, "Origin", w.Header().Get("Vary"))
	})

	t.Run("Preflight", func(t *testing.T) {
		t.Parallel()
		w, _ := ask(t, handler, http.MethodOptions, "/api/V1/Contact/update", http.Header{
			"Origin": {"https://app.example.com"}, "Access-Control-Request-Method": {"PUT"},
		})
		require.Equal(t, http.StatusNoContent, w.Code)
		require.Contains(t, w.Header().Get("Access-Control-Allow-Methods"), "PUT")
		require.Contains(t, w.Header().Get("Access-Control-Allow-Headers"), "Authorization")
		require.NotEmpty(t, w.Header().Get("X-Request-Id"))
	})

	t.Run("AnotherOrigin", func(t *testing.T) {
		t.Parallel()
		for _, origin := range []string{"https://evil.example", "https://app.example.com.evil.example", "null"} {
			w, _ := ask(t, handler, http.MethodGet, "/api/v1/roles", http.Header{"Origin": {origin}})
			require.Empty(t, w.Header().Get("Access-Control-Allow-Origin"))
			require.Equal(t, "Origin", w.Header().Get("Vary"))
		}
	})

	t.Run("Socket", func(t *testing.T) {
		t.Parallel()
		for origin, want := range map[string]int{
			"": http.StatusOK, "https://app.example.com": http.StatusOK, "http://example.com": http.StatusOK, // example.com is the host asked
			"https://evil.example": http.StatusForbidden, "null": http.StatusForbidden, "://": http.StatusForbidden,
		} {
			for _, path := range []string{"/graphql", "/hub", "/api/v1/roles"} {
				w, _ := ask(t, handler, http.MethodGet, path, http.Header{"Origin": {origin}, "Upgrade": {"websocket"}})
				require.Equal(t, want, w.Code, "%s from %q", path, origin)
			}
		}
	})

	t.Run("NoneByDefault", func(t *testing.T) {
		t.Parallel()
		none := setup{next: http.HandlerFunc(ok)}.handler()
		w, _ := ask(t, none, http.MethodGet, "/api/v1/roles", http.Header{"Origin": {"https://app.example.com"}})
		require.Empty(t, w.Header().Get("Access-Control-Allow-Origin"))
		require.Empty(t, w.Header().Get("Vary"))
	})
}

func TestConnection(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(setup{next: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/flush" {
			_, _ = io.WriteString(w, "now")
			w.(http.Flusher).Flush()
			<-r.Context().Done()
			return
		}
		conn, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			panic(err)
		}
		_, _ = io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nmine!")
		_ = conn.Close()
	})}.handler())
	t.Cleanup(server.Close)
	get := func(t *testing.T, path string) io.Reader {
		t.Helper()
		ctx, cancel := context.WithCancel(t.Context())
		t.Cleanup(cancel)
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, server.URL+path, nil)
		require.NoError(t, err)
		answer, err := server.Client().Do(r)
		require.NoError(t, err)
		t.Cleanup(func() { _ = answer.Body.Close() })
		return answer.Body
	}

	t.Run("Flush", func(t *testing.T) {
		t.Parallel()
		said := make([]byte, 3)
		_, err := io.ReadFull(get(t, "/flush"), said)
		require.NoError(t, err)
		require.Equal(t, "now", string(said))
	})

	t.Run("Hijack", func(t *testing.T) {
		t.Parallel()
		said, err := io.ReadAll(get(t, "/hijack"))
		require.NoError(t, err)
		require.Equal(t, "mine!", string(said))
	})
}

func TestLogOfLongPath(t *testing.T) {
	t.Parallel()
	id := uuid.NewString()
	ask(t, setup{next: http.HandlerFunc(ok)}.handler(), http.MethodGet, "/"+strings.Repeat("%0A", 10_000), http.Header{"X-Request-Id": {id}})
	path, _ := logged(t, id)[0]["path"].(string)
	require.Less(t, len(path), 1100)
	require.Contains(t, path, "(28977 bytes more)")
}
