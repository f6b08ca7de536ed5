package migrate

import "fmt"

// Distribute returns the statements that convert a migrated PostgreSQL database for Citus.
// Reference tables come first, because others refer to them; then the firms; then the tables of
// firms, parents before children. Local tables stay on their server. Run the statements in one
// transaction.
func Distribute() []string {
	statements := []string{
		// Citus has no statement triggers on such tables. The other triggers write rows of the same
		// firm, on the same server.
		"DROP TRIGGER IF EXISTS x_append_only_truncate ON audit_entries",
		"DROP TRIGGER IF EXISTS x_append_only_truncate ON global_audit_entries",
		"DROP TRIGGER IF EXISTS x_append_only_truncate ON wallet_entries",
		"SET LOCAL citus.enable_unsafe_triggers TO on",
		// Together with the reference tables, Citus would also manage the tables of firms that
		// refer to them, and then not distribute these.
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
		// The tables of sessions refer to users. Citus must know these tables, or a user with
		// sessions could be deleted.
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
