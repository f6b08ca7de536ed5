package money

import (
	"math/big"
	"strings"
)

// Total is a sum of the amounts of many wallets, which may exceed an [Amount]. It is the sum of
// Units, in units of a currency, and Rest, in 1/10,000 of a unit. SQL sums both parts of amounts, a
// / 10000 and a % 10000, without overflow.
type Total struct{ Units, Rest int64 }

// Add returns the sum of both totals.
func (t Total) Add(other Total) Total { return Total{t.Units + other.Units, t.Rest + other.Rest} }

// Neg returns the total with the other sign.
func (t Total) Neg() Total { return Total{-t.Units, -t.Rest} }

// String returns the total as a number with as many decimals as it needs.
func (t Total) String() string {
	value := new(big.Rat).SetFrac64(t.Rest, int64(Unit))
	value.Add(value, new(big.Rat).SetInt64(t.Units))
	return strings.TrimSuffix(strings.TrimRight(value.FloatString(Decimals), "0"), ".")
}
