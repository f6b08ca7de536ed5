package records_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/firmhub/firmhub/graph/generated"
	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

// oddLiterals are unusual values in the syntax of GraphQL; those with a JSON form are sent as
// variables too.
var oddLiterals = map[string]string{
	`1`: `1`, `-1`: `-1`, `1.5`: `1.5`, `1e400`: `1e400`, `-1e400`: `-1e400`, `1e-400`: `1e-400`,
	`2147483648`: `2147483648`, `99999999999999999999`: `99999999999999999999`,
	`true`: `true`, `null`: `null`, `Nonsense`: ``, `"Nonsense"`: `"Nonsense"`, `""`: `""`, `" "`: `" "`,
	`"""block"""`: `"block"`, `"\u0000"`: `"\u0000"`, `"\uD800"`: `"\ud800"`, `"1e400"`: `"1e400"`,
	`[]`: `[]`, `[1]`: `[1]`, `[null]`: `[null]`, `[[1]]`: `[[1]]`, `["a"]`: `["a"]`, `[[[[[]]]]]`: `[[[[[]]]]]`, `[{}]`: `[{}]`,
	`{}`: `{}`, `{a: 1}`: `{"a": 1}`, `{a: {b: [1, null]}}`: `{"a": {"b": [1, null]}}`, `[Nonsense]`: ``, `{a: Nonsense}`: ``,
	`{__typename: "x"}`: `{"__typename": "x"}`,
}

// TestGeneratedDocuments sets every argument and every input field to unusual values, as literals,
// as variables and as defaults of variables. No response is an internal error, and a
// ValidationError names fields. The short form sends a few of the values to each position, always
// the same ones; the long form (make test-long) sends all of them in all three ways.
func TestGeneratedDocuments(t *testing.T) {
	t.Parallel()
	a := firmhubtest.New(t, db.SQLite, func(c *app.Config) { c.Introspection, c.KeepMails = "on", true })
	token := a.Login(firmhubtest.AdminEmail, firmhubtest.AdminPassword).Token
	o := &oddities{
		Rand:   rand.New(rand.NewPCG(1, 2)), //nolint:gosec // The choice need not be secret, but repeatable.
		all:    os.Getenv("FIRMHUB_TEST_LONG") != "",
		schema: generated.NewExecutableSchema(generated.Config{}).Schema(), codes: map[fault.Code]int{},
	}
	o.ask = func(query, variables string) {
		body, err := json.Marshal(map[string]any{"query": query, "variables": json.RawMessage(variables)})
		require.NoError(t, err)
		request := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/graphql", bytes.NewReader(body))
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Authorization", "Bearer "+token)
		out := httptest.NewRecorder()
		a.Handler().ServeHTTP(out, request)
		o.check(t, query+" "+variables, out)
	}
	for _, root := range []*ast.Definition{o.schema.Query, o.schema.Mutation} {
		for _, field := range root.Fields {
			o.field(strings.ToLower(root.Name), field)
		}
	}
	for literal := range oddLiterals {
		for _, directive := range []string{"@include", "@skip"} {
			o.ask("query { me "+directive+"(if: "+literal+") { isSuperFirm } }", `{}`)
			o.ask("query { me { isSuperFirm user "+directive+"(if: "+literal+") { id } } }", `{}`)
			o.ask("query { me { ... "+directive+"(if: "+literal+") { isSuperFirm } } }", `{}`)
		}
	}
	o.ask(`query($x: Boolean! = true) { me @include(if: $x) { isSuperFirm } }`, `{"x": null}`)
	o.ask(`query($x: Boolean = true) { me { isSuperFirm @include(if: $x) } }`, `{"x": null}`)
	o.ask(`query($x: Boolean = true) { me @include(if: $x) { isSuperFirm } }`, `{"x": null}`)
	t.Log("answers by code:", o.codes)
}

type oddities struct {
	*rand.Rand

	// all is set for the long form.
	all    bool
	schema *ast.Schema
	ask    func(query, variables string)
	codes  map[fault.Code]int
}

func (o *oddities) check(t *testing.T, asked string, out *httptest.ResponseRecorder) {
	t.Helper()
	message := fmt.Sprintf("%s: %d %s", asked, out.Code, out.Body)
	require.Less(t, out.Code, http.StatusInternalServerError, message)
	var answer struct {
		Errors []struct {
			Extensions struct {
				Code    fault.Code
				Details []fault.Detail
			}
		}
	}
	require.NoError(t, json.Unmarshal(out.Body.Bytes(), &answer), message)
	if len(answer.Errors) == 0 {
		o.codes[""]++
	}
	for _, refused := range answer.Errors {
		o.codes[refused.Extensions.Code]++
		require.NotContains(t, []fault.Code{"", fault.InternalError, fault.Unavailable}, refused.Extensions.Code, message)
		if refused.Extensions.Code == fault.ValidationError {
			require.NotEmpty(t, refused.Extensions.Details, message)
		}
		for _, detail := range refused.Extensions.Details {
			require.NotEmpty(t, detail.Field, message)
			require.NotContains(t, detail.Field, " ", message)
		}
	}
}

// field requests a root field with each of its arguments, and each field of those, set to unusual
// values.
func (o *oddities) field(operation string, field *ast.FieldDefinition) {
	for _, argument := range field.Arguments {
		for _, odd := range o.positions(argument.Type, 0) {
			asked := o.requests(operation, field, argument, odd)
			if !o.all {
				o.Shuffle(len(asked), func(i, j int) { asked[i], asked[j] = asked[j], asked[i] })
				asked = asked[:min(len(asked), valuesOfPosition)]
			}
			for _, a := range asked {
				o.ask(a.query, a.variables)
			}
		}
	}
}

// valuesOfPosition is the number of requests for each position in the short form.
const valuesOfPosition = 3

type asked struct{ query, variables string }

// requests returns all requests of a root field with one position of one argument set to an unusual
// value.
func (o *oddities) requests(
	operation string, field *ast.FieldDefinition, argument *ast.ArgumentDefinition, odd func(odd string, literal bool) string,
) (all []asked) {
	selection := ""
	if o.schema.Types[field.Type.Name()].IsCompositeType() {
		selection = " { __typename }"
	}
	call := func(value string) string {
		arguments := []string{argument.Name + ": " + value}
		for _, other := range field.Arguments {
			if other != argument && other.Type.NonNull {
				arguments = append(arguments, other.Name+": "+o.usual(other.Type, true))
			}
		}
		return " { " + field.Name + "(" + strings.Join(arguments, ", ") + ")" + selection + " }"
	}
	for _, literal := range slices.Sorted(maps.Keys(oddLiterals)) {
		all = append(all, asked{operation + call(odd(literal, true)), `{}`})
		value := oddLiterals[literal]
		if value == "" || len(field.Arguments) > 1 && argument.Type.NonNull {
			continue
		}
		declared := operation + "($odd: " + argument.Type.String()
		all = append(all, asked{declared + ")" + call("$odd"), `{"odd": ` + odd(value, false) + `}`})
		if !argument.Type.NonNull {
			all = append(all, asked{declared + " = " + odd(literal, true) + ")" + call("$odd"), `{}`})
		}
	}
	return all
}

// positions returns, for every position in a value of the type, a function that writes the value
// with a given text at that position and usual values everywhere else.
func (o *oddities) positions(typ *ast.Type, depth int) []func(odd string, literal bool) string {
	all := []func(string, bool) string{func(odd string, _ bool) string { return odd }}
	if typ.Elem != nil {
		for _, position := range o.positions(typ.Elem, depth+1) {
			all = append(all, func(odd string, literal bool) string { return "[" + position(odd, literal) + "]" })
		}
		return all
	}
	def := o.schema.Types[typ.NamedType]
	if def.Kind != ast.InputObject || depth > 3 {
		return all
	}
	for _, field := range def.Fields {
		for _, position := range o.positions(field.Type, depth+1) {
			all = append(all, func(odd string, literal bool) string {
				return o.object(def, literal, field.Name, position(odd, literal))
			})
		}
	}
	return all
}

// object returns an object with one unusual field; the other required fields have usual values.
func (o *oddities) object(def *ast.Definition, literal bool, odd, value string) string {
	fields := make([]string, 0, len(def.Fields))
	add := func(name, value string) {
		if !literal {
			name = `"` + name + `"`
		}
		fields = append(fields, name+": "+value)
	}
	for _, field := range def.Fields {
		switch {
		case field.Name == odd:
			add(field.Name, value)
		case field.Type.NonNull:
			add(field.Name, o.usual(field.Type, literal))
		}
	}
	return "{" + strings.Join(fields, ", ") + "}"
}

// usual returns a valid value of the type. It is not a valid password, since hashing takes too
// long.
func (o *oddities) usual(typ *ast.Type, literal bool) string {
	if typ.Elem != nil {
		return "[]"
	}
	switch def := o.schema.Types[typ.NamedType]; {
	case def.Kind == ast.InputObject:
		return o.object(def, literal, "", "")
	case def.Kind == ast.Enum && literal:
		return def.EnumValues[0].Name
	case def.Kind == ast.Enum:
		return `"` + def.EnumValues[0].Name + `"`
	case typ.NamedType == "ID":
		return `"01a1fc5b-ad92-74f9-a051-f2edc12f4d82"`
	case typ.NamedType == "Int", typ.NamedType == "Float":
		return "1"
	case typ.NamedType == "Boolean":
		return "true"
	}
	return `"Ada"`
}
