package contact

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/contacttag"
	"github.com/firmhub/firmhub/ent/rule/scope"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/entity"
)

// link is a tag of a contact.
type link struct{ contact, tag uuid.UUID }

// linksOf returns the tags of locked contacts.
func linksOf(ctx context.Context, d *db.DB, contacts []uuid.UUID) (map[uuid.UUID]map[uuid.UUID]bool, error) {
	links := make(map[uuid.UUID]map[uuid.UUID]bool, len(contacts))
	for ids := range slices.Chunk(contacts, db.MaxIDs) {
		rows, err := d.Client.ContactTag.Query().Where(contacttag.ContactIDIn(ids...)).
			Select(contacttag.FieldContactID, contacttag.FieldTagID).All(ctx)
		if err != nil {
			return nil, fmt.Errorf("read the tags of contacts: %w", err)
		}
		for _, row := range rows {
			if links[row.ContactID] == nil {
				links[row.ContactID] = make(map[uuid.UUID]bool)
			}
			links[row.ContactID][row.TagID] = true
		}
	}
	return links, nil
}

// linkChanges are the tags that locked contacts gain, which none of them has, and those that they lose.
type linkChanges struct{ added, removed []link }

// counts returns by how many the number of contacts with each tag changes.
func (l linkChanges) counts() counts {
	changes := make(counts)
	for _, one := range l.added {
		changes[one.tag]++
	}
	for _, one := range l.removed {
		changes[one.tag]--
	}
	return changes
}

// write writes the changes, but not their counts.
func (l linkChanges) write(ctx context.Context, d *db.DB, each func()) error {
	firm, err := scope.Firm(ctx, "ContactTag")
	if err != nil {
		return err
	}
	if len(l.removed) > 0 {
		pairs := make([][2]uuid.UUID, len(l.removed))
		for i, one := range l.removed {
			pairs[i] = [2]uuid.UUID{one.contact, one.tag}
		}
		among, list := d.AmongPairs("contact_id", "tag_id", 2, pairs)
		if err := d.Later(ctx, "DELETE FROM contact_tags WHERE firm_id = $1 AND "+among, firm, list); err != nil {
			return fmt.Errorf("remove tags of contacts: %w", err)
		}
	}
	columns := []string{
		contacttag.FieldID, contacttag.FieldCreatedAt, contacttag.FieldUpdatedAt, contacttag.FieldFirmID,
		contacttag.FieldContactID, contacttag.FieldTagID,
	}
	now := entity.Now()
	err = d.Copy(ctx, contacttag.Table, columns, len(l.added), func(i int) []any {
		each()
		return []any{entity.NewID(), now, now, firm, l.added[i].contact, l.added[i].tag}
	})
	if err != nil {
		return fmt.Errorf("add tags to contacts: %w", err)
	}
	return nil
}
