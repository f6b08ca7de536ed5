package campaign

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/contact/tags"
	"github.com/firmhub/firmhub/internal/fault"
)

// audienceTags are the tags of a firm that an audience names.
type audienceTags struct {
	audience *Audience
	byID     map[uuid.UUID]namedTag
	byKey    map[string]namedTag
}

// namedTag is a tag with the key of its present name.
type namedTag struct {
	ID  uuid.UUID
	Key string `sql:"name_key"`
}

// findTags returns the tags that exist of those that an audience names.
func findTags(ctx context.Context, d *db.DB, a *Audience) (*audienceTags, error) {
	found := &audienceTags{audience: a, byID: map[uuid.UUID]namedTag{}, byKey: map[string]namedTag{}}
	var keys []string
	ids := []uuid.UUID{}
	for _, name := range slices.Concat(a.TagsAll, a.TagsAny, a.TagsNone) {
		keys = append(keys, tags.Key(name))
		if id, known := a.TagIDs[tags.Key(name)]; known {
			ids = append(ids, id)
		}
	}
	if len(keys) == 0 {
		return found, nil
	}
	named, keyList := d.Among("name_key", 2, keys)
	among, idList := d.AmongIDs("id", 3, ids)
	rows, err := db.All[namedTag](d.InFirm(ctx),
		"SELECT id, name_key FROM tags WHERE firm_id = $1 AND name_key IS NOT NULL AND ("+named+" OR "+among+")", keyList, idList)
	if err != nil {
		return nil, fmt.Errorf("find tags: %w", err)
	}
	for _, row := range rows {
		found.byID[row.ID], found.byKey[row.Key] = row, row
	}
	return found, nil
}

// of returns the tag that a name means: the one that had it when the audience was saved, whatever
// its name is now. It reports whether that exists, and whether it was deleted since.
func (t *audienceTags) of(name string) (tag namedTag, exists, deleted bool) {
	if id, known := t.audience.TagIDs[tags.Key(name)]; known {
		tag, exists = t.byID[id]
		return tag, exists, !exists
	}
	tag, exists = t.byKey[tags.Key(name)]
	return tag, exists, false
}

// names sets which tags the names of an audience mean. With renew these are the tags that have the
// names now, else only names that had no tag get one. A tag that was deleted stays known, so that
// the campaign is refused: without it, contacts would get messages that are to get none.
func (t *audienceTags) names(renew bool) {
	known := t.audience.TagIDs
	t.audience.TagIDs = nil
	for _, name := range slices.Concat(t.audience.TagsAll, t.audience.TagsAny, t.audience.TagsNone) {
		key := tags.Key(name)
		id, isKnown := known[key]
		if tag, exists := t.byKey[key]; exists && (renew || !isKnown) {
			id, isKnown = tag.ID, true
		}
		if !isKnown {
			continue
		}
		if t.audience.TagIDs == nil {
			t.audience.TagIDs = map[string]uuid.UUID{}
		}
		t.audience.TagIDs[key] = id
	}
}

// checkTags adds a fault for each tag of the audience that was deleted, or merged into another one,
// since the audience was saved.
func (m *Manager) checkTags(ctx context.Context, c *Campaign, faults *fault.Details) error {
	found, err := findTags(ctx, m.db, &c.Audience)
	if err != nil {
		return err
	}
	for _, list := range []struct {
		field string
		names []string
	}{{"audience.tagsAll", c.Audience.TagsAll}, {"audience.tagsAny", c.Audience.TagsAny}, {"audience.tagsNone", c.Audience.TagsNone}} {
		for i, name := range list.names {
			if _, _, deleted := found.of(name); deleted {
				faults.Add(fmt.Sprintf("%s[%d]", list.field, i), "was deleted, or merged into another tag, since the audience was saved")
			}
		}
	}
	return nil
}

// tagIDs are the ids of the tags of an audience.
type tagIDs struct {
	all, any, none map[uuid.UUID]bool
	// missing reports whether a tag that all contacts must have does not exist.
	missing bool
}

func readTags(ctx context.Context, d *db.DB, a *Audience) (t tagIDs, err error) {
	found, err := findTags(ctx, d, a)
	if err != nil {
		return t, err
	}
	ids := func(names []string) map[uuid.UUID]bool {
		set := map[uuid.UUID]bool{}
		for _, name := range names {
			if tag, exists, _ := found.of(name); exists {
				set[tag.ID] = true
			}
		}
		return set
	}
	t.all, t.any, t.none = ids(a.TagsAll), ids(a.TagsAny), ids(a.TagsNone)
	for _, name := range a.TagsAll {
		_, exists, _ := found.of(name)
		t.missing = t.missing || !exists
	}
	return t, nil
}
