package query

import (
	"context"
	"slices"
	"sync"

	entsql "entgo.io/ent/dialect/sql"

	entcontact "github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
)

// ConnectionInput asks for a window of the contacts that a filter matches, as a Relay connection.
type ConnectionInput struct {
	// Window has cursors of the same order. Its sizes are from 1 to 100.
	page.Window

	// Filter selects contacts; nil selects all.
	Filter *FilterInput
	// OrderBy is the order; nil means newest first.
	OrderBy *Order
}

// Validate sets the default order and returns every fault of the input.
func (in *ConnectionInput) Validate() fault.Details {
	var faults fault.Details
	if in.OrderBy == nil {
		in.OrderBy = &Order{Direction: page.Descending, Field: ByCreatedAt}
	}
	page.CheckRange(&faults, "first", in.First, page.MaxSize)
	page.CheckRange(&faults, "last", in.Last, page.MaxSize)
	for _, end := range []struct {
		field  string
		cursor *page.Cursor
	}{{"after", in.After}, {"before", in.Before}} {
		if end.cursor != nil && !in.sorting().fits(*end.cursor) {
			faults.Add(end.field, "must be a cursor that came with this order")
		}
	}
	if in.Filter != nil {
		faults.AddAll("filter.", in.Filter.Validate())
	}
	return faults
}

func (in *ConnectionInput) column() string { return orderColumns[in.OrderBy.Field] }

func (in *ConnectionInput) sorting() sorting {
	return sorting{column: in.column(), descending: in.OrderBy.Direction == page.Descending}
}

// Connection is a window of contacts. No contact is read until its parts are asked for.
type Connection struct {
	in    ConnectionInput
	d     *db.DB
	found *matches
	sel   page.Selection

	once  sync.Once
	edges []*Edge
	info  page.Info
	err   error
}

// Connect returns a window of the contacts of the viewer's firm. sel selects what is read of them.
func Connect(ctx context.Context, d *db.DB, in ConnectionInput, sel page.Selection) (_ *Connection, err error) {
	defer fault.Wrap(&err, "query.Connect")
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	if sel.Columns != nil { // the cursors hold the value of the order
		sel.Columns = append(slices.Clip(sel.Columns), in.column())
	}
	sel.Total = false // It is read at the same time as the edges, if it is asked for.
	found, err := in.Filter.resolve(ctx, d)
	if err != nil {
		return nil, err
	}
	return &Connection{in: in, d: d, found: found, sel: sel}, nil
}

// Edges returns the contacts of the window with their cursors.
func (c *Connection) Edges(ctx context.Context) ([]*Edge, error) {
	c.once.Do(func() { c.err = c.read(ctx) })
	return c.edges, c.err
}

// PageInfo returns the position of the window.
func (c *Connection) PageInfo(ctx context.Context) (*page.Info, error) {
	_, err := c.Edges(ctx)
	return &c.info, err
}

// TotalCount returns the number of contacts that the filter matches.
func (c *Connection) TotalCount(ctx context.Context) (count int, err error) {
	defer fault.Wrap(&err, "query.Connection")
	return c.found.count(ctx)
}

func (c *Connection) read(ctx context.Context) (err error) {
	defer fault.Wrap(&err, "query.Connection")
	by := c.in.sorting()
	bounds := append(by.after(c.in.After), by.reversed().after(c.in.Before)...)
	if c.in.Backward() {
		by = by.reversed()
	}
	rows, err := c.found.read(ctx, by, bounds, c.in.Limit(), 0, c.sel)
	if err != nil {
		return err
	}
	rows, c.info.Previous, c.info.Next = page.Take(c.in.Window, rows)
	c.info.ExistsBeyond = c.existsBeyond
	c.edges = make([]*Edge, len(rows))
	for i, row := range rows {
		c.edges[i] = &Edge{Node: row, Cursor: by.cursor(row)}
	}
	if len(c.edges) > 0 {
		c.info.StartCursor, c.info.EndCursor = &c.edges[0].Cursor, &c.edges[len(c.edges)-1].Cursor
	}
	return nil
}

// existsBeyond implements page.Info.ExistsBeyond. Mostly, the contact at the cursor still exists.
func (c *Connection) existsBeyond(ctx context.Context, next bool) (exists bool, err error) {
	defer fault.Wrap(&err, "query.Connection")
	cursor, beyond := c.in.After, c.in.sorting().reversed()
	if next {
		cursor, beyond = c.in.Before, c.in.sorting()
	}
	found := c.d.Client.Contact.Query().Where(c.found.predicates()...)
	exists, err = found.Clone().Where(func(s *entsql.Selector) {
		s.Where(entsql.And(entsql.EQ(s.C(entcontact.FieldID), cursor.ID), entsql.EQ(s.C(c.in.column()), cursor.Value)))
	}).Exist(ctx)
	if exists || err != nil {
		return exists, err
	}
	return found.Where(beyond.after(cursor)...).Exist(ctx)
}
