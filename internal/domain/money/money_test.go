package money_test

import (
	"encoding/json"
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/firmhub/firmhub/internal/domain/money"
)

func TestParse(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]money.Amount{
		"0": 0, "-0": 0, "0.0000": 0, "0e999999": 0, "0.00000000": 0, "1": money.Unit, "-1": -money.Unit, "12.5": 125_000, "0.0001": 1,
		"-0.0001": -1, "1.50000000000000": 15_000, "1e3": 1000 * money.Unit, "1E+3": 1000 * money.Unit, "15e-1": 15_000,
		"10e-5": 1, "123456789012.3456": 1_234_567_890_123_456, "900000000000000": money.Max, "-9e14": -money.Max,
		"0.1": 1000, "0.30": 3000,
	} {
		got, err := money.Parse(text)
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
	}
	for text, want := range map[string]error{
		"": money.ErrNumber, "1\t": money.ErrNumber, "+1": money.ErrNumber, "01": money.ErrNumber, "1.": money.ErrNumber, ".5": money.ErrNumber,
		"NaN": money.ErrNumber, "Infinity": money.ErrNumber, "0x1p4": money.ErrNumber, "1_000": money.ErrNumber, "1,5": money.ErrNumber,
		"0.00001": money.ErrNumber, "1.00000000000000000000000000000001": money.ErrNumber, "1e-5": money.ErrNumber,
		"1e-99999999999": money.ErrNumber, "1e-400": money.ErrNumber, "٣": money.ErrNumber, "1e": money.ErrNumber,
		"1e400": money.ErrRange, "1e99999999999999999999": money.ErrRange, "900000000000000.0001": money.ErrRange, "-1e15": money.ErrRange,
		"99999999999999999999999": money.ErrRange,
	} {
		_, err := money.Parse(text)
		require.ErrorIs(t, err, want, text)
	}
}

func TestString(t *testing.T) {
	t.Parallel()
	for amount, want := range map[money.Amount]string{
		0: "0", 1: "0.0001", -1: "-0.0001", money.Unit: "1", -12 * money.Unit: "-12", 125_000: "12.5", 1000 * money.Unit: "1000",
		money.Max: "900000000000000", math.MaxInt64: "922337203685477.5807",
	} {
		require.Equal(t, want, amount.String())
		text, err := json.Marshal(amount)
		require.NoError(t, err)
		require.Equal(t, want, string(text))
	}
}

// TestExact compares with rational numbers.
func TestExact(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		amount := money.Amount(rapid.Int64Range(int64(-money.Max), int64(money.Max)).Draw(t, "amount"))
		again, err := money.Parse(amount.String())
		require.NoError(t, err)
		require.Equal(t, amount, again)

		text := rapid.StringMatching(`-?(0|[1-9][0-9]{0,17})(\.[0-9]{1,8})?(e[+-]?[0-9]{1,2})?`).Draw(t, "text")
		want, ok := new(big.Rat).SetString(text)
		require.True(t, ok)
		want.Mul(want, big.NewRat(int64(money.Unit), 1))
		got, err := money.Parse(text)
		limit := big.NewRat(int64(money.Max), 1)
		if !want.IsInt() || new(big.Rat).Abs(want).Cmp(limit) > 0 {
			require.Error(t, err, text)
			return
		}
		require.NoError(t, err, text)
		require.Equal(t, want.Num().Int64(), int64(got), text)
	})
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"1.5", "-1e3", "1e400", "0.00001", "NaN"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		amount, err := money.Parse(text)
		if err == nil {
			again, err := money.Parse(amount.String())
			require.NoError(t, err)
			require.Equal(t, amount, again)
		}
	})
}

func TestTotal(t *testing.T) {
	t.Parallel()
	for text, total := range map[string]money.Total{
		"0": {}, "100": {Units: 100}, "0.0001": {Rest: 1}, "-0.5": {Rest: -5000}, "2.05": {Units: 1, Rest: 10_500},
		"-1.9999": {Units: -2, Rest: 1}, "9223372036854775808": {Units: math.MaxInt64, Rest: 10_000},
	} {
		require.Equal(t, text, total.String())
	}
	sum := money.Total{Units: 1, Rest: 9999}.Add(money.Total{Rest: 2})
	require.Equal(t, "2.0001", sum.String())
	require.Equal(t, "-2.0001", sum.Neg().String())
}
