package page

import (
	"context"
	"slices"

	"github.com/google/uuid"
)

// Cursor is a position in a connection.
type Cursor struct {
	ID uuid.UUID
	// Order is the name of the order of the list; empty for its default order, or its only one.
	Order string
	// Value is the value by which the connection is ordered, a time or a text, of the row at the
	// cursor. It is nil where rows are ordered by the id alone.
	Value any
}

// Window is the part of a list that a Relay connection asks for. The cursors first cut off the ends
// of the list. Of the rest, the window contains the first elements, and of those the last ones.
type Window struct {
	// First and Last are from 1 to [MaxSize]. Without both the window has [DefaultSize] elements:
	// the last ones if only Before is set, else the first ones.
	First, Last *int
	// After and Before are nil where that end of the list is not cut off.
	After, Before *Cursor
}

// Backward reports whether the elements are to be read from the end of the list.
func (w Window) Backward() bool {
	return w.First == nil && (w.Last != nil || w.Before != nil && w.After == nil)
}

// Limit returns how many elements to read between the cursors: one more than the window can have.
func (w Window) Limit() int {
	size := 0
	for _, given := range []*int{w.First, w.Last} {
		if given != nil {
			size = max(size, *given)
		}
	}
	if size == 0 {
		size = DefaultSize
	}
	return size + 1
}

// More is what is known about elements of the list on one side of a window.
type More int

const (
	// None means that there are no elements, as far as the specification asks.
	None More = iota
	// Some means that there are elements.
	Some
	// Beyond means that there are elements if the list has some at or beyond the cursor on that
	// side.
	Beyond
)

// Take returns the window out of elements that were read in the order of [Window.Backward] up to
// [Window.Limit]. The window is in the order of the list. Take also returns whether more elements
// precede and follow the window, as the Relay specification defines HasPreviousPage and
// HasNextPage.
func Take[T any](w Window, read []T) (taken []T, previous, next More) {
	if w.Before != nil {
		next = Beyond
	}
	if w.After != nil {
		previous = Beyond
	}
	if w.Backward() {
		taken, previous = cut(read, w.Last, previous)
		slices.Reverse(taken)
		return taken, previous, next
	}
	taken, next = cut(read, w.First, next)
	if w.Last != nil {
		previous = some(len(read) > *w.Last)
		taken = taken[max(0, len(taken)-*w.Last):]
	}
	return taken, previous, next
}

// cut returns at most size elements ([DefaultSize] if size is nil), and whether there are more
// after them. If size is nil and all elements are returned, the cursor decides that: cut returns
// otherwise.
func cut[T any](read []T, size *int, otherwise More) ([]T, More) {
	most := DefaultSize
	if size != nil {
		most, otherwise = *size, None
	}
	if len(read) > most {
		return read[:most], Some
	}
	return read, otherwise
}

func some(exist bool) More {
	if exist {
		return Some
	}
	return None
}

// Info is the position of a window in its connection.
type Info struct {
	// StartCursor and EndCursor are nil for an empty window.
	StartCursor, EndCursor *Cursor
	// Previous and Next are the results of [Take].
	Previous, Next More
	// ExistsBeyond reports whether the list has elements at or beyond the cursor before or after
	// the window.
	ExistsBeyond func(ctx context.Context, next bool) (bool, error)
}

// HasPreviousPage reports whether elements precede the window.
func (i *Info) HasPreviousPage(ctx context.Context) (bool, error) {
	return i.has(ctx, i.Previous, false)
}

// HasNextPage reports whether elements follow the window.
func (i *Info) HasNextPage(ctx context.Context) (bool, error) {
	return i.has(ctx, i.Next, true)
}

func (i *Info) has(ctx context.Context, more More, next bool) (bool, error) {
	if more == Beyond {
		return i.ExistsBeyond(ctx, next)
	}
	return more == Some, nil
}
