package contact

import (
	"slices"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/ent/contactphone"
	"github.com/firmhub/firmhub/internal/entity"
)

// rows are the rows of a table that are new, changed or deleted.
type rows struct {
	table   string
	columns []string
	// new and same return the values of a row when the row is sent: PostgreSQL writes some rows
	// while the next ones are prepared.
	new, same []func() []any
	gone      []uuid.UUID
}

// rowsOf returns empty rows of a table. Their values come in this order: ids and times, then more
// columns, the table's own columns, and the derived ones.
func rowsOf[R any](t table[R], more ...string) rows {
	ids := []string{contact.FieldFirmID, contact.FieldID, contact.FieldCreatedAt, contact.FieldUpdatedAt}
	return rows{table: t.name, columns: slices.Concat(ids, more, t.columns, t.derived)}
}

// partColumns are the columns of all parts of contacts.
var partColumns = []string{contactphone.FieldContactID, contactphone.FieldPosition}

// addParts adds the rows of a contact's list: its new parts, to which it assigns ids; those that
// differ or have moved, or all of them if a value that they copy from the contact differs; and
// those that are deleted.
func addParts[P comparable](r *rows, before, after []P, differs bool, id func(*P) *uuid.UUID, row func(i int, part P) []any) {
	at := make(map[uuid.UUID]int, len(before))
	for i := range before {
		at[*id(&before[i])] = i
	}
	for i := range after {
		was, stored := at[*id(&after[i])]
		switch {
		case !stored:
			*id(&after[i]) = entity.NewID()
			r.new = append(r.new, func() []any { return row(i, after[i]) })
		case differs || was != i || before[was] != after[i]:
			r.same = append(r.same, func() []any { return row(i, after[i]) })
		}
		delete(at, *id(&after[i]))
	}
	for gone := range at {
		r.gone = append(r.gone, gone)
	}
}

// sent returns the row function for [db.Scope.Copy], which calls each before each row.
func sent(rows []func() []any, each func()) func(i int) []any {
	return func(i int) []any {
		each()
		return rows[i]()
	}
}
