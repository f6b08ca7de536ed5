package firmhubtest_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

// contactNames are the first names of a page of contacts.
type contactNames struct {
	Items      []struct{ FirstName string }
	TotalCount int
}

func (p contactNames) names() []string {
	names := make([]string, len(p.Items))
	for i, item := range p.Items {
		names[i] = item.FirstName
	}
	return names
}

func TestContactSearch(t *testing.T) {
	t.Parallel()
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		m := newMatrix(t, a)
		for _, c := range []map[string]any{
			{"firstName": "Mariana", "lastName": "Costa", "phones": []any{map[string]any{"phone": "+55 11 98765-4321"}}},
			{"firstName": "Ana", "lastName": "Silva", "emails": []any{map[string]any{"email": "ana4321@mail.example"}}},
		} {
			m.must(m.owner, http.MethodPost, "/api/V1/Contact/create", c)
		}
		for query, want := range map[string][]string{
			"?searchTerm=ANA":                            {"Ana", "Mariana"},
			"?q=ana&page=2&pageSize=1":                   {"Mariana"},
			"?q=ana&pageNumber=1&pageSize=1":             {"Ana"},
			"?q=4321":                                    {"Mariana", "Ana"},
			"?q=4321&mode=messaging":                     {"Mariana"},
			"?searchTerm=%2811%29%208765&mode=MESSAGING": {"Mariana"},
			"?mode=messaging":                            {"Mariana"},
			"?q=&mode=":                                  {"Ana", "Mariana"},
			"":                                           {"Ana", "Mariana"},
		} {
			answer := a.REST(http.MethodGet, "/api/V1/Contact/search"+query, m.owner.token, nil)
			require.Equal(t, http.StatusOK, answer.Status, "%s %s", query, answer.Body)
			var page contactNames
			answer.Into(t, &page)
			require.Equal(t, want, page.names(), query)
			none := a.REST(http.MethodGet, "/api/V1/Contact/search"+query, m.stranger.token, nil)
			none.Into(t, &page)
			require.Empty(t, page.Items, "another firm's")
			require.Zero(t, page.TotalCount)
		}
		for query, field := range map[string]string{
			"?mode=sms": "mode", "?q=a&searchTerm=b": "q", "?pageSize=101": "pageSize", "?pageNumber=0": "pageNumber",
		} {
			answer := a.REST(http.MethodGet, "/api/V1/Contact/search"+query, m.owner.token, nil)
			require.Equal(t, http.StatusBadRequest, answer.Status, query)
			require.Equal(t, []string{field}, answer.Fields(), query)
		}

		answer := a.GraphQL(m.owner.token, `{ contactSearch(input: {searchTerm: "4321", mode: Messaging}) { items { firstName tags } totalCount } }`, nil)
		var data struct{ ContactSearch contactNames }
		answer.Into(t, &data)
		require.Equal(t, []string{"Mariana"}, data.ContactSearch.names())
		require.Equal(t, 1, data.ContactSearch.TotalCount)
		refused := a.GraphQL(m.owner.token, `{ contactSearch(input: {mode: sms}) { totalCount } }`, nil)
		require.Equal(t, fault.ValidationError, refused.Code())
	})
}

func TestContactExport(t *testing.T) {
	t.Parallel()
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		m := newMatrix(t, a)
		var created struct{ ID string }
		body := map[string]any{
			"firstName": "Ana & \u2028", "lastName": "<Silva>", "gender": "Female", "profilePic": "https://a.example/p.png",
			"phones":    []any{map[string]any{"phone": "11 98765-4321", "phoneCC": "+55", "type": 1}, map[string]any{"phone": "+351212345678"}},
			"emails":    []any{map[string]any{"email": "ana@mail.example", "type": 2}},
			"addresses": []any{map[string]any{"line1": "Line", "city": "Porto", "type": 3}, map[string]any{"line1": "Other"}},
			"tags":      []string{"vip", "café"},
		}
		a.REST(http.MethodPost, "/api/V1/Contact/create", m.owner.token, body).Into(t, &created)
		m.must(m.owner, http.MethodPost, "/api/V1/Contact/create", map[string]any{"firstName": "=Bob", "lastName": "Bare"})

		answer := a.REST(http.MethodGet, "/api/V1/Contact/export?sortBy=createdAt&page=9&pageSize=1", m.owner.token, nil)
		require.Equal(t, http.StatusOK, answer.Status, "%s", answer.Body)
		require.Equal(t, `attachment; filename="contacts.csv"`, answer.Header.Get("Content-Disposition"))
		rows, err := csv.NewReader(bytes.NewReader(answer.Body)).ReadAll()
		require.NoError(t, err)
		require.Len(t, rows, 3)
		require.Contains(t, rows[0], "phoneCC2")

		// A line of NDJSON is what get answers, member by member.
		for _, c := range []struct{ query, id string }{{"tags=VIP,café&q=", created.ID}, {"tags=vip&tags=café&searchTerm=98765", created.ID}} {
			lines := a.REST(http.MethodGet, "/api/V1/Contact/export?format=ndjson&"+c.query, m.owner.token, nil)
			require.Equal(t, http.StatusOK, lines.Status, "%s", lines.Body)
			got := a.REST(http.MethodGet, "/api/V1/Contact/get/"+c.id, m.owner.token, nil)
			var envelope struct{ Data json.RawMessage }
			require.NoError(t, json.Unmarshal(got.Body, &envelope))
			require.JSONEq(t, string(envelope.Data), string(lines.Body))
		}
		bare := a.REST(http.MethodGet, "/api/V1/Contact/export?format=ndjson&searchTerm=bob", m.owner.token, nil)
		require.Contains(t, string(bare.Body), `"gender":null,"isActive":true,"profilePic":null,"phones":[],"emails":[],"addresses":[],"identities":[],"tags":[]`)

		none := a.REST(http.MethodGet, "/api/V1/Contact/export?format=ndjson", m.stranger.token, nil)
		require.Equal(t, http.StatusOK, none.Status)
		require.Empty(t, none.Body, "another firm's")
		bad := a.REST(http.MethodGet, "/api/V1/Contact/export?sortBy=phone&format=xlsx", m.owner.token, nil)
		require.Equal(t, http.StatusBadRequest, bad.Status)
		require.ElementsMatch(t, []string{"sortBy", "format"}, bad.Fields())
	})
}
