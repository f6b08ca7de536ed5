package importer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/contactimport"
	"github.com/firmhub/firmhub/ent/contactimportchange"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/contact/tags"
	"github.com/firmhub/firmhub/internal/domain/event"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/job"
	"github.com/firmhub/firmhub/internal/viewer"
)

const (
	// Undoable is how long after its end an import can be undone.
	Undoable = 30 * 24 * time.Hour
	// undoAtOnce is how many contacts a step of an undo takes. It keeps each transaction short: on
	// SQLite all other writers wait for it.
	undoAtOnce = 500
)

// undo are the arguments of the job that undoes an import.
type undo struct {
	Import uuid.UUID `json:"import"`
}

// Kind implements job.Args.
func (undo) Kind() string { return "contact.import_undo" }

// UndoableUntil returns until when an import can be undone. It returns the zero time if the import
// can't be undone now.
func UndoableUntil(row *ent.ContactImport) time.Time {
	if err := checkUndo(row); err != nil {
		return time.Time{}
	}
	return row.FinishedAt.Add(Undoable)
}

// checkUndo returns Conflict if an import can't be undone.
func checkUndo(row *ent.ContactImport) error {
	switch {
	case row.FinishedAt == nil:
		return fault.New(fault.Conflict, "The import has not ended: cancel it first.")
	case row.DryRun:
		return fault.New(fault.Conflict, "The import was a dry run: it wrote nothing.")
	case row.Undo == contactimport.UndoQueued, row.Undo == contactimport.UndoRunning:
		return fault.New(fault.Conflict, "The import is being undone already.")
	case row.Undo == contactimport.UndoCompleted:
		return fault.New(fault.Conflict, "The import is undone already.")
	case time.Since(*row.FinishedAt) > Undoable:
		return fault.New(fault.Conflict, "The import ended more than 30 days ago.")
	}
	return nil
}

// Undo queues the undoing of an import of the viewer's firm, and records that in the audit log. It
// returns NotFound, and Conflict for an import that has not ended, ended more than 30 days ago,
// wrote nothing or is already undone. An undo that failed continues where it was. Undo returns
// TooManyRequests while the firm has [MaxUnfinished] imports and undos.
func (i *Importer) Undo(ctx context.Context, id uuid.UUID) (row *ent.ContactImport, err error) {
	defer fault.Wrap(&err, "importer.Undo")
	err = i.db.Tx(ctx, func(ctx context.Context) error {
		if row, err = i.findForUpdate(ctx, id); err != nil {
			return err
		}
		if err := checkUndo(row); err != nil {
			return err
		}
		if err := i.checkRoom(ctx); err != nil {
			return err
		}
		if _, err := job.Insert(ctx, i.db, undo{Import: id}, job.Options{Key: id.String()}); err != nil {
			return err
		}
		if err := i.record(ctx, "contactimport.undo", row); err != nil {
			return err
		}
		row, err = row.Update().SetUndo(contactimport.UndoQueued).Save(ctx)
		return err
	})
	return row, err
}

// undoStep undoes what an import did to some contacts, and deletes these changes, so that the next
// step, or a later undo, continues with the others. It skips contacts that were changed or deleted
// since, so that nobody's work is lost.
func (i *Importer) undoStep(ctx context.Context, step *job.Step[undo]) error {
	if viewer.From(ctx).Kind != viewer.System {
		if err := i.authz.Can(ctx, "Contact", "Import"); err != nil {
			return err
		}
	}
	row, err := i.lock(ctx, viewer.From(ctx).FirmID, step.Args.Import)
	if err != nil {
		return err
	}
	if row.Undo != contactimport.UndoQueued && row.Undo != contactimport.UndoRunning {
		return nil // it failed meanwhile
	}
	changes, more, err := i.nextChanges(ctx, row)
	if err != nil {
		return err
	}
	undone, err := i.undoChanges(ctx, row, changes)
	if err != nil {
		return err
	}
	state := contactimport.UndoCompleted
	if more {
		state = contactimport.UndoRunning
		step.Next(step.Args)
	}
	err = row.Update().SetUndo(state).AddUndoneCount(undone).AddSkippedCount(len(changes) - undone).Exec(ctx)
	if err != nil || state != contactimport.UndoCompleted {
		return err
	}
	return event.RaiseAll(ctx, i.db, event.ContactImportEnded, row.ID)
}

// nextChanges returns the changes of an import that a step undoes, and whether there may be more.
// It returns those whose contacts, as they are and as they were, may be loaded at a time, but at
// least one.
func (i *Importer) nextChanges(ctx context.Context, row *ent.ContactImport) (next []*ent.ContactImportChange, more bool, err error) {
	found, err := db.All[struct {
		ID   uuid.UUID
		Size int
	}](i.db.InFirm(ctx), `SELECT contact_id AS id, coalesce(octet_length(CAST(before AS text)), 0) AS size
		FROM contact_import_changes WHERE firm_id = $1 AND import_id = $2 ORDER BY contact_id LIMIT $3`, row.ID, undoAtOnce)
	if err != nil {
		return nil, false, fmt.Errorf("read the sizes of the changes: %w", err)
	}
	count := len(found)
	for ; count > 1; count /= 2 {
		ids, before := make([]uuid.UUID, count), 0
		for at, change := range found[:count] {
			ids[at] = change.ID
			before += change.Size
		}
		size, err := contact.SizeOfAddresses(ctx, i.db, ids)
		if err != nil {
			return nil, false, err
		}
		if size+before <= i.maxLoaded {
			break
		}
	}
	next, err = i.db.Client.ContactImportChange.Query().Where(contactimportchange.ImportID(row.ID)).
		Order(ent.Asc(contactimportchange.FieldContactID)).Limit(count).All(ctx)
	if err != nil {
		return nil, false, fmt.Errorf("read the changes: %w", err)
	}
	return next, count < len(found) || count == undoAtOnce, nil
}

// undoChanges undoes changes of an import, deletes them, and returns the number of contacts that it
// wrote.
func (i *Importer) undoChanges(ctx context.Context, row *ent.ContactImport, changes []*ent.ContactImportChange) (int, error) {
	if len(changes) == 0 {
		return 0, nil
	}
	ids := make([]uuid.UUID, len(changes))
	forgotten := make([]uuid.UUID, len(changes))
	for at, change := range changes {
		ids[at], forgotten[at] = change.ContactID, change.ID
	}
	found, err := contact.Load(ctx, i.db, ids, contact.Wait)
	if err != nil {
		return 0, err
	}
	var created []uuid.UUID
	var restored []contact.Change
	again := make(moves)
	now := entity.Now()
	for _, change := range changes {
		is := found[change.ContactID]
		switch {
		case is == nil || !is.UpdatedAt.Equal(change.LeftAt):
		case change.Before == nil:
			created = append(created, is.ID)
		default:
			was := &contact.Stored{}
			if err := json.Unmarshal(change.Before, was); err != nil {
				return 0, fmt.Errorf("read the contact %s as it was: %w", is.ID, err)
			}
			was.ID, was.CreatedAt = is.ID, is.CreatedAt
			was.Tags = withoutGiven(is.Tags, was.Tags)
			change := contact.Change{Before: is, After: was}
			from := was.UpdatedAt
			change.Touch(now)
			again.add(from, was)
			restored = append(restored, change)
		}
	}
	if _, err := contact.Remove(ctx, i.db, created); err != nil {
		return 0, err
	}
	if err := errors.Join(contact.Save(ctx, i.db, restored, i.rests()), i.moveOn(ctx, row, again)); err != nil {
		return 0, err
	}
	_, err = i.db.Client.ContactImportChange.Delete().Where(contactimportchange.IDIn(forgotten...)).Exec(ctx)
	if err != nil {
		return 0, fmt.Errorf("forget the changes: %w", err)
	}
	return len(created) + len(restored), nil
}

// withoutGiven returns the tags of a contact that it had before the import, even if the firm has
// renamed or merged them since. The others are from the import. Tags that the firm has deleted
// since do not come back.
func withoutGiven(are, were []tags.Tag) []tags.Tag {
	return slices.DeleteFunc(slices.Clone(are), func(is tags.Tag) bool { return !slices.ContainsFunc(were, is.Is) })
}

// undoFailed records that an undo ended early. It can be requested again. What it has undone until
// then stays undone, so other programs are told, as of one that completed.
func (i *Importer) undoFailed(ctx context.Context, args undo, _ error) error {
	failed, err := i.db.Client.ContactImport.Update().
		Where(contactimport.ID(args.Import), contactimport.UndoIn(contactimport.UndoQueued, contactimport.UndoRunning)).
		SetUndo(contactimport.UndoFailed).Save(ctx)
	if err != nil {
		return fmt.Errorf("note that the undo failed: %w", err)
	}
	if failed == 0 {
		return nil
	}
	return event.RaiseAll(ctx, i.db, event.ContactImportEnded, args.Import)
}
