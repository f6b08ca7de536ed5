package dbtest

import (
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

// parseQuery returns the query trees in a text.
func parseQuery(text string) []any {
	p := &queryParser{rest: text}
	return p.list("")
}

type queryParser struct{ rest string }

// next returns the next bracket or word, empty at the end. A backslash escapes the character after
// it. It is no regular expression, because that takes several times as long.
func (p *queryParser) next() string {
	const spaces, ends = " \n\t", "{}() \n\t"
	p.rest = strings.TrimLeft(p.rest, spaces)
	end := 0
	for end < len(p.rest) && strings.IndexByte(ends, p.rest[end]) < 0 {
		if p.rest[end] == '\\' {
			end++
		}
		end++
	}
	end = min(max(end, 1), len(p.rest))
	word := p.rest[:end]
	p.rest = p.rest[end:]
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
