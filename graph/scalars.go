package graph

import (
	"net/http"
	"time"

	"github.com/firmhub/firmhub/graph/bind"
	"github.com/firmhub/firmhub/graph/model"
	"github.com/firmhub/firmhub/internal/transfer/upload"
)

// Scalars are the custom scalars as the binder checks them.
func Scalars() map[string]bind.Scalar {
	return map[string]bind.Scalar{
		"ID": {
			Parse: func(v any) (any, error) { id, err := model.UnmarshalID(v); return id.String(), err },
			Zero:  "00000000-0000-0000-0000-000000000000",
		},
		"DateTime": {
			Parse: func(v any) (any, error) {
				t, err := model.UnmarshalDateTime(v)
				return t.UTC().Format(time.RFC3339Nano), err
			},
			Zero: "1970-01-01T00:00:00Z",
		},
		"Decimal": {
			// The canonical text is no longer than an amount needs, however long the number was.
			Parse: func(v any) (any, error) { amount, err := model.UnmarshalDecimal(v); return amount.String(), err },
			Zero:  "0",
		},
		"Cursor": {
			Parse: func(v any) (any, error) { _, err := model.UnmarshalCursor(v); return v, err },
			Zero:  model.Origin(),
		},
		"StringMap": {
			Parse: func(v any) (any, error) { _, err := model.UnmarshalStringMap(v); return v, err },
			Zero:  map[string]any{},
		},
		"Upload": {
			Parse: func(v any) (any, error) { return model.UnmarshalUpload(v) },
			Zero:  upload.File{Content: http.NoBody},
		},
	}
}
