package privacy_test

import (
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
	"github.com/firmhub/firmhub/internal/viewer"
)

const sheet = "Name,Phone,E-mail,Note\n" + firstName + " " + lastName + "," + number + ",,\n" +
	",,\"" + lastName + "\n" + mail + "\",rejected\nBo Li,+5511900000002," + mail + ",\n"

// queue queues an import of a file about the person and somebody else.
func (b *bundle) queue(t *testing.T) *ent.ContactImport {
	t.Helper()
	system := viewer.NewContext(t.Context(), &viewer.Viewer{Kind: viewer.System, FirmID: b.firm.ID})
	queued, err := b.imports.Queue(system, importer.Input{FileID: b.upload(t, sheet)})
	require.NoError(t, err)
	return queued
}

// setErasures changes the jobs of erasures that have not begun.
func (b *bundle) setErasures(t *testing.T, state string, at time.Time) {
	t.Helper()
	_, err := dbtest.SQL(t.Context(), b.DB).Exec(
		"UPDATE river_job SET state = '"+state+"', scheduled_at = $1 WHERE kind = 'contact.erase' AND finalized_at IS NULL", at)
	require.NoError(t, err)
}

// importNow runs an import before the jobs of erasures.
func (b *bundle) importNow(t *testing.T, id uuid.UUID) *ent.ContactImport {
	t.Helper()
	b.setErasures(t, "scheduled", time.Now().Add(time.Hour))
	stop := b.start(t)
	var row *ent.ContactImport
	require.Eventually(t, func() bool {
		row = b.Client.ContactImport.GetX(b.ctx, id)
		return row.FinishedAt != nil
	}, time.Minute, 20*time.Millisecond)
	stop()
	b.setErasures(t, "available", entity.Now())
	return row
}

// An erasure ends the imports of files that name the person, and says why.
func TestErase_queuedImport(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		id := b.create(t, firstName, lastName, number, mail).ID
		row := b.queue(t)
		b.Client.ContactImport.UpdateOneID(row.ID).SetStatus(contactimport.StatusRunning).ExecX(b.ctx)
		_, err := dbtest.SQL(t.Context(), d).Exec("UPDATE river_job SET state = 'scheduled', scheduled_at = $1 WHERE kind = 'contact.import'",
			time.Now().Add(time.Hour))
		require.NoError(t, err)
		require.NoError(t, b.Erase(b.ctx, id))
		b.finish(t)
		row = b.Client.ContactImport.GetX(b.ctx, row.ID)
		require.Equal(t, contactimport.StatusFailed, row.Status)
		require.Equal(t, "The file names a person who was erased. Upload it again without the rows about that person.", row.Error)
		require.NotNil(t, row.FinishedAt)
		told := b.Client.Notification.Query().OnlyX(b.ctx)
		require.Equal(t, "Import failed", told.Title)
		require.Contains(t, told.Message, row.Error)
		raised, err := b.InFirm(b.ctx).Row([]any{new(uuid.UUID)},
			"SELECT id FROM raised_events WHERE firm_id = $1 AND type = 'contact.import.ended' AND record_id = $2", row.ID)
		require.NoError(t, err)
		require.True(t, raised)
		for _, needle := range []string{firstName, lastName, "11912345678", mail} {
			require.Empty(t, b.mentions(t, needle), needle)
		}
	})
}

// What an import has stored about the person after the contact was erased goes, too, whether the
// import has ended or not, and however late that was. Other people stay.
func TestErase_runningImport(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		for _, ended := range []bool{false, true} {
			b := newBundle(t, d)
			id := b.create(t, firstName, lastName, number, mail).ID
			row := b.queue(t)
			require.NoError(t, b.Erase(b.ctx, id))
			row = b.importNow(t, row.ID)
			require.Equal(t, []int{2, 1}, []int{row.CreatedCount, row.FailedCount}, row.Error)
			require.Contains(t, b.mentions(t, mail), "contact_import_rejects.cells")
			if !ended {
				b.Client.ContactImport.UpdateOneID(row.ID).SetStatus(contactimport.StatusRunning).ClearFinishedAt().ExecX(b.ctx)
			}
			_, err := b.InFirm(b.ctx).Exec("UPDATE contact_import_rejects SET created_at = $2 WHERE firm_id = $1", entity.Now().Add(2*time.Hour))
			require.NoError(t, err)
			b.finish(t)
			for _, needle := range []string{firstName, lastName, "11912345678"} {
				require.Empty(t, b.mentions(t, needle), needle)
			}
			require.NotContains(t, b.mentions(t, mail), "contact_import_rejects.cells")
			require.Equal(t, "Bo", b.Client.Contact.Query().OnlyX(b.ctx).FirstName)
			row = b.Client.ContactImport.GetX(b.ctx, row.ID)
			require.Equal(t, map[bool]contactimport.Status{false: contactimport.StatusFailed, true: contactimport.StatusCompleted}[ended], row.Status)
		}
	})
}
