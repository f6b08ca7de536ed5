package contact

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
)

// Copies returns the deleted contacts that [Matching] returns.
func Copies(ctx context.Context, d *db.DB, keys Keys) ([]uuid.UUID, error) {
	return matching(ctx, d, keys, " AND c.deleted_at IS NOT NULL")
}

// Matching returns the contacts of the viewer's firm that match one of the keys, also those that
// are deleted. The keys of [Contact.Wanted] match contacts that an import would take for the same
// person. Only the server calls it.
func Matching(ctx context.Context, d *db.DB, keys Keys) ([]uuid.UUID, error) {
	return matching(ctx, d, keys, "")
}

func matching(ctx context.Context, d *db.DB, keys Keys, which string) (all []uuid.UUID, err error) {
	for _, of := range keys.lookups() {
		if len(of.keys) == 0 {
			continue
		}
		keyTable, list := d.TableOf(2, of.keys)
		found, err := db.All[uuid.UUID](d.InFirm(ctx), `
SELECT p.contact_id AS id FROM `+keyTable+` AS k JOIN `+of.table+` p ON p.firm_id = $1 AND `+of.has+`
JOIN contacts c ON c.firm_id = $1 AND c.id = p.contact_id`+which+` `+db.PlanAnew, list)
		if err != nil {
			return nil, fmt.Errorf("find contacts in %s: %w", of.table, err)
		}
		all = append(all, found...)
	}
	return distinct(all), nil
}

// MergedInto returns the contacts that [Link] has merged into a contact of the viewer's firm, and
// those that became a part of them before, as the audit log has it. Only the server calls it.
func MergedInto(ctx context.Context, d *db.DB, id uuid.UUID) (all []uuid.UUID, err error) {
	for into := []uuid.UUID{id}; len(into) > 0; into = into[1:] {
		entries, err := db.All[string](d.InFirm(ctx), `
SELECT CAST(e.before AS text) AS before FROM audit_entries e
WHERE e.firm_id = $1 AND e.target_id = $2 AND e.action = $3 AND e.before IS NOT NULL`,
			into[0], mergeAction)
		if err != nil {
			return nil, fmt.Errorf("find merged contacts: %w", err)
		}
		for _, entry := range entries {
			var merged merge
			if err := json.Unmarshal([]byte(entry), &merged); err != nil {
				return nil, fmt.Errorf("read who was merged: %w", err)
			}
			if merged.ID != uuid.Nil && merged.ID != id && !slices.Contains(all, merged.ID) {
				all, into = append(all, merged.ID), append(into, merged.ID)
			}
		}
	}
	return all, nil
}

// mergeAction is what the audit log calls a merge. The target is the contact that stays.
const mergeAction = "contact.merge"

// merge is what the audit log has of the contact that became a part of another one.
type merge struct {
	ID        uuid.UUID `json:"mergedId"`
	FirstName string    `json:"firstName"`
	LastName  string    `json:"lastName"`
}
