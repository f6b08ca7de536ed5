package importer

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
)

const (
	// detailsKept is how long after the end of an import its details are kept: its rejected rows,
	// and the data for its undo. They are kept longer while it is being undone, because the firm
	// may have been inactive for long. It is a day longer than Undoable because clocks differ.
	detailsKept = Undoable + 24*time.Hour
	// importsKept is how long imports are kept after their end.
	importsKept = 365 * 24 * time.Hour
	// cleanupBatch keeps each transaction short: on SQLite all other writers wait for it.
	cleanupBatch = 1000
)

// isNotUndone is a condition for imports that are not being undone.
const isNotUndone = "i.undo NOT IN ('Queued', 'Running')"

// details are the tables of rows that belong to an import, and how long they are kept after its
// end.
var details = []struct {
	table string
	kept  time.Duration
}{
	{"contact_import_drafts", 0}, // those of a dry run that did not end normally
	{"contact_import_rejects", detailsKept},
	{"contact_import_changes", detailsKept},
}

// Cleanup deletes a batch of expired rows of the imports of one firm. The details of an import
// expire 31 days after its end, and the import itself after a year. It reports whether there may be
// more.
func (i *Importer) Cleanup(ctx context.Context) (more bool, err error) {
	defer fault.Wrap(&err, "importer.Cleanup")
	now := entity.Now()
	for _, of := range details {
		deleted, err := i.deleteDetails(ctx, of.table, now.Add(-of.kept))
		if err != nil || deleted {
			return deleted, err
		}
	}
	across := rule.AcrossFirms(ctx, "find old imports of any firm")
	firms, err := db.All[uuid.UUID](i.db.AcrossFirms(across),
		"SELECT firm_id FROM contact_imports i WHERE finished_at < $1 AND "+isNotUndone+" LIMIT 1", now.Add(-importsKept))
	if err != nil || len(firms) == 0 {
		return false, err
	}
	firm := i.db.InFirm(rule.ForFirm(ctx, firms[0], "delete old imports"))
	_, err = firm.Exec("DELETE FROM contact_imports WHERE firm_id = $1 AND "+i.db.AmongSelected("id",
		"SELECT id FROM contact_imports i WHERE firm_id = $1 AND finished_at < $2 AND "+isNotUndone+" LIMIT $3"),
		now.Add(-importsKept), cleanupBatch)
	return true, err
}

// deleteDetails deletes a batch of the rows of a table that belong to one import which ended before
// a time. It reports whether there was one.
func (i *Importer) deleteDetails(ctx context.Context, table string, before time.Time) (bool, error) {
	across := rule.AcrossFirms(ctx, "find the details of old imports of any firm")
	found, err := db.All[struct{ Firm, ID uuid.UUID }](i.db.AcrossFirms(across), `
SELECT i.firm_id AS firm, i.id FROM contact_imports i WHERE i.finished_at < $1 AND `+isNotUndone+`
AND EXISTS (SELECT 1 FROM `+table+` d WHERE d.firm_id = i.firm_id AND d.import_id = i.id) LIMIT 1`, before)
	if err != nil || len(found) == 0 {
		return false, err
	}
	firm := i.db.InFirm(rule.ForFirm(ctx, found[0].Firm, "delete the details of old imports"))
	_, err = firm.Exec("DELETE FROM "+table+" WHERE firm_id = $1 AND "+i.db.AmongSelected("id",
		"SELECT id FROM "+table+" WHERE firm_id = $1 AND import_id = $2 LIMIT $3"), found[0].ID, cleanupBatch)
	if err != nil {
		return false, fmt.Errorf("delete from %s: %w", table, err)
	}
	return true, nil
}
