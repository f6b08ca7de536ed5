package consent

import (
	"context"
	"fmt"
	"math"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
	"github.com/firmhub/firmhub/internal/transfer/stream"
)

// ListInput selects a page of the entries that are in force.
type ListInput struct {
	// State and Address select entries; nil means every entry.
	State          *State
	Address        *string
	Page, PageSize *int
}

// HistoryInput selects a page of the entries of an address.
type HistoryInput struct {
	Address        string
	Page, PageSize *int
}

// Page is a page of entries.
type Page = page.Numbered[*Entry]

// selection is a condition on the entries in force or on all entries.
type selection struct {
	from, where string
	args        []any
}

const (
	fromStates = " FROM consents c JOIN consent_entries e ON e.firm_id = c.firm_id AND e.number = c.number" +
		" WHERE c.firm_id = $1 AND e.firm_id = $1"
	fromEntries = " FROM consent_entries e WHERE e.firm_id = $1"
)

func (s *selection) and(condition string, arg any) {
	s.args = append(s.args, arg)
	s.where += fmt.Sprintf(" AND %s = $%d", condition, len(s.args)+1) // $1 is the firm
}

// andAddress selects the entries of an address, in a column of its keys.
func (s *selection) andAddress(ctx context.Context, d *db.DB, column string, address Address) error {
	keys, err := keysOf(ctx, d, []Address{address})
	if err != nil {
		return err
	}
	among, list := d.Among(column, len(s.args)+2, keys.all) // $1 is the firm
	s.args = append(s.args, list)
	s.where += " AND " + among
	return nil
}

func (s *selection) list(ctx context.Context, d *db.DB, limit, offset int) ([]*Entry, error) {
	n := len(s.args)
	query := fmt.Sprintf("SELECT %s%s%s ORDER BY e.number DESC LIMIT $%d OFFSET $%d", columns, s.from, s.where, n+2, n+3)
	return read(ctx, d, query, append(append([]any{}, s.args...), limit, offset)...)
}

func (s *selection) count(ctx context.Context, d *db.DB) (n int, err error) {
	_, err = d.InFirm(ctx).Row([]any{&n}, "SELECT count(*)"+s.from+s.where, s.args...)
	return n, err
}

func (s *selection) page(d *db.DB, number, size *int) *Page {
	return page.New(number, size,
		func(ctx context.Context, limit, offset int) (_ []*Entry, err error) {
			defer fault.Wrap(&err, "consent.List")
			return s.list(ctx, d, limit, offset)
		},
		func(ctx context.Context) (_ int, err error) {
			defer fault.Wrap(&err, "consent.List")
			return s.count(ctx, d)
		},
	)
}

// Validate returns every fault.
func (in *ListInput) Validate() fault.Details {
	var faults fault.Details
	page.Check(&faults, in.Page, in.PageSize)
	if in.State != nil && *in.State != OptedIn && *in.State != OptedOut && *in.State != Suppressed {
		faults.Add("state", "must be OptedIn, OptedOut or Suppressed")
	}
	if in.Address != nil {
		_, wrong := ParseAddress(*in.Address)
		faults = append(faults, wrong...)
	}
	return faults
}

// selected validates the input and returns what it selects.
func (in *ListInput) selected(ctx context.Context, d *db.DB) (*selection, error) {
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	s := &selection{from: fromStates}
	if in.State != nil {
		s.and("c.state", string(*in.State))
	}
	if in.Address != nil {
		address, _ := ParseAddress(*in.Address)
		if err := s.andAddress(ctx, d, "c.address_key", address); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// List returns a page of the entries of the viewer's firm that are in force, the newest first.
func List(ctx context.Context, d *db.DB, in ListInput) (*Page, error) {
	s, err := in.selected(ctx, d)
	if err != nil {
		return nil, err
	}
	return s.page(d, in.Page, in.PageSize), nil
}

// Validate returns every fault.
func (in *HistoryInput) Validate() fault.Details {
	_, faults := ParseAddress(in.Address)
	page.Check(&faults, in.Page, in.PageSize)
	return faults
}

// History returns a page of all entries of an address in the viewer's firm, the newest first.
func History(ctx context.Context, d *db.DB, in HistoryInput) (*Page, error) {
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	address, _ := ParseAddress(in.Address)
	s := &selection{from: fromEntries}
	err := s.andAddress(ctx, d, "e.address_key", address)
	return s.page(d, in.Page, in.PageSize), err
}

// exportPage is how many entries of an export are read at once.
const exportPage = 500

// Export returns the entries of the viewer's firm that are in force and that the input selects, the
// newest first. It ignores the page and page size of the input.
func Export(ctx context.Context, d *db.DB, in ListInput) (*stream.Table, error) {
	in.Page, in.PageSize = nil, nil
	s, err := in.selected(ctx, d)
	if err != nil {
		return nil, err
	}
	before := int64(math.MaxInt64)
	return &stream.Table{
		Columns: []string{"address", "kind", "state", "source", "evidence", "at", "by"},
		Next: func(ctx context.Context, rows *stream.Rows) (more bool, err error) {
			defer fault.Wrap(&err, "consent.Export")
			n := len(s.args)
			query := fmt.Sprintf("SELECT %s%s%s AND c.number < $%d ORDER BY c.number DESC LIMIT $%d", columns, s.from, s.where, n+2, n+3)
			entries, err := read(ctx, d, query, append(append([]any{}, s.args...), before, exportPage)...)
			if err != nil {
				return false, err
			}
			for _, e := range entries {
				rows.Text(e.Address)
				rows.Text(string(e.Kind))
				rows.Text(string(e.State))
				rows.Text(string(e.Source))
				rows.Text(e.Evidence)
				rows.Time(e.At)
				rows.Text(e.By)
				rows.End()
				before = e.number
			}
			return len(entries) == exportPage, nil
		},
	}, nil
}
