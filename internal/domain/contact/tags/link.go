package tags

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/contacttag"
	"github.com/firmhub/firmhub/ent/rule/scope"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/contact/count"
	"github.com/firmhub/firmhub/internal/entity"
)

// Link is a tag of a contact.
type Link struct{ Contact, Tag uuid.UUID }

// LinksOf returns the tags of locked contacts.
func LinksOf(ctx context.Context, d *db.DB, contacts []uuid.UUID) (map[uuid.UUID]map[uuid.UUID]bool, error) {
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

// Links are the tags that locked contacts gain, which none of them has, and those that they lose.
type Links struct{ Added, Removed []Link }

// Counts returns the changes of the number of contacts with each tag.
func (l Links) Counts() count.Changes {
	changes := make(count.Changes)
	for _, one := range l.Added {
		changes[one.Tag]++
	}
	for _, one := range l.Removed {
		changes[one.Tag]--
	}
	return changes
}

// Save removes the tags that contacts lose, and adds those that they gain. It calls each before
// each row that it adds. It does not change the counts.
func (l Links) Save(ctx context.Context, d *db.DB, each func()) error {
	firm, err := scope.Firm(ctx, "ContactTag")
	if err != nil {
		return err
	}
	inFirm := d.InFirm(ctx)
	if len(l.Removed) > 0 {
		pairs := make([][2]uuid.UUID, len(l.Removed))
		for i, one := range l.Removed {
			pairs[i] = [2]uuid.UUID{one.Contact, one.Tag}
		}
		among, list := d.AmongPairs("contact_id", "tag_id", 2, pairs)
		if err := inFirm.Delete(contacttag.Table, among, list); err != nil {
			return err
		}
	}
	now := entity.Now()
	return inFirm.Insert(contacttag.Table, linkColumns, len(l.Added), func(i int) []any {
		each()
		return []any{entity.NewID(), now, now, firm, l.Added[i].Contact, l.Added[i].Tag}
	})
}

var linkColumns = []string{
	contacttag.FieldID, contacttag.FieldCreatedAt, contacttag.FieldUpdatedAt, contacttag.FieldFirmID,
	contacttag.FieldContactID, contacttag.FieldTagID,
}
