package model_test

import (
	"encoding/base64"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/graph/model"
	"github.com/firmhub/firmhub/internal/page"
)

func TestCursor(t *testing.T) {
	t.Parallel()

	for name, value := range map[string]any{
		"none": nil, "text": "émile\u200d", "empty": "",
		"time": time.Date(2026, 11, 21, 9, 30, 0, 123_456_000, time.UTC), "long ago": time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC),
	} {
		t.Run("OK/"+name, func(t *testing.T) {
			t.Parallel()
			for _, order := range []string{"", "UPDATED_AT", strings.Repeat("U", 255)} {
				want := page.Cursor{ID: uuid.New(), Order: order, Value: value}
				got, err := model.UnmarshalCursor(wire(want))
				require.NoError(t, err)
				require.Equal(t, want, got)
			}
		})
	}

	id := strings.Repeat("i", 16)
	for name, raw := range map[string]string{
		"nothing": "", "no kind": id, "unknown kind": id + "x", "short time": id + "t1234567", "far future": id + "t\x7fzzzzzzz",
		"NUL": id + "sa\x00b", "broken UTF-8": id + "s\xff\xfe", "too much": id + "s" + strings.Repeat("a", 5000), "none with some": id + "nn",
		"an order of no length": id + "o", "an empty order": id + "o\x00n", "a short order": id + "o\x09UPDATED_", "an order alone": id + "o\x01U",
		"two orders": id + "o\x01Uo\x01Un", "the longest order without a kind": id + "o\xff" + strings.Repeat("U", 255),
	} {
		t.Run("Err/"+name, func(t *testing.T) {
			t.Parallel()
			_, err := model.UnmarshalCursor(base64.RawURLEncoding.EncodeToString([]byte(raw)))
			require.ErrorContains(t, err, "must be a cursor")
		})
	}
	t.Run("Err/no text", func(t *testing.T) {
		t.Parallel()
		_, err := model.UnmarshalCursor(5)
		require.Error(t, err)
	})
}

func wire(c page.Cursor) string {
	var text strings.Builder
	model.MarshalCursor(c).MarshalGQL(&text)
	return strings.Trim(text.String(), `"`)
}

func FuzzCursor(f *testing.F) {
	f.Add(wire(page.Cursor{Value: "a"}))
	f.Add(wire(page.Cursor{Order: "UPDATED_AT", Value: time.Unix(0, 0)}))
	f.Fuzz(func(t *testing.T, text string) {
		if c, err := model.UnmarshalCursor(text); err == nil {
			again, err := model.UnmarshalCursor(wire(c))
			require.NoError(t, err)
			require.Equal(t, c, again)
		}
	})
}
