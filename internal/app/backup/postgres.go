package backup

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/firmhub/firmhub/internal/app/config"
	"github.com/firmhub/firmhub/internal/db"
)

// dump writes a dump of a PostgreSQL database in the custom format of pg_dump. It is not compressed
// itself, because the archive is.
func dump(ctx context.Context, databaseURL, path string) error {
	return runTool(ctx, "pg_dump", databaseURL, "--format=custom", "--compress=0", "--file="+path)
}

// load restores a dump into an empty database, in one transaction.
func load(ctx context.Context, databaseURL, path string) error {
	return runTool(ctx, "pg_restore", databaseURL,
		"--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges", "--no-comments", path)
}

// release finds the number of the release in what a tool prints: "pg_dump (PostgreSQL) 17.5".
var release = regexp.MustCompile(`\) (\d+)`)

// runTool runs pg_dump or pg_restore on a database. The password is passed in the environment,
// which others can't read in the list of processes. If the tool is missing or does not fit the
// server, the error says what to install.
func runTool(ctx context.Context, tool, databaseURL string, args ...string) error {
	server, err := serverRelease(ctx, databaseURL)
	if err != nil {
		return err
	}
	if _, err := exec.LookPath(tool); err != nil {
		return fmt.Errorf("%s is not in the PATH: %s", tool, advice(server))
	}
	printed, err := exec.CommandContext(ctx, tool, "--version").Output()
	if err != nil {
		return fmt.Errorf("%s --version: %w", tool, err)
	}
	found := release.FindSubmatch(printed)
	if found == nil {
		return fmt.Errorf("%s --version printed no version", tool)
	}
	client, err := strconv.Atoi(string(found[1]))
	if err != nil {
		return fmt.Errorf("%s --version printed no version", tool)
	}
	if err := fits(tool, client, server); err != nil {
		return err
	}
	address, hidden, err := libpq(databaseURL)
	if err != nil {
		return err
	}
	command := exec.CommandContext(ctx, tool, append([]string{"--dbname=" + address}, args...)...) //nolint:gosec // one of two tools
	command.Env = os.Environ()
	if hidden.password != "" {
		command.Env = append(command.Env, "PGPASSWORD="+hidden.password)
	}
	if hidden.keyPassword != "" {
		file, err := serviceFile(hidden.keyPassword)
		if err != nil {
			return err
		}
		defer func() { _ = os.Remove(file) }()
		command.Env = append(command.Env, "PGSERVICEFILE="+file)
	}
	var messages bytes.Buffer
	command.Stderr = &messages
	if err := command.Run(); err != nil {
		return fmt.Errorf("%s: %w: %s", tool, err, strings.TrimSpace(messages.String()))
	}
	return nil
}

// timeoutRelease is the first release whose pg_restore sets transaction_timeout, which earlier
// servers refuse. Their own pg_restore can't read the dumps of its pg_dump either.
const timeoutRelease = 17

// fits returns an error that says what to install, if what a client dumps can't be restored into a
// server of the same release as this one.
func fits(tool string, client, server int) error {
	switch {
	case client < server:
		return fmt.Errorf("%s is of PostgreSQL %d, which is older than the server: %s", tool, client, advice(server))
	case client >= timeoutRelease && server < timeoutRelease:
		return fmt.Errorf("%s is of PostgreSQL %d, whose dumps can't be restored into PostgreSQL %d: %s", tool, client, server, advice(server))
	}
	return nil
}

// advice says which client a server needs.
func advice(server int) string {
	or := ""
	if server >= timeoutRelease {
		or = " or newer"
	}
	return fmt.Sprintf("install the client of PostgreSQL %d%s, such as apt-get install postgresql-client-%d, and run this again",
		server, or, server)
}

func serverRelease(ctx context.Context, databaseURL string) (number int, err error) {
	opened, err := db.Open(ctx, databaseURL)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, opened.Close()) }()
	return opened.PostgresRelease(ctx)
}

// service is the name of what a service file has.
const service = "firmhub"

// serviceFile writes the password of a TLS key to a service file of mode 0600, the only place
// besides the URL where libpq takes it from.
func serviceFile(keyPassword string) (path string, err error) {
	file, err := os.CreateTemp("", ".firmhub-service-*")
	if err != nil {
		return "", fmt.Errorf("write the password of the TLS key: %w", err)
	}
	_, err = fmt.Fprintf(file, "[%s]\nsslpassword=%s\n", service, keyPassword)
	if err := errors.Join(err, file.Close()); err != nil {
		return "", errors.Join(fmt.Errorf("write the password of the TLS key: %w", err), os.Remove(file.Name()))
	}
	return file.Name(), nil
}

// secrets are the passwords of a URL: of the user, and of the TLS key.
type secrets struct{ password, keyPassword string }

// libpqParameters are the parameters of URLs that pgx and libpq both understand.
var libpqParameters = []string{
	"host", "port", "dbname", "user", "passfile", "connect_timeout", "sslmode", "sslkey", "sslcert", "sslcertmode", "sslrootcert",
	"sslnegotiation", "sslsni", "krbsrvname", "target_session_attrs", "service", "channel_binding", "require_auth", "options",
	"application_name", "client_encoding",
}

// pgxParameters are the parameters of URLs that pgx alone understands, beside those that begin with
// "pool_". It does not send them to the server.
var pgxParameters = []string{
	"default_query_exec_mode", "statement_cache_capacity", "description_cache_capacity", "krbspn",
	"min_protocol_version", "max_protocol_version",
}

// libpq returns the URL of a database as the tools of PostgreSQL understand it: without the
// passwords, and without the parameters of pgx. pgx sends all that it does not know to the server
// as settings, such as statement_timeout; libpq does so with "options" alone. It refuses a standby,
// as db does, unless target_session_attrs says something else: a backup of a standby could lack
// what was answered.
func libpq(databaseURL string) (address string, hidden secrets, err error) {
	parsed, err := url.Parse(databaseURL)
	if err != nil {
		// The error may contain the password.
		return "", secrets{}, config.Refuse(config.DatabaseURL, "must be a URL.")
	}
	parsed.RawQuery = strings.ReplaceAll(parsed.RawQuery, "+", "%2B") // Neither pgx nor libpq takes it for a space.
	query := parsed.Query()
	if parsed.User != nil {
		hidden.password, _ = parsed.User.Password()
		parsed.User = url.User(parsed.User.Username())
	}
	for _, name := range slices.Sorted(maps.Keys(query)) {
		switch {
		case name == "password":
			hidden.password = query.Get(name)
			query.Del(name)
		case name == "sslpassword":
			hidden.keyPassword = query.Get(name)
			query.Set("service", service)
			query.Del(name)
		case name == "database": // pgx has both names for it.
			query.Set("dbname", query.Get(name))
			query.Del(name)
		case strings.HasPrefix(name, "pool_"), slices.Contains(pgxParameters, name):
			query.Del(name)
		case !slices.Contains(libpqParameters, name):
			setting := "-c " + name + "=" + optionEscapes.Replace(query.Get(name))
			query.Set("options", strings.TrimSpace(query.Get("options")+" "+setting))
			query.Del(name)
		}
	}
	const attributes = "target_session_attrs"
	if cmp.Or(query.Get(attributes), os.Getenv("PGTARGETSESSIONATTRS"), "any") == "any" {
		query.Set(attributes, "primary") // not read-write: the user may be one that only reads
	}
	parsed.RawQuery = strings.ReplaceAll(query.Encode(), "+", "%20")
	return parsed.String(), hidden, nil
}

// optionEscapes escapes the value of a setting in "options".
var optionEscapes = strings.NewReplacer(`\`, `\\`, " ", `\ `)
