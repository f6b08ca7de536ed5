package contact

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
)

// Erased is an SQL condition: whether the contact c was erased. Each contact that was not has a
// text for searches.
const Erased = "(c.deleted_at IS NOT NULL AND c.search = '')"

// Erase empties deleted contacts of the firm of ctx, and deletes what belongs to them, in the
// transaction of the context. The rows stay, since messages refer to them. Only the server calls
// it.
func Erase(ctx context.Context, d *db.DB, ids []uuid.UUID) error {
	among, list := d.AmongIDs("contact_id", 2, ids)
	for _, table := range []string{"contact_phones", "contact_emails", "contact_addresses", "contact_identities", "contact_tags"} {
		if err := d.InFirm(ctx).Delete(table, among, list); err != nil {
			return fmt.Errorf("erase contacts: %w", err)
		}
	}
	among, list = d.AmongIDs("id", 2, ids)
	_, err := d.InFirm(ctx).Exec(`
UPDATE contacts SET first_name = '', last_name = '', first_name_key = '', last_name_key = '', gender = NULL, profile_pic = NULL,
  search = '', marks = '', is_active = $3 WHERE firm_id = $1 AND `+among, list, false)
	if err != nil {
		return fmt.Errorf("erase contacts: %w", err)
	}
	return nil
}
