package doctor

import (
	"context"
	"fmt"
	"strings"

	"github.com/firmhub/firmhub/internal/db"
)

// oldestPostgres is the oldest release that the tests use, in PostgreSQL's numbering.
const oldestPostgres = 150000

func postgresVersion(ctx context.Context, d *db.DB, address string) Check {
	versions, err := db.All[struct {
		Number int
		Text   string
	}](d.Shared(ctx), "SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS text")
	if err != nil {
		return Check{databaseCheck, Failure, sentence(err), "Check that the server is PostgreSQL."}
	}
	found := fmt.Sprintf("PostgreSQL %s at %s.", versions[0].Text, where(address))
	if versions[0].Number < oldestPostgres {
		return Check{databaseCheck, Warning, found, "Upgrade it: firmhub is tested on PostgreSQL 15 and newer."}
	}
	return Check{Name: databaseCheck, Status: OK, Found: found}
}

// needed are the extensions that the migrations create.
var needed = []string{"btree_gin", "pg_trgm"} //nolint:gochecknoglobals // a constant list

// extensions checks that each extension exists, or that the migrations can create it.
func extensions(ctx context.Context, d *db.DB, names []string) Check {
	const check = "extensions"
	type extension struct {
		Name               string
		Installed, Allowed bool
	}
	rows, err := db.All[extension](d.Shared(ctx), `SELECT e.name AS name, e.installed_version IS NOT NULL AS installed,
			r.rolsuper OR v.trusted AND has_database_privilege(current_database(), 'CREATE') AS allowed
		FROM pg_available_extensions e
		JOIN pg_available_extension_versions v ON v.name = e.name AND v.version = e.default_version
		JOIN pg_roles r ON r.rolname = current_user`)
	if err != nil {
		return Check{check, Failure, sentence(err), "Let the user read pg_available_extensions."}
	}
	known := map[string]extension{}
	for _, row := range rows {
		known[row.Name] = row
	}
	var missing, refused, create []string
	for _, name := range names {
		switch row, available := known[name]; {
		case row.Installed:
		case !available:
			missing = append(missing, name)
		case !row.Allowed:
			refused = append(refused, name)
			create = append(create, "CREATE EXTENSION "+name+";")
		}
	}
	switch {
	case len(missing) > 0:
		return Check{
			check, Failure, "The server does not have " + strings.Join(missing, ", ") + ".",
			"Install the contrib modules on the server, such as the package postgresql-contrib.",
		}
	case len(refused) > 0:
		return Check{
			check, Failure, strings.Join(refused, ", ") + " are not created, and this user may not create them.",
			"As a superuser, in this database: " + strings.Join(create, " "),
		}
	}
	return Check{Name: check, Status: OK, Found: strings.Join(names, " and ") + " are there, or will be created by the migrations."}
}

// distribution checks that Citus stores the tables that it should. For a database without the
// extension the check has no name.
func distribution(ctx context.Context, d *db.DB) Check {
	const check = "citus"
	installed, err := d.HasCitus(ctx)
	if err != nil {
		return Check{check, Failure, sentence(err), "Let the user read pg_extension."}
	}
	if !installed {
		return Check{}
	}
	missing, err := d.Undistributed(ctx)
	switch {
	case err != nil:
		return Check{check, Failure, sentence(err), "Let the user read pg_dist_partition."}
	case len(missing) > 0:
		return Check{
			check, Warning, "Citus does not store these tables yet: " + strings.Join(missing, ", ") + ".", "Run firmhub migrate distribute.",
		}
	}
	return Check{Name: check, Status: OK, Found: "All tables that belong there are distributed."}
}

// locale checks that the database stores every character, and that its trigram index supports
// letters outside ASCII.
func locale(ctx context.Context, d *db.DB) Check {
	const (
		name = "locale"
		do   = "Create the database anew: CREATE DATABASE name TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8'; then pg_dump and restore."
	)
	settings, err := db.All[struct{ Encoding, Ctype string }](d.Shared(ctx),
		`SELECT pg_encoding_to_char(encoding) AS encoding, datctype AS ctype FROM pg_database WHERE datname = current_database()`)
	if err != nil {
		return Check{name, Failure, sentence(err), "Let the user read pg_database."}
	}
	encoding, ctype := settings[0].Encoding, settings[0].Ctype
	if encoding != "UTF8" {
		return Check{name, Failure, "The encoding is " + encoding + "; firmhub needs UTF8.", do}
	}
	if ctype == "C" || ctype == "POSIX" {
		found := "The locale is " + ctype + ", so that the search index knows ASCII letters alone; other searches are slow."
		return Check{name, Warning, found, do}
	}
	return Check{Name: name, Status: OK, Found: encoding + ", " + ctype + "."}
}
