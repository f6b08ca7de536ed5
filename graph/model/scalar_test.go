package model_test

import (
	"encoding/json"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/graph/model"
	"github.com/firmhub/firmhub/internal/fault"
)

func TestID(t *testing.T) {
	t.Parallel()
	id := uuid.New()
	read, err := model.UnmarshalID(id.String())
	require.NoError(t, err)
	require.Equal(t, id, read)
	for _, given := range []any{
		nil, 7, int64(7), json.Number("7"), 1.5, true,
		[]any{id.String()},
		map[string]any{"id": id.String()},
		id, []byte(id.String()),
		"", "7", "{" + id.String() + "}", "urn:uuid:" + id.String(), id.String()[:35] + "x", id.String() + " ",
	} {
		_, err := model.UnmarshalID(given)
		refused := fault.From(err)
		require.Equal(t, fault.ValidationError, refused.Code, "%#v", given)
		require.Equal(t, []fault.Detail{{Message: "must be a UUID"}}, refused.Details, "%#v", given)
	}
}
