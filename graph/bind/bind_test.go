package bind_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/validator"

	"github.com/firmhub/firmhub/graph/bind"
	"github.com/firmhub/firmhub/internal/fault"
)

const schemaText = `
type Query { contact(id: ID!): Boolean, page(page: Int = 1, types: [Gender!], active: Boolean, ratio: Float): Boolean }
type Mutation { create(input: CreateInput!): Boolean, patch(id: ID!, input: PatchInput!): Boolean }
enum Gender { Male Female Other }
scalar Decimal
scalar Anything
input CreateInput {
  firstName: String!, lastName: String!, gender: Gender, age: Int, score: Float, active: Boolean, amount: Decimal
  tags: [String!], phones: [PhoneInput!], best: PhoneInput, kind: Gender! = Other, parent: CreateInput, grid: [[Int!]!]
  extra: Anything
}
input PhoneInput { phone: String!, type: Int, isPrimary: Boolean, gender: Gender!, owner: OwnerInput! }
input OwnerInput { id: ID!, amount: Decimal!, counts: [Int!]! }
input PatchInput { firstName: String, gender: Gender }
`

const (
	create  = `mutation($input: CreateInput!) { create(input: $input) }`
	goodUID = "018f0000-0000-7000-8000-000000000001"
)

var scalars = map[string]bind.Scalar{
	"ID": {Zero: goodUID, Parse: func(v any) (any, error) {
		if s, ok := v.(string); ok && len(s) == len(goodUID) {
			return strings.ToLower(s), nil
		}
		return nil, errors.New("must be a UUID")
	}},
	"Decimal": {Zero: json.Number("0"), Parse: func(v any) (any, error) {
		switch v := v.(type) {
		case json.Number:
			return v, nil
		case string:
			return json.Number(v), nil
		}
		return nil, fault.Details{{Message: "must be a number with at most 4 decimals"}}.Err()
	}},
}

// parse returns a valid operation of the test's schema.
func parse(tb testing.TB, document string) (*ast.Schema, *ast.OperationDefinition) {
	tb.Helper()
	schema := gqlparser.MustLoadSchema(&ast.Source{Input: schemaText})
	doc, errs := gqlparser.LoadQueryWithRules(schema, document, nil)
	require.Empty(tb, errs)
	return schema, doc.Operations[0]
}

// decode reads JSON as both faces do: numbers keep their digits.
func decode(tb testing.TB, text string) map[string]any {
	tb.Helper()
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	var out map[string]any
	require.NoError(tb, decoder.Decode(&out))
	return out
}

func bound(t *testing.T, document string, in map[string]any, opts bind.Options) (map[string]any, fault.Details) {
	t.Helper()
	schema, op := parse(t, document)
	opts.Scalars = scalars
	out, faults := bind.Variables(schema, op, in, opts)
	_, err := validator.VariableValues(schema, op, out)
	require.NoError(t, err, "what the binder gives can be decoded")
	return out, faults
}

var lenient = bind.Options{Lenient: true, IgnoreUnknown: true, Aliases: map[string][]string{"page": {"pageNumber"}}}

func TestVariables(t *testing.T) {
	t.Parallel()

	t.Run("OK what is absent stays so, and what is null", func(t *testing.T) {
		t.Parallel()
		out, faults := bound(t, create, decode(t, `{"input":{"firstName":"Ada","lastName":"","gender":null,"age":36,
			"score":1.5,"active":false,"amount":12345678901234567.1234,"tags":["a"],"grid":[[1],[]],"extra":{"a":[1]}}}`),
			bind.Options{})
		require.Empty(t, faults)
		require.Equal(t, map[string]any{"input": map[string]any{
			"firstName": "Ada", "lastName": "", "gender": nil, "age": int64(36), "score": 1.5, "active": false,
			"amount": json.Number("12345678901234567.1234"), "tags": []any{"a"},
			"grid": []any{[]any{int64(1)}, []any{}}, "extra": map[string]any{"a": []any{json.Number("1")}},
		}}, out)
	})

	t.Run("every fault at once, with its path", func(t *testing.T) {
		t.Parallel()
		_, faults := bound(t, create, decode(t, `{"input":{"firstName":1,"gender":"male","age":1.5,"score":"x","active":"true",
			"amount":true,"tags":["a",null,7],"kind":null,"colour":"red","best":[],
			"phones":[{"phone":"1","gender":"Other","owner":{"id":"`+goodUID+`","amount":1,"counts":[1]}},
				{"type":3000000000,"isPrimary":"yes","gender":"Robot","owner":{"id":"x","counts":["1"]}}, "555"]}}`),
			bind.Options{})
		require.ElementsMatch(t, fault.Details{
			{Field: "colour", Message: "is not a known field"},
			{Field: "firstName", Message: "must be a string"},
			{Field: "lastName", Message: "is required"},
			{Field: "gender", Message: "must be one of Male, Female, Other"},
			{Field: "age", Message: "must be a whole number"},
			{Field: "score", Message: "must be a number"},
			{Field: "active", Message: "must be true or false"},
			{Field: "amount", Message: "must be a number with at most 4 decimals"},
			{Field: "tags[1]", Message: "is required"},
			{Field: "tags[2]", Message: "must be a string"},
			{Field: "kind", Message: "is required"},
			{Field: "best", Message: "must be an object"},
			{Field: "phones[1].phone", Message: "is required"},
			{Field: "phones[1].type", Message: "must be from -2147483648 to 2147483647"},
			{Field: "phones[1].isPrimary", Message: "must be true or false"},
			{Field: "phones[1].gender", Message: "must be one of Male, Female, Other"},
			{Field: "phones[1].owner.id", Message: "must be a UUID"},
			{Field: "phones[1].owner.amount", Message: "is required"},
			{Field: "phones[1].owner.counts[0]", Message: "must be a whole number"},
			{Field: "phones[2]", Message: "must be an object"},
		}, faults)
	})

	t.Run("the input itself", func(t *testing.T) {
		t.Parallel()
		for given, message := range map[string]string{
			`{}`: "is required", `{"input":null}`: "is required", `{"input":[]}`: "must be an object", `{"input":7}`: "must be an object",
		} {
			opts := bind.Options{Lenient: given == `{"input":[]}`}
			_, faults := bound(t, create, decode(t, given), opts)
			require.Equal(t, fault.Details{{Field: "input", Message: message}}, faults, given)
		}
	})

	t.Run("text that no database takes", func(t *testing.T) {
		t.Parallel()
		_, faults := bound(t, create, map[string]any{"input": map[string]any{"firstName": "a\x00", "lastName": "\xff"}}, lenient)
		require.Equal(t, fault.Details{
			{Field: "firstName", Message: "must not hold the character U+0000"},
			{Field: "lastName", Message: "must be valid UTF-8"},
		}, faults)
	})
}

func TestVariablesNamesFieldsByTheirUse(t *testing.T) {
	t.Parallel()
	for document, field := range map[string]string{
		`mutation($c: CreateInput!) { create(input: $c) }`:                                      "lastName",
		`mutation($l: String!) { create(input: {firstName: "A", lastName: $l}) }`:               "lastName",
		`mutation($id: ID!) { a: patch(id: "1", input: {}) b: patch(id: $id, input: {}) }`:      "id",
		`query($i: ID!) { contact(id: $i) }`:                                                    "id",
		`query($show: Boolean!) { page @include(if: $show) }`:                                   "show",
		`mutation($p: PhoneInput!) { create(input: {firstName:"",lastName:"",phones: [$p]}) } `: "phones[0].phone",
	} {
		_, faults := bound(t, document, map[string]any{"c": map[string]any{"firstName": "A"}, "p": map[string]any{}}, bind.Options{})
		require.NotEmpty(t, faults, document)
		require.Equal(t, fault.Detail{Field: field, Message: "is required"}, faults[0], document)
	}
}

func TestVariablesLenient(t *testing.T) {
	t.Parallel()
	const page = `query($page: Int, $types: [Gender!], $active: Boolean, $ratio: Float) {
		page(page: $page, types: $types, active: $active, ratio: $ratio) }`

	t.Run("OK text becomes what is declared", func(t *testing.T) {
		t.Parallel()
		out, faults := bound(t, page, map[string]any{
			"pageNumber": bind.Text{" 2 "}, "types": bind.Text{"male, Female,", "OTHER"}, "active": bind.Text{"True"},
			"ratio": bind.Text{"0.5"}, "unknown": bind.Text{"x"},
		}, lenient)
		require.Empty(t, faults)
		require.Equal(t, map[string]any{
			"page": int64(2), "types": []any{"Male", "Female", "Other"}, "active": true, "ratio": 0.5,
		}, out)
	})
	t.Run("OK blank text is absent", func(t *testing.T) {
		t.Parallel()
		out, faults := bound(t, page, map[string]any{
			"page": bind.Text{""}, "types": bind.Text{" ,"}, "active": bind.Text{" "}, "ratio": bind.Text{""},
		}, lenient)
		require.Empty(t, faults)
		require.Empty(t, out)
	})
	t.Run("OK the body ignores case of enums and unknown fields", func(t *testing.T) {
		t.Parallel()
		out, faults := bound(t, create, decode(t, `{"input":{"firstName":"A","lastName":"B","gender":"FEMALE","colour":1}}`), lenient)
		require.Empty(t, faults)
		require.Equal(t, map[string]any{"firstName": "A", "lastName": "B", "gender": "Female"}, out["input"])
	})
	t.Run("faults carry the name that was sent", func(t *testing.T) {
		t.Parallel()
		_, faults := bound(t, page, map[string]any{
			"pageNumber": bind.Text{"two"}, "types": bind.Text{"Male,Robot"}, "active": bind.Text{"1", "0"}, "ratio": bind.Text{"0x1p4"},
		}, lenient)
		require.Equal(t, fault.Details{
			{Field: "pageNumber", Message: "must be a whole number"},
			{Field: "types[1]", Message: "must be one of Male, Female, Other"},
			{Field: "active", Message: "must be given once"},
			{Field: "ratio", Message: "must be a number"},
		}, faults)
	})
	t.Run("a blank JSON string is of another type", func(t *testing.T) {
		t.Parallel()
		_, faults := bound(t, create, decode(t, `{"input":{"firstName":"A","lastName":"B","age":"","active":" ","kind":"","tags":"",
			"best":"","amount":{}}}`), lenient)
		require.ElementsMatch(t, fault.Details{
			{Field: "age", Message: "must be a whole number"},
			{Field: "active", Message: "must be true or false"},
			{Field: "kind", Message: "must be one of Male, Female, Other"},
			{Field: "tags", Message: "must be a list"},
			{Field: "best", Message: "must be an object"},
			{Field: "amount", Message: "must be a number with at most 4 decimals"},
		}, faults)
	})
	t.Run("JSON of another type is not converted", func(t *testing.T) {
		t.Parallel()
		_, faults := bound(t, create, decode(t, `{"input":{"firstName":"A","lastName":"B","age":"7","active":"true","tags":"a"}}`), lenient)
		require.Equal(t, fault.Details{
			{Field: "age", Message: "must be a whole number"},
			{Field: "active", Message: "must be true or false"},
			{Field: "tags", Message: "must be a list"},
		}, faults)
	})
}

// What the query and the body both have must be equal, as values of its type.
func TestVariables_Twice(t *testing.T) {
	t.Parallel()
	const differs = "is given in the query and in the body with different values"
	for _, c := range []struct {
		name  string
		query bind.Text
		body  string
		want  any // the message of the fault, where it is a fault.Details
	}{
		{"amount", bind.Text{"1"}, `"1"`, json.Number("1")},
		{"amount", bind.Text{"1"}, `1`, json.Number("1")},
		{"amount", bind.Text{"1"}, `2`, differs},
		{"amount", bind.Text{"1"}, `null`, differs},
		{"amount", bind.Text{" "}, `2`, json.Number("2")},
		{"amount", bind.Text{" "}, `null`, nil},
		{"amount", bind.Text{"1"}, `true`, "must be a number with at most 4 decimals"},
		{"amount", bind.Text{"1", "1"}, `1`, "must be given once"},
		{"firstName", bind.Text{"Ada"}, `" Ada "`, "Ada"},
		{"firstName", bind.Text{"Ada"}, `"ada"`, differs},
		{"firstName", bind.Text{"Ada"}, `null`, differs},
		{"firstName", bind.Text{""}, `"Ada"`, differs},
		{"gender", bind.Text{"male"}, `"MALE"`, "Male"},
		{"age", bind.Text{"36"}, `36.0`, int64(36)},
		{"age", bind.Text{"36"}, `"36"`, "must be a whole number"},
		{"age", bind.Text{"x"}, `"x"`, "must be a whole number"},
		{"active", bind.Text{"TRUE"}, `true`, true},
		{"active", bind.Text{"false"}, `true`, differs},
		{"tags", bind.Text{"a", "b,c"}, `["a","b","c"]`, []any{"a", "b", "c"}},
		{"tags", bind.Text{"a,b"}, `["b","a"]`, differs},
		{"tags", bind.Text{""}, `["a"]`, []any{"a"}},
		{"best", bind.Text{"x"}, `{}`, "must be an object"},
	} {
		in := decode(t, `{"firstName":"Ada","lastName":"L"}`)
		in[c.name] = bind.Twice{Query: c.query, Body: decode(t, `{"value":`+c.body+`}`)["value"]}
		out, faults := bound(t, create, map[string]any{"input": in}, lenient)
		if len(faults) > 0 {
			require.Equal(t, fault.Details{{Field: c.name, Message: fmt.Sprint(c.want)}}, faults, c)
			continue
		}
		require.Equal(t, c.want, out["input"].(map[string]any)[c.name], c)
		require.NotContains(t, []any{differs}, c.want, c)
	}

	const page = `query($page: Int) { page(page: $page) }`
	_, faults := bound(t, page, map[string]any{"page": bind.Text{"1"}, "pageNumber": json.Number("2")}, lenient)
	require.Equal(t, fault.Details{{Field: "pageNumber", Message: "contradicts page, of which it is another name"}}, faults)
	_, faults = bound(t, page, map[string]any{"page": bind.Twice{Query: bind.Text{"1"}, Body: json.Number("1")}, "pageNumber": json.Number("2")}, lenient)
	require.Equal(t, fault.Details{{Field: "pageNumber", Message: "contradicts page, of which it is another name"}}, faults)
	_, faults = bound(t, page, map[string]any{"pageNumber": bind.Twice{Query: bind.Text{"1"}, Body: json.Number("2")}}, lenient)
	require.Equal(t, fault.Details{{Field: "pageNumber", Message: differs}}, faults)
}

func TestVariablesAliases(t *testing.T) {
	t.Parallel()
	const page = `query($page: Int) { page(page: $page) }`
	for given, want := range map[string]any{
		`{"pageNumber":2}`:                int64(2),
		`{"page":null,"pageNumber":2}`:    int64(2),
		`{"page":2,"pageNumber":null}`:    int64(2),
		`{"page":2,"pageNumber":2.0}`:     int64(2),
		`{"page":null,"pageNumber":null}`: nil,
		`{"page":1,"pageNumber":2}`: fault.Details{
			{Field: "pageNumber", Message: "contradicts page, of which it is another name"},
		},
		`{"page":1,"pageNumber":"x"}`:   fault.Details{{Field: "pageNumber", Message: "must be a whole number"}},
		`{"page":"x","pageNumber":2}`:   fault.Details{{Field: "page", Message: "must be a whole number"}},
		`{"page":null,"pageNumber":[]}`: fault.Details{{Field: "pageNumber", Message: "must be a whole number"}},
		`{"page":"x","pageNumber":"y"}`: fault.Details{
			{Field: "page", Message: "must be a whole number"}, {Field: "pageNumber", Message: "must be a whole number"},
		},
	} {
		out, faults := bound(t, page, decode(t, given), lenient)
		if refused, bad := want.(fault.Details); bad {
			require.Equal(t, refused, faults, given)
			continue
		}
		require.Empty(t, faults, given)
		require.Equal(t, want, out["page"], given)
	}
	out, faults := bound(t, page, map[string]any{"page": bind.Text{""}, "pageNumber": bind.Text{"3"}}, lenient)
	require.Empty(t, faults)
	require.Equal(t, int64(3), out["page"])
}

func TestVariablesWholeNumbers(t *testing.T) {
	t.Parallel()
	const page = `query($page: Int) { page(page: $page) }`
	for text, want := range map[string]any{
		"1": int64(1), "-0": int64(0), "1.0": int64(1), "1e2": int64(100), "2147483647": int64(2147483647), "-2147483648": int64(-2147483648),
		"1.5": "must be a whole number", "2147483648": "must be from -2147483648 to 2147483647",
		"1e999999999": "must be from -2147483648 to 2147483647", "-1e400": "must be from -2147483648 to 2147483647",
	} {
		out, faults := bound(t, page, decode(t, `{"page":`+text+`}`), bind.Options{})
		if message, bad := want.(string); bad {
			require.Equal(t, fault.Details{{Field: "page", Message: message}}, faults, text)
			continue
		}
		require.Empty(t, faults, text)
		require.Equal(t, want, out["page"], text)
	}
}

func TestVariablesIsBounded(t *testing.T) {
	t.Parallel()

	t.Run("faults", func(t *testing.T) {
		t.Parallel()
		_, faults := bound(t, create, map[string]any{"input": map[string]any{"tags": make([]any, 1000)}}, lenient)
		require.Len(t, faults, fault.MaxDetails)
	})
	t.Run("depth", func(t *testing.T) {
		t.Parallel()
		deep := map[string]any{"firstName": "A", "lastName": "B"}
		for range 1000 {
			deep = map[string]any{"firstName": "A", "lastName": "B", "parent": deep}
		}
		_, faults := bound(t, create, map[string]any{"input": deep}, lenient)
		require.Len(t, faults, 1)
		require.Equal(t, "is nested too deeply", faults[0].Message)
	})
}

func TestMerge(t *testing.T) {
	t.Parallel()
	found := fault.Details{
		{Field: "firstName", Message: "is required"},
		{Field: "phones[1].isPrimary", Message: "is bad"},
		{Field: "phones[10]", Message: "is bad"},
		{Field: "phones", Message: "has two primaries"},
	}
	require.Equal(t, found, bind.Merge(nil, found))
	require.Equal(t,
		fault.Details{{Field: "phones[1]", Message: "must be an object"}, {Field: "firstName", Message: "is odd"}, found[2], found[3]},
		bind.Merge(fault.Details{{Field: "phones[1]", Message: "must be an object"}, {Field: "firstName", Message: "is odd"}}, found))
	require.Len(t, bind.Merge(fault.Details{{Field: "input", Message: "is required"}}, found), 1)
	_, many := bound(t, create, map[string]any{"input": map[string]any{"tags": make([]any, 1000)}}, lenient)
	require.Equal(t, many, bind.Merge(many, found), "past the bound nobody knows what is a placeholder")
}

// FuzzVariables: whatever is sent, the binder answers, and what it answers can be decoded.
func FuzzVariables(f *testing.F) {
	schema, mutation := parse(f, create)
	_, query := parse(f, `query($page: Int!, $types: [Gender!]!, $active: Boolean!, $ratio: Float, $id: ID!) {
		page(page: $page, types: $types, active: $active, ratio: $ratio) contact(id: $id) }`)
	for _, seed := range []string{
		`{}`, `{"firstName":"A","lastName":"B"}`, `{"phones":[{},null,1,"x",[]],"parent":{"parent":{}},"grid":[[1],2,[[3]]]}`,
		`{"page":null,"pageNumber":[]}`, `{"page":1,"pageNumber":2}`,
		`{"page":1e400,"types":["male"],"active":"true","ratio":1e999,"id":12345678901234567890}`,
	} {
		f.Add(seed, "a,b", true)
		f.Add(seed, "1", false)
	}
	f.Fuzz(func(t *testing.T, body, text string, rest bool) {
		opts := bind.Options{Scalars: scalars, Lenient: rest, IgnoreUnknown: rest, Aliases: lenient.Aliases}
		var in map[string]any
		decoder := json.NewDecoder(strings.NewReader(body))
		decoder.UseNumber()
		if decoder.Decode(&in) != nil {
			in = map[string]any{"page": bind.Text{text}, "types": bind.Text{text}, "active": bind.Text{text, body}, "firstName": bind.Text{text}}
		}
		for _, op := range []*ast.OperationDefinition{mutation, query} {
			for _, vars := range []map[string]any{in, {"input": in}} {
				out, faults := bind.Variables(schema, op, vars, opts)
				_, err := validator.VariableValues(schema, op, out)
				require.NoError(t, err)
				require.LessOrEqual(t, len(faults), 1000)
				for _, detail := range faults {
					require.NotEmpty(t, detail.Field)
					require.NotEmpty(t, detail.Message)
				}
			}
		}
	})
}

func BenchmarkVariables(b *testing.B) {
	schema, op := parse(b, create)
	in := decode(b, `{"input":{"firstName":"Ada","lastName":"Lovelace","gender":"female","tags":["a","b"],"phones":[
		{"phone":"5550100","type":1,"gender":"Other","owner":{"id":"`+goodUID+`","amount":1,"counts":[1]}}]}}`)
	opts := lenient
	opts.Scalars = scalars
	b.ReportAllocs()
	for b.Loop() {
		bind.Variables(schema, op, in, opts)
	}
}
