// Package tags lists, renames, merges and deletes the tags of a firm, and links them with contacts.
package tags

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/rule/scope"
	"github.com/firmhub/firmhub/ent/tag"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext"
)

// The limits of tags: how many a contact has, and how many characters a name has.
const (
	Max     = 50
	maxName = 50
)

// Tag is a label of contacts.
type Tag struct {
	Name string `column:"name"`
	// Key is the same for names that differ only by case.
	Key string `column:"name_key"`
	// ID and Mark are the id and the mark of the tag. Merged are the marks of the tags that were
	// merged into it. A parsed tag has none of them.
	ID     uuid.UUID `json:"-"`
	Mark   string    `column:"mark"`
	Merged string    `column:"merged_marks" json:"-"`
}

// Is reports whether this tag has replaced a tag that a contact of the same firm had before. It is
// the same tag, whatever its name, or one into which the other was merged. Both tags were loaded.
func (t Tag) Is(before Tag) bool {
	return t.Mark == before.Mark || strings.Contains(t.Merged, before.Mark)
}

// Entity returns the tag as ent reads it.
func (t Tag) Entity() *ent.Tag {
	return &ent.Tag{ID: t.ID, Name: t.Name, NameKey: t.Key, Mark: t.Mark, MergedMarks: t.Merged}
}

// Key returns a text that is the same for tags that differ only by case.
func Key(name string) string { return plaintext.FoldCase(name) }

// checkName refuses a blank name of a tag.
func checkName(faults *fault.Details, field, name string) {
	if Key(name) == "" {
		faults.Add(field, "is required")
	}
}

// Parse trims the names, removes those that repeat an earlier one, and adds the faults of the list
// in the named field.
func Parse(faults *fault.Details, list string, names []string) []Tag {
	if len(names) > 10*Max { // however many of them are repeated
		faults.Add(list, "must have at most %d tags", Max)
		return nil
	}
	seen := make(map[string]bool, len(names))
	tags := make([]Tag, 0, len(names))
	for i, name := range names {
		field := fmt.Sprintf("%s[%d]", list, i)
		plaintext.Check(faults, field, &name, maxName)
		key := Key(name)
		if key == "" {
			faults.Add(field, "must not be blank")
		}
		if !seen[key] {
			seen[key] = true
			tags = append(tags, Tag{Name: name, Key: key})
		}
	}
	if len(tags) > Max {
		faults.Add(list, "must have at most %d tags", Max)
	}
	return tags
}

// namesByKey returns the names of tags by key. Of several with the same key it takes the first.
func namesByKey(tags []Tag) map[string]string {
	names := make(map[string]string, len(tags))
	for _, t := range tags {
		if _, named := names[t.Key]; !named {
			names[t.Key] = t.Name
		}
	}
	return names
}

// KeysOf returns the keys of the tags.
func KeysOf(tags []Tag) []string {
	keys := make([]string, len(tags))
	for i, t := range tags {
		keys[i] = t.Key
	}
	return keys
}

// maxTagRows is the number of tags that one statement reads or inserts. It is below the number of
// parameters that SQLite accepts.
const maxTagRows = 1000

// tagsOfFirm is the kind of the lock of a firm's tags.
const tagsOfFirm = "tags"

// Share keeps the tags of the viewer's firm from being renamed, merged or deleted until the
// transaction ends. A function that writes tags of contacts, or counts of them, calls it before it
// locks contacts.
func Share(ctx context.Context, d *db.DB) error {
	batch := d.InFirm(ctx).Batch()
	ShareIn(batch)
	return batch.Run()
}

// ShareIn adds what [Share] does to a batch.
func ShareIn(batch *db.Batch) { batch.SharedLock(tagsOfFirm) }

// lock waits until no other transaction writes tags of contacts of the viewer's firm, and makes
// those that begin later wait until this transaction ends.
func lock(ctx context.Context, d *db.DB) error {
	firm, err := scope.Firm(ctx, "Tag")
	if err != nil {
		return err
	}
	return d.Lock(ctx, tagsOfFirm, firm)
}

// Ensure returns the tags of the viewer's firm by key. It returns loaded tags unchanged, finds the
// others by their key, and creates those that do not exist. Of two transactions that create tags of
// a firm, the later one waits for the earlier one, and uses its tags.
func Ensure(ctx context.Context, d *db.DB, tags []Tag) (map[string]*ent.Tag, error) {
	found := make(map[string]*ent.Tag, len(tags))
	for i := range tags {
		if tags[i].ID != uuid.Nil {
			found[tags[i].Key] = tags[i].Entity()
		}
	}
	names := namesByKey(tags)
	maps.DeleteFunc(names, func(key, _ string) bool { return found[key] != nil })
	if len(names) == 0 {
		return found, nil
	}
	if err := Share(ctx, d); err != nil {
		return nil, err
	}
	if err := FindByKey(ctx, d, slices.Sorted(maps.Keys(names)), found); err != nil {
		return nil, err
	}
	missing := make([]string, 0)
	for _, key := range slices.Sorted(maps.Keys(names)) {
		if found[key] == nil {
			missing = append(missing, key)
		}
	}
	for len(missing) > 0 {
		for keys := range slices.Chunk(missing, maxTagRows) {
			if err := insert(ctx, d, keys, names); err != nil {
				return nil, err
			}
		}
		if err := FindByKey(ctx, d, missing, found); err != nil {
			return nil, err
		}
		missing = slices.DeleteFunc(missing, func(key string) bool { return found[key] != nil })
	}
	return found, nil
}

// FindByKey adds the tags with these keys to those already found.
func FindByKey(ctx context.Context, d *db.DB, keys []string, found map[string]*ent.Tag) error {
	for keys := range slices.Chunk(keys, maxTagRows) {
		tags, err := d.Client.Tag.Query().Where(tag.NameKeyIn(keys...)).All(ctx)
		if err != nil {
			return fmt.Errorf("find tags: %w", err)
		}
		for _, t := range tags {
			found[t.NameKey] = t
		}
	}
	return nil
}

// insert creates the tags that do not exist yet, without the hooks of the schema, which do not
// support ON CONFLICT. It leaves out tags whose mark another transaction has used meanwhile. The
// keys and the marks are sorted, so that two transactions do not wait for each other.
func insert(ctx context.Context, d *db.DB, keys []string, names map[string]string) error {
	firm, err := scope.Firm(ctx, "Tag")
	if err != nil {
		return err
	}
	mark, err := lastMark(ctx, d)
	if err != nil {
		return err
	}
	marks := make([]string, len(keys))
	for i := range keys {
		if mark, err = nextMark(mark); err != nil {
			return err
		}
		marks[i] = mark
	}
	now := entity.Now()
	columns := []string{tag.FieldID, tag.FieldFirmID, tag.FieldName, tag.FieldNameKey, tag.FieldMark, tag.FieldCreatedAt, tag.FieldUpdatedAt}
	return d.InFirm(ctx).Insert(tag.Table, columns, len(keys), func(i int) []any {
		return []any{entity.NewID(), firm, names[keys[i]], keys[i], marks[i], now, now}
	}, db.OnConflict(" ON CONFLICT DO NOTHING"))
}
