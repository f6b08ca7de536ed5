package model_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/graph/model"
	"github.com/firmhub/firmhub/internal/domain/money"
)

func TestDecimal(t *testing.T) {
	t.Parallel()
	for name, sent := range map[string]any{
		"number": json.Number("900000000000000"), "exponent": json.Number("9e14"), "text": " 900000000000000.0000 ",
	} {
		t.Run("OK/"+name, func(t *testing.T) {
			t.Parallel()
			got, err := model.UnmarshalDecimal(sent)
			require.NoError(t, err)
			require.Equal(t, money.Max, got)
		})
	}
	t.Run("OK/written", func(t *testing.T) {
		t.Parallel()
		var text strings.Builder
		model.MarshalDecimal(-money.Max + 1).MarshalGQL(&text)
		require.Equal(t, "-899999999999999.9999", text.String())
	})
	for name, sent := range map[string]any{
		"float": 1.5, "int": 1, "truth": true, "list": []any{json.Number("1")}, "NaN": "NaN", "blank": "", "huge": json.Number("1e400"),
		"five decimals": json.Number("0.00001"), "far exponent": json.Number("1e-999999999999"), "long": json.Number("1." + strings.Repeat("0", 1<<20)),
	} {
		t.Run("Err/"+name, func(t *testing.T) {
			t.Parallel()
			_, err := model.UnmarshalDecimal(sent)
			require.ErrorContains(t, err, "must be ")
		})
	}
}
