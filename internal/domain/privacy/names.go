package privacy

import (
	"strings"
	"unicode"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/plaintext"
)

// names finds a person in texts. It does not look for addresses that other contacts have, too.
type names struct {
	// ids are the id of the contact and those of the conversations.
	ids []string
	// texts are addresses, folded, and digits the spellings of the phones in digits.
	texts, digits []string
	// name is the full name, folded, and parts are the first and the last name.
	name  string
	parts [2]string
	// plain are what [names.strike] replaces.
	plain []string
}

// leastDigits is how many digits a number has at least that is looked for: fewer could be anything.
const leastDigits = 8

func (p *person) names() *names {
	n := &names{name: plaintext.Fold(p.fullName()), ids: []string{p.ID.String()}}
	if n.name != "" {
		n.parts = [2]string{plaintext.Fold(p.FirstName), plaintext.Fold(p.LastName)}
		n.plain = append(n.plain, p.fullName())
	}
	for _, id := range p.Conversations {
		n.ids = append(n.ids, id.String())
	}
	for _, phone := range p.Phones {
		if phone.Shared {
			continue
		}
		n.plain = append(n.plain, phone.E164, phone.Raw)
		for _, spelling := range append(strings.Fields(phone.Digits), digitsOf(phone.E164), digitsOf(phone.Key)) {
			if len(spelling) >= leastDigits {
				n.digits = append(n.digits, spelling)
			}
		}
	}
	for _, email := range p.Emails {
		if !email.Shared {
			n.texts, n.plain = append(n.texts, plaintext.Fold(email.Value)), append(n.plain, email.Value, email.Key)
		}
	}
	for _, user := range p.Users {
		n.texts, n.plain = append(n.texts, plaintext.Fold(user.Value)), append(n.plain, user.Value)
	}
	for _, place := range p.Places {
		if place = strings.TrimSpace(place); len(place) >= leastDigits {
			n.texts = append(n.texts, plaintext.Fold(place))
		}
	}
	return n
}

// addressIn reports whether a text has an address of the person.
func (n *names) addressIn(text string) bool {
	if text == "" {
		return false
	}
	folded := plaintext.Fold(text)
	for _, known := range n.texts {
		if strings.Contains(folded, known) {
			return true
		}
	}
	if len(n.digits) == 0 {
		return false
	}
	numbers := joined(text)
	for _, digits := range n.digits {
		if strings.Contains(numbers, digits) {
			return true
		}
	}
	return false
}

// in reports whether a text has an address or the full name of the person.
func (n *names) in(text string) bool {
	return n.addressIn(text) || n.name != "" && strings.Contains(plaintext.Fold(text), n.name)
}

// inCells reports whether cells of a row are about the person.
func (n *names) inCells(text string) bool {
	if n.in(text) {
		return true
	}
	folded := plaintext.Fold(text)
	return n.name != "" && strings.Contains(folded, n.parts[0]) && strings.Contains(folded, n.parts[1])
}

// idIn reports whether a text has the id of the contact or of one of its conversations.
func (n *names) idIn(text string) bool {
	for _, id := range n.ids {
		if strings.Contains(text, id) {
			return true
		}
	}
	return false
}

func (n *names) isID(text string) bool {
	id, err := uuid.Parse(text)
	return err == nil && n.idIn(id.String())
}

// strike returns a text without the names and addresses of the person.
func (n *names) strike(text string) string {
	for _, known := range n.plain {
		text = strings.ReplaceAll(text, known, "…")
	}
	if n.in(text) { // in another spelling
		return ""
	}
	return text
}

func digitsOf(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return r
		}
		return -1
	}, text)
}

// joined returns a text without what stands between the digits of a number.
func joined(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || strings.ContainsRune("-()./", r) {
			return -1
		}
		return r
	}, text)
}
