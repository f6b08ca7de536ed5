package audit

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
)

// FilterInput selects the entries that match all of the fields. [ListInput] describes them.
type FilterInput struct {
	From, To          *time.Time
	Action            string
	ActorID, TargetID *uuid.UUID
	FirmID            *uuid.UUID
}

// ConnectionInput asks for a window of an audit log, the newest entries first, as a Relay
// connection.
type ConnectionInput struct {
	page.Window
	FilterInput
}

type (
	// Connection is a window of an audit log.
	Connection = page.Connection[*Entry]
	// Edge is an entry of a connection.
	Edge = page.Edge[*Entry]
)

// Connect returns a window of the entries that [List] pages, and the errors of List.
func Connect(ctx context.Context, d *db.DB, in ConnectionInput) (_ *Connection, err error) {
	defer fault.Wrap(&err, "audit.Connect")
	list := ListInput{
		From: in.From, To: in.To, Action: in.Action, ActorID: in.ActorID, TargetID: in.TargetID, FirmID: in.FirmID,
	}
	faults := list.Validate()
	in.Window.Check(&faults)
	in.Window.CheckTimes(&faults)
	if err := faults.Err(); err != nil {
		return nil, err
	}
	selected, scope, err := list.selection(ctx, d)
	if err != nil {
		return nil, err
	}
	return page.Connect(in.Window, page.Source[*Entry]{
		Read: func(ctx context.Context, b page.Bounds) (_ []*Entry, err error) {
			defer fault.Wrap(&err, "audit.Connection")
			of := selected
			of.bounds = b
			rows, err := of.read(d).All(scope(ctx))
			return newEntries(rows), err
		},
		Count: func(ctx context.Context) (int, error) {
			return d.Client.AuditEntry.Query().Where(selected.where()).Count(scope(ctx))
		},
		Cursor: func(e *Entry) page.Cursor { return page.Cursor{ID: e.ID, Value: e.CreatedAt} },
	}), nil
}
