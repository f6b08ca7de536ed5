package contact

import (
	"context"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
)

// TextFields are the names of the fields of a contact that can stand in a message, as the API has
// them. The phone and the e-mail address are the primary ones, and those of the place are of the
// first address.
var TextFields = []string{
	"firstName", "lastName", "gender", "phone", "email", "line1", "line2", "landmark", "city", "state", "country", "pinCode",
}

// Texts returns the [TextFields] of those of the contacts of the firm of ctx that are not deleted,
// by name. A field without a value is empty.
func Texts(ctx context.Context, d *db.DB, ids []uuid.UUID) (map[uuid.UUID]map[string]string, error) {
	among, list := d.AmongIDs("c.id", 2, ids)
	rows, err := d.InFirm(ctx).Query(`
SELECT c.id, c.first_name, c.last_name, coalesce(c.gender, ''), coalesce(p.e164, ''), coalesce(e.email, ''), coalesce(a.line1, ''),
  coalesce(a.line2, ''), coalesce(a.landmark, ''), coalesce(a.city, ''), coalesce(a.state, ''), coalesce(a.country, ''),
  coalesce(a.pin_code, '')
FROM contacts c
LEFT JOIN contact_phones p ON p.firm_id = $1 AND p.contact_id = c.id AND p.is_primary
LEFT JOIN contact_emails e ON e.firm_id = $1 AND e.contact_id = c.id AND e.is_primary
LEFT JOIN contact_addresses a ON a.firm_id = $1 AND a.contact_id = c.id AND a.position = 0
WHERE c.firm_id = $1 AND c.deleted_at IS NULL AND `+among, list)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }() // rows.Err has the error
	found := make(map[uuid.UUID]map[string]string, len(ids))
	for rows.Next() {
		var id uuid.UUID
		values := make([]string, len(TextFields))
		into := []any{&id}
		for i := range values {
			into = append(into, &values[i])
		}
		if err := rows.Scan(into...); err != nil {
			return nil, err
		}
		texts := make(map[string]string, len(values))
		for i, name := range TextFields {
			texts[name] = values[i]
		}
		found[id] = texts
	}
	return found, rows.Err()
}

// TextsOf returns the [TextFields] of a contact of the viewer's firm, or NotFound.
func TextsOf(ctx context.Context, d *db.DB, id uuid.UUID) (map[string]string, error) {
	found, err := Texts(ctx, d, []uuid.UUID{id})
	if err == nil && found[id] == nil {
		err = fault.New(fault.NotFound, "There is no such contact.")
	}
	return found[id], err
}
