package contact

import (
	"crypto/sha256"
	"encoding/base64"
	"slices"

	"github.com/firmhub/firmhub/internal/plaintext"
)

// Keys match rows of an import with contacts. No two kinds have the same key: the match key of a
// phone begins with + and contains no @, the key of an e-mail address contains an @, and that of a
// person contains a control character.
type Keys struct {
	Phones []string
	// Emails match every contact with the e-mail address.
	Emails []string
	// People match the contacts with the e-mail address that have the same name, and a phone.
	People []string
	// Phoneless match the contacts with the e-mail address that have no phone.
	Phoneless []string
}

// All returns the keys of all kinds.
func (k Keys) All() []string {
	return slices.Concat(k.Phones, k.Emails, k.People, k.Phoneless)
}

// Keys returns the keys that match the contact.
func (c *Contact) Keys() (k Keys) {
	k.Phones = c.phoneKeys()
	person := c.person()
	for _, e := range c.Emails {
		k.Emails = append(k.Emails, e.Key)
		if person == "" {
			k.Phoneless = append(k.Phoneless, e.personKey(person))
		} else {
			k.People = append(k.People, e.personKey(person))
		}
	}
	return k
}

// Wanted returns the keys of the contacts that may be about the same person. These are the contacts
// with one of its phones, and those with one of its e-mail addresses if the names are the same or
// one side has no phone. Several people may share an e-mail address, such as the address of an
// office. phoned is set if a phone was given, even if it is not valid.
func (c *Contact) Wanted(phoned bool) (k Keys) {
	k.Phones = c.phoneKeys()
	named := c.named()
	for _, e := range c.Emails {
		k.People = append(k.People, e.personKey(named))
		if !phoned {
			k.Emails = append(k.Emails, e.Key)
		} else {
			k.Phoneless = append(k.Phoneless, e.personKey(""))
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

// person returns a text that distinguishes the contact from others with the same e-mail address. It
// is empty if the contact has no phone. Otherwise it is a space and the name, so that it is not
// empty for a contact without names.
func (c *Contact) person() string {
	if len(c.Phones) == 0 {
		return ""
	}
	return c.named()
}

func (c *Contact) named() string { return " " + plaintext.Fold(c.FirstName+" "+c.LastName) }

// personKey returns the key of the address, a separator, and a hash of the person, because an index
// only stores short texts. The keys of all people with an address are a range of one index, which
// finds the address, too ([Oldest]). A second index would be written at as many random places
// again.
func (e *Email) personKey(person string) string {
	if person == "" {
		return e.Key + personSeparator
	}
	sum := sha256.Sum256([]byte(person))
	return e.Key + personSeparator + base64.RawURLEncoding.EncodeToString(sum[:12])
}

// personSeparator is a control character, which no address contains.
const (
	personSeparator = "\x1f"
	afterSeparator  = "\x20"
)
