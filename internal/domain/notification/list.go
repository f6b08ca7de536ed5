package notification

import (
	"context"
	"sync"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
)

// ListInput selects a page of the viewer's notifications.
type ListInput struct {
	Page, PageSize *int
	// Status selects notifications; nil means all.
	Status *Status
}

// Validate returns every fault.
func (in *ListInput) Validate() fault.Details {
	var faults fault.Details
	page.Check(&faults, in.Page, in.PageSize)
	return faults
}

// Page is a page of notifications.
type Page = page.Numbered[*Notification]

// List returns a page of the notifications of the active firm that are to everyone or to the
// viewer, the newest first.
func List(ctx context.Context, d *db.DB, in ListInput) (_ *Page, err error) {
	defer fault.Wrap(&err, "notification.List")
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	by, err := readerOf(ctx)
	if err != nil {
		return nil, err
	}
	// Items and total are computed from the same numbers.
	opened := sync.OnceValues(func() (*inbox, error) { return open(ctx, d, by) })
	return page.New(in.Page, in.PageSize,
		func(ctx context.Context, limit, offset int) (_ []*Notification, err error) {
			defer fault.Wrap(&err, "notification.List")
			b, err := opened()
			if err != nil {
				return nil, err
			}
			return b.list(ctx, d, query{status: in.Status, newestFirst: true, limit: limit, offset: offset})
		},
		func(context.Context) (_ int, err error) {
			defer fault.Wrap(&err, "notification.List")
			b, err := opened()
			if err != nil {
				return 0, err
			}
			return b.count(in.Status), nil
		},
	), nil
}

// count returns how many notifications with the status the reader sees.
func (b *inbox) count(status *Status) int {
	switch {
	case status == nil:
		return b.total()
	case *status == Unread:
		return b.unread()
	}
	return b.total() - b.unread()
}
