package protocol

import (
	"fmt"
	"math"

	"github.com/firmhub/firmhub/internal/fault"
)

// maxArguments is the maximum number of arguments of a received message.
const maxArguments = 32

// Arguments are the values of a received message. A value is decoded when Decode is called.
type Arguments interface {
	// Len is the number of values.
	Len() int
	// Decode stores value i, counted from 0, in the variable to which into points: a *string,
	// *bool, *int64, *float64 or *any. An *any receives one of the other types, or nil for null.
	// Decode returns ValidationError when there is no value i or when its type differs: null is not
	// a string, an array or an object has none of these types, and a number with a fraction is not
	// an *int64.
	Decode(i int, into any) error
}

// assign stores a decoded value (nil, bool, string, int64 or float64) for Decode.
func assign(i int, value, into any) error {
	switch into := into.(type) {
	case *any:
		*into = value
		return nil
	case *string:
		if s, ok := value.(string); ok {
			*into = s
			return nil
		}
		return mistyped(i, "a string")
	case *bool:
		if b, ok := value.(bool); ok {
			*into = b
			return nil
		}
		return mistyped(i, "true or false")
	case *int64:
		if n, ok := whole(value); ok {
			*into = n
			return nil
		}
		return mistyped(i, "a whole number")
	case *float64:
		switch n := value.(type) {
		case float64:
			*into = n
			return nil
		case int64:
			*into = float64(n)
			return nil
		}
		return mistyped(i, "a number")
	}
	return fmt.Errorf("protocol: an argument can't be decoded into a %T", into)
}

// whole returns a number as an int64, and reports whether that is exact.
func whole(value any) (int64, bool) {
	switch n := value.(type) {
	case int64:
		return n, true
	case float64:
		const limit = 1 << 63
		return int64(n), n == math.Trunc(n) && n >= -limit && n < limit
	}
	return 0, false
}

func mistyped(i int, want string) error {
	return fault.New(fault.ValidationError, "Argument %d must be %s.", i+1, want)
}

func missing(i int) error {
	return fault.New(fault.ValidationError, "Argument %d is missing.", i+1)
}
