package membership

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// member checks that user, membership and firm are active. The session does not matter: a job continues when the user who
// queued it has logged out.
const member = `
SELECT u.email, m.id, m.role_id, f.is_super_firm, f.policy_version, g.version
FROM memberships m
JOIN users u ON u.id = m.user_id AND u.is_active
JOIN firms f ON f.id = m.firm_id AND f.is_active
CROSS JOIN policy_versions g
WHERE m.user_id = $1 AND m.firm_id = $2 AND m.status = 'Active'`

// Initiator returns the viewer of a user who queued a job for a firm, with the role that the user has now. It is
// Unauthorized when user, membership or firm are not active any more, and Forbidden when a user of the super-firm gave
// support in the firm and may not do so now.
func (m *Manager) Initiator(ctx context.Context, firm uuid.UUID, by viewer.Initiator) (*viewer.Viewer, error) {
	home := firm
	if by.HomeFirmID != uuid.Nil {
		home = by.HomeFirmID
	}
	v := &viewer.Viewer{Kind: viewer.User, UserID: by.UserID, FirmID: home}
	rows, err := m.db.Query(ctx, member, by.UserID, home)
	if err != nil {
		return nil, viewer.ErrUnavailable(err)
	}
	found := rows.Next()
	if found {
		err = rows.Scan(&v.Email, &v.RelationID, &v.RoleID, &v.SuperFirm, &v.PolicyVersion.Firm, &v.PolicyVersion.Global)
	}
	if err := errors.Join(err, rows.Err(), rows.Close()); err != nil {
		return nil, viewer.ErrUnavailable(err)
	}
	if !found {
		return nil, fault.New(fault.Unauthorized, "The user who queued the job is not active in the firm any more.")
	}
	if home == firm {
		return v, nil
	}
	if v, err = m.Visit(ctx, v, firm.String()); err != nil {
		return nil, err
	}
	return v, v.Refused
}
