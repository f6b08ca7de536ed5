package statement

import "slices"

// level is a query with its tables, in the query around it.
type level struct {
	outer *level
	// common are the names of the queries of WITH.
	common     []string
	sources    []*source
	conditions []condition
	// inserts is whether WHERE is one of ON CONFLICT, upserts whether that changes rows, and
	// conflict its columns.
	inserts, upserts, deletes bool
	conflict                  []node
}

// source is a table of a query, a function or a sub-query.
type source struct {
	table, alias string
	// column is the one that has the firm, of a table of firms.
	column string
	// number is the column with the numbers of rows, of a table of the search index.
	number string
	// optional is whether it is joined by LEFT JOIN.
	optional bool
	// hidden is whether the query can't name it: the table of an INSERT.
	hidden bool
	// limited is whether a condition limits it to the firm.
	limited bool
}

// condition is the condition of WHERE, or of ON for the table that it joins.
type condition struct {
	nodes  []node
	joined *source
}

func (l *level) last() *source {
	if len(l.sources) == 0 {
		return nil
	}
	return l.sources[len(l.sources)-1]
}

// isCommon reports whether a query of WITH has this name.
func (l *level) isCommon(table string) bool {
	for ; l != nil; l = l.outer {
		if slices.Contains(l.common, table) {
			return true
		}
	}
	return false
}

// limit marks the tables that the conditions limit to the firm.
func (l *level) limit(c *checker) {
	type equation struct {
		a, b   operand
		joined *source
	}
	var equations []equation
	for _, of := range l.conditions {
		for _, one := range conjuncts(of.nodes) {
			if of.joined == nil || !of.joined.optional {
				l.limitRange(one)
			}
			a, rest := operandOf(one, l)
			if len(rest) == 0 || !rest[0].isSymbol("=") {
				continue
			}
			if b, rest := operandOf(rest[1:], l); len(rest) == 0 {
				equations = append(equations, equation{a, b, of.joined})
			}
		}
	}
	for again := true; again; {
		again = false
		for _, e := range equations {
			// Both are tried, since each may be limited by the other.
			left, right := l.limitBy(c, e.a.source, e.b, e.joined), l.limitBy(c, e.b.source, e.a, e.joined)
			again = again || left || right
		}
	}
}

// limitBy marks a table whose firm is compared with other, if other is the firm or the firm of a
// limited table. joined is the table in whose join the comparison stands. It reports whether the
// table was not limited before.
func (l *level) limitBy(c *checker, own *source, other operand, joined *source) bool {
	if own == nil || own.limited || !slices.Contains(l.sources, own) {
		return false
	}
	if joined != nil && joined.optional && joined != own { // It limits only what LEFT JOIN joins.
		return false
	}
	switch {
	case other.placeholder > 0:
		c.named(other.placeholder)
	case other.source == nil || !other.source.limited:
		return false
	}
	own.limited = true
	return true
}

// conjuncts returns the conditions that must all hold.
func conjuncts(nodes []node) (all [][]node) {
	if slices.ContainsFunc(nodes, func(n node) bool { return n.is("or") }) {
		return nil
	}
	between := false // whether the next AND belongs to BETWEEN
	isAnd := func(n node) bool {
		between = between || n.is("between")
		if !n.is("and") {
			return false
		}
		was := between
		between = false
		return !was
	}
	for _, one := range split(nodes, isAnd) {
		if len(one) == 1 && one[0].kind == parentheses && !isQuery(one[0]) {
			all = append(all, conjuncts(one[0].group)...)
		} else {
			all = append(all, one)
		}
	}
	return all
}

// operand is a placeholder, the column of a source that has the firm, or something else.
type operand struct {
	placeholder int
	source      *source
}

// operandOf reads an operand, and returns the nodes after it.
func operandOf(nodes []node, l *level) (o operand, rest []node) {
	switch {
	case len(nodes) == 0:
		return o, nil
	case nodes[0].kind == placeholder:
		o.placeholder, rest = nodes[0].number, nodes[1:]
		if len(rest) > 1 && rest[0].isSymbol("::") && rest[1].isName() {
			rest = rest[2:]
		}
		return o, rest
	case len(nodes) > 2 && nodes[0].isName() && nodes[1].isSymbol(".") && nodes[2].isName():
		return operand{source: l.find(nodes[0].text, nodes[2].text)}, nodes[3:]
	case nodes[0].isName():
		return operand{source: l.only(nodes[0].text)}, nodes[1:]
	}
	return o, nodes
}

// find returns the source with an alias, of which the column has the firm.
func (l *level) find(alias, column string) *source {
	for ; l != nil; l = l.outer {
		for _, s := range l.sources {
			if s.alias == alias && !s.hidden {
				if s.column == column {
					return s
				}
				return nil
			}
		}
	}
	return nil
}

// only returns the source of which a column has the firm, if there is one. The database refuses the
// column if another one has it too.
func (l *level) only(column string) (found *source) {
	for _, s := range l.sources {
		if s.column == column && !s.hidden {
			if found != nil {
				return nil
			}
			found = s
		}
	}
	return found
}
