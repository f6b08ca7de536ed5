package bind_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/validator"
	"github.com/vektah/gqlparser/v2/validator/rules"

	"github.com/firmhub/firmhub/graph/bind"
	"github.com/firmhub/firmhub/internal/fault"
)

// hoistedFrom binds a document with literals, and returns what the arguments of its first field are
// then.
func hoistedFrom(t *testing.T, document string, in map[string]any) (map[string]any, fault.Details) {
	t.Helper()
	schema := gqlparser.MustLoadSchema(&ast.Source{Input: schemaText})
	valid := rules.NewDefaultRules()
	valid.RemoveRule(rules.ValuesOfCorrectTypeRule.Name)
	read, errs := gqlparser.LoadQueryWithRules(schema, document, valid)
	require.Empty(t, errs)
	bind.Hoist(schema, read)
	operation := read.Operations[0]
	out, faults := bind.Variables(schema, operation, in, bind.Options{Scalars: scalars})
	out, err := validator.VariableValues(schema, operation, out)
	require.NoError(t, err, "what the binder returns can be decoded")
	return operation.SelectionSet[0].(*ast.Field).ArgumentMap(out), faults
}

func TestHoist(t *testing.T) {
	t.Parallel()

	t.Run("OK", func(t *testing.T) {
		t.Parallel()
		args, faults := hoistedFrom(t, `query($gone: Int) { create2: contact(id: "`+strings.ToUpper(goodUID)+`")
			page(page: $gone) @include(if: true) }`, nil)
		require.Empty(t, faults)
		require.Equal(t, map[string]any{"id": goodUID}, args)

		args, faults = hoistedFrom(t, `mutation($name: String!, $gone: Int) { create(input: {firstName: $name, lastName: """L""",
			gender: Male, age: $gone, score: 1, active: true, amount: 12345678901234567.1234, tags: "a", parent: null,
			grid: [[1, 2], []], extra: {a: [1, $name, Red, null]}}) }`, map[string]any{"name": "Ada", "create.input 0": "ignored"})
		require.Empty(t, faults)
		require.Equal(t, map[string]any{"input": map[string]any{
			"firstName": "Ada", "lastName": "L", "gender": "Male", "score": 1.0, "active": true,
			"amount": json.Number("12345678901234567.1234"), "tags": []any{"a"}, "parent": nil,
			"grid": []any{[]any{int64(1), int64(2)}, []any{}}, "extra": map[string]any{"a": []any{json.Number("1"), "Ada", "Red", nil}},
		}}, args)
	})

	t.Run("OK in a fragment of two operations", func(t *testing.T) {
		t.Parallel()
		schema := gqlparser.MustLoadSchema(&ast.Source{Input: schemaText})
		read, errs := gqlparser.LoadQueryWithRules(schema, `query a { ...f } query b { ...f } fragment f on Query { page(page: 7) }`, nil)
		require.Empty(t, errs)
		bind.Hoist(schema, read)
		for _, operation := range read.Operations {
			out, faults := bind.Variables(schema, operation, nil, bind.Options{})
			require.Empty(t, faults)
			require.Equal(t, map[string]any{"page": int64(7)}, read.Fragments[0].SelectionSet[0].(*ast.Field).ArgumentMap(out))
		}
	})

	t.Run("every fault at once, with its path", func(t *testing.T) {
		t.Parallel()
		_, faults := hoistedFrom(t, `mutation($kind: Gender!) { create(input: {firstName: 1, gender: "Male", age: 1e400, score: {a: 1},
			active: 1, amount: true, tags: ["a", null, 7], colour: Red, kind: $kind, best: [],
			phones: [{phone: Red, gender: Robot, owner: {id: 5, amount: 1, counts: [{}]}}]}) @skip(if: 1) }`, map[string]any{"kind": "x"})
		fields := make([]string, len(faults))
		for i, fault := range faults {
			fields[i] = fault.Field
		}
		require.ElementsMatch(t, []string{
			"kind", "colour", "firstName", "lastName", "gender", "age", "score", "active", "amount", "tags[1]", "tags[2]", "best",
			"phones[0].phone", "phones[0].gender", "phones[0].owner.id", "phones[0].owner.counts[0]", "@skip.if",
		}, fields)
	})

	t.Run("faults of defaults, and of null where it may not be", func(t *testing.T) {
		t.Parallel()
		args, faults := hoistedFrom(t, `query($n: Int = 1e400, $if: Boolean = true) { page(page: $n) @include(if: $if) }`,
			map[string]any{"if": nil})
		require.Equal(t, fault.Details{
			{Field: "page", Message: "must be from -2147483648 to 2147483647"},
			{Field: "@include.if", Message: "is required"},
		}, faults)
		require.Equal(t, map[string]any{"page": nil}, args)
	})
}

func TestVariablesStopsEarly(t *testing.T) {
	t.Parallel()
	many := map[string]any{"firstName": "A", "lastName": "B", "phones": make([]any, 1000)}
	for i := range many["phones"].([]any) {
		many["phones"].([]any)[i] = json.Number("0")
	}
	out, faults := bound(t, create, map[string]any{"input": many}, bind.Options{})
	require.Len(t, faults, fault.MaxDetails)
	require.Equal(t, map[string]any{"input": map[string]any{"firstName": "", "lastName": ""}}, out, "only placeholders are left")

	unknown := map[string]any{}
	for i := range 10_000 {
		unknown[string(rune('a'+i%26))+strings.Repeat("<", i)] = 1
	}
	_, faults = bound(t, create, map[string]any{"input": unknown}, bind.Options{})
	require.Len(t, faults, fault.MaxDetails)
	for i, detail := range faults {
		require.LessOrEqual(t, len([]rune(detail.Field)), 65)
		require.Equal(t, byte('a'), detail.Field[0], "%d: they come in alphabetical order", i)
	}
}
