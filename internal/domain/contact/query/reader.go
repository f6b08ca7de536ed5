package query

import (
	"context"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/page"
)

// Reader reads the contacts that a list selects, some at a time, in its order.
type Reader struct {
	found *matches
	by    sorting
	last  *page.Cursor
}

// NewReader returns a reader of the contacts of the viewer's firm. It ignores page and page size.
func NewReader(ctx context.Context, d *db.DB, in ListInput) (*Reader, error) {
	in.Page, in.PageSize = nil, nil
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	filter := in.filter()
	found, err := filter.resolve(ctx, d)
	if err != nil {
		return nil, err
	}
	return &Reader{found: found, by: in.sorting()}, nil
}

// Read returns at most limit contacts, after the contact passed to [Reader.Skip].
func (r *Reader) Read(ctx context.Context, limit int, sel page.Selection) ([]*ent.Contact, error) {
	return r.found.read(ctx, r.by, r.by.after(r.last), limit, 0, sel)
}

// Skip makes the next contacts begin after a contact that was read with the column of the order.
func (r *Reader) Skip(last *ent.Contact) { r.last = new(r.by.cursor(last)) }
