package importer

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/contactimportchange"
	"github.com/firmhub/firmhub/ent/contactimportreject"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/entity"
)

// batch is what a step writes in one transaction: the rows that it reads, part by part.
type batch struct {
	db         *db.DB
	rest       func() // is called before each row that is sent, but for what is rejected or has changed
	row        *ent.ContactImport
	options    Options
	checkpoint checkpoint
	columns    *table
	preview    Preview

	// maxLoaded is that of the importer.
	maxLoaded int
	// locks is set when the step may have locked contacts.
	locks bool

	processed, created, updated, unchanged, merged, failed, skippedCells int
	// now is the time of the part, and the rest its report.
	now    time.Time
	report []reported
}

// write writes a part, and moves the checkpoint after it. If it returns an error it moves the
// checkpoint after the rows that it wrote. If it can't tell the contact of a row, or the contacts
// of all rows are too large, it writes the rows before, and continues with the contacts that it
// finds then.
func (w *batch) write(ctx context.Context, read part) error {
	began := time.Now()
	for rows := read.rows; len(rows) > 0; {
		written, err := w.writeRows(ctx, rows)
		if err != nil {
			return err
		}
		w.locks = true
		w.processed += written
		w.checkpoint.At = rows[written-1].end
		if rows = rows[written:]; len(rows) > 0 && time.Since(began) > stepTime {
			return errLater
		}
	}
	w.checkpoint.At = read.at
	if read.last {
		w.checkpoint.Phase = ending
	}
	return nil
}

// writeRows applies rows to the contacts to which they belong. It returns how many rows it wrote,
// at least one.
func (w *batch) writeRows(ctx context.Context, rows []*row) (written int, err error) {
	w.now, w.report = entity.Now(), nil
	found, rows, err := w.match(ctx, rows)
	if err != nil {
		return 0, err
	}
	var (
		touched, met []*target
		consents     consents
	)
	for _, r := range rows {
		t, ok, err := w.target(ctx, r, found)
		if err != nil {
			return 0, err
		}
		if !ok {
			break
		}
		written++
		w.checkpoint.NoCode += r.noCode
		w.checkpoint.Unnamed = distinct(append(w.checkpoint.Unnamed, r.unnamed...))
		if t = w.apply(r, t, found); t == nil { // rejected
			w.failed++
			w.report = append(w.report, reported{row: r})
			continue
		}
		consents.add(r)
		if err := w.show(r, t); err != nil {
			return 0, err
		}
		if t.met {
			w.merged++
		} else {
			met = append(met, t)
			t.met = true
		}
		if t.changed && !t.touched {
			touched = append(touched, t)
			t.touched = true
		}
	}
	changes := make([]contact.Change, len(touched))
	for i, t := range touched {
		changes[i] = contact.Change{Before: t.before, After: t.after}
		changes[i].Touch(w.now)
	}
	if err := w.saveReport(ctx); err != nil {
		return 0, err
	}
	unchanged := slices.DeleteFunc(met, func(t *target) bool { return t.changed })
	if err := w.remember(ctx, unchanged); err != nil {
		return 0, err
	}
	if w.row.DryRun {
		return written, w.saveDrafts(ctx, touched)
	}
	if err := w.saveChanges(ctx, touched); err != nil {
		return 0, err
	}
	if err := contact.Save(ctx, w.db, changes, w.rest); err != nil {
		return 0, err
	}
	return written, consents.save(ctx, w)
}

// show adds an applied row to the report and to the preview.
func (w *batch) show(r *row, t *target) error {
	w.reportSkipped(r, t)
	if !w.row.DryRun || t.after == nil {
		return nil
	}
	return w.preview.addSample(t.after)
}

// apply applies a row to its contact, if there is one. It returns the contact, or nil for a row
// that it rejects.
func (w *batch) apply(r *row, t *target, found *targets) *target {
	if len(r.faults) > 0 {
		return nil
	}
	switch {
	case t == nil:
		stored := contact.NewStored(r.contact, w.now)
		t = &target{id: stored.ID, changed: true}
		found.change(t, stored)
		w.created++
		return t
	case t.after == nil:
		w.unchanged++
		return t
	}
	merged, changed := merge(t.after, r)
	if !changed {
		w.unchanged++
		return t
	}
	if faults := merged.CheckSizes(); len(faults) > 0 {
		for _, f := range faults {
			r.reject(f.Field, f.Message)
		}
		r.rejectSkipped(w.columns)
		return nil
	}
	switch {
	case r.contactID == t.id:
	case t.met:
		w.columns.reportReplaced(r, t.after, merged)
	default:
		w.columns.reportRenamed(r, t.after, merged)
	}
	found.change(t, merged)
	t.changed = true
	w.updated++
	return t
}

// ofImport returns the columns that all tables of imports have.
func ofImport() []string {
	return []string{
		contactimportreject.FieldFirmID, contactimportreject.FieldID, contactimportreject.FieldCreatedAt,
		contactimportreject.FieldUpdatedAt, contactimportreject.FieldImportID,
	}
}

// saveChanges stores for undo how the contacts were before the import. left_at moves on only from
// the value that the import itself has set. So undo skips contacts that somebody else has changed
// since.
func (w *batch) saveChanges(ctx context.Context, touched []*target) error {
	var created, changed [][]any
	leftAt := map[time.Time][]uuid.UUID{} // one time, but where the clock is behind
	for _, t := range touched {
		values := []any{w.row.FirmID, entity.NewID(), w.now, w.now, w.row.ID, t.id, nil, t.after.UpdatedAt}
		switch {
		case t.before == nil:
			created = append(created, values)
		case t.recorded:
			leftAt[t.after.UpdatedAt] = append(leftAt[t.after.UpdatedAt], t.id)
		default:
			before, err := json.Marshal(t.before)
			if err != nil {
				return err
			}
			values[6] = string(before)
			changed = append(changed, values)
		}
	}
	columns := append(ofImport(), contactimportchange.FieldContactID, contactimportchange.FieldBefore, contactimportchange.FieldLeftAt)
	table := contactimportchange.Table
	if err := w.db.InFirm(ctx).Insert(table, columns, len(created), func(i int) []any {
		w.rest()
		return created[i]
	}); err != nil {
		return err
	}
	for at, ids := range leftAt {
		among, list := w.db.AmongIDs("contact_id", 3, ids)
		if _, err := w.db.InFirm(ctx).Exec(`UPDATE contact_import_changes SET left_at = $4
			WHERE firm_id = $1 AND import_id = $2 AND `+among+` AND left_at = (SELECT updated_at FROM contacts c
				WHERE c.firm_id = $1 AND c.id = contact_id)`, w.row.ID, list, at); err != nil {
			return fmt.Errorf("move changes on: %w", err)
		}
	}
	return w.db.InFirm(ctx).Insert(table, columns, len(changed), func(i int) []any { return changed[i] })
}
