package importer

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/contactimportreject"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/plaintext"
)

// reported is a line of the report: a rejected row, or a cell that was left out of an imported row.
type reported struct {
	row *row
	// skipped is nil if the row was rejected.
	skipped *skippedCell
	// contact is the contact into which the row was imported. It is nil in a dry run.
	contact *uuid.UUID
}

// reportSkipped adds the cells that were left out of a contact's row to the report.
func (w *batch) reportSkipped(r *row, of *target) {
	for i := range r.skipped {
		cell := reported{row: r, skipped: &r.skipped[i]}
		if !w.row.DryRun {
			cell.contact = &of.id
		}
		w.report = append(w.report, cell)
	}
	w.skippedCells += len(r.skipped)
}

func (w *batch) saveReport(ctx context.Context) error {
	columns := append(ofImport(), contactimportreject.FieldRow, contactimportreject.FieldPosition, contactimportreject.FieldColumn,
		contactimportreject.FieldContactID, contactimportreject.FieldError, contactimportreject.FieldCells)
	return w.db.InFirm(ctx).Insert(contactimportreject.Table, columns, len(w.report), func(i int) []any {
		of := &w.report[i]
		position, column, faults, cells := 0, "", shownFaults(of.row.faults), of.row.cells
		if s := of.skipped; s != nil {
			position, column, faults, cells = s.column+1, w.columns.header[s.column], s.message, w.columns.cellsFor(s.column, of.row)
		}
		var contact any
		if of.contact != nil {
			contact = *of.contact
		}
		return []any{
			w.row.FirmID, entity.NewID(), w.now, w.now, w.row.ID, of.row.number, position, column, contact, storable(faults), storedCells(cells),
		}
	}, db.Large())
}

// cellsFor returns the cells of the line that reports a cell. These are the cell itself and what it
// needs, and those cells that name the contact and were stored. So the line can be corrected and
// imported without other effects, and all lines of a row take no more space than the row.
func (t *table) cellsFor(column int, r *row) []string {
	cells := make([]string, len(t.header))
	for _, i := range t.naming {
		if !r.skips(i) {
			cells[i] = plaintext.Trim(r.cells[i])
		}
	}
	cells[column] = r.cells[column]
	for _, p := range t.phones {
		if p.phone == column && p.kind >= 0 {
			cells[p.kind] = r.cells[p.kind]
		}
	}
	for _, e := range t.emails {
		if e.email == column && e.kind >= 0 {
			cells[e.kind] = r.cells[e.kind]
		}
	}
	return cells
}

// storedCells returns cells as JSON.
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

// maxFaults is how many faults of a row are listed. A row of 400 bytes may have 400 faults, which
// are 30 KiB of text.
const maxFaults = 20

func shownFaults(faults []string) string {
	text := strings.Join(faults[:min(len(faults), maxFaults)], "; ")
	if more := len(faults) - maxFaults; more > 0 {
		text += fmt.Sprintf("; and %d more", more)
	}
	return text
}

// withoutBlankEnd removes the empty cells at the end of a row. A row of two bytes may have two
// hundred of them.
func withoutBlankEnd(cells []string) []string {
	for len(cells) > 0 && cells[len(cells)-1] == "" {
		cells = cells[:len(cells)-1]
	}
	return cells
}

// storable replaces the one character that PostgreSQL can't store in a text.
func storable(text string) string { return strings.ReplaceAll(text, "\x00", "\uFFFD") }
