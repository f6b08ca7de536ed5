package graph

import (
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
	// A parsed document takes about thirty times the memory of its text; the cache stays below 64
	// MB.
	cachedDocumentLimit = 4 << 10
)

// documents parses and validates the documents of clients, and caches short ones by their text.
type documents struct {
	schema *ast.Schema
	rules  *rules.Rules
	recent *lru.Cache[string, *planned]
}

func newDocuments(schema *ast.Schema, suggest bool) (*documents, error) {
	recent, err := lru.New[string, *planned](documentCacheSize)
	if err != nil {
		return nil, err
	}
	return &documents{schema: schema, rules: validationRules(suggest), recent: recent}, nil
}

// validationRules returns the rules of the GraphQL specification without the rule for values, which
// [bind.Variables] checks, and with [singleRootField]. Without suggestions their messages do not
// reveal names of the schema.
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

// read returns a document that is within the limits and valid. Its literals are replaced by
// variables.
func (d *documents) read(text string) (*planned, error) {
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

// readDocument sets the document of an operation.
func (s *Server) readDocument(o *operation, params *graphql.RawParams) error {
	document, err := s.documents.read(params.Query)
	if err != nil {
		return err
	}
	o.document, o.Doc = document, document.QueryDocument
	o.Operation = document.Operations.ForName(params.OperationName)
	switch {
	case o.Operation == nil && params.OperationName == "":
		return gqlerror.Errorf("The document has several operations: operationName is required.")
	case o.Operation == nil:
		return gqlerror.Errorf("The document has no operation %q.", params.OperationName)
	}
	return nil
}
