package tables_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/migrate"
	"github.com/firmhub/firmhub/ent/tables"
)

func TestKindOf_EveryTable(t *testing.T) {
	t.Parallel()
	statements := strings.Join(migrate.Distribute(), "\n")
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

func TestDistribute_ParentsFirst(t *testing.T) {
	t.Parallel()
	statements := migrate.Distribute()
	place := func(table string) int {
		return slices.IndexFunc(statements, func(s string) bool { return strings.Contains(s, "table('"+table+"'") })
	}
	for _, table := range tables.Tables {
		if migrate.KindOf(table.Name) != migrate.Distributed {
			continue
		}
		for _, key := range table.ForeignKeys {
			require.GreaterOrEqual(t, place(table.Name), place(key.RefTable.Name), key.Symbol)
		}
	}
}

// Citus manages the local tables that refer to reference tables: those that foreign keys connect
// with user_firms.
func TestDistribute_LocalTables(t *testing.T) {
	t.Parallel()
	desired, err := tables.Desired()
	require.NoError(t, err)
	connected := map[string]bool{"user_firms": true}
	for added := true; added; {
		added = false
		for _, table := range desired {
			for _, key := range table.ForeignKeys {
				if migrate.KindOf(table.Name) == migrate.Local && connected[key.RefTable.Name] && !connected[table.Name] {
					connected[table.Name], added = true, true
				}
			}
		}
	}
	for _, table := range desired {
		for _, key := range table.ForeignKeys {
			if migrate.KindOf(table.Name) == migrate.Local && migrate.KindOf(key.RefTable.Name) == migrate.Reference {
				require.True(t, connected[table.Name], key.Symbol)
			}
		}
	}
	statements := migrate.Distribute()
	off := slices.Index(statements, "SET LOCAL citus.enable_local_reference_table_foreign_keys TO off")
	first := slices.IndexFunc(statements, func(s string) bool { return strings.Contains(s, "create_") })
	require.GreaterOrEqual(t, off, 0)
	require.Less(t, off, first)
	require.Equal(t, "SELECT citus_add_local_table_to_metadata('user_firms', cascade_via_foreign_keys => true)", statements[len(statements)-1])
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
			require.Equal(t, kind == migrate.KindOf(table.Name), strings.Contains(row, "`"+table.Name+"`"), "docs/scale.md, %s tables: %s", kind, table.Name)
		}
	}
	require.Len(t, rows, 3)
}
