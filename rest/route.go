// Package rest is the REST API: every route is an embedded GraphQL operation, run through the same executor as a request
// to /graphql. This package only decides what that looks like on the wire.
package rest

import (
	"net/http"

	"github.com/firmhub/firmhub/internal/fault"
)

// Kind says what a route takes and answers.
type Kind uint8

// The kinds. The zero Kind is JSON.
const (
	// JSON takes values and answers the result of the operation in the envelope.
	JSON Kind = iota
	// Upload takes a multipart form with one file in the field `file`, which fills the variable of that name and is read as
	// it arrives. It answers as JSON does.
	Upload
	// Stream answers a table, as CSV or NDJSON by the parameter `format`, which is written as it is read. The operation
	// only names the root field whose access rule and inputs the route has; [Options.Streams] has the rows.
	Stream
	// Content answers the content of a file, as it is. The operation only names the root field whose access rule and inputs
	// the route has; [Options.Contents] opens the file.
	Content
)

// Route is one row of the table: a method and path, the operation behind them, and what the answer looks like.
//
// The names of the operation's variables are the names on the wire. A {wildcard} of the path fills the variable of its
// name, or else the field of that name in the variable `input`. All else fills, by its name, the fields of `input`
// where the operation has one, and the variables themselves where it has none.
type Route struct {
	// Method and Path are matched exactly, letter case included; /get/{id} holds one wildcard segment.
	Method, Path string
	// OldPath serves likewise, for clients that were written before Path, and has the same wildcards; empty for most. The
	// OpenAPI document leaves it out.
	OldPath string
	Kind    Kind
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
	// Omit are fields of `input`, or variables, that this route does not take, such as the page of a list that is streamed whole.
	Omit []string
	// Headers are the fields or variables that headers fill, and nothing else does: the name of the header by that of the field.
	Headers map[string]string
	// Aliases are other names under which a field or variable is accepted. page and pageNumber are always aliases of each other.
	Aliases map[string][]string
	// MaxFile is how many bytes the file of an Upload may have.
	MaxFile int64
	// FileName is what a Stream is saved as, without the extension.
	FileName string
	// Status of a success; 200 where none is given.
	Status int
	// ChangesWith is the name of a value with which a route that creates something changes it instead, and answers 200; empty for
	// most.
	ChangesWith string
	// Message is the sentence of a success.
	Message string
	// Warning is the field of the result whose text, where it is not null, is added to the message; empty for most.
	Warning string
	// NoData answers `data: null` for an operation whose result is only that it succeeded.
	NoData bool
	// Location of what was created: a path of this table, whose wildcard is the first field of the result.
	Location string
	// Refusals are the codes that this route can answer beside those that every route of its kind can; for the OpenAPI
	// document.
	Refusals []fault.Code
}

// Source is where a route takes its values from.
type Source uint8

// The sources. The zero Source depends on the method.
const (
	// FromMethod is FromQuery for GET, and FromBody for all others.
	FromMethod Source = iota
	// FromBody takes a JSON object.
	FromBody
	// FromQuery takes the query; a repeated name or commas make a list.
	FromQuery
	// FromEither takes both; no body is needed. What is in both must be equal.
	FromEither
)

// source returns the Source, with FromMethod resolved.
func (r Route) source() Source {
	switch {
	case r.Source != FromMethod:
		return r.Source
	case r.Method == http.MethodGet, r.Kind == Upload:
		return FromQuery
	}
	return FromBody
}
