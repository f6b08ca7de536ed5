package wallet

import (
	"context"
	"fmt"
	"sync"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
)

// ConnectionInput asks for a window of transactions, the newest first, as a Relay connection.
type ConnectionInput struct {
	page.Window
	FilterInput
}

// Edge is a transaction of a connection.
type Edge struct {
	Node   *Transaction
	Cursor page.Cursor
}

// Connection is a window of transactions. Nothing is read until its parts are asked for.
type Connection struct {
	window page.Window
	all    *selection
	// above and below are the positions of the cursors, or the ends of the days.
	above, below position

	once  sync.Once
	edges []*Edge
	info  page.Info
	err   error
}

// Connect returns a window of the transactions that [List] pages.
func Connect(ctx context.Context, d *db.DB, firmID uuid.UUID, in ConnectionInput) (_ *Connection, err error) {
	defer fault.Wrap(&err, "wallet.Connect")
	faults := in.validate()
	page.CheckRange(&faults, "first", in.First, page.MaxSize)
	page.CheckRange(&faults, "last", in.Last, page.MaxSize)
	// The list is in descending order: lower numbers come after a cursor.
	below, above := positionAt(&faults, "after", in.After), positionAt(&faults, "before", in.Before)
	if err := faults.Err(); err != nil {
		return nil, err
	}
	c := &Connection{window: in.Window}
	if c.all, err = in.of(ctx, d, firmID); err != nil {
		return nil, err
	}
	c.above, c.below = c.all.days.beginning(), c.all.days.end()
	if above != nil {
		c.above = *above
	}
	if below != nil {
		c.below = *below
	}
	return c, nil
}

// cursor returns the cursor of a transaction in a connection.
func (t *Transaction) cursor() page.Cursor {
	return page.Cursor{ID: t.ID, Value: fmt.Sprintf("%d.%d", t.day, t.number)}
}

// positionAt returns the position of a cursor, which may be nil. It adds a fault for a cursor of
// another list.
func positionAt(faults *fault.Details, field string, cursor *page.Cursor) *position {
	if cursor == nil {
		return nil
	}
	p := &position{}
	text, _ := cursor.Value.(string)
	if _, err := fmt.Sscanf(text, "%d.%d", &p.day, &p.number); err != nil || fmt.Sprintf("%d.%d", p.day, p.number) != text ||
		p.number < 1 || p.day < daysOfYear(minYear).first || p.day > allDays().last {
		faults.Add(field, "must be a cursor that came with this list")
	}
	return p
}

// Edges returns the transactions of the window with their cursors.
func (c *Connection) Edges(ctx context.Context) ([]*Edge, error) {
	c.once.Do(func() { c.err = c.load(ctx) })
	return c.edges, c.err
}

// PageInfo returns the position of the window.
func (c *Connection) PageInfo(ctx context.Context) (*page.Info, error) {
	_, err := c.Edges(ctx)
	return &c.info, err
}

// TotalCount returns the number of transactions, whatever the window.
func (c *Connection) TotalCount(ctx context.Context) (int, error) { return c.all.count(ctx) }

func (c *Connection) load(ctx context.Context) (err error) {
	defer fault.Wrap(&err, "wallet.Connection")
	rows, err := c.all.between(ctx, query{above: c.above, below: c.below, newestFirst: !c.window.Backward(), limit: c.window.Limit()})
	if err != nil {
		return err
	}
	rows, c.info.Previous, c.info.Next = page.Take(c.window, rows)
	c.info.ExistsBeyond = c.existsBeyond
	c.edges = make([]*Edge, 0, len(rows))
	for _, row := range rows {
		c.edges = append(c.edges, &Edge{Node: row, Cursor: row.cursor()})
	}
	if len(c.edges) > 0 {
		c.info.StartCursor, c.info.EndCursor = &c.edges[0].Cursor, &c.edges[len(c.edges)-1].Cursor
	}
	return nil
}

// existsBeyond implements page.Info.ExistsBeyond.
func (c *Connection) existsBeyond(ctx context.Context, next bool) (exists bool, err error) {
	defer fault.Wrap(&err, "wallet.Connection")
	q := query{above: c.all.days.beginning(), below: c.all.days.end(), limit: 1}
	if next {
		q.newestFirst, q.below = true, position{c.above.day, c.above.number + 1}
	} else {
		q.above = position{c.below.day, c.below.number - 1}
	}
	rows, err := c.all.between(ctx, q)
	return len(rows) > 0, err
}

// between reads the selected transactions between two positions, which may be outside the days.
func (s *selection) between(ctx context.Context, q query) ([]*Transaction, error) {
	q.types = s.types
	from, to := s.days.beginning(), s.days.end()
	if s.types == nil {
		n, err := s.numbers()
		if err != nil {
			return nil, err
		}
		from.number, to.number = n.first-1, n.last+1
		if q.above == s.days.beginning() {
			q.above = from
		}
		if q.below == s.days.end() {
			q.below = to
		}
		q.above.number, q.below.number = max(q.above.number, from.number), min(q.below.number, to.number)
		return s.read(ctx, s.db, q)
	}
	if before(q.above, from) {
		q.above = from
	}
	if before(to, q.below) {
		q.below = to
	}
	return s.read(ctx, s.db, q)
}

func before(a, b position) bool { return a.day < b.day || a.day == b.day && a.number < b.number }
