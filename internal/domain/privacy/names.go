package privacy

import (
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/plaintext"
)

// names finds a person in texts: by ids, by addresses that no other contact has, and by the full
// name. Two people may have the same name, so nothing but cells of imports is found by the name
// alone.
type names struct {
	// ids are those of the contact, of the copies and of the conversations.
	ids []string
	// words are e-mail addresses and ids of users in lower case.
	words []string
	// numbers are the spellings of the phones.
	numbers numbers
	// full are the first and the last name in both orders, as [wordsOf] returns them, and those of
	// the copies. A name of which one half is missing is left out: a first name alone names too
	// many people.
	full []string
	// plain are what [names.strike] replaces.
	plain []string
	// until is when the person's data was stored at the latest. What was stored later is only the
	// person's if it has one of the ids.
	until time.Time
}

// leastDigits is how many digits a number has at least that is looked for: fewer could be anything.
const leastDigits = 8

func (p *person) names() *names {
	n := &names{until: p.Until}
	for _, of := range p.allNamed() {
		first, last := wordsOf(of.FirstName), wordsOf(of.LastName)
		if first != "" && last != "" {
			n.full = append(n.full, first+" "+last, last+" "+first)
			n.plain = append(n.plain, strings.TrimSpace(of.FirstName+" "+of.LastName))
		}
	}
	for _, id := range slices.Concat(p.ids(), p.Conversations) {
		n.ids = append(n.ids, id.String())
	}
	for _, phone := range p.Phones {
		if !phone.Shared {
			n.addNumber(append(strings.Fields(phone.Digits), phone.E164, phone.Raw, phone.Key)...)
			n.plain = append(n.plain, phone.E164, phone.Raw)
		}
	}
	for _, other := range slices.Concat(p.Emails, p.Users, p.Former) {
		if other.Shared {
			continue
		}
		n.plain = append(n.plain, other.Value, other.Key)
		for _, text := range []string{other.Value, other.Key} {
			if strings.ContainsFunc(text, unicode.IsLetter) {
				n.words = append(n.words, strings.ToLower(text))
			} else {
				n.addNumber(text)
			}
		}
	}
	return n
}

func (n *names) addNumber(spellings ...string) {
	for _, spelling := range spellings {
		switch digits := digitsOf(spelling); {
		case len(digits) < leastDigits:
		case strings.ContainsFunc(digits, isForeign):
			n.words = append(n.words, digits)
		default:
			n.numbers.add(digits)
		}
	}
}

// isForeign reports whether a digit is one of another script than Latin.
func isForeign(digit rune) bool { return digit > unicode.MaxASCII }

// addressIn reports whether a text has an address of the person, and not only as a part of another
// address or number.
func (n *names) addressIn(text string) bool {
	if text == "" {
		return false
	}
	if len(n.words) > 0 {
		lower := strings.ToLower(text)
		for _, known := range n.words {
			if isIn(lower, known) {
				return true
			}
		}
	}
	return n.numbers.in(text)
}

// isIn reports whether a text has a word, with nothing before and after it that belongs to the same
// word.
func isIn(text, word string) bool {
	for from := 0; ; {
		at := strings.Index(text[from:], word)
		if at < 0 {
			return false
		}
		begin, end := from+at, from+at+len(word)
		after := text[end:]
		if len(after) > 1 && after[0] == '.' { // It may end a sentence.
			after = after[1:]
		}
		if (begin == 0 || !isOfAddress(text[begin-1])) && (after == "" || after[0] == '.' || !isOfAddress(after[0])) {
			return true
		}
		from = begin + 1
	}
}

// isOfAddress reports whether a character can be a part of an e-mail address.
func isOfAddress(c byte) bool {
	return isDigit(c) || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80 || strings.IndexByte("._%+-", c) >= 0
}

// in reports whether a text has an address of the person, or the words of the full name side by
// side.
func (n *names) in(text string) bool {
	if n.addressIn(text) {
		return true
	}
	if len(n.full) == 0 {
		return false
	}
	words := " " + wordsOf(text) + " "
	return slices.ContainsFunc(n.full, func(name string) bool { return strings.Contains(words, " "+name+" ") })
}

// idIn reports whether a text has the id of the contact, of a copy or of one of their
// conversations.
func (n *names) idIn(text string) bool {
	return slices.ContainsFunc(n.ids, func(id string) bool { return strings.Contains(text, id) })
}

func (n *names) isID(text string) bool {
	id, err := uuid.Parse(text)
	return err == nil && n.idIn(id.String())
}

// byChannel begins what the evidence of an entry of consent says of a channel, which stays.
const byChannel = " by channel "

// strike returns a text without the names and addresses of the person.
func (n *names) strike(text string) string {
	for _, known := range n.plain {
		if known != "" {
			text = strings.ReplaceAll(text, known, "…")
		}
	}
	if !n.in(text) {
		return text
	}
	// The person is there in another spelling.
	if at := strings.LastIndex(text, byChannel); at >= 0 {
		return "…" + text[at:]
	}
	return ""
}

// wordsOf returns the words of a text, folded, with a space between.
func wordsOf(text string) string {
	return strings.Join(strings.FieldsFunc(plaintext.Fold(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}), " ")
}

func digitsOf(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return r
		}
		return -1
	}, text)
}
