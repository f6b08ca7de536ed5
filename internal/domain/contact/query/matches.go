package query

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	entcontact "github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/ent/predicate"
	"github.com/firmhub/firmhub/ent/rule/scope"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/contact/count"
	"github.com/firmhub/firmhub/internal/page"
)

// matches are the contacts of a firm that match a filter. The tags of the filter have been looked
// up. So the number of contacts with each tag is known, and the query can be chosen by it.
type matches struct {
	d    *db.DB
	firm uuid.UUID
	// fields compare everything except the searched text and the tags.
	fields []predicate.Contact
	words  wanted
	tags   tagged
	// none is set if no contact can match, for example because no contact has one of the tags.
	none bool
	// total is how many contacts match, and sample how many of the newest ones do, once they are
	// known. A connection reads its edges and its total at the same time.
	total, sample atomic.Pointer[int]
}

// resolve looks up the tags of a valid filter in the viewer's firm. A nil filter matches all
// contacts.
func (in *FilterInput) resolve(ctx context.Context, d *db.DB) (_ *matches, err error) {
	m := &matches{d: d}
	if m.firm, err = scope.Firm(ctx, "Contact"); err != nil || in == nil {
		return m, err
	}
	m.words = wantedBy(in.SearchTerm)
	if in.IsActive != nil {
		m.fields = append(m.fields, entcontact.IsActive(*in.IsActive))
	}
	m.tags, m.none, err = findTagged(ctx, d, m.firm, in.Tags, in.TagIDs)
	return m, err
}

// predicates are the predicates of the whole filter.
func (m *matches) predicates() []predicate.Contact {
	all := m.compared()
	switch {
	case m.none:
		return append(all, func(contacts *entsql.Selector) { contacts.Where(entsql.False()) })
	case len(m.tags.rarestFirst) > 0:
		return append(all, m.tags.matching)
	}
	return all
}

// compared are the predicates without the tags.
func (m *matches) compared() []predicate.Contact {
	all := m.fields[:len(m.fields):len(m.fields)]
	if m.searches() {
		all = append(all, m.words.matching)
	}
	return all
}

// searches reports whether a part of the searched text is wanted.
func (m *matches) searches() bool { return len(m.words) > 0 }

// all reports whether all contacts match.
func (m *matches) all() bool {
	return !m.none && len(m.compared()) == 0 && len(m.tags.rarestFirst) == 0
}

// count returns how many contacts match. The numbers of all contacts and of those with one tag are
// stored in the database. A number with words is counted once, until what searches of the firm find
// changes.
func (m *matches) count(ctx context.Context) (int, error) {
	if total := m.total.Load(); total != nil {
		return *total, nil
	}
	tags := m.tags.rarestFirst
	switch {
	case m.none:
		return 0, nil
	case m.all():
		return m.allContacts(ctx)
	case len(m.compared()) == 0 && len(tags) == 1:
		return max(0, tags[0].N), nil
	case len(tags) > 0 || len(m.fields) > 0: // which may change without the version
		return m.countMatching(ctx)
	}
	version, err := count.SearchVersion(ctx, m.d)
	if err != nil {
		return 0, err
	}
	return m.d.Cached(fmt.Sprintf("contacts of %s %q %q", m.firm, version, m.words), func() (int, error) { return m.countMatching(ctx) })
}

// countMatching counts the matching contacts themselves.
func (m *matches) countMatching(ctx context.Context) (int, error) {
	if m.indexed() {
		return m.countIndexed(ctx)
	}
	if m.searches() && !m.tags.few() && m.d.Dialect() != db.SQLite {
		// If most contacts match, comparing each takes less time than first finding them in the
		// index of words.
		const most = newest * 6 / 10
		sample, err := m.sampled(ctx)
		if err != nil {
			return 0, err
		}
		if sample > most {
			return m.countAmong(ctx, m.filtered().Offset(0), m.predicates())
		}
	}
	return m.d.Client.Contact.Query().Where(m.predicates()...).Count(ctx)
}

// allContacts returns how many contacts the firm has.
func (m *matches) allContacts(ctx context.Context) (total int, err error) {
	batch := m.d.InFirm(ctx).Batch()
	count.All(batch, &total)
	return total, batch.Run()
}

// newest is how many contacts a sample has.
const newest = 100

// sampled returns how many of the newest contacts match, without regard to the tags.
func (m *matches) sampled(ctx context.Context) (int, error) {
	sample := m.sample.Load()
	if sample == nil {
		of := m.filtered(entcontact.FieldCreatedAt).OrderBy(entsql.Desc(entcontact.FieldCreatedAt), entsql.Desc(entcontact.FieldID)).Limit(newest)
		found, err := m.countAmong(ctx, of, m.compared())
		if err != nil {
			return 0, err
		}
		sample = &found
		m.sample.Store(sample)
	}
	return *sample, nil
}

// countAmong returns how many of these contacts match.
func (m *matches) countAmong(ctx context.Context, of *entsql.Selector, where []predicate.Contact) (int, error) {
	counted := entsql.Dialect(m.d.Dialect()).Select("count(*)").From(of.As(entcontact.Table))
	for _, matching := range where {
		matching(counted)
	}
	found, err := db.AllOf[int](m.d.InFirm(ctx), counted)
	if err != nil {
		return 0, fmt.Errorf("count contacts: %w", err)
	}
	return found[0], nil
}

// filtered selects the columns of the firm's contacts that filters compare, and others.
func (m *matches) filtered(columns ...string) *entsql.Selector {
	return m.contacts(append(columns, entcontact.FieldSearch, entcontact.FieldIsActive, entcontact.FieldMarks)...)
}

// deep is the offset from which on the ids of a page are found before its rows. The index of its
// order contains the ids, and skipping is several times faster there than in the rows.
const deep = 1000

// read returns the matching contacts within the bounds. If all contacts match and the total is
// selected, it reads that too.
func (m *matches) read(
	ctx context.Context, by sorting, bounds []predicate.Contact, limit, offset int, sel page.Selection,
) ([]*ent.Contact, error) {
	if m.none {
		return nil, nil
	}
	query := m.d.Client.Contact.Query().Order(by.apply)
	rare, err := m.rare(ctx, limit+offset)
	if err != nil {
		return nil, err
	}
	batch := m.d.InFirm(ctx).Batch()
	if sel.Total && m.all() && m.total.Load() == nil {
		var total int
		found := count.All(batch, &total)
		defer func() {
			if *found {
				m.total.Store(&total)
			}
		}()
	}
	inOrder := !rare && (!m.searches() || m.d.Dialect() == db.SQLite)
	if inOrder && len(m.tags.rarestFirst) == 0 && offset < deep {
		return contact.ReadWith(ctx, m.d, query.Where(m.predicates()...).Where(bounds...).Limit(limit).Offset(offset), sel, batch)
	}
	var ids []uuid.UUID
	if inOrder {
		ids, err = query.Clone().Where(m.predicates()...).Where(bounds...).Limit(limit).Offset(offset).IDs(batch.With(ctx))
	} else {
		ids, err = m.ids(ctx, by, bounds, limit, offset)
	}
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	return m.readIDs(ctx, ids, sel)
}

// readIDs returns the contacts in the order of the ids. It does not let the database sort them: for
// many ids, SQLite would read all contacts of the firm in that order, and look for each among the
// ids.
func (m *matches) readIDs(ctx context.Context, ids []uuid.UUID, sel page.Selection) ([]*ent.Contact, error) {
	rows, err := contact.Read(ctx, m.d, m.d.Client.Contact.Query().Where(entcontact.IDIn(ids...)), sel)
	if err != nil {
		return nil, err
	}
	position := make(map[uuid.UUID]int, len(ids))
	for i, id := range ids {
		position[id] = i
	}
	slices.SortFunc(rows, func(a, b *ent.Contact) int { return position[a.ID] - position[b.ID] })
	return rows, nil
}

// ids finds a page of contacts with a rare tag, with a rare word, or on PostgreSQL with any word,
// in one of two ways. The database can't choose well, because it does not know how many contacts
// match. If many match, some are near the beginning of the list, which an index contains in its
// order. If few match, they are found by other indexes, sorted, and counted.
func (m *matches) ids(
	ctx context.Context, by sorting, bounds []predicate.Contact, limit, offset int,
) ([]uuid.UUID, error) {
	if !m.tags.few() && m.d.Dialect() != db.SQLite {
		found, err := m.nearby(ctx, by, bounds, limit, offset)
		if err != nil || len(found) == limit {
			return found, err
		}
	}
	all := m.contacts(by.column)
	if m.indexed() {
		all.Where(entsql.In(all.C(entcontact.FieldID), m.found()))
	} else {
		for _, where := range m.predicates() {
			where(all)
		}
	}
	for _, where := range bounds {
		where(all)
	}
	if m.d.Dialect() == db.SQLite {
		all.Limit(everything)
	} else {
		all.Offset(0)
	}
	found, err := db.AllOf[struct {
		ID    uuid.UUID
		Total int
	}](m.d.InFirm(ctx), m.page(all, by, limit, offset).AppendSelectExprAs(entsql.Raw("count(*) OVER ()"), "total"))
	if err != nil {
		return nil, fmt.Errorf("find contacts: %w", err)
	}
	ids := make([]uuid.UUID, len(found))
	for i, one := range found {
		ids[i] = one.ID
	}
	if len(bounds) == 0 && len(found) > 0 {
		m.total.Store(&found[0].Total)
	}
	return ids, nil
}

// everything is a limit that limits nothing. With it, or with an offset of 0, PostgreSQL does not
// merge a query with the query around it, and so does not run it in the order of that query.
const everything = -1

// nearby looks for a page among the first contacts in its order. It returns less than the page if
// it would have to look further. It does not look at all if a sample shows that.
func (m *matches) nearby(
	ctx context.Context, by sorting, bounds []predicate.Contact, limit, offset int,
) ([]uuid.UUID, error) {
	const beginning, share = 1000, 10
	number := beginning + share*(offset+limit)
	if m.searches() {
		sample, err := m.sampled(ctx)
		if err != nil || sample*number < newest*(offset+limit) {
			return nil, err
		}
	}
	first := m.filtered(by.column).Limit(number)
	for _, where := range bounds {
		where(first)
	}
	by.apply(first)
	found, err := db.AllOf[uuid.UUID](m.d.InFirm(ctx), m.page(first, by, limit, offset, m.predicates()...))
	if err != nil {
		return nil, fmt.Errorf("find contacts: %w", err)
	}
	return found, nil
}

// contacts selects ids and columns of the firm's contacts.
func (m *matches) contacts(columns ...string) *entsql.Selector {
	table := entsql.Table(entcontact.Table)
	return entsql.Dialect(m.d.Dialect()).Select(table.Columns(append(columns, entcontact.FieldID)...)...).From(table).
		Where(entsql.And(entsql.EQ(table.C(entcontact.FieldFirmID), m.firm), entsql.IsNull(table.C(entcontact.FieldDeletedAt))))
}

// page selects the ids of a page of contacts.
func (m *matches) page(
	of *entsql.Selector, by sorting, limit, offset int, where ...predicate.Contact,
) *entsql.Selector {
	ids := entsql.Dialect(m.d.Dialect()).Select(entcontact.FieldID).From(of.As(entcontact.Table)).Limit(limit).Offset(offset)
	for _, matching := range where {
		matching(ids)
	}
	by.apply(ids)
	return ids
}
