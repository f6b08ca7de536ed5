package tables_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/migrate"
	"github.com/firmhub/firmhub/ent/tables"
)

func TestKindOf_EveryTable(t *testing.T) {
	t.Parallel()
	statements := strings.Join(migrate.Distribute(migrate.OfCitus()), "\n")
	for _, table := range tables.Tables {
		kind := migrate.KindOf(table.Name)
		require.Contains(t, []migrate.Kind{migrate.Distributed, migrate.Reference, migrate.Local}, kind,
			"say in kinds how %s is stored", table.Name)
		require.Equal(t, kind == migrate.Distributed, strings.Contains(statements, "create_distributed_table('"+table.Name+"'"), table.Name)
		require.Equal(t, kind == migrate.Reference, strings.Contains(statements, "create_reference_table('"+table.Name+"'"), table.Name)
	}
}

// Every unique key of a distributed table has the column by which it is distributed, and its
// foreign keys are to reference tables, or to distributed ones with that column.
func TestDesired_Keys(t *testing.T) {
	t.Parallel()
	desired, err := tables.Desired()
	require.NoError(t, err)
	distributed := 0
	for _, table := range desired {
		if migrate.KindOf(table.Name) != migrate.Distributed {
			for _, key := range table.ForeignKeys {
				require.NotEqual(t, migrate.Distributed, migrate.KindOf(key.RefTable.Name), key.Symbol)
			}
			continue
		}
		distributed++
		column := migrate.DistributionColumn(table.Name)
		require.Equal(t, column, table.PrimaryKey[0].Name, table.Name)
		for _, index := range table.Indexes {
			if index.Unique {
				var names []string
				for _, c := range index.Columns {
					names = append(names, c.Name)
				}
				require.Contains(t, names, column, index.Name)
			}
		}
		for _, key := range table.ForeignKeys {
			if migrate.KindOf(key.RefTable.Name) == migrate.Distributed {
				require.Equal(t, column, key.Columns[0].Name, key.Symbol)
				continue
			}
			require.Equal(t, migrate.Reference, migrate.KindOf(key.RefTable.Name), key.Symbol)
		}
	}
	require.Positive(t, distributed)
}

// The tables of a firm are on the server of the firm, which comes before them. Reference tables
// come first of all.
func TestDistribute(t *testing.T) {
	t.Parallel()
	require.Equal(t, []string{
		"SELECT create_reference_table('users')",
		"SELECT create_distributed_table('firms', 'id', colocate_with => 'none')",
		"SELECT create_distributed_table('contacts', 'firm_id', colocate_with => 'firms')",
		"SELECT truncate_local_data_after_distributing_table('firms')",
		"SELECT truncate_local_data_after_distributing_table('contacts')",
		"SELECT truncate_local_data_after_distributing_table('users')",
	}, migrate.Distribute([]string{"contacts", "firms", "users"}))
}

func TestKindOf_Documented(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../docs/scale.md")
	require.NoError(t, err)
	rows := map[migrate.Kind]string{}
	for line := range strings.Lines(string(text)) {
		for kind, heading := range map[migrate.Kind]string{
			migrate.Distributed: "| distributed by the firm |", migrate.Reference: "| reference,", migrate.Local: "| local,",
		} {
			if strings.HasPrefix(line, heading) {
				rows[kind] = line
			}
		}
	}
	for _, table := range tables.Tables {
		for kind, row := range rows {
			if kind == migrate.Distributed && migrate.FirmOwned(table.Name) {
				continue // The document names them by the mixin.
			}
			require.Equal(t, kind == migrate.KindOf(table.Name), strings.Contains(row, "`"+table.Name+"`"), "docs/scale.md, %s tables: %s", kind, table.Name)
		}
	}
	require.Len(t, rows, 3)
}
