package importer_test

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/contactimport"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact/importer"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/job"
	"github.com/firmhub/firmhub/internal/transfer/stream"
)

// export returns the rejected rows of an import as CSV.
func (b *bundle) export(t *testing.T, id uuid.UUID) string {
	t.Helper()
	return b.exportAs(t, id, stream.CSV)
}

func (b *bundle) exportAs(t *testing.T, id uuid.UUID, format stream.Format) string {
	t.Helper()
	table, err := b.importer.ExportRejects(b.ctx, importer.RejectsInput{JobID: id})
	require.NoError(t, err)
	rows := table.Rows(format)
	var all strings.Builder
	for more := true; more; {
		more, err = table.Next(b.ctx, rows)
		require.NoError(t, err)
		require.Less(t, len(rows.Bytes()), stream.PageBytes+1<<20, "no page is larger, but by a row")
		all.Write(rows.Bytes())
		rows.Reset()
	}
	return all.String()
}

func TestExportRejects(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		row := b.run(t, "First Name,Last Name,Phone,Notes\n"+
			"Ada,Lovelace,+442079460958,=1+1\n"+
			",,+55119,\"=cmd, quoted\"\n"+
			"Bob,,+55119,\n", importer.Input{InvalidCells: new(importer.RejectRows)})
		require.Equal(t, 2, row.FailedCount)
		text := b.export(t, row.ID)
		lines, err := csv.NewReader(strings.NewReader(text)).ReadAll()
		require.NoError(t, err)
		require.Equal(t, []string{"First Name", "Last Name", "Phone", "Notes", "row", "column", "error", "contactId"}, lines[0])
		require.Len(t, lines, 3)
		require.Equal(t, []string{"", "", "+55119", "'=cmd, quoted", "3"}, lines[1][:5])
		require.Contains(t, lines[1][6], "Phone: ")
		require.Equal(t, []string{"Bob", "", "+55119", "", "4"}, lines[2][:5])

		page, err := b.importer.Rejects(b.ctx, importer.RejectsInput{JobID: row.ID, PageSize: new(1), Page: new(2)})
		require.NoError(t, err)
		items, err := page.Items(b.ctx)
		require.NoError(t, err)
		require.Equal(t, 4, items[0].Row)

		// What comes out can be mended and goes in again: the columns row and error are ignored,
		// and replaced where it fails again.
		again := b.run(t, strings.Replace(text, "Bob,,+55119", "Bob,,+5511912345678", 1), importer.Input{})
		require.Equal(t, [2]int{1, 1}, [2]int{again.CreatedCount, again.FailedCount})
		lines, err = csv.NewReader(strings.NewReader(b.export(t, again.ID))).ReadAll()
		require.NoError(t, err)
		require.Equal(t, []string{"First Name", "Last Name", "Phone", "Notes", "row", "column", "error", "contactId"}, lines[0])
		require.Equal(t, "2", lines[1][4])

		long := b.run(t, "firstName;lastName;city\nAda;Lovelace;London;W1\n", importer.Input{})
		require.Contains(t, b.export(t, long.ID), `Ada,Lovelace,"London;W1",2,,`)

		none := b.run(t, "firstName,lastName\nEve,Eden\n", importer.Input{})
		require.Equal(t, "firstName,lastName,row,column,error,contactId\r\n", b.export(t, none.ID))
	})
}

// What is a formula in no cell of the file is one in no cell of the report, and the report is read
// as the file was.
func TestExportRejects_Formulas(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		row := b.run(t, "\uFEFF\uFEFF=1+1,phone,note\n+55 11,+55 11,x;=1+1\n\uFEFF=1,+55 11,@a;'=b;\n", importer.Input{})
		require.Equal(t, 2, row.FailedCount, row.Error)
		text := b.export(t, row.ID)
		lines, err := csv.NewReader(strings.NewReader(text)).ReadAll()
		require.NoError(t, err)
		require.Equal(t, []string{"'\uFEFF=1+1", "phone", "note", "row", "column", "error", "contactId"}, lines[0])
		require.Equal(t, []string{"'+55 11", "+55 11", "x;'=1+1", "2"}, lines[1][:4])
		require.Equal(t, []string{"'\uFEFF=1", "+55 11", "'@a;'=b;'", "3"}, lines[2][:4])

		again := b.run(t, text, importer.Input{})
		require.Equal(t, 2, again.FailedCount, again.Error)
		require.Equal(t, text, b.export(t, again.ID))
	})
}

// In NDJSON no column hides another one, whatever their names are; CSV has the names of the file.
func TestExportRejects_NDJSON(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		for header, keys := range map[string]string{
			"email,phone,phone,phone":                          "email,phone,phone 2,phone 3,row,column,error,contactId",
			"email,note,note,note 2,note":                      "email,note,note 3,note 2,note 4,row,column,error,contactId",
			"error,row,email,row,row 2":                        "error 2,row 3,email,row 4,row 2,row,column,error,contactId",
			"email,row,error,":                                 "email,row 2,error 2,column 4,row,column,error,contactId",
			"email,, ,column 2,column 2":                       "email,column 2 2,column 3,column 2,column 2 3,row,column,error,contactId",
			"email,Note,note,note ,row,column,error,contactId": "email,Note,note,note ,row,column,error,contactId",
		} {
			columns := strings.Count(header, ",") + 1
			row := b.run(t, header+"\n1"+strings.Repeat(",1", columns-1)+"\n", importer.Input{})
			require.Equal(t, 1, row.FailedCount, row.Error)
			lines, err := csv.NewReader(strings.NewReader(b.export(t, row.ID))).ReadAll()
			require.NoError(t, err)
			require.Equal(t, strings.TrimSuffix(header, ",row,column,error,contactId")+",row,column,error,contactId", strings.Join(lines[0], ","))

			text := b.exportAs(t, row.ID, stream.NDJSON)
			want := strings.Split(keys, ",")
			var read map[string]any
			require.NoError(t, json.Unmarshal([]byte(text), &read))
			require.Len(t, read, len(want), text)
			after := 0
			for _, key := range want {
				at := strings.Index(text, strconv.Quote(key)+":")
				require.GreaterOrEqual(t, at, after, "%s in %s", key, text)
				after = at
			}
			for _, key := range want[:len(want)-4] {
				require.Equal(t, "1", read[key])
			}
			require.EqualValues(t, 2, read["row"])
			require.Nil(t, read["column"])
			require.Nil(t, read["contactId"])
			require.Contains(t, read["error"], "email: ")
		}
	})
}

// A short row of many columns does not take more room than it has text, and comes back with all of
// its cells.
func TestExportRejects_BlankEnd(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		row := b.run(t, "email"+strings.Repeat(",note", 199)+"\nx\n,y"+strings.Repeat(",", 500)+"\n", importer.Input{})
		rejects := b.Client.ContactImportReject.Query().Order(ent.Asc("row")).AllX(b.ctx)
		require.Equal(t, []string{"x"}, rejects[0].Cells)
		require.Equal(t, []string{"", "y"}, rejects[1].Cells)
		lines, err := csv.NewReader(strings.NewReader(b.export(t, row.ID))).ReadAll()
		require.NoError(t, err)
		require.Len(t, lines[1], 204)
		require.Equal(t, "2", lines[1][200])
	})
}

// The report of a file of as many columns as are possible can be mended and imported, too.
func TestExportRejects_ManyColumns(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		for _, columns := range []int{299, 300} {
			b := setup(t, d)
			row := b.run(t, "email,city"+strings.Repeat(",note", columns-2)+"\nx"+strings.Repeat(",y", columns-1)+"\n", importer.Input{})
			require.Equal(t, [5]int{1, 0, 0, 0, 1}, counts(row), row.Error)
			report := b.export(t, row.ID)
			again := b.run(t, report, importer.Input{})
			require.Equal(t, [5]int{1, 0, 0, 0, 1}, counts(again), again.Error)
			require.Equal(t, report, b.export(t, again.ID))
			b.stop()
		}
	})
}

// However large the rows are, a page of the report is not, and none of them is left out.
func TestExportRejects_Large(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		const small, large = 110, 12
		var file strings.Builder
		file.WriteString("email" + strings.Repeat(",note", 16) + "\n")
		for i := range small + large + small {
			file.WriteString("x")
			if i >= small && i < small+large {
				file.WriteString(strings.Repeat(","+strings.Repeat("y", 60_000), 16))
			}
			file.WriteString("\n")
		}
		row := b.run(t, file.String(), importer.Input{})
		require.Equal(t, small+large+small, row.FailedCount, row.Error)
		lines, err := csv.NewReader(strings.NewReader(b.export(t, row.ID))).ReadAll()
		require.NoError(t, err)
		require.Len(t, lines, 1+small+large+small)
		for i, line := range lines[1:] {
			require.Equal(t, strconv.Itoa(i+2), line[17])
			require.Equal(t, i >= small && i < small+large, len(line[16]) == 60_000)
		}

		page, err := b.importer.Rejects(b.ctx, importer.RejectsInput{JobID: row.ID, PageSize: new(small / 2), Page: new(3)})
		require.NoError(t, err)
		items, err := page.Items(b.ctx)
		require.NoError(t, err)
		require.Len(t, items, small/2)
		for i, item := range items {
			want := []string{"x"}
			if i < large {
				want = []string{}
			}
			require.Equal(t, want, item.Cells)
			require.Contains(t, item.Error, "email: ")
		}
	})
}

// If the report has only a part of a row, it says so: corrected in the report, the row would lose
// the rest.
func TestExportRejects_Cut(t *testing.T) {
	t.Parallel()
	const cut = " (the row is cut here; take it from the file)"
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		row := b.run(t, "firstName,lastName,notes,email\n"+
			"Bia,Long,"+strings.Repeat("x", 2_000_000)+",long@example.com\nCy,Po,"+strings.Repeat("x", 70_000)+",c@example.com\n"+
			"Di,Xu,d@example.com"+strings.Repeat(",x", 400)+"\n", importer.Input{})
		lines, err := csv.NewReader(strings.NewReader(b.export(t, row.ID))).ReadAll()
		require.NoError(t, err)
		require.Len(t, lines, 4)
		require.Equal(t, []string{"", "2", "", "The row: is longer than 1024 KiB" + cut, ""}, lines[1][3:])
		require.Equal(t, []string{"c@example.com", "3", "", "notes: is longer than 64 KiB" + cut, ""}, lines[2][3:])
		require.Equal(t, "The row: has 403 cells, but the header has 4: a cell that contains a comma must be in quotation marks"+cut, lines[3][6])
	})
}

// A row of many bad cells does not take many times its size.
func TestExportRejects_ManyFaults(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		b.run(t, strings.Repeat("email,", 39)+"email\n"+strings.Repeat("x,", 39)+"x\n", importer.Input{})
		row := b.Client.ContactImportReject.Query().OnlyX(b.ctx)
		require.Equal(t, strings.Repeat("email: must be an e-mail address; ", 20)+"and 21 more", row.Error)
	})
}

func TestQueue_TooMany(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setupIn(t, d, t.TempDir())
		first := b.queue(t, "firstName,lastName\nAda,Lovelace\n", importer.Input{})
		for range importer.MaxUnfinished - 1 {
			_, err := b.importer.Queue(b.ctx, importer.Input{FileID: first.FileID})
			require.NoError(t, err)
		}
		_, err := b.importer.Queue(b.ctx, importer.Input{FileID: first.FileID})
		require.True(t, fault.Is(err, fault.TooManyRequests), err)
		_, err = b.importer.Cancel(b.ctx, first.ID)
		require.NoError(t, err)
		_, err = b.importer.Undo(b.ctx, first.ID)
		require.True(t, fault.Is(err, fault.TooManyRequests), err)

		setupIn(t, d, t.TempDir()).queue(t, "firstName,lastName\nAda,Lovelace\n", importer.Input{}) // another firm
		b.start(t)
		require.Eventually(t, func() bool {
			_, err := b.importer.Undo(b.ctx, first.ID)
			return err == nil
		}, time.Minute, 10*time.Millisecond)
	})
}

// An import whose job fails for good fails too, with a reason that the client may read.
func TestFailed(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setupIn(t, d, t.TempDir())
		manager, err := job.NewManager(d)
		require.NoError(t, err)
		cancelled := b.queue(t, "firstName,lastName\nAda,Lovelace\n", importer.Input{})
		require.NoError(t, manager.Cancel(t.Context(), cancelled.JobID))
		broken := b.queue(t, "firstName,lastName\nAda,Lovelace\n", importer.Input{})
		_, err = dbtest.SQL(b.ctx, d).Exec("UPDATE contact_imports SET options = '[]' WHERE firm_id = $1 AND id = $2", b.firm.ID, broken.ID)
		require.NoError(t, err)
		_, err = dbtest.SQL(b.ctx, d).Exec("UPDATE river_job SET max_attempts = 1")
		require.NoError(t, err)
		b.start(t)
		row := b.wait(t, cancelled.ID)
		require.Equal(t, contactimport.StatusFailed, row.Status)
		require.Equal(t, "The job was cancelled by whoever runs this server.", row.Error)
		row = b.wait(t, broken.ID)
		require.Equal(t, contactimport.StatusFailed, row.Status)
		require.Contains(t, row.Error, "Something went wrong on our side.")
		require.Empty(t, b.contacts(t))
		b.stop()
		require.Zero(t, b.Stats().AfterCommitFailures)
	})
}

func TestWatch(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setupIn(t, d, t.TempDir())
		queued := b.queue(t, "firstName,lastName\nAda,Lovelace\n", importer.Input{})
		watch := func(ctx context.Context) <-chan *ent.ContactImport {
			events, err := b.importer.Watch(ctx, queued.ID)
			require.NoError(t, err)
			require.Equal(t, contactimport.StatusQueued, (<-events).Status)
			return events
		}
		ctx, leave := context.WithCancel(b.ctx)
		left := watch(ctx)
		leave()
		_, open := <-left
		require.False(t, open)
		first, second := watch(b.ctx), watch(b.ctx)
		b.start(t)
		for _, events := range []<-chan *ent.ContactImport{first, second} {
			var last *ent.ContactImport
			for event := range events {
				last = event
			}
			require.Equal(t, contactimport.StatusCompleted, last.Status)
			require.Equal(t, 1, last.CreatedCount)
		}
		ended, err := b.importer.Watch(b.ctx, queued.ID)
		require.NoError(t, err)
		require.Equal(t, contactimport.StatusCompleted, (<-ended).Status)
		_, open = <-ended
		require.False(t, open)
	})
}

func TestCleanup(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		const content = "firstName,lastName,email\nAda,Lovelace,ada@a.example\n,,bob\nCy,Po,cy\n" // bob and cy are in the report
		old, ancient, recent := b.run(t, content, importer.Input{}), b.run(t, content, importer.Input{}), b.run(t, content+"Eve,Eden,\n", importer.Input{})
		undoing := b.run(t, content+"Zoe,Zed,\n", importer.Input{})
		b.Client.ContactImport.UpdateOneID(undoing.ID).SetUndo(contactimport.UndoQueued).ExecX(b.ctx)
		for id, days := range map[uuid.UUID]int{old.ID: 32, ancient.ID: 366, recent.ID: 30, undoing.ID: 366} {
			b.Client.ContactImport.UpdateOneID(id).SetFinishedAt(entity.Now().Add(-time.Duration(days) * 24 * time.Hour)).ExecX(b.ctx)
		}
		_, err := dbtest.SQL(b.ctx, d).Exec(`INSERT INTO contact_import_drafts (id, created_at, updated_at, firm_id, import_id, contact_id, key)
			VALUES ($1, $2, $2, $3, $4, $5, '')`, uuid.New(), entity.Now(), recent.FirmID, recent.ID, uuid.New())
		require.NoError(t, err)
		for more := true; more; {
			var err error
			more, err = b.importer.Cleanup(t.Context())
			require.NoError(t, err)
		}
		require.ElementsMatch(t, []uuid.UUID{old.ID, recent.ID, undoing.ID}, b.Client.ContactImport.Query().IDsX(b.ctx))
		require.ElementsMatch(t, []uuid.UUID{recent.ID, recent.ID, undoing.ID, undoing.ID}, importsOf(b.Client.ContactImportReject.Query().AllX(b.ctx), func(r *ent.ContactImportReject) uuid.UUID { return r.ImportID }))
		require.Len(t, b.report(t, old.ID), 1)
		require.ElementsMatch(t, []uuid.UUID{recent.ID, recent.ID, undoing.ID, undoing.ID}, importsOf(b.Client.ContactImportChange.Query().AllX(b.ctx), func(c *ent.ContactImportChange) uuid.UUID { return c.ImportID }))
		require.Zero(t, dbtest.Count(t, d, "contact_import_drafts"))
		_, err = b.importer.Undo(b.ctx, old.ID)
		require.True(t, fault.Is(err, fault.Conflict))
	})
}

func importsOf[R any](rows []R, of func(R) uuid.UUID) (ids []uuid.UUID) {
	for _, row := range rows {
		ids = append(ids, of(row))
	}
	return ids
}
