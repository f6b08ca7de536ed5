package contact

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/ent/contacttag"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/domain/contact/count"
	"github.com/firmhub/firmhub/internal/domain/contact/tags"
	"github.com/firmhub/firmhub/internal/domain/event"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
)

// maxMany is the maximum number of contacts that one request changes or deletes.
const maxMany = 1000

// DeleteManyInput names the contacts to delete.
type DeleteManyInput struct {
	// IDs are from 1 to 1,000 ids. Repeated ones count once.
	IDs []uuid.UUID
}

// Validate returns every fault.
func (in *DeleteManyInput) Validate() fault.Details {
	var faults fault.Details
	checkMany(&faults, "ids", in.IDs)
	return faults
}

func checkMany(faults *fault.Details, field string, ids []uuid.UUID) {
	if len(ids) < 1 || len(ids) > maxMany {
		faults.Add(field, "must have from 1 to %d ids", maxMany)
	}
}

// Deleted is the result of deleting contacts.
type Deleted struct {
	DeletedCount int
	// NotFound are the ids without a contact of the firm, or whose contact was already deleted, in
	// the order of the request.
	NotFound []uuid.UUID
}

// Delete soft-deletes a contact of the viewer's firm. It returns NotFound for any other id, and for
// a contact that is already deleted.
func Delete(ctx context.Context, d *db.DB, id uuid.UUID) (err error) {
	defer fault.Wrap(&err, "contact.Delete")
	return d.Tx(ctx, func(ctx context.Context) error {
		gone, err := Remove(ctx, d, []uuid.UUID{id})
		if err != nil {
			return err
		}
		if len(gone) == 0 {
			return noContact()
		}
		if err := event.RaiseAll(ctx, d, event.ContactDeleted, id); err != nil {
			return err
		}
		name := gone[0].FirstName + " " + gone[0].LastName
		return audit.Record(ctx, d, audit.Change{
			Action: "contact.delete", Target: audit.Of("contact", id, name),
			Before: map[string]any{"firstName": gone[0].FirstName, "lastName": gone[0].LastName},
		})
	})
}

// DeleteMany soft-deletes all contacts of the viewer's firm that it finds. The audit log has one
// entry for all of them.
func DeleteMany(ctx context.Context, d *db.DB, in DeleteManyInput) (deleted *Deleted, err error) {
	defer fault.Wrap(&err, "contact.DeleteMany")
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	err = d.Tx(ctx, func(ctx context.Context) error {
		gone, err := Remove(ctx, d, in.IDs)
		if err != nil {
			return err
		}
		ids := idsOf(gone)
		deleted = &Deleted{DeletedCount: len(ids), NotFound: without(in.IDs, ids)}
		if len(ids) == 0 {
			return nil
		}
		if err := event.RaiseAll(ctx, d, event.ContactDeleted, ids...); err != nil {
			return err
		}
		return audit.Record(ctx, d, audit.Change{
			Action: "contact.delete", Target: audit.Target{Type: "contact", Name: fmt.Sprintf("%d together", len(ids))},
			Before: map[string]any{"ids": ids},
		})
	})
	return deleted, err
}

// Remove soft-deletes any number of contacts of the viewer's firm, and returns those that it found.
// It raises no events, and records nothing in the audit log.
func Remove(ctx context.Context, d *db.DB, ids []uuid.UUID) ([]*ent.Contact, error) {
	if err := tags.Share(ctx, d); err != nil {
		return nil, err
	}
	found, err := lock(ctx, d, ids)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	changes, now := count.Changes{uuid.Nil: -len(found)}, later(entity.Now(), timesOf(found)...)
	for ids := range slices.Chunk(idsOf(found), db.MaxIDs) {
		var tagged []struct {
			TagID uuid.UUID `json:"tag_id"`
			Count int       `json:"count"`
		}
		err := d.Client.ContactTag.Query().Where(contacttag.ContactIDIn(ids...)).
			GroupBy(contacttag.FieldTagID).Aggregate(ent.Count()).Scan(ctx, &tagged)
		if err != nil {
			return nil, fmt.Errorf("count the tags of contacts: %w", err)
		}
		for _, t := range tagged {
			changes[t.TagID] -= t.Count
		}
		err = d.Client.ContactTag.Update().Where(contacttag.ContactIDIn(ids...)).SetContactDeletedAt(now).Exec(ctx)
		if err != nil {
			return nil, fmt.Errorf("hide the tags of contacts: %w", err)
		}
		err = d.Client.Contact.Update().Where(contact.IDIn(ids...)).SetDeletedAt(now).SetUpdatedAt(now).Exec(ctx)
		if err != nil {
			return nil, fmt.Errorf("delete contacts: %w", err)
		}
	}
	if err := observed(ctx, d, idsOf(found)...); err != nil {
		return nil, err
	}
	return found, count.Add(ctx, d, changes)
}

func noContact() error { return fault.New(fault.NotFound, "There is no such contact.") }

// without returns the ids that are not among the others, each once, in their order.
func without(ids, others []uuid.UUID) []uuid.UUID {
	seen := make(map[uuid.UUID]bool, len(ids)+len(others))
	for _, id := range others {
		seen[id] = true
	}
	left := make([]uuid.UUID, 0)
	for _, id := range ids {
		if !seen[id] {
			seen[id] = true
			left = append(left, id)
		}
	}
	return left
}
