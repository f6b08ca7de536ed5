package query

import (
	"strings"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	entcontact "github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/ent/contactphone"
	"github.com/firmhub/firmhub/ent/predicate"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/contact/number"
	"github.com/firmhub/firmhub/internal/plaintext"
)

// sought is a part of a search term: a word, or several words that together look like a phone
// number or a part of one.
type sought struct {
	// number contains the digits of a number. It is empty for any other word.
	number string
	// readings are the numbers that are dialled with these digits, although they are not spelled
	// so.
	readings []string
	// words are the words of the term, folded.
	words []string
}

// parseTerm returns the different parts of a term.
func parseTerm(term string) []sought {
	parts := make([]sought, 0)
	seen := map[string]bool{}
	words := strings.Fields(plaintext.Fold(term))
	for len(words) > 0 {
		n, part := leadingNumber(words)
		key := part.number
		if n == 0 {
			n, key = 1, words[0]
		}
		if !seen[key] {
			seen[key] = true
			part.words = words[:n]
			parts = append(parts, part)
		}
		words = words[n:]
	}
	return parts
}

// wanted is what the searched text of a contact must contain: for each part of a term one of the
// alternatives, each with all of its texts.
type wanted [][][]string

// wantedBy returns what a contact must contain to match a term, in any order. A word of three
// characters or more must be anywhere in a name, e-mail address or phone; a shorter one must be at
// the start of a word. Case, accents and repeated words do not matter. A word that looks like a
// phone number, or a sequence of words that look like parts of one, also matches its digits in any
// notation: "(11) 98765-4321", "+55 11 98765", "0 11 98765", "+55 (011) 98765". Without a term the
// result is empty.
func wantedBy(term string) wanted {
	var all wanted
	for _, part := range parseTerm(term) {
		if part.number == "" {
			all = append(all, [][]string{{atStart(part.words[0])}})
		} else {
			all = append(all, part.alternatives())
		}
	}
	return all
}

// matching returns a predicate for the contacts that contain what is wanted.
func (w wanted) matching(contacts *entsql.Selector) {
	contacts.Where(w.in(contacts.Dialect(), contacts.C(entcontact.FieldSearch)))
}

// in returns the predicate for texts that contain what is wanted.
//
// Both texts are already folded. So each comparison is a plain LIKE, for which PostgreSQL uses its
// trigram index. On SQLite it is instr, which is several times faster than LIKE there.
func (w wanted) in(database, column string) *entsql.Predicate {
	return entsql.P(func(b *entsql.Builder) {
		joined(b, " AND ", w, func(b *entsql.Builder, alternatives [][]string) {
			joined(b, " OR ", alternatives, func(b *entsql.Builder, texts []string) {
				joined(b, " AND ", texts, func(b *entsql.Builder, text string) { b.Join(holds(database, column, text)) })
			})
		})
	})
}

// joined writes the elements with an operator between them, in parentheses. ent leaves out those of
// a single nested predicate.
func joined[E any](b *entsql.Builder, operator string, all []E, write func(*entsql.Builder, E)) {
	b.Wrap(func(b *entsql.Builder) {
		for i, one := range all {
			if i > 0 {
				b.WriteString(operator)
			}
			write(b, one)
		}
	})
}

// reachableBy resolves a term of the mode [Messaging], which is a number or a part of one in any
// notation. A contact must have a phone that contains it. Nothing matches any other term, but every
// phone matches an empty one.
func (m *matches) reachableBy(term string) {
	parts := parseTerm(term)
	switch {
	case len(parts) == 0:
		m.fields = append(m.fields, func(contacts *entsql.Selector) { allOf(contacts, []string{contact.PhoneMark}) })
	case len(parts) > 1 || parts[0].number == "":
		m.none = true
	default:
		texts := parts[0].spelled()
		// The index of the searched text finds the contacts that may have such a phone.
		m.words = wanted{alone(texts)}
		m.fields = append(m.fields, hasPhone(m.firm, texts))
	}
}

// spelled returns texts. A contact with such a number contains one of them.
func (s sought) spelled() []string {
	texts := []string{atStart(s.number)}
	for _, reading := range s.readings {
		texts = append(texts, " "+reading) // from its country code on
	}
	return texts
}

// hasPhone returns a predicate for the contacts that have a phone whose spellings contain one of
// the texts. Unlike HasPhonesWith it names the firm, so that the index of phones is used.
func hasPhone(firm uuid.UUID, texts []string) predicate.Contact {
	return func(contacts *entsql.Selector) {
		phones := entsql.Table(contactphone.Table)
		spelled := make([]*entsql.Predicate, len(texts))
		for i, text := range texts {
			spelled[i] = entsql.Contains(phones.C(contactphone.FieldDigits), text)
		}
		contacts.Where(entsql.Exists(entsql.Select().From(phones).Where(entsql.And(
			entsql.EQ(phones.C(contactphone.FieldFirmID), firm),
			entsql.ColumnsEQ(phones.C(contactphone.FieldContactID), contacts.C(entcontact.FieldID)),
			entsql.Or(spelled...),
		))))
	}
}

// shortWord is the length up to which a term is only searched at the start of words. Such a term
// has no trigram, so the index would not help to find it elsewhere.
const shortWord = 2

// atStart returns the text to search for a word. A short word has a space before it, so that it is
// found at the start of words.
func atStart(word string) string {
	if len([]rune(word)) <= shortWord {
		return " " + word
	}
	return word
}

func holds(database, column, text string) *entsql.Predicate {
	if database != dialect.SQLite {
		return entsql.Contains(column, text)
	}
	return entsql.P(func(b *entsql.Builder) {
		b.WriteString("instr(").Ident(column).Comma().Arg(text).WriteString(") > 0")
	})
}

// alone returns alternatives of one text each.
func alone(texts []string) [][]string {
	alternatives := make([][]string, len(texts))
	for i, text := range texts {
		alternatives[i] = []string{text}
	}
	return alternatives
}

// alternatives are the spellings of the number, or the words as they are written.
func (s sought) alternatives() [][]string {
	spelled := alone(s.spelled())
	if len(s.words) == 1 && s.words[0] == s.number {
		return spelled
	}
	literally := plaintext.Words(strings.Join(s.words, " "))
	for i, word := range literally {
		literally[i] = atStart(word)
	}
	return append(spelled, literally)
}

// leadingNumber returns the first n words, which together look like a phone number or a part of
// one.
func leadingNumber(words []string) (n int, part sought) {
	for n < len(words) {
		if _, ok := number.Digits(words[n]); !ok {
			break
		}
		n++
	}
	written := strings.Join(words[:n], " ")
	international := number.IsInternational(written)
	if international {
		written = strings.Replace(written, "(0)", "", 1) // +44 (0)20: the trunk prefix is not dialled from abroad
	}
	dialled, ok := number.Digits(written)
	if !ok || dialled == "" {
		return 0, sought{}
	}
	return n, sought{number: dialled, readings: number.Readings(dialled, international)}
}
