package contact

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
)

// Match is a contact that matches a key.
type Match struct {
	Key string
	ID  uuid.UUID
}

// lookup is how keys of some kinds are found: the rows p of a table that meet has have the key
// k.key.
type lookup struct {
	// age is the order of the index, unless that has several keys for one.
	table, has, age string
	keys            []string
}

func (k Keys) lookups() []lookup {
	return []lookup{
		{"contact_phones", "p.match_key = k.key", "p.contact_id", k.Phones},
		{
			"contact_emails", "p.person_key >= k.key || '" + personSeparator + "' AND p.person_key < k.key || '" + afterSeparator + "'",
			"CAST(p.contact_id AS text)", k.Emails,
		},
		{"contact_emails", "p.person_key = k.key", "p.contact_id", slices.Concat(k.People, k.Phoneless)},
	}
}

// OldestByPhone returns, for each match key, the oldest contact of the viewer's firm that has such
// a phone, if there is one.
func OldestByPhone(ctx context.Context, d *db.DB, keys []string) ([]Match, error) {
	return Oldest(ctx, d, uuid.Nil, Keys{Phones: keys}, nil)
}

// Oldest returns, for each key, the oldest contact of the viewer's firm that matches it, if there
// is one. It leaves out the contacts in except. Unless dryRun is zero, it also leaves out contacts
// with drafts of that dry run, which would have changed them.
func Oldest(ctx context.Context, d *db.DB, dryRun uuid.UUID, keys Keys, except []uuid.UUID) (all []Match, err error) {
	for _, of := range keys.lookups() {
		found, err := oldest(ctx, d, dryRun, of.table, of.has, of.age, of.keys, except)
		if err != nil {
			return nil, fmt.Errorf("find contacts in %s: %w", of.table, err)
		}
		all = append(all, found...)
	}
	return all, nil
}

// oldest forces both databases to look up each key in an index: that has the contacts of a key in
// the order of their age, but for an e-mail address, all of whose people are sorted. In the order
// of the ids themselves a database might read all contacts of the firm instead. So might PostgreSQL
// without statistics of the firm, which are only collected after an import. For the same reason the
// statement is planned each time: when the tables are small, it need not use the index. The limit
// keeps the inner query apart, so that contacts are read until one is not deleted.
func oldest(
	ctx context.Context, d *db.DB, dryRun uuid.UUID, table, has, age string, keys []string, except []uuid.UUID,
) ([]Match, error) {
	if len(keys) == 0 {
		return nil, nil
	}
	keyTable, list := d.TableOf(2, keys)
	args, without := []any{list}, ""
	if dryRun != uuid.Nil {
		args = append(args, dryRun)
		without = ` AND (SELECT 1 FROM contact_import_drafts draft WHERE draft.firm_id = $1 AND draft.import_id = $3
			AND draft.key = '' AND draft.contact_id = p.contact_id AND draft.contact IS NOT NULL LIMIT 1) IS NULL`
	}
	if len(except) > 0 {
		among, ids := d.AmongIDs("p.contact_id", 2+len(args), except) // $1 is the firm.
		args, without = append(args, ids), without+" AND NOT "+among
	}
	return db.All[Match](d.InFirm(ctx), `WITH found AS MATERIALIZED (
		SELECT k.key, (SELECT p.contact_id FROM (
				SELECT p.contact_id FROM `+table+` p WHERE p.firm_id = $1 AND `+has+` ORDER BY `+age+` LIMIT 1000000000
			) AS p WHERE (SELECT c.deleted_at IS NULL FROM contacts c WHERE c.firm_id = $1 AND c.id = p.contact_id)`+without+`
			LIMIT 1) AS id
		FROM `+keyTable+` AS k)
		SELECT key, id FROM found WHERE id IS NOT NULL `+db.PlanAnew, args...)
}
