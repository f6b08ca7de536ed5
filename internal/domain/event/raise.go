package event

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule/scope"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/entity"
)

// Raised is an event that a domain raises.
type Raised struct {
	Type TypeName
	// Record is the id of the record that has changed.
	Record uuid.UUID
	// Data is the record where the type has no Read: one that never changes. Nil means {"id": …}.
	Data any
}

// Raise writes events of the firm of ctx, in the transaction of their change, in their order. It
// reads nothing: on PostgreSQL few events travel with the next statement or the commit. After the
// commit it wakes who waits for events of the firm.
func Raise(ctx context.Context, d *db.DB, events ...Raised) error {
	if len(events) == 0 {
		return nil
	}
	firm, err := scope.Firm(ctx, "RaisedEvent")
	if err != nil {
		return err
	}
	data := make([]any, len(events))
	for i, e := range events {
		if data[i], err = e.data(); err != nil {
			return fmt.Errorf("event.Raise: %w", err)
		}
	}
	now := entity.Now()
	err = d.InFirm(ctx).Insert("raised_events", raisedColumns, len(events), func(i int) []any {
		return []any{entity.NewID(), firm, string(events[i].Type), events[i].Record, data[i], now}
	})
	if err != nil {
		return fmt.Errorf("event.Raise: %w", err)
	}
	tellAfterCommit(ctx, firm)
	return nil
}

// RaiseAll raises an event of one type for each of the records.
func RaiseAll(ctx context.Context, d *db.DB, of TypeName, records ...uuid.UUID) error {
	events := make([]Raised, len(records))
	for i, id := range records {
		events[i] = Raised{Type: of, Record: id}
	}
	return Raise(ctx, d, events...)
}

var raisedColumns = []string{"id", "firm_id", "type", "record_id", "data", "raised_at"}

// data returns the data for the database, or nil if it is read later.
func (r *Raised) data() (any, error) {
	of, known := KindOf(r.Type)
	switch {
	case !known:
		return nil, fmt.Errorf("there is no type %q", r.Type)
	case of.Read != "":
		return nil, nil //nolint:nilnil // It is NULL in the database.
	case r.Data == nil:
		return idOnly(r.Record), nil
	}
	encoded, err := json.Marshal(r.Data)
	return string(encoded), err
}

// idOnly returns the data of the event of a record that is no more.
func idOnly(id uuid.UUID) string { return `{"id":"` + id.String() + `"}` }
