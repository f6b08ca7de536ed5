package importer_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent"
	entcontact "github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/ent/contactimport"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/contact/importer"
	"github.com/firmhub/firmhub/internal/domain/contact/tags"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/job"
)

// undone returns an import after its undoing.
func (b *bundle) undone(t *testing.T, id uuid.UUID) *ent.ContactImport {
	t.Helper()
	var row *ent.ContactImport
	require.Eventually(t, func() bool {
		row = b.Client.ContactImport.GetX(b.ctx, id)
		return row.Undo == contactimport.UndoCompleted || row.Undo == contactimport.UndoFailed
	}, time.Minute, 10*time.Millisecond)
	return row
}

// kept are the kept counts of the firm: of all contacts, and by tag.
func (b *bundle) kept(t *testing.T) map[string]int {
	t.Helper()
	found, err := db.All[struct {
		Name string
		N    int
	}](dbtest.SQL(b.ctx, b.DB), `SELECT coalesce(t.name, '') AS name, CAST(sum(c.n) AS bigint) AS n FROM contact_counts c
		LEFT JOIN tags t ON t.firm_id = c.firm_id AND t.id = c.tag_id WHERE c.firm_id = $1 GROUP BY t.name`, b.firm.ID)
	require.NoError(t, err)
	counts := map[string]int{}
	for _, one := range found {
		if one.N != 0 {
			counts[one.Name] = one.N
		}
	}
	return counts
}

// One step creates contacts and changes them with later rows.
func TestUndo_WithinStep(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setupIn(t, d, t.TempDir())
		b.importer.SetBatch(8) // of which two are written at once
		b.start(t)
		row := b.run(t, "firstName,lastName,email,phone\n"+
			"Ada,Lovelace,ada@a.example,\nBob,Byron,bob@a.example,\n"+
			"Ada,King,ada@a.example,\nCleo,Clark,cleo@a.example,\n"+
			"Ada,,ada@a.example,+442079460958\n"+
			"Bob,Byron,bob@a.example,\nAugusta,,,+442079460958\nDora,Dean,dora@a.example,\n", importer.Input{})
		require.Equal(t, [5]int{8, 4, 3, 1, 0}, counts(row))
		require.Equal(t, "Augusta King +442079460958*/0 ada@a.example*/0", b.contacts(t)[0])
		_, err := b.importer.Undo(b.ctx, row.ID)
		require.NoError(t, err)
		done := b.undone(t, row.ID)
		require.Equal(t, 4, done.UndoneCount)
		require.Zero(t, done.SkippedCount)
		require.Empty(t, b.Client.Contact.Query().AllX(b.ctx))
		b.requireKept(t)
	})
}

// An undo also undoes rows with cells that were left out. The report stays unchanged, and can still
// be corrected and imported: its lines about deleted contacts create new ones.
func TestUndo_SkippedCells(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		b.run(t, "Name,E-mail\nAna Souza,ana@example.com\n", importer.Input{})
		before := b.contacts(t)
		row := b.run(t, "Name,Phone,E-mail,City\nAna Souza,12,ana@example.com,Rio\nBo Li,34,bo@example.com,\n,56,,\n", importer.Input{})
		require.Equal(t, [5]int{3, 1, 1, 0, 1}, counts(row))
		require.Equal(t, 2, row.SkippedCells)
		report := b.report(t, row.ID)
		require.Len(t, report, 4)
		_, err := b.importer.Undo(b.ctx, row.ID)
		require.NoError(t, err)
		done := b.undone(t, row.ID)
		require.Equal(t, []int{2, 0, 2}, []int{done.UndoneCount, done.SkippedCount, done.SkippedCells})
		require.Equal(t, before, b.contacts(t))
		require.Equal(t, report, b.report(t, row.ID))
		b.requireKept(t)

		for i, phone := range []string{"+44 20 7946 0001", "+44 20 7946 0002", "+44 20 7946 0003"} {
			report[i+1][1] = phone
		}
		mended := b.run(t, joined(report), importer.Input{})
		require.Equal(t, [5]int{3, 2, 1, 0, 0}, counts(mended), mended.Error)
		require.Equal(t, []string{
			"Ana Souza +442079460001*/0 ana@example.com*/0", "Bo Li +442079460002*/0 bo@example.com*/0", "  +442079460003*/0",
		}, b.contacts(t))
	})
}

// Imports can be undone one after the other, the last one first.
func TestUndo_OneAfterTheOther(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		const header = "firstName,lastName,email,city\n"
		b.create(t, contact.CreateInput{FirstName: "Eve", LastName: "Eden", Emails: []contact.EmailInput{{Email: "eve@a.example"}}})
		states := [][]string{b.contacts(t)}
		var rows []*ent.ContactImport
		for _, file := range []string{
			"Ada,Lovelace,ada@a.example,London\nBob,Byron,bob@a.example,\nEve,Eve,eve@a.example,\n",
			"Ada,King,ada@a.example,\nCleo,Clark,cleo@a.example,\n", "Augusta,King,ada@a.example,Paris\nEve,Last,eve@a.example,\n",
		} {
			rows = append(rows, b.run(t, header+file, importer.Input{}))
			states = append(states, b.contacts(t))
		}
		for i, row := range slices.Backward(rows) {
			_, err := b.importer.Undo(b.ctx, row.ID)
			require.NoError(t, err)
			require.Zero(t, b.undone(t, row.ID).SkippedCount)
			require.Equal(t, states[i], b.contacts(t))
		}
		b.requireKept(t)
	})
}

// So they can if the one before was still running when the last one was undone.
func TestUndo_WhileRunning(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		const header = "firstName,lastName,email\n"
		b.create(t, contact.CreateInput{FirstName: "Eve", LastName: "Eden", Emails: []contact.EmailInput{{Email: "eve@a.example"}}})
		before := b.contacts(t)
		first := b.run(t, header+"Ada,Lovelace,ada@a.example\nEve,First,eve@a.example\n", importer.Input{})
		b.Client.ContactImport.UpdateOne(first).SetStatus(contactimport.StatusRunning).ClearFinishedAt().ExecX(b.ctx)
		last := b.run(t, header+"Augusta,King,ada@a.example\nEve,Last,eve@a.example\n", importer.Input{})
		require.Equal(t, 2, last.UpdatedCount)
		_, err := b.importer.Undo(b.ctx, last.ID)
		require.NoError(t, err)
		require.Equal(t, 2, b.undone(t, last.ID).UndoneCount)
		require.Equal(t, []string{"Eve First eve@a.example*/0", "Ada Lovelace ada@a.example*/0"}, b.contacts(t))

		b.Client.ContactImport.UpdateOne(first).SetStatus(contactimport.StatusCompleted).SetFinishedAt(entity.Now()).ExecX(b.ctx)
		_, err = b.importer.Undo(b.ctx, first.ID)
		require.NoError(t, err)
		row := b.undone(t, first.ID)
		require.Equal(t, []int{2, 0}, []int{row.UndoneCount, row.SkippedCount})
		require.Equal(t, before, b.contacts(t))
	})
}

func TestUndo(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		b.run(t, "firstName,lastName,email,city,tags\nAda,Lovelace,ada@a.example,London,vip\nBob,Byron,bob@a.example,,\n", importer.Input{})
		before := b.contacts(t)
		require.Equal(t, map[string]int{"": 2, "vip": 1}, b.kept(t))
		row := b.run(t, "firstName,lastName,email,phone,city,tags\n"+
			"Augusta,,ada@a.example,+442079460958,Paris,new\n"+
			"Augusta,King,ada@a.example,,,\n"+ // the same contact once more
			"Robert,,bob@a.example,,,new\n"+
			"Cleo,Clark,cleo@a.example,,,new\n"+
			"Dora,Dean,dora@a.example,,,vip\n", importer.Input{})
		require.Equal(t, [5]int{5, 2, 3, 0, 0}, counts(row))
		require.Equal(t, map[string]int{"": 4, "vip": 2, "new": 3}, b.kept(t))

		// Somebody changes one of those that were changed, and one of those that were created.
		for _, email := range []string{"bob@a.example", "dora@a.example"} {
			_, err := dbtest.SQL(b.ctx, d).Exec(`UPDATE contacts SET updated_at = $1, last_name = 'Smith' WHERE firm_id = $2 AND id IN (
				SELECT contact_id FROM contact_emails WHERE firm_id = $2 AND email_key = $3)`, entity.Now(), b.firm.ID, email)
			require.NoError(t, err)
		}
		asked, err := b.importer.Undo(b.ctx, row.ID)
		require.NoError(t, err)
		require.Equal(t, contactimport.UndoQueued, asked.Undo)
		row = b.undone(t, row.ID)
		require.Equal(t, contactimport.UndoCompleted, row.Undo)
		require.Equal(t, []int{2, 2}, []int{row.UndoneCount, row.SkippedCount})
		require.Equal(t, []string{
			before[0], "Robert Smith bob@a.example*/0 #new", "Dora Smith dora@a.example*/0 #vip",
		}, b.contacts(t))
		require.Equal(t, map[string]int{"": 3, "vip": 2, "new": 1}, b.kept(t))
		require.Equal(t, []string{"contactimport.queue", "contactimport.queue", "contactimport.undo"}, b.actions(t))

		t.Run("Steps", func(t *testing.T) {
			const rows = 1100
			var file strings.Builder
			file.WriteString("firstName,lastName,email\n")
			for n := range rows {
				fmt.Fprintf(&file, "N,%d,n%d@b.example\n", n, n)
			}
			row := b.run(t, file.String(), importer.Input{Tags: []string{"bulk"}})
			require.Equal(t, rows, row.CreatedCount)
			_, err := b.importer.Undo(b.ctx, row.ID)
			require.NoError(t, err)
			row = b.undone(t, row.ID)
			require.Equal(t, []int{rows, 0}, []int{row.UndoneCount, row.SkippedCount})
			require.Equal(t, map[string]int{"": 3, "vip": 2, "new": 1}, b.kept(t))
			require.Zero(t, d.Client.ContactImportChange.Query().CountX(b.ctx)-2, "those of the first import alone are left")
		})
		t.Run("AfterCancel", func(t *testing.T) {
			queued := b.Client.ContactImport.Create().SetFileID(uuid.New()).SetFileName("a").SetFileSize(1).
				SetQueuedByKind(contactimport.QueuedByKindSystem).SetQueuedByID(uuid.Nil).SetOptions([]byte("{}")).SetDryRun(false).SaveX(b.ctx)
			cancelled, err := b.importer.Cancel(b.ctx, queued.ID)
			require.NoError(t, err)
			require.Equal(t, contactimport.StatusCancelled, cancelled.Status)
			require.NotNil(t, cancelled.FinishedAt)
			require.False(t, importer.UndoableUntil(cancelled).IsZero())
			_, err = b.importer.Cancel(b.ctx, queued.ID)
			require.True(t, fault.Is(err, fault.Conflict), "%v", err)
			_, err = b.importer.Undo(b.ctx, queued.ID)
			require.NoError(t, err)
			require.Equal(t, contactimport.UndoCompleted, b.undone(t, queued.ID).Undo)
		})
		t.Run("ErrConflict", func(t *testing.T) {
			for name, change := range map[string]func(*ent.ContactImportUpdateOne){
				"undone":  func(u *ent.ContactImportUpdateOne) { u.SetUndo(contactimport.UndoCompleted) },
				"undoing": func(u *ent.ContactImportUpdateOne) { u.SetUndo(contactimport.UndoRunning) },
				"running": func(u *ent.ContactImportUpdateOne) { u.SetStatus(contactimport.StatusRunning).ClearFinishedAt() },
				"old":     func(u *ent.ContactImportUpdateOne) { u.SetFinishedAt(entity.Now().Add(-31 * 24 * time.Hour)) },
			} {
				made := b.Client.ContactImport.Create().SetFileID(uuid.New()).SetFileName(name).SetFileSize(1).
					SetQueuedByKind(contactimport.QueuedByKindSystem).SetQueuedByID(uuid.Nil).SetOptions([]byte("{}")).
					SetStatus(contactimport.StatusCompleted).SetFinishedAt(entity.Now()).SetDryRun(false).SaveX(b.ctx).Update()
				change(made)
				_, err := b.importer.Undo(b.ctx, made.SaveX(b.ctx).ID)
				require.True(t, fault.Is(err, fault.Conflict), "%s: %v", name, err)
			}
			dry := b.run(t, "firstName,lastName\nEve,Eden\n", importer.Input{DryRun: new(true)})
			_, err := b.importer.Undo(b.ctx, dry.ID)
			require.True(t, fault.Is(err, fault.Conflict), "%v", err)
		})
		t.Run("ErrNotFound", func(t *testing.T) {
			_, inOther := dbtest.Firm(t, d, "Other "+uuid.NewString())
			for name, act := range map[string]func() error{
				"get":     func() error { _, err := b.importer.Get(inOther, row.ID); return err },
				"cancel":  func() error { _, err := b.importer.Cancel(inOther, row.ID); return err },
				"undo":    func() error { _, err := b.importer.Undo(inOther, row.ID); return err },
				"watch":   func() error { _, err := b.importer.Watch(inOther, row.ID); return err },
				"rejects": func() error { _, err := b.importer.Rejects(inOther, importer.RejectsInput{JobID: row.ID}); return err },
				"export": func() error {
					_, err := b.importer.ExportRejects(inOther, importer.RejectsInput{JobID: row.ID})
					return err
				},
			} {
				require.True(t, fault.Is(act(), fault.NotFound), name)
			}
			list, err := b.importer.List(inOther, importer.ListInput{})
			require.NoError(t, err)
			n, err := list.TotalCount(inOther)
			require.NoError(t, err)
			require.Zero(t, n)
		})
	})
}

// actions returns the actions of the audit log, oldest first.
func (b *bundle) actions(t *testing.T) (actions []string) {
	t.Helper()
	for _, entry := range b.Client.AuditEntry.Query().Order(ent.Asc("id")).AllX(b.ctx) {
		actions = append(actions, entry.Action)
	}
	return actions
}

// A contact that was deleted since is skipped, and stays deleted.
func TestUndo_Deleted(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		row := b.run(t, "firstName,lastName,email\nAda,Lovelace,ada@a.example\n", importer.Input{})
		id := b.Client.Contact.Query().OnlyIDX(b.ctx)
		require.NoError(t, contact.Delete(b.ctx, d, id))
		_, err := b.importer.Undo(b.ctx, row.ID)
		require.NoError(t, err)
		row = b.undone(t, row.ID)
		require.Equal(t, []int{0, 1}, []int{row.UndoneCount, row.SkippedCount})
		require.Empty(t, b.kept(t))
	})
}

// Other programs learn of the end of an import and of each undo, also of one that fails. Such an
// undo may have undone a part.
func TestUndo_Events(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		var file strings.Builder
		file.WriteString("firstName,lastName,email\n")
		for n := range 600 { // An undo takes two steps for them.
			fmt.Fprintf(&file, "N,%d,n%d@b.example\n", n, n)
		}
		row := b.run(t, file.String(), importer.Input{})
		require.Equal(t, 1, b.endings(t, row.ID))
		b.stop()

		_, err := b.importer.Undo(b.ctx, row.ID)
		require.NoError(t, err)
		require.Equal(t, 1, b.endings(t, row.ID))
		manager, err := job.NewManager(d)
		require.NoError(t, err)
		jobs, err := manager.List(t.Context(), []job.State{job.Available}, 1)
		require.NoError(t, err)
		require.NoError(t, manager.Cancel(t.Context(), jobs[0].ID))
		b.start(t)
		require.Equal(t, contactimport.UndoFailed, b.undone(t, row.ID).Undo)
		require.Equal(t, 2, b.endings(t, row.ID))

		_, err = b.importer.Undo(b.ctx, row.ID)
		require.NoError(t, err)
		require.Equal(t, contactimport.UndoCompleted, b.undone(t, row.ID).Undo)
		require.Equal(t, 3, b.endings(t, row.ID))
	})
}

// endings returns the number of events about the end of an import or undo.
func (b *bundle) endings(t *testing.T, id uuid.UUID) (n int) {
	t.Helper()
	_, err := b.InFirm(b.ctx).Row([]any{&n},
		"SELECT count(*) FROM raised_events WHERE firm_id = $1 AND type = 'contact.import.ended' AND record_id = $2", id)
	require.NoError(t, err)
	return n
}

// An undo moves updatedAt on, even where another clock was ahead.
func TestUndo_ClockBehind(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		b.run(t, "firstName,lastName,email\nAda,Lovelace,ada@a.example\n", importer.Input{})
		ahead := entity.Now().Add(time.Hour)
		b.Client.Contact.Update().SetUpdatedAt(ahead).ExecX(b.ctx)
		row := b.run(t, "firstName,lastName,email\nAugusta,,ada@a.example\n", importer.Input{})
		require.Equal(t, ahead.Add(time.Microsecond), b.Client.Contact.Query().OnlyX(b.ctx).UpdatedAt)
		_, err := b.importer.Undo(b.ctx, row.ID)
		require.NoError(t, err)
		require.Equal(t, 1, b.undone(t, row.ID).UndoneCount)
		restored := b.Client.Contact.Query().OnlyX(b.ctx)
		require.Equal(t, "Ada", restored.FirstName)
		require.Equal(t, ahead.Add(2*time.Microsecond), restored.UpdatedAt)
	})
}

// It does so for contacts that several parts of a step change.
func TestUndo_ClockBehindParts(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setupIn(t, d, t.TempDir())
		b.importer.SetBatch(8) // of which two are written at once
		b.start(t)
		b.run(t, "firstName,lastName,email\nAda,Lovelace,ada@a.example\nBob,Byron,bob@a.example\n", importer.Input{})
		ahead := entity.Now().Add(time.Hour)
		b.Client.Contact.Update().Where(entcontact.FirstName("Ada")).SetUpdatedAt(ahead).ExecX(b.ctx)
		row := b.run(t, "firstName,lastName,email\nA,,ada@a.example\nB,,bob@a.example\nAugusta,,ada@a.example\n"+
			"Robert,,bob@a.example\nAda,King,ada@a.example\nRob,,bob@a.example\n", importer.Input{})
		require.Equal(t, 6, row.UpdatedCount)
		_, err := b.importer.Undo(b.ctx, row.ID)
		require.NoError(t, err)
		row = b.undone(t, row.ID)
		require.Equal(t, []int{2, 0}, []int{row.UndoneCount, row.SkippedCount})
		require.Equal(t, []string{"Ada Lovelace ada@a.example*/0", "Bob Byron bob@a.example*/0"}, b.contacts(t))
	})
}

// Tags that the firm has deleted after the import do not come back, and those that it has renamed
// or merged stay.
func TestUndo_TagsGone(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		b.run(t, "firstName,lastName,email,tags\nAda,Lovelace,ada@a.example,kept|gone|old|one\n", importer.Input{})
		row := b.run(t, "firstName,email,tags\nAugusta,ada@a.example,added|two\n", importer.Input{})
		_, err := tags.Delete(b.ctx, d, "gone")
		require.NoError(t, err)
		_, err = tags.Rename(b.ctx, d, tags.RenameInput{Tag: "old", Name: "new"})
		require.NoError(t, err)
		_, err = tags.Rename(b.ctx, d, tags.RenameInput{Tag: "added", Name: "old"})
		require.NoError(t, err)
		_, err = tags.Merge(b.ctx, d, tags.MergeInput{Tags: []string{"one"}, Into: "two"})
		require.NoError(t, err)
		_, err = b.importer.Undo(b.ctx, row.ID)
		require.NoError(t, err)
		require.Equal(t, 1, b.undone(t, row.ID).UndoneCount)
		require.Equal(t, map[string]int{"": 1, "kept": 1, "new": 1, "two": 1}, b.kept(t))
	})
}
