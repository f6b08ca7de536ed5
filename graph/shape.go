package graph

import (
	"math"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/lexer"

	"github.com/firmhub/firmhub/internal/fault"
)

// The shape of a document is bounded before it is validated, because validation itself can be made expensive: fragments
// that spread one another double with each level, and fields under one name are compared pair by pair.
const (
	// tokenLimit bounds the lexical tokens of a document; the largest of our own has about 150.
	tokenLimit = 3000
	// nameLimit bounds the bytes of a name: an alias is in the answer as often as the list above it has entries.
	nameLimit = 128
	// fieldLimit bounds the fields of an operation with all its fragments opened.
	fieldLimit = 1000
	// rootLimit bounds the fields of the root: queries run them side by side, each on a connection.
	rootLimit = 20
	// sameNameLimit bounds the fields of one selection that have the same name in the answer.
	sameNameLimit = 20
	// depthLimit bounds the nesting; contacts.edges.node.phones.phone has 5. Introspection is not counted.
	depthLimit = 12
)

// checkNames refuses a document in which any name is too long, before it is parsed. What can't be read is the parser's to
// refuse.
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

// checkShape refuses documents that are too large once their fragments are opened.
func checkShape(document *ast.QueryDocument) error {
	m := measurer{document: document, fragments: map[string]shape{}, opened: map[string]bool{}}
	for _, operation := range document.Operations {
		whole := m.measure(operation.SelectionSet)
		switch {
		case whole.fields > fieldLimit:
			return gqlerror.Errorf("The document selects more than %d fields.", fieldLimit)
		case whole.depth > depthLimit:
			return gqlerror.Errorf("The document nests deeper than %d levels.", depthLimit)
		case whole.width > rootLimit:
			return gqlerror.Errorf("The document has more than %d fields at its root.", rootLimit)
		case m.sameName > sameNameLimit:
			return gqlerror.Errorf("The document repeats a field more than %d times.", sameNameLimit)
		}
	}
	return nil
}

// shape is the size of a selection with its fragments opened.
type shape struct {
	// fields counts all, width those of the first level, depth the levels.
	fields, width, depth int
	// names counts the first level by the name in the answer.
	names map[string]int
}

type measurer struct {
	document *ast.QueryDocument
	// fragments holds what is measured already, so that each is opened once.
	fragments map[string]shape
	opened    map[string]bool
	// sameName is the most that a name is repeated in any selection.
	sameName int
}

func (m *measurer) measure(selections ast.SelectionSet) shape {
	whole := shape{names: map[string]int{}}
	for _, selection := range selections {
		switch selected := selection.(type) {
		case *ast.Field:
			below := m.measure(selected.SelectionSet)
			if isIntrospection(selected.Name) {
				below.depth = 0
			}
			whole.add(shape{fields: 1 + below.fields, width: 1, depth: 1 + below.depth, names: map[string]int{selected.Alias: 1}})
		case *ast.InlineFragment:
			whole.add(m.measure(selected.SelectionSet))
		case *ast.FragmentSpread:
			whole.add(m.fragment(selected.Name))
		}
	}
	for _, times := range whole.names {
		m.sameName = max(m.sameName, times)
	}
	return whole
}

// fragment measures a fragment by name. One that does not exist is validation's to report; one that holds itself is
// endless.
func (m *measurer) fragment(name string) shape {
	if known, ok := m.fragments[name]; ok {
		return known
	}
	definition := m.document.Fragments.ForName(name)
	switch {
	case definition == nil:
		return shape{}
	case m.opened[name]:
		return shape{fields: math.MaxInt32}
	}
	m.opened[name] = true
	m.fragments[name] = m.measure(definition.SelectionSet)
	return m.fragments[name]
}

// add stops counting far above every limit.
func (s *shape) add(other shape) {
	s.fields = min(s.fields+other.fields, math.MaxInt32)
	s.width = min(s.width+other.width, math.MaxInt32)
	s.depth = max(s.depth, other.depth)
	for name, times := range other.names {
		s.names[name] = min(s.names[name]+times, math.MaxInt32)
	}
}
