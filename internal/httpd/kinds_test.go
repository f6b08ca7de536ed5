package httpd_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/httpd"
	"github.com/firmhub/firmhub/internal/viewer"
	"github.com/firmhub/firmhub/rest"
)

// The time limits follow from the kind.
func TestDeadline(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]time.Duration{
		// A body may take longer to arrive than an operation may take, since its executor sets the
		// deadline. Sockets last.
		"/api/v1/roles": 0, "/graphql": 0, "/docs": 0, "/readyz": 0,
		"/upload": time.Hour, "/export": time.Hour, "/content": time.Hour,
	} {
		var deadline time.Time
		var limited bool
		handler := setup{
			next: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { deadline, limited = r.Context().Deadline() }),
		}.handler()
		began := time.Now()
		ask(t, handler, http.MethodPost, path, http.Header{})
		require.Equal(t, want > 0, limited, path)
		if limited {
			require.WithinRange(t, deadline, began.Add(want), time.Now().Add(want), path)
		}
	}
}

// A credential is read if the kind has one, and from the query only if the mount allows it.
func TestCredentialOfMount(t *testing.T) {
	t.Parallel()
	var seen *viewer.Viewer
	handler := setup{
		next: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { seen = viewer.From(r.Context()) }),
		authenticate: func(_ context.Context, token string, request viewer.Request) (*viewer.Viewer, error) {
			return &viewer.Viewer{Kind: viewer.User, Email: token, Request: request}, nil
		},
	}.handler()
	header := http.Header{"Authorization": {"Bearer header"}}
	for path, want := range map[string]string{
		"/api/v1/roles": "header", "/graphql": "header", "/upload": "header", "/export": "header", "/content": "header", "/hub": "header",
		"/hub?access_token=query": "header", "/docs": "", "/readyz": "", "/healthz": "", "/nope": "",
	} {
		ask(t, handler, http.MethodGet, path, header)
		if path != "/nope" {
			require.Equal(t, want, seen.Email, path)
		}
	}
	for path, want := range map[string]string{
		"/hub?access_token=query": "query", "/hub?access_token=": "", "/hub": "", "/graphql?access_token=query": "", "/export?access_token=query": "",
	} {
		ask(t, handler, http.MethodGet, path, nil)
		require.Equal(t, want, seen.Email, path)
	}
}

// A firm may have a number of transfers of each kind at the same time, counted separately from
// those of others. One of its users may have half of them.
func TestTransfersAtOnce(t *testing.T) {
	t.Parallel()
	const ofFirm, ofUser = 16, 8
	for _, kind := range []struct{ path, apart string }{
		{"/export", "/content"}, {"/content", "/export"}, {"/upload", "/export"},
	} {
		t.Run(kind.path, func(t *testing.T) {
			t.Parallel()
			w := newTransfers(t)
			for range ofUser {
				w.begin(kind.path, "acme ada")
			}
			answer, refused := ask(t, w.handler, http.MethodGet, kind.path, bearer("acme ada"))
			require.Equal(t, http.StatusTooManyRequests, answer.Code)
			require.Equal(t, "TooManyRequests", refused.Error.Code)
			require.Contains(t, refused.Message, "one user or API key may have 8")
			require.Equal(t, "1", answer.Header().Get("Retry-After"))

			w.begin(kind.apart, "acme ada")
			w.begin("/graphql", "acme ada")
			for range ofFirm - ofUser {
				w.begin(kind.path, "acme ben")
			}
			w.begin(kind.path, "other ada")
			answer, refused = ask(t, w.handler, http.MethodGet, kind.path, bearer("acme cem"))
			require.Equal(t, http.StatusTooManyRequests, answer.Code)
			require.Contains(t, refused.Message, "a firm may have 16")

			w.end()
			for _, who := range []string{"acme ada", "acme cem"} {
				answer, _ = ask(t, w.handler, http.MethodGet, kind.path, bearer(who))
				require.Equal(t, http.StatusOK, answer.Code, "those have ended")
			}
		})
	}
}

// transfers are requests that last until end is called.
type transfers struct {
	handler      *httpd.Server
	begun, leave chan struct{}
	underWay     sync.WaitGroup
}

// newTransfers returns a server whose tokens are the names of a firm and a user.
func newTransfers(t *testing.T) *transfers {
	t.Helper()
	w := &transfers{begun: make(chan struct{}, 1), leave: make(chan struct{})}
	w.handler = setup{
		next: http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
			select {
			case w.begun <- struct{}{}:
				<-w.leave
			case <-w.leave:
			}
		}),
		authenticate: func(_ context.Context, token string, request viewer.Request) (*viewer.Viewer, error) {
			firm, user, _ := strings.Cut(token, " ")
			id := func(name string) uuid.UUID { return uuid.NewSHA1(uuid.Nil, []byte(name)) }
			return &viewer.Viewer{Kind: viewer.User, UserID: id(user), FirmID: id(firm), Request: request}, nil
		},
	}.handler()
	return w
}

// begin returns when the handler serves the request.
func (w *transfers) begin(path, who string) {
	w.underWay.Go(func() {
		r := httptest.NewRequestWithContext(context.Background(), http.MethodGet, path, nil)
		r.Header = bearer(who)
		w.handler.ServeHTTP(httptest.NewRecorder(), r)
	})
	<-w.begun
}

func (w *transfers) end() {
	close(w.leave)
	w.underWay.Wait()
}

func bearer(token string) http.Header { return http.Header{"Authorization": {"Bearer " + token}} }

func TestRouter(t *testing.T) {
	t.Parallel()
	named := func(name string) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.WriteString(w, name+" "+r.PathValue("id")+r.PathValue("roleId")+r.PathValue("path")+" "+r.Pattern)
		})
	}
	mounts := []httpd.Mount{
		{Method: http.MethodGet, Head: true, Path: "/roles/{id}", Handler: named("role")},
		{Method: http.MethodGet, Path: "/roles/lookup", Handler: named("lookup")},
		{Method: http.MethodGet, Path: "/roles/{roleId}/permissions", Handler: named("permissions")},
		{Method: http.MethodDelete, Path: "/roles/delete/{id}", Handler: named("delete")},
		{Path: "/any", Handler: named("any")},
		{Method: http.MethodGet, Path: "/pages/{id}", Handler: named("page")},
		{Method: http.MethodGet, Path: "/pages/{path...}", Handler: named("rest")},
		{Method: http.MethodGet, Path: "/", Handler: named("home")},
	}
	router, err := httpd.NewRouter(mounts, rest.Refuse)
	require.NoError(t, err)
	serve := func(method, target string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(method, target, nil)
		w := httptest.NewRecorder()
		router.Match(r).Handler.ServeHTTP(w, r)
		return w
	}

	t.Run("OK", func(t *testing.T) {
		t.Parallel()
		for target, want := range map[string]string{
			"GET /roles/7":                "role 7 GET /roles/{id}",
			"HEAD /roles/7":               "role 7 GET /roles/{id}",
			"GET /roles/a%2Fb":            "role a/b GET /roles/{id}",
			"GET /roles/lookup":           "lookup  GET /roles/lookup",
			"GET /roles/%6cookup":         "lookup  GET /roles/lookup",
			"GET /roles/7/permissions":    "permissions 7 GET /roles/{roleId}/permissions",
			"DELETE /roles/delete/lookup": "delete lookup DELETE /roles/delete/{id}",
			"PATCH /any":                  "any  /any",
			"GET /":                       "home  GET /",
			"GET /pages/7":                "page 7 GET /pages/{id}",
			"GET /pages/7/8":              "rest 7/8 GET /pages/{path...}",
			"GET /pages/7/8/":             "rest 7/8/ GET /pages/{path...}",
		} {
			method, path, _ := strings.Cut(target, " ")
			require.Equal(t, want, serve(method, path).Body.String(), target)
		}
	})

	t.Run("ErrNotFound", func(t *testing.T) {
		t.Parallel()
		for _, path := range []string{"/roles", "/roles/", "/Roles/7", "/roles//permissions", "//any", "/any/", "/any/.", "/pages", "/x/../any", "/roles/7/8/9"} {
			require.Equal(t, http.StatusNotFound, serve(http.MethodGet, path).Code, path)
		}
	})

	t.Run("ErrLetterCase", func(t *testing.T) {
		t.Parallel()
		for path, named := range map[string]string{
			"/Roles/7": "/roles/{id}", "/ROLES/7/Permissions": "/roles/{roleId}/permissions", "/Roles/LOOKUP": "/roles/lookup",
			"/Roles/delete/" + strings.Repeat("x", 1000): "/roles/delete/{id}", "/%41NY": "/any",
		} {
			w := serve(http.MethodGet, path)
			require.Equal(t, http.StatusNotFound, w.Code, path)
			require.Contains(t, w.Body.String(), `"There is nothing at this path. Letter case counts: the path is `+named+`."`, path)
		}
		for _, path := range []string{"/Role/7", "/Roles", "/Any/", "/Roles//permissions"} {
			require.Contains(t, serve(http.MethodGet, path).Body.String(), "/docs lists what there is.", path)
		}
	})

	t.Run("ErrMethodNotAllowed", func(t *testing.T) {
		t.Parallel()
		for target, allow := range map[string]string{
			"POST /roles/7": "GET, HEAD", "HEAD /roles/lookup": "GET", "GET /roles/delete/permissions": "DELETE", "OPTIONS /": "GET",
			"BREW /any": "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS", "brew /nope": "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
		} {
			method, path, _ := strings.Cut(target, " ")
			w := serve(method, path)
			require.Equal(t, http.StatusMethodNotAllowed, w.Code, target)
			require.Equal(t, allow, w.Header().Get("Allow"), target)
		}
	})

	t.Run("ErrTwice", func(t *testing.T) {
		t.Parallel()
		_, err := httpd.NewRouter(append(mounts, httpd.Mount{Method: http.MethodGet, Path: "/roles/{name}"}), rest.Refuse)
		require.ErrorContains(t, err, "GET /roles/{name} is mounted twice")
	})
}

// An upload is read as it arrives; at its end the credential is checked again, and then the access.
func TestOpen(t *testing.T) {
	t.Parallel()
	ada := &viewer.Viewer{Kind: viewer.User, UserID: uuid.New(), FirmID: uuid.New()}
	run := func(t *testing.T, authenticate func(context.Context, string, viewer.Request) (*viewer.Viewer, error), check error) (string, error) {
		t.Helper()
		bodies := httpd.NewBodies(setup{authenticate: authenticate}.credentials())
		var text []byte
		var err error
		server, failed := httpd.New(httpd.Options{
			Refuse: rest.Refuse, Bodies: bodies,
			Mounts: []httpd.Mount{{Path: "/upload", Kind: httpd.Upload, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				_, unread := r.Body.Read(make([]byte, 1))
				assert.Error(t, unread, "a body is read within limits only")
				body, failed := bodies.Open(w, r, 100, func(ctx context.Context) error {
					assert.Equal(t, ada.UserID, viewer.From(ctx).UserID)
					return check
				})
				if !assert.NoError(t, failed) {
					return
				}
				text, err = io.ReadAll(body)
			})}},
		})
		require.NoError(t, failed)
		listening := httptest.NewServer(server)
		defer listening.Close()
		conn := dial(t, listening.URL)
		conn.post("/upload", "token", 10)
		conn.send("0123456789")
		conn.answer()
		return string(text), err
	}

	t.Run("OK", func(t *testing.T) {
		t.Parallel()
		text, err := run(t, func(context.Context, string, viewer.Request) (*viewer.Viewer, error) { return ada, nil }, nil)
		require.NoError(t, err)
		require.Equal(t, "0123456789", text)
	})

	t.Run("ErrCredentialLost", func(t *testing.T) {
		t.Parallel()
		checks := 0
		_, err := run(t, func(context.Context, string, viewer.Request) (*viewer.Viewer, error) {
			checks++
			if checks > 1 {
				return nil, fault.New(fault.Unauthorized, "The session has ended.")
			}
			return ada, nil
		}, nil)
		require.True(t, fault.Is(err, fault.Unauthorized), "%v", err)
	})

	t.Run("ErrAccessLost", func(t *testing.T) {
		t.Parallel()
		lost := errors.New("lost")
		_, err := run(t, func(context.Context, string, viewer.Request) (*viewer.Viewer, error) { return ada, nil }, lost)
		require.ErrorIs(t, err, lost)
	})
}
