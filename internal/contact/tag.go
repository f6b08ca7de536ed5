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

// tagKey is the same for tags that differ by case alone.
func tagKey(name string) string { return fold.Case(name) }

// checkTags trims the tags of a contact and drops those that repeat one before them.
func checkTags(faults *fault.Details, list string, tags []string) []string {
	if len(tags) > 10*maxTags { // whatever repeats among them
		faults.Add(list, "must have at most %d tags", maxTags)
		return nil
	}
	seen := make(map[string]bool, len(tags))
	kept := make([]string, 0, len(tags))
	for i, tag := range tags {
		field := fmt.Sprintf("%s[%d]", list, i)
		line.Check(faults, field, &tag, maxTag)
		key := tagKey(tag)
		if key == "" {
			faults.Add(field, "must not be blank")
		}
		if !seen[key] {
			seen[key] = true
			kept = append(kept, tag)
		}
	}
	if len(kept) > maxTags {
		faults.Add(list, "must have at most %d tags", maxTags)
	}
	return kept
}

// ensureTags finds the tags of the viewer's firm, given as key → name, or makes them, and gives key → id. Two
// transactions that make the same tag at once end up with one: the later waits for the earlier, and then finds its tag.
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
	for keys := range slices.Chunk(missing, maxRows) {
		if err := insertTags(ctx, d, keys, names); err != nil {
			return nil, err
		}
	}
	return ids, findTags(ctx, d, missing, ids)
}

func findTags(ctx context.Context, d *db.DB, keys []string, ids map[string]uuid.UUID) error {
	for keys := range slices.Chunk(keys, maxRows) {
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

// insertTags makes the tags that are still missing. It is the one place where a row of a firm is written without the
// hooks of the schema: they know no ON CONFLICT. The keys are sorted, so that two transactions can't wait for each other.
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
		return fmt.Errorf("make tags: %w", err)
	}
	return nil
}
