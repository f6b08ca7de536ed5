package notification

import (
	"context"
	"strconv"
	"sync"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
)

// ConnectionInput asks for a window of the viewer's notifications, the newest first, as a Relay
// connection.
type ConnectionInput struct {
	page.Window

	// Status selects notifications; nil means all.
	Status *Status
}

// Edge is a notification of a connection.
type Edge struct {
	Node   *Notification
	Cursor page.Cursor
}

// Connection is a window of notifications. Nothing is read until its parts are asked for.
type Connection struct {
	in ConnectionInput
	// after and before are the numbers of the cursors; zero means none.
	after, before int64

	open  func() (*inbox, error)
	read  func(ctx context.Context, b *inbox, q query) ([]*Notification, error)
	once  sync.Once
	edges []*Edge
	info  page.Info
	err   error
}

// Connect returns a window of the notifications that [List] pages.
func Connect(ctx context.Context, d *db.DB, in ConnectionInput) (*Connection, error) {
	var faults fault.Details
	page.CheckRange(&faults, "first", in.First, page.MaxSize)
	page.CheckRange(&faults, "last", in.Last, page.MaxSize)
	c := &Connection{in: in, after: numberAt(&faults, "after", in.After), before: numberAt(&faults, "before", in.Before)}
	if err := faults.Err(); err != nil {
		return nil, err
	}
	by, err := readerOf(ctx)
	if err != nil {
		return nil, err
	}
	c.open = sync.OnceValues(func() (*inbox, error) { return open(ctx, d, by) })
	c.read = func(ctx context.Context, b *inbox, q query) ([]*Notification, error) { return b.list(ctx, d, q) }
	return c, nil
}

// numberAt returns the number in the value of a cursor, and adds a fault for a cursor of another
// list.
func numberAt(faults *fault.Details, field string, cursor *page.Cursor) int64 {
	if cursor == nil {
		return 0
	}
	text, _ := cursor.Value.(string)
	number, err := strconv.ParseInt(text, 10, 64)
	if err != nil || number < 1 {
		faults.Add(field, "must be a cursor that came with this list")
	}
	return number
}

// Edges returns the notifications of the window with their cursors.
func (c *Connection) Edges(ctx context.Context) ([]*Edge, error) {
	c.once.Do(func() { c.err = c.load(ctx) })
	return c.edges, c.err
}

// PageInfo returns the position of the window.
func (c *Connection) PageInfo(ctx context.Context) (*page.Info, error) {
	_, err := c.Edges(ctx)
	return &c.info, err
}

// TotalCount returns the number of notifications, whatever the window.
func (c *Connection) TotalCount(context.Context) (_ int, err error) {
	defer fault.Wrap(&err, "notification.Connection")
	b, err := c.open()
	if err != nil {
		return 0, err
	}
	return b.count(c.in.Status), nil
}

func (c *Connection) load(ctx context.Context) (err error) {
	defer fault.Wrap(&err, "notification.Connection")
	b, err := c.open()
	if err != nil {
		return err
	}
	// The list is in descending order: lower numbers come after a cursor.
	rows, err := c.read(ctx, b, query{
		status: c.in.Status, above: c.before, below: c.after, newestFirst: !c.in.Backward(), limit: c.in.Limit(),
	})
	if err != nil {
		return err
	}
	rows, c.info.Previous, c.info.Next = page.Take(c.in.Window, rows)
	c.info.ExistsBeyond = c.existsBeyond
	c.edges = make([]*Edge, 0, len(rows))
	for _, row := range rows {
		cursor := page.Cursor{ID: row.ID, Value: strconv.FormatInt(row.Number, 10)}
		c.edges = append(c.edges, &Edge{Node: row, Cursor: cursor})
	}
	if len(c.edges) > 0 {
		c.info.StartCursor, c.info.EndCursor = &c.edges[0].Cursor, &c.edges[len(c.edges)-1].Cursor
	}
	return nil
}

// existsBeyond implements page.Info.ExistsBeyond.
func (c *Connection) existsBeyond(ctx context.Context, next bool) (exists bool, err error) {
	defer fault.Wrap(&err, "notification.Connection")
	b, err := c.open()
	if err != nil {
		return false, err
	}
	q := query{status: c.in.Status, limit: 1}
	if next {
		q.newestFirst, q.below = true, c.before+1
	} else {
		q.above = c.after - 1
	}
	rows, err := c.read(ctx, b, q)
	return len(rows) > 0, err
}
