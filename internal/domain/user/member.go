package user

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/audit"
	memberships "github.com/firmhub/firmhub/internal/domain/membership"
	"github.com/firmhub/firmhub/internal/domain/role"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
)

// Member is a user of a firm, with the data that the firm has about the person.
type Member struct {
	// ID is the id of the account once the person has joined the firm. An invitation may have an id
	// of its own.
	ID                                   uuid.UUID
	FirstName, LastName, Email, UserName string
	Status                               membership.Status
	// Role is nil if it was not selected.
	Role *ent.Role
	// RelationID is the id of the membership.
	RelationID uuid.UUID
	// publicID is the id by which users of the same name are ordered.
	publicID uuid.UUID
	// InvitationExpiresAt is nil unless the user is Invited.
	InvitationExpiresAt *time.Time
	// CreatedAt is when the firm invited the user, and UpdatedAt when something was last changed in
	// the firm.
	CreatedAt, UpdatedAt time.Time
}

// IsActive reports whether the user may work in the firm.
func (m *Member) IsActive() bool { return m.Status == membership.StatusActive }

// newMember returns the user of a membership.
func newMember(row *ent.Membership) *Member {
	m := &Member{
		ID: row.UserID, FirstName: row.FirstName, LastName: row.LastName, Email: row.Email, UserName: row.UserName,
		Status: row.Status, Role: row.Edges.Role, RelationID: row.ID, publicID: row.PublicID,
		CreatedAt: row.CreatedAt, UpdatedAt: row.UpdatedAt,
	}
	if row.Status == membership.StatusInvited {
		m.ID = row.PublicID
		if row.InvitedAt != nil {
			expires := row.InvitedAt.Add(memberships.InvitationLife)
			m.InvitationExpiresAt = &expires
		}
	}
	return m
}

// Get returns a user of the viewer's firm, active there or not, or NotFound.
func Get(ctx context.Context, d *db.DB, id uuid.UUID, sel page.Selection) (_ *Member, err error) {
	defer fault.Wrap(&err, "user.Get")
	row, err := find(ctx, d, id, sel)
	if err != nil {
		return nil, err
	}
	return newMember(row), nil
}

const kind = "user"

// whole selects a user with the role.
var whole = page.Selection{Edges: map[string]page.Selection{membership.EdgeRole: {}}}

// find returns the membership of a user in the viewer's firm, or NotFound.
func find(ctx context.Context, d *db.DB, id uuid.UUID, sel page.Selection) (*ent.Membership, error) {
	row, err := read(d.Client.Membership.Query().Where(authz.MemberID(id)), sel).Only(ctx)
	return row, db.NotFound(err, kind)
}

// read makes a query read the role, with the columns selected of it, if it is selected. The other
// columns are always read.
func read(query *ent.MembershipQuery, sel page.Selection) *ent.MembershipQuery {
	if sel.Edge(membership.EdgeRole) {
		query.WithRole(func(of *ent.RoleQuery) { role.Read(of, sel.Edges[membership.EdgeRole]) })
	}
	return query
}

// target returns the user as the target of an audit entry.
func (m *Member) target() audit.Target { return audit.Of(kind, m.ID, m.Email) }

// auditFields are the fields of a user in the audit log.
type auditFields struct {
	FirstName string            `json:"firstName"`
	LastName  string            `json:"lastName"`
	Email     string            `json:"email"`
	UserName  string            `json:"userName"`
	Role      string            `json:"role"`
	Status    membership.Status `json:"status"`
}

func (m *Member) auditFields() auditFields {
	return auditFields{m.FirstName, m.LastName, m.Email, m.UserName, m.Role.Name, m.Status}
}
