package importer

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/contactimport"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/domain/event"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// end ends an import, notifies whoever queued it, and reports whether it had not ended yet. Call it
// at the end of the transaction.
func (i *Importer) end(ctx context.Context, id uuid.UUID, status contactimport.Status, why string) (bool, error) {
	now := entity.Now()
	ended, err := i.db.Client.ContactImport.Update().
		Where(contactimport.ID(id), contactimport.StatusIn(contactimport.StatusQueued, contactimport.StatusRunning)).
		SetStatus(status).SetError(why).SetFinishedAt(now).Save(ctx)
	if err != nil {
		return false, fmt.Errorf("end the import: %w", err)
	}
	if ended == 0 {
		return false, nil
	}
	row, err := i.find(ctx, id)
	if err != nil {
		return false, err
	}
	if err := event.RaiseAll(ctx, i.db, event.ContactImportEnded, id); err != nil {
		return false, err
	}
	return true, i.notify(ctx, row)
}

// finish is end for the job of the import.
func (i *Importer) finish(ctx context.Context, id uuid.UUID, status contactimport.Status, why string) error {
	if _, err := i.end(ctx, id, status, why); err != nil {
		return err
	}
	row, err := i.find(ctx, id)
	if err != nil {
		return err
	}
	i.optimize(ctx, row)
	return nil
}

// optimize makes the database collect statistics of the tables, if an import that has ended wrote
// many rows. It takes seconds. Only the job of the import calls it, because nobody waits for a job.
func (i *Importer) optimize(ctx context.Context, row *ent.ContactImport) {
	if row.DryRun || row.CreatedCount+row.UpdatedCount < manyRows {
		return
	}
	db.AfterCommit(ctx, func(ctx context.Context) error {
		return i.db.Optimize(ctx, "contacts", "contact_phones", "contact_emails", "contact_addresses", "contact_tags", "contact_counts")
	})
}

// manyRows is the number of rows from which on the database should collect statistics.
const manyRows = 10_000

// Cancel ends an import of the viewer's firm, and records that in the audit log. What the import
// has written stays. Cancel waits for a running step. It returns NotFound, and Conflict once the
// import has ended.
func (i *Importer) Cancel(ctx context.Context, id uuid.UUID) (row *ent.ContactImport, err error) {
	defer fault.Wrap(&err, "importer.Cancel")
	err = i.db.Tx(ctx, func(ctx context.Context) error {
		if row, err = i.findForUpdate(ctx, id); err != nil {
			return err
		}
		ended, err := i.end(ctx, id, contactimport.StatusCancelled, "")
		if err != nil {
			return err
		}
		if !ended {
			return fault.New(fault.Conflict, "The import has ended already: it is %s.", row.Status)
		}
		if err := i.record(ctx, "contactimport.cancel", row); err != nil {
			return err
		}
		row, err = i.find(ctx, id)
		return err
	})
	return row, err
}

// record adds what was done to an import to the audit log.
func (i *Importer) record(ctx context.Context, action string, row *ent.ContactImport) error {
	type progress struct {
		Status       contactimport.Status `json:"status"`
		CreatedCount int                  `json:"createdCount"`
		UpdatedCount int                  `json:"updatedCount"`
	}
	return audit.Record(ctx, i.db, audit.Change{
		Action: action, Target: audit.Of("contactimport", row.ID, row.FileName),
		After: progress{row.Status, row.CreatedCount, row.UpdatedCount},
	})
}

// failed ends an import whose job failed.
func (i *Importer) failed(ctx context.Context, args run, reason error) error {
	return i.finish(ctx, args.Import, contactimport.StatusFailed, explain(ctx, reason))
}

// explain returns the part of a reason that the client may read.
func explain(ctx context.Context, reason error) string {
	refusal := fault.From(reason)
	if id := viewer.From(ctx).Request.ID; refusal.Code == fault.InternalError && id != "" {
		return fmt.Sprintf("Something went wrong on our side. The log says what, under the request id %s.", id)
	}
	return refusal.Message
}
