package contact

import (
	"context"
	"fmt"
	"maps"
	"slices"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule/scope"
	"github.com/firmhub/firmhub/ent/tag"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/fold"
	"github.com/firmhub/firmhub/internal/line"
	"github.com/firmhub/firmhub/internal/record"
)

// tagKey returns a text that is the same for tags that differ by case alone.
func tagKey(name string) string { return fold.Case(name) }

// parseTags trims the names, drops those that repeat an earlier one, and adds the faults of the field list.
func parseTags(faults *fault.Details, list string, names []string) []Tag {
	if len(names) > 10*maxTags { // however many of them are repeated
		faults.Add(list, "must have at most %d tags", maxTags)
		return nil
	}
	seen := make(map[string]bool, len(names))
	tags := make([]Tag, 0, len(names))
	for i, name := range names {
		field := fmt.Sprintf("%s[%d]", list, i)
		line.Check(faults, field, &name, maxTag)
		key := tagKey(name)
		if key == "" {
			faults.Add(field, "must not be blank")
		}
		if !seen[key] {
			seen[key] = true
			tags = append(tags, Tag{Name: name, Key: key})
		}
	}
	if len(tags) > maxTags {
		faults.Add(list, "must have at most %d tags", maxTags)
	}
	return tags
}

// maxTagRows is the number of tags that one statement reads or inserts, below the number of parameters that SQLite accepts.
const maxTagRows = 1000

// ensureTags returns the ids, by key, of the tags of the viewer's firm with these names, also by key. It creates those that
// do not exist. Of two transactions that create the same tag, the later one waits for the earlier one and uses its tag.
func ensureTags(ctx context.Context, d *db.DB, names map[string]string) (map[string]uuid.UUID, error) {
	ids := make(map[string]uuid.UUID, len(names))
	if err := findTags(ctx, d, slices.Sorted(maps.Keys(names)), ids); err != nil {
		return nil, err
	}
	missing := make([]string, 0)
	for _, key := range slices.Sorted(maps.Keys(names)) {
		if _, found := ids[key]; !found {
			missing = append(missing, key)
		}
	}
	for keys := range slices.Chunk(missing, maxTagRows) {
		if err := insertTags(ctx, d, keys, names); err != nil {
			return nil, err
		}
	}
	return ids, findTags(ctx, d, missing, ids)
}

func findTags(ctx context.Context, d *db.DB, keys []string, ids map[string]uuid.UUID) error {
	for keys := range slices.Chunk(keys, maxTagRows) {
		found, err := d.Client.Tag.Query().Where(tag.NameKeyIn(keys...)).Select(tag.FieldID, tag.FieldNameKey).All(ctx)
		if err != nil {
			return fmt.Errorf("find tags: %w", err)
		}
		for _, t := range found {
			ids[t.NameKey] = t.ID
		}
	}
	return nil
}

// insertTags creates the tags that do not exist yet. It is the only place that writes a row of a firm without the hooks of
// the schema, which do not support ON CONFLICT. The keys are sorted, so that two transactions do not wait for each other.
func insertTags(ctx context.Context, d *db.DB, keys []string, names map[string]string) error {
	firm, err := scope.Firm(ctx, "Tag")
	if err != nil {
		return err
	}
	insert := entsql.Dialect(d.Dialect()).Insert(tag.Table).
		Columns(tag.FieldID, tag.FieldFirmID, tag.FieldName, tag.FieldNameKey, tag.FieldCreatedAt, tag.FieldUpdatedAt).
		OnConflict(entsql.ConflictColumns(tag.FieldFirmID, tag.FieldNameKey), entsql.DoNothing())
	now := record.Now()
	for _, key := range keys {
		insert.Values(record.NewID(), firm, names[key], key, now, now)
	}
	query, args := insert.Query()
	if _, err := d.Exec(ctx, query, args...); err != nil {
		return fmt.Errorf("create tags: %w", err)
	}
	return nil
}
