package importer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/contact"
	"github.com/firmhub/firmhub/internal/db"
)

// target is a contact that rows belong to.
type target struct {
	id uuid.UUID
	// before is nil if the step creates the contact, and after if the import leaves it as it is.
	before, after *contact.Stored
	changed       bool
}

// targets are contacts by the keys that rows are matched by. A phone's begins with +, so that none is an e-mail's. Where
// several contacts have a key, it is that of the oldest, which has the smallest id.
type targets map[string]*target

// find returns the contact that a row belongs to, or nil.
func (t targets) find(r *row) *target {
	if found := t.oldest(r.phoneKeys); found != nil {
		return found
	}
	return t.oldest(r.emailKeys)
}

func (t targets) oldest(keys []string) (oldest *target) {
	for _, key := range keys {
		if found := t[key]; found != nil && (oldest == nil || isOlder(found, oldest)) {
			oldest = found
		}
	}
	return oldest
}

func isOlder(a, b *target) bool { return bytes.Compare(a.id[:], b.id[:]) < 0 }

// add enters a contact under the keys of a row.
func (t targets) add(found *target, r *row) {
	for _, keys := range [][]string{r.phoneKeys, r.emailKeys} {
		for _, key := range keys {
			if has := t[key]; has == nil || isOlder(found, has) {
				t[key] = found
			}
		}
	}
}

var errLocked = errors.New("importer: others change the contacts of rows")

// match finds the contacts that rows belong to, and loads those that the import may change. In the first part of a step it waits for
// requests that change them, and then looks again, since the contacts may not have the keys any more. Later parts return errLocked:
// a request might wait for the contacts of the parts before.
func (w *batch) match(ctx context.Context, rows []*row) (targets, error) {
	var phones, emails []string
	for _, r := range rows {
		phones, emails = append(phones, r.phoneKeys...), append(emails, r.emailKeys...)
	}
	phones, emails = distinct(phones), distinct(emails)
	const attempts = 5
	for range attempts {
		found, err := w.find(ctx, phones, emails)
		if err != nil {
			return nil, err
		}
		byID := make(map[uuid.UUID]*target)
		for _, m := range found {
			byID[m.ID] = &target{id: m.ID}
		}
		if err := w.load(ctx, byID); err != nil {
			return nil, err
		}
		switch all := byKey(found, byID); {
		case all != nil:
			return all, nil
		case w.locks:
			return nil, errLocked
		}
	}
	return nil, errLocked
}

// distinct sorts keys, and drops those that are there twice.
func distinct(keys []string) []string {
	slices.Sort(keys)
	return slices.Compact(keys)
}

// find finds the oldest contact with each of the keys.
func (w *batch) find(ctx context.Context, phones, emails []string) ([]contact.Match, error) {
	found, err := contact.OldestByPhone(ctx, w.db, w.row.FirmID, phones)
	if err != nil {
		return nil, fmt.Errorf("find the contacts of rows: %w", err)
	}
	ofEmails, err := contact.OldestByEmail(ctx, w.db, w.row.FirmID, emails)
	if err != nil {
		return nil, fmt.Errorf("find the contacts of rows: %w", err)
	}
	found = append(found, ofEmails...)
	if w.row.DryRun {
		drafts, err := w.findDrafts(ctx, append(phones, emails...))
		if err != nil {
			return nil, err
		}
		found = append(found, drafts...)
	}
	return found, nil
}

// byKey returns nil if a contact was deleted or lost a key after it was found, or could not be locked.
func byKey(found []contact.Match, byID map[uuid.UUID]*target) targets {
	all := make(targets, len(found))
	for _, m := range found {
		t, ok := byID[m.ID]
		if !ok || t.after != nil && !slices.Contains(keysOf(t.after), m.Key) {
			return nil
		}
		if has := all[m.Key]; has == nil || isOlder(t, has) {
			all[m.Key] = t
		}
	}
	return all
}

// load loads those of the contacts that the import may change: all, or without updateExisting those that it created itself. Those
// that were deleted meanwhile it takes out, and after the first part of a step those that others have locked.
func (w *batch) load(ctx context.Context, byID map[uuid.UUID]*target) error {
	if len(byID) == 0 {
		return nil
	}
	ids := make([]uuid.UUID, 0, len(byID))
	for id := range byID {
		ids = append(ids, id)
	}
	if w.row.DryRun {
		var err error
		if ids, err = w.loadDrafts(ctx, ids, byID); err != nil {
			return err
		}
	}
	if !w.options.UpdateExisting {
		var err error
		if ids, err = w.ours(ctx, ids); err != nil {
			return err
		}
	}
	lock := db.ForNoKeyUpdate
	if w.locks {
		lock = db.SkipLocked
	}
	loaded, err := contact.Load(ctx, w.db, ids, lock)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if t := byID[id]; loaded[id] != nil {
			t.before, t.after = loaded[id], loaded[id]
		} else {
			delete(byID, id)
		}
	}
	return nil
}

// ours returns those of the contacts that the import has created.
func (w *batch) ours(ctx context.Context, ids []uuid.UUID) ([]uuid.UUID, error) {
	if w.row.DryRun {
		return nil, nil // Those have drafts.
	}
	among, list := w.db.AmongIDs("contact_id", 3, ids)
	created, err := db.Select[uuid.UUID](ctx, w.db, `SELECT contact_id FROM contact_import_changes
		WHERE firm_id = $1 AND import_id = $2 AND `+among+` AND before IS NULL`, w.row.FirmID, w.row.ID, list)
	if err != nil {
		return nil, fmt.Errorf("find what the import created: %w", err)
	}
	return created, nil
}
