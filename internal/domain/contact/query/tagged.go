package query

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	entcontact "github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/ent/contacttag"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/contact/tags"
)

// tagged are the contacts of a firm that have all of some tags.
type tagged struct {
	firm        uuid.UUID
	rarestFirst []keptTag
	// fewAre is the maximum number of contacts that count as few.
	fewAre int
}

// keptTag is a tag, and the number of contacts that have it.
type keptTag struct {
	ID           uuid.UUID
	Key          string `sql:"name_key"`
	Mark, Merged string
	N            int
}

const (
	// fewContacts is a number of contacts so low that finding and sorting all of them takes no
	// longer than a page may.
	fewContacts = 1000
	// maxMerged is the number of merged tags up to which the marks of contacts are compared with
	// those of all of them.
	maxMerged = 100
	// manyMarks is the number of marks from which on counting the bytes of a contact's marks before
	// comparing them costs nothing.
	manyMarks = 10
)

// findTagged looks up the tags with names and with ids. It reports none when one of them does not
// exist.
func findTagged(ctx context.Context, d *db.DB, firm uuid.UUID, names []string, ids []uuid.UUID) (_ tagged, none bool, err error) {
	t := tagged{firm: firm, fewAre: fewContacts}
	if len(names)+len(ids) == 0 {
		return t, false, nil
	}
	keys, idList := make([]any, len(names)), make([]any, len(ids))
	for i, name := range names {
		keys[i] = tags.Key(name)
	}
	for i, id := range ids {
		idList[i] = id
	}
	var either []*entsql.Predicate
	if len(keys) > 0 {
		either = append(either, entsql.In("name_key", keys...))
	}
	if len(idList) > 0 { // One that was deleted has no name.
		either = append(either, entsql.And(entsql.In("id", idList...), entsql.NotNull("name_key")))
	}
	kept := entsql.Dialect(d.Dialect()).Select().From(entsql.Table("tags")).
		AppendSelect("id", "name_key", "mark").
		AppendSelectAs("merged_marks", "merged").
		AppendSelectExprAs(entsql.ExprFunc(func(b *entsql.Builder) {
			b.WriteString("(SELECT CAST(coalesce(sum(n), 0) AS bigint) FROM contact_counts WHERE contact_counts.firm_id = ").
				Arg(firm).WriteString(" AND contact_counts.tag_id = tags.id)")
		}), "n").
		Where(entsql.And(entsql.EQ("firm_id", firm), entsql.Or(either...))).
		OrderBy("n", "id")
	if t.rarestFirst, err = db.AllOf[keptTag](d.InFirm(ctx), kept); err != nil {
		return t, false, fmt.Errorf("find tags: %w", err)
	}
	hasKey, hasID := map[any]bool{}, map[any]bool{}
	for _, tag := range t.rarestFirst {
		hasKey[tag.Key], hasID[tag.ID] = true, true
	}
	missing := func(has map[any]bool) func(any) bool { return func(one any) bool { return !has[one] } }
	return t, slices.ContainsFunc(keys, missing(hasKey)) || slices.ContainsFunc(idList, missing(hasID)), nil
}

// few reports whether few contacts have the tags.
func (t tagged) few() bool { return len(t.rarestFirst) > 0 && t.rarestFirst[0].N <= t.fewAre }

// matching returns a predicate for the contacts with the tags. If they are few, those with the
// rarest tag are listed first. Otherwise the marks of each contact are compared, which are in the
// index of each order.
func (t tagged) matching(contacts *entsql.Selector) {
	var marks []string
	for i, tag := range t.rarestFirst {
		switch merged := utf8.RuneCountInString(tag.Merged); {
		case i == 0 && t.few(), merged > maxMerged:
			t.listed(contacts, tag.ID)
		case merged > 0:
			oneOf(contacts, tag.Mark+tag.Merged)
		default:
			marks = append(marks, tag.Mark)
		}
	}
	slices.Sort(marks)
	allOf(contacts, marks)
}

// listed matches the contacts that have a tag. PostgreSQL lists the contacts with a rare tag first,
// however many it expects.
func (t tagged) listed(contacts *entsql.Selector, tag uuid.UUID) {
	links := entsql.Dialect(contacts.Dialect()).Select(contacttag.FieldContactID).From(entsql.Table(contacttag.Table)).Where(entsql.And(
		entsql.EQ(contacttag.FieldFirmID, t.firm), entsql.EQ(contacttag.FieldTagID, tag),
		entsql.IsNull(contacttag.FieldContactDeletedAt)))
	id := contacts.C(entcontact.FieldID)
	if !t.few() || contacts.Dialect() == dialect.SQLite {
		contacts.Where(entsql.In(id, links))
		return
	}
	contacts.Where(entsql.P(func(b *entsql.Builder) {
		b.Ident(id).WriteString(" = ANY (ARRAY").Wrap(func(b *entsql.Builder) { b.Join(links) }).WriteByte(')')
	}))
}

// allOf matches the contacts that have all marks, which are sorted. If there are many marks, the
// marks of most contacts have too few bytes, and are not compared. With AND instead of CASE,
// PostgreSQL would compare first, because its planner counts two calls for the length. It assumes
// that CASE matches half of all contacts.
func allOf(contacts *entsql.Selector, marks []string) {
	if len(marks) == 0 {
		return
	}
	column, operator, wildcard := contacts.C(entcontact.FieldMarks), " LIKE ", "%"
	if contacts.Dialect() == dialect.SQLite {
		operator, wildcard = " GLOB ", "*"
	}
	contacts.Where(entsql.P(func(b *entsql.Builder) {
		hasAll := func() { b.Ident(column).WriteString(operator).Arg(tags.Pattern(marks, wildcard)) }
		if len(marks) < manyMarks {
			hasAll()
			return
		}
		b.WriteString("CASE WHEN octet_length(").Ident(column).WriteString(") >= ").Arg(len(strings.Join(marks, "")))
		b.WriteString(" THEN ")
		hasAll()
		b.WriteString(" ELSE FALSE END")
	}))
}

// oneOf matches the contacts that have one of the marks.
func oneOf(contacts *entsql.Selector, marks string) {
	contacts.Where(entsql.P(func(b *entsql.Builder) {
		b.Ident(contacts.C(entcontact.FieldMarks))
		if b.Dialect() == dialect.SQLite {
			b.WriteString(" GLOB ").Arg("*[" + marks + "]*")
			return
		}
		b.WriteString(" ~ ").Arg("[" + marks + "]")
	}))
}
