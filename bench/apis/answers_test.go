package apis_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/bench"
	"github.com/firmhub/firmhub/internal/db/dbtest"
)

// TestAnswers compares what the handlers answer: only those that do the same can be compared.
func TestAnswers(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		f := newFixture(t, dialect, 500)
		for _, a := range f.asked() {
			if a.name == "permission" || a.name == "log-in" {
				continue
			}
			answers := map[string]data{}
			for _, k := range f.kinds(t, a) {
				answers[k.Name] = answerTo(t, k, 1)
			}
			for name, answer := range answers {
				require.Equal(t, answers["plain"], answer, "%s by %s", a.name, name)
			}
		}
		// What was created in the same way by all is found in the same way by all.
		kinds := f.kinds(t, asked{
			rest: "GET /api/V1/Contact/search?searchTerm=benchmark", other: "GET /search?searchTerm=benchmark",
			query: `{ contactSearch(input: {searchTerm: "benchmark"}) { totalCount items { id } } }`, variables: map[string]any{},
		})
		for _, k := range kinds {
			require.Equal(t, len(kinds), answerTo(t, k, 0).TotalCount, "%s", k.Name)
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

func answerTo(t *testing.T, k *bench.Kind, n int) (found data) {
	t.Helper()
	status, body, err := k.Send(k.Request(n))
	require.NoError(t, err)
	require.Equal(t, k.Status, status, "%s: %s", k.Name, body)
	if k.Name == "graphql" {
		var answer struct{ Data map[string]json.RawMessage }
		require.NoError(t, json.Unmarshal(body, &answer))
		for _, field := range answer.Data {
			require.NoError(t, json.Unmarshal(field, &found))
		}
	} else {
		require.NoError(t, json.Unmarshal(body, &struct{ Data any }{&found}))
	}
	slices.SortFunc(found.Items, func(a, b struct{ ID string }) int { return strings.Compare(a.ID, b.ID) })
	return found
}
