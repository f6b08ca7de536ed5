// Package statement checks the text of SQL statements: which tables they name, and whether they are
// limited to one firm. It knows as much of SQL as the statements of this program need, and refuses
// what it does not know.
package statement

import (
	"fmt"
	"slices"

	"github.com/firmhub/firmhub/ent/migrate"
)

// readable are the tables of no firm that a statement in a firm may read.
var readable = []string{"policy_versions", "pricing_plans", "pricing_prices", "role_properties"}

// InFirm checks that a statement reads and writes only rows of one firm, and returns the
// placeholders that name it.
//
// Each table of firms must be limited by a condition that always holds, firm_id = $1 or the firm_id
// of a table that is limited so; in firms the column is id. The condition stands in WHERE or, for
// the table that it joins, in ON, beside others by AND. An INSERT gives the column a placeholder,
// and its ON CONFLICT names the column if it changes rows. Other tables can't be written, and only
// those that every firm may see can be read.
func InFirm(text string) (firms []int, err error) {
	nodes, err := parse(text)
	if err != nil {
		return nil, err
	}
	c := &checker{}
	c.query(nodes, nil)
	if c.err == nil && len(c.firms) == 0 {
		c.fail("it names no firm")
	}
	return c.firms, c.err
}

// Shared checks that a statement names no table of firms.
func Shared(text string) error {
	nodes, err := parse(text)
	if err != nil {
		return err
	}
	c := &checker{shared: true}
	c.query(nodes, nil)
	return c.err
}

type checker struct {
	shared bool
	firms  []int
	err    error
}

func (c *checker) fail(format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf(format, args...)
	}
}

// named notes a placeholder that names the firm.
func (c *checker) named(number int) {
	if !slices.Contains(c.firms, number) {
		c.firms = append(c.firms, number)
	}
}

// add adds a table to the level of a query.
func (c *checker) add(l *level, table, alias string, written, optional bool) *source {
	s := &source{alias: alias, optional: optional}
	l.sources = append(l.sources, s)
	if table == "" || l.isCommon(table) {
		return s
	}
	s.table, s.number = table, indexNumbers[table]
	switch known := migrate.KindOf(table); {
	case c.shared && (known == migrate.Distributed || known == "" && !isOfLibrary(table)):
		c.fail("it names the table %s, whose rows belong to firms", table)
	case c.shared:
	case known == migrate.Distributed:
		s.column = migrate.DistributionColumn(table)
	case !written && table == firmNumbers:
		s.column = migrate.DistributionColumn(table)
	case !written && s.number != "":
	case written || !slices.Contains(readable, table):
		c.fail("it names the table %s, which does not belong to a firm", table)
	}
	return s
}

// query checks a statement or a sub-query in another one.
func (c *checker) query(nodes []node, outer *level) {
	l := &level{outer: outer}
	if len(nodes) > 0 && nodes[0].is("with") {
		nodes = c.common(nodes[1:], l)
	}
	parts := split(nodes, func(n node) bool { return n.is("union", "intersect", "except") })
	if len(parts) > 1 && len(parts[0]) > 0 && parts[0][0].is("insert") {
		c.fail("its rows are those of several queries") // of which only the first would be looked at
	}
	for _, part := range parts {
		if len(part) > 0 && part[0].is("all") {
			part = part[1:]
		}
		if len(part) > 0 && part[0].kind == parentheses {
			c.query(part[0].group, l)
			continue
		}
		c.part(part, &level{outer: l})
	}
}

// common checks the queries of WITH and returns what follows them.
func (c *checker) common(nodes []node, l *level) []node {
	if len(nodes) > 0 && nodes[0].is("recursive") {
		nodes = nodes[1:]
	}
	for len(nodes) > 0 && nodes[0].isName() {
		table := nodes[0].text
		at := slices.IndexFunc(nodes, func(n node) bool { return n.is("as") })
		body := -1
		if at >= 0 {
			body = slices.IndexFunc(nodes[at:], func(n node) bool { return n.kind == parentheses })
		}
		if body < 0 {
			break
		}
		l.common = append(l.common, table)
		c.query(nodes[at+body].group, l)
		nodes = nodes[at+body+1:]
		if len(nodes) == 0 || !nodes[0].isSymbol(",") {
			return nodes
		}
		nodes = nodes[1:]
	}
	c.fail("its WITH can't be read")
	return nil
}

// part checks a statement without WITH and UNION.
func (c *checker) part(nodes []node, l *level) {
	clauses := clausesOf(nodes)
	if len(clauses) == 0 {
		c.fail("it is no SELECT, INSERT, UPDATE or DELETE")
		return
	}
	for i := range clauses {
		c.sources(&clauses[i], l)
	}
	l.limit(c)
	if clauses[0].keyword == "insert" {
		c.insert(clauses, l)
	}
	for _, s := range l.sources {
		switch {
		case s.limited:
		case s.column != "":
			c.fail("the table %s is not limited to the firm by %s = $1", s.table, s.column)
		case s.number != "":
			c.fail("the table %s is not limited to the firm by a range of %s", s.table, s.number)
		}
	}
	c.nested(nodes, l)
}

// nested checks the sub-queries within nodes.
func (c *checker) nested(nodes []node, l *level) {
	for _, n := range nodes {
		if isQuery(n) {
			c.query(n.group, l)
		} else {
			c.nested(n.group, l)
		}
	}
}

func isQuery(n node) bool {
	return n.kind == parentheses && len(n.group) > 0 && n.group[0].is("select", "with", "values", "insert", "update", "delete")
}

// isOfLibrary reports whether a table is one of the database itself, or of the queue of jobs.
func isOfLibrary(table string) bool {
	for _, prefix := range []string{"pg_", "river_", "sqlite_"} {
		if len(table) > len(prefix) && table[:len(prefix)] == prefix {
			return true
		}
	}
	return false
}

// split splits nodes at separators.
func split(nodes []node, isSeparator func(node) bool) (parts [][]node) {
	for {
		at := slices.IndexFunc(nodes, isSeparator)
		if at < 0 {
			return append(parts, nodes)
		}
		parts, nodes = append(parts, nodes[:at]), nodes[at+1:]
	}
}

func byComma(n node) bool { return n.isSymbol(",") }
