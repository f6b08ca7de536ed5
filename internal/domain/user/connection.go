package user

import (
	"context"
	"strings"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
)

// FilterInput selects the users that match all of the fields. [ListInput] describes them.
type FilterInput struct {
	SearchTerm string
	RoleID     *uuid.UUID
	IsActive   *bool
	Status     *membership.Status
}

// ConnectionInput asks for a window of users in the order of [List], as a Relay connection.
type ConnectionInput struct {
	page.Window
	FilterInput
}

type (
	// Connection is a window of users.
	Connection = page.Connection[*Member]
	// Edge is a user of a connection.
	Edge = page.Edge[*Member]
)

// nameEnd separates the two names in the value of a cursor. No name contains it.
const nameEnd = "\n"

// Connect returns a window of the users that [List] pages.
func Connect(d *db.DB, in ConnectionInput, sel page.Selection) (*Connection, error) {
	list := ListInput{SearchTerm: in.SearchTerm, RoleID: in.RoleID, IsActive: in.IsActive, Status: in.Status}
	faults := list.Validate()
	in.Window.Check(&faults)
	in.Window.CheckCursors(&faults, func(value any) bool {
		text, ok := value.(string)
		return ok && strings.Count(text, nameEnd) == 1
	})
	if err := faults.Err(); err != nil {
		return nil, err
	}
	matching := d.Client.Membership.Query()
	list.filter(matching)
	return page.Connect(in.Window, page.Source[*Member]{
		Read: func(ctx context.Context, b page.Bounds) (_ []*Member, err error) {
			defer fault.Wrap(&err, "user.Connection")
			rows, err := read(matching.Clone().Where(func(s *entsql.Selector) { names(s).Bound(s, b) }), sel).All(ctx)
			return newMembers(rows), err
		},
		Count: func(ctx context.Context) (int, error) { return matching.Clone().Count(ctx) },
		Cursor: func(m *Member) page.Cursor {
			return page.Cursor{ID: m.publicID, Value: lowerASCII(m.FirstName) + nameEnd + lowerASCII(m.LastName)}
		},
	}), nil
}

// lowerASCII folds case as lower of the databases does.
func lowerASCII(text string) string {
	return strings.Map(func(letter rune) rune {
		if 'A' <= letter && letter <= 'Z' {
			return letter + 'a' - 'A'
		}
		return letter
	}, text)
}

func newMembers(rows []*ent.Membership) []*Member {
	members := make([]*Member, 0, len(rows))
	for _, row := range rows {
		members = append(members, newMember(row))
	}
	return members
}
