package statement

import (
	"slices"
	"strings"
)

// firmNumbers is the table of SQLite with the number of each firm. It has the column firm_id.
const firmNumbers = "x_firm_numbers"

// indexNumbers are the tables of SQLite's search index, which have no firm_id, and their columns
// with the numbers of contacts. Those of a firm begin with its number.
var indexNumbers = map[string]string{"x_contact_texts": "number", "x_contact_words": "rowid"}

// limitRange marks a table of the search index that a condition limits to the numbers of the firm:
//
//	t.number BETWEEN (SELECT number << 32 FROM x_firm_numbers WHERE firm_id = $1)
//	    AND (SELECT number << 32 FROM x_firm_numbers WHERE firm_id = $1) + 0xffffffff
//
// A sign before the column has no effect on it. The sub-queries are checked as all others are.
func (l *level) limitRange(nodes []node) {
	if len(nodes) > 0 && nodes[0].isSymbol("+") {
		nodes = nodes[1:]
	}
	const length = 9
	if len(nodes) != length || !nodes[0].isName() || !nodes[1].isSymbol(".") || !nodes[2].isName() || !nodes[3].is("between") ||
		!isFirst(nodes[4]) || !nodes[5].is("and") || !isFirst(nodes[6]) || !nodes[7].isSymbol("+") || nodes[8].text != "0xffffffff" {
		return
	}
	for _, s := range l.sources {
		if s.alias == nodes[0].text && s.number == nodes[2].text {
			s.limited = true
		}
	}
}

// isFirst reports whether a node is the query for the first number of a firm.
func isFirst(n node) bool {
	texts := strings.Fields("select number < < 32 from " + firmNumbers + " where firm_id =")
	return n.kind == parentheses && len(n.group) == len(texts)+1 && n.group[len(texts)].kind == placeholder &&
		slices.EqualFunc(n.group[:len(texts)], texts, func(n node, text string) bool { return n.text == text && n.kind != placeholder })
}
