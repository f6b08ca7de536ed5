package consent

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/event"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
)

// changed is the data of an event consent.changed: the entry as the REST API answers it. Entries
// never change.
type changed struct {
	ID          uuid.UUID            `json:"id"`
	Address     string               `json:"address"`
	AddressKind provider.AddressKind `json:"addressKind"`
	State       State                `json:"state"`
	Source      Source               `json:"source"`
	Evidence    string               `json:"evidence"`
	At          time.Time            `json:"at"`
	By          string               `json:"by"`
}

// raise raises the events of new entries. An import has one event for all that it does.
func raise(ctx context.Context, d *db.DB, added []*Entry) error {
	events := make([]event.Raised, len(added))
	for i, e := range added {
		events[i] = event.Raised{Type: event.ConsentChanged, Record: e.ID, Data: changed{
			e.ID, e.Address, e.Kind, e.State, e.Source, e.Evidence, e.At.UTC(), e.By,
		}}
	}
	return event.Raise(ctx, d, events...)
}
