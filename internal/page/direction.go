package page

import (
	"fmt"
	"io"
	"strconv"
)

// Direction is the direction of an order.
type Direction string //nolint:recvcheck // UnmarshalGQL changes it

// The directions of an order.
const (
	Ascending  Direction = "ASC"
	Descending Direction = "DESC"
)

// MarshalGQL implements graphql.Marshaler.
func (d Direction) MarshalGQL(w io.Writer) { _, _ = io.WriteString(w, strconv.Quote(string(d))) }

// UnmarshalGQL implements graphql.Unmarshaler.
func (d *Direction) UnmarshalGQL(v any) error {
	text, ok := v.(string)
	if !ok {
		return fmt.Errorf("order direction %T must be a string", v)
	}
	*d = Direction(text)
	if *d != Ascending && *d != Descending {
		return fmt.Errorf("%s is not a valid OrderDirection", text)
	}
	return nil
}
