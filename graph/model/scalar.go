// Package model contains the scalars of the GraphQL schema, and the Go types that gqlgen generates
// for types without a domain.
package model

import (
	"encoding/json"
	"io"
	"strings"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/transfer/upload"
)

// MarshalID writes a UUID in lower case.
func MarshalID(id uuid.UUID) graphql.Marshaler {
	return graphql.WriterFunc(func(w io.Writer) {
		_, _ = io.WriteString(w, `"`+id.String()+`"`)
	})
}

// UnmarshalID reads a UUID in its canonical form of 36 characters, in any case.
func UnmarshalID(v any) (uuid.UUID, error) {
	text, ok := v.(string)
	if ok && len(text) == 36 {
		if id, err := uuid.Parse(text); err == nil {
			return id, nil
		}
	}
	return uuid.Nil, scalarFault("must be a UUID")
}

// MarshalDateTime writes RFC 3339 in UTC.
func MarshalDateTime(t time.Time) graphql.Marshaler {
	return graphql.WriterFunc(func(w io.Writer) {
		_, _ = w.Write(t.UTC().AppendFormat(make([]byte, 0, 32), `"`+time.RFC3339Nano+`"`))
	})
}

// MarshalDecimal writes an amount as a number.
func MarshalDecimal(a money.Amount) graphql.Marshaler {
	return graphql.WriterFunc(func(w io.Writer) { _, _ = io.WriteString(w, a.String()) })
}

// MarshalTotal writes a total as a number.
func MarshalTotal(t money.Total) graphql.Marshaler {
	return graphql.WriterFunc(func(w io.Writer) { _, _ = io.WriteString(w, t.String()) })
}

// UnmarshalTotal panics: a total is never an input.
func UnmarshalTotal(any) (money.Total, error) { panic("model: a total is no input") }

// UnmarshalDecimal reads a number that has kept its digits, or a string with one. It never rounds.
func UnmarshalDecimal(v any) (money.Amount, error) {
	var text string
	switch v := v.(type) {
	case json.Number:
		text = v.String()
	case string:
		text = strings.TrimSpace(v)
	}
	amount, err := money.Parse(text)
	if err != nil {
		return 0, scalarFault(err.Error())
	}
	return amount, nil
}

// MarshalUpload panics: an upload is never a result.
func MarshalUpload(upload.File) graphql.Marshaler { panic("model: an upload is no output") }

// UnmarshalUpload returns the file that a transport stored as the value of the variable.
func UnmarshalUpload(v any) (upload.File, error) {
	if file, ok := v.(upload.File); ok {
		return file, nil
	}
	return upload.File{}, scalarFault("must be a file of a multipart form")
}

const maxYear = 9999

// UnmarshalDateTime reads RFC 3339 with any offset.
func UnmarshalDateTime(v any) (time.Time, error) {
	text, ok := v.(string)
	if ok {
		// An offset can move a time out of the years of RFC 3339.
		if t, err := time.Parse(time.RFC3339Nano, text); err == nil && t.UTC().Year() >= 0 && t.UTC().Year() <= maxYear {
			return t.UTC(), nil
		}
	}
	return time.Time{}, scalarFault("must be a date and time such as 2026-01-31T09:30:00Z")
}

func scalarFault(message string) error {
	var details fault.Details
	details.Add("", "%s", message)
	return details.Err()
}
