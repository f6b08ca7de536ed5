package importer

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/contactimportchange"
	"github.com/firmhub/firmhub/ent/contactimportreject"
	"github.com/firmhub/firmhub/internal/contact"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/record"
)

// batch is what a step writes, all in one transaction: the rows that it reads, part by part.
type batch struct {
	db         *db.DB
	rest       func() // is called before each row that is sent, but for what is rejected or has changed
	row        *ent.ContactImport
	options    options
	checkpoint checkpoint

	// locks is set when the step may have locked contacts.
	locks bool

	processed, created, updated, unchanged, failed int
	// now and rejected are those of the part, and drafted the contacts of it that have drafts.
	now      time.Time
	rejected []*row
	drafted  map[uuid.UUID]bool
}

// write writes a part, and moves the checkpoint after it.
func (w *batch) write(ctx context.Context, read part) error {
	w.now, w.rejected, w.drafted = record.Now(), nil, nil
	if len(read.rows) > 0 {
		if err := w.writeRows(ctx, read.rows); err != nil {
			return err
		}
		w.locks = true
	}
	w.processed += len(read.rows)
	w.failed += len(w.rejected)
	w.checkpoint.At = read.at
	if read.last {
		w.checkpoint.Phase = ending
	}
	return nil
}

// writeRows brings the contacts to which rows belong to what the rows say.
func (w *batch) writeRows(ctx context.Context, rows []*row) error {
	found, err := w.match(ctx, rows)
	if err != nil {
		return err
	}
	touched := make([]*target, 0, len(rows))
	for _, r := range rows {
		if t := w.apply(r, found); t != nil {
			touched = append(touched, t)
		}
	}
	changes := make([]contact.Change, len(touched))
	for i, t := range touched {
		changes[i] = contact.Change{Before: t.before, After: t.after}
		changes[i].Touch(w.now)
	}
	if err := w.saveRejects(ctx); err != nil {
		return err
	}
	if w.row.DryRun {
		return w.saveDrafts(ctx, changes)
	}
	if err := w.saveChanges(ctx, changes); err != nil {
		return err
	}
	return contact.Save(ctx, w.db, changes, w.rest)
}

// apply applies one row. It returns the contact that the row creates, or that it is the first to change.
func (w *batch) apply(r *row, found targets) *target {
	if len(r.faults) > 0 {
		w.rejected = append(w.rejected, r)
		return nil
	}
	t := found.find(r)
	switch {
	case t == nil && len(r.noName) > 0:
		r.faults = r.noName
		w.rejected = append(w.rejected, r)
		return nil
	case t == nil:
		stored := contact.NewStored(r.contact, w.now)
		t = &target{id: stored.ID, after: stored, changed: true}
		found.add(t, r)
		w.created++
		return t
	case t.after == nil:
		w.unchanged++
		return nil
	}
	merged, changed := merge(t.after, r)
	if !changed {
		w.unchanged++
		return nil
	}
	if faults := merged.CheckSizes(); len(faults) > 0 {
		for _, f := range faults {
			r.reject(f.Field, f.Message)
		}
		w.rejected = append(w.rejected, r)
		return nil
	}
	t.after = merged
	found.add(t, r)
	w.updated++
	if t.changed {
		return nil
	}
	t.changed = true
	return t
}

// ofImport returns the columns that all tables of imports have.
func ofImport() []string {
	return []string{
		contactimportreject.FieldFirmID, contactimportreject.FieldID, contactimportreject.FieldCreatedAt,
		contactimportreject.FieldUpdatedAt, contactimportreject.FieldImportID,
	}
}

func (w *batch) saveRejects(ctx context.Context) error {
	columns := append(ofImport(), contactimportreject.FieldRow, contactimportreject.FieldPosition, contactimportreject.FieldColumn,
		contactimportreject.FieldError, contactimportreject.FieldCells)
	return w.db.CopyLarge(ctx, contactimportreject.Table, columns, len(w.rejected), func(i int) []any {
		r := w.rejected[i]
		return []any{
			w.row.FirmID, record.NewID(), w.now, w.now, w.row.ID, r.number, 0, "", storable(shownFaults(r.faults)), storedCells(r.cells),
		}
	})
}

// storedCells returns cells in JSON.
func storedCells(cells []string) string {
	given := withoutBlankEnd(cells)
	stored := make([]string, len(given))
	for i, cell := range given {
		stored[i] = storable(cell)
	}
	encoded, err := json.Marshal(stored)
	if err != nil {
		panic(err) // texts can be encoded
	}
	return string(encoded)
}

// maxFaults is how many faults of a row are told: a row of 400 bytes may have 400, which are 30 KiB of text.
const maxFaults = 20

func shownFaults(faults []string) string {
	text := strings.Join(faults[:min(len(faults), maxFaults)], "; ")
	if more := len(faults) - maxFaults; more > 0 {
		text += fmt.Sprintf("; and %d more", more)
	}
	return text
}

// withoutBlankEnd leaves the empty cells at the end of a row out: a row of two bytes may have two hundred of them.
func withoutBlankEnd(cells []string) []string {
	for len(cells) > 0 && cells[len(cells)-1] == "" {
		cells = cells[:len(cells)-1]
	}
	return cells
}

// storable replaces the one character that PostgreSQL stores in no text.
func storable(text string) string { return strings.ReplaceAll(text, "\x00", "\uFFFD") }

// saveChanges keeps for undo how the contacts were before the import. left_at moves on only from where the import itself has
// left it: undo leaves alone what somebody else has changed since.
func (w *batch) saveChanges(ctx context.Context, changes []contact.Change) error {
	var created, changed [][]any
	var ids []uuid.UUID
	leftAt := map[time.Time][]uuid.UUID{} // one time, but where the clock is behind
	for _, change := range changes {
		values := []any{w.row.FirmID, record.NewID(), w.now, w.now, w.row.ID, change.After.ID, nil, change.After.UpdatedAt}
		if change.Before == nil {
			created = append(created, values)
			continue
		}
		before, err := json.Marshal(change.Before)
		if err != nil {
			return err
		}
		values[6] = string(before)
		changed = append(changed, values)
		ids = append(ids, change.After.ID)
		leftAt[change.After.UpdatedAt] = append(leftAt[change.After.UpdatedAt], change.After.ID)
	}
	columns := append(ofImport(), contactimportchange.FieldContactID, contactimportchange.FieldBefore, contactimportchange.FieldLeftAt)
	table := contactimportchange.Table
	if err := w.db.Copy(ctx, table, columns, len(created), func(i int) []any {
		w.rest()
		return created[i]
	}); err != nil {
		return err
	}
	if len(ids) == 0 {
		return nil
	}
	among, list := w.db.AmongIDs("contact_id", 3, ids)
	known, err := db.Select[uuid.UUID](ctx, w.db, `SELECT contact_id FROM contact_import_changes
		WHERE firm_id = $1 AND import_id = $2 AND `+among, w.row.FirmID, w.row.ID, list)
	if err != nil {
		return fmt.Errorf("find changes: %w", err)
	}
	for at, ids := range leftAt {
		among, list := w.db.AmongIDs("contact_id", 3, ids)
		if _, err := w.db.Exec(ctx, `UPDATE contact_import_changes SET left_at = $4
			WHERE firm_id = $1 AND import_id = $2 AND `+among+` AND left_at = (SELECT updated_at FROM contacts c
				WHERE c.firm_id = $1 AND c.id = contact_id)`, w.row.FirmID, w.row.ID, list, at); err != nil {
			return fmt.Errorf("move changes on: %w", err)
		}
	}
	first := changed[:0]
	isKnown := make(map[uuid.UUID]bool, len(known))
	for _, id := range known {
		isKnown[id] = true
	}
	for i, values := range changed {
		if !isKnown[ids[i]] {
			first = append(first, values)
		}
	}
	return w.db.Copy(ctx, table, columns, len(first), func(i int) []any { return first[i] })
}
