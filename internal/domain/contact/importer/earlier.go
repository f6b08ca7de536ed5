package importer

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/contactimport"
	"github.com/firmhub/firmhub/ent/contactimportchange"
	"github.com/firmhub/firmhub/internal/domain/contact"
)

// move is a change of a contact's time.
type move struct{ from, to time.Time }

// moves are the contacts that an undo has restored, by their time before the import.
type moves map[move][]uuid.UUID

func (m moves) add(from time.Time, to *contact.Stored) {
	moved := move{from: from, to: to.UpdatedAt}
	m[moved] = append(m[moved], to.ID)
}

// clocks is how far the clocks of two servers may differ.
const clocks = time.Minute

// moveOn makes it possible to undo earlier imports after this one. If an earlier import left a
// contact as it is again, the import's left_at moves on with the contact. It may have begun earlier
// and not have ended yet: the steps of two imports alternate.
func (i *Importer) moveOn(ctx context.Context, undone *ent.ContactImport, restored moves) error {
	if len(restored) == 0 {
		return nil
	}
	var times []time.Time
	for moved := range restored {
		times = append(times, moved.from)
	}
	first, last := slices.MinFunc(times, time.Time.Compare), slices.MaxFunc(times, time.Time.Compare)
	before, err := i.db.Client.ContactImport.Query().Where(contactimport.IDNEQ(undone.ID), contactimport.DryRun(false),
		contactimport.StartedAtLTE(last.Add(clocks)),
		contactimport.Or(contactimport.FinishedAtIsNil(), contactimport.FinishedAtGTE(first.Add(-clocks)))).
		Select(contactimport.FieldStartedAt, contactimport.FieldFinishedAt).All(ctx)
	if err != nil {
		return fmt.Errorf("find the imports before: %w", err)
	}
	for moved, contacts := range restored {
		var ids []uuid.UUID
		for _, row := range before {
			hadEnded := row.FinishedAt != nil && moved.from.After(row.FinishedAt.Add(clocks))
			if !moved.from.Before(row.StartedAt.Add(-clocks)) && !hadEnded {
				ids = append(ids, row.ID)
			}
		}
		if len(ids) == 0 {
			continue
		}
		if err := i.db.Client.ContactImportChange.Update().Where(contactimportchange.ImportIDIn(ids...),
			contactimportchange.ContactIDIn(contacts...), contactimportchange.LeftAt(moved.from)).
			SetLeftAt(moved.to).Exec(ctx); err != nil {
			return fmt.Errorf("move the changes of imports on: %w", err)
		}
	}
	return nil
}
