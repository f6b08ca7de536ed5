// Package rest is the REST API. Every route is an embedded GraphQL operation that runs through the
// same executor as a request to /graphql. This package only decides the form of requests and
// responses.
package rest

import (
	"net/http"

	"github.com/firmhub/firmhub/internal/fault"
)

// Kind is the kind of requests and responses of a route.
type Kind uint8

// The kinds. The zero Kind is JSON.
const (
	// JSON takes values and answers with the result of the operation in the envelope.
	JSON Kind = iota
	// Upload takes a multipart form with one file in the field `file`. The file fills the variable
	// of that name, and is read as it arrives. Upload answers as JSON does.
	Upload
	// Stream answers with a table, as CSV or NDJSON depending on the parameter `format`. It is
	// written while it is read. The operation only names the root field for the access rule and
	// inputs of the route. [Options.Streams] contains the rows.
	Stream
	// Content answers with the content of a file. The operation only names the root field for the
	// access rule and inputs of the route. [Options.Contents] opens the file.
	Content
)

// Route is one row of the table: a method and path, their operation, and the form of the response.
//
// The names of the operation's variables are the names on the wire. A {wildcard} of the path fills
// the variable of its name, or else the field of that name in the variable `input`. Every other
// value fills the field of its name in `input`, or the variable of its name if the operation has no
// `input`.
type Route struct {
	// Method and Path are matched exactly, including letter case. /get/{id} contains one wildcard
	// segment.
	Method, Path string
	// OldPath is served too, for clients that were written before Path. It has the same wildcards.
	// It is empty for most routes. The OpenAPI document leaves it out.
	OldPath string
	// ConsolePath is where the console in the browser calls the operation, with the refresh token
	// in a cookie. It is empty for most routes. The OpenAPI document leaves it out.
	ConsolePath string
	Kind        Kind
	// With is a name in the query. If a request has it, this row serves instead of the row above it
	// with the same method and path. It is empty for most routes.
	With string
	// Operation is the document operations/<area>/<name>.graphql. The area is the tag in the
	// OpenAPI document.
	Operation string
	// Source is the source of the values that the path does not contain.
	Source Source
	// OptionalBody accepts an empty body as an empty object.
	OptionalBody bool
	// RefuseUnknown makes an unknown field of the body a fault. By default it is ignored, since old
	// clients may send more.
	RefuseUnknown bool
	// Omit are fields of `input`, or variables, that this route does not take, such as the page of
	// a list that is streamed as a whole.
	Omit []string
	// Each is a list in `input` whose items are judged one by one: one that is not of the types of
	// the operation is among the `rejected` of the result, and does not affect the others. It is
	// empty for most routes, which refuse such a request as a whole.
	Each string
	// Headers are the fields or variables that are filled by headers only. It maps their names to
	// the names of the headers.
	Headers map[string]string
	// Aliases are other names under which a field or variable is accepted. page and pageNumber are
	// always aliases of each other.
	Aliases map[string][]string
	// MaxFile is the maximum size of the file of an Upload in bytes.
	MaxFile int64
	// FileName is the name under which a Stream is saved, without the extension.
	FileName string
	// Status is the status of a success; 200 by default.
	Status int
	// ChangesWith is the name of a value. With this value, a route that creates something changes
	// it instead, and answers 200. It is empty for most routes.
	ChangesWith string
	// Message is the sentence of a success.
	Message string
	// Warning is a field of the result. If its text is not null, it is added to the message. It is
	// empty for most routes.
	Warning string
	// OmitNull leaves fields out of the data that are null, for an operation whose result is one of
	// two things.
	OmitNull bool
	// NoData answers with `data: null`, for an operation whose result is only its success.
	NoData bool
	// Location is the path of a created entity: a path of this table, whose wildcard is the first
	// field of the result.
	Location string
	// Feed answers a request that accepts text/event-stream with the items of the result as
	// Server-Sent Events, and with those that follow. The operation has an input with after and
	// wait, and its result has items and next. Other requests are answered as JSON.
	Feed bool
	// Refusals are the codes that this route can return in addition to the codes of every route of
	// its kind, and to NotFound if its path has a wildcard. They are used in the OpenAPI document.
	Refusals []fault.Code
}

// Source is the source of a route's values.
type Source uint8

// The sources. The zero Source depends on the method.
const (
	// FromMethod is FromQuery for GET, and FromBody for all others.
	FromMethod Source = iota
	// FromBody takes a JSON object.
	FromBody
	// FromQuery takes the query. A repeated name or commas make a list.
	FromQuery
	// FromEither takes both; no body is needed. A value in both must be equal.
	FromEither
)

// source returns the Source with FromMethod resolved.
func (r Route) source() Source {
	switch {
	case r.Source != FromMethod:
		return r.Source
	case r.Method == http.MethodGet, r.Kind == Upload:
		return FromQuery
	}
	return FromBody
}
