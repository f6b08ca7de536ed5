package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/firmhub/firmhub/internal/app/config"
	"github.com/firmhub/firmhub/internal/db"
)

const databaseCheck = "database"

// database checks the database and, if it answers, its content. It also returns its clock.
// isDefault is whether no setting names the database.
func database(ctx context.Context, c config.Config, isDefault bool) ([]Check, *offset) {
	if c.DatabaseDirectURL != "" {
		if reached := direct(ctx, c.DatabaseDirectURL); reached.Status != OK {
			return []Check{reached}, nil
		}
	}
	opened, failed := open(ctx, c.DatabaseURL, isDefault)
	if opened == nil {
		return []Check{failed}, nil
	}
	defer func() { _ = opened.Close() }() // It was only read.
	of := func(check func(context.Context, *db.DB) Check) Check {
		return within(ctx, func(ctx context.Context) Check { return check(ctx, opened) })
	}
	if opened.Dialect() == db.SQLite {
		file := of(func(ctx context.Context, d *db.DB) Check { return sqliteFile(ctx, d, c.DatabaseURL) })
		return append([]Check{file}, tables(of, c)...), nil
	}
	checks := []Check{of(func(ctx context.Context, d *db.DB) Check { return postgresVersion(ctx, d, c.DatabaseURL) })}
	checks = append(checks, tables(of, c)...)
	checks = append(checks, of(func(ctx context.Context, d *db.DB) Check { return extensions(ctx, d, needed) }), of(locale))
	if stored := of(distribution); stored.Name != "" {
		checks = append(checks, stored)
	}
	return checks, measure(ctx, opened)
}

// tables checks the migrations, and the content of the tables once all migrations are applied.
func tables(of func(check func(context.Context, *db.DB) Check) Check, c config.Config) []Check {
	applied := of(migrations)
	if applied.Status != OK {
		return []Check{applied}
	}
	key := of(func(ctx context.Context, d *db.DB) Check { return secrets(ctx, d, c) })
	return []Check{
		applied, of(prices), of(func(ctx context.Context, d *db.DB) Check { return channels(ctx, d, c) }), key,
		of(func(ctx context.Context, d *db.DB) Check { return factors(ctx, d, key.Status) }), of(demoPeople),
	}
}

// open opens a database, or returns the check of one that can't be opened.
func open(ctx context.Context, address string, isDefault bool) (*db.DB, Check) {
	ctx, cancel := limited(ctx)
	defer cancel()
	opened, err := db.Inspect(ctx, address)
	if err != nil {
		return nil, unopened(ctx, address, isDefault, err)
	}
	return opened, Check{}
}

func direct(ctx context.Context, address string) Check {
	opened, failed := open(ctx, address, false)
	if opened == nil {
		failed.Found = "FIRMHUB_DATABASE_DIRECT_URL: " + failed.Found
		failed.Do = strings.ReplaceAll(failed.Do, config.DatabaseURL, "FIRMHUB_DATABASE_DIRECT_URL")
		return failed
	}
	_ = opened.Close()
	return Check{Name: databaseCheck, Status: OK}
}

// unopened is the check of a database that can't be opened.
func unopened(ctx context.Context, address string, isDefault bool, err error) Check {
	if path, ok := db.SQLitePath(address); ok && errors.Is(err, fs.ErrNotExist) {
		folder := filepath.Dir(path)
		if _, err := os.Stat(folder); !isDefault && errors.Is(err, fs.ErrNotExist) {
			return Check{
				databaseCheck, Failure, "The folder " + folder + " of the database does not exist.",
				"Create it for the account that runs firmhub (mkdir, chown): firmhub creates only " + config.DataDir + ".",
			}
		}
		if err := writable(folder); err != nil {
			return failedFile(path, "created", err)
		}
		return Check{Name: databaseCheck, Status: OK, Found: path + " does not exist yet; firmhub serve creates it."}
	}
	failed := Check{databaseCheck, Failure, sentence(err), "Check host and port in " + config.DatabaseURL +
		", that the server runs, and that a firewall lets this machine in."}
	if ctx.Err() != nil {
		failed.Found = where(address) + ": " + sentence(context.Cause(ctx))
	}
	if _, ok := db.SQLitePath(address); ok {
		failed.Do = "Check the path in " + config.DatabaseURL + " or " + config.DataDir +
			", and that this account may write the file and its folder."
	}
	if errors.As(err, new(*db.URLError)) {
		failed.Do = "Correct " + config.DatabaseURL + "."
	}
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok {
		failed.Found = where(address) + ": " + sentence(refused)
		failed.Do = doRefused(refused.Code)
	} else if errors.As(err, new(*net.DNSError)) {
		failed.Do = "Check the host in " + config.DatabaseURL + "."
	}
	return failed
}

// doRefused returns advice about a log-in that PostgreSQL has refused with a code.
func doRefused(code string) string {
	const (
		badPassword, badUser, noDatabase = "28P01", "28000", "3D000"
		tooMany, starting                = "53300", "57P03"
	)
	switch code {
	case badPassword:
		return "Correct user and password in " + config.DatabaseURL + "; in a URL @ is written %40, / %2F, : %3A and # %23."
	case badUser:
		return "Correct the user in " + config.DatabaseURL + ", or let it log in from this machine (pg_hba.conf of the server)."
	case noDatabase:
		return "Create it: CREATE DATABASE name OWNER user ENCODING 'UTF8' TEMPLATE template0;"
	case tooMany:
		return "Raise max_connections of the server, or lower pool_max_conns in " + config.DatabaseURL + "."
	case starting:
		return "Wait until the server has started."
	}
	return "Correct " + config.DatabaseURL + "."
}

// where returns host and database of a URL, without its user and password.
func where(address string) string {
	parsed, err := url.Parse(address)
	if err != nil {
		return "The database"
	}
	return parsed.Host + parsed.Path
}

func migrations(ctx context.Context, d *db.DB) Check {
	const name = "migrations"
	all, err := d.Migrations(ctx)
	if errors.Is(err, db.ErrMigration) {
		return Check{name, Failure, sentence(err), "Run the release of firmhub that the database was last used with, or a newer one."}
	}
	if err != nil {
		return Check{name, Failure, sentence(err), "Give the user of " + config.DatabaseURL + " the rights to read and change the tables."}
	}
	pending := 0
	for _, migration := range all {
		if migration.AppliedAt == nil {
			pending++
		}
	}
	if pending > 0 {
		do := "Start firmhub serve, which applies them, or run firmhub migrate up."
		if pending < len(all) { // There are data to lose.
			do = "Make a backup, then start firmhub serve, which applies them, or run firmhub migrate up."
		}
		return Check{name, Warning, fmt.Sprintf("%d of %d are not applied yet.", pending, len(all)), do}
	}
	return Check{Name: name, Status: OK, Found: fmt.Sprintf("All %d are applied.", len(all))}
}

func sqliteFile(ctx context.Context, d *db.DB, address string) Check {
	path, _ := db.SQLitePath(address)
	versions, err := db.All[string](d.Shared(ctx), "SELECT sqlite_version()")
	if err != nil {
		return Check{databaseCheck, Failure, sentence(err), "Check that " + path + " is a database of firmhub."}
	}
	err = writable(filepath.Dir(path))
	if err == nil {
		var file *os.File
		if file, err = os.OpenFile(path, os.O_RDWR, 0); err == nil { //nolint:gosec // the operator names it
			err = file.Close()
		}
	}
	if err != nil {
		return failedFile(path, "written", err)
	}
	found := fmt.Sprintf("SQLite %s in %s.", versions[0], path)
	if exposed := db.Exposed(address); len(exposed) > 0 {
		commands := make([]string, len(exposed))
		for i, one := range exposed {
			commands[i] = one.Do
		}
		return Check{
			databaseCheck, Warning, found + " Other accounts of this machine can open its files.",
			strings.Join(commands, "; "),
		}
	}
	return Check{Name: databaseCheck, Status: OK, Found: found}
}

// failedFile is the check of an SQLite file that can't be used.
func failedFile(path, used string, err error) Check {
	return Check{
		databaseCheck, Failure, fmt.Sprintf("%s can't be %s: %v.", path, used, err), doFolder(filepath.Dir(path), config.DatabaseURL),
	}
}

// sentence returns an error in one line that begins with a capital and ends with a full stop.
func sentence(err error) string {
	text := strings.TrimSuffix(strings.Join(strings.Fields(err.Error()), " "), ".") + "."
	return strings.ToUpper(text[:1]) + text[1:]
}
