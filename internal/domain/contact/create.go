package contact

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/event"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
)

// Create creates a contact of the viewer's firm with its phones, e-mails, addresses and tags. A
// ValidationError names every fault of the input.
func Create(ctx context.Context, d *db.DB, in CreateInput) (_ *ent.Contact, err error) {
	defer fault.Wrap(&err, "contact.Create")
	c, faults := Parse(in)
	if err := faults.Err(); err != nil {
		return nil, err
	}
	change := Change{After: NewStored(c, entity.Now())}
	var w *writer
	err = d.Tx(ctx, func(ctx context.Context) error {
		if w, err = save(ctx, d, []Change{change}, atOnce); err != nil {
			return err
		}
		return event.RaiseAll(ctx, d, event.ContactCreated, change.After.ID)
	})
	if err != nil {
		return nil, err
	}
	return w.created(change.After), nil
}

// CreateMany creates all of the contacts, or none, and returns them in the same order. It runs as
// many statements as [Create] does for one contact. A ValidationError names the faults of all
// contacts: [3].phones[0].phone.
func CreateMany(ctx context.Context, d *db.DB, ins []CreateInput) (_ []*ent.Contact, err error) {
	defer fault.Wrap(&err, "contact.CreateMany")
	var faults fault.Details
	changes, now := make([]Change, len(ins)), entity.Now()
	for i, in := range ins {
		c, wrong := Parse(in)
		faults.AddAll(fmt.Sprintf("[%d].", i), wrong)
		changes[i].After = NewStored(c, now)
	}
	if err := faults.Err(); err != nil {
		return nil, err
	}
	ids := make([]uuid.UUID, len(changes))
	for i, change := range changes {
		ids[i] = change.After.ID
	}
	var w *writer
	err = d.Tx(ctx, func(ctx context.Context) error {
		if w, err = save(ctx, d, changes, atOnce); err != nil {
			return err
		}
		return event.RaiseAll(ctx, d, event.ContactCreated, ids...)
	})
	if err != nil {
		return nil, err
	}
	created := make([]*ent.Contact, len(changes))
	for i, change := range changes {
		created[i] = w.created(change.After)
	}
	return created, nil
}
