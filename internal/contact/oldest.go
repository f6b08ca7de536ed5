package contact

import (
	"context"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
)

// Match is a contact with a match key of a phone or the key of an e-mail.
type Match struct {
	Key string
	ID  uuid.UUID
}

// OldestByPhone returns, for each match key, the oldest contact of the firm that has such a phone, if there is one.
func OldestByPhone(ctx context.Context, d *db.DB, firm uuid.UUID, keys []string) ([]Match, error) {
	return oldest(ctx, d, firm, "contact_phones", "match_key", keys)
}

// OldestByEmail is [OldestByPhone] for e-mails.
func OldestByEmail(ctx context.Context, d *db.DB, firm uuid.UUID, keys []string) ([]Match, error) {
	return oldest(ctx, d, firm, "contact_emails", "email_key", keys)
}

// oldest leaves PostgreSQL no choice but to look up each key in the index: without statistics of the firm, which come only after
// an import, it reads all contacts of the firm instead. For the same reason it is planned again each time: when the tables are
// small, it need not use the index.
func oldest(ctx context.Context, d *db.DB, firm uuid.UUID, table, column string, keys []string) ([]Match, error) {
	if len(keys) == 0 {
		return nil, nil
	}
	keyTable, list := d.TableOf(2, keys)
	return db.Select[Match](ctx, d, `WITH found AS MATERIALIZED (
		SELECT k.key, (SELECT min(CAST(p.contact_id AS text)) FROM `+table+` p WHERE p.firm_id = $1 AND p.`+column+` = k.key
			AND (SELECT c.deleted_at IS NULL FROM contacts c WHERE c.firm_id = $1 AND c.id = p.contact_id)) AS id
		FROM `+keyTable+` AS k)
		SELECT key, id FROM found WHERE id IS NOT NULL `+db.PlanAnew, firm, list)
}
