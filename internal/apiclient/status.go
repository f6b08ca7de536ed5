package apiclient

import (
	"fmt"
	"io"
	"strconv"
	"time"
)

// Status is whether a key is good.
type Status string //nolint:recvcheck // gqlgen writes values and reads into pointers

// A key is Active until it is revoked, for good, or expires.
const (
	Active  Status = "Active"
	Revoked Status = "Revoked"
	Expired Status = "Expired"
)

// statusOf is what a key is at a time; revoked is for good, whatever else happens.
func statusOf(revoked, expires *time.Time, now time.Time) Status {
	switch {
	case revoked != nil:
		return Revoked
	case expires != nil && !now.Before(*expires):
		return Expired
	}
	return Active
}

// MarshalGQL writes the status.
func (s Status) MarshalGQL(w io.Writer) { _, _ = io.WriteString(w, strconv.Quote(string(s))) }

// UnmarshalGQL reads one.
func (s *Status) UnmarshalGQL(v any) error { return unmarshal(s, v, Active, Revoked, Expired) }

// StatusFilter chooses keys by their status.
type StatusFilter string //nolint:recvcheck // as Status

// All chooses every key; the others are those of [Status].
const All StatusFilter = "All"

// MarshalGQL writes the filter.
func (f StatusFilter) MarshalGQL(w io.Writer) { _, _ = io.WriteString(w, strconv.Quote(string(f))) }

// UnmarshalGQL reads one.
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
