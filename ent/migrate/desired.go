package migrate

import (
	"slices"

	"entgo.io/ent/dialect/sql/schema"
)

// Kind is how a table is stored where the database is distributed over several servers by Citus.
type Kind string

// The kinds of tables. See docs/scale.md.
const (
	// Distributed tables have rows of firms, and are distributed by the firm.
	Distributed Kind = "distributed"
	// Reference tables are small, read in statements about a firm, and replicated to every server.
	Reference Kind = "reference"
	// Local tables are on one server, and are read before the firm is known.
	Local Kind = "local"
)

// kinds are the kinds of tables that do not belong to a firm.
var kinds = map[string]Kind{
	"firms": Distributed, // by their id

	"users":                Reference,
	"role_properties":      Reference,
	"policy_rules":         Reference,
	"policy_versions":      Reference,
	"global_audit_entries": Reference,
	"pricing_plans":        Reference,
	"pricing_prices":       Reference,
	"wallet_totals":        Reference,

	"firm_names":     Local,
	"api_keys":       Local,
	"user_firms":     Local,
	"sessions":       Local,
	"refresh_tokens": Local,
	"signing_keys":   Local,
}

const (
	firmsTable    = "firms"
	messagesTable = "messages"
	firmColumn    = "firm_id"
)

// KindOf returns the kind of a table of ent; empty for one that has none yet, which a test refuses.
func KindOf(table *schema.Table) Kind {
	if firmOwned(table) {
		return Distributed
	}
	return kinds[table.Name]
}

// DistributionColumn returns the column by which a distributed table is distributed.
func DistributionColumn(table *schema.Table) string {
	if table.Name == firmsTable {
		return "id"
	}
	return firmColumn
}

// primaryKey returns the columns of the primary key of a firm-owned table.
func primaryKey(table *schema.Table) []string {
	if table.Name == messagesTable {
		return []string{firmColumn, "occurred_at", "id"} // with what it is partitioned by
	}
	return []string{firmColumn, "id"}
}

// firmOwned reports whether the table refers to its firm, as those of schema.FirmOwned do, or is one of [Desired] that did.
func firmOwned(table *schema.Table) bool {
	if table.PrimaryKey[0].Name == firmColumn {
		return true
	}
	for _, key := range table.ForeignKeys {
		if key.RefTable.Name == firmsTable && key.Columns[0].Name == firmColumn {
			return true
		}
	}
	return false
}

// Desired returns the tables of the ent schema with what ent can't express. The primary key of a firm-owned table is
// (firm_id, id), of messages (firm_id, occurred_at, id), and a foreign key between two of them includes firm_id, so that a row
// can't refer to one of another firm.
// That key also holds the row's firm, so where there is one, the table has none to firms, which would be checked for each row.
// Memberships have no foreign key to users, which would look for a user's memberships in all firms: user_firms has it.
// That of sessions to user_firms includes user and firm.
func Desired() ([]*schema.Table, error) {
	tables, err := schema.CopyTables(Tables)
	if err != nil {
		return nil, err
	}
	for _, table := range tables {
		owned := firmOwned(table)
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
			case owned && firmOwned(key.RefTable):
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

// toOwner reports whether a key leads every row to one that belongs to the same firm.
func toOwner(key *schema.ForeignKey) bool { return firmOwned(key.RefTable) && !key.Columns[0].Nullable }

// include adds columns, which have the same name in both tables, to the front of a foreign key.
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
