package auth

import (
	"context"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/internal/fault"
)

// Me is who asks, and where.
type Me struct {
	User *ent.User
	// Firm is the active one.
	Firm FirmEntry
	// Role is the one held there.
	Role *ent.Role
	// IsSuperFirm is whether the active firm is the super-firm.
	IsSuperFirm bool
}

// Me says who the caller is. Any signed-in user may call it.
func (a *Authority) Me(ctx context.Context) (_ *Me, err error) {
	defer fault.Wrap(&err, "auth.Me")
	asking, err := signedIn(ctx)
	if err != nil {
		return nil, err
	}
	m, err := a.db.Client.Membership.Query().
		Where(membership.ID(asking.RelationID)).
		WithUser().WithFirm().WithRole().
		Only(ctx)
	if err != nil {
		return nil, err //nolint:wrapcheck // Wrapped above.
	}
	return &Me{
		User:        m.Edges.User,
		Firm:        place{membership: m, firm: m.Edges.Firm}.entry(asking.SessionID),
		Role:        m.Edges.Role,
		IsSuperFirm: m.Edges.Firm.IsSuperFirm,
	}, nil
}
