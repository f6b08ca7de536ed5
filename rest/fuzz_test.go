package rest_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/viewer"
)

// FuzzHandler checks that for any request the response is the envelope with a status of the
// contract, and never a 5xx.
func FuzzHandler(f *testing.F) {
	const kind = "application/json"
	for _, target := range []string{login, create, getAll, logout} {
		for _, body := range []string{
			``, ada, `null`, `[{}]`, `{"email":"a@b.c","password":"x"}`, `{"page":1e999,"pageSize":"x","tags":[null,1]}`,
			`{"phones":[{"phone":"1","type":1.5},null,[]],"emails":{},"gender":"MALE","tags":"a"}`, "{\"firstName\":\"\xff\\u0000\\ud800\"}",
			`{"a":1,"a":2}`, `{"a":` + strings.Repeat("[", 100), `{} {}`,
		} {
			f.Add(http.MethodPost, target, "", kind, body)
		}
	}
	f.Add(http.MethodGet, setFirm, "userId="+someID+"&userId=2&sessionId=%00&relationId=%ff&x=%zz;", "", "")
	f.Add(http.MethodGet, get+someID, "a=b", "", "")
	f.Add(http.MethodHead, get+"%00%ff", "", "text/plain; charset=utf-8", "x")
	f.Add(http.MethodDelete, "/api//x/../%2e%2e/", "", "application/json; charset=\"", "x")

	b := setup(f)
	b.results["createContact"] = `{"id":"` + someID + `"}`
	b.results["createFirm"] = `{"id":"` + someID + `"}`
	f.Fuzz(func(t *testing.T, method, path, query, contentType, body string) {
		request := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(body))
		request.Method = method
		request.URL.Path, request.URL.RawQuery = path, query
		request.Header.Set("Content-Type", contentType)
		who := &viewer.Viewer{Request: viewer.Request{ID: requestID}}
		answer := httptest.NewRecorder()
		b.handler.ServeHTTP(answer, request.WithContext(viewer.NewContext(request.Context(), who)))
		require.Less(t, answer.Code, 500)
		if method != http.MethodHead {
			open(t, answer)
		}
	})
}

// BenchmarkHandler is the cost of the REST face without what it calls: match, bind, splice.
func BenchmarkHandler(b *testing.B) {
	page := `{"items":[` + strings.TrimSuffix(strings.Repeat(`{"id":"`+someID+`","firstName":"Ada","lastName":"Lovelace"},`, 100), ",") + `]}`
	for name, c := range map[string]struct{ method, target, body string }{
		"get":    {http.MethodGet, get + someID, ""},
		"getall": {http.MethodPost, getAll, `{"page":1,"pageSize":20,"sortBy":"lastName"}`},
		"create": {
			http.MethodPost, create,
			`{"firstName":"Ada","lastName":"Lovelace","gender":"female","tags":["a","b"],"phones":[{"phone":"5550100","type":1}]}`,
		},
	} {
		b.Run(name, func(b *testing.B) {
			h := setup(b)
			h.results = map[string]any{"contact": `{"id":"` + someID + `"}`, "createContact": `{"id":"` + someID + `"}`, "contactPage": page}
			body := strings.NewReader(c.body)
			request := httptest.NewRequest(c.method, c.target, body)
			request.Header.Set("Content-Type", "application/json")
			answer := discard{http.Header{}}
			b.ReportAllocs()
			for b.Loop() {
				body.Reset(c.body)
				h.handler.ServeHTTP(answer, request)
			}
		})
	}
}

type discard struct{ header http.Header }

func (d discard) Header() http.Header         { return d.header }
func (d discard) Write(b []byte) (int, error) { return len(b), nil }
func (d discard) WriteHeader(int)             {}
