package statement

import "slices"

// clause is a part of a statement from one keyword to the next.
type clause struct {
	keyword string
	nodes   []node
	// optional is whether a JOIN keeps the rows before it for which it has none, and outer whether
	// it does so with its own.
	optional, outer bool
}

var keywords = []string{
	"select", "insert", "into", "update", "delete", "values", "set", "from", "using", "join", "on", "where", "group", "having", "order",
	"limit", "offset", "returning", "window", "for", "fetch", "do",
}

// clausesOf splits a statement; none where it is of another kind.
func clausesOf(nodes []node) (all []clause) {
	if len(nodes) == 0 || !nodes[0].is("select", "insert", "update", "delete", "values") {
		return nil
	}
	for i, n := range nodes {
		if !n.is(keywords...) || !begins(nodes[:i], n, all) {
			last := &all[len(all)-1]
			last.nodes = append(last.nodes, n)
			continue
		}
		next := clause{keyword: n.text}
		if n.is("join") {
			next.optional, next.outer = trimJoin(&all[len(all)-1])
		}
		all = append(all, next)
	}
	return all
}

// begins reports whether a keyword begins a clause, after what stands before it.
func begins(before []node, n node, all []clause) bool {
	if len(before) == 0 {
		return true
	}
	last, in := before[len(before)-1], all[len(all)-1].keyword
	switch n.text {
	case "from": // IS DISTINCT FROM
		return !last.is("distinct")
	case "update": // FOR UPDATE, ON CONFLICT … DO UPDATE
		return in != "for" && in != "do"
	case "on": // SELECT DISTINCT ON
		return !last.is("distinct")
	}
	return true
}

// trimJoin removes the words before JOIN from the clause in which they stand.
func trimJoin(in *clause) (optional, outer bool) {
	for len(in.nodes) > 0 {
		last := in.nodes[len(in.nodes)-1]
		switch {
		case last.is("left"):
			optional = true
		case last.is("right", "full", "natural"):
			outer = true
		case !last.is("inner", "cross", "outer"):
			return optional, outer
		}
		in.nodes = in.nodes[:len(in.nodes)-1]
	}
	return optional, outer
}

// sources adds the tables of a clause to its level, and its conditions.
func (c *checker) sources(of *clause, l *level) {
	nodes := of.nodes
	switch of.keyword {
	case "into":
		c.source(nodes, l, true, false)
		if into := l.last(); into != nil {
			into.hidden = true
		}
	case "update":
		c.source(nodes, l, true, false)
	case "from", "using":
		if len(nodes) > 0 && of.keyword == "using" && nodes[0].kind == parentheses { // JOIN … USING (columns)
			return
		}
		written := len(l.sources) == 0 && l.deletes
		for _, item := range split(nodes, byComma) {
			c.source(item, l, written, false)
		}
	case "delete":
		l.deletes = true
	case "join":
		if of.outer {
			c.fail("it has a RIGHT, FULL or NATURAL JOIN")
		}
		c.source(nodes, l, false, of.optional)
	case "on":
		if len(nodes) > 0 && nodes[0].is("conflict") {
			l.inserts = true
			c.conflict(nodes[1:], l)
		} else {
			l.conditions = append(l.conditions, condition{nodes, l.last()})
		}
	case "where":
		if !l.inserts {
			l.conditions = append(l.conditions, condition{nodes, nil})
		}
	case "insert":
		l.inserts = true
	case "select": // INSERT … SELECT has a WHERE
		l.inserts = false
	case "do":
		l.inserts, l.upserts = true, len(nodes) > 0 && nodes[0].is("update")
	case "set":
		for _, item := range split(nodes, byComma) {
			c.set(item, l)
		}
	}
}

// set checks that SET does not change the firm of rows.
func (c *checker) set(nodes []node, l *level) {
	if len(nodes) == 0 || len(l.sources) == 0 || l.sources[0].column == "" {
		return
	}
	for _, column := range append(nodes[:1:1], nodes[0].group...) {
		if column.isName() && column.text == l.sources[0].column {
			c.fail("it gives rows of %s to another firm", l.sources[0].table)
		}
	}
}

// source adds a table, a function or a sub-query to a level.
func (c *checker) source(nodes []node, l *level, written, optional bool) {
	if len(nodes) > 0 && nodes[0].is("lateral", "only") {
		nodes = nodes[1:]
	}
	if len(nodes) == 0 {
		c.fail("a table of it can't be read")
		return
	}
	var table string
	switch first := nodes[0]; {
	case first.kind == parentheses && isQuery(first):
		nodes = nodes[1:]
	case first.isName():
		table, nodes = first.text, nodes[1:]
		for len(nodes) > 1 && nodes[0].isSymbol(".") && nodes[1].isName() {
			table, nodes = nodes[1].text, nodes[2:]
		}
		// A function is followed by its arguments, and the table of an INSERT by its columns.
		if len(nodes) > 0 && nodes[0].kind == parentheses && !written {
			table, nodes = "", nodes[1:]
		}
	default:
		c.fail("a table of it can't be read")
		return
	}
	if len(nodes) > 0 && nodes[0].is("as") {
		nodes = nodes[1:]
	}
	alias := table
	if len(nodes) > 0 && nodes[0].isName() {
		alias = nodes[0].text
	}
	c.add(l, table, alias, written, optional)
}

// conflict checks ON CONFLICT (columns) of an INSERT.
func (c *checker) conflict(nodes []node, l *level) {
	l.conflict = nil
	if len(nodes) > 0 && nodes[0].kind == parentheses {
		l.conflict = nodes[0].group
	}
}

// insert checks that the rows of an INSERT belong to the firm.
func (c *checker) insert(clauses []clause, l *level) {
	target := l.sources[0]
	if target.column == "" {
		return
	}
	target.limited = true
	hasFirm := func(n node) bool { return n.isName() && n.text == target.column }
	if l.upserts && !slices.ContainsFunc(l.conflict, hasFirm) {
		c.fail("its ON CONFLICT does not name %s", target.column)
	}
	at := -1
	for _, of := range clauses {
		switch of.keyword {
		case "into":
			columns := slices.IndexFunc(of.nodes, func(n node) bool { return n.kind == parentheses })
			if columns < 0 {
				break
			}
			at = slices.IndexFunc(split(of.nodes[columns].group, byComma), func(item []node) bool { return len(item) == 1 && hasFirm(item[0]) })
		case "values":
			for _, row := range split(of.nodes, byComma) {
				if at < 0 || len(row) == 0 || row[0].kind != parentheses {
					c.fail("its rows have no %s", target.column)
					return
				}
				c.value(split(row[0].group, byComma), at, l)
			}
			return
		case "select":
			c.value(split(of.nodes, byComma), at, l)
			return
		}
	}
	c.fail("its rows have no %s", target.column)
}

// value checks that one of the values of a row is the firm.
func (c *checker) value(values [][]node, at int, l *level) {
	if at >= 0 && at < len(values) {
		o, rest := operandOf(values[at], l)
		switch {
		case len(rest) > 0:
		case o.placeholder > 0:
			c.named(o.placeholder)
			return
		case o.source != nil && o.source.limited:
			return
		}
	}
	c.fail("its rows do not name the firm by $1")
}
