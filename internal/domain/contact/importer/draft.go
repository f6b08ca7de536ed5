package importer

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/entity"
)

// findDrafts returns the drafts with the keys.
func (w *batch) findDrafts(ctx context.Context, keys []string) ([]contact.Match, error) {
	among, list := w.db.Among("key", 3, keys)
	found, err := db.All[contact.Match](w.db.InFirm(ctx), `SELECT key, contact_id AS id FROM contact_import_drafts
		WHERE firm_id = $1 AND import_id = $2 AND `+among+db.PlanAnew, w.row.ID, list)
	if err != nil {
		return nil, fmt.Errorf("find drafts: %w", err)
	}
	return found, nil
}

// recall records what the import has done to the contacts before, loads those that have drafts, and
// returns the ids of the others.
func (w *batch) recall(ctx context.Context, ids []uuid.UUID, byID map[uuid.UUID]*target) (others []uuid.UUID, err error) {
	among, list := w.db.AmongIDs("contact_id", 3, ids)
	drafts, err := db.All[struct {
		ID      uuid.UUID
		Contact string
	}](w.db.InFirm(ctx), `SELECT contact_id AS id, coalesce(CAST(contact AS text), '') AS contact FROM contact_import_drafts
		WHERE firm_id = $1 AND import_id = $2 AND key = '' AND `+among+db.PlanAnew, w.row.ID, list)
	if err != nil {
		return nil, fmt.Errorf("load drafts: %w", err)
	}
	for _, draft := range drafts {
		t := byID[draft.ID]
		t.met, t.remembered = true, true
		if draft.Contact == "" {
			continue
		}
		stored := &contact.Stored{}
		if err := json.Unmarshal([]byte(draft.Contact), stored); err != nil {
			return nil, fmt.Errorf("read a draft: %w", err)
		}
		t.before, t.after = stored, stored
	}
	for _, id := range ids {
		if byID[id].after == nil {
			others = append(others, id)
		}
	}
	if w.row.DryRun {
		return others, nil
	}
	changes, err := db.All[struct {
		ID      uuid.UUID
		Created bool
	}](w.db.InFirm(ctx), `SELECT contact_id AS id, before IS NULL AS created FROM contact_import_changes
		WHERE firm_id = $1 AND import_id = $2 AND `+among, w.row.ID, list)
	if err != nil {
		return nil, fmt.Errorf("find changes: %w", err)
	}
	for _, change := range changes {
		t := byID[change.ID]
		t.met, t.recorded, t.created = true, true, change.Created
	}
	return others, nil
}

// remember stores that rows of the file belong to contacts without having changed them.
func (w *batch) remember(ctx context.Context, unchanged []*target) error {
	columns := append(ofImport(), "contact_id", "key")
	return w.db.InFirm(ctx).Insert("contact_import_drafts", columns, len(unchanged), func(i int) []any {
		w.rest()
		return []any{w.row.FirmID, entity.NewID(), w.now, w.now, w.row.ID, unchanged[i].id, ""}
	})
}

// saveDrafts saves drafts; a dry run calls it instead of saving contacts.
func (w *batch) saveDrafts(ctx context.Context, touched []*target) error {
	var ids []uuid.UUID
	var keys []string
	var rows [][]any
	add := func(id uuid.UUID, key string, contact any) {
		rows = append(rows, []any{w.row.FirmID, entity.NewID(), w.now, w.now, w.row.ID, id, key, contact})
	}
	for _, t := range touched {
		c := t.after
		if t.remembered {
			ids, keys = append(ids, c.ID), append(keys, t.before.Keys().All()...)
		}
		encoded, err := json.Marshal(c)
		if err != nil {
			return err
		}
		add(c.ID, "", string(encoded))
		for _, key := range c.Keys().All() {
			add(c.ID, key, nil)
		}
	}
	if err := w.deleteReplaced(ctx, ids, keys); err != nil {
		return err
	}
	columns := append(ofImport(), "contact_id", "key", "contact")
	return w.db.InFirm(ctx).Insert("contact_import_drafts", columns, len(rows), func(i int) []any {
		w.rest()
		return rows[i]
	})
}

// deleteReplaced deletes the drafts of contacts that had these keys. The second statement does not
// use the index for the ids, which would be searched for each pair of a key and an id. Planned
// without its arguments it would compare each pair instead.
func (w *batch) deleteReplaced(ctx context.Context, ids []uuid.UUID, keys []string) error {
	if len(ids) == 0 {
		return nil
	}
	const of = "DELETE FROM contact_import_drafts WHERE firm_id = $1 AND import_id = $2 AND "
	among, list := w.db.AmongIDs("contact_id", 3, ids)
	if _, err := w.db.InFirm(ctx).Exec(of+"key = '' AND "+among, w.row.ID, list); err != nil {
		return fmt.Errorf("replace drafts: %w", err)
	}
	amongKeys, keyList := w.db.Among("key", 3, keys)
	amongIDs, idList := w.db.AmongIDs("CAST(contact_id AS text)", 4, ids)
	if _, err := w.db.InFirm(ctx).Exec(of+amongKeys+" AND "+amongIDs+db.PlanAnew, w.row.ID, keyList, idList); err != nil {
		return fmt.Errorf("replace the keys of drafts: %w", err)
	}
	return nil
}

// draftsAtOnce is how many rows of drafts a step deletes.
const draftsAtOnce = 50_000

// deleteDrafts deletes a part of the drafts of an import, and reports whether there are more.
func (i *Importer) deleteDrafts(ctx context.Context, id uuid.UUID) (more bool, err error) {
	deleted, err := i.db.InFirm(ctx).Exec("DELETE FROM contact_import_drafts WHERE firm_id = $1 AND "+i.db.AmongSelected("id",
		"SELECT id FROM contact_import_drafts WHERE firm_id = $1 AND import_id = $2 LIMIT $3"), id, draftsAtOnce)
	if err != nil {
		return false, fmt.Errorf("delete drafts: %w", err)
	}
	return deleted == draftsAtOnce, nil
}
