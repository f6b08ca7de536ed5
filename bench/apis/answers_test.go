package main

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db/dbtest"
)

// TestAnswers compares what the handlers answer: only those that do the same can be compared.
func TestAnswers(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		f, err := newFixture(t.Context(), dbtest.URL(t, dialect), 500)
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, f.Close()) })
		for _, o := range f.operations() {
			if o.name == "permission" || o.name == "log-in" {
				continue
			}
			answers := map[string]data{}
			for _, k := range o.kinds {
				out := httptest.NewRecorder()
				k.handler.ServeHTTP(out, k.request(t.Context(), 1))
				require.Equal(t, k.status, out.Code, "%s by %s: %s", o.name, k.name, out.Body)
				answers[k.name] = dataOf(t, k, out)
			}
			for name, answer := range answers {
				require.Equal(t, answers["plain"], answer, "%s by %s", o.name, name)
			}
		}
		// What was created in the same way by all is found in the same way by all.
		for _, k := range f.kinds(f.token, asked{
			rest:  call{"GET /api/V1/Contact/search?searchTerm=benchmark", func(int) any { return nil }},
			other: call{"GET /search?searchTerm=benchmark", func(int) any { return nil }},
			query: `{ contactSearch(input: {searchTerm: "benchmark"}) { totalCount items { id } } }`, variables: func(int) any { return nil },
		}) {
			out := httptest.NewRecorder()
			k.handler.ServeHTTP(out, k.request(t.Context(), 0))
			created := 3
			if f.bare != nil {
				created = 4
			}
			require.Equal(t, created, dataOf(t, k, out).TotalCount, "%s", k.name)
		}
	})
}

// data is what must be equal of an answer: neither the ids of what is new nor the order of what a
// search finds.
type data struct {
	TotalCount          int
	Items               []struct{ ID string }
	FirstName, LastName string
	Phones              []struct {
		Phone, PhoneCC string
		IsPrimary      bool
	}
	Emails    []struct{ Email string }
	Addresses []struct{ Line1, City string }
	Tags      []string
}

func dataOf(t *testing.T, k *kind, out *httptest.ResponseRecorder) (found data) {
	t.Helper()
	if k.name == "graphql" {
		var answer struct{ Data map[string]json.RawMessage }
		require.NoError(t, json.Unmarshal(out.Body.Bytes(), &answer))
		for _, field := range answer.Data {
			require.NoError(t, json.Unmarshal(field, &found))
		}
	} else {
		require.Less(t, out.Code, http.StatusBadRequest, "%s", out.Body)
		require.NoError(t, json.Unmarshal(out.Body.Bytes(), &struct{ Data any }{&found}))
	}
	slices.SortFunc(found.Items, func(a, b struct{ ID string }) int { return strings.Compare(a.ID, b.ID) })
	return found
}
