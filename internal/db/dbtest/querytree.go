package dbtest

import (
	"regexp"
	"strconv"
	"strings"
)

// queryNode is a node of a query tree, as PostgreSQL writes it: {VAR :varno 1 :varattno 2}. A value
// is a *queryNode, a []any of values, or a word.
type queryNode struct {
	kind   string
	fields map[string]any
}

// The kinds of nodes with a meaning of their own.
const (
	kindQuery   = "QUERY"
	kindSubLink = "SUBLINK"
	kindVar     = "VAR" // a column
)

// queryWord matches the parts of a query tree. A backslash escapes the character after it.
var queryWord = regexp.MustCompile(`[{}()]|(?:\\.|[^\s{}()\\])+`)

// parseQuery returns the query trees in a text.
func parseQuery(text string) []any {
	p := &queryParser{words: queryWord.FindAllString(text, -1)}
	return p.list("")
}

type queryParser struct{ words []string }

func (p *queryParser) next() string {
	if len(p.words) == 0 {
		return ""
	}
	word := p.words[0]
	p.words = p.words[1:]
	return word
}

// list returns the values up to a word.
func (p *queryParser) list(end string) (values []any) {
	for {
		switch word := p.next(); word {
		case end, "":
			return values
		case "{":
			values = append(values, p.node())
		case "(":
			values = append(values, any(p.list(")")))
		default:
			values = append(values, word)
		}
	}
}

// node returns a node whose bracket was read. Of a field with several words it keeps only the
// first: for a constant, that is its length.
func (p *queryParser) node() *queryNode {
	n := &queryNode{kind: p.next(), fields: map[string]any{}}
	name := ""
	for _, value := range p.list("}") {
		word, isWord := value.(string)
		if isWord && strings.HasPrefix(word, ":") {
			name = word[1:]
			continue
		}
		if _, known := n.fields[name]; !known {
			n.fields[name] = value
		}
	}
	return n
}

// number returns a field that is a number, and 0 for others.
func (n *queryNode) number(field string) int {
	word, _ := n.fields[field].(string)
	number, _ := strconv.Atoi(word)
	return number
}

// nodes returns the nodes of a field that is a list.
func (n *queryNode) nodes(field string) (all []*queryNode) {
	values, _ := n.fields[field].([]any)
	for _, value := range values {
		if child, ok := value.(*queryNode); ok {
			all = append(all, child)
		}
	}
	return all
}

// walk calls visit for a value and everything in it, until visit returns false for a node.
func walk(value any, visit func(*queryNode) bool) {
	switch value := value.(type) {
	case *queryNode:
		if value == nil || !visit(value) {
			return
		}
		for _, field := range value.fields {
			walk(field, visit)
		}
	case []any:
		for _, one := range value {
			walk(one, visit)
		}
	}
}

// contains reports whether a node of a kind is in a value, apart from sub-queries.
func contains(value any, kind string) bool {
	found := false
	walk(value, func(n *queryNode) bool {
		found = found || n.kind == kind
		return n.kind != kindQuery
	})
	return found
}
