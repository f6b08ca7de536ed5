package importer

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/contactimportreject"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
	"github.com/firmhub/firmhub/internal/transfer/csvfile"
	"github.com/firmhub/firmhub/internal/transfer/stream"
)

// RejectsInput selects a page of the rejected rows of an import.
type RejectsInput struct {
	JobID          uuid.UUID
	Page, PageSize *int
}

// Validate returns every fault.
func (in *RejectsInput) Validate() fault.Details {
	var faults fault.Details
	page.Check(&faults, in.Page, in.PageSize)
	return faults
}

// RejectPage is a page of rejected rows.
type RejectPage = page.Numbered[*ent.ContactImportReject]

// shownCells is the maximum size in bytes of the cells of a row in a page of rejected rows.
const shownCells = 64 << 10

// Rejects returns a page of the rows that an import of the viewer's firm rejected and of the cells
// that it left out, in the order of the file, or NotFound. A row of more than 64 KiB has no cells
// there: a page of such rows would take 100 MiB.
func (i *Importer) Rejects(ctx context.Context, in RejectsInput) (_ *RejectPage, err error) {
	defer fault.Wrap(&err, "importer.Rejects")
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	of, err := i.find(ctx, in.JobID)
	if err != nil {
		return nil, err
	}
	query := i.db.Client.ContactImportReject.Query().Where(contactimportreject.ImportID(in.JobID))
	return page.New(in.Page, in.PageSize,
		func(ctx context.Context, limit, offset int) (_ []*ent.ContactImportReject, err error) {
			defer fault.Wrap(&err, "importer.Rejects")
			rejects, err := query.Clone().Order(ent.Asc(contactimportreject.FieldRow), ent.Asc(contactimportreject.FieldPosition)).
				Limit(limit).Offset(offset).Select(contactimportreject.FieldRow, contactimportreject.FieldColumn,
				contactimportreject.FieldError, contactimportreject.FieldContactID).All(ctx)
			if err != nil || len(rejects) == 0 {
				return nil, err
			}
			return rejects, i.addCells(ctx, of, rejects)
		},
		func(ctx context.Context) (int, error) { return query.Clone().Count(ctx) },
	), nil
}

// addCells reads the cells of rejected rows of an import, except those that are too large.
func (i *Importer) addCells(ctx context.Context, of *ent.ContactImport, rejects []*ent.ContactImportReject) error {
	byID, ids := make(map[uuid.UUID]*ent.ContactImportReject, len(rejects)), make([]uuid.UUID, len(rejects))
	for at, reject := range rejects {
		reject.Cells = []string{}
		byID[reject.ID], ids[at] = reject, reject.ID
	}
	among, list := i.db.AmongIDs("id", 3, ids)
	found, err := db.All[struct {
		ID    uuid.UUID
		Cells string
	}](i.db.InFirm(ctx), `SELECT id, CAST(cells AS text) AS cells FROM contact_import_rejects
		WHERE firm_id = $1 AND import_id = $2 AND `+among+` AND octet_length(CAST(cells AS text)) <= $4`, of.ID, list, shownCells)
	if err != nil {
		return fmt.Errorf("read the cells of rejected rows: %w", err)
	}
	for _, row := range found {
		if err := json.Unmarshal([]byte(row.Cells), &byID[row.ID].Cells); err != nil {
			return fmt.Errorf("decode a rejected row: %w", err)
		}
	}
	return nil
}

// rejectPage is how many rejected rows are read at once, and firstRejectPage how many at first. A
// row may have 1 MiB. A page ends when it is full, and the next time at most twice as many rows are
// read.
const (
	firstRejectPage = 100
	rejectPage      = 500
)

// reportColumns returns the columns that the report adds to the columns of the file. A corrected
// report that is imported already has them; they are not columns of its own.
func reportColumns() []string { return []string{"row", "column", "error", string(contactID)} }

// ExportRejects returns the report of an import of the viewer's firm, or NotFound. It contains all
// rejected rows, unchanged. It also contains the cells that were left out of other rows, with their
// row, the heading of the cell, the fault, and the contact into which the row was imported. Lines
// of rejected rows have no heading and no contact. So both can be corrected and imported again. It
// ignores the page and page size of the input.
func (i *Importer) ExportRejects(ctx context.Context, in RejectsInput) (_ *stream.Table, err error) {
	defer fault.Wrap(&err, "importer.ExportRejects")
	row, err := i.find(ctx, in.JobID)
	if err != nil {
		return nil, err
	}
	var at checkpoint
	if err := decode(row.Checkpoint, &at); err != nil { // none before the file is read
		return nil, err
	}
	added := reportColumns()
	columns := csvfile.Without(at.Layout.Header, added...)
	r := &report{
		db: i.db, of: row, columns: len(columns), added: len(at.Layout.Header) - len(columns), delimiter: at.Layout.Delimiter,
		limit: firstRejectPage,
	}
	return &stream.Table{
		Columns: append(slices.Clone(columns), added...),
		Keys:    rejectKeys(columns, added...),
		Next: func(ctx context.Context, rows *stream.Rows) (more bool, err error) {
			defer fault.Wrap(&err, "importer.ExportRejects")
			return r.next(ctx, rows)
		},
	}, nil
}

// report is the position of an export of rejected rows: the rows after a row of the file.
type report struct {
	db *db.DB
	of *ent.ContactImport
	// columns is the number of columns of the file, without the added ones.
	columns, added int
	delimiter      string

	// row and position identify the last line.
	row, position, limit int
}

// next writes each row as it is read, so that it keeps no more than one row in addition to the
// page.
func (r *report) next(ctx context.Context, rows *stream.Rows) (more bool, err error) {
	found, err := r.db.InFirm(ctx).Query(`SELECT row, "position", "column", error, contact_id, cells FROM contact_import_rejects
		WHERE firm_id = $1 AND import_id = $2 AND ("row", "position") > ($3, $4) ORDER BY row, "position" LIMIT $5`,
		r.of.ID, r.row, r.position, r.limit)
	if err != nil {
		return false, err
	}
	defer found.Close()
	count, full := 0, false
	for !full && found.Next() {
		var (
			column, faults string
			contact        *uuid.UUID
			text           []byte
			cells          []string
		)
		if err := found.Scan(&r.row, &r.position, &column, &faults, &contact, &text); err != nil {
			return false, fmt.Errorf("read a rejected row: %w", err)
		}
		if err := json.Unmarshal(text, &cells); err != nil {
			return false, fmt.Errorf("decode a rejected row: %w", err)
		}
		if len(cells) > r.columns {
			cells = cells[:max(r.columns, len(cells)-r.added)]
		}
		writeCells(rows, fitted(cells, r.columns, r.delimiter))
		rows.Int(int64(r.row))
		if r.position == 0 {
			rows.OptionalText(nil)
		} else {
			rows.Text(column)
		}
		rows.Text(faults)
		rows.OptionalID(contact)
		rows.End()
		count++
		full = rows.Full()
	}
	more = full || count == r.limit
	r.limit = min(rejectPage, 2*count)
	return more, found.Err()
}

func writeCells(rows *stream.Rows, cells []string) {
	for _, cell := range cells {
		rows.Text(cell)
	}
}

// fitted returns n cells. It adds empty cells if there are fewer. If there are more, the last one
// contains all that follow, so that nothing is lost.
func fitted(cells []string, columns int, delimiter string) []string {
	if columns > 0 && len(cells) > columns {
		return append(slices.Clone(cells[:columns-1]), strings.Join(cells[columns-1:], delimiter))
	}
	return append(slices.Clone(cells[:min(len(cells), columns)]), make([]string, max(0, columns-len(cells)))...)
}
