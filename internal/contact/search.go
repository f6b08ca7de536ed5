package contact

import (
	"strings"
	"unicode"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"

	"github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/ent/predicate"
	"github.com/firmhub/firmhub/internal/fold"
)

// searchText is what a search term is compared with: the folded words of the names and e-mails, and the digits of the
// phones in each of their spellings. Every word has a space before it, so that " ab" finds those that begin with ab.
func searchText(in CreateInput) string {
	var b strings.Builder
	seen := make(map[string]bool)
	add := func(words ...string) {
		for _, word := range words {
			if word != "" && !seen[word] {
				seen[word] = true
				b.WriteByte(' ')
				b.WriteString(word)
			}
		}
	}
	first, last := fold.Text(in.FirstName), fold.Text(in.LastName)
	add(strings.Fields(first)...)
	add(strings.Fields(last)...)
	if isUnspaced(first) && isUnspaced(last) {
		add(last + first)
	}
	for _, e := range in.Emails {
		add(strings.Fields(fold.Text(e.Email))...)
	}
	for _, p := range in.Phones {
		add(p.number.spellings()...)
	}
	return b.String()
}

// isUnspaced tells whether a name is in a script that writes family and given name as one word: 王小明, 김민준.
func isUnspaced(name string) bool {
	return !strings.ContainsFunc(name, func(r rune) bool {
		return r != 'ー' && !unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana)
	})
}

// matching is true of the contacts that hold every word of a term, in any order: a word of three characters and more
// anywhere in a name, an e-mail or a phone, a shorter one at the start of one of their words. Case and accents don't
// count. Words that look like a phone number, or like parts of one that stand together, also match its digits in any
// notation: "(11) 98765-4321", "+55 11 98765", "0 11 98765".
//
// Each comparison is a plain LIKE on the column, which PostgreSQL answers from its trigram index, or on SQLite instr, which
// takes a fraction of the time of LIKE: both texts are folded already.
func matching(term string) predicate.Contact {
	all := make([]predicate.Contact, 0)
	words := strings.Fields(fold.Text(term))
	for len(words) > 0 {
		if n, number := leadingNumber(words); n > 0 {
			all = append(all, holdsNumber(number, words[:n]))
			words = words[n:]
			continue
		}
		all = append(all, holds(words[0]))
		words = words[1:]
	}
	if len(all) == 0 {
		return nil
	}
	return contact.And(all...)
}

// shortWord is the length up to which a word must stand at the start of another: it holds no trigram, without which a
// search has to read everything.
const shortWord = 2

func holds(word string) predicate.Contact {
	if len([]rune(word)) <= shortWord {
		word = " " + word
	}
	return func(contacts *entsql.Selector) {
		if contacts.Dialect() != dialect.SQLite {
			contact.SearchContains(word)(contacts)
			return
		}
		contacts.Where(entsql.P(func(b *entsql.Builder) {
			b.WriteString("instr(").Ident(contacts.C(contact.FieldSearch)).Comma().Arg(word).WriteString(") > 0")
		}))
	}
}

func holdsNumber(number string, asWritten []string) predicate.Contact {
	if len(asWritten) == 1 && asWritten[0] == number {
		return holds(number)
	}
	literally := make([]predicate.Contact, 0, len(asWritten))
	for _, word := range asWritten {
		literally = append(literally, holds(word))
	}
	return contact.Or(holds(number), contact.And(literally...))
}

// leadingNumber gives the digits of the words at the start that together look like (a part of) a phone number.
func leadingNumber(words []string) (n int, number string) {
	for n < len(words) {
		if _, ok := digits(words[n]); !ok {
			break
		}
		n++
	}
	written := strings.Join(words[:n], " ")
	if isInternational(written) {
		written = strings.Replace(written, "(0)", "", 1) // +44 (0)20: the trunk prefix is not dialled from abroad
	}
	number, ok := digits(written)
	if !ok || number == "" {
		return 0, ""
	}
	return n, number
}

// tagged is true of contacts that have a tag with this key. It names the firm, which HasTagsWith does not, so that the tag
// is found by its index and not among those of all firms.
func tagged(key string) predicate.Contact {
	return func(contacts *entsql.Selector) {
		links, tags := entsql.Table("contact_tags"), entsql.Table("tags")
		contacts.Where(entsql.Exists(
			entsql.Select().From(links).Join(tags).On(links.C("tag_id"), tags.C("id")).Where(entsql.And(
				entsql.ColumnsEQ(links.C("contact_id"), contacts.C(contact.FieldID)),
				entsql.ColumnsEQ(tags.C("firm_id"), contacts.C(contact.FieldFirmID)),
				entsql.EQ(tags.C("name_key"), key),
			)),
		))
	}
}
