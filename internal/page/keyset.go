package page

import (
	"context"
	"sync"
	"time"

	"github.com/firmhub/firmhub/internal/fault"
)

// Bounds are the part of a list that a [Source] reads.
type Bounds struct {
	// After and Before are nil where that end of the list is not cut off. With OrAt, the elements
	// at the cursors are read too.
	After, Before *Cursor
	OrAt          bool
	// Reversed is set to read from the end of the list.
	Reversed bool
	Limit    int
}

// Source is a list whose elements have cursors. By cursors, any part of the list is found at the
// same cost.
type Source[T any] struct {
	Read   func(ctx context.Context, b Bounds) ([]T, error)
	Count  func(ctx context.Context) (int, error)
	Cursor func(T) Cursor
}

// Edge is an element of a connection.
type Edge[T any] struct {
	Node   T
	Cursor Cursor
}

// Connection is a window of a list, as a Relay connection. Nothing is read until its parts are
// asked for.
type Connection[T any] struct {
	window Window
	source Source[T]

	once  sync.Once
	edges []*Edge[T]
	info  Info
	err   error
}

// Connect returns a window of a list. The window must be valid: see [Window.Check].
func Connect[T any](w Window, source Source[T]) *Connection[T] {
	return &Connection[T]{window: w, source: source}
}

// Check adds a fault for a size that is out of range. It does not check that the cursors belong to
// the list.
func (w Window) Check(faults *fault.Details) {
	CheckRange(faults, "first", w.First, MaxSize)
	CheckRange(faults, "last", w.Last, MaxSize)
}

// CheckTimes adds a fault for a cursor that can't belong to a list ordered by a time.
func (w Window) CheckTimes(faults *fault.Details) {
	isTime := func(value any) bool { _, ok := value.(time.Time); return ok }
	w.CheckCursors(faults, isTime)
}

// CheckCursors adds a fault for a cursor whose value does not fit the only order of the list.
func (w Window) CheckCursors(faults *fault.Details, fits func(value any) bool) {
	for _, end := range []struct {
		field  string
		cursor *Cursor
	}{{"after", w.After}, {"before", w.Before}} {
		if end.cursor != nil && (end.cursor.Order != "" || !fits(end.cursor.Value)) {
			faults.Add(end.field, "must be a cursor that came with this list")
		}
	}
}

// Edges returns the elements of the window with their cursors.
func (c *Connection[T]) Edges(ctx context.Context) ([]*Edge[T], error) {
	c.once.Do(func() { c.err = c.read(ctx) })
	return c.edges, c.err
}

// PageInfo returns the position of the window.
func (c *Connection[T]) PageInfo(ctx context.Context) (*Info, error) {
	_, err := c.Edges(ctx)
	return &c.info, err
}

// TotalCount returns the number of elements of the list, whatever the window.
func (c *Connection[T]) TotalCount(ctx context.Context) (int, error) { return c.source.Count(ctx) }

func (c *Connection[T]) read(ctx context.Context) error {
	w := c.window
	rows, err := c.source.Read(ctx, Bounds{After: w.After, Before: w.Before, Reversed: w.Backward(), Limit: w.Limit()})
	if err != nil {
		return err
	}
	rows, c.info.Previous, c.info.Next = Take(w, rows)
	c.info.ExistsBeyond = c.existsBeyond
	c.edges = make([]*Edge[T], 0, len(rows))
	for _, row := range rows {
		c.edges = append(c.edges, &Edge[T]{Node: row, Cursor: c.source.Cursor(row)})
	}
	if len(c.edges) > 0 {
		c.info.StartCursor, c.info.EndCursor = &c.edges[0].Cursor, &c.edges[len(c.edges)-1].Cursor
	}
	return nil
}

// existsBeyond implements [Info.ExistsBeyond].
func (c *Connection[T]) existsBeyond(ctx context.Context, next bool) (bool, error) {
	beyond := Bounds{After: c.window.Before, OrAt: true, Limit: 1}
	if !next {
		beyond = Bounds{Before: c.window.After, OrAt: true, Reversed: true, Limit: 1}
	}
	rows, err := c.source.Read(ctx, beyond)
	return len(rows) > 0, err
}
