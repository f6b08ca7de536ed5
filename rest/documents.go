package rest

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"
	"github.com/vektah/gqlparser/v2/validator/rules"
)

// operations holds the documents, one operation or one fragment a file:
//
//	operations/<area>/<operation>.graphql
//	operations/<area>/<Fragment>.fragment.graphql
//
//go:embed operations
var operations embed.FS

const (
	operationSuffix = ".graphql"
	fragmentSuffix  = ".fragment.graphql"

	// dataAlias is the alias of the single root field. So the executor's response {"data":…}
	// already contains the envelope's own field.
	dataAlias = "data"
)

// document is an operation, parsed and validated, with the fragments that it spreads.
type document struct {
	parsed    *ast.QueryDocument
	operation *ast.OperationDefinition
	root      *ast.Field
}

// loadDocuments reads every operation by its name "<area>/<operation>". It returns an error with
// all faults of all operations.
func loadDocuments(files fs.FS, schema *ast.Schema) (map[string]document, error) {
	names, err := fs.Glob(files, "operations/*/*"+operationSuffix)
	if err != nil {
		return nil, err
	}
	texts := make(map[string]string, len(names))
	fragments := map[string]string{}
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		if fragment, ok := strings.CutSuffix(path.Base(name), fragmentSuffix); ok {
			fragments[fragment] = string(text)
		} else {
			texts[strings.TrimSuffix(strings.TrimPrefix(name, "operations/"), operationSuffix)] = string(text)
		}
	}

	documents := make(map[string]document, len(texts))
	var faults []error
	for name, text := range texts {
		if documents[name], err = newDocument(schema, text, fragments); err != nil {
			faults = append(faults, fmt.Errorf("operation %s: %w", name, err))
		}
	}
	return documents, errors.Join(faults...)
}

func newDocument(schema *ast.Schema, text string, fragments map[string]string) (document, error) {
	text, err := withFragments(text, fragments)
	if err != nil {
		return document{}, err
	}
	parsed, faults := gqlparser.LoadQueryWithRules(schema, text, rules.NewDefaultRules())
	if len(faults) > 0 {
		return document{}, faults
	}
	if len(parsed.Operations) != 1 || len(parsed.Operations[0].SelectionSet) != 1 {
		return document{}, errors.New("needs exactly one operation with one root field")
	}
	operation := parsed.Operations[0]
	root, ok := operation.SelectionSet[0].(*ast.Field)
	if !ok || root.Alias != dataAlias {
		return document{}, errors.New("needs a root field with the alias " + dataAlias)
	}
	return document{parsed: parsed, operation: operation, root: root}, nil
}

// withFragments appends the fragments that a document spreads, directly or through other fragments,
// once each.
func withFragments(text string, fragments map[string]string) (string, error) {
	for {
		parsed, err := parser.ParseQuery(&ast.Source{Input: text})
		if err != nil {
			return "", err
		}
		whole := true
		for _, name := range spreads(parsed) {
			if fragment, known := fragments[name]; known && parsed.Fragments.ForName(name) == nil {
				text, whole = text+"\n"+fragment, false
				break
			}
		}
		if whole {
			return text, nil
		}
	}
}

// spreads returns the names of the fragments in a document, in order.
func spreads(parsed *ast.QueryDocument) []string {
	var names []string
	var walk func(ast.SelectionSet)
	walk = func(selections ast.SelectionSet) {
		for _, selection := range selections {
			switch selected := selection.(type) {
			case *ast.Field:
				walk(selected.SelectionSet)
			case *ast.InlineFragment:
				walk(selected.SelectionSet)
			case *ast.FragmentSpread:
				names = append(names, selected.Name)
			}
		}
	}
	for _, operation := range parsed.Operations {
		walk(operation.SelectionSet)
	}
	for _, fragment := range parsed.Fragments {
		walk(fragment.SelectionSet)
	}
	return names
}

// fields returns the fields of a selection in the order of the response, with fragments expanded.
func fields(selections ast.SelectionSet) []*ast.Field {
	var all []*ast.Field
	for _, selection := range selections {
		switch selected := selection.(type) {
		case *ast.Field:
			all = append(all, selected)
		case *ast.InlineFragment:
			all = append(all, fields(selected.SelectionSet)...)
		case *ast.FragmentSpread:
			all = append(all, fields(selected.Definition.SelectionSet)...)
		}
	}
	return all
}
