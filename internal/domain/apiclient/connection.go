package apiclient

import (
	"context"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/apicall"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
)

// CallFilterInput selects calls. From and To are the same as in [UsageInput].
type CallFilterInput struct{ From, To *time.Time }

// CallsInput asks for a window of the calls of a client, the newest first, as a Relay connection.
type CallsInput struct {
	page.Window
	CallFilterInput

	ID uuid.UUID
}

type (
	// Calls is a window of the calls of a client.
	Calls = page.Connection[*Call]
	// CallEdge is a call of a window.
	CallEdge = page.Edge[*Call]
)

// ConnectCalls returns a window of the calls that [ReadUsage] pages, or NotFound.
func ConnectCalls(ctx context.Context, d *db.DB, recorder *Recorder, in CallsInput) (_ *Calls, err error) {
	defer fault.Wrap(&err, "apiclient.ConnectCalls")
	usage := UsageInput{ID: in.ID, From: in.From, To: in.To}
	faults := usage.Validate()
	in.Window.Check(&faults)
	in.Window.CheckTimes(&faults)
	if err := faults.Err(); err != nil {
		return nil, err
	}
	if _, err := find(ctx, d, in.ID, page.Selection{}); err != nil {
		return nil, err
	}
	if recorder != nil {
		_ = recorder.Flush(ctx) // It has logged the error; the stored calls can still be read.
	}
	matching := d.Client.APICall.Query().
		Where(apicall.APIClientID(in.ID), apicall.BeganAtGTE(*usage.From), apicall.BeganAtLT(*usage.To))
	return page.Connect(in.Window, page.Source[*Call]{
		Read: func(ctx context.Context, b page.Bounds) (_ []*Call, err error) {
			defer fault.Wrap(&err, "apiclient.Calls")
			rows, err := matching.Clone().Where(func(s *entsql.Selector) {
				db.ByTime(s.C, apicall.FieldBeganAt, apicall.FieldID).Bound(s, b)
			}).All(ctx)
			return newCalls(rows), err
		},
		Count:  func(ctx context.Context) (int, error) { return matching.Clone().Count(ctx) },
		Cursor: func(c *Call) page.Cursor { return page.Cursor{ID: c.ID, Value: c.Timestamp} },
	}), nil
}
