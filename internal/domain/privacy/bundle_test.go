package privacy_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"sort"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/contact/importer"
	"github.com/firmhub/firmhub/internal/domain/file"
	"github.com/firmhub/firmhub/internal/domain/file/blob"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/campaign"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/domain/privacy"
	"github.com/firmhub/firmhub/internal/domain/secret"
	"github.com/firmhub/firmhub/internal/domain/wallet"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/job"
	"github.com/firmhub/firmhub/internal/viewer"
	"github.com/firmhub/firmhub/realtime/broker"
)

// bundle is a firm, and what erases its contacts.
type bundle struct {
	*db.DB
	*privacy.Manager

	firm     *ent.Firm
	ctx      context.Context //nolint:containedctx // It is the test's, of a user of the firm.
	files    *file.Store
	messages *messaging.Manager
	imports  *importer.Importer
	folder   string
	close    func() error
	// reading, unless nil, is called when a stored file is opened.
	reading func(ctx context.Context)
}

// watched is a store of files that tells its bundle what is opened.
type watched struct {
	blob.Store

	bundle *bundle
}

func (w watched) Get(ctx context.Context, key string) (*blob.Reader, error) {
	if w.bundle.reading != nil {
		w.bundle.reading(ctx)
	}
	return w.Store.Get(ctx, key)
}

// build returns what erases, without a firm. The files are in a folder.
func build(d *db.DB, folder string) (*bundle, error) {
	blobs, err := blob.Open("file://" + folder)
	if err != nil {
		return nil, err
	}
	key, err := secret.ParseKey(strings.Repeat("A", 43) + "=")
	if err != nil {
		return nil, err
	}
	events := broker.NewMemory()
	center := notification.NewCenter(d, events)
	ledger := wallet.NewLedger(d, center, events)
	b := &bundle{DB: d, folder: folder}
	b.files = file.New(d, watched{blobs, b}, authz.New(d.Client, 0), "https://api.example.com")
	b.messages = messaging.NewManager(d, ledger, center, messaging.Config{})
	b.imports = importer.New(d, b.files, authz.New(d.Client, 0), center, func() bool { return false })
	b.Manager = privacy.NewManager(d, b.files, b.messages, campaign.NewManager(d, ledger, b.messages, center), b.imports,
		privacy.Config{Key: key, NoWait: true})
	b.close = func() error {
		defer center.Close()
		return errors.Join(ledger.Close(context.Background()), events.Close(), blobs.Close())
	}
	return b, nil
}

func newBundle(t *testing.T, d *db.DB) *bundle {
	t.Helper()
	b, err := build(d, t.TempDir())
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, b.close()) })
	b.firm, _ = dbtest.Firm(t, d, entity.NewID().String())
	require.NoError(t, wallet.Open(rule.AcrossFirms(t.Context(), "a test"), d, b.firm.ID, b.firm.Currency))
	b.ctx = viewer.NewContext(t.Context(), &viewer.Viewer{
		Kind: viewer.User, FirmID: b.firm.ID, UserID: uuid.New(), RelationID: uuid.New(), Email: "owner@example.com",
	})
	return b
}

// start runs jobs, and returns a function that stops them.
func (b *bundle) start(t *testing.T) (stop func()) {
	t.Helper()
	runner := job.NewRunner(job.Config{DB: b.DB})
	b.Handle(runner)
	b.imports.Handle(runner)
	ctx, cancel := context.WithCancel(t.Context())
	require.NoError(t, runner.Start(ctx))
	stop = sync.OnceFunc(func() {
		cancel()
		require.NoError(t, runner.Wait())
	})
	t.Cleanup(stop)
	return stop
}

// finish runs jobs until the erasures have ended.
func (b *bundle) finish(t *testing.T) {
	t.Helper()
	stop := b.start(t)
	require.Eventually(t, func() bool {
		var left int
		_, err := dbtest.SQL(t.Context(), b.DB).Row([]any{&left},
			"SELECT count(*) FROM river_job WHERE kind = 'contact.erase' AND state NOT IN ('completed')")
		return err == nil && left == 0
	}, time.Minute, 20*time.Millisecond)
	stop()
}

// insert adds a row to a table of the firm.
func (b *bundle) insert(t *testing.T, table string, values map[string]any) uuid.UUID {
	t.Helper()
	id := entity.NewID()
	all := map[string]any{"id": id, "firm_id": b.firm.ID}
	maps.Copy(all, values)
	columns := make([]string, 0, len(all))
	for column := range all {
		columns = append(columns, column)
	}
	sort.Strings(columns)
	args, places := make([]any, len(columns)), make([]string, len(columns))
	for i, column := range columns {
		args[i], places[i] = all[column], fmt.Sprintf("$%d", i+1)
		columns[i] = `"` + column + `"`
	}
	_, err := dbtest.SQL(t.Context(), b.DB).Exec(
		"INSERT INTO "+table+" ("+strings.Join(columns, ", ")+") VALUES ("+strings.Join(places, ", ")+")", args...)
	require.NoError(t, err, table)
	return all["id"].(uuid.UUID)
}

func (b *bundle) create(t *testing.T, first, last, phone, email string) *ent.Contact {
	t.Helper()
	made, err := contact.Create(b.ctx, b.DB, contact.CreateInput{
		FirstName: first, LastName: last, Phones: []contact.PhoneInput{{Phone: phone}}, Emails: []contact.EmailInput{{Email: email}},
	})
	require.NoError(t, err)
	return made
}

// mentions returns the columns of the database in which a text occurs. It reads the catalog, so
// that tables that are added are searched, too.
func (b *bundle) mentions(t *testing.T, text string) (found []string) {
	t.Helper()
	sql := dbtest.SQL(t.Context(), b.DB)
	catalog := `SELECT m.name AS table_name, c.name AS column_name, 'text' AS type FROM sqlite_master m, pragma_table_info(m.name) c
WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' AND m.name NOT LIKE 'x_contact_words%'`
	if b.Dialect() == db.Postgres {
		catalog = `SELECT t.relname AS table_name, c.attname AS column_name, format_type(c.atttypid, NULL) AS type
FROM pg_class t JOIN pg_attribute c ON c.attrelid = t.oid AND c.attnum > 0 AND NOT c.attisdropped
WHERE t.relnamespace = 'public'::regnamespace AND t.relkind IN ('r', 'p') AND NOT t.relispartition`
	}
	columns, err := db.All[struct {
		Table  string `sql:"table_name"`
		Column string `sql:"column_name"`
		Type   string
	}](sql, catalog)
	require.NoError(t, err)
	require.Greater(t, len(columns), 100)
	sums, names := map[string][]string{}, map[string][]string{}
	for _, c := range columns {
		value := `CAST("` + c.Column + `" AS text)`
		if c.Type == "bytea" {
			value = `encode("` + c.Column + `", 'escape')`
		}
		contains := "instr"
		if b.Dialect() == db.Postgres {
			contains = "strpos"
		}
		sums[c.Table] = append(sums[c.Table], fmt.Sprintf("coalesce(sum(CASE WHEN %s(lower(%s), lower($1)) > 0 THEN 1 END), 0)", contains, value))
		names[c.Table] = append(names[c.Table], c.Table+"."+c.Column)
	}
	for table, sums := range sums {
		counts := make([]int, len(sums))
		into := make([]any, len(sums))
		for i := range counts {
			into[i] = &counts[i]
		}
		_, err := sql.Row(into, "SELECT "+strings.Join(sums, ", ")+` FROM "`+table+`"`, text)
		require.NoError(t, err, table)
		for i, n := range counts {
			if n > 0 {
				found = append(found, names[table][i])
			}
		}
	}
	return found
}
