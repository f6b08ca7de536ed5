package importer_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/contactimport"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact/importer"
)

// A firm's small file does not wait for another firm's large one.
func TestImport_IsFair(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		folder := t.TempDir()
		large, small := setupIn(t, d, folder), setupIn(t, d, folder)
		large.importer.SetBatch(500)
		content := table(100)
		first := large.queue(t, table(20_000), importer.Input{DefaultPhoneCC: "+55"})
		large.start(t)
		require.Eventually(t, func() bool { return large.processed(first.ID) > 0 }, time.Minute, 5*time.Millisecond)
		done := small.run(t, content, importer.Input{DefaultPhoneCC: "+55"})
		require.Equal(t, 100, done.CreatedCount)
		require.Less(t, large.processed(first.ID), 20_000)
		t.Logf("100 rows took %s beside 20,000", done.FinishedAt.Sub(done.CreatedAt).Round(time.Millisecond))
		large.stop()
	})
}

// Imports of one firm at the same time do not create a contact twice.
func TestImport_Together(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setupIn(t, d, t.TempDir())
		b.importer.SetBatch(50)
		content := table(300)
		one := b.queue(t, content, importer.Input{DefaultPhoneCC: "+55"})
		two := b.queue(t, content, importer.Input{DefaultPhoneCC: "+55", Tags: []string{"two"}})
		b.start(t)
		first, second := b.wait(t, one.ID), b.wait(t, two.ID)
		require.Equal(t, 300, first.CreatedCount+second.CreatedCount)
		require.Len(t, b.contacts(t), 300)
		require.Equal(t, 600, first.ProcessedRows+second.ProcessedRows)
		b.requireKept(t)
	})
}

// An import that was cancelled stops with its next step.
func TestImport_Cancelled(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setupIn(t, d, t.TempDir())
		queued := b.queue(t, table(300), importer.Input{DefaultPhoneCC: "+55"})
		b.Client.ContactImport.UpdateOneID(queued.ID).SetStatus(contactimport.StatusCancelled).ExecX(b.ctx)
		after := b.queue(t, "phone,firstName,lastName\n+5511987654321,A,B\n", importer.Input{})
		b.start(t)
		b.wait(t, after.ID)
		b.stop()
		require.Equal(t, contactimport.StatusCancelled, b.Client.ContactImport.GetX(b.ctx, queued.ID).Status)
		require.Len(t, b.contacts(t), 1)
	})
}
