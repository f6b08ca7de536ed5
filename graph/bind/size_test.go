package bind_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/firmhub/firmhub/graph/bind"
	"github.com/firmhub/firmhub/internal/fault"
)

const sizesText = `
directive @limit(maxItems: Int) on INPUT_FIELD_DEFINITION
scalar Anything
scalar Code
type Query { a: ID }
type Mutation { create(input: In!): Boolean }
input In { few: [Code!] @limit(maxItems: 50), many: [Code!], grid: [[Code!]!], sub: [In!], extra: Anything }
`

// bindSizes binds a document with literals, and returns how often a Code was converted.
func bindSizes(t *testing.T, document string, in map[string]any) (converted int, faults fault.Details) {
	t.Helper()
	schema := gqlparser.MustLoadSchema(&ast.Source{Input: sizesText})
	read, errs := gqlparser.LoadQueryWithRules(schema, document, nil)
	require.Empty(t, errs)
	bind.Hoist(schema, read)
	_, faults = bind.Variables(schema, read.Operations[0], in, bind.Options{Scalars: map[string]bind.Scalar{
		"Code": {Zero: "", Parse: func(v any) (any, error) {
			converted++
			if v == "bad" {
				return nil, errors.New("must be good")
			}
			return v, nil
		}},
	}})
	return converted, faults
}

func codes(n int) []any {
	list := make([]any, n)
	for i := range list {
		list[i] = "x"
	}
	return list
}

// uses is a mutation that uses $a in n literals.
func uses(n int, declared, literal string) string {
	var document strings.Builder
	document.WriteString("mutation(" + declared + ") {")
	for i := range n {
		fmt.Fprintf(&document, " c%d: create(input: %s)", i, literal)
	}
	return document.String() + " }"
}

func TestListLimits(t *testing.T) {
	t.Parallel()
	const direct = `mutation($input: In!) { create(input: $input) }`
	for name, c := range map[string]struct {
		document  string
		in        map[string]any
		converted int
		faults    fault.Details
	}{
		"OK":     {direct, map[string]any{"input": map[string]any{"few": codes(50), "many": codes(1000)}}, 1050, nil},
		"OKUsed": {uses(19, "$a: [Code!]", "{few: $a}"), map[string]any{"a": codes(50)}, 50, nil},
		"OKItem": {uses(3, "$a: Code!", "{few: [$a, $a]}"), map[string]any{"a": "x"}, 1, nil},
		"ErrLimit": {
			direct,
			map[string]any{"input": map[string]any{"few": codes(51)}},
			0,
			fault.Details{{Field: "few", Message: "must have at most 50 entries"}},
		},
		"ErrGeneral": {
			direct,
			map[string]any{"input": map[string]any{"many": codes(345_000)}},
			0,
			fault.Details{{Field: "many", Message: "must have at most 1000 entries"}},
		},
		"ErrWithin": {
			direct,
			map[string]any{"input": map[string]any{"grid": []any{codes(1001)}}},
			0,
			fault.Details{{Field: "grid[0]", Message: "must have at most 1000 entries"}},
		},
		"ErrVariable": {
			uses(19, "$a: [Code!]", "{few: $a}"),
			map[string]any{"a": codes(345_000)},
			0,
			fault.Details{{Field: "few", Message: "must have at most 1000 entries"}},
		},
		"ErrUsed": {
			uses(1, "$a: [Code!]", "{few: $a}"),
			map[string]any{"a": codes(51)},
			51,
			fault.Details{{Field: "few", Message: "must have at most 50 entries"}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			converted, faults := bindSizes(t, c.document, c.in)
			require.Equal(t, c.faults, faults)
			require.Equal(t, c.converted, converted)
		})
	}
}

func TestValueLimit(t *testing.T) {
	t.Parallel()
	tooMany := fault.Details{{Field: "input", Message: "must have at most 50000 values in all"}}

	subs := make([]any, 1000)
	for i := range subs {
		subs[i] = map[string]any{"many": codes(1000)}
	}
	converted, faults := bindSizes(t, `mutation($input: In!) { create(input: $input) }`,
		map[string]any{"input": map[string]any{"sub": subs}})
	require.Equal(t, tooMany, faults)
	require.LessOrEqual(t, converted, 50_000)

	converted, faults = bindSizes(t, uses(100, "$a: [Code!]", "{many: $a}"), map[string]any{"a": codes(1000)})
	require.Equal(t, tooMany, faults)
	require.Equal(t, 1000, converted)

	_, faults = bindSizes(t, uses(100, "$a: Anything", "{extra: {a: $a}}"), map[string]any{"a": codes(1000)})
	require.Equal(t, tooMany, faults)
}
