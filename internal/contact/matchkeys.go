package contact

import (
	"crypto/sha256"
	"encoding/base64"

	"github.com/firmhub/firmhub/internal/fold"
)

// Keys are what rows of an import are matched with contacts by. The match key of a phone begins with +, the key of an e-mail has an @,
// and the key of a person has neither, so that no two kinds have the same key.
type Keys struct {
	Phones []string
	// Emails match every contact with the e-mail.
	Emails []string
	// People match the contacts with the e-mail that have the same name or no phone.
	People []string
}

// All returns the keys of all kinds.
func (k Keys) All() []string {
	all := make([]string, 0, len(k.Phones)+len(k.Emails)+len(k.People))
	return append(append(append(all, k.Phones...), k.Emails...), k.People...)
}

// Keys returns the keys that match the contact.
func (c *Contact) Keys() (k Keys) {
	k.Phones = c.phoneKeys()
	person := c.person()
	for _, e := range c.Emails {
		k.Emails, k.People = append(k.Emails, e.Key), append(k.People, e.personKey(person))
	}
	return k
}

// Wanted returns the keys of the contacts that may be about the same person: those with one of its phones, and those with one of its
// e-mails if one side has no phone or the names are the same. Several people share an e-mail, such as that of an office.
func (c *Contact) Wanted() (k Keys) {
	k.Phones = c.phoneKeys()
	person := c.person()
	for _, e := range c.Emails {
		if len(c.Phones) == 0 {
			k.Emails = append(k.Emails, e.Key)
		} else {
			k.People = append(k.People, e.personKey(person), e.personKey(""))
		}
	}
	return k
}

func (c *Contact) phoneKeys() []string {
	keys := make([]string, len(c.Phones))
	for i, p := range c.Phones {
		keys[i] = p.MatchKey
	}
	return keys
}

// person returns what tells the contact from others with the same e-mail: nothing if it has no phone, else its name, which follows a
// space, so that it is something for a contact without names too.
func (c *Contact) person() string {
	if len(c.Phones) == 0 {
		return ""
	}
	return " " + fold.Text(c.FirstName+" "+c.LastName)
}

// personKey returns a hash, since an index takes short texts only.
func (e *Email) personKey(person string) string {
	sum := sha256.Sum256([]byte(e.Key + person))
	return base64.RawURLEncoding.EncodeToString(sum[:12])
}
