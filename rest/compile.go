package rest

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"path"
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/firmhub/firmhub/internal/bind"
)

// route is a [Route] with its document, and all that can be made ready before the first request.
type route struct {
	Route
	document

	schema *ast.Schema
	// other serves in the place of this route when the query has the name in its With; nil for most.
	other *route
	// wildcards of the path, in its order.
	wildcards []wildcard
	// hasInput tells an operation with a variable `input`, whose fields are the names on the wire.
	hasInput bool
	// takesBody and takesQuery say where values come from; an operation without variables takes neither.
	takesBody, takesQuery bool
	binding               bind.Options
	// locationMark stands before the wildcard of Location in the answer of the executor.
	locationMark []byte
	// ending closes the envelope of a success after its data.
	ending []byte
}

// wildcard of a path, which fills a variable, or else a field of `input`.
type wildcard struct {
	declaration

	variable bool
}

// pattern is the method and path as the contract writes them.
func (r *route) pattern() string { return r.Method + " " + r.Path }

// serving returns the route that serves a request to this path: the other one, where the query has a value, and not a blank
// one, under the name that it is for.
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

// area groups routes: it is the folder of the document.
func (r *route) area() string { return path.Dir(r.Operation) }

// compile checks a row of the table against the schema, and makes the route ready.
func compile(row Route, documents map[string]document, schema *ast.Schema, scalars map[string]bind.Scalar) (*route, error) {
	document, ok := documents[row.Operation]
	if !ok {
		return nil, fmt.Errorf("%s %s: there is no operation %s", row.Method, row.Path, row.Operation)
	}
	if row.Status == 0 {
		row.Status = http.StatusOK
	}
	r := &route{Route: row, document: document, schema: schema}
	r.ending = ending(row.Message)
	r.binding = bind.Options{
		Scalars: scalars, Lenient: true, IgnoreUnknown: !row.RefuseUnknown,
		Aliases: commonAliases(),
	}
	maps.Copy(r.binding.Aliases, row.Aliases)
	if err := errors.Join(r.compileSource(), r.compileLocation()); err != nil {
		return nil, fmt.Errorf("%s: %w", r.pattern(), err)
	}
	return r, nil
}

// commonAliases are those of every route.
func commonAliases() map[string][]string {
	return map[string][]string{"page": {"pageNumber"}, "pageNumber": {"page"}}
}

// ending is what follows the data of a success.
func ending(message string) []byte {
	quoted, err := json.Marshal(message)
	if err != nil {
		panic(err) // A string: cannot happen.
	}
	return slices.Concat([]byte(`,"message":`), quoted, []byte(`,"error":null}`))
}

// compileSource finds out what fills the variables.
func (r *route) compileSource() error {
	variables := r.operation.VariableDefinitions
	r.hasInput = variables.ForName(bind.Input) != nil
	elsewhere := len(variables)
	declarations := r.declarations()
	for _, segment := range segments(r.Path) {
		name := wildcardName(segment)
		if name == "" {
			continue
		}
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

// compileLocation finds where in an answer the wildcard of Location stands: in the first field of the result, so that
// the answer need not be parsed.
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
