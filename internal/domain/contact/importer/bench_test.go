package importer_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/contactimport"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact/importer"
)

// benchRows is the number of rows that BenchmarkImport imports; FIRMHUB_BENCH_ROWS sets it.
const benchRows = 50_000

// BenchmarkImport imports rows with a phone, an e-mail and three tags, and does a dry run of the
// same rows, each of which then belongs to a contact. On PostgreSQL it then copies the rows that
// this made into tables of the same shape and indexes, by COPY, and makes them for another firm by
// SQL that somebody would write by hand: from a staging table with the numbers already parsed and
// the texts already folded.
func BenchmarkImport(b *testing.B) {
	rows := benchRows
	if text := os.Getenv("FIRMHUB_BENCH_ROWS"); text != "" {
		var err error
		rows, err = strconv.Atoi(text)
		require.NoError(b, err)
	}
	path := filepath.Join(b.TempDir(), "contacts.csv") // not in memory, which is measured
	require.NoError(b, os.WriteFile(path, []byte(table(rows)), 0o600))
	b.Run("sqlite", func(b *testing.B) { benchmarkProduct(b, dbtest.Open(b, db.SQLite), path, rows) })
	b.Run("postgres", func(b *testing.B) {
		d := dbtest.Open(b, db.Postgres)
		bundle := benchmarkProduct(b, d, path, rows)
		pool, _ := d.NativePool()
		acquired, err := pool.Acquire(b.Context())
		require.NoError(b, err)
		defer acquired.Release()
		server := acquired.Conn()
		b.Run("copy", func(b *testing.B) { benchmarkCopy(b, server, rows) })
		b.Run("sql", func(b *testing.B) { benchmarkSQL(b, server, bundle, rows) })
	})
}

// table returns a file of people who are all different.
func table(rows int) string {
	var s strings.Builder
	s.WriteString("firstName,lastName,phone,email,tags\n")
	for i := range rows {
		fmt.Fprintf(&s, "Maria%d,da Silva %d,(%d) 9%04d-%04d,maria.silva%d@example.com,\"region %d;plan %d;source %d\"\n",
			i%997, i%1013, 11+i%9, i/10_000%10_000, i%10_000, i, i%27, i%5, i%40)
	}
	return s.String()
}

func benchmarkProduct(b *testing.B, d *db.DB, path string, rows int) (last *bundle) {
	b.Helper()
	b.Run("import", func(b *testing.B) {
		for b.Loop() {
			b.StopTimer()
			last = setupIn(b, d, b.TempDir())
			last.start(b)
			content, err := os.Open(path)
			require.NoError(b, err)
			debug.FreeOSMemory()
			base, stop := resident(), make(chan struct{})
			var peak atomic.Int64
			go func() {
				for {
					select {
					case <-stop:
						return
					case <-time.After(10 * time.Millisecond):
						peak.Store(max(peak.Load(), resident()))
					}
				}
			}()
			b.StartTimer()
			began := time.Now()
			done := last.wait(b, last.queueFrom(b, content, importer.Input{DefaultPhoneCC: "+55"}).ID)
			report(b, rows, began)
			close(stop)
			require.Equal(b, contactimport.StatusCompleted, done.Status, done.Error)
			require.Equal(b, rows, done.CreatedCount)

			_, err = content.Seek(0, io.SeekStart)
			require.NoError(b, err)
			began = time.Now()
			done = last.wait(b, last.queueFrom(b, content, importer.Input{DefaultPhoneCC: "+55", DryRun: new(true)}).ID)
			b.ReportMetric(float64(rows)/time.Since(began).Seconds(), "dry-run-rows/s")
			require.NoError(b, content.Close())
			require.Equal(b, rows, done.UnchangedCount, done.Error)
			b.ReportMetric(float64(peak.Load()-base)/(1<<20), "MiB-more")
		}
	})
	return last
}

func report(b *testing.B, rows int, began time.Time) {
	b.Helper()
	b.ReportMetric(float64(rows)/time.Since(began).Seconds(), "rows/s")
	b.ReportMetric(0, "ns/op")
}

// resident returns the memory of the process in bytes.
func resident() int64 {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	pages, err := strconv.ParseInt(strings.Fields(string(text))[1], 10, 64)
	if err != nil {
		return 0
	}
	return pages * int64(os.Getpagesize())
}

var copied = []string{"contacts", "tags", "contact_phones", "contact_emails", "contact_tags"}

func benchmarkCopy(b *testing.B, server *pgx.Conn, rows int) {
	b.Helper()
	ctx := b.Context()
	data := map[string]*bytes.Buffer{}
	for _, name := range copied {
		data[name] = &bytes.Buffer{}
		_, err := server.PgConn().CopyTo(ctx, data[name], "COPY "+name+" TO STDOUT")
		require.NoError(b, err)
	}
	for b.Loop() {
		b.StopTimer()
		for _, name := range copied {
			_, err := server.Exec(ctx, "DROP TABLE IF EXISTS x_copy_"+name+"; CREATE TABLE x_copy_"+name+" (LIKE "+name+" INCLUDING ALL)")
			require.NoError(b, err)
		}
		b.StartTimer()
		began := time.Now()
		for _, name := range copied {
			_, err := server.PgConn().CopyFrom(ctx, bytes.NewReader(data[name].Bytes()), "COPY x_copy_"+name+" FROM STDIN")
			require.NoError(b, err)
		}
		report(b, rows, began)
	}
}

// bySQL makes the contacts of another firm from the staging table x_staged, those that are not
// there yet.
const bySQL = `
INSERT INTO tags (firm_id, id, created_at, updated_at, name, name_key, mark)
	SELECT $1, gen_random_uuid(), now(), now(), min(t), t, chr(255 + CAST(row_number() OVER () AS int)) FROM (SELECT DISTINCT unnest(tags) AS t FROM x_staged) AS u GROUP BY t
	ON CONFLICT DO NOTHING;
CREATE TEMP TABLE x_new ON COMMIT DROP AS SELECT gen_random_uuid() AS id, s.* FROM x_staged s
	WHERE NOT EXISTS (SELECT 1 FROM contact_phones p WHERE p.firm_id = $1 AND p.match_key = s.match_key)
	AND NOT EXISTS (SELECT 1 FROM contact_emails e WHERE e.firm_id = $1 AND e.person_key = s.person_key);
INSERT INTO contacts (firm_id, id, created_at, updated_at, first_name, first_name_key, last_name, last_name_key, is_active, search)
	SELECT $1, id, now(), now(), first_name, first_name_key, last_name, last_name_key, true, search FROM x_new;
INSERT INTO contact_phones (firm_id, id, created_at, updated_at, contact_id, position, type, is_primary, phone, phone_cc, e164, match_key, digits)
	SELECT $1, gen_random_uuid(), now(), now(), id, 0, 0, true, phone, phone_cc, e164, match_key, digits FROM x_new;
INSERT INTO contact_emails (firm_id, id, created_at, updated_at, contact_id, position, type, is_primary, email, email_key, person_key)
	SELECT $1, gen_random_uuid(), now(), now(), id, 0, 0, true, email, email_key, person_key FROM x_new;
INSERT INTO contact_tags (firm_id, id, created_at, updated_at, contact_id, tag_id)
	SELECT $1, gen_random_uuid(), now(), now(), n.id, t.id FROM x_new n, unnest(n.tags) AS u (key)
	JOIN tags t ON t.firm_id = $1 AND t.name_key = u.key;
INSERT INTO contact_counts (firm_id, id, created_at, updated_at, tag_id, n)
	SELECT $1, gen_random_uuid(), now(), now(), tag_id, count(*) FROM contact_tags WHERE firm_id = $1 GROUP BY tag_id
	UNION ALL SELECT $1, gen_random_uuid(), now(), now(), NULL, count(*) FROM x_new`

func benchmarkSQL(b *testing.B, server *pgx.Conn, from *bundle, rows int) {
	b.Helper()
	ctx := b.Context()
	_, err := server.Exec(ctx, `CREATE UNLOGGED TABLE x_filled AS SELECT c.first_name, c.first_name_key, c.last_name,
		c.last_name_key, c.search, p.phone, p.phone_cc, p.e164, p.match_key, p.digits, e.email, e.email_key, e.person_key,
		ARRAY(SELECT t.name_key FROM contact_tags l JOIN tags t ON t.firm_id = l.firm_id AND t.id = l.tag_id
			WHERE l.firm_id = c.firm_id AND l.contact_id = c.id) AS tags
		FROM contacts c JOIN contact_phones p ON p.firm_id = c.firm_id AND p.contact_id = c.id
		JOIN contact_emails e ON e.firm_id = c.firm_id AND e.contact_id = c.id WHERE c.firm_id = $1`, from.firm.ID)
	require.NoError(b, err)
	var staged bytes.Buffer
	_, err = server.PgConn().CopyTo(ctx, &staged, "COPY x_filled TO STDOUT")
	require.NoError(b, err)
	for b.Loop() {
		b.StopTimer()
		other := setupIn(b, from.DB, b.TempDir())
		_, err = server.Exec(ctx, "DROP TABLE IF EXISTS x_staged; CREATE UNLOGGED TABLE x_staged (LIKE x_filled)")
		require.NoError(b, err)
		b.StartTimer()
		began := time.Now()
		_, err = server.PgConn().CopyFrom(ctx, bytes.NewReader(staged.Bytes()), "COPY x_staged FROM STDIN")
		require.NoError(b, err)
		statements := strings.ReplaceAll(bySQL, "$1", "'"+other.firm.ID.String()+"'::uuid")
		for statement := range strings.SplitSeq("BEGIN;\n"+statements+";\nCOMMIT", ";\n") {
			_, err = server.Exec(ctx, statement)
			require.NoError(b, err)
		}
		report(b, rows, began)
		require.Equal(b, rows, other.Client.Contact.Query().CountX(other.ctx))
	}
}
