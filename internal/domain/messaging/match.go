package messaging

import (
	"context"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/contact/number"
)

// findContacts finds the contacts of messages by their phones, and the primary phones of messages
// to contacts. If no contact has the phone, the message has no contact. If the contact has no
// phone, the message has no number. A message to a contact that does not exist has neither.
func (b *batch) findContacts(ctx context.Context, items []*item) error {
	var (
		phones   []string
		contacts []uuid.UUID
	)
	for _, it := range items {
		if it.input.ContactID != nil {
			contacts = append(contacts, *it.input.ContactID)
		} else {
			phones = append(phones, it.number.MatchKey)
		}
	}
	matches, err := contact.OldestByPhone(ctx, b.db, unique(phones))
	if err != nil {
		return err
	}
	ofPhone := make(map[string]*uuid.UUID, len(matches))
	for _, match := range matches {
		ofPhone[match.Key] = &match.ID
	}
	ofContact, err := b.primaryPhones(ctx, contacts)
	if err != nil {
		return err
	}
	for _, it := range items {
		if it.input.ContactID == nil {
			it.contactID = ofPhone[it.number.MatchKey]
			continue
		}
		it.contactID, it.number = nil, number.Number{}
		if phone, exists := ofContact[*it.input.ContactID]; exists {
			it.contactID, it.number = it.input.ContactID, phone
		}
	}
	return nil
}

// personKey returns the key by which the messages of the other person are counted: the match key of
// the phone, or the id of a contact without a phone. It is empty for a contact that does not exist.
func (it *item) personKey() string {
	if it.number.MatchKey == "" && it.contactID != nil {
		return it.contactID.String()
	}
	return it.number.MatchKey
}

// phone returns the phone of the other person in E.164, or nil for a contact without a phone.
func (it *item) phone() *string {
	if it.number.E164 == "" {
		return nil
	}
	return &it.number.E164
}

// ContactOf returns the id of a contact without a phone, if a key of the kind [Person] is such an
// id and not the match key of a phone.
func ContactOf(personKey string) (id uuid.UUID, ok bool) {
	id, err := uuid.Parse(personKey)
	return id, err == nil
}

// primaryPhones returns the primary phone of each existing contact. It is zero for a contact
// without a phone.
func (b *batch) primaryPhones(ctx context.Context, contacts []uuid.UUID) (map[uuid.UUID]number.Number, error) {
	found := make(map[uuid.UUID]number.Number, len(contacts))
	if len(contacts) == 0 {
		return found, nil
	}
	among, list := b.db.AmongIDs("c.id", 2, contacts)
	rows, err := db.All[struct {
		ID             uuid.UUID
		E164, MatchKey string
	}](b.db.InFirm(ctx), `
SELECT c.id AS id, coalesce(p.e164, '') AS e164, coalesce(p.match_key, '') AS matchkey FROM contacts c
LEFT JOIN contact_phones p ON p.firm_id = $1 AND p.contact_id = c.id AND p.is_primary
WHERE c.firm_id = $1 AND c.deleted_at IS NULL AND `+among, list)
	for _, row := range rows {
		found[row.ID] = number.Number{E164: row.E164, MatchKey: row.MatchKey}
	}
	return found, err
}

func unique(texts []string) []string {
	seen := make(map[string]bool, len(texts))
	all := texts[:0]
	for _, text := range texts {
		if !seen[text] {
			seen[text] = true
			all = append(all, text)
		}
	}
	return all
}
