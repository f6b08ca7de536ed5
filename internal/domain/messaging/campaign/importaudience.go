package campaign

import (
	"context"
	"errors"
	"time"

	"github.com/firmhub/firmhub/ent/contactimport"
	"github.com/firmhub/firmhub/internal/domain/contact/importer"
	"github.com/firmhub/firmhub/internal/fault"
)

// errNoAudience is the cause of the refusal of a campaign whose import can't be used any more, or
// of whose audience a tag was deleted.
var errNoAudience = errors.New("campaign: the audience is lost")

// checkImport adds a fault if the audience is that of an import whose changes are not all known
// when the campaign begins: that would send to a part of them, or to nobody.
func (m *Manager) checkImport(ctx context.Context, c *Campaign, faults *fault.Details) error {
	if c.Audience.ImportID == nil {
		return nil
	}
	var (
		status, undo string
		dryRun       bool
		finished     *time.Time
	)
	found, err := m.db.InFirm(ctx).Row([]any{&status, &undo, &dryRun, &finished},
		"SELECT status, undo, dry_run, finished_at FROM contact_imports WHERE firm_id = $1 AND id = $2", *c.Audience.ImportID)
	if err != nil {
		return err
	}
	const field = "audience.importId"
	now := m.now()
	switch {
	case !found:
		faults.Add(field, "must be an import of the firm")
	case dryRun:
		faults.Add(field, "is a dry run, which has changed no contacts")
	case contactimport.Status(status) != contactimport.StatusCompleted || finished == nil:
		faults.Add(field, "must be an import that is Completed; this one is %s", status)
	case contactimport.Undo(undo) != contactimport.UndoNone:
		faults.Add(field, "is an import that is undone, or is being undone")
	case now.Sub(*finished) > importer.Undoable:
		faults.Add(field, "has ended more than 30 days ago: which contacts it has changed is not known any more")
	case c.ScheduledAt != nil && c.ScheduledAt.Sub(*finished) > importer.Undoable:
		faults.Add(field, "will have ended more than 30 days before scheduledAt: which contacts it has changed will not be known any more")
	}
	return nil
}

// refuseAudience returns ValidationError if the audience is that of an import that can't be used,
// or one of its tags was deleted since it was saved.
func (m *Manager) refuseAudience(ctx context.Context, c *Campaign) error {
	var faults fault.Details
	if err := m.checkImport(ctx, c, &faults); err != nil {
		return err
	}
	if err := m.checkTags(ctx, c, &faults); err != nil {
		return err
	}
	if err := faults.Err(); err != nil {
		return fault.From(err).Because(errNoAudience)
	}
	return nil
}
