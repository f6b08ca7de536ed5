package user

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/internal/audit"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	memberships "github.com/firmhub/firmhub/internal/membership"
)

// Member is a user as one firm sees them: all of it is what the firm typed, or what happened in it.
type Member struct {
	// ID is that of the account, once the person has joined the firm. Of an invitation it is one that may be its own.
	ID                                   uuid.UUID
	FirstName, LastName, Email, UserName string
	Status                               membership.Status
	Role                                 *ent.Role
	// RelationID is that of the user to the firm.
	RelationID uuid.UUID
	// InvitationExpiresAt is nil unless the user is Invited.
	InvitationExpiresAt *time.Time
	// CreatedAt is when the firm invited the user, UpdatedAt when something was last changed in the firm.
	CreatedAt, UpdatedAt time.Time
}

// IsActive reports whether the user may work in the firm.
func (m *Member) IsActive() bool { return m.Status == membership.StatusActive }

// memberOf needs the place with its role.
func memberOf(place *ent.Membership) *Member {
	m := &Member{
		ID: place.UserID, FirstName: place.FirstName, LastName: place.LastName, Email: place.Email, UserName: place.UserName,
		Status: place.Status, Role: place.Edges.Role, RelationID: place.ID,
		CreatedAt: place.CreatedAt, UpdatedAt: place.UpdatedAt,
	}
	if place.Status == membership.StatusInvited {
		m.ID = place.PublicID
		if place.InvitedAt != nil {
			expires := place.InvitedAt.Add(memberships.InvitationLife)
			m.InvitationExpiresAt = &expires
		}
	}
	return m
}

// Get returns a user of the viewer's firm, active there or not; NotFound for anybody else.
func Get(ctx context.Context, d *db.DB, id uuid.UUID) (_ *Member, err error) {
	defer fault.Wrap(&err, "user.Get")
	place, err := placeOf(ctx, d, id)
	if err != nil {
		return nil, err
	}
	return memberOf(place), nil
}

// placeOf returns the membership of a user in the viewer's firm, with the role.
func placeOf(ctx context.Context, d *db.DB, userID uuid.UUID) (*ent.Membership, error) {
	place, err := d.Client.Membership.Query().Where(authz.MemberID(userID)).WithRole().Only(ctx)
	if ent.IsNotFound(err) {
		return nil, unknownUser(err)
	}
	if err != nil {
		return nil, fmt.Errorf("read the user: %w", err)
	}
	return place, nil
}

func unknownUser(cause error) error {
	return fault.New(fault.NotFound, "The firm has no such user.").Because(cause)
}

// target is the user in the audit log.
func (m *Member) target() audit.Target { return audit.Of("user", m.ID, m.Email) }

// facts are what the audit log keeps of a user who is invited or removed.
func (m *Member) facts() map[string]any {
	return map[string]any{
		"firstName": m.FirstName, "lastName": m.LastName, "email": m.Email, "userName": m.UserName, "role": m.Role.Name,
		"status": m.Status,
	}
}

// changes are those of the facts that differ.
func (m *Member) changes(to *Member) (before, after map[string]any) {
	before, after = m.facts(), to.facts()
	for name, value := range before {
		if after[name] == value {
			delete(before, name)
			delete(after, name)
		}
	}
	return before, after
}
