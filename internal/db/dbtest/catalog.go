package dbtest

import (
	"context"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/migrate"
)

// catalog describes the tables and functions in query trees, by their object ids.
type catalog struct {
	tables    map[int]table
	functions map[int]function  // those that are not immutable
	casts     map[cast]function // likewise those of casts by text
}

// cast is a cast between text and a type.
type cast struct {
	typeID int
	reads  bool // whether it is from text
}

type table struct {
	name     string
	kind     migrate.Kind
	firm, id int // the numbers of the columns that are the firm and the id
}

// isCitus reports whether Citus stores the table.
func (t table) isCitus() bool {
	return t.kind == migrate.Distributed || t.kind == migrate.Reference
}

type function struct {
	name     string
	volatile bool
}

// uuidEqual is the object id of the operator = of UUIDs.
const uuidEqual = 2972

func readCatalog(ctx context.Context, t testing.TB, conn *pgx.Conn) *catalog {
	t.Helper()
	c := &catalog{tables: map[int]table{}, functions: map[int]function{}, casts: map[cast]function{}}
	read := func(query string, into []any, add func()) {
		rows, err := conn.Query(ctx, query)
		require.NoError(t, err)
		_, err = pgx.ForEachRow(rows, into, func() error { add(); return nil })
		require.NoError(t, err)
	}
	var id, column int
	var name string
	columns := map[string]int{}
	read(`SELECT c.relname || '.' || a.attname, a.attnum FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
		WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')`, []any{&name, &column}, func() { columns[name] = column })
	known := map[string]table{}
	for _, of := range migrate.Tables {
		known[of.Name] = table{of.Name, migrate.KindOf(of.Name), columns[of.Name+"."+migrate.DistributionColumn(of.Name)], columns[of.Name+".id"]}
	}
	read(`SELECT c.oid::int8, coalesce(whole.relname, c.relname) FROM pg_class c
		LEFT JOIN pg_inherits i ON i.inhrelid = c.oid LEFT JOIN pg_class whole ON whole.oid = i.inhparent
		WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')`,
		[]any{&id, &name}, func() {
			c.tables[id] = table{name: name, kind: migrate.Local}
			if of, found := known[name]; found {
				c.tables[id] = of
			}
		})
	var f function
	read("SELECT oid::int8, proname, provolatile = 'v' FROM pg_proc WHERE provolatile <> 'i'",
		[]any{&id, &f.name, &f.volatile}, func() { c.functions[id] = f })
	var of cast
	read(`SELECT t.oid::int8, p.oid = t.typinput, p.proname, p.provolatile = 'v' FROM pg_type t
		JOIN pg_proc p ON p.oid IN (t.typinput, t.typoutput) WHERE p.provolatile <> 'i'`,
		[]any{&of.typeID, &of.reads, &f.name, &f.volatile}, func() { c.casts[of] = f })
	return c
}

// table returns a table of a query by its number there.
func (c *catalog) table(query *queryNode, at int) table {
	return c.tables[query.nodes("rtable")[at-1].number("relid")]
}

// named returns the tables that a part of a query names.
func (c *catalog) named(part any) (tables []table) {
	walk(part, func(n *queryNode) bool {
		if named, found := c.tables[n.number("relid")]; found {
			tables = append(tables, named)
		}
		return true
	})
	return tables
}

// called returns the function that a node calls, if the function is not immutable.
func (c *catalog) called(n *queryNode) function {
	switch n.kind {
	case "SQLVALUEFUNCTION":
		return function{name: "current_timestamp or the like"}
	case "COERCEVIAIO":
		from, _ := n.fields["arg"].(*queryNode)
		for field := range from.fields {
			if called, found := c.casts[cast{typeID: from.number(field)}]; found && strings.HasSuffix(field, "type") {
				return called
			}
		}
		return c.casts[cast{typeID: n.number("resulttype"), reads: true}]
	default:
		return c.functions[max(n.number("funcid"), n.number("opfuncid"))]
	}
}
