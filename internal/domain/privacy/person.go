package privacy

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/contact"
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
	// Former are other addresses by which messages with the contact were counted: it had them
	// before, or a program has reported them.
	Former []address
	// Conversations are those of the contact, without those with an address that another contact
	// has.
	Conversations []uuid.UUID
	// Copies are deleted contacts with an address of the person: those that were merged into this
	// one, for example.
	Copies []uuid.UUID
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
	Key    string
	Digits string
	Shared bool
}

// find returns a contact of the viewer's firm, which may be deleted, or NotFound.
func (m *Manager) find(ctx context.Context, id uuid.UUID, until time.Time) (*person, error) {
	p := &person{ID: id, Until: until}
	in := m.db.InFirm(ctx)
	found, err := in.Row([]any{&p.FirstName, &p.LastName, &p.ProfilePic, &p.Erased}, `
SELECT c.first_name, c.last_name, coalesce(c.profile_pic, ''), `+contact.Erased+` FROM contacts c
WHERE c.firm_id = $1 AND c.id = $2`, id)
	if err != nil {
		return nil, fmt.Errorf("read a contact: %w", err)
	}
	if !found {
		return nil, fault.New(fault.NotFound, "There is no such contact.")
	}
	p.Phones, err = db.All[phone](in, `
SELECT k.e164, k.phone, k.key, k.digits, `+has+` AS shared
FROM (SELECT e164, phone, match_key AS key, digits, position FROM contact_phones WHERE firm_id = $1 AND contact_id = $2) AS k
ORDER BY k.position`, id)
	if err != nil {
		return nil, err
	}
	p.Emails, err = db.All[address](in, `
SELECT k.value, k.key, `+has+` AS shared
FROM (SELECT email AS value, email_key AS key, position FROM contact_emails WHERE firm_id = $1 AND contact_id = $2) AS k
ORDER BY k.position`, id)
	if err != nil {
		return nil, err
	}
	p.Users, err = db.All[address](in,
		"SELECT value, value AS key, 1 = 0 AS shared FROM contact_identities WHERE firm_id = $1 AND contact_id = $2 ORDER BY id", id)
	if err != nil {
		return nil, err
	}
	if err := m.findFormer(ctx, p); err != nil {
		return nil, err
	}
	if err := m.findConversations(ctx, p); err != nil {
		return nil, err
	}
	return p, m.findCopies(ctx, p)
}

// has is an SQL condition: whether another contact that is not deleted has the address with the key
// k.key.
const has = `(EXISTS (
  SELECT 1 FROM contact_phones o JOIN contacts c ON c.firm_id = $1 AND c.id = o.contact_id AND c.deleted_at IS NULL
  WHERE o.firm_id = $1 AND o.match_key = k.key AND o.contact_id <> $2)
OR EXISTS (
  SELECT 1 FROM contact_emails o JOIN contacts c ON c.firm_id = $1 AND c.id = o.contact_id AND c.deleted_at IS NULL
  WHERE o.firm_id = $1 AND o.person_key >= k.key AND o.person_key < k.key || '~' AND o.email_key = k.key AND o.contact_id <> $2))`

func (m *Manager) findFormer(ctx context.Context, p *person) error {
	all, err := db.All[address](m.db.InFirm(ctx), `
SELECT k.key, k.value, `+has+` AS shared FROM (
  SELECT person_key AS key, max(coalesce(address, phone, '')) AS value FROM messages
  WHERE firm_id = $1 AND contact_id = $2 AND (address IS NOT NULL OR phone IS NOT NULL) GROUP BY person_key
  UNION SELECT address_key, max(address) FROM conversations WHERE firm_id = $1 AND contact_id = $2 GROUP BY address_key) AS k`, p.ID)
	if err != nil {
		return err
	}
	known := p.subject().Keys
	for _, one := range all {
		if one.Key != "" && !one.Shared && !db.IsPseudonym(one.Key) && !slices.Contains(known, one.Key) {
			known, p.Former = append(known, one.Key), append(p.Former, one)
		}
	}
	return nil
}

// findConversations finds the conversations of the contact, and those that have no contact but an
// address of the person.
func (m *Manager) findConversations(ctx context.Context, p *person) (err error) {
	keys := []string{}
	for _, a := range p.addresses() {
		keys = append(keys, a.Key)
	}
	among, list := m.db.Among("address_key", 3, keys)
	p.Conversations, err = db.All[uuid.UUID](m.db.InFirm(ctx), `
SELECT k.id FROM (
  SELECT id, address_key AS key FROM conversations WHERE firm_id = $1 AND contact_id = $2
  UNION SELECT id, address_key FROM conversations WHERE firm_id = $1 AND contact_id IS NULL AND `+among+`) AS k
WHERE NOT `+has+` ORDER BY k.id`, p.ID, list)
	return err
}

// findCopies finds deleted contacts with an address of the person.
func (m *Manager) findCopies(ctx context.Context, p *person) error {
	found := map[uuid.UUID]bool{}
	for _, a := range p.addresses() {
		ids, err := db.All[uuid.UUID](m.db.InFirm(ctx), `
SELECT o.contact_id AS id FROM contact_phones o JOIN contacts c ON c.firm_id = $1 AND c.id = o.contact_id AND c.deleted_at IS NOT NULL
WHERE o.firm_id = $1 AND o.match_key = $3 AND o.contact_id <> $2
UNION SELECT o.contact_id FROM contact_emails o JOIN contacts c ON c.firm_id = $1 AND c.id = o.contact_id AND c.deleted_at IS NOT NULL
WHERE o.firm_id = $1 AND o.person_key >= $3 AND o.person_key < $4 AND o.email_key = $3 AND o.contact_id <> $2`, p.ID, a.Key, a.Key+"~")
		if err != nil {
			return err
		}
		for _, id := range ids {
			if !found[id] {
				found[id] = true
				p.Copies = append(p.Copies, id)
			}
		}
	}
	return nil
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
	for _, former := range p.Former {
		all = append(all, consent.Address{Value: former.Value, Key: former.Key})
	}
	return all
}

// subject returns by what the messages of the person are found.
func (p *person) subject() *messaging.Subject {
	s := &messaging.Subject{ContactID: p.ID, Keys: []string{p.ID.String()}, Conversations: p.Conversations, Until: p.Until}
	for _, a := range p.addresses() {
		s.Keys = append(s.Keys, a.Key)
	}
	slices.Sort(s.Keys)
	s.Keys = slices.Compact(s.Keys)
	return s
}
