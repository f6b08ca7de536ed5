package importer

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"

	entcontact "github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/contact"
)

// target is a contact to which rows belong.
type target struct {
	id uuid.UUID
	// before is nil if the step creates the contact. after is nil if the import does not change it.
	before, after *contact.Stored
	// changed is set when the step changes or creates the contact. touched is set when the step
	// knows that it must save the contact.
	changed, touched bool
	// met is set when a row of the file belongs to the contact. remembered is set when the database
	// contains that fact.
	met, remembered bool
	// recorded is set when the import has changed the contact in an earlier part, or created it.
	recorded, created bool
}

// targets are contacts by the keys that match them. If several contacts have a key, the target is
// the oldest, which has the smallest id.
type targets struct {
	byKey map[string]*target
	// younger are the other targets that have a key.
	younger map[string][]*target
	// lost are keys that contacts had before rows changed them, and these contacts. Another contact
	// that is not among the targets may have such a key.
	lost map[string][]uuid.UUID
}

// find returns the contact to which a row belongs, or nil. It returns false if only the database
// can tell, because a contact has lost a key of the row.
func (t *targets) find(r *row) (_ *target, ok bool) {
	if r.contactID != uuid.Nil {
		if found := t.byKey[r.contactID.String()]; found != nil {
			return found, true
		}
	}
	if found := t.oldest(r.wanted.Phones); found != nil {
		return found, true
	}
	for _, keys := range [][]string{r.wanted.People, r.wanted.Emails, r.wanted.Phoneless} { // the same name comes first
		if slices.ContainsFunc(keys, func(key string) bool { return len(t.lost[key]) > 0 }) {
			return nil, false
		}
		if found := t.oldest(keys); found != nil {
			return found, true
		}
	}
	return nil, true
}

func (t *targets) oldest(keys []string) (oldest *target) {
	for _, key := range keys {
		if found := t.byKey[key]; found != nil && (oldest == nil || isOlder(found, oldest)) {
			oldest = found
		}
	}
	return oldest
}

func isOlder(a, b *target) bool { return bytes.Compare(a.id[:], b.id[:]) < 0 }

// change changes a contact, or adds one.
func (t *targets) change(c *target, after *contact.Stored) {
	keys := after.Keys().All()
	if c.after != nil {
		for _, key := range c.after.Keys().All() {
			if !slices.Contains(keys, key) {
				t.remove(key, c)
			}
		}
	}
	c.after = after
	for _, key := range keys {
		t.add(key, c)
	}
}

// add adds a target that has a key.
func (t *targets) add(key string, c *target) {
	switch has := t.byKey[key]; {
	case has == c:
	case has == nil:
		t.byKey[key] = c
	case isOlder(c, has):
		t.byKey[key] = c
		t.younger[key] = append(t.younger[key], has)
	case !slices.Contains(t.younger[key], c):
		t.younger[key] = append(t.younger[key], c)
	}
}

// remove removes a target that has lost a key. The oldest of the others follows.
func (t *targets) remove(key string, c *target) {
	others := slices.DeleteFunc(t.younger[key], func(other *target) bool { return other == c })
	delete(t.younger, key)
	if t.byKey[key] == c {
		delete(t.byKey, key)
		t.lost[key] = append(t.lost[key], c.id)
	}
	for _, other := range others {
		t.add(key, other)
	}
}

var (
	errLocked = errors.New("importer: others change the contacts of rows")
	// errLater is returned when the step has taken long enough.
	errLater = errors.New("importer: the next step writes the other rows")
)

// attempts is how often contacts are searched while they lose the keys by which they were found.
const attempts = 5

// match finds the contacts to which rows belong, and loads those that the import may change. It
// also returns these rows: only the first ones if the contacts of all are too large, but at least
// one. In the first part of a step it waits for requests that change them. If contacts have lost
// the keys meanwhile, it returns errLocked, so that the next step searches again. Later parts
// return errLocked instead of waiting. A step that has locked contacts must not wait for more: a
// request might wait for these contacts.
func (w *batch) match(ctx context.Context, rows []*row) (*targets, []*row, error) {
	var keys contact.Keys
	var named []uuid.UUID
	for _, r := range rows {
		if r.contactID != uuid.Nil {
			named = append(named, r.contactID)
		}
		keys.Phones = append(keys.Phones, r.wanted.Phones...)
		keys.Emails = append(keys.Emails, r.wanted.Emails...)
		keys.People = append(keys.People, r.wanted.People...)
		keys.Phoneless = append(keys.Phoneless, r.wanted.Phoneless...)
	}
	keys = contact.Keys{
		Phones: distinct(keys.Phones), Emails: distinct(keys.Emails), People: distinct(keys.People), Phoneless: distinct(keys.Phoneless),
	}
	for range attempts {
		found, err := w.find(ctx, keys, nil)
		if err != nil {
			return nil, nil, err
		}
		byName, err := w.findNamed(ctx, named)
		if err != nil {
			return nil, nil, err
		}
		found = append(found, byName...)
		byID := make(map[uuid.UUID]*target)
		for _, m := range found {
			byID[m.ID] = &target{id: m.ID}
		}
		switch fit, err := w.fit(ctx, byID); {
		case err != nil:
			return nil, nil, err
		case !fit && len(rows) > 1:
			return w.match(ctx, rows[:len(rows)/2])
		}
		if err := w.load(ctx, byID); err != nil {
			return nil, nil, err
		}
		switch all := byKey(found, byID); {
		case all != nil:
			return all, rows, nil
		case w.locks:
			return nil, nil, errLocked
		}
	}
	return nil, nil, errLocked
}

// distinct sorts keys, and removes duplicates.
func distinct[K cmp.Ordered](keys []K) []K {
	slices.Sort(keys)
	return slices.Compact(keys)
}

// find finds the oldest contact for each of the keys, other than those in except.
func (w *batch) find(ctx context.Context, keys contact.Keys, except []uuid.UUID) ([]contact.Match, error) {
	dryRun := uuid.Nil
	if w.row.DryRun {
		dryRun = w.row.ID
	}
	found, err := contact.Oldest(ctx, w.db, dryRun, keys, except)
	if err != nil {
		return nil, fmt.Errorf("find the contacts of rows: %w", err)
	}
	if w.row.DryRun {
		drafts, err := w.findDrafts(ctx, keys.All())
		if err != nil {
			return nil, err
		}
		for _, draft := range drafts {
			if !slices.Contains(except, draft.ID) {
				found = append(found, draft)
			}
		}
	}
	return found, nil
}

// target returns the contact to which a row belongs, or nil. It returns false if a contact that is
// older than the targets has a key that one of them has lost: the row must be matched again.
// Without the look for such a contact, a file that renames a person in every row would be matched
// again for every row.
func (w *batch) target(ctx context.Context, r *row, among *targets) (_ *target, ok bool, err error) {
	if found, ok := among.find(r); ok {
		return found, true, nil
	}
	var had []uuid.UUID
	lost := func(keys []string) (of []string) {
		for _, key := range keys {
			if contacts := among.lost[key]; len(contacts) > 0 {
				of, had = append(of, key), append(had, contacts...)
			}
		}
		return of
	}
	keys := contact.Keys{People: lost(r.wanted.People), Emails: lost(r.wanted.Emails), Phoneless: lost(r.wanted.Phoneless)}
	others, err := w.find(ctx, keys, had)
	if err != nil {
		return nil, false, err
	}
	for _, other := range others {
		if oldest := among.byKey[other.Key]; oldest == nil || bytes.Compare(other.ID[:], oldest.id[:]) < 0 {
			return nil, false, nil
		}
	}
	for _, key := range keys.All() {
		delete(among.lost, key)
	}
	found, ok := among.find(r)
	return found, ok, nil
}

// findNamed finds the contacts that rows name by their ids. The keys are the ids.
func (w *batch) findNamed(ctx context.Context, ids []uuid.UUID) ([]contact.Match, error) {
	var found []contact.Match
	for ids := range slices.Chunk(ids, db.MaxIDs) {
		exist, err := w.db.Client.Contact.Query().Where(entcontact.IDIn(ids...)).IDs(ctx)
		if err != nil {
			return nil, fmt.Errorf("find the contacts that rows name: %w", err)
		}
		for _, id := range exist {
			found = append(found, contact.Match{Key: id.String(), ID: id})
		}
	}
	return found, nil
}

// byKey returns nil if a contact was deleted or lost a key after it was found, or could not be
// locked.
func byKey(found []contact.Match, byID map[uuid.UUID]*target) *targets {
	all := &targets{byKey: make(map[string]*target, len(found)), younger: map[string][]*target{}, lost: map[string][]uuid.UUID{}}
	for _, m := range found {
		t, ok := byID[m.ID]
		if !ok || t.after != nil && m.Key != m.ID.String() && !slices.Contains(t.after.Keys().All(), m.Key) {
			return nil
		}
		all.add(m.Key, t)
	}
	return all
}

// load loads the contacts that the import may change: all, or without updateExisting only those
// that it created itself. It leaves out contacts that were deleted meanwhile, and after the first
// part of a step those that others have locked.
func (w *batch) load(ctx context.Context, byID map[uuid.UUID]*target) error {
	if len(byID) == 0 {
		return nil
	}
	ids := make([]uuid.UUID, 0, len(byID))
	for id := range byID {
		ids = append(ids, id)
	}
	ids, err := w.recall(ctx, ids, byID)
	if err != nil {
		return err
	}
	if !w.options.UpdateExisting {
		ids = slices.DeleteFunc(ids, func(id uuid.UUID) bool { return !byID[id].created })
	}
	locking := contact.Wait
	if w.locks {
		locking = contact.Skip
	}
	loaded, err := contact.Load(ctx, w.db, ids, locking)
	if err != nil {
		return err
	}
	w.locks = w.locks || len(loaded) > 0
	for _, id := range ids {
		if t := byID[id]; loaded[id] != nil {
			t.before, t.after = loaded[id], loaded[id]
		} else {
			delete(byID, id)
		}
	}
	return nil
}
