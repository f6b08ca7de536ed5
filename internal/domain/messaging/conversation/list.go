package conversation

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
	"github.com/firmhub/firmhub/internal/plaintext"
	"github.com/firmhub/firmhub/internal/viewer"
)

// ListInput selects conversations. Nil fields select every conversation.
type ListInput struct {
	Status *Status
	// AssignedTo is me, none or the id of a user.
	AssignedTo *string
	ChannelID  *uuid.UUID
	Unread     *bool
	// SearchTerm is a part of the contact's name or of the address.
	SearchTerm *string
	// Limit is how many are returned at most, 20 by default, and After the next of the page before.
	Limit *int
	After *page.Cursor
}

// Page is a part of the conversations. Next is where the next part begins, or nil at the end.
type Page struct {
	Items []*Conversation
	Next  *page.Cursor
}

// selection is a condition on rows of a firm.
type selection struct {
	where string
	args  []any
}

// and adds a condition with the placeholder $%[1]d for arg.
func (s *selection) and(condition string, arg any) {
	s.args = append(s.args, arg)
	s.where += fmt.Sprintf(" AND "+condition, len(s.args)+1) // $1 is the firm
}

// before adds the condition of rows after a cursor in a list with the newest first.
func (s *selection) before(column string, after *page.Cursor) {
	if after == nil {
		return
	}
	s.args = append(s.args, after.Value, after.ID)
	n := len(s.args)
	table, _, _ := strings.Cut(column, ".")
	s.where += fmt.Sprintf(" AND (%[1]s < $%[2]d OR %[1]s = $%[2]d AND %[3]s.id < $%[4]d)", column, n, table, n+1)
}

// among adds the condition that a column has one of the ids.
func (s *selection) among(d *db.DB, column string, ids []uuid.UUID) {
	among, list := d.AmongIDs(column, len(s.args)+2, ids) // $1 is the firm
	s.args = append(s.args, list)
	s.where += " AND " + among
}

// limit adds an order and how many rows are returned at most. It comes last.
func (s *selection) limit(order string, n int) {
	s.args = append(s.args, n)
	s.where += fmt.Sprintf("%s LIMIT $%d", order, len(s.args)+1)
}

// checkPart returns the faults of what asks for a part of a list.
func checkPart(limit *int, after *page.Cursor) (faults fault.Details) {
	page.CheckRange(&faults, "limit", limit, page.MaxSize)
	if after != nil {
		if _, isTime := after.Value.(time.Time); !isTime {
			faults.Add("after", "must be the next of a list of this kind")
		}
	}
	return faults
}

// limited returns the limit of a list.
func limited(limit *int) int {
	if limit == nil {
		return page.DefaultSize
	}
	return *limit
}

// Validate returns every fault.
func (in *ListInput) Validate() fault.Details {
	faults := checkPart(in.Limit, in.After)
	if in.AssignedTo != nil && *in.AssignedTo != "none" && *in.AssignedTo != "me" {
		if _, err := uuid.Parse(*in.AssignedTo); err != nil {
			faults.Add("assignedTo", "must be me, none or the id of a user")
		}
	}
	return faults
}

// List returns conversations of the viewer's firm, those with the newest messages first.
func (m *Manager) List(ctx context.Context, in ListInput) (_ *Page, err error) {
	defer fault.Wrap(&err, "conversation.List")
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	limit, s := limited(in.Limit), in.selected(ctx)
	s.before("c.active_at", in.After)
	s.limit(newest, limit+1)
	found, err := read(ctx, m.db, s.where, s.args...)
	if err != nil {
		return nil, err
	}
	list := &Page{Items: found}
	if len(found) > limit {
		list.Items = found[:limit]
		last := list.Items[limit-1]
		list.Next = &page.Cursor{ID: last.ID, Value: last.ActiveAt}
	}
	return list, nil
}

func (in *ListInput) selected(ctx context.Context) *selection {
	s := &selection{}
	if in.Status != nil {
		s.and("c.status = $%[1]d", string(*in.Status))
	}
	if in.ChannelID != nil {
		s.and("c.channel_id = $%[1]d", *in.ChannelID)
	}
	if in.AssignedTo != nil {
		switch *in.AssignedTo {
		case "none":
			s.where += " AND c.assigned_to IS NULL"
		case "me":
			s.and("c.assigned_to = $%[1]d", viewer.From(ctx).UserID)
		default:
			s.and("c.assigned_to = $%[1]d", uuid.MustParse(*in.AssignedTo))
		}
	}
	if in.Unread != nil && *in.Unread {
		s.where += " AND c.unread > 0"
	} else if in.Unread != nil {
		s.where += " AND c.unread = 0"
	}
	if in.SearchTerm != nil && !plaintext.IsBlank(*in.SearchTerm) {
		term := db.Containing(plaintext.Fold(plaintext.Trim(*in.SearchTerm)))
		s.and(`(lower(c.address) LIKE $%[1]d ESCAPE '\' OR EXISTS (SELECT 1 FROM contacts k
	WHERE k.firm_id = $1 AND k.id = c.contact_id AND k.deleted_at IS NULL AND k.search LIKE $%[1]d ESCAPE '\'))`, term)
	}
	return s
}
