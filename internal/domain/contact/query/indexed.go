package query

import (
	"context"
	"math"
	"slices"
	"strings"

	entsql "entgo.io/ent/dialect/sql"

	entcontact "github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/internal/db"
)

// On SQLite, x_contact_texts contains the columns of contacts that filters compare, and
// x_contact_words indexes the trigrams of their searched texts, except those of the newest
// contacts, at most 511 of a firm. Triggers change both together with the contacts. The index finds
// candidates: contacts whose text contains all trigrams of a word, in any place. These and the
// newest contacts are then compared with the filter.

// indexed reports whether the index of SQLite finds the contacts. It is not needed if they have a
// rare tag.
func (m *matches) indexed() bool { return m.d.Dialect() == db.SQLite && m.searches() && !m.tags.few() }

// rare reports whether so few contacts match that finding and sorting all of them takes less time
// than reading the list in its order until number contacts match.
func (m *matches) rare(ctx context.Context, number int) (bool, error) {
	if !m.indexed() {
		return m.tags.few(), nil
	}
	total, err := m.allContacts(ctx)
	if err != nil {
		return false, err
	}
	// If n contacts match, either n are compared, or number * total / n of the list.
	return m.fewerThan(ctx, fewContacts+int(math.Sqrt(float64(number)*float64(total))))
}

// countIndexed returns how many contacts match.
func (m *matches) countIndexed(ctx context.Context) (int, error) {
	total, err := m.allContacts(ctx)
	if err != nil {
		return 0, err
	}
	const share = 6 // of all contacts: to find more takes as long as to compare all in their order
	few, err := m.fewerThan(ctx, fewContacts+total/share)
	if err != nil {
		return 0, err
	}
	return m.countAmong(ctx, m.texts(few), m.predicates())
}

// fewerThan reports whether the index finds fewer than limit candidates.
func (m *matches) fewerThan(ctx context.Context, limit int) (bool, error) {
	found, err := m.countAmong(ctx, m.candidates().Limit(limit), nil)
	return found < limit, err
}

// texts selects the columns that filters compare, of the firm's contacts or of the candidates among
// them.
func (m *matches) texts(candidates bool) *entsql.Selector {
	texts := entsql.Table("x_contact_texts").As(entcontact.Table) // its columns have the names of those of contacts
	number := texts.C("number")
	of := entsql.Dialect(db.SQLite).Select(
		texts.Columns(entcontact.FieldID, entcontact.FieldIsActive, entcontact.FieldMarks, entcontact.FieldSearch)...).From(texts)
	if candidates {
		// The limit makes SQLite query the index once, and not for each contact. With the sign it
		// does not look for the range in an index.
		return of.Where(entsql.And(entsql.In(number, m.candidates().Limit(everything)), m.numbered(number, "+")))
	}
	return of.Where(m.numbered(number, ""))
}

// candidates selects the numbers of the firm's candidates: those that the index finds, and those
// that are not in the index yet.
func (m *matches) candidates() *entsql.Selector {
	words := entsql.Table("x_contact_words")
	return entsql.Dialect(db.SQLite).Select(words.C("rowid")).From(words).Where(entsql.And(
		entsql.P(func(b *entsql.Builder) { b.WriteString("x_contact_words MATCH ").Arg(m.words.expression()) }),
		m.numbered(words.C("rowid"), ""),
	)).UnionAll(m.newest())
}

// newest selects the numbers that are not in the index yet.
func (m *matches) newest() *entsql.Selector {
	texts := entsql.Table("x_contact_texts")
	number := texts.C("number")
	bound := func(operator, last string) *entsql.Predicate {
		return entsql.P(func(b *entsql.Builder) {
			b.Ident(number).WriteString(operator + "(SELECT (number << 32) + " + last + " FROM x_firm_numbers WHERE firm_id = ").
				Arg(m.firm).WriteString(")")
		})
	}
	// With the sign SQLite looks for the two bounds in the table, and not for all numbers of the
	// firm.
	return entsql.Dialect(db.SQLite).Select(number).From(texts).
		Where(entsql.And(bound(" >= ", "indexed"), bound(" <= ", "0xffffffff"), m.numbered(number, "+")))
}

// numbered returns a predicate for the numbers of the firm's contacts, in the form that package
// statement knows.
func (m *matches) numbered(column, sign string) *entsql.Predicate {
	const first = "(SELECT number << 32 FROM x_firm_numbers WHERE firm_id = "
	return entsql.P(func(b *entsql.Builder) {
		b.WriteString(sign).Ident(column).WriteString(" BETWEEN ").WriteString(first).Arg(m.firm).
			WriteString(") AND ").WriteString(first).Arg(m.firm).WriteString(") + 0xffffffff")
	})
}

// found selects the ids of the contacts that match.
func (m *matches) found() *entsql.Selector {
	found := entsql.Dialect(db.SQLite).Select(entcontact.FieldID).From(m.texts(true).As(entcontact.Table))
	for _, matching := range m.predicates() {
		matching(found)
	}
	return found
}

// expression returns the expression with which FTS5 finds candidates. The texts are quoted, so that
// none is taken for an operator.
func (w wanted) expression() string {
	parts := make([]string, len(w))
	for i, alternatives := range w {
		either := make([]string, len(alternatives))
		for j, texts := range alternatives {
			var all []string
			for _, text := range texts {
				all = append(all, trigramsOf(text)...)
			}
			either[j] = strings.Join(all, " AND ")
		}
		parts[i] = "(" + strings.Join(either, ") OR (") + ")" // AND binds tighter than OR
	}
	return "(" + strings.Join(parts, ") AND (") + ")"
}

// maxTrigrams is how many trigrams of a text are looked up. More would find hardly fewer
// candidates, and each takes time. A term of 200 characters, which may stand for 18 each, has
// hundreds.
const maxTrigrams = 8

// maxDigits is how many digits of a number are looked up, from its end. The digits of countries and
// areas are in most numbers of a firm, and long lists take time.
const maxDigits = 9

// trigramsOf returns quoted trigrams of a text that together cover all of its characters, unless
// there are too many. In the index there are two spaces before a word.
func trigramsOf(text string) []string {
	const length = 3
	if len(text) > maxDigits && strings.Trim(text, " 0123456789") == "" {
		text = text[len(text)-maxDigits:]
	}
	characters := []rune(strings.ReplaceAll(text, " ", "  "))
	var all []string
	for at := 0; at < len(characters) && len(all) < maxTrigrams; at += length {
		from := min(at, len(characters)-length)
		trigram := `"` + strings.ReplaceAll(string(characters[from:from+length]), `"`, `""`) + `"`
		if !slices.Contains(all, trigram) {
			all = append(all, trigram)
		}
	}
	return all
}
