package messaging

import (
	"context"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
)

// Reachable is where a contact can be reached: by its primary phone, its primary e-mail address,
// and its last user id of WhatsApp. Those that it has not are zero.
type Reachable struct {
	IsActive           bool
	phone, email, user consent.Address
}

// By returns the address of the contact for a kind of channel. It reports false if it has none.
func (r Reachable) By(kind provider.Kind) (consent.Address, bool) {
	for _, address := range []consent.Address{r.phone, r.email, r.user} {
		if address.Value != "" && accepts(kind, address.Kind) {
			return address, true
		}
	}
	return consent.Address{}, false
}

// ReadReachable returns where contacts of the firm of ctx can be reached. Deleted ones are left
// out.
func ReadReachable(ctx context.Context, d *db.DB, contacts []uuid.UUID) (map[uuid.UUID]Reachable, error) {
	found := make(map[uuid.UUID]Reachable, len(contacts))
	if len(contacts) == 0 {
		return found, nil
	}
	among, list := d.AmongIDs("c.id", 2, contacts)
	rows, err := db.All[struct {
		ID          uuid.UUID
		IsActive    bool `sql:"is_active"`
		Phone, Key  string
		EmailOfFirm string `sql:"email"`
		User        string `sql:"user_id"`
	}](d.InFirm(ctx), `
SELECT c.id AS id, c.is_active AS is_active, coalesce(p.e164, '') AS phone, coalesce(p.match_key, '') AS key,
  coalesce(e.email, '') AS email, coalesce((
    SELECT i.value FROM contact_identities i WHERE i.firm_id = $1 AND i.contact_id = c.id AND i.kind = 'WhatsAppUser'
    ORDER BY i.updated_at DESC, i.id DESC LIMIT 1), '') AS user_id
FROM contacts c
LEFT JOIN contact_phones p ON p.firm_id = $1 AND p.contact_id = c.id AND p.is_primary
LEFT JOIN contact_emails e ON e.firm_id = $1 AND e.contact_id = c.id AND e.is_primary
WHERE c.firm_id = $1 AND c.deleted_at IS NULL AND `+among, list)
	for _, row := range rows {
		of := Reachable{IsActive: row.IsActive}
		if row.Phone != "" {
			of.phone = consent.OfPhone(row.Phone, row.Key)
		}
		if row.EmailOfFirm != "" {
			of.email = consent.OfEmail(row.EmailOfFirm)
		}
		if row.User != "" {
			of.user = userAddress(row.User)
		}
		found[row.ID] = of
	}
	return found, err
}
