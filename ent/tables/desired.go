// Package tables describes all tables of the database for ent's migrations. Only tests and tools
// may import it, because it imports packages that the program does not need.
package tables

import (
	"slices"

	"entgo.io/ent/dialect/sql/schema"

	"github.com/firmhub/firmhub/ent/migrate"
)

const (
	firmsTable    = "firms"
	messagesTable = "messages"
	firmColumn    = "firm_id"
)

// primaryKey returns the columns of the primary key of a firm-owned table.
func primaryKey(table *schema.Table) []string {
	if table.Name == messagesTable {
		return []string{firmColumn, "occurred_at", "id"} // with the column by which it is partitioned
	}
	return []string{firmColumn, "id"}
}

// Desired returns the tables of the ent schema with the properties that ent can't express.
//
// The primary key of a firm-owned table is (firm_id, id), and of messages (firm_id, occurred_at,
// id). A foreign key between two firm-owned tables includes firm_id, so a row can't refer to a row
// of another firm. Such a key also ensures that the row's firm exists. So a table with one has no
// foreign key to firms, which would be checked for each row.
//
// Memberships have no foreign key to users, because it would search all firms for a user's
// memberships; user_firms has that key. The foreign key of sessions to user_firms includes user and
// firm.
func Desired() ([]*schema.Table, error) {
	tables, err := schema.CopyTables(Tables)
	if err != nil {
		return nil, err
	}
	for _, table := range tables {
		owned := migrate.FirmOwned(table.Name)
		if owned {
			table.PrimaryKey = columns(table, primaryKey(table)...)
			table.Indexes = slices.DeleteFunc(table.Indexes, uniqueWithoutFirm) // ent adds them to link tables
			table.ForeignKeys = slices.DeleteFunc(table.ForeignKeys, toUsers)
		}
		if slices.ContainsFunc(table.ForeignKeys, toOwner) {
			table.ForeignKeys = slices.DeleteFunc(table.ForeignKeys, toFirms)
		}
		for _, key := range table.ForeignKeys {
			switch {
			case owned && migrate.FirmOwned(key.RefTable.Name):
				include(table, key, firmColumn)
			case table.Name == "sessions" && key.RefTable.Name == "user_firms":
				include(table, key, "user_id", firmColumn)
			}
		}
	}
	return tables, nil
}

func uniqueWithoutFirm(index *schema.Index) bool {
	return index.Unique && !slices.ContainsFunc(index.Columns, func(c *schema.Column) bool { return c.Name == firmColumn })
}

func toUsers(key *schema.ForeignKey) bool { return key.RefTable.Name == "users" }

func toFirms(key *schema.ForeignKey) bool { return key.RefTable.Name == firmsTable }

// toOwner reports whether a key leads every row to a row of the same firm.
func toOwner(key *schema.ForeignKey) bool {
	return migrate.FirmOwned(key.RefTable.Name) && !key.Columns[0].Nullable
}

// include adds columns to the front of a foreign key. They have the same name in both tables.
func include(table *schema.Table, key *schema.ForeignKey, names ...string) {
	key.Columns = append(columns(table, names...), key.Columns...)
	key.RefColumns = append(columns(key.RefTable, names...), key.RefColumns...)
}

func columns(table *schema.Table, names ...string) []*schema.Column {
	found := make([]*schema.Column, 0, len(names))
	for _, name := range names {
		for _, column := range table.Columns {
			if column.Name == name {
				found = append(found, column)
			}
		}
	}
	return found
}
