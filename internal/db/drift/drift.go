// Package drift compares a database with the ent schema. The generator writes the difference into a
// new migration. A test requires that there is none.
//
// Objects whose names begin with x_ are written by hand, because ent can't express them. They are
// hidden from ent's comparison, so that it does not drop them.
package drift

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	atlas "ariga.io/atlas/sql/migrate"
	"ariga.io/atlas/sql/postgres"
	"ariga.io/atlas/sql/schema"
	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"
	entschema "entgo.io/ent/dialect/sql/schema"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	_ "modernc.org/sqlite" // the driver

	"github.com/firmhub/firmhub/ent/tables"
)

const own = "x_"

// Statement is a statement of the difference.
type Statement struct {
	SQL     string
	Comment string
}

// Between returns the statements that would change the database of the URL (as in db.Open) to the
// ent schema. It changes nothing.
func Between(ctx context.Context, url string) ([]Statement, error) {
	driver, err := open(url)
	if err != nil {
		return nil, err
	}
	defer driver.Close()

	statements, err := compare(ctx, driver)
	if err != nil {
		return nil, fmt.Errorf("drift: compare tables: %w", err)
	}
	lost, err := rebuilt(ctx, driver, statements)
	if err != nil {
		return nil, fmt.Errorf("drift: look for objects of rebuilt tables: %w", err)
	}
	return slices.Concat(statements, lost), nil
}

func open(url string) (*entsql.Driver, error) {
	if path, ok := strings.CutPrefix(url, "sqlite://"); ok {
		pool, err := sql.Open("sqlite", "file:"+path+"?_pragma=foreign_keys(1)")
		if err != nil {
			return nil, fmt.Errorf("drift: %w", err)
		}
		return entsql.OpenDB(dialect.SQLite, pool), nil
	}
	config, err := pgxpool.ParseConfig(url) // it removes the parameters of the pool
	if err != nil {
		return nil, fmt.Errorf("drift: %w", err)
	}
	// atlas needs database/sql.
	return entsql.OpenDB(dialect.Postgres, stdlib.OpenDB(*config.ConnConfig)), nil
}

// compare returns ent's plan without applying it.
func compare(ctx context.Context, driver dialect.Driver) ([]Statement, error) {
	var statements []Statement
	plan := entschema.ApplyFunc(func(_ context.Context, _ dialect.ExecQuerier, plan *atlas.Plan) error {
		for _, change := range plan.Changes {
			// db.Migrate does this itself before the transaction: inside, it has no effect.
			if strings.HasPrefix(change.Cmd, "PRAGMA foreign_keys") {
				continue
			}
			statements = append(statements, Statement{SQL: change.Cmd, Comment: change.Comment})
		}
		return nil
	})
	desired, err := tables.Desired()
	if err != nil {
		return nil, err
	}
	differ, err := entschema.NewMigrate(driver,
		entschema.WithDropIndex(true), entschema.WithDropColumn(true), entschema.WithIndent("  "),
		entschema.WithDiffHook(hideOwn), entschema.WithApplyHook(func(entschema.Applier) entschema.Applier { return plan }))
	if err != nil {
		return nil, err
	}
	err = differ.Create(ctx, desired...)
	return statements, err
}

func hideOwn(next entschema.Differ) entschema.Differ {
	return entschema.DiffFunc(func(current, desired *schema.Schema) ([]schema.Change, error) {
		for _, table := range current.Tables {
			table.Indexes = slices.DeleteFunc(table.Indexes, func(i *schema.Index) bool {
				return strings.HasPrefix(i.Name, own)
			})
			table.ForeignKeys = slices.DeleteFunc(table.ForeignKeys, func(k *schema.ForeignKey) bool {
				return strings.HasPrefix(k.Symbol, own)
			})
			// ent can't express how a table is partitioned.
			table.Attrs = slices.DeleteFunc(table.Attrs, func(a schema.Attr) bool {
				_, partition := a.(*postgres.Partition)
				return partition
			})
			if want, ok := desired.Table(table.Name); ok && table.PrimaryKey != nil {
				inOrderOf(want.PrimaryKey, table.PrimaryKey)
			}
		}
		return next.Diff(current, desired)
	})
}

// inOrderOf orders the columns of a primary key as in another one. For SQLite, atlas reads them in
// the order of the table.
func inOrderOf(want, key *schema.Index) {
	place := func(part *schema.IndexPart) int {
		return slices.IndexFunc(want.Parts, func(w *schema.IndexPart) bool { return w.C.Name == part.C.Name })
	}
	slices.SortFunc(key.Parts, func(a, b *schema.IndexPart) int { return cmp.Compare(place(a), place(b)) })
	for i, part := range key.Parts {
		part.SeqNo = i
	}
}

// rebuilt returns the hand-written triggers and indexes of tables that the statements rebuild:
// SQLite changes a table by copying it into a new one and dropping the old one.
func rebuilt(ctx context.Context, driver dialect.Driver, statements []Statement) ([]Statement, error) {
	var lost []Statement
	for _, statement := range statements {
		table, ok := strings.CutPrefix(statement.SQL, "DROP TABLE ")
		if !ok || driver.Dialect() != dialect.SQLite {
			continue
		}
		definitions, err := list(ctx, driver,
			`SELECT sql FROM sqlite_master WHERE tbl_name = ? AND name LIKE 'x\_%' ESCAPE '\' ORDER BY name`,
			strings.Trim(table, "`"))
		if err != nil {
			return nil, err
		}
		for _, definition := range definitions {
			lost = append(lost, Statement{SQL: definition, Comment: "again, as the table was rebuilt"})
		}
	}
	return lost, nil
}

func list(ctx context.Context, driver dialect.Driver, query string, args ...any) ([]string, error) {
	rows := &entsql.Rows{}
	if err := driver.Query(ctx, query, args, rows); err != nil {
		return nil, err
	}
	var found []string
	err := errors.Join(entsql.ScanSlice(rows, &found), rows.Close())
	return found, err
}
