package apiclient

import (
	"fmt"
	"io"
	"strconv"
	"time"
)

// Status is whether a key can be used.
type Status string //nolint:recvcheck // gqlgen writes values and reads into pointers

// A key is Active until it expires or is revoked. Revocation is final.
const (
	Active  Status = "Active"
	Revoked Status = "Revoked"
	Expired Status = "Expired"
)

// statusOf returns the status of a key at a time.
func statusOf(revoked, expires *time.Time, now time.Time) Status {
	switch {
	case revoked != nil:
		return Revoked
	case expires != nil && !now.Before(*expires):
		return Expired
	}
	return Active
}

// MarshalGQL implements graphql.Marshaler.
func (s Status) MarshalGQL(w io.Writer) { _, _ = io.WriteString(w, strconv.Quote(string(s))) }

// UnmarshalGQL implements graphql.Unmarshaler.
func (s *Status) UnmarshalGQL(v any) error { return unmarshal(s, v, Active, Revoked, Expired) }

// StatusFilter selects keys by their status.
type StatusFilter string //nolint:recvcheck // as Status

// All selects every key. The other values are the values of [Status].
const All StatusFilter = "All"

// MarshalGQL implements graphql.Marshaler.
func (f StatusFilter) MarshalGQL(w io.Writer) { _, _ = io.WriteString(w, strconv.Quote(string(f))) }

// UnmarshalGQL implements graphql.Unmarshaler.
func (f *StatusFilter) UnmarshalGQL(v any) error {
	return unmarshal(f, v, All, StatusFilter(Active), StatusFilter(Revoked), StatusFilter(Expired))
}

func unmarshal[T ~string](into *T, v any, known ...T) error {
	text, _ := v.(string)
	for _, one := range known {
		if text == string(one) {
			*into = one
			return nil
		}
	}
	return fmt.Errorf("apiclient: %q is no status", v)
}
