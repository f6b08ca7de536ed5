package importer_test

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/contactimport"
	"github.com/firmhub/firmhub/ent/contactimportreject"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/contact/importer"
	"github.com/firmhub/firmhub/internal/domain/file"
	"github.com/firmhub/firmhub/internal/domain/file/blob"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/domain/role"
	"github.com/firmhub/firmhub/internal/job"
	"github.com/firmhub/firmhub/internal/transfer/upload"
	"github.com/firmhub/firmhub/realtime/broker"
)

// bundle is a firm, and what imports its contacts.
type bundle struct {
	*db.DB

	firm     *ent.Firm
	ctx      context.Context //nolint:containedctx // The test's, of firmhub itself in the firm.
	files    *file.Store
	importer *importer.Importer
	// stop stops the jobs.
	stop func()
	// done is an import that has ended.
	done *ent.ContactImport
}

// setup returns a bundle whose jobs run.
func setup(t testing.TB, d *db.DB) *bundle {
	t.Helper()
	b := setupIn(t, d, t.TempDir())
	b.start(t)
	return b
}

func setupIn(t testing.TB, d *db.DB, folder string) *bundle {
	t.Helper()
	require.NoError(t, role.Seed(t.Context(), d))
	blobs, err := blob.Open("file://" + folder)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, blobs.Close()) })
	b := &bundle{DB: d, files: file.New(d, blobs, authz.New(d.Client, 0), "https://api.example.com")}
	b.firm, b.ctx = dbtest.Firm(t, d, "Acme "+uuid.NewString())
	busy := sometimes
	if _, isBenchmark := t.(*testing.B); isBenchmark {
		busy = func() bool { return false }
	}
	b.importer = importer.New(d, b.files, authz.New(d.Client, 0), notification.NewCenter(d, broker.NewMemory()), busy)
	return b
}

// start runs jobs until the end of the test.
func (b *bundle) start(t testing.TB) {
	t.Helper()
	runner := job.NewRunner(job.Config{DB: b.DB})
	b.importer.Handle(runner)
	ctx, stop := context.WithCancel(t.Context())
	require.NoError(t, runner.Start(ctx))
	b.stop = sync.OnceFunc(func() {
		stop()
		require.NoError(t, runner.Wait())
	})
	t.Cleanup(b.stop)
}

// queue uploads a file and queues its import.
func (b *bundle) queue(t testing.TB, content string, in importer.Input) *ent.ContactImport {
	t.Helper()
	return b.queueFrom(t, strings.NewReader(content), in)
}

func (b *bundle) queueFrom(t testing.TB, content io.Reader, in importer.Input) *ent.ContactImport {
	t.Helper()
	uploaded, err := b.files.Upload(b.ctx, upload.File{Name: "contacts.csv", Content: content})
	require.NoError(t, err)
	in.FileID = uploaded.ID
	queued, err := b.importer.Queue(b.ctx, in)
	require.NoError(t, err)
	return queued
}

// wait returns an import at its end.
func (b *bundle) wait(t testing.TB, id uuid.UUID) *ent.ContactImport {
	t.Helper()
	var row *ent.ContactImport
	require.Eventually(t, func() bool {
		row = b.Client.ContactImport.GetX(b.ctx, id)
		return row.FinishedAt != nil
	}, 5*time.Minute, 50*time.Millisecond)
	return row
}

// run imports a file.
func (b *bundle) run(t testing.TB, content string, in importer.Input) *ent.ContactImport {
	t.Helper()
	return b.wait(t, b.queue(t, content, in).ID)
}

// counts are those of an import: processed, created, updated, unchanged, failed.
func counts(row *ent.ContactImport) [5]int {
	return [5]int{row.ProcessedRows, row.CreatedCount, row.UpdatedCount, row.UnchangedCount, row.FailedCount}
}

// contacts returns the contacts of the firm as lines, in the order of their creation.
func (b *bundle) contacts(t testing.TB) []string {
	t.Helper()
	ids := b.Client.Contact.Query().Order(ent.Asc("id")).IDsX(b.ctx)
	found, err := contact.Load(b.ctx, b.DB, ids, contact.Wait)
	require.NoError(t, err)
	lines := make([]string, len(ids))
	for i, id := range ids {
		lines[i] = describe(found[id])
	}
	return lines
}

func describe(c *contact.Stored) string {
	var s strings.Builder
	fmt.Fprintf(&s, "%s %s", c.FirstName, c.LastName)
	if c.Gender != nil {
		fmt.Fprintf(&s, " %s", *c.Gender)
	}
	if !c.IsActive {
		s.WriteString(" inactive")
	}
	primary := map[bool]string{true: "*"}
	for _, p := range c.Phones {
		fmt.Fprintf(&s, " %s%s/%d", p.E164, primary[p.IsPrimary], p.Type)
	}
	for _, e := range c.Emails {
		fmt.Fprintf(&s, " %s%s/%d", e.Address, primary[e.IsPrimary], e.Type)
	}
	for _, a := range c.Addresses {
		fmt.Fprintf(&s, " [%s, %s, %s]", a.Line1, a.City, a.Country)
	}
	for _, tag := range c.Tags {
		fmt.Fprintf(&s, " #%s", tag.Name)
	}
	return s.String()
}

// rejects returns the rejected rows of an import as lines.
func (b *bundle) rejects(t testing.TB, id uuid.UUID) []string {
	t.Helper()
	rows := b.Client.ContactImportReject.Query().Where(contactimportreject.ImportID(id)).
		Order(ent.Asc(contactimportreject.FieldRow), ent.Asc(contactimportreject.FieldPosition)).AllX(b.ctx)
	lines := make([]string, len(rows))
	for i, row := range rows {
		lines[i] = fmt.Sprintf("%d %s: %s", row.Row, strings.Join(row.Cells, ","), row.Error)
	}
	return lines
}

// requireKept compares the kept counts with the actual ones.
func (b *bundle) requireKept(t testing.TB) {
	t.Helper()
	type count struct {
		Tag string
		N   int
	}
	kept, err := db.All[count](dbtest.SQL(b.ctx, b.DB), `SELECT coalesce(CAST(tag_id AS text), '') AS tag, CAST(sum(n) AS bigint) AS n
		FROM contact_counts WHERE firm_id = $1 GROUP BY tag_id HAVING sum(n) <> 0`, b.firm.ID)
	require.NoError(t, err)
	actual, err := db.All[count](dbtest.SQL(b.ctx, b.DB), `SELECT '' AS tag, count(*) AS n FROM contacts
		WHERE firm_id = $1 AND deleted_at IS NULL HAVING count(*) > 0 UNION ALL
		SELECT CAST(tag_id AS text), count(*) FROM contact_tags WHERE firm_id = $1 AND contact_deleted_at IS NULL GROUP BY tag_id`,
		b.firm.ID)
	require.NoError(t, err)
	require.ElementsMatch(t, actual, kept)
}

func TestImport(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		done := b.run(t, strings.Join([]string{
			"First Name;Last Name;Sexo;Phone;phoneCC;E-mail;tags;City;nickname",
			"Ana;Souza;f;(11) 98765-4321;55;ana@example.com;VIP| News;São Paulo;aninha",
			"Bo;Li;;+44 20 7946 0000;;;;;",
			"Ana;Souza-Lima;;+55 11 98765-4321;;ana@work.example;gold;;",
			"",
			";;;;;ANA@example.com;vip;;",
			";;;12;;;;;",
			"Di;Po;x;12;;nobody;;;",
			"",
		}, "\r\n"), importer.Input{Tags: []string{"Imported"}, DefaultPhoneCC: "+55"})
		require.Equal(t, contactimport.StatusCompleted, done.Status, done.Error)
		require.Equal(t, [5]int{6, 3, 1, 1, 1}, counts(done))
		require.Equal(t, 3, done.SkippedCells)
		require.Equal(t, 6, done.TotalRows)
		require.Equal(t, []string{
			"Ana Souza-Lima Female +5511987654321*/0 ana@example.com*/0 ana@work.example/0 [, São Paulo, ] #gold #Imported #News #VIP",
			"Bo Li +442079460000*/0 #Imported",
			"Di Po #Imported",
		}, b.contacts(t))
		require.Equal(t, []string{
			"4 Ana,Souza-Lima,,+55 11 98765-4321,,ana@work.example: replaces Ana Souza, the name in an earlier row with the same phone or email",
			"7 ,,,12: Phone: is not a phone number of +55; The row: has no name, phone or email",
			"8 Di,Po,,12: is not a phone number of +55",
			"8 Di,Po,,,,nobody: must be an e-mail address",
		}, b.rejects(t, done.ID))
		b.requireKept(t)
		told := d.Client.Notification.Query().OnlyX(b.ctx)
		require.Equal(t, []any{"Import completed", &done.ID}, []any{told.Title, told.ModuleID})
		require.JSONEq(t, `{"about":"import"}`, told.Metadata)
		require.Contains(t, told.Message, "3 created, 1 updated, 1 unchanged, 1 rejected. "+
			`Rows about a person of a row before: 2. Cells left out: 3. Ignored columns: "nickname".`)
	})
}

// sometimes reports that others need the processors half of the time, so that parts are read both
// ways.
func sometimes() bool { return rand.IntN(2) == 0 } //nolint:gosec // no secret
