package graph

import (
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/lexer"

	"github.com/firmhub/firmhub/internal/fault"
)

// The shape of a document is limited before it is validated, because validation itself can be made
// expensive: fragments that spread one another double with each level, and fields under one name
// are compared pair by pair.
const (
	// tokenLimit limits the lexical tokens of a document. firmhub's own largest document has about
	// 150.
	tokenLimit = 3000
	// nameLimit limits the bytes of a name: an alias is in the response as often as the list above
	// it has entries.
	nameLimit = 128
	// fieldLimit limits the fields of an operation with all its fragments expanded.
	fieldLimit = 1000
	// rootLimit limits the root fields: a query resolves them concurrently, each on a database
	// connection.
	rootLimit = 20
	// sameNameLimit limits the fields of one selection that have the same name in the response.
	sameNameLimit = 20
	// depthLimit limits the nesting; contacts.edges.node.phones.phone has 5. Introspection is not
	// counted.
	depthLimit = 12
	// operationsLimit limits the operations of a document: validation visits all fragments again
	// for each.
	operationsLimit = 50
	// comparisonLimit limits about how many pairs of selections validation compares in a document.
	comparisonLimit = 20_000
)

// checkNames returns an error if a name of the document is too long. It runs before the parser,
// which reports what can't be parsed.
func checkNames(text string) error {
	source := lexer.New(&ast.Source{Input: text})
	for range tokenLimit {
		token, err := source.ReadToken()
		switch {
		case err != nil || token.Kind == lexer.EOF:
			return nil
		case token.Kind == lexer.Name && len(token.Value) > nameLimit:
			return gqlerror.ErrorPosf(&token.Pos, "The name %s has more than %d bytes.", fault.Shown(token.Value), nameLimit)
		}
	}
	return nil
}

// checkShape returns an error for a document that is too large with its fragments expanded.
// Fragments that no operation spreads are measured too, since they are validated.
func checkShape(document *ast.QueryDocument) error {
	if len(document.Operations) > operationsLimit {
		return gqlerror.Errorf("The document has more than %d operations.", operationsLimit)
	}
	m := measurer{document: document, fragments: map[string]shape{}, opened: map[string]bool{}}
	comparisons := 0
	check := func(whole shape) error {
		comparisons += whole.comparisons
		switch {
		case whole.fields > fieldLimit:
			return gqlerror.Errorf("The document selects more than %d fields.", fieldLimit)
		case whole.depth > depthLimit:
			return gqlerror.Errorf("The document nests deeper than %d levels.", depthLimit)
		case m.sameName > sameNameLimit:
			return gqlerror.Errorf("The document repeats a field more than %d times.", sameNameLimit)
		case comparisons > comparisonLimit:
			return gqlerror.Errorf("The document has too many fields of the same name, or too many fragments.")
		}
		return nil
	}
	for _, operation := range document.Operations {
		whole := m.measure(operation.SelectionSet)
		if whole.fields <= fieldLimit && whole.width > rootLimit {
			return gqlerror.Errorf("The document has more than %d fields at its root.", rootLimit)
		}
		if err := check(whole); err != nil {
			return err
		}
	}
	for _, fragment := range document.Fragments { // not by name: two may have the same
		whole := m.measure(fragment.SelectionSet)
		if strings.HasPrefix(fragment.TypeCondition, "__") {
			whole.depth = 0 // it can be spread in introspection only
		}
		if err := check(whole); err != nil {
			return err
		}
	}
	return nil
}

// shape is the size of a selection with its fragments expanded.
type shape struct {
	// fields is the number of all fields, width the number of fields of the first level, and depth
	// the number of levels.
	fields, width, depth int
	// size is the number of all fields and fragments, and fragments the number of fragments of the
	// first level.
	size, fragments int
	// comparisons is about how many pairs validation compares, in this selection and all below.
	comparisons int
	// names are the fields of the first level by the name in the response.
	names map[string]group
}

// group is the fields of one selection that have the same name in the response.
type group struct {
	times int
	// size is the sum of the sizes of the fields with everything below them, and squares the sum of
	// the squares.
	size, squares int
}

// pairs returns at least the number of pairs that validation compares in a group: each field with
// each other, with everything below.
func (g group) pairs() int { return max(0, (g.size*g.size-g.squares)/2) }

type measurer struct {
	document *ast.QueryDocument
	// fragments are the fragments that were already measured, so that each is expanded once.
	fragments map[string]shape
	opened    map[string]bool
	// sameName is the maximum number of fields with the same name in any selection.
	sameName int
}

func (m *measurer) measure(selections ast.SelectionSet) shape {
	whole := shape{names: map[string]group{}}
	for _, selection := range selections {
		switch selected := selection.(type) {
		case *ast.Field:
			whole.add(field(selected, m.measure(selected.SelectionSet)))
		case *ast.InlineFragment:
			whole.add(m.measure(selected.SelectionSet))
			whole.add(shape{size: 1, fragments: 1})
		case *ast.FragmentSpread:
			whole.add(m.fragment(selected.Name))
			whole.add(shape{size: 1, fragments: 1})
		}
	}
	whole.comparisons = capped(whole.comparisons + (whole.width+whole.fragments)*(whole.fragments+1))
	for _, same := range whole.names {
		m.sameName = max(m.sameName, same.times)
		whole.comparisons = capped(whole.comparisons + same.pairs())
	}
	return whole
}

// field returns the shape of a field by itself, from the shape of the selection below it.
func field(selected *ast.Field, below shape) shape {
	if isIntrospection(selected.Name) {
		below.depth = 0
	}
	size := capped(1 + below.size)
	return shape{
		fields: 1 + below.fields, width: 1, depth: 1 + below.depth, size: size, comparisons: below.comparisons,
		names: map[string]group{selected.Alias: {times: 1, size: size, squares: size * size}},
	}
}

// fragment returns the shape of a fragment. Validation reports a fragment that does not exist. A
// fragment that spreads itself has too many fields.
func (m *measurer) fragment(name string) shape {
	if known, ok := m.fragments[name]; ok {
		return known
	}
	definition := m.document.Fragments.ForName(name)
	switch {
	case definition == nil:
		return shape{}
	case m.opened[name]:
		return shape{fields: countLimit}
	}
	m.opened[name] = true
	m.fragments[name] = m.measure(definition.SelectionSet)
	return m.fragments[name]
}

// countLimit is where counting stops, far above every limit. The squares of fieldLimit counts add
// up to less than an int.
const countLimit = 1 << 20

func capped(count int) int { return min(count, countLimit) }

// add adds a shape. It stops counting far above every limit, and drops the names of a selection
// with too many fields.
func (s *shape) add(other shape) {
	s.fields = capped(s.fields + other.fields)
	s.width = capped(s.width + other.width)
	s.depth = max(s.depth, other.depth)
	s.size = capped(s.size + other.size)
	s.fragments = capped(s.fragments + other.fragments)
	s.comparisons = capped(s.comparisons + other.comparisons)
	if s.fields > fieldLimit {
		return
	}
	for name, added := range other.names {
		same := s.names[name]
		same.times += added.times
		same.size = capped(same.size + added.size)
		same.squares += added.squares
		s.names[name] = same
	}
}
