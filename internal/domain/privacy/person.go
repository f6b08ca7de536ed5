package privacy

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
	"github.com/firmhub/firmhub/internal/fault"
)

// person is a contact with everything by which other data is found. A job keeps it sealed until the
// person is erased.
type person struct {
	ID                              uuid.UUID
	FirstName, LastName, ProfilePic string

	Phones []phone
	Emails []address
	Users  []address
	Places []string
	// Conversations are those of the contact.
	Conversations []uuid.UUID
	// Until is when the data was stored at the latest.
	Until time.Time
	// Erased reports whether the names are gone already.
	Erased bool
}

// address is an e-mail address or the id of a user of WhatsApp, with its key. Shared reports
// whether another contact has it, too: it is then no address of the person alone.
type address struct {
	Value, Key string
	Shared     bool
}

type phone struct {
	E164   string `sql:"e164"`
	Raw    string `sql:"phone"`
	Key    string `sql:"match_key"`
	Digits string
	Shared bool
}

// find returns a contact of the viewer's firm, which may be deleted, or NotFound.
func (m *Manager) find(ctx context.Context, id uuid.UUID, until time.Time) (*person, error) {
	p := &person{ID: id, Until: until}
	in := m.db.InFirm(ctx)
	found, err := in.Row([]any{&p.FirstName, &p.LastName, &p.ProfilePic, &p.Erased}, `
SELECT first_name, last_name, coalesce(profile_pic, ''), deleted_at IS NOT NULL AND search = '' FROM contacts
WHERE firm_id = $1 AND id = $2`, id)
	if err != nil {
		return nil, fmt.Errorf("read a contact: %w", err)
	}
	if !found {
		return nil, fault.New(fault.NotFound, "There is no such contact.")
	}
	p.Phones, err = db.All[phone](in, `
SELECT p.e164, p.phone, p.match_key, p.digits, EXISTS (
  SELECT 1 FROM contact_phones o JOIN contacts c ON c.firm_id = $1 AND c.id = o.contact_id AND c.deleted_at IS NULL
  WHERE o.firm_id = $1 AND o.match_key = p.match_key AND o.contact_id <> $2) AS shared
FROM contact_phones p WHERE p.firm_id = $1 AND p.contact_id = $2 ORDER BY p.position`, id)
	if err != nil {
		return nil, err
	}
	p.Emails, err = db.All[address](in, `
SELECT e.email AS value, e.email_key AS key, EXISTS (
  SELECT 1 FROM contact_emails o JOIN contacts c ON c.firm_id = $1 AND c.id = o.contact_id AND c.deleted_at IS NULL
  WHERE o.firm_id = $1 AND o.person_key >= e.email_key AND o.person_key < e.email_key || '~' AND o.email_key = e.email_key
    AND o.contact_id <> $2) AS shared
FROM contact_emails e WHERE e.firm_id = $1 AND e.contact_id = $2 ORDER BY e.position`, id)
	if err != nil {
		return nil, err
	}
	p.Users, err = db.All[address](in,
		"SELECT value, value AS key, 1 = 0 AS shared FROM contact_identities WHERE firm_id = $1 AND contact_id = $2 ORDER BY id", id)
	if err != nil {
		return nil, err
	}
	places, err := db.All[string](in, `
SELECT line1 || ' ' || line2 || ' ' || landmark FROM contact_addresses WHERE firm_id = $1 AND contact_id = $2`, id)
	if err != nil {
		return nil, err
	}
	p.Places = places
	return p, m.findConversations(ctx, p)
}

// findConversations finds the conversations of the contact, and those that have no contact but an
// address of the person.
func (m *Manager) findConversations(ctx context.Context, p *person) (err error) {
	keys := []string{}
	for _, a := range p.addresses() {
		keys = append(keys, a.Key)
	}
	among, list := m.db.Among("address_key", 3, keys)
	p.Conversations, err = db.All[uuid.UUID](m.db.InFirm(ctx),
		"SELECT id FROM conversations WHERE firm_id = $1 AND contact_id = $2 UNION"+
			" SELECT id FROM conversations WHERE firm_id = $1 AND contact_id IS NULL AND "+among, p.ID, list)
	return err
}

// addresses returns the addresses that no other contact has.
func (p *person) addresses() (all []consent.Address) {
	for _, phone := range p.Phones {
		if !phone.Shared {
			all = append(all, consent.OfPhone(phone.E164, phone.Key))
		}
	}
	for _, email := range p.Emails {
		if !email.Shared {
			all = append(all, consent.OfEmail(email.Value))
		}
	}
	for _, user := range p.Users {
		all = append(all, consent.Address{Value: user.Value, Kind: "WhatsAppUser", Key: user.Key})
	}
	return all
}

// subject returns by what the messages of the person are found.
func (p *person) subject() *messaging.Subject {
	s := &messaging.Subject{ContactID: p.ID, Keys: []string{p.ID.String()}, Conversations: p.Conversations, Until: p.Until}
	for _, phone := range p.Phones {
		if !phone.Shared {
			s.Keys = append(s.Keys, phone.Key)
		}
	}
	slices.Sort(s.Keys)
	s.Keys = slices.Compact(s.Keys)
	return s
}

// fullName returns the name, or "" if one half of it is missing: a first name alone names too many
// people.
func (p *person) fullName() string {
	if p.FirstName == "" || p.LastName == "" {
		return ""
	}
	return strings.TrimSpace(p.FirstName + " " + p.LastName)
}
