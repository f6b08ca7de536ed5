package db

import "fmt"

// LeftJoinOne returns a left join to a table, by an alias, that has at most one row with a key for
// each row before it. The row is joined only if it meets the condition, which may be TRUE.
// PostgreSQL is made to look for the row of each key: with statistics that are older than the rows,
// as shortly after many were added, it would read all rows of the firm for each instead.
func (d *DB) LeftJoinOne(table, alias, key, condition string) string {
	if d.Dialect() == SQLite {
		return fmt.Sprintf("LEFT JOIN %s %s ON %s AND %s\n", table, alias, key, condition)
	}
	//nolint:unqueryvet // The outer statement says which columns it reads.
	return fmt.Sprintf("LEFT JOIN LATERAL (SELECT * FROM %[1]s %[2]s WHERE %[3]s LIMIT 1) %[2]s ON %[4]s\n", table, alias, key, condition)
}
