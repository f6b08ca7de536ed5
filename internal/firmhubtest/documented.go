package firmhubtest

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// documented are the routes of the OpenAPI document by their method.
type documented map[string][]documentedRoute

type documentedRoute struct {
	segments []string
	statuses map[int]bool
}

// document is that of all apps of the process: it does not depend on settings.
var document struct {
	once   sync.Once
	routes documented
}

// documentedBy returns the routes that the OpenAPI document of an app describes.
func documentedBy(t testing.TB, openAPI func() ([]byte, error)) documented {
	t.Helper()
	document.once.Do(func() {
		text, err := openAPI()
		require.NoError(t, err)
		document.routes = readDocumented(t, text)
	})
	return document.routes
}

func readDocumented(t testing.TB, openAPI []byte) documented {
	t.Helper()
	var read struct {
		Paths map[string]map[string]struct {
			Responses map[string]json.RawMessage
		}
	}
	require.NoError(t, json.Unmarshal(openAPI, &read))
	routes := documented{}
	for path, methods := range read.Paths {
		for method, operation := range methods {
			statuses := map[int]bool{}
			for text := range operation.Responses {
				status, err := strconv.Atoi(text)
				require.NoError(t, err)
				statuses[status] = true
			}
			method = strings.ToUpper(method)
			routes[method] = append(routes[method], documentedRoute{segments: strings.Split(path, "/"), statuses: statuses})
		}
	}
	return routes
}

// check fails the test if a route of the document answers with a status that the document does not
// have for it. The code of a generated client would know no such answer.
func (d documented) check(t testing.TB, request *http.Request, answer *Answer) {
	t.Helper()
	if route := d.find(request); route != nil && !route.statuses[answer.Status] {
		t.Errorf("the OpenAPI document has no %d for %s %s: %s", answer.Status, request.Method, request.URL.Path, answer.Body)
	}
}

// find returns the route of a request, or nil. Of two it is the one with fewer wildcards.
func (d documented) find(request *http.Request) (found *documentedRoute) {
	asked, fewest := strings.Split(request.URL.EscapedPath(), "/"), 0
	for i := range d[request.Method] {
		route := &d[request.Method][i]
		if wildcards, fits := route.match(asked); fits && (found == nil || wildcards < fewest) {
			found, fewest = route, wildcards
		}
	}
	return found
}

// match reports whether the segments of a path are of the route, and how many wildcards they fill.
func (r *documentedRoute) match(asked []string) (wildcards int, fits bool) {
	if len(asked) != len(r.segments) {
		return 0, false
	}
	for i, segment := range r.segments {
		switch {
		case strings.HasPrefix(segment, "{"):
			wildcards++
		case segment != asked[i]:
			return 0, false
		}
	}
	return wildcards, true
}
