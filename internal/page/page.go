// Package page describes the results of a read: which part of an entity, and which page of a list.
package page

import (
	"context"

	"github.com/firmhub/firmhub/internal/fault"
)

// The sizes of a page.
const (
	DefaultSize = 20
	MaxSize     = 100
)

// MaxNumber is the highest page number that is accepted.
const MaxNumber = 100_000_000

// Numbered is a page of a list. The first one is number 1. Nothing is read before Items or
// TotalCount is called.
type Numbered[T any] struct {
	Page, PageSize int

	read  func(ctx context.Context, limit, offset int) ([]T, error)
	count func(ctx context.Context) (int, error)
}

// New returns a page of the list that read and count query. A nil number means the first page, and
// a nil size [DefaultSize].
func New[T any](
	number, size *int, read func(ctx context.Context, limit, offset int) ([]T, error), count func(ctx context.Context) (int, error),
) *Numbered[T] {
	p := &Numbered[T]{Page: 1, PageSize: DefaultSize, read: read, count: count}
	if number != nil {
		p.Page = *number
	}
	if size != nil {
		p.PageSize = *size
	}
	return p
}

// Read returns a page of the list that read queries at once, together with the number of all
// entries.
func Read[T any](
	ctx context.Context, number, size *int, read func(ctx context.Context, limit, offset int) (items []T, total int, err error),
) (*Numbered[T], error) {
	var (
		items []T
		total int
	)
	p := New(number, size,
		func(context.Context, int, int) ([]T, error) { return items, nil },
		func(context.Context) (int, error) { return total, nil })
	var err error
	items, total, err = read(ctx, p.PageSize, (p.Page-1)*p.PageSize)
	return p, err
}

// FromSlice returns a page of a list that is in memory.
func FromSlice[T any](number, size *int, list []T) *Numbered[T] {
	return New(number, size,
		func(_ context.Context, limit, offset int) ([]T, error) {
			offset = min(offset, len(list))
			return list[offset:min(offset+limit, len(list))], nil
		},
		func(context.Context) (int, error) { return len(list), nil })
}

// Items returns the entries of the page: an empty slice after the last page, never nil.
func (p *Numbered[T]) Items(ctx context.Context) ([]T, error) {
	items, err := p.read(ctx, p.PageSize, (p.Page-1)*p.PageSize)
	if err != nil {
		return nil, err
	}
	if items == nil {
		items = []T{}
	}
	return items, nil
}

// TotalCount returns the number of entries on all pages.
func (p *Numbered[T]) TotalCount(ctx context.Context) (int, error) { return p.count(ctx) }

// Check adds a fault for a page number or size that is out of range; nil is valid.
func Check(faults *fault.Details, number, size *int) {
	CheckRange(faults, "page", number, MaxNumber)
	CheckRange(faults, "pageSize", size, MaxSize)
}

// CheckRange adds a fault for a number that is not from 1 to most; nil is valid.
func CheckRange(faults *fault.Details, field string, number *int, most int) {
	if number != nil && (*number < 1 || *number > most) {
		faults.Add(field, "must be from 1 to %d", most)
	}
}
