package plan_test

import (
	"bytes"
	"math"
	"sync/atomic"
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"pgregory.net/rapid"

	"github.com/firmhub/firmhub/graph/model"
	"github.com/firmhub/firmhub/graph/plan"
)

type person struct {
	Name    string
	Age     int
	Home    *place
	Places  []*place
	Visited []place
	ready   bool
}

type place struct {
	City string
	Zip  *string
}

var types = plan.Types{
	"Person": plan.Object[person]{
		"__typename": plan.Typename[person]("Person"),
		"name":       plan.Leaf(func(p *person) string { return p.Name }, plan.String),
		"age":        plan.Leaf(func(p *person) int { return p.Age }, plan.Int),
		"home":       plan.Child("Place", true, func(p *person) *place { return p.Home }),
		"birthplace": plan.Child("Place", false, func(p *person) *place { return p.Home }),
		"places":     plan.When(func(p *person) bool { return p.ready }, plan.Children("Place", false, func(p *person) []*place { return p.Places })),
		"visited":    plan.Values("Place", true, func(p *person) []place { return p.Visited }),
	},
	"Place": plan.Object[place]{
		"city": plan.Leaf(func(p *place) string { return p.City }, plan.String),
		"zip":  plan.Leaf(func(p *place) *string { return p.Zip }, plan.Optional(plan.String)),
	},
}

var schema = gqlparser.MustLoadSchema(&ast.Source{Input: `
	type Query { person: Person people: [Person!]! known: [Person!] }
	type Person { name: String! age: Int! home: Place birthplace: Place! places: [Place!]! visited: [Place!] secret: String }
	type Place { city: String! zip: String }`})

// mostFields is more than the documents of TestCompile have.
const mostFields = 9

// compile returns the plan of the first root field of a document, and how many fields it writes.
func compile(t *testing.T, text string) (plan.Plan, int) {
	t.Helper()
	document, faults := gqlparser.LoadQueryWithRules(schema, text, nil)
	require.Empty(t, faults)
	operation := &graphql.OperationContext{Doc: document, Operation: document.Operations[0]}
	root := graphql.CollectFields(operation, operation.Operation.SelectionSet, []string{"Query"})[0]
	return types.Compile(operation, root, mostFields)
}

func TestCompile(t *testing.T) {
	t.Parallel()
	zip := "123"
	ada := &person{
		Name: "Ada", Age: 36, Home: &place{"London", &zip}, Places: []*place{{City: "Paris"}, {City: "Rome"}}, ready: true,
	}
	for name, test := range map[string]struct {
		document string
		value    any
		want     string // empty: the plan leaves it to the executor
	}{
		"an object":            {`{ person { name age } }`, ada, `{"name":"Ada","age":36}`},
		"aliases, typename":    {`{ person { of: __typename a: name b: name } }`, ada, `{"of":"Person","a":"Ada","b":"Ada"}`},
		"fields twice":         {`{ person { name home { zip } name home { city } } }`, ada, `{"name":"Ada","home":{"zip":"123","city":"London"}}`},
		"fragments":            {`{ person { ...F ... on Person { age } } } fragment F on Person { name }`, ada, `{"name":"Ada","age":36}`},
		"lists":                {`{ person { places { city zip } visited { city } } }`, ada, `{"places":[{"city":"Paris","zip":null},{"city":"Rome","zip":null}],"visited":null}`},
		"values":               {`{ person { visited { city } } }`, &person{Visited: []place{{City: "Oslo"}}}, `{"visited":[{"city":"Oslo"}]}`},
		"null":                 {`{ person { home { city } } }`, &person{}, `{"home":null}`},
		"a list of objects":    {`{ people { name } }`, []*person{ada, {Name: "B"}}, `[{"name":"Ada"},{"name":"B"}]`},
		"a list of values":     {`{ people { name } }`, []person{{Name: "B"}}, `[{"name":"B"}]`},
		"an empty list":        {`{ people { name } }`, []*person{}, `[]`},
		"no list":              {`{ known { name } }`, []*person(nil), `null`},
		"no list of values":    {`{ known { name } }`, []person(nil), `null`},
		"nil that is no null":  {`{ people { name } }`, []*person(nil), `[]`},
		"null not allowed":     {`{ person { birthplace { city } } }`, &person{}, ""},
		"not ready":            {`{ person { places { city } } }`, &person{}, ""},
		"no object":            {`{ person { name } }`, (*person)(nil), ""},
		"null in a list":       {`{ people { name } }`, []*person{nil}, ""},
		"null in a list below": {`{ person { places { city } } }`, &person{Places: []*place{nil}, ready: true}, ""},
		"another type":         {`{ person { name } }`, "Ada", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			write, fields := compile(t, test.document)
			require.NotNil(t, write)
			require.Positive(t, fields)
			w := unlimited()
			require.Equal(t, test.want != "", write(w, test.value))
			if test.want != "" {
				require.Equal(t, test.want, string(w.Bytes()))
			}
		})
	}
}

func TestCompile_None(t *testing.T) {
	t.Parallel()
	for name, document := range map[string]string{
		"a field that no plan knows": `{ person { name secret } }`,
		"a type that no plan knows":  `{ __schema { types { name } } }`,
		"too many fields":            `{ person { name home { city zip } places { city zip } visited { city zip } } }`,
	} {
		write, _ := compile(t, document)
		require.Nil(t, write, name)
	}
}

// Writers share a limit: what one has written counts for the other, unless it was discarded.
func TestWriter_Limit(t *testing.T) {
	t.Parallel()
	write, _ := compile(t, `{ people { name } }`)
	people := []*person{{Name: "A"}, {Name: "B"}, {Name: "C"}}
	const size = int64(len(`[{"name":"A"},{"name":"B"},{"name":"C"}`))
	var total atomic.Int64
	first := plan.NewWriter(0, &total, 2*size)
	require.True(t, write(first, people))
	require.Equal(t, size, total.Load())
	require.True(t, write(plan.NewWriter(0, &total, 2*size), people))
	third := plan.NewWriter(0, &total, 2*size)
	require.False(t, write(third, people), "it is longer than the limit")
	third.Discard()
	require.Equal(t, 2*size, total.Load())
	first.Discard()
	require.True(t, write(plan.NewWriter(0, &total, 2*size), people))
}

// unlimited returns a writer without a limit.
func unlimited() *plan.Writer { return plan.NewWriter(0, &atomic.Int64{}, math.MaxInt64) }

// TestValues compares what is written with what gqlgen marshals.
func TestValues(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.StringOf(rapid.RuneFrom([]rune("a\"\\\n\t\r\x00\x1f\u2028é<&")))).Draw(t, "text")
		same(t, plan.String, text, graphql.MarshalString(text))
		raw := string(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes"))
		same(t, plan.String, raw, graphql.MarshalString(raw))
		number := rapid.Int().Draw(t, "number")
		same(t, plan.Int, number, graphql.MarshalInt(number))
		truth := rapid.Bool().Draw(t, "truth")
		same(t, plan.Boolean, truth, graphql.MarshalBoolean(truth))
		id := uuid.UUID(rapid.SliceOfN(rapid.Byte(), len(uuid.UUID{}), len(uuid.UUID{})).Draw(t, "id"))
		same(t, plan.ID, id, model.MarshalID(id))
		const years = 9999 * 365 * 24 * 3600
		at := time.Unix(rapid.Int64Range(-years/10, years).Draw(t, "s"), rapid.Int64Range(0, 999_999_999).Draw(t, "ns")).
			In(time.FixedZone("", rapid.IntRange(-50_000, 50_000).Draw(t, "offset")))
		same(t, plan.DateTime, at, model.MarshalDateTime(at))
	})
}

func same[V any](t *rapid.T, write plan.Value[V], value V, want graphql.Marshaler) {
	t.Helper()
	w := unlimited()
	require.True(t, write(w, value))
	var marshaled bytes.Buffer
	want.MarshalGQL(&marshaled)
	require.Equal(t, marshaled.String(), string(w.Bytes()))
}
