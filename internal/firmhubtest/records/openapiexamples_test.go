package records_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

const (
	exampleID   = "0198a3f0-6c2e-7b1c-9d53-1f0a5a3c7e10"
	exampleTime = "2026-01-31T09:30:00Z"
)

// TestOpenAPI_messagingExamples checks that the server accepts the examples of requests about
// messages, with the ids of records that exist and a time of late.
func TestOpenAPI_messagingExamples(t *testing.T) {
	t.Parallel()
	a := firmhubtest.New(t, db.SQLite)
	owner := a.NewFirm("Torra", "olga@torra.example")
	var described struct {
		Paths map[string]map[string]struct {
			RequestBody struct {
				Content map[string]struct{ Example json.RawMessage }
			}
		}
	}
	require.NoError(t, json.Unmarshal(a.REST(http.MethodGet, "/openapi.json", "", nil).Body, &described))
	// ask sends the example of a route under /api/v1/messaging. ids stand for the id of the
	// examples, by the names of their fields; that of id is in the path.
	ask := func(method, path string, ids map[string]string) *firmhubtest.Answer {
		t.Helper()
		path = "/api/v1/messaging" + path
		example := described.Paths[path][strings.ToLower(method)].RequestBody.Content["application/json"].Example
		example = bytes.ReplaceAll(example, []byte(exampleTime), []byte(time.Now().UTC().Format(time.RFC3339)))
		var body map[string]any
		require.NoError(t, json.Unmarshal(example, &body), "%s %s", method, path)
		for name, id := range ids {
			if body[name] == exampleID {
				body[name] = id
			}
		}
		answer := a.REST(method, strings.ReplaceAll(path, "{id}", ids["id"]), owner.Token, body)
		require.Less(t, answer.Status, http.StatusBadRequest, "%s %s %s: %s", method, path, example, answer.Body)
		return answer
	}
	created := func(answer *firmhubtest.Answer) string {
		t.Helper()
		var made struct{ ID string }
		answer.Into(t, &made)
		require.NotEmpty(t, made.ID)
		return made.ID
	}
	accepted := func(answer *firmhubtest.Answer) {
		t.Helper()
		var result struct{ Rejected []any }
		answer.Into(t, &result)
		require.Empty(t, result.Rejected)
	}

	shop := created(ask(http.MethodPost, "/channels", nil))
	ask(http.MethodPut, "/channels/{id}", map[string]string{"id": shop})
	text := created(a.REST(http.MethodPost, channelsPath, owner.Token, map[string]any{
		"name": "Text", "kind": "Sms", "settings": map[string]any{"accountSid": "AC1", "from": "+12015550123"},
		"secrets": map[string]any{"authToken": channelToken},
	}))

	template := created(ask(http.MethodPost, "/templates", nil))
	ask(http.MethodPut, "/templates/{id}", map[string]string{"id": template})
	require.Less(t, a.REST(http.MethodPost, "/api/v1/messaging/templates/"+template+"/submit", owner.Token, nil).Status, http.StatusBadRequest)
	ask(http.MethodPost, "/templates/{id}/preview", map[string]string{"id": template})
	ids := map[string]string{"channelId": text, "templateId": template}
	ids["id"] = created(ask(http.MethodPost, "/campaigns", ids))
	ask(http.MethodPut, "/campaigns/{id}", ids)

	accepted(ask(http.MethodPost, "/send", nil))
	accepted(ask(http.MethodPost, "/messages", nil))
	accepted(ask(http.MethodPost, "/statuses", nil))
	ask(http.MethodPost, "/segments", nil)
	ask(http.MethodPut, "/consent", nil)
	reply := created(ask(http.MethodPost, "/quick-replies", nil))
	ask(http.MethodPut, "/quick-replies/{id}", map[string]string{"id": reply})

	var inbox struct{ Items []struct{ ID string } }
	a.REST(http.MethodGet, "/api/v1/messaging/conversations", owner.Token, nil).Into(t, &inbox)
	require.Len(t, inbox.Items, 1)
	conversation := map[string]string{"id": inbox.Items[0].ID}
	ask(http.MethodPost, "/conversations/{id}/reply", conversation)
	ask(http.MethodPost, "/conversations/{id}/notes", conversation)
	ask(http.MethodPut, "/conversations/{id}/status", conversation)
}
