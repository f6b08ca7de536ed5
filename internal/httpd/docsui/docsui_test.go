package docsui_test

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/httpd/docsui"
)

// get asks the pages' server for a path.
func get(t *testing.T, method, path string, header http.Header) *httptest.ResponseRecorder {
	t.Helper()
	mux := http.NewServeMux()
	for _, page := range docsui.Pages(docsui.Demo{}) {
		mux.Handle("GET "+page.Path, page.Handler)
	}
	request := httptest.NewRequestWithContext(t.Context(), method, path, nil)
	request.Header = header.Clone()
	recorder := httptest.NewRecorder()
	mux.ServeHTTP(recorder, request)
	return recorder
}

var reference = regexp.MustCompile(`(?:src|href)="([^"]+)"`)

func TestPages(t *testing.T) {
	t.Parallel()
	others := map[string]bool{
		"/": true, "/docs": true, "/graphql/playground": true, "/notifications-demo": true, "/openapi.json": true, "/graphql/schema.graphql": true,
	}
	types := map[string]string{".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8"}

	for page, mounts := range map[string]string{
		"/graphql/playground": "GraphiQL", "/docs": "SwaggerUIBundle", "/notifications-demo": "HubConnectionBuilder",
	} {
		t.Run(page, func(t *testing.T) {
			t.Parallel()
			index := get(t, http.MethodGet, page, nil)
			require.Equal(t, http.StatusOK, index.Code)
			require.Equal(t, "text/html; charset=utf-8", index.Header().Get("Content-Type"))
			html := index.Body.String()
			require.NotContains(t, html, "<style", "the policy forbids inline styles")
			require.NotRegexp(t, `<script>|<script [^>]*>[^<]`, html, "the policy forbids inline scripts")

			var scripts strings.Builder
			loaded := 0
			for _, found := range reference.FindAllStringSubmatch(html, -1) {
				path := found[1]
				if path == "data:," || others[path] {
					continue
				}
				require.True(t, strings.HasPrefix(path, page+"/assets/"), "%s is not the page's own", path)
				asset := get(t, http.MethodGet, path, nil)
				require.Equal(t, http.StatusOK, asset.Code, path)
				require.Equal(t, types[path[strings.LastIndex(path, "."):]], asset.Header().Get("Content-Type"), path)
				content := asset.Body.String()
				require.NotEmpty(t, content, path)
				require.NotContains(t, content, "sourceMappingURL", path)
				scripts.WriteString(content)
				loaded++
			}
			require.GreaterOrEqual(t, loaded, 3)
			require.Contains(t, scripts.String(), mounts)
		})
	}
}

func TestPolicy(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"/graphql/playground", "/docs", "/docs/assets/main.js", "/docs/assets/swagger-ui.css", "/notifications-demo"} {
		policy := get(t, http.MethodGet, path, nil).Header().Get("Content-Security-Policy")
		require.Contains(t, policy, "default-src 'none'")
		require.Contains(t, policy, "script-src 'self';")
		require.NotContains(t, policy, "unsafe")
		require.NotContains(t, policy, "http")
	}
}

func TestDemo(t *testing.T) {
	t.Parallel()
	const path = "/notifications-demo/assets/demo.json"
	require.JSONEq(t, `{"password": "", "people": []}`, get(t, http.MethodGet, path, nil).Body.String())
	for _, page := range docsui.Pages(docsui.Demo{Password: "Pw", People: []docsui.Person{{Name: "Ada", Email: "ada@x.example", Firm: "X", Role: "Owner"}}}) {
		if page.Path == path {
			recorder := httptest.NewRecorder()
			page.Handler.ServeHTTP(recorder, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
			require.Equal(t, "application/json", recorder.Header().Get("Content-Type"))
			require.JSONEq(t, `{"password": "Pw", "people": [{"name": "Ada", "email": "ada@x.example", "firm": "X", "role": "Owner"}]}`, recorder.Body.String())
		}
	}
}

func TestHome(t *testing.T) {
	t.Parallel()
	home := docsui.Home(docsui.About{
		Version: "v1 <2>", Database: "SQLite",
		Demo: docsui.Demo{Password: "Pw", People: []docsui.Person{{Name: "Ada", Email: "ada@x.example"}}},
	}, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "for programs")
	}))
	ask := func(accept ...string) *httptest.ResponseRecorder {
		request := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
		request.Header["Accept"] = accept
		recorder := httptest.NewRecorder()
		home.ServeHTTP(recorder, request)
		require.Equal(t, "Accept", recorder.Header().Get("Vary"))
		return recorder
	}
	for _, accept := range []string{
		"text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "Text/HTML", "application/json;q=0.5, text/html;q=0.8",
	} {
		page := ask(accept)
		require.Equal(t, "text/html; charset=utf-8", page.Header().Get("Content-Type"), accept)
		for _, want := range []string{"v1 &lt;2&gt;", "SQLite", "ada@x.example", "<code>Pw</code>"} {
			require.Contains(t, page.Body.String(), want)
		}
	}
	for _, accept := range []string{
		"", "*/*", "text/*", "application/json", "text/html;q=0", "text/html;q=x", "text/html;q=0.5, application/json", "application/json, text/plain, */*",
	} {
		require.Equal(t, "for programs", ask(accept).Body.String(), accept)
	}
	require.Equal(t, "text/html; charset=utf-8", ask("text/plain", "text/html").Header().Get("Content-Type"), "of two headers")

	plain := httptest.NewRecorder()
	request := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
	request.Header.Set("Accept", "text/html")
	docsui.Home(docsui.About{}, http.NotFoundHandler()).ServeHTTP(plain, request)
	require.NotContains(t, plain.Body.String(), "password", "without a demo")
}

func TestPackedAsset(t *testing.T) {
	t.Parallel()
	const path = "/docs/assets/swagger-ui.js"
	plain := get(t, http.MethodGet, path, nil)
	require.Empty(t, plain.Header().Get("Content-Encoding"))

	packed := get(t, http.MethodGet, path, http.Header{"Accept-Encoding": {"br, gzip"}})
	require.Equal(t, "gzip", packed.Header().Get("Content-Encoding"))
	require.Equal(t, "Accept-Encoding", packed.Header().Get("Vary"))
	reader, err := gzip.NewReader(packed.Body)
	require.NoError(t, err)
	unpacked, err := io.ReadAll(reader)
	require.NoError(t, err)
	require.Equal(t, plain.Body.String(), string(unpacked))
}

func TestNotModified(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"/docs", "/docs/assets/swagger-ui.css"} {
		first := get(t, http.MethodGet, path, nil)
		require.Equal(t, "no-cache", first.Header().Get("Cache-Control"))
		again := get(t, http.MethodGet, path, http.Header{"If-None-Match": {first.Header().Get("ETag")}})
		require.Equal(t, http.StatusNotModified, again.Code)
		require.Empty(t, again.Body.String())
	}
}

func TestOtherPaths(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"/docs/", "/docs/assets/", "/docs/assets/nothing.js", "/docs/assets/graphiql.js", "/Docs"} {
		require.Equal(t, http.StatusNotFound, get(t, http.MethodGet, path, nil).Code, path)
	}
	require.Equal(t, http.StatusMethodNotAllowed, get(t, http.MethodPost, "/docs", nil).Code)
	require.Equal(t, http.StatusOK, get(t, http.MethodHead, "/docs", nil).Code)
}
