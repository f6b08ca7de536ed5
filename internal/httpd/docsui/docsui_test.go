package docsui_test

import (
	"compress/gzip"
	"encoding/hex"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strconv"
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
		"/": true, "/console": true, "/docs": true, "/graphql/playground": true, "/notifications-demo": true, "/openapi.json": true,
	}
	types := map[string]string{".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"}

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
				if others[path] {
					continue
				}
				require.True(t, strings.HasPrefix(path, page+"/assets/") || strings.HasPrefix(path, "/assets/"), "%s is not the page's own", path)
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
	for _, path := range []string{"/graphql/playground", "/docs", "/docs/assets/main.js", "/docs/assets/swagger-ui.css", "/notifications-demo", "/assets/tokens.css"} {
		policy := get(t, http.MethodGet, path, nil).Header().Get("Content-Security-Policy")
		require.Contains(t, policy, "default-src 'none'")
		require.Contains(t, policy, "script-src 'self';")
		require.NotContains(t, policy, "unsafe")
		require.NotContains(t, policy, "http")
	}
}

func TestDemo(t *testing.T) {
	t.Parallel()
	const path = "/assets/demo.json"
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

// TestHeader checks that all pages have the same head, in which one link is that of the page.
func TestHeader(t *testing.T) {
	t.Parallel()
	home := httptest.NewRecorder()
	request := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
	request.Header.Set("Accept", "text/html")
	docsui.Home(docsui.About{}, http.NotFoundHandler()).ServeHTTP(home, request)
	pages := map[string]string{"/": home.Body.String()}
	for _, path := range []string{"/docs", "/graphql/playground", "/notifications-demo"} {
		pages[path] = get(t, http.MethodGet, path, nil).Body.String()
	}
	const current = ` aria-current="page"`
	heads := map[string]bool{}
	for path, html := range pages {
		head := regexp.MustCompile(`(?s)<header.*</header>`).FindString(html)
		require.Contains(t, head, `href="`+path+`"`+current)
		require.Equal(t, 1, strings.Count(head, current))
		heads[strings.Replace(head, current, "", 1)] = true
		for _, asset := range []string{"tokens.css", "frame.css", "scheme.js", "account.js", "icon.svg"} {
			require.Contains(t, html, `"/assets/`+asset+`"`)
		}
	}
	require.Len(t, heads, 1)
}

// TestTriplets checks that the colours of GraphiQL, which it needs as hue, saturation and
// lightness, are those of the tokens.
func TestTriplets(t *testing.T) {
	t.Parallel()
	tokens := get(t, http.MethodGet, "/assets/tokens.css", nil).Body.String()
	page := get(t, http.MethodGet, "/graphql/playground/assets/page.css", nil).Body.String()
	found := regexp.MustCompile(`: ([^;]+); /\* ([a-z]+-\d) \*/`).FindAllStringSubmatch(page, -1)
	require.Len(t, found, 5)
	for _, triplet := range found {
		value := regexp.MustCompile(`--` + triplet[2] + `: #(\w{6});`).FindStringSubmatch(tokens)
		require.NotNil(t, value, triplet[2])
		require.Equal(t, hsl(t, value[1]), triplet[1], triplet[2])
	}
}

// hsl returns the triplet of a colour of six hexadecimal digits.
func hsl(t *testing.T, colour string) string {
	t.Helper()
	bytes, err := hex.DecodeString(colour)
	require.NoError(t, err)
	r, g, b := float64(bytes[0])/255, float64(bytes[1])/255, float64(bytes[2])/255
	most, least := max(r, g, b), min(r, g, b)
	lightness, spread := (most+least)/2, most-least
	var hue float64
	switch most {
	case r:
		hue = math.Mod((g-b)/spread+6, 6)
	case g:
		hue = (b-r)/spread + 2
	default:
		hue = (r-g)/spread + 4
	}
	number := func(value float64) string {
		return strconv.FormatFloat(math.Round(value*10)/10, 'f', -1, 64)
	}
	return number(hue*60) + ", " + number(spread/(1-math.Abs(2*lightness-1))*100) + "%, " + number(lightness*100) + "%"
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
	for _, path := range []string{"/docs", "/docs/assets/swagger-ui.css", "/assets/access.js", "/assets/authorized.js"} {
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
