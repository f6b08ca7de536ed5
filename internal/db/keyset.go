package db

import (
	entsql "entgo.io/ent/dialect/sql"

	"github.com/firmhub/firmhub/internal/page"
)

// Keyset is the order of a list by columns or expressions, all in one direction. The last one is
// unique.
type Keyset struct {
	// Columns write the columns, in the order of their weight.
	Columns    []func(*entsql.Builder)
	Descending bool
	// Values returns the values of the columns at a cursor.
	Values func(page.Cursor) []any
}

// Bound makes a query read a part of the list: up to the limit, if there is one, in the order of
// the list or reversed.
func (k Keyset) Bound(s *entsql.Selector, b page.Bounds) {
	orAt := ""
	if b.OrAt {
		orAt = "="
	}
	forth, back := ">", "<"
	if k.Descending {
		forth, back = back, forth
	}
	if b.After != nil {
		s.Where(k.compare(forth+orAt, *b.After))
	}
	if b.Before != nil {
		s.Where(k.compare(back+orAt, *b.Before))
	}
	k.Order(s, b.Reversed)
	if b.Limit > 0 {
		s.Limit(b.Limit)
	}
}

// Order orders a query, reversed or not.
func (k Keyset) Order(s *entsql.Selector, reversed bool) {
	for _, column := range k.Columns {
		s.OrderExprFunc(func(b *entsql.Builder) {
			column(b)
			if k.Descending != reversed {
				b.WriteString(" DESC")
			}
		})
	}
}

// compare compares all columns at once with a cursor. It can use an index on these columns.
func (k Keyset) compare(operator string, cursor page.Cursor) *entsql.Predicate {
	return entsql.P(func(b *entsql.Builder) {
		b.Wrap(func(b *entsql.Builder) {
			for i, column := range k.Columns {
				if i > 0 {
					b.Comma()
				}
				column(b)
			}
		})
		b.WriteString(" " + operator + " ")
		b.Wrap(func(b *entsql.Builder) { b.Args(k.Values(cursor)...) })
	})
}

// ByTime is the order of a list by a time and the id, the newest first. column returns the name of
// a column in the query.
func ByTime(column func(string) string, at, id string) Keyset {
	ident := func(name string) func(*entsql.Builder) { return func(b *entsql.Builder) { b.Ident(column(name)) } }
	return Keyset{
		Columns:    []func(*entsql.Builder){ident(at), ident(id)},
		Descending: true,
		Values:     func(c page.Cursor) []any { return []any{c.Value, c.ID} },
	}
}
