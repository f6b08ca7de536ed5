package rest_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/rest"
)

// TestOpenAPIEvents checks the calls to webhooks. test/openapi checks them for all types of events.
func TestOpenAPIEvents(t *testing.T) {
	t.Parallel()
	build := func(events ...rest.Event) (*rest.API, error) {
		return rest.Build(rest.Options{
			Schema: setupItems(t).schema, Executor: &bench{}, Scalars: scalars(), Events: events,
		}, itemRoutes()[:1], itemDocuments())
	}
	document := func(api *rest.API) *httptest.ResponseRecorder {
		answer := httptest.NewRecorder()
		api.ServeOpenAPI(answer, httptest.NewRequest(http.MethodGet, "/openapi.json", http.NoBody))
		return answer
	}
	api, err := build(rest.Event{Type: "item.deleted", When: "An item is deleted.", Permission: "Item:View"})
	require.NoError(t, err)
	var described struct {
		Webhooks map[string]struct {
			Post struct {
				Permission string     `json:"x-permission"` //nolint:tagliatelle // Extensions are spelled so.
				Parameters []paramDoc `json:"parameters"`
			} `json:"post"`
		} `json:"webhooks"`
	}
	require.NoError(t, json.Unmarshal(document(api).Body.Bytes(), &described))
	require.Len(t, described.Webhooks, 2)
	require.Contains(t, described.Webhooks, "webhook.test")
	deleted := described.Webhooks["item.deleted"].Post
	require.Equal(t, "Item:View", deleted.Permission)
	require.Len(t, deleted.Parameters, 3)
	require.Equal(t, "webhook-id", deleted.Parameters[0].Name)

	api, err = build(rest.Event{Type: "item.created", Record: "NoSuchRecord"})
	require.NoError(t, err)
	require.Equal(t, http.StatusInternalServerError, document(api).Code)
}
