package dbtest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/migrate"
)

// CitusFaults checks statements by the rules of docs/scale.md, as if the database were distributed
// by Citus. It returns the faults, and the statements without one. PostgreSQL parses the
// statements, and so returns the tables and functions that they name. A statement that it refuses
// to parse is in neither list. Several statements in one text are a fault, since they must be sent
// one by one.
func CitusFaults(t testing.TB, databaseURL string, texts ...string) (faults, right []string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), patience)
	defer cancel()
	config, err := pgx.ParseConfig(withoutPool(t, databaseURL))
	require.NoError(t, err)
	var tree string
	config.OnNotice = func(_ *pgconn.PgConn, notice *pgconn.Notice) {
		if strings.HasPrefix(notice.Message, "parse tree") {
			tree = notice.Detail
		}
	}
	conn, err := pgx.ConnectConfig(ctx, config)
	require.NoError(t, err)
	defer func() { require.NoError(t, conn.Close(ctx)) }()
	catalog := readCatalog(ctx, t, conn)
	_, err = conn.Exec(ctx, "SET debug_print_parse = on; SET debug_pretty_print = off; SET client_min_messages = log")
	require.NoError(t, err)
	for _, text := range texts {
		tree = ""
		if _, err := conn.PgConn().Prepare(ctx, "", text, nil); err != nil {
			if isSyntax(err) {
				faults = append(faults, fmt.Sprintf("it can't be checked (%s): %s", err, oneLine(text)))
			}
			continue
		}
		require.NotEmpty(t, tree, text)
		var found []string
		walk(parseQuery(tree), func(n *queryNode) bool {
			if n.kind == kindQuery {
				found = append(found, catalog.faults(n)...)
			}
			return true
		})
		slices.Sort(found)
		for _, fault := range slices.Compact(found) {
			faults = append(faults, fault+": "+oneLine(text))
		}
		if len(found) == 0 {
			right = append(right, text)
		}
	}
	return faults, right
}

// isSyntax reports whether an error is about the syntax of a statement, or about several in one
// text.
func isSyntax(err error) bool {
	var refused *pgconn.PgError
	return errors.As(err, &refused) && refused.Code == "42601"
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// inserts is the number by which PostgreSQL calls an INSERT.
const inserts = 3

// faults returns what is wrong with a query, apart from its sub-queries.
func (c *catalog) faults(query *queryNode) (faults []string) {
	for _, lock := range query.nodes("rowMarks") {
		at := lock.number("rti")
		if locked := c.table(query, at); locked.kind == migrate.Distributed && equalities(query, at, locked.firm) == 0 {
			faults = append(faults, "it locks rows of "+locked.name+" without naming the firm")
		}
	}
	at := query.number("resultRelation")
	if at == 0 {
		return faults
	}
	changed := c.table(query, at)
	if changed.isCitus() {
		faults = append(faults, c.callFaults(query)...)
	}
	if query.number("commandType") == inserts {
		if contains(query.fields["targetList"], kindSubLink) && slices.ContainsFunc(c.named(query), table.isCitus) {
			faults = append(faults, "it inserts values with a sub-query")
		}
		return faults
	}
	if changed.kind == migrate.Distributed {
		switch firms := equalities(query, at, changed.firm); {
		case firms > 1:
			faults = append(faults, "it names the firm of "+changed.name+" twice")
		case firms == 0 && equalities(query, at, changed.id) > 0:
			faults = append(faults, "it changes "+changed.name+" by id without naming the firm")
		}
	}
	return append(faults, c.readFaults(query, changed)...)
}

// callFaults returns the calls that Citus does not allow in a change. Citus calls functions itself,
// once for all servers, and can't if the arguments are columns.
func (c *catalog) callFaults(query *queryNode) (faults []string) {
	calls := func(part any, where string) {
		walk(part, func(n *queryNode) bool {
			if called := c.called(n); called.name != "" {
				faults = append(faults, where+" calls "+called.name+", which is not immutable")
			}
			return n.kind != kindQuery
		})
	}
	calls(query.fields["returningList"], "RETURNING")
	if query.number("commandType") == inserts {
		calls(query.fields["onConflict"], "ON CONFLICT")
		return faults
	}
	walk([]any{query.fields["targetList"], query.fields["jointree"]}, func(n *queryNode) bool {
		if strings.HasPrefix(n.kind, "CASE") || strings.HasPrefix(n.kind, "COALESCE") {
			calls(n, "CASE or COALESCE")
			return false
		}
		if called := c.called(n); called.volatile || called.name != "" && contains(n, kindVar) {
			faults = append(faults, "a change calls "+called.name+", which is not immutable")
		}
		return n.kind != kindQuery
	})
	return faults
}

// readFaults returns the tables that an UPDATE or DELETE of a table may not read.
func (c *catalog) readFaults(query *queryNode, changed table) (faults []string) {
	for _, read := range c.named(query) {
		if changed.kind == migrate.Reference && read.kind == migrate.Distributed {
			faults = append(faults, fmt.Sprintf("it changes the reference table %s and reads the distributed table %s", changed.name, read.name))
		}
	}
	walk([]any{query.fields["targetList"], query.fields["jointree"]}, func(n *queryNode) bool {
		if n.kind != kindSubLink || !refersOut(n) {
			return true
		}
		for _, read := range c.named(n) {
			if read.isCitus() != changed.isCitus() {
				faults = append(faults, fmt.Sprintf("it changes the %s table %s by a correlated sub-query of the %s table %s",
					changed.kind, changed.name, read.kind, read.name))
			}
		}
		return false
	})
	return faults
}

// refersOut reports whether a sub-query refers to columns of the query around it.
func refersOut(sublink *queryNode) (out bool) {
	walk(sublink, func(n *queryNode) bool {
		out = out || n.kind == kindVar && n.number("varlevelsup") > 0
		return !out
	})
	return out
}

// equalities returns the number of conditions of a query that must all be true and compare a UUID
// of a table with a value. Table and column are numbers; table is the number of the table in the
// query.
func equalities(query *queryNode, table, column int) (count int) {
	isColumn := func(value any) bool {
		n, _ := value.(*queryNode)
		return n != nil && n.kind == kindVar && n.number("varno") == table && n.number("varattno") == column
	}
	walk(query.fields["jointree"], func(n *queryNode) bool {
		if n.kind == "OPEXPR" && n.number("opno") == uuidEqual {
			args, _ := n.fields["args"].([]any)
			if isColumn(args[0]) && !contains(args[1], kindVar) || isColumn(args[1]) && !contains(args[0], kindVar) {
				count++
			}
		}
		return n.kind != kindQuery && n.kind != kindSubLink && (n.kind != "BOOLEXPR" || n.fields["boolop"] == "and")
	})
	return count
}
