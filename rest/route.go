// Package rest is the REST face: every route is an embedded GraphQL operation, run through the same executor as a
// request to /graphql. What is written here is only how it looks on the wire.
package rest

import (
	"net/http"

	"github.com/firmhub/firmhub/internal/fault"
)

// Route is one row of the table: a method and path, the operation behind them, and how the answer is dressed.
//
// The names of the operation's variables are the names on the wire. A {wildcard} of the path fills the variable of its
// name, or else the field of that name in the variable `input`. All else fills, by its name, the fields of `input`
// where the operation has one, and the variables themselves where it has none.
type Route struct {
	// Method and Path are matched exactly, letter case included; /get/{id} holds one wildcard segment.
	Method, Path string
	// With is the name in the query for which this row serves, in the place of the row above it, which has the same method
	// and path; empty for most.
	With string
	// Operation is the document: operations/<area>/<name>.graphql. The area is the tag in the OpenAPI document.
	Operation string
	// Source is where the values come from that the path does not hold.
	Source Source
	// OptionalBody accepts an empty body as an empty object.
	OptionalBody bool
	// RefuseUnknown makes an unknown field of the body a fault. By default old clients may send more.
	RefuseUnknown bool
	// Aliases are other names under which a field or variable is accepted. page and pageNumber always stand for each other.
	Aliases map[string][]string
	// Status of a success; 200 where none is given.
	Status int
	// Message is the sentence of a success.
	Message string
	// NoData answers `data: null` for an operation whose result says nothing.
	NoData bool
	// Location of what was created: a path of this table, whose wildcard is the first field of the result.
	Location string
	// Refusals are the codes that this route can answer beside those that every route of its kind can; for the OpenAPI
	// document.
	Refusals []fault.Code
}

// Source is where a route takes its values from.
type Source uint8

// The zero Source asks the method.
const (
	// FromMethod is FromQuery for GET, and FromBody for all others.
	FromMethod Source = iota
	// FromBody takes a JSON object.
	FromBody
	// FromQuery takes the query; a repeated name or commas make a list.
	FromQuery
	// FromEither takes both, of which the body wins; no body is needed.
	FromEither
)

// source is the Source with the method asked.
func (r Route) source() Source {
	switch {
	case r.Source != FromMethod:
		return r.Source
	case r.Method == http.MethodGet:
		return FromQuery
	}
	return FromBody
}
