package importer

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/contactimportdraft"
	"github.com/firmhub/firmhub/internal/contact"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/record"
)

// findDrafts returns the drafts that have the keys.
func (w *batch) findDrafts(ctx context.Context, keys []string) ([]contact.Match, error) {
	among, list := w.db.Among("key", 3, keys)
	found, err := db.Select[contact.Match](ctx, w.db, `SELECT key, contact_id AS id FROM contact_import_drafts
		WHERE firm_id = $1 AND import_id = $2 AND `+among+db.PlanAnew, w.row.FirmID, w.row.ID, list)
	if err != nil {
		return nil, fmt.Errorf("find drafts: %w", err)
	}
	return found, nil
}

// loadDrafts loads the contacts that have drafts, and returns the ids of the others.
func (w *batch) loadDrafts(ctx context.Context, ids []uuid.UUID, byID map[uuid.UUID]*target) (others []uuid.UUID, err error) {
	among, list := w.db.AmongIDs("contact_id", 3, ids)
	drafts, err := db.Select[struct {
		ID      uuid.UUID
		Contact string
	}](ctx, w.db, `SELECT contact_id AS id, CAST(contact AS text) AS contact FROM contact_import_drafts
		WHERE firm_id = $1 AND import_id = $2 AND key = '' AND `+among+db.PlanAnew, w.row.FirmID, w.row.ID, list)
	if err != nil {
		return nil, fmt.Errorf("load drafts: %w", err)
	}
	w.drafted = make(map[uuid.UUID]bool, len(drafts))
	for _, draft := range drafts {
		stored := &contact.Stored{}
		if err := json.Unmarshal([]byte(draft.Contact), stored); err != nil {
			return nil, fmt.Errorf("read a draft: %w", err)
		}
		byID[draft.ID].before, byID[draft.ID].after = stored, stored
		w.drafted[draft.ID] = true
	}
	for _, id := range ids {
		if !w.drafted[id] {
			others = append(others, id)
		}
	}
	return others, nil
}

// saveDrafts is what a dry run does instead of saving contacts.
func (w *batch) saveDrafts(ctx context.Context, changes []contact.Change) error {
	var ids []uuid.UUID
	var keys []string
	var rows [][]any
	add := func(id uuid.UUID, key string, contact any) {
		rows = append(rows, []any{w.row.FirmID, record.NewID(), w.now, w.now, w.row.ID, id, key, contact})
	}
	for _, change := range changes {
		c := change.After
		if w.drafted[c.ID] {
			ids, keys = append(ids, c.ID), append(keys, keysOf(change.Before)...)
		}
		encoded, err := json.Marshal(c)
		if err != nil {
			return err
		}
		add(c.ID, "", string(encoded))
		for _, key := range keysOf(c) {
			add(c.ID, key, nil)
		}
	}
	if err := w.deleteReplaced(ctx, ids, keys); err != nil {
		return err
	}
	columns := append(ofImport(), contactimportdraft.FieldContactID, contactimportdraft.FieldKey, contactimportdraft.FieldContact)
	return w.db.Copy(ctx, contactimportdraft.Table, columns, len(rows), func(i int) []any {
		w.rest()
		return rows[i]
	})
}

// deleteReplaced deletes the drafts of contacts that had these keys. The second statement keeps the ids from the index, which
// would be searched for each pair of a key and an id; planned without its arguments it would compare each pair instead.
func (w *batch) deleteReplaced(ctx context.Context, ids []uuid.UUID, keys []string) error {
	if len(ids) == 0 {
		return nil
	}
	const of = "DELETE FROM contact_import_drafts WHERE firm_id = $1 AND import_id = $2 AND "
	among, list := w.db.AmongIDs("contact_id", 3, ids)
	if _, err := w.db.Exec(ctx, of+"key = '' AND "+among, w.row.FirmID, w.row.ID, list); err != nil {
		return fmt.Errorf("replace drafts: %w", err)
	}
	amongKeys, keyList := w.db.Among("key", 3, keys)
	amongIDs, idList := w.db.AmongIDs("CAST(contact_id AS text)", 4, ids)
	if _, err := w.db.Exec(ctx, of+amongKeys+" AND "+amongIDs+db.PlanAnew, w.row.FirmID, w.row.ID, keyList, idList); err != nil {
		return fmt.Errorf("replace the keys of drafts: %w", err)
	}
	return nil
}

// keysOf returns what rows are matched with a contact by.
func keysOf(c *contact.Stored) []string {
	keys := make([]string, 0, len(c.Phones)+len(c.Emails))
	for _, p := range c.Phones {
		keys = append(keys, p.MatchKey)
	}
	for _, e := range c.Emails {
		keys = append(keys, e.Key)
	}
	return keys
}

// draftsAtOnce is how many rows of drafts a step deletes.
const draftsAtOnce = 50_000

// deleteDrafts deletes a part of the drafts of an import, and reports whether there are more.
func (i *Importer) deleteDrafts(ctx context.Context, firm, id uuid.UUID) (more bool, err error) {
	deleted, err := i.db.Exec(ctx, "DELETE FROM contact_import_drafts WHERE firm_id = $1 AND "+i.db.AmongSelected("id",
		"SELECT id FROM contact_import_drafts WHERE firm_id = $1 AND import_id = $2 LIMIT $3"), firm, id, draftsAtOnce)
	if err != nil {
		return false, fmt.Errorf("delete drafts: %w", err)
	}
	return deleted == draftsAtOnce, nil
}
