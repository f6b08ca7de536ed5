package migrate

import "fmt"

// Distribute returns the statements that convert a migrated PostgreSQL database for Citus: reference tables first, to which
// others refer, then the firms, then the tables of firms beside them, parents before children. Local tables stay on
// their server. The statements are for one transaction.
func Distribute() []string {
	statements := []string{
		// Citus has no triggers of statements on such tables. The others write rows of the same firm, on the same server.
		"DROP TRIGGER IF EXISTS x_append_only_truncate ON audit_entries",
		"DROP TRIGGER IF EXISTS x_append_only_truncate ON global_audit_entries",
		"DROP TRIGGER IF EXISTS x_append_only_truncate ON wallet_entries",
		"SET LOCAL citus.enable_unsafe_triggers TO on",
		// Citus would take over the tables of firms with the reference tables to which they refer, and then not distribute them.
		"SET LOCAL citus.enable_local_reference_table_foreign_keys TO off",
	}
	for _, table := range Tables {
		if KindOf(table.Name) == Reference {
			statements = append(statements, fmt.Sprintf("SELECT create_reference_table('%s')", table.Name))
		}
	}
	statements = append(statements, "SELECT create_distributed_table('firms', 'id')")
	done := map[string]bool{firmsTable: true}
	for added := true; added; {
		added = false
		for _, table := range Tables {
			if KindOf(table.Name) != Distributed || done[table.Name] || !parentsDone(table, done) {
				continue
			}
			done[table.Name], added = true, true
			statements = append(statements, fmt.Sprintf(
				"SELECT create_distributed_table('%s', '%s', colocate_with => 'firms')", table.Name, DistributionColumn(table.Name)))
		}
	}
	return append(statements,
		// The tables of sessions refer to users. Citus must know them, or a user to whom they refer could be deleted.
		"SET LOCAL citus.enable_local_reference_table_foreign_keys TO on",
		"SELECT citus_add_local_table_to_metadata('user_firms', cascade_via_foreign_keys => true)",
	)
}

func parentsDone(table Table, done map[string]bool) bool {
	for _, key := range table.ForeignKeys {
		if KindOf(key.RefTable) == Distributed && !done[key.RefTable] {
			return false
		}
	}
	return true
}
