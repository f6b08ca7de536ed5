package contact

import (
	"context"
	"slices"
	"sync"
	"time"

	"entgo.io/contrib/entgql"
	entsql "entgo.io/ent/dialect/sql"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/ent/predicate"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
	"github.com/firmhub/firmhub/internal/selection"
)

// ConnectionInput asks for a window of the contacts that a filter matches, as a Relay connection.
type ConnectionInput struct {
	// Window has cursors of the same order. Its sizes are from 1 to 100.
	page.Window

	// Filter matches contacts; nil matches all.
	Filter *FilterInput
	// OrderBy nil means newest first.
	OrderBy *Order
}

// Validate sets the default order and returns all that is wrong with the input.
func (in *ConnectionInput) Validate() fault.Details {
	var faults fault.Details
	if in.OrderBy == nil {
		in.OrderBy = &Order{Direction: entgql.OrderDirectionDesc, Field: ByCreatedAt}
	}
	page.CheckRange(&faults, "first", in.First, page.MaxSize)
	page.CheckRange(&faults, "last", in.Last, page.MaxSize)
	in.checkCursor(&faults, "after", in.After)
	in.checkCursor(&faults, "before", in.Before)
	if in.Filter != nil {
		faults.AddAll("filter.", in.Filter.Validate())
	}
	return faults
}

// checkCursor adds a fault for a cursor whose value can't be compared in this order: it came with another list.
func (in *ConnectionInput) checkCursor(faults *fault.Details, field string, cursor *page.Cursor) {
	if cursor == nil {
		return
	}
	var fits bool
	switch in.column() {
	case contact.FieldCreatedAt, contact.FieldUpdatedAt:
		_, fits = cursor.Value.(time.Time)
	default:
		_, fits = cursor.Value.(string)
	}
	if !fits {
		faults.Add(field, "must be a cursor that came with this order")
	}
}

func (in *ConnectionInput) column() string { return orderColumns[in.OrderBy.Field] }

// Connection is a window of contacts. Nothing is read until its parts are asked for.
type Connection struct {
	in    ConnectionInput
	found *ent.ContactQuery
	// nodes are those found, with the columns and edges that are selected.
	nodes *ent.ContactQuery

	once  sync.Once
	edges []*Edge
	info  page.Info
	err   error
}

// Connect returns a window of the contacts of the viewer's firm, of which sel is read.
func Connect(d *db.DB, in ConnectionInput, sel selection.Tree) (*Connection, error) {
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	if sel.Columns != nil { // the cursors hold the value of the order
		sel.Columns = append(slices.Clip(sel.Columns), in.column())
	}
	c := &Connection{in: in, found: d.Client.Contact.Query()}
	if in.Filter != nil {
		c.found.Where(in.Filter.predicates()...)
	}
	c.nodes = read(c.found.Clone(), sel)
	return c, nil
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
	defer fault.Wrap(&err, "contact.Connection")
	return c.found.Clone().Count(ctx)
}

func (c *Connection) read(ctx context.Context) (err error) {
	defer fault.Wrap(&err, "contact.Connection")
	direction := c.in.OrderBy.Direction
	c.nodes.Where(c.beyond(c.in.After, direction)...).Where(c.beyond(c.in.Before, direction.Reverse())...)
	rows, err := c.nodes.Order(c.order).Limit(c.in.Limit()).All(ctx)
	if err != nil {
		return err
	}
	rows, c.info.Previous, c.info.Next = page.Take(c.in.Window, rows)
	c.info.ExistsBeyond = c.existsBeyond
	c.edges = make([]*Edge, len(rows))
	for i, row := range rows {
		c.edges[i] = c.in.OrderBy.Field.edge(row)
	}
	if len(c.edges) > 0 {
		c.info.StartCursor, c.info.EndCursor = &c.edges[0].Cursor, &c.edges[len(c.edges)-1].Cursor
	}
	return nil
}

// order ends in the id and has one direction, so that an index serves it.
func (c *Connection) order(s *entsql.Selector) {
	direction := c.in.OrderBy.Direction
	if c.in.Backward() {
		direction = direction.Reverse()
	}
	for _, column := range []string{c.in.column(), contact.FieldID} {
		entsql.OrderByField(column, direction.OrderTermOption()).ToFunc()(s)
	}
}

// existsBeyond implements page.Info.ExistsBeyond: mostly, the contact at the cursor is still there.
func (c *Connection) existsBeyond(ctx context.Context, next bool) (exists bool, err error) {
	defer fault.Wrap(&err, "contact.Connection")
	cursor, beyond := c.in.After, c.in.OrderBy.Direction.Reverse()
	if next {
		cursor, beyond = c.in.Before, c.in.OrderBy.Direction
	}
	exists, err = c.found.Clone().Where(func(s *entsql.Selector) {
		s.Where(entsql.And(entsql.EQ(s.C(contact.FieldID), cursor.ID), entsql.EQ(s.C(c.in.column()), cursor.Value)))
	}).Exist(ctx)
	if exists || err != nil {
		return exists, err
	}
	return c.found.Clone().Where(c.beyond(cursor, beyond)...).Exist(ctx)
}

// beyond matches the contacts after a cursor in a direction.
func (c *Connection) beyond(cursor *page.Cursor, direction entgql.OrderDirection) []predicate.Contact {
	var after []predicate.Contact
	for _, one := range entgql.CursorsPredicate(cursor, nil, contact.FieldID, c.in.column(), direction) {
		after = append(after, one)
	}
	return after
}
