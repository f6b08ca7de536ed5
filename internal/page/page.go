// Package page counts the pages of lists, which clients ask for by number.
package page

import "github.com/firmhub/firmhub/internal/fault"

// The sizes of a page.
const (
	DefaultSize = 20
	MaxSize     = 100
)

// MaxNumber is the last page that can be asked for.
const MaxNumber = 100_000_000

// Numbered is a page of a list. It counts from 1.
type Numbered struct{ Page, PageSize int }

// Check notes a number or a size that no page has. Nil stands for the default: the first page, of [DefaultSize].
func Check(faults *fault.Details, number, size *int) {
	CheckRange(faults, "page", number, MaxNumber)
	CheckRange(faults, "pageSize", size, MaxSize)
}

// CheckRange notes a number that is not from 1 to most; nil is nothing.
func CheckRange(faults *fault.Details, field string, number *int, most int) {
	if number != nil && (*number < 1 || *number > most) {
		faults.Add(field, "must be from 1 to %d", most)
	}
}

// Of gives the page that was asked for.
func Of(number, size *int) Numbered {
	p := Numbered{Page: 1, PageSize: DefaultSize}
	if number != nil {
		p.Page = *number
	}
	if size != nil {
		p.PageSize = *size
	}
	return p
}

// Offset is how many entries of the list come before the page.
func (p Numbered) Offset() int { return (p.Page - 1) * p.PageSize }

// Cut gives the entries of the page out of the whole list, never nil.
func Cut[T any](p Numbered, all []T) []T {
	from := min(p.Offset(), len(all))
	return append([]T{}, all[from:min(from+p.PageSize, len(all))]...)
}
