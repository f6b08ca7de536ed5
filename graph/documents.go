package graph

import (
	"context"

	"github.com/99designs/gqlgen/graphql"
	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/parser"
	"github.com/vektah/gqlparser/v2/validator/rules"

	"github.com/firmhub/firmhub/graph/bind"
)

const (
	documentCacheSize = 500
	// A parsed document takes about thirty times the memory of its text; the cache stays below 64 MB.
	cachedDocumentLimit = 4 << 10
)

// documents parses and validates documents, and caches them by their text: those of REST permanently, short ones of clients in
// an LRU cache.
type documents struct {
	schema *ast.Schema
	rules  *rules.Rules
	pinned map[string]*planned
	recent *lru.Cache[string, *planned]
}

func newDocuments(schema *ast.Schema, suggest bool) (*documents, error) {
	recent, err := lru.New[string, *planned](documentCacheSize)
	if err != nil {
		return nil, err
	}
	return &documents{schema: schema, rules: validationRules(suggest), pinned: map[string]*planned{}, recent: recent}, nil
}

// validationRules returns the rules of the GraphQL specification without that for values, which [bind.Variables] checks, and
// with [singleRootField].
// Without suggestions their messages do not reveal names of the schema.
func validationRules(suggest bool) *rules.Rules {
	all := rules.NewDefaultRules()
	all.RemoveRule(rules.ValuesOfCorrectTypeRule.Name)
	all.ReplaceRule(rules.SingleFieldSubscriptionsRule.Name, singleRootField)
	if !suggest {
		all.ReplaceRule(rules.FieldsOnCorrectTypeRule.Name, rules.FieldsOnCorrectTypeRuleWithoutSuggestions.RuleFunc)
		all.ReplaceRule(rules.KnownArgumentNamesRule.Name, rules.KnownArgumentNamesRuleWithoutSuggestions.RuleFunc)
		all.ReplaceRule(rules.KnownTypeNamesRule.Name, rules.KnownTypeNamesRuleWithoutSuggestions.RuleFunc)
		all.ReplaceRule(rules.ScalarLeafsRule.Name, rules.ScalarLeafsRuleWithoutSuggestions.RuleFunc)
	}
	return all
}

// read returns a document that is within the limits and valid. Its literals are replaced by variables.
func (d *documents) read(text string) (*planned, error) {
	if document, ok := d.pinned[text]; ok {
		return document, nil
	}
	if document, ok := d.recent.Get(text); ok {
		return document, nil
	}
	if err := checkNames(text); err != nil {
		return nil, err
	}
	parsed, err := parser.ParseQueryWithTokenLimit(&ast.Source{Input: text}, tokenLimit)
	if err != nil {
		return nil, err
	}
	if len(parsed.Operations) == 0 {
		return nil, gqlerror.Errorf("The document holds no operation.")
	}
	if err := checkShape(parsed); err != nil {
		return nil, err
	}
	if faults := validateDocument(d.schema, parsed, d.rules); len(faults) > 0 {
		return nil, faults
	}
	bind.Hoist(d.schema, parsed)
	document := newPlanned(parsed)
	if len(text) <= cachedDocumentLimit {
		d.recent.Add(text, document)
	}
	return document, nil
}

// Pin caches a validated document permanently. It must not be called after the first request.
func (s *Server) Pin(text string, document *ast.QueryDocument) {
	s.documents.pinned[text] = newPlanned(document)
}

// asRead is the cache of gqlgen's executor. It returns the document that [validation] has read.
type asRead struct{}

// Get implements gqlgen's cache.
func (asRead) Get(ctx context.Context, _ string) (*ast.QueryDocument, bool) {
	document := graphql.GetOperationContext(ctx).Doc
	return document, document != nil
}

// Add implements gqlgen's cache.
func (asRead) Add(context.Context, string, *ast.QueryDocument) {}
