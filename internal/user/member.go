package user

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/internal/audit"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
)

// Member is a user as one firm sees them.
type Member struct {
	ID                                   uuid.UUID
	FirstName, LastName, Email, UserName string
	// IsActive is whether the user may work in the firm.
	IsActive bool
	Role     *ent.Role
	// RelationID is that of the user to the firm.
	RelationID uuid.UUID
	// CreatedAt is when the user joined the firm, UpdatedAt when the person or the place in the firm was last changed.
	CreatedAt, UpdatedAt time.Time
}

// memberOf needs the place with its user and role.
func memberOf(place *ent.Membership) *Member {
	person := place.Edges.User
	updated := place.UpdatedAt
	if person.UpdatedAt.After(updated) {
		updated = person.UpdatedAt
	}
	return &Member{
		ID: person.ID, FirstName: person.FirstName, LastName: person.LastName, Email: person.Email, UserName: person.UserName,
		IsActive: place.IsActive, Role: place.Edges.Role, RelationID: place.ID,
		CreatedAt: place.CreatedAt, UpdatedAt: updated,
	}
}

// Get gives a user of the viewer's firm, active there or not; NotFound for anybody else.
func Get(ctx context.Context, d *db.DB, id uuid.UUID) (_ *Member, err error) {
	defer fault.Wrap(&err, "user.Get")
	place, err := placeOf(ctx, d, id)
	if err != nil {
		return nil, err
	}
	return memberOf(place), nil
}

// placeOf gives the membership of a user in the viewer's firm, with user and role.
func placeOf(ctx context.Context, d *db.DB, userID uuid.UUID) (*ent.Membership, error) {
	place, err := d.Client.Membership.Query().Where(membership.UserID(userID)).WithUser().WithRole().Only(ctx)
	if ent.IsNotFound(err) {
		return nil, fault.New(fault.NotFound, "The firm has no such user.").Because(err)
	}
	if err != nil {
		return nil, fmt.Errorf("read the user: %w", err)
	}
	return place, nil
}

// target is the user in the audit trail.
func (m *Member) target() audit.Target { return audit.Of("user", m.ID, m.Email) }

// facts are what the audit trail keeps of a user who comes or goes.
func (m *Member) facts() map[string]any {
	return map[string]any{
		"firstName": m.FirstName, "lastName": m.LastName, "email": m.Email, "userName": m.UserName, "role": m.Role.Name,
		"isActive": m.IsActive,
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
