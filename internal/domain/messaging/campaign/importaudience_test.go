package campaign_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/contactimport"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging/campaign"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
)

// imported adds an import that has created two contacts.
func (b *bundle) imported(t testing.TB) *ent.ContactImport {
	t.Helper()
	made := b.importedAs(b.contacts(t, 2), entity.Now())
	b.contactsFrom(t, 2, 1)
	return made
}

// importedAs adds an import that has created contacts, and has ended at a time.
func (b *bundle) importedAs(contacts []uuid.UUID, finished time.Time) *ent.ContactImport {
	made := b.Client.ContactImport.Create().SetFileID(uuid.New()).SetFileName("a.csv").SetFileSize(1).
		SetQueuedByKind(contactimport.QueuedByKindSystem).SetQueuedByID(uuid.Nil).SetOptions([]byte("{}")).SetDryRun(false).
		SetStatus(contactimport.StatusCompleted).SetFinishedAt(finished).SaveX(b.ctx)
	for _, id := range contacts {
		if _, err := b.InFirm(b.ctx).Exec(`
INSERT INTO contact_import_changes (id, created_at, updated_at, firm_id, import_id, contact_id, left_at) VALUES ($2, $3, $3, $1, $4, $5, $3)`,
			entity.NewID(), entity.Now(), made.ID, id); err != nil {
			panic(err)
		}
	}
	return made
}

func ofImport(id uuid.UUID) func(*campaign.CreateInput) {
	return func(in *campaign.CreateInput) { in.Audience = campaign.Audience{ImportID: &id} }
}

func TestImportAudience(t *testing.T) {
	t.Parallel()
	refused := func(t *testing.T, err error, message string) {
		t.Helper()
		require.True(t, fault.Is(err, fault.ValidationError), "%v", err)
		require.Equal(t, []fault.Detail{{Field: "audience.importId", Message: message}}, fault.From(err).Details)
	}
	const undone = "is an import that is undone, or is being undone"
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		t.Run("OK", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 2*price)
			c := b.run(t, b.create(t, ofImport(b.imported(t).ID)).ID)
			require.Equal(t, campaign.Counts{Recipients: 2, Queued: 2}, c.Counts)
			b.sound(t)
		})
		t.Run("OKUndoneWhilePreparing", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 2*price)
			made := b.imported(t)
			c := b.execute(t, b.create(t, ofImport(made.ID)).ID)
			require.Equal(t, 2*price, b.balance(t).Held)
			made.Update().SetUndo(contactimport.UndoQueued).SaveX(b.ctx)
			b.prepare(t, c.ID)
			c = b.work(t, c.ID)
			require.Equal(t, campaign.Failed, c.Status)
			require.Zero(t, c.Counts.Recipients)
			require.Zero(t, b.balance(t).Held)
			b.sound(t)
		})
		t.Run("ErrCreate", func(t *testing.T) {
			b := newBundle(t, d)
			old := "has ended more than 30 days ago: which contacts it has changed is not known any more"
			for message, change := range map[string]func(*ent.ContactImportUpdateOne){
				"must be an import that is Completed; this one is Running": func(u *ent.ContactImportUpdateOne) {
					u.SetStatus(contactimport.StatusRunning).ClearFinishedAt()
				},
				"must be an import that is Completed; this one is Cancelled": func(u *ent.ContactImportUpdateOne) {
					u.SetStatus(contactimport.StatusCancelled)
				},
				undone: func(u *ent.ContactImportUpdateOne) { u.SetUndo(contactimport.UndoRunning) },
				old:    func(u *ent.ContactImportUpdateOne) { u.SetFinishedAt(entity.Now().Add(-31 * 24 * time.Hour)) },
			} {
				made := b.imported(t).Update()
				change(made)
				in := b.input()
				ofImport(made.SaveX(b.ctx).ID)(&in)
				_, err := b.Create(b.ctx, in)
				refused(t, err, message)
			}
			id := b.imported(t).ID
			_, err := b.InFirm(b.ctx).Exec("UPDATE contact_imports SET dry_run = $3 WHERE firm_id = $1 AND id = $2", id, true)
			require.NoError(t, err)
			in := b.input()
			ofImport(id)(&in)
			_, err = b.Create(b.ctx, in)
			refused(t, err, "is a dry run, which has changed no contacts")
		})
		t.Run("ErrScheduled", func(t *testing.T) {
			b := newBundle(t, d)
			in := b.input()
			ofImport(b.imported(t).ID)(&in)
			in.ScheduledAt = new(entity.Now().Add(31 * 24 * time.Hour))
			_, err := b.Create(b.ctx, in)
			refused(t, err, "will have ended more than 30 days before scheduledAt: which contacts it has changed will not be known any more")
		})
		t.Run("ErrExecute", func(t *testing.T) {
			b := newBundle(t, d)
			made := b.imported(t)
			c := b.create(t, ofImport(made.ID))
			made.Update().SetUndo(contactimport.UndoCompleted).ExecX(b.ctx)
			_, err := b.Execute(b.ctx, c.ID)
			refused(t, err, undone)
			_, err = b.Quote(b.ctx, c.ID)
			refused(t, err, undone)
			_, err = b.QuoteDetails(b.ctx, campaign.QuoteInput{ID: c.ID})
			refused(t, err, undone)
			_, err = b.Update(b.ctx, campaign.UpdateInput{ID: c.ID, ScheduledAt: new(entity.Now().Add(time.Hour))}, true)
			refused(t, err, undone)
		})
		t.Run("OKUndoneMeanwhile", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 2*price)
			made := b.imported(t)
			at := entity.Now().Add(time.Hour)
			c := b.create(t, ofImport(made.ID), func(in *campaign.CreateInput) { in.ScheduledAt = &at })
			require.Equal(t, campaign.Scheduled, b.execute(t, c.ID).Status)
			made.Update().SetUndo(contactimport.UndoCompleted).ExecX(b.ctx)
			b.SetNow(func() time.Time { return at.Add(time.Second) })
			require.Equal(t, campaign.Failed, b.work(t, c.ID).Status)
			require.Equal(t, []string{"Campaign failed"}, b.titles(t))
			b.sound(t)
		})
	})
}
