package firmhubtest

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDocumented(t *testing.T) {
	t.Parallel()
	routes := readDocumented(t, []byte(`{"paths": {
		"/things/{id}": {"get": {"responses": {"200": {}, "404": {}}}},
		"/things/self": {"get": {"responses": {"200": {}}}}
	}}`))
	fails := func(method, path string, status int) bool {
		inner := &recorder{TB: t}
		routes.check(inner, httptest.NewRequest(method, path, http.NoBody), &Answer{Status: status})
		return inner.failed
	}
	require.False(t, fails(http.MethodGet, "/things/7?page=1", http.StatusNotFound))
	require.True(t, fails(http.MethodGet, "/things/7", http.StatusConflict))
	require.True(t, fails(http.MethodGet, "/things/self", http.StatusNotFound))
	require.False(t, fails(http.MethodPost, "/things/7", http.StatusMethodNotAllowed), "no route")
	require.False(t, fails(http.MethodGet, "/things", http.StatusNotFound), "no route")
}

// recorder is a test whose failure is recorded.
type recorder struct {
	testing.TB

	failed bool
}

// Errorf implements [testing.TB].
func (r *recorder) Errorf(string, ...any) { r.failed = true }
