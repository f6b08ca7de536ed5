package contact

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/contact/count"
	"github.com/firmhub/firmhub/internal/domain/contact/tags"
	"github.com/firmhub/firmhub/internal/domain/event"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
)

// ChangeTagsInput are the tags to add to a contact, and those to remove.
type ChangeTagsInput struct {
	ContactID uuid.UUID
	// TagsToAdd are created if the firm does not have them. Tags that the contact already has stay.
	TagsToAdd []string
	// TagsToRemove may be unknown.
	TagsToRemove []string
}

// Validate returns every fault.
func (in *ChangeTagsInput) Validate() fault.Details {
	_, faults := parseTagChange(in.TagsToAdd, in.TagsToRemove)
	return faults
}

// ChangeTagsOfManyInput is a [ChangeTagsInput] for several contacts.
type ChangeTagsOfManyInput struct {
	// ContactIDs are from 1 to 1,000 ids. Repeated ones count once.
	ContactIDs              []uuid.UUID
	TagsToAdd, TagsToRemove []string
}

// Validate returns every fault.
func (in *ChangeTagsOfManyInput) Validate() fault.Details {
	_, faults := parseTagChange(in.TagsToAdd, in.TagsToRemove)
	checkMany(&faults, "contactIds", in.ContactIDs)
	return faults
}

// TagsChanged is the result of changing the tags of contacts.
type TagsChanged struct {
	// UpdatedCount is the number of contacts whose tags have changed. Contacts that already had
	// them do not count.
	UpdatedCount int
	// NotFound are the ids without a contact of the firm, in the order of the request.
	NotFound []uuid.UUID
}

// tagChange are the tags to add and to remove, in normal form.
type tagChange struct{ add, remove []tags.Tag }

// parseTagChange returns the change and every fault.
func parseTagChange(toAdd, toRemove []string) (tagChange, fault.Details) {
	var faults fault.Details
	change := tagChange{add: tags.Parse(&faults, "tagsToAdd", toAdd), remove: tags.Parse(&faults, "tagsToRemove", toRemove)}
	for i, name := range toRemove {
		key := tags.Key(name)
		if key != "" && slices.ContainsFunc(change.add, func(t tags.Tag) bool { return t.Key == key }) {
			faults.Add(fmt.Sprintf("tagsToRemove[%d]", i), "must not be among tagsToAdd too")
		}
	}
	return change, faults
}

// ChangeTags adds tags to a contact of the viewer's firm, and removes tags. It returns NotFound for
// any other id, and ValidationError if the contact would have more than 50 tags. It does not change
// a contact that already has these tags.
func ChangeTags(ctx context.Context, d *db.DB, in ChangeTagsInput, sel page.Selection) (changed *ent.Contact, err error) {
	defer fault.Wrap(&err, "contact.ChangeTags")
	change, faults := parseTagChange(in.TagsToAdd, in.TagsToRemove)
	if err := faults.Err(); err != nil {
		return nil, err
	}
	err = d.Tx(ctx, func(ctx context.Context) error {
		found, err := change.prepare(ctx, d, []uuid.UUID{in.ContactID})
		if err != nil {
			return err
		}
		if len(found) == 0 {
			return noContact()
		}
		p, err := change.plan(ctx, d, found)
		if err != nil {
			return err
		}
		if len(p.overfull) > 0 {
			return fault.Details{{Field: "tagsToAdd", Message: tooManyTags}}.Err()
		}
		if err := p.save(ctx, d); err != nil {
			return err
		}
		changed, err = Get(ctx, d, in.ContactID, sel)
		return err
	})
	return changed, err
}

const tooManyTags = "would leave the contact with more than 50 tags"

// ChangeTagsOfMany changes the tags of all the contacts that it finds, by the same few statements
// for all of them. If one of them would have more than 50 tags it changes none, and the
// ValidationError names each such contact.
func ChangeTagsOfMany(ctx context.Context, d *db.DB, in ChangeTagsOfManyInput) (result *TagsChanged, err error) {
	defer fault.Wrap(&err, "contact.ChangeTagsOfMany")
	change, faults := parseTagChange(in.TagsToAdd, in.TagsToRemove)
	checkMany(&faults, "contactIds", in.ContactIDs)
	if err := faults.Err(); err != nil {
		return nil, err
	}
	err = d.Tx(ctx, func(ctx context.Context) error {
		found, err := change.prepare(ctx, d, in.ContactIDs)
		if err != nil {
			return err
		}
		p, err := change.plan(ctx, d, found)
		if err != nil {
			return err
		}
		for i, id := range in.ContactIDs {
			if p.overfull[id] {
				faults.Add(fmt.Sprintf("contactIds[%d]", i), tooManyTags)
				delete(p.overfull, id) // once for an id that is repeated
			}
		}
		if err := faults.Err(); err != nil {
			return err
		}
		result = &TagsChanged{UpdatedCount: len(p.contacts), NotFound: without(in.ContactIDs, idsOf(found))}
		return p.save(ctx, d)
	})
	return result, err
}

// prepare locks the contacts, and keeps their tags from being renamed meanwhile.
func (c tagChange) prepare(ctx context.Context, d *db.DB, ids []uuid.UUID) ([]*ent.Contact, error) {
	if err := tags.Share(ctx, d); err != nil {
		return nil, err
	}
	return lock(ctx, d, ids)
}

// tagPlan is the effect of a change on the contacts that it changes.
type tagPlan struct {
	contacts []*ent.Contact
	links    tags.Links
	// overfull are the contacts that would have too many tags.
	overfull map[uuid.UUID]bool
}

// plan compares the tags of locked contacts with the change. It creates the tags that do not exist.
func (c tagChange) plan(ctx context.Context, d *db.DB, found []*ent.Contact) (*tagPlan, error) {
	p := &tagPlan{overfull: make(map[uuid.UUID]bool)}
	if len(found) == 0 {
		return p, nil
	}
	add, err := tags.Ensure(ctx, d, c.add)
	if err != nil {
		return nil, err
	}
	remove := make(map[string]*ent.Tag, len(c.remove))
	if err := tags.FindByKey(ctx, d, tags.KeysOf(c.remove), remove); err != nil {
		return nil, err
	}
	links, err := tags.LinksOf(ctx, d, idsOf(found))
	if err != nil {
		return nil, err
	}
	for _, row := range found {
		has, added, removed := links[row.ID], 0, 0
		for _, tag := range add {
			if !has[tag.ID] {
				p.links.Added = append(p.links.Added, tags.Link{Contact: row.ID, Tag: tag.ID})
				added++
			}
		}
		for _, tag := range remove {
			if has[tag.ID] {
				p.links.Removed = append(p.links.Removed, tags.Link{Contact: row.ID, Tag: tag.ID})
				removed++
			}
		}
		if added > 0 && len(has)+added-removed > tags.Max {
			p.overfull[row.ID] = true
		}
		if added+removed > 0 {
			p.contacts = append(p.contacts, row)
		}
	}
	return p, nil
}

func (p *tagPlan) save(ctx context.Context, d *db.DB) error {
	if len(p.contacts) == 0 {
		return nil
	}
	if err := p.links.Save(ctx, d, atOnce); err != nil {
		return fmt.Errorf("save the tags of contacts: %w", err)
	}
	if err := count.Add(ctx, d, p.links.Counts()); err != nil {
		return err
	}
	if err := touch(ctx, d, p.contacts); err != nil {
		return err
	}
	ids := idsOf(p.contacts)
	if err := observed(ctx, d, ids...); err != nil {
		return err
	}
	return event.RaiseAll(ctx, d, event.ContactUpdated, ids...)
}

// touch writes the time of the change of locked contacts, and the marks of their new tags.
func touch(ctx context.Context, d *db.DB, contacts []*ent.Contact) error {
	among, list := d.AmongIDs("id", 3, idsOf(contacts))
	_, err := d.InFirm(ctx).Exec(`UPDATE contacts SET updated_at = $2,
		marks = CASE WHEN marks LIKE '`+PhoneMark+`%' THEN '`+PhoneMark+`' ELSE '' END || coalesce((
		SELECT string_agg(tags.mark, '' ORDER BY tags.mark) FROM contact_tags AS link
		JOIN tags ON tags.firm_id = link.firm_id AND tags.id = link.tag_id
		WHERE link.firm_id = $1 AND link.contact_id = contacts.id), '')
		WHERE firm_id = $1 AND `+among, later(entity.Now(), timesOf(contacts)...), list)
	if err != nil {
		return fmt.Errorf("save the marks of tags and the time of the change: %w", err)
	}
	return nil
}
