package contact

import (
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strings"

	"github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/ent/contactphone"
)

// table describes the rows of a table. The tags of the struct R are the only list of its columns,
// other than ids, times, and the position in a list: `column` is the name in the database, `api`
// the name in the APIs, exports and imports, of those that have one. An export writes them in the
// order of the fields.
type table[R any] struct {
	name    string
	columns []string
	// written are all columns, in the order in which rows are written: ids and times, columns, and
	// the derived ones, whose values are computed from the others.
	written, derived []string
	// texts are the indexes of the columns with texts that the APIs have.
	texts []int
	// names are those of the APIs, or empty.
	names []string
	// at and stored are the fields of the columns in R and in the entity of ent.
	at, stored [][]int
}

// rowColumns are the first columns of each table, and partColumns those of the parts of contacts.
var (
	rowColumns  = []string{contact.FieldFirmID, contact.FieldID, contact.FieldCreatedAt, contact.FieldUpdatedAt}
	partColumns = append(slices.Clone(rowColumns), contactphone.FieldContactID, contactphone.FieldPosition)
)

// tableOf returns the table of R, whose entity of ent is E. Its first columns are not in R.
func tableOf[R, E any](name string, first []string, derived ...string) table[R] {
	stored := map[string][]int{}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[E]()) {
		column, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		stored[column] = f.Index
	}
	t := table[R]{name: name, derived: derived}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[R]()) {
		column, ok := f.Tag.Lookup("column")
		if !ok {
			continue
		}
		if stored[column] == nil {
			panic(fmt.Sprintf("contact: %T has no column %s", *new(E), column))
		}
		api := f.Tag.Get("api")
		if api != "" && f.Type.Kind() == reflect.String {
			t.texts = append(t.texts, len(t.columns))
		}
		t.columns, t.names = append(t.columns, column), append(t.names, api)
		t.at, t.stored = append(t.at, f.Index), append(t.stored, stored[column])
	}
	t.written = slices.Concat(first, t.columns, derived)
	return t
}

// row returns the values of a row to be written: the first ones, then those of the columns of the
// table, with room for those that are derived. reflect.Value.Interface would allocate each of them.
func (t *table[R]) row(r *R, first ...any) []any {
	all := make([]any, len(first), len(first)+len(t.at)+len(t.derived))
	copy(all, first)
	row := reflect.ValueOf(r).Elem()
	for _, at := range t.at {
		switch f := row.FieldByIndex(at); f.Kind() { //nolint:exhaustive // the others are pointers
		case reflect.String:
			all = append(all, f.String())
		case reflect.Int:
			all = append(all, f.Int())
		case reflect.Bool:
			all = append(all, f.Bool())
		default:
			all = append(all, f.Interface())
		}
	}
	return all
}

// fields returns pointers to the values of the columns.
func (t *table[R]) fields(r *R) []any {
	row := reflect.ValueOf(r).Elem()
	all := make([]any, len(t.at))
	for i, at := range t.at {
		all[i] = row.FieldByIndex(at).Addr().Interface()
	}
	return all
}

// values returns pointers to the values of an entity that the APIs have, by their names.
func (t *table[R]) values(entity any) iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		row := reflect.ValueOf(entity).Elem()
		for i, at := range t.stored {
			if t.names[i] != "" && !yield(t.names[i], row.FieldByIndex(at).Addr().Interface()) {
				return
			}
		}
	}
}

// textColumns returns the columns with texts that the APIs have.
func (t *table[R]) textColumns() (columns []string) {
	for _, i := range t.texts {
		columns = append(columns, t.columns[i])
	}
	return columns
}

// setTexts sets the texts of an entity, in the order of textColumns.
func (t *table[R]) setTexts(entity any, texts []string) {
	to := reflect.ValueOf(entity).Elem()
	for i, column := range t.texts {
		to.FieldByIndex(t.stored[column]).SetString(texts[i])
	}
}

// toEntity copies the values of a row to its entity.
func (t *table[R]) toEntity(r *R, entity any) {
	from, to := reflect.ValueOf(r).Elem(), reflect.ValueOf(entity).Elem()
	for i, at := range t.at {
		to.FieldByIndex(t.stored[i]).Set(from.FieldByIndex(at))
	}
}

// equal reports whether two rows have the same values.
func (t *table[R]) equal(a, b *R) bool {
	x, y := reflect.ValueOf(a).Elem(), reflect.ValueOf(b).Elem()
	for _, at := range t.at {
		if !same(x.FieldByIndex(at), y.FieldByIndex(at)) {
			return false
		}
	}
	return true
}

// overwrite sets the values that another row has, and reports whether any changes. The zero value
// counts as none, except for false.
func (t *table[R]) overwrite(r, other *R) (changed bool) {
	to, from := reflect.ValueOf(r).Elem(), reflect.ValueOf(other).Elem()
	for _, at := range t.at {
		old, value := to.FieldByIndex(at), from.FieldByIndex(at)
		if value.IsZero() && value.Kind() != reflect.Bool || same(old, value) {
			continue
		}
		old.Set(value)
		changed = true
	}
	return changed
}

func same(a, b reflect.Value) bool {
	if a.Kind() == reflect.Pointer && !a.IsNil() && !b.IsNil() {
		a, b = a.Elem(), b.Elem()
	}
	return a.Equal(b)
}
