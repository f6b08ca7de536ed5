package contact

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/internal/db"
)

// lock locks contacts of the viewer's firm until the transaction ends, and returns their names and
// times. It leaves out deleted contacts and unknown ids. It locks in the order of the ids, so that
// two transactions that each call it once do not wait for each other.
func lock(ctx context.Context, d *db.DB, ids []uuid.UUID) ([]*ent.Contact, error) {
	found := make([]*ent.Contact, 0, len(ids))
	for ids := range slices.Chunk(distinct(ids), db.MaxIDs) {
		rows, err := d.Client.Contact.Query().Where(contact.IDIn(ids...), db.ForNoKeyUpdate).Order(contact.ByID()).
			Select(contact.FieldID, contact.FieldFirstName, contact.FieldLastName, contact.FieldUpdatedAt).All(ctx)
		if err != nil {
			return nil, fmt.Errorf("lock contacts: %w", err)
		}
		found = append(found, rows...)
	}
	return found, nil
}

// distinct returns the ids sorted, each once.
func distinct(ids []uuid.UUID) []uuid.UUID {
	sorted := slices.Clone(ids)
	slices.SortFunc(sorted, func(a, b uuid.UUID) int { return bytes.Compare(a[:], b[:]) })
	return slices.Compact(sorted)
}

// later returns the time of a change of contacts. It is now, or just after their last change if the
// clock is behind it, so that two versions of a contact never have the same time.
func later(now time.Time, before ...time.Time) time.Time {
	for _, last := range before {
		if !now.After(last) {
			now = last.Add(time.Microsecond)
		}
	}
	return now
}

func timesOf(contacts []*ent.Contact) []time.Time {
	times := make([]time.Time, len(contacts))
	for i, c := range contacts {
		times[i] = c.UpdatedAt
	}
	return times
}

func idsOf(contacts []*ent.Contact) []uuid.UUID {
	ids := make([]uuid.UUID, len(contacts))
	for i, c := range contacts {
		ids[i] = c.ID
	}
	return ids
}
