package migrate

import (
	"fmt"
	"slices"
)

// Distribute returns the statements that hand tables of a migrated PostgreSQL database over to
// Citus. Reference tables come first, then the firms, then the tables of firms. Local tables stay on
// their server. Foreign keys and triggers of the tables must have been put aside. What was in the
// tables before is then on the servers, and its old copy is removed.
func Distribute(names []string) (statements []string) {
	if slices.Contains(names, firmsTable) {
		names = append([]string{firmsTable}, slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == firmsTable })...)
	}
	for _, name := range names {
		if KindOf(name) == Reference {
			statements = append(statements, fmt.Sprintf("SELECT create_reference_table('%s')", name))
		}
	}
	for _, name := range names {
		if KindOf(name) == Distributed {
			with := "firms"
			if name == firmsTable {
				with = "none"
			}
			statements = append(statements,
				fmt.Sprintf("SELECT create_distributed_table('%s', '%s', colocate_with => '%s')", name, DistributionColumn(name), with))
		}
	}
	for _, name := range names {
		statements = append(statements, fmt.Sprintf("SELECT truncate_local_data_after_distributing_table('%s')", name))
	}
	return statements
}

// OfCitus are the names of the tables that Citus stores: all but the local ones.
func OfCitus() (names []string) {
	for _, table := range Tables {
		if KindOf(table.Name) != Local {
			names = append(names, table.Name)
		}
	}
	return names
}
