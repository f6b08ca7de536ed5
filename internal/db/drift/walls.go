package drift

import (
	"context"
	"fmt"
	"slices"

	"entgo.io/ent/dialect"
	entschema "entgo.io/ent/dialect/sql/schema"

	"github.com/firmhub/firmhub/ent/migrate"
)

const firmColumn = "firm_id"

// wall keeps the database itself from letting a row of one firm hang on a row of another. On PostgreSQL it is a foreign
// key of both columns, (firm_id, contact_id) to contacts (firm_id, id); on SQLite, which can't add one to a table that
// exists, triggers that say the same.
type wall struct{ name, sql string }

// walls are the walls that the schema asks for: one for each edge between two firm-owned entities.
func walls(of string) []wall {
	var all []wall
	for _, child := range migrate.Tables {
		if !firmOwned(child) {
			continue
		}
		if of == dialect.SQLite {
			all = append(all, settled(child.Name))
		}
		for _, key := range child.ForeignKeys {
			if !firmOwned(key.RefTable) {
				continue
			}
			column, parent := key.Columns[0].Name, key.RefTable.Name
			if of == dialect.SQLite {
				all = append(all, triggers(child.Name, column, parent)...)
				continue
			}
			name := own + child.Name + "_" + column
			all = append(all, wall{name, fmt.Sprintf(
				`ALTER TABLE %q ADD CONSTRAINT %q FOREIGN KEY (%q, %q) REFERENCES %q (%q, "id")`,
				child.Name, name, firmColumn, column, parent, firmColumn)})
		}
	}
	return all
}

func firmOwned(table *entschema.Table) bool {
	return slices.ContainsFunc(table.Columns, func(c *entschema.Column) bool { return c.Name == firmColumn })
}

// settled keeps a row in its firm, for the sake of its children. On PostgreSQL their foreign keys do.
func settled(table string) wall {
	name := own + table + "_" + firmColumn
	return wall{name, fmt.Sprintf("CREATE TRIGGER `%s` BEFORE UPDATE OF `firm_id` ON `%s`\n"+
		"WHEN NEW.`firm_id` IS NOT OLD.`firm_id`\n"+
		"BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: %s stay in their firm'); END", name, table, table)}
}

func triggers(child, column, parent string) []wall {
	all := make([]wall, 0, 2)
	for suffix, event := range map[string]string{
		"_insert": "INSERT",
		"_update": fmt.Sprintf("UPDATE OF `%s`", column),
	} {
		name := own + child + "_" + column + suffix
		all = append(all, wall{name, fmt.Sprintf("CREATE TRIGGER `%s` BEFORE %s ON `%s`\n"+
			"WHEN NEW.`%s` IS NOT NULL AND NOT EXISTS (SELECT 1 FROM `%s` WHERE `id` = NEW.`%s` AND `firm_id` = NEW.`firm_id`)\n"+
			"BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed: %s.%s refers to no row of its firm'); END",
			name, event, child, column, parent, column, child, column)})
	}
	slices.SortFunc(all, func(a, b wall) int { return slices.Compare([]byte(a.name), []byte(b.name)) })
	return all
}

func missingWalls(ctx context.Context, driver dialect.Driver) ([]Statement, error) {
	query := `SELECT conname::text FROM pg_constraint WHERE conname LIKE 'x\_%'`
	if driver.Dialect() == dialect.SQLite {
		query = `SELECT name FROM sqlite_master WHERE name LIKE 'x\_%' ESCAPE '\'`
	}
	standing, err := list(ctx, driver, query)
	if err != nil {
		return nil, err
	}
	var missing []Statement
	for _, wall := range walls(driver.Dialect()) {
		if !slices.Contains(standing, wall.name) {
			missing = append(missing, Statement{SQL: wall.sql})
		}
	}
	return missing, nil
}
