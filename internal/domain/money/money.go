// Package money represents amounts of money exactly.
package money

import (
	"errors"
	"regexp"
	"strconv"
	"strings"

	"github.com/govalues/decimal"
)

// Decimals is the number of decimals of an amount.
const Decimals = 4

// Unit is one unit of a currency.
const Unit Amount = 10_000

// Amount is an amount of some currency, in 1/10,000 of its unit.
type Amount int64

// Max is the greatest amount, and -Max the least.
const Max = 900_000_000_000_000 * Unit

// The errors of [Parse]. Their texts follow the name of a field.
var (
	ErrNumber = errors.New("must be a number with at most 4 decimals")
	ErrRange  = errors.New("must be from -900000000000000 to 900000000000000")
)

// maxText is more characters than any amount needs.
const maxText = 64

// number is the grammar of numbers in JSON: sign, whole digits, decimals, exponent.
var number = regexp.MustCompile(`^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$`)

// Parse parses a number in the form of JSON, such as 12.5 or 1e3. It never rounds. It returns
// [ErrNumber] for a digit other than zero after the fourth decimal and for any text that is not a
// number, and [ErrRange] for a number beyond [Max].
func Parse(text string) (Amount, error) {
	if len(text) > maxText {
		return 0, ErrNumber
	}
	parts := number.FindStringSubmatch(text)
	if parts == nil {
		return 0, ErrNumber
	}
	sign, whole, decimals, exponent := parts[1], parts[2], parts[3], parts[4]
	digits := strings.TrimRight(whole+decimals, "0")
	trimmed := len(whole) + len(decimals) - len(digits)
	digits = strings.TrimLeft(digits, "0")
	if digits == "" {
		return 0, nil
	}
	power, err := parseExponent(exponent)
	if err != nil {
		return 0, err
	}
	power += trimmed - len(decimals) // of the last digit that is not zero
	if power < -Decimals {
		return 0, ErrNumber
	}
	if len(digits)+power+Decimals > decimal.MaxPrec {
		return 0, ErrRange
	}
	value, err := decimal.Parse(sign + digits + "e" + strconv.Itoa(power)) // exact, since all digits are kept
	if err != nil {
		return 0, ErrNumber
	}
	units := value.Rescale(Decimals).Coef()
	if units > uint64(Max) {
		return 0, ErrRange
	}
	if value.IsNeg() {
		return -Amount(units), nil
	}
	return Amount(units), nil
}

// parseExponent returns an exponent of ten.
func parseExponent(text string) (int, error) {
	if text == "" {
		return 0, nil
	}
	exponent, err := strconv.ParseInt(text, 10, 16)
	switch {
	case err == nil:
		return int(exponent), nil
	case strings.HasPrefix(text, "-"):
		return 0, ErrNumber
	}
	return 0, ErrRange
}

// String returns the amount as a number with as many decimals as it needs.
func (a Amount) String() string {
	value, err := decimal.New(int64(a), Decimals)
	if err != nil {
		panic(err) // 19 digits and 4 decimals are within the library's limits.
	}
	return value.Trim(0).String()
}

// MarshalJSON writes the amount as a number.
func (a Amount) MarshalJSON() ([]byte, error) { return []byte(a.String()), nil }

// Abs returns the absolute amount.
func (a Amount) Abs() Amount { return max(a, -a) }
