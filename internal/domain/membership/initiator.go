package membership

import (
	"context"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

const activeUserQuery = `SELECT has_factor FROM users WHERE id = $1 AND is_active`

// activeMembershipQuery finds the active membership of a user, and whether its firm is active.
const activeMembershipQuery = `
SELECT m.email, m.id, m.role_id, f.is_super_firm, f.policy_version, g.version, f.is_active
FROM memberships m
JOIN firms f ON f.id = m.firm_id
CROSS JOIN policy_versions g
WHERE m.firm_id = $1 AND m.user_id = $2 AND m.status = 'Active'`

// Initiator returns the viewer of a user who queued a job for a firm, with the user's present role.
// The session in which the job was queued may have ended. It returns Unauthorized when user,
// membership or firm are not active any more. It returns Forbidden when a user of the super-firm
// queued the job on a support visit and may not visit the firm now. If that is so because of the
// firm alone, the cause is [viewer.ErrInactive]. In a firm that requires a second factor MfaDue is
// set for a visitor without one. It never is at home: what a member has left running goes on.
func (m *Manager) Initiator(ctx context.Context, firm uuid.UUID, by viewer.Initiator) (*viewer.Viewer, error) {
	home := firm
	if by.HomeFirmID != uuid.Nil {
		home = by.HomeFirmID
	}
	v := &viewer.Viewer{Kind: viewer.User, UserID: by.UserID, FirmID: home}
	var firmActive bool
	active, err := m.db.Shared(ctx).Row([]any{&v.HasFactor}, activeUserQuery, by.UserID)
	if err == nil && active {
		active, err = m.db.InFirm(rule.ForFirm(ctx, home, "find the membership of who queued a job")).Row([]any{
			&v.Email, &v.RelationID, &v.RoleID, &v.SuperFirm, &v.PolicyVersion.Firm, &v.PolicyVersion.Global, &firmActive,
		}, activeMembershipQuery, by.UserID)
	}
	switch {
	case err != nil:
		return nil, viewer.ErrUnavailable(err)
	case !active:
		return nil, fault.New(fault.Unauthorized, "The user who queued the job is not active in the firm any more.")
	case !firmActive:
		return nil, fault.New(fault.Unauthorized, "The firm of the user who queued the job is not active.").Because(viewer.ErrInactive)
	case home == firm:
		return v, nil
	}
	if v, err = m.Visit(ctx, v, firm.String()); err != nil {
		return nil, err
	}
	return v, v.Refused
}
