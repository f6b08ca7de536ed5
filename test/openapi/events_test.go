package openapi_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/pb33f/libopenapi"
	validation "github.com/pb33f/libopenapi-validator/schema_validation"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/event"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

// TestDocument_Webhooks checks that the document has the call to webhooks of each type of events,
// and that the example of each fits its schema.
func TestDocument_Webhooks(t *testing.T) {
	t.Parallel()
	text := firmhubtest.New(t, db.SQLite).REST(http.MethodGet, "/openapi.json", "", nil).Body
	document, err := libopenapi.NewDocument(text)
	require.NoError(t, err)
	model, err := document.BuildV3Model()
	require.NoError(t, err)
	kinds := event.Kinds()
	types := []string{"webhook.test"}
	for i := range kinds {
		types = append(types, string(kinds[i].Type))
	}
	require.Equal(t, len(types), model.Model.Webhooks.Len())
	schemas := validation.NewSchemaValidator()
	for _, of := range types {
		call, ok := model.Model.Webhooks.Get(of)
		require.True(t, ok, "%s", of)
		body, ok := call.Post.RequestBody.Content.Get("application/json")
		require.True(t, ok, "%s", of)
		var example map[string]any
		require.NoError(t, body.Example.Decode(&example))
		require.Equal(t, of, example["type"])
		encoded, err := json.Marshal(example)
		require.NoError(t, err)
		valid, faults := schemas.ValidateSchemaBytes(body.Schema.Schema(), encoded)
		require.True(t, valid, "%s: %s %+v", of, encoded, faults)
		valid, _ = schemas.ValidateSchemaBytes(body.Schema.Schema(), []byte(`{"type": "another"}`))
		require.False(t, valid, "%s", of)
	}
}
