package privacy

import (
	"context"
	"fmt"
	"slices"
	"strings"
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
	named

	ID uuid.UUID

	// The addresses are those of the contact and of the copies.
	Phones []phone
	Emails []address
	Users  []address
	// Former are other addresses by which messages with the contact were counted: it had them
	// before, or a program has reported them.
	Former []address
	// Conversations are those of the contact and of the copies, without those with an address that
	// another contact has.
	Conversations []uuid.UUID
	// Copies are deleted contacts that are the same person: see findCopies. CopiesNamed are their
	// names.
	Copies      []uuid.UUID
	CopiesNamed []named
	// Until is when the data was stored at the latest.
	Until time.Time
	// Erased reports whether the names are gone already.
	Erased bool
}

// named are the names of a contact, and its picture or "".
type named struct {
	FirstName  string `sql:"first_name"`
	LastName   string `sql:"last_name"`
	ProfilePic string `sql:"profile_pic"`
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
	if err := m.findAddresses(ctx, p, p.ids(), isLive); err != nil {
		return nil, err
	}
	if err := m.findCopies(ctx, p); err != nil {
		return nil, err
	}
	return p, m.findConversations(ctx, p)
}

// Which other contacts c make an address one that is not the person's alone. Before the copies are
// known those that are live do. Then those that are deleted do, too: whoever has an e-mail address
// in common with the person, or an address of a copy, and is no copy, is somebody else.
const (
	isLive = " AND c.deleted_at IS NULL"
	isAny  = ""
)

// has returns an SQL condition: whether a contact other than the person and the copies has the
// address with the key k.key. $2 are their ids.
func (m *Manager) has(p *person, which string) (condition string, own any) {
	among, own := m.db.AmongIDs("o.contact_id", 2, p.ids())
	return `(EXISTS (
  SELECT 1 FROM contact_phones o JOIN contacts c ON c.firm_id = $1 AND c.id = o.contact_id` + which + `
  WHERE o.firm_id = $1 AND o.match_key = k.key AND NOT (` + among + `))
OR EXISTS (
  SELECT 1 FROM contact_emails o JOIN contacts c ON c.firm_id = $1 AND c.id = o.contact_id` + which + `
  WHERE o.firm_id = $1 AND o.person_key >= k.key AND o.person_key < k.key || '~' AND o.email_key = k.key AND NOT (` + among + `)))`, own
}

// findAddresses adds the addresses of contacts, which are the person or copies.
func (m *Manager) findAddresses(ctx context.Context, p *person, contacts []uuid.UUID, others string) error {
	in := m.db.InFirm(ctx)
	has, own := m.has(p, others)
	among, list := m.db.AmongIDs("contact_id", 3, contacts)
	phones, err := db.All[phone](in, `
SELECT k.e164, k.phone, k.key, k.digits, `+has+` AS shared
FROM (SELECT id, e164, phone, match_key AS key, digits, position FROM contact_phones WHERE firm_id = $1 AND `+among+`) AS k
ORDER BY k.position, k.id`, own, list)
	if err != nil {
		return err
	}
	emails, err := db.All[address](in, `
SELECT k.value, k.key, `+has+` AS shared
FROM (SELECT id, email AS value, email_key AS key, position FROM contact_emails WHERE firm_id = $1 AND `+among+`) AS k
ORDER BY k.position, k.id`, own, list)
	if err != nil {
		return err
	}
	among, list = m.db.AmongIDs("contact_id", 2, contacts)
	users, err := db.All[address](in,
		"SELECT value, value AS key, 1 = 0 AS shared FROM contact_identities WHERE firm_id = $1 AND "+among+" ORDER BY id", list)
	if err != nil {
		return err
	}
	p.Phones, p.Emails, p.Users = append(p.Phones, phones...), append(p.Emails, emails...), append(p.Users, users...)
	return m.findFormer(ctx, p, contacts, others)
}

func (m *Manager) findFormer(ctx context.Context, p *person, contacts []uuid.UUID, others string) error {
	has, own := m.has(p, others)
	among, list := m.db.AmongIDs("contact_id", 3, contacts)
	all, err := db.All[address](m.db.InFirm(ctx), `
SELECT k.key, k.value, `+has+` AS shared FROM (
  SELECT person_key AS key, max(coalesce(address, phone, '')) AS value FROM messages
  WHERE firm_id = $1 AND `+among+` AND (address IS NOT NULL OR phone IS NOT NULL) GROUP BY person_key
  UNION SELECT address_key, max(address) FROM conversations WHERE firm_id = $1 AND `+among+` GROUP BY address_key) AS k`, own, list)
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

// findConversations finds the conversations of the contact and of the copies, and those with an
// address of the person that have no contact, or a deleted one.
func (m *Manager) findConversations(ctx context.Context, p *person) (err error) {
	keys := []string{}
	for _, a := range p.addresses() {
		keys = append(keys, a.Key)
	}
	has, own := m.has(p, isLive)
	among, list := m.db.Among("v.address_key", 3, keys)
	ofContact, _ := m.db.AmongIDs("contact_id", 2, p.ids())
	p.Conversations, err = db.All[uuid.UUID](m.db.InFirm(ctx), `
SELECT k.id FROM (
  SELECT id, address_key AS key FROM conversations WHERE firm_id = $1 AND `+ofContact+`
  UNION SELECT v.id, v.address_key FROM conversations v WHERE v.firm_id = $1 AND `+among+` AND (v.contact_id IS NULL
    OR NOT EXISTS (SELECT 1 FROM contacts c WHERE c.firm_id = $1 AND c.id = v.contact_id AND c.deleted_at IS NULL))) AS k
WHERE NOT `+has+` ORDER BY k.id`, own, list)
	return err
}

// findCopies finds the copies, their names and the addresses that only they had: deleted contacts
// that were merged into this one, have a phone of the person, or have an e-mail address of the
// person where an import would take both for one person. People of an office may share an e-mail
// address. What only a deleted one of them has in common with the person is then not the person's.
func (m *Manager) findCopies(ctx context.Context, p *person) error {
	same, err := contact.Copies(ctx, m.db, p.wanted())
	if err != nil {
		return err
	}
	merged, err := contact.MergedInto(ctx, m.db, p.ID)
	if err != nil {
		return err
	}
	for _, id := range slices.Concat(same, merged) {
		if id != p.ID && !slices.Contains(p.Copies, id) {
			p.Copies = append(p.Copies, id)
		}
	}
	p.Phones, p.Emails, p.Users, p.Former = nil, nil, nil, nil
	if err := m.findAddresses(ctx, p, []uuid.UUID{p.ID}, isAny); err != nil || len(p.Copies) == 0 {
		return err
	}
	among, list := m.db.AmongIDs("id", 2, p.Copies)
	p.CopiesNamed, err = db.All[named](m.db.InFirm(ctx), `
SELECT first_name, last_name, coalesce(profile_pic, '') AS profile_pic FROM contacts WHERE firm_id = $1 AND `+among+" ORDER BY id", list)
	if err != nil {
		return err
	}
	return m.findAddresses(ctx, p, p.Copies, isAny)
}

// wanted returns the keys of contacts that are the same person, by the rule of imports.
func (p *person) wanted() contact.Keys {
	named := &contact.Contact{FirstName: p.FirstName, LastName: p.LastName}
	var phones []string
	for _, a := range p.addresses() {
		if strings.Contains(a.Key, "@") {
			named.Emails = append(named.Emails, contact.Email{Key: a.Key})
		} else {
			phones = append(phones, a.Key)
		}
	}
	keys := named.Wanted(len(p.Phones) > 0)
	keys.Phones = phones
	return keys
}

// ids returns the ids of the contact and of the copies.
func (p *person) ids() []uuid.UUID { return append([]uuid.UUID{p.ID}, p.Copies...) }

// allNamed returns the names of the contact and of the copies.
func (p *person) allNamed() []named { return append([]named{p.named}, p.CopiesNamed...) }

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
	s := &messaging.Subject{ContactIDs: p.ids(), Conversations: p.Conversations, Until: p.Until}
	for _, id := range s.ContactIDs {
		s.Keys = append(s.Keys, id.String())
	}
	for _, a := range p.addresses() {
		s.Keys = append(s.Keys, a.Key)
	}
	slices.Sort(s.Keys)
	s.Keys = slices.Compact(s.Keys)
	return s
}
