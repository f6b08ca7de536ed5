package contact

import (
	"cmp"
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/event"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Update changes a contact of the viewer's firm. It reads, merges and writes under a lock of the
// contact, so that neither of two updates is lost. The new updatedAt is later than the one before.
// A change to the values already stored changes nothing, not even updatedAt. Update returns
// NotFound for any other id, and ValidationError for everything that [Create] would refuse and for
// the id of an entry that the contact does not have. It returns Conflict if UpdatedAt is set and
// differs from the updatedAt of the contact.
func Update(ctx context.Context, d *db.DB, in UpdateInput) (updated *ent.Contact, err error) {
	defer fault.Wrap(&err, "contact.Update")
	err = d.Tx(ctx, func(ctx context.Context) error {
		found, err := Load(ctx, d, []uuid.UUID{in.ID}, Wait)
		if err != nil {
			return err
		}
		before := found[in.ID]
		if before == nil {
			return cmp.Or(in.Validate().Err(), noContact()) // 400 comes before 404
		}
		after, faults := in.merge(before)
		if err := faults.Err(); err != nil {
			return err
		}
		if in.UpdatedAt != nil && !in.UpdatedAt.Truncate(time.Microsecond).Equal(before.UpdatedAt) {
			return fault.New(fault.Conflict, "The contact has changed since it was read. Read it again.")
		}
		if after.equals(&before.Contact) {
			updated = before.Entity(viewer.From(ctx).FirmID)
			return nil
		}
		change := Change{Before: before, After: after}
		change.Touch(entity.Now())
		w, err := save(ctx, d, []Change{change}, atOnce)
		if err != nil {
			return err
		}
		updated = w.entity(after)
		if err := observed(ctx, d, in.ID); err != nil {
			return err
		}
		return event.RaiseAll(ctx, d, event.ContactUpdated, in.ID)
	})
	return updated, err
}
