//go:build ignore

// This program writes the next migration of both databases: the difference between the present
// migrations and the ent schema.
//
//	FIRMHUB_DEV_POSTGRES=postgres://… go run ent/migrate/generate.go add_wallets
//
// The PostgreSQL database must be empty, and is empty again afterwards. If there is nothing to do
// on one of the two databases, its file contains a comment that says so. Write SQL by hand into the
// same files, or into separate files that take the next number on both databases. The names of its
// objects begin with x_.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/drift"
)

const folder = "ent/migrate"

func main() {
	if err := run(context.Background()); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context) error {
	if len(os.Args) != 2 || !regexp.MustCompile(`^[a-z0-9_]+$`).MatchString(os.Args[1]) {
		return errors.New("usage: go run ent/migrate/generate.go name_of_the_change")
	}
	scratch, err := os.MkdirTemp("", "firmhub-migrate")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)

	texts := map[string]string{}
	changed := false
	for dialect, url := range map[string]string{
		"sqlite": "sqlite://" + filepath.Join(scratch, "dev.db"), "postgres": os.Getenv("FIRMHUB_DEV_POSTGRES"),
	} {
		statements, err := plan(ctx, url)
		if err != nil {
			return fmt.Errorf("%s: %w", dialect, err)
		}
		changed = changed || len(statements) > 0
		texts[dialect] = text(statements)
	}
	if !changed {
		log.Print("the migrations already make what the schema says")
		return nil
	}
	files, err := filepath.Glob(filepath.Join(folder, "sqlite", "*.sql"))
	if err != nil {
		return err
	}
	for dialect, text := range texts {
		name := filepath.Join(folder, dialect, fmt.Sprintf("%04d_%s.sql", len(files)+1, os.Args[1]))
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			return err
		}
		log.Print("wrote ", name)
	}
	return nil
}

func plan(ctx context.Context, url string) (statements []drift.Statement, err error) {
	d, err := db.Open(ctx, url)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	if d.Dialect() == db.Postgres {
		found, err := db.All[int](d.Shared(ctx), "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")
		if err != nil {
			return nil, err
		}
		if found[0] > 0 {
			return nil, errors.New("FIRMHUB_DEV_POSTGRES must name an empty database")
		}
		defer func() {
			ctx := rule.AcrossFirms(ctx, "remove what the migrations have created")
			_, dropErr := d.AcrossFirms(ctx).Exec("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
			err = errors.Join(err, dropErr)
		}()
	}
	if err := d.Migrate(ctx); err != nil {
		return nil, err
	}
	return drift.Between(ctx, url)
}

func text(statements []drift.Statement) string {
	if len(statements) == 0 {
		return "SELECT 1; -- Nothing is to be done on this database.\n"
	}
	var b strings.Builder
	for _, statement := range statements {
		if statement.Comment != "" {
			fmt.Fprintf(&b, "-- %s\n", statement.Comment)
		}
		fmt.Fprintf(&b, "%s;\n", statement.SQL)
	}
	return b.String()
}
