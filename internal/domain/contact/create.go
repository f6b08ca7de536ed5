package contact

import (
	"context"
	"fmt"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/db"
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
	created, err := insert(ctx, d, []Contact{c})
	if err != nil {
		return nil, err
	}
	return created[0], nil
}

// CreateMany creates all of the contacts, or none, and returns them in the same order. It runs as
// many statements as [Create] does for one contact. A ValidationError names the faults of all
// contacts: [3].phones[0].phone.
func CreateMany(ctx context.Context, d *db.DB, ins []CreateInput) (_ []*ent.Contact, err error) {
	defer fault.Wrap(&err, "contact.CreateMany")
	var faults fault.Details
	contacts := make([]Contact, 0, len(ins))
	for i, in := range ins {
		c, wrong := Parse(in)
		faults.AddAll(fmt.Sprintf("[%d].", i), wrong)
		contacts = append(contacts, c)
	}
	if err := faults.Err(); err != nil {
		return nil, err
	}
	return insert(ctx, d, contacts)
}

// insert stores new contacts of the viewer's firm. The returned entities have their edges.
func insert(ctx context.Context, d *db.DB, contacts []Contact) ([]*ent.Contact, error) {
	now := entity.Now()
	changes := make([]Change, len(contacts))
	for i, c := range contacts {
		changes[i].After = NewStored(c, now)
	}
	w, err := save(ctx, d, changes, atOnce)
	if err != nil {
		return nil, err
	}
	created := make([]*ent.Contact, len(changes))
	for i, change := range changes {
		created[i] = w.entity(change.After)
	}
	return created, nil
}
