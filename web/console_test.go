package web_test

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/web"
)

func TestPages(t *testing.T) {
	t.Parallel()
	pages := map[string]http.Handler{}
	for _, page := range web.Pages() {
		pages[page.Path] = page.Handler
	}
	get := func(path string) *httptest.ResponseRecorder {
		require.Contains(t, pages, path)
		recorder := httptest.NewRecorder()
		pages[path].ServeHTTP(recorder, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
		return recorder
	}
	index := get("/console")
	html := index.Body.String()
	require.Equal(t, "no-cache", index.Header().Get("Cache-Control"))
	require.Equal(t, html, get("/console/{screen}/{id}").Body.String())
	missing := get("/console/{path...}")
	require.Equal(t, http.StatusNotFound, missing.Code)
	require.Equal(t, html, missing.Body.String())
	require.NotRegexp(t, `<script>|<script [^>]*>[^<]`, html, "the policy forbids inline scripts")
	policy := index.Header().Get("Content-Security-Policy")
	require.Contains(t, policy, "script-src 'self';")
	require.NotContains(t, policy, "http")

	loaded := regexp.MustCompile(`(?:src|href)="([^"]+)"`).FindAllStringSubmatch(html, -1)
	require.GreaterOrEqual(t, len(loaded), 3)
	for _, found := range loaded {
		asset := get(found[1])
		require.True(t, strings.HasPrefix(found[1], "/console/assets/"), found[1])
		require.Equal(t, http.StatusOK, asset.Code)
		require.Contains(t, asset.Header().Get("Cache-Control"), "immutable")
		require.Equal(t, "default-src 'none'", asset.Header().Get("Content-Security-Policy"))
		require.NotContains(t, asset.Body.String(), "sourceMappingURL")
	}
}
