package rest

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/firmhub/firmhub/graph/bind"
	"github.com/firmhub/firmhub/internal/transfer/stream"
)

// route is a [Route] with its document, and everything that can be prepared before the first
// request.
type route struct {
	Route
	document

	options *Options
	schema  *ast.Schema
	// run runs the operation.
	run Run
	// table contains the rows of a Stream.
	table stream.Source
	// content opens the file of a Content.
	content ContentSource
	// other serves instead of this route when the query has the name in its With. It is nil for
	// most routes.
	other *route
	// inCookie is set in the route of the console: the refresh token is in a cookie. takesCookie is
	// set if the operation takes that token.
	inCookie, takesCookie bool
	// wildcards of the path, in its order.
	wildcards []wildcard
	// hasInput is true for an operation with a variable `input`, whose fields are the names on the
	// wire.
	hasInput bool
	// takesBody and takesQuery report where the values come from. An operation without variables
	// takes neither.
	takesBody, takesQuery bool
	binding               bind.Options
	// locationMark is the text before the wildcard of Location in the executor's response.
	locationMark []byte
	// ending closes the envelope of a success after its data.
	ending []byte
}

// wildcard is a wildcard of a path. It fills a variable, or else a field of `input`.
type wildcard struct {
	declaration

	variable bool
}

// pattern returns the method and path in the notation of the contract.
func (r *route) pattern() string { return r.Method + " " + r.Path }

// orStreams reports whether the route answers some requests with a stream, and others in the
// envelope.
func (r *route) orStreams() bool { return r.other != nil && r.other.Kind == Stream }

// serving returns the route that serves a request to this path. It is the other route if the query
// has a value that is not blank under that route's name.
func (r *route) serving(request *http.Request) *route {
	if r.other == nil {
		return r
	}
	for _, value := range request.URL.Query()[r.other.With] {
		if strings.TrimSpace(value) != "" {
			return r.other
		}
	}
	return r
}

// area returns the group of a route: the folder of its document.
func (r *route) area() string { return path.Dir(r.Operation) }

// compile checks a row of the table against the schema, and prepares the route.
func (a *API) compile(row Route, documents map[string]document) (*route, error) {
	document, ok := documents[row.Operation]
	if !ok {
		return nil, fmt.Errorf("%s %s: there is no operation %s", row.Method, row.Path, row.Operation)
	}
	if row.Status == 0 {
		row.Status = http.StatusOK
	}
	r := &route{Route: row, document: document, schema: a.options.Schema, options: &a.options}
	var err error
	if r.run, err = a.options.Executor.Compile(document.parsed); err != nil {
		return nil, fmt.Errorf("%s: %w", r.pattern(), err)
	}
	r.ending = ending(row.Message)
	r.binding = bind.Options{
		Scalars: a.options.Scalars, Lenient: true, IgnoreUnknown: !row.RefuseUnknown,
		Aliases: commonAliases(),
	}
	maps.Copy(r.binding.Aliases, row.Aliases)
	if err := errors.Join(r.compileKind(), r.compileSource(), r.compileOldPath(), r.compileLocation(), r.compileEach()); err != nil {
		return nil, fmt.Errorf("%s: %w", r.pattern(), err)
	}
	return r, nil
}

// compileKind checks the requirements of a kind.
func (r *route) compileKind() error {
	isPublic := r.root.Definition.Directives.ForName("public") != nil
	switch r.Kind {
	case JSON:
	case Upload:
		file := r.operation.VariableDefinitions.ForName(fileField)
		if isPublic || r.MaxFile <= 0 || file == nil || file.Type.String() != uploadScalar+"!" {
			return fmt.Errorf("an upload needs a caller, MaxFile and the variable $%s of the type %s", fileField, uploadScalar+"!")
		}
	case Stream:
		r.table = r.options.Streams[r.root.Name]
		if isPublic || r.FileName == "" || r.table == nil || r.operation.Operation != ast.Query {
			return errors.New("a stream needs a caller, a query, FileName and an entry in Streams")
		}
	case Content:
		r.content = r.options.Contents[r.root.Name]
		if isPublic || r.content == nil || r.Method != http.MethodGet {
			return errors.New("a content needs a caller, GET and an entry in Contents")
		}
	}
	return nil
}

// commonAliases are the aliases of every route.
func commonAliases() map[string][]string {
	return map[string][]string{"page": {"pageNumber"}, "pageNumber": {"page"}}
}

// ending returns the text after the data of a success.
func ending(message string) []byte {
	quoted, err := json.Marshal(message)
	if err != nil {
		panic(err) // A string: cannot happen.
	}
	return slices.Concat([]byte(`,"message":`), quoted, []byte(`,"error":null}`))
}

// wildcardPattern finds the wildcards of a path.
var wildcardPattern = regexp.MustCompile(`\{(\w+)\}`)

// compileSource decides what fills the variables.
func (r *route) compileSource() error {
	variables := r.operation.VariableDefinitions
	r.hasInput = variables.ForName(bind.Input) != nil
	elsewhere := len(variables)
	if r.Kind == Upload {
		elsewhere-- // the file
	}
	declarations := r.declarations()
	for _, match := range wildcardPattern.FindAllStringSubmatch(r.Path, -1) {
		name := match[1]
		at := slices.IndexFunc(declarations, func(d declaration) bool { return d.name == name })
		if at < 0 {
			return fmt.Errorf("the operation has no place for {%s}", name)
		}
		w := wildcard{declaration: declarations[at], variable: variables.ForName(name) != nil}
		if w.variable {
			elsewhere--
		}
		r.wildcards = append(r.wildcards, w)
	}
	for name := range r.Headers {
		if !slices.ContainsFunc(declarations, func(d declaration) bool { return d.name == name }) {
			return fmt.Errorf("the operation has no place for the header of %s", name)
		}
	}
	if r.hasInput && elsewhere > 1 {
		return errors.New("beside input, all variables must be wildcards of the path")
	}
	if elsewhere > 0 {
		source := r.source()
		r.takesQuery = source == FromQuery || source == FromEither
		r.takesBody = source == FromBody || source == FromEither
	}
	return nil
}

// compileOldPath checks that the old path fills the same as the path.
func (r *route) compileOldPath() error {
	wildcards := func(path string) []string {
		found := wildcardPattern.FindAllString(path, -1)
		slices.Sort(found)
		return found
	}
	if r.OldPath != "" && !slices.Equal(wildcards(r.OldPath), wildcards(r.Path)) {
		return errors.New("the old path must have the wildcards of the path")
	}
	return nil
}

// compileLocation finds the position of Location's wildcard in a response. It is the first field of
// the result, so that the response need not be parsed.
func (r *route) compileLocation() error {
	if r.Location == "" {
		return nil
	}
	result := fields(r.root.SelectionSet)
	if len(result) == 0 || r.root.Definition.Type.Elem != nil ||
		!strings.Contains(r.Location, "{"+result[0].Alias+"}") || result[0].Definition.Type.String() != "ID!" {
		return errors.New("the first field of the result must be the ID in Location")
	}
	r.locationMark = []byte(`{"` + dataAlias + `":{"` + result[0].Alias + `":"`)
	return nil
}
