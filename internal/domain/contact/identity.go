package contact

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/rule/scope"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/entity"
)

// Identity links a user of WhatsApp to a contact.
type Identity struct {
	UserID    string    `sql:"value"`
	ContactID uuid.UUID `sql:"contact_id"`
	// PhoneKey is the match key of the phone that WhatsApp sent together with the id of the user,
	// or "".
	PhoneKey string `sql:"phone_key"`
}

// Identities returns the contacts of the viewer's firm who are users of WhatsApp, by the ids of the
// users. It leaves out deleted contacts.
func Identities(ctx context.Context, d *db.DB, users []string) (map[string]Identity, error) {
	found := make(map[string]Identity, len(users))
	if len(users) == 0 {
		return found, nil
	}
	among, list := d.Among("i.value", 3, users)
	rows, err := db.All[Identity](d.InFirm(ctx), `
SELECT i.value, i.contact_id, CASE WHEN EXISTS (
  SELECT 1 FROM contact_phones p WHERE p.firm_id = $1 AND p.contact_id = i.contact_id AND p.match_key = i.phone_key
) THEN i.phone_key ELSE '' END AS phone_key
FROM contact_identities i JOIN contacts c ON c.firm_id = $1 AND c.id = i.contact_id AND c.deleted_at IS NULL
WHERE i.firm_id = $1 AND i.kind = $2 AND `+among, string(ent.WhatsAppUser), list)
	if err != nil {
		return nil, fmt.Errorf("find contacts by their identities: %w", err)
	}
	for _, row := range rows {
		found[row.UserID] = row
	}
	return found, nil
}

// putIdentity replaces the identity of a user. A phone that was named stays until another one is.
const putIdentity = ` ON CONFLICT (firm_id, kind, value) DO UPDATE SET updated_at = excluded.updated_at, contact_id = excluded.contact_id,
  phone_key = CASE WHEN excluded.phone_key = '' THEN contact_identities.phone_key ELSE excluded.phone_key END`

// PutIdentities stores who users of WhatsApp are. No user occurs twice. Only the server calls it,
// in a transaction that has the lock of the firm's messages.
func PutIdentities(ctx context.Context, d *db.DB, all []Identity) error {
	columns := []string{"id", "created_at", "updated_at", "firm_id", "contact_id", "kind", "value", "phone_key"}
	firm, err := scope.Firm(ctx, "ContactIdentity")
	if err != nil {
		return err
	}
	now := entity.Now()
	err = d.InFirm(ctx).Insert("contact_identities", columns, len(all), func(i int) []any {
		return []any{entity.NewID(), now, now, firm, all[i].ContactID, string(ent.WhatsAppUser), all[i].UserID, all[i].PhoneKey}
	}, db.OnConflict(putIdentity))
	if err != nil {
		return fmt.Errorf("store the identities of contacts: %w", err)
	}
	return nil
}

// SamePerson is a user of WhatsApp and a phone that are one person.
type SamePerson struct {
	UserID   string `sql:"value"`
	E164     string
	MatchKey string `sql:"match_key"`
}

// SamePeople returns the users of WhatsApp, among those who are named by their ids or by the match
// keys of their phones, whose phone is known. The person may be a deleted contact.
func SamePeople(ctx context.Context, d *db.DB, users, phones []string) ([]SamePerson, error) {
	if len(users)+len(phones) == 0 {
		return nil, nil
	}
	byUser, userList := d.Among("i.value", 3, users)
	byPhone, phoneList := d.Among("i.phone_key", 4, phones)
	// Not with OR, for which a database without statistics reads all identities of the firm.
	const named = `
SELECT i.value, p.e164, p.match_key FROM contact_identities i
JOIN contact_phones p ON p.firm_id = $1 AND p.contact_id = i.contact_id AND p.match_key = i.phone_key
WHERE i.firm_id = $1 AND i.kind = $2 AND i.phone_key <> '' AND `
	found, err := db.All[SamePerson](d.InFirm(ctx), named+byUser+" UNION "+named+byPhone, string(ent.WhatsAppUser), userList, phoneList)
	if err != nil {
		return nil, fmt.Errorf("find the phones of users: %w", err)
	}
	return found, nil
}
