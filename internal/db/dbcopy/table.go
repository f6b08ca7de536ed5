package dbcopy

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// relation is a table in the catalog of one database.
type relation struct {
	// columns are the types by name, in lower case.
	columns map[string]string
	// parents are the tables that its foreign keys refer to.
	parents []string
}

// table is a table of both databases.
type table struct {
	name    string
	columns []column
}

type column struct {
	name string
	kind kind
	// bare is whether SQLite stores the time without a zone, as River does.
	bare bool
}

// kind is what a column contains. The comments say what represents a value in between, beside nil.
type kind int

const (
	text      kind = iota // string
	integer               // int64
	boolean               // bool
	binary                // []byte
	moment                // time.Time in UTC
	id                    // [16]byte
	document              // string with JSON
	queued                // string with JSON, which SQLite stores as JSONB
	texts                 // string with a JSON list of texts; text[] on PostgreSQL
	documents             // string with a JSON list; jsonb[] on PostgreSQL
	bits                  // int64; bit(8) on PostgreSQL
)

// kinds are the kinds by the types of SQLite and PostgreSQL.
var kinds = map[[2]string]kind{
	{"text", "text"}: text, {"text", "character varying"}: text, {"text", "river_job_state"}: text,
	{"integer", "bigint"}: integer, {"integer", "integer"}: integer, {"integer", "smallint"}: integer,
	{"bool", "boolean"}:                      boolean,
	{"blob", "bytea"}:                        binary,
	{"datetime", "timestamp with time zone"}: moment, {"timestamp", "timestamp with time zone"}: moment,
	{"uuid", "uuid"}: id,
	{"json", "json"}: document, {"json", "jsonb"}: document,
	{"blob", "jsonb"}: queued, {"blob", "text[]"}: texts, {"blob", "character varying[]"}: texts,
	{"blob", "jsonb[]"}:   documents,
	{"integer", "bit(8)"}: bits,
}

// left are the tables that are not copied: the migrations of the target are its own, and the leader
// of the jobs is a process that uses the source.
var left = map[string]bool{"x_migrations": true, "river_leader": true}

// seeded are the tables into which migrations insert rows.
var seeded = map[string]bool{"policy_versions": true, "pricing_plans": true, "pricing_prices": true, "x_releases": true}

// plan returns the tables of both databases in an order in which each comes after those that it
// refers to. It returns an error for a table or column that it does not know how to copy.
func plan(ctx context.Context, from source, to target) ([]*table, error) {
	one, err := from.catalog(ctx)
	if err != nil {
		return nil, err
	}
	other, err := to.catalog(ctx)
	if err != nil {
		return nil, err
	}
	if _, isPostgres := from.(*postgresSource); isPostgres {
		one, other = other, one
	}
	// From here on, one is SQLite.
	for name := range one {
		if _, found := other[name]; !found && !isDerived(name) {
			return nil, fmt.Errorf("the table %s is only in SQLite", name)
		}
	}
	var names []string
	for _, name := range slices.Sorted(maps.Keys(other)) {
		if !left[name] {
			names = append(names, name)
		}
	}
	order, err := sorted(names, other)
	if err != nil {
		return nil, err
	}
	tables := make([]*table, 0, len(order))
	for _, name := range order {
		t, err := merge(name, one[name], other[name])
		if err != nil {
			return nil, err
		}
		tables = append(tables, t)
	}
	return tables, nil
}

// isDerived reports whether triggers of SQLite fill a table that is only there: the index of the
// searches. These triggers have names that begin with that of the table.
func isDerived(name string) bool { return strings.HasPrefix(name, "x_") }

func merge(name string, sqlite, postgres *relation) (*table, error) {
	if sqlite == nil {
		return nil, fmt.Errorf("the table %s is only in PostgreSQL", name)
	}
	t := &table{name: name}
	for _, of := range slices.Sorted(maps.Keys(postgres.columns)) {
		types := [2]string{sqlite.columns[of], postgres.columns[of]}
		kind, found := kinds[types]
		if !found {
			return nil, fmt.Errorf("the column %s of %s is %q in SQLite and %q in PostgreSQL, and firmhub can't copy that",
				of, name, types[0], types[1])
		}
		t.columns = append(t.columns, column{name: of, kind: kind, bare: kind == moment && strings.HasPrefix(name, "river_")})
	}
	if len(sqlite.columns) != len(t.columns) {
		return nil, fmt.Errorf("the table %s has more columns in SQLite than in PostgreSQL", name)
	}
	return t, nil
}

// sorted returns the tables so that each comes after its parents.
func sorted(names []string, relations map[string]*relation) ([]string, error) {
	order := make([]string, 0, len(names))
	done := maps.Clone(left)
	for len(order) < len(names) {
		before := len(order)
		for _, name := range names {
			isReady := !done[name]
			for _, parent := range relations[name].parents {
				isReady = isReady && (done[parent] || parent == name)
			}
			if isReady {
				done[name] = true
				order = append(order, name)
			}
		}
		if len(order) == before {
			return nil, fmt.Errorf("tables refer to each other: %v", slices.DeleteFunc(names, func(name string) bool { return done[name] }))
		}
	}
	return order, nil
}

// list returns names in quotes, separated by commas.
func (t *table) list() string {
	quoted := make([]string, len(t.columns))
	for i, c := range t.columns {
		quoted[i] = quote(c.name)
	}
	return strings.Join(quoted, ", ")
}

func quote(name string) string { return `"` + name + `"` }

// selection returns a SELECT of all rows, with an expression for each column.
func (t *table) selection(expression func(column) string) string {
	all := make([]string, len(t.columns))
	for i, c := range t.columns {
		all[i] = expression(c)
	}
	return "SELECT " + strings.Join(all, ", ") + " FROM " + quote(t.name)
}
