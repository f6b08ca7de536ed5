package contact

import (
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/entity"
)

// rows are the rows of a table that are new, changed or deleted.
type rows struct {
	table   string
	columns []string
	// values returns the values of a row when the row is sent: PostgreSQL writes some rows while
	// the next ones are prepared.
	values    func(row) []any
	new, same []row
	gone      []uuid.UUID
}

// row is the row of a contact, or the one at an index of one of its lists.
type row struct {
	of *Stored
	at int
}

func (r *rows) delete(d *db.DB, inFirm db.Scope) error {
	if len(r.gone) == 0 {
		return nil
	}
	among, list := d.AmongIDs("id", 2, r.gone)
	return inFirm.Delete(r.table, among, list)
}

// send returns the row function for [db.Scope.Insert], which calls each before each row.
func (r *rows) send(rows []row, each func()) func(i int) []any {
	return func(i int) []any {
		each()
		return r.values(rows[i])
	}
}

// addParts adds the rows of a contact's list: its new parts, to which it assigns ids; those that
// differ or have moved, or all of them if a value that they copy from the contact differs; and
// those that are deleted.
func addParts[P comparable](r *rows, of *Stored, before, after []P, differs bool, id func(*P) *uuid.UUID) {
	at := make(map[uuid.UUID]int, len(before))
	for i := range before {
		at[*id(&before[i])] = i
	}
	for i := range after {
		was, stored := at[*id(&after[i])]
		switch {
		case !stored:
			*id(&after[i]) = entity.NewID()
			r.new = append(r.new, row{of, i})
		case differs || was != i || before[was] != after[i]:
			r.same = append(r.same, row{of, i})
		}
		delete(at, *id(&after[i]))
	}
	for gone := range at {
		r.gone = append(r.gone, gone)
	}
}
