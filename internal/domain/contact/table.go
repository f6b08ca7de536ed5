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
	columns []column
	// written are the names of all columns, in the order in which rows are written: ids and times,
	// columns, and the derived ones, whose values are computed from the others.
	written []string
	// derived is the number of the derived columns.
	derived int
}

// column is a column of a table. Its fields are at and stored, in R and in the entity of ent.
type column struct {
	name, api  string
	at, stored []int
	// isText is set for a text that the APIs have.
	isText bool
}

// rowColumns are the first columns of each table. partColumns are the first columns of the parts of
// contacts.
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
	t := table[R]{name: name, columns: columnsOf[R](), derived: len(derived)}
	for i := range t.columns {
		c := &t.columns[i]
		if c.stored = stored[c.name]; c.stored == nil {
			panic(fmt.Sprintf("contact: %T has no column %s", *new(E), c.name))
		}
	}
	t.written = slices.Concat(first, t.names(), derived)
	return t
}

// columnsOf returns the columns that the tags of a struct name.
func columnsOf[R any]() (columns []column) {
	for _, f := range reflect.VisibleFields(reflect.TypeFor[R]()) {
		if name, ok := f.Tag.Lookup("column"); ok {
			api := f.Tag.Get("api")
			columns = append(columns, column{name: name, api: api, at: f.Index, isText: api != "" && f.Type.Kind() == reflect.String})
		}
	}
	return columns
}

// names returns the names of the columns in the database.
func (t *table[R]) names() (names []string) {
	for _, c := range t.columns {
		names = append(names, c.name)
	}
	return names
}

// row returns the values of a row to be written: first, then the values of the columns. It leaves
// room for the derived ones. reflect.Value.Interface would allocate each value.
func (t *table[R]) row(r *R, first ...any) []any {
	all := make([]any, len(first), len(first)+len(t.columns)+t.derived)
	copy(all, first)
	row := reflect.ValueOf(r).Elem()
	for _, c := range t.columns {
		switch f := row.FieldByIndex(c.at); f.Kind() { //nolint:exhaustive // the others are pointers
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
	all := make([]any, len(t.columns))
	for i, c := range t.columns {
		all[i] = row.FieldByIndex(c.at).Addr().Interface()
	}
	return all
}

// values returns pointers to the values of an entity that the APIs have, by their names.
func (t *table[R]) values(entity any) iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		row := reflect.ValueOf(entity).Elem()
		for _, c := range t.columns {
			if c.api != "" && !yield(c.api, row.FieldByIndex(c.stored).Addr().Interface()) {
				return
			}
		}
	}
}

// textColumns returns the columns with texts that the APIs have.
func (t *table[R]) textColumns() (names []string) {
	for _, c := range t.columns {
		if c.isText {
			names = append(names, c.name)
		}
	}
	return names
}

// setTexts sets the texts of an entity, in the order of textColumns.
func (t *table[R]) setTexts(entity any, texts []string) {
	to := reflect.ValueOf(entity).Elem()
	for _, c := range t.columns {
		if c.isText {
			to.FieldByIndex(c.stored).SetString(texts[0])
			texts = texts[1:]
		}
	}
}

// toEntity copies the values of a row to its entity.
func (t *table[R]) toEntity(r *R, entity any) {
	from, to := reflect.ValueOf(r).Elem(), reflect.ValueOf(entity).Elem()
	for _, c := range t.columns {
		to.FieldByIndex(c.stored).Set(from.FieldByIndex(c.at))
	}
}

// equal reports whether two rows have the same values.
func (t *table[R]) equal(a, b *R) bool {
	x, y := reflect.ValueOf(a).Elem(), reflect.ValueOf(b).Elem()
	return !slices.ContainsFunc(t.columns, func(c column) bool { return !same(x.FieldByIndex(c.at), y.FieldByIndex(c.at)) })
}

// overwrite sets the values that another row has, and reports whether any changes. The zero value
// counts as none, except for false.
func (t *table[R]) overwrite(r, other *R) (changed bool) {
	to, from := reflect.ValueOf(r).Elem(), reflect.ValueOf(other).Elem()
	for _, c := range t.columns {
		old, value := to.FieldByIndex(c.at), from.FieldByIndex(c.at)
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
