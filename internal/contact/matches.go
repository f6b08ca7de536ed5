package contact

import (
	"context"
	"fmt"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/ent/predicate"
	"github.com/firmhub/firmhub/ent/rule/scope"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/selection"
)

// matches are the contacts of a firm that a filter matches. The tags of the filter have been looked up, so that it is known
// how many contacts have each, and the query can be the one that suits.
type matches struct {
	d    *db.DB
	firm uuid.UUID
	// fields match the columns of contacts.
	fields []predicate.Contact
	// searches is whether one of the fields is a term.
	searches bool
	tags     tagged
	// none is whether there can't be any, since no contact has one of the tags.
	none bool
}

// resolve looks up the tags of a valid filter in the viewer's firm. A nil filter matches all contacts.
func (in *FilterInput) resolve(ctx context.Context, d *db.DB) (_ *matches, err error) {
	m := &matches{d: d}
	if m.firm, err = scope.Firm(ctx, "Contact"); err != nil || in == nil {
		return m, err
	}
	if term := matching(in.SearchTerm); term != nil {
		m.fields, m.searches = append(m.fields, term), true
	}
	if in.IsActive != nil {
		m.fields = append(m.fields, contact.IsActive(*in.IsActive))
	}
	m.tags, m.none, err = findTagged(ctx, d, m.firm, in.Tags)
	return m, err
}

// predicates are those of the whole filter.
func (m *matches) predicates() []predicate.Contact {
	all := m.fields[:len(m.fields):len(m.fields)]
	switch {
	case m.none:
		return append(all, func(contacts *entsql.Selector) { contacts.Where(entsql.False()) })
	case len(m.tags.rarestFirst) > 0:
		return append(all, m.tags.matching)
	}
	return all
}

// all reports whether all contacts match.
func (m *matches) all() bool { return !m.none && len(m.fields) == 0 && len(m.tags.rarestFirst) == 0 }

// count returns how many contacts match. That of all contacts, and that of one tag, are kept.
func (m *matches) count(ctx context.Context) (int, error) {
	tags := m.tags.rarestFirst
	switch {
	case m.none:
		return 0, nil
	case m.all():
		var total int
		err := m.d.Look(ctx, lookupAll(m.firm, &total))
		return total, err
	case len(m.fields) == 0 && len(tags) == 1:
		return max(0, tags[0].N), nil
	}
	common, err := m.common(ctx)
	switch {
	case err != nil:
		return 0, err
	case common:
		return m.countAmong(ctx, m.filtered().Offset(0), m.predicates())
	}
	return m.d.Client.Contact.Query().Where(m.predicates()...).Count(ctx)
}

// common reports whether the term matches so many of the newest contacts that looking at each contact takes less time than
// finding those with the term in the index of words first.
func (m *matches) common(ctx context.Context) (bool, error) {
	if !m.searches || m.tags.few() || m.d.Dialect() == db.SQLite {
		return false, nil
	}
	const newest, many = 100, 60
	of := m.filtered(contact.FieldCreatedAt).OrderBy(entsql.Desc(contact.FieldCreatedAt), entsql.Desc(contact.FieldID)).Limit(newest)
	found, err := m.countAmong(ctx, of, m.fields)
	return found > many, err
}

// countAmong returns how many of these contacts match.
func (m *matches) countAmong(ctx context.Context, of *entsql.Selector, where []predicate.Contact) (int, error) {
	counted := entsql.Dialect(m.d.Dialect()).Select("count(*)").From(of.As(contact.Table))
	for _, matching := range where {
		matching(counted)
	}
	query, args := counted.Query()
	found, err := db.Select[int](ctx, m.d, query, args...)
	if err != nil {
		return 0, fmt.Errorf("count contacts: %w", err)
	}
	return found[0], nil
}

// filtered selects the columns that filters compare of the firm's contacts, and others.
func (m *matches) filtered(columns ...string) *entsql.Selector {
	return m.contacts(append(columns, contact.FieldSearch, contact.FieldIsActive, contact.FieldMarks)...)
}

// deep is the offset from which the ids of a page are found before its rows. They are in the index of its order, which is
// several times faster to skip through than the rows.
const deep = 1000

// read returns a part of the contacts that match and are within the bounds.
func (m *matches) read(
	ctx context.Context, by sorting, bounds []predicate.Contact, limit, offset int, sel selection.Tree,
) ([]*ent.Contact, error) {
	if m.none {
		return nil, nil
	}
	query := m.d.Client.Contact.Query().Order(by.apply)
	inOrder := !m.tags.few() && (!m.searches || m.d.Dialect() == db.SQLite)
	if inOrder && !m.searches && len(m.tags.rarestFirst) == 0 && offset < deep {
		return read(ctx, m.d, query.Where(m.predicates()...).Where(bounds...).Limit(limit).Offset(offset), sel)
	}
	var ids []uuid.UUID
	var err error
	if inOrder {
		ids, err = query.Clone().Where(m.predicates()...).Where(bounds...).Limit(limit).Offset(offset).IDs(ctx)
	} else {
		ids, err = m.ids(ctx, by, bounds, limit, offset)
	}
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	return read(ctx, m.d, query.Where(contact.IDIn(ids...)), sel)
}

// ids finds a page of contacts with a rare tag, or, on PostgreSQL, with a word, in one of two ways, between which the database
// can't choose well, since it does not know how many contacts match. Where many do, some are near the beginning of the list,
// which an index has in its order. Where few do, they are found by other indexes, and sorted.
func (m *matches) ids(
	ctx context.Context, by sorting, bounds []predicate.Contact, limit, offset int,
) ([]uuid.UUID, error) {
	if !m.tags.few() {
		found, err := m.nearby(ctx, by, bounds, limit, offset)
		if err != nil || len(found) == limit {
			return found, err
		}
	}
	all := m.contacts(by.column)
	for _, where := range m.predicates() {
		where(all)
	}
	for _, where := range bounds {
		where(all)
	}
	if m.d.Dialect() == db.SQLite {
		all.Limit(everything)
	} else {
		all.Offset(0)
	}
	return m.page(ctx, all, by, limit, offset)
}

// everything is a limit that limits nothing. With it, or with an offset of nothing, a query is not merged with that around
// it, and so not run in the order of that.
const everything = -1

// nearby looks for a page among the first contacts in its order. It finds less than the page when it would have had to look
// further.
func (m *matches) nearby(
	ctx context.Context, by sorting, bounds []predicate.Contact, limit, offset int,
) ([]uuid.UUID, error) {
	const beginning, share = 1000, 10
	first := m.filtered(by.column).Limit(beginning + share*(offset+limit))
	for _, where := range bounds {
		where(first)
	}
	by.apply(first)
	return m.page(ctx, first, by, limit, offset, m.predicates()...)
}

// contacts selects ids and columns of the firm's contacts.
func (m *matches) contacts(columns ...string) *entsql.Selector {
	table := entsql.Table(contact.Table)
	return entsql.Dialect(m.d.Dialect()).Select(table.Columns(append(columns, contact.FieldID)...)...).From(table).
		Where(entsql.And(entsql.EQ(table.C(contact.FieldFirmID), m.firm), entsql.IsNull(table.C(contact.FieldDeletedAt))))
}

func (m *matches) page(
	ctx context.Context, of *entsql.Selector, by sorting, limit, offset int, where ...predicate.Contact,
) ([]uuid.UUID, error) {
	page := entsql.Dialect(m.d.Dialect()).Select(contact.FieldID).From(of.As(contact.Table)).Limit(limit).Offset(offset)
	for _, matching := range where {
		matching(page)
	}
	by.apply(page)
	query, args := page.Query()
	found, err := db.Select[uuid.UUID](ctx, m.d, query, args...)
	if err != nil {
		return nil, fmt.Errorf("find contacts: %w", err)
	}
	return found, nil
}
