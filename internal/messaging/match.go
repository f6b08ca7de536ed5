package messaging

import (
	"context"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/contact"
	"github.com/firmhub/firmhub/internal/db"
)

// findContacts finds the contacts of messages by their phones, and the phones of messages to contacts: the primary one. A phone
// that no contact has is left without one, and a contact that does not exist, or has no phone, without a number.
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
	matches, err := contact.OldestByPhone(ctx, b.db, b.firm, unique(phones))
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
		it.contactID, it.number = it.input.ContactID, ofContact[*it.input.ContactID]
	}
	return nil
}

// primaryPhones returns the primary phone of each contact.
func (b *batch) primaryPhones(ctx context.Context, contacts []uuid.UUID) (map[uuid.UUID]contact.Number, error) {
	found := make(map[uuid.UUID]contact.Number, len(contacts))
	if len(contacts) == 0 {
		return found, nil
	}
	among, list := b.db.AmongIDs("c.id", 2, contacts)
	rows, err := db.Select[struct {
		ID             uuid.UUID
		E164, MatchKey string
	}](ctx, b.db, `
SELECT c.id AS id, p.e164 AS e164, p.match_key AS matchkey FROM contacts c
JOIN contact_phones p ON p.firm_id = c.firm_id AND p.contact_id = c.id AND p.is_primary
WHERE c.firm_id = $1 AND c.deleted_at IS NULL AND `+among, b.firm, list)
	for _, row := range rows {
		found[row.ID] = contact.Number{E164: row.E164, MatchKey: row.MatchKey}
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
