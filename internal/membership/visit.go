package membership

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Visit gives the viewer as of another firm, which the request named: there a user of the super-firm holds no role, only
// what policy rules grant, so as to give support. The viewer's own firm may be named too; it changes nothing. For a firm
// that can't be visited, and for all others who name another firm, the viewer is one whose Refused is Forbidden. It is
// Unavailable when the database can't be asked.
func (m *Manager) Visit(ctx context.Context, v *viewer.Viewer, firm string) (*viewer.Viewer, error) {
	firmID, _ := uuid.Parse(firm) // What is malformed gives the zero id, which no firm has.
	if firmID == v.FirmID {
		return v, nil
	}
	visiting := *v
	if firmID == uuid.Nil || !v.SuperFirm {
		visiting.Refused = fault.New(fault.Forbidden, "X-Firm-Id is not the firm of the access token.")
		return &visiting, nil
	}
	version, found, err := m.policyVersion(ctx, firmID)
	switch {
	case err != nil:
		return nil, viewer.ErrUnavailable(err)
	case !found:
		visiting.Refused = fault.New(fault.Forbidden, "X-Firm-Id names no active firm.")
		return &visiting, nil
	}
	visiting.FirmID, visiting.HomeFirmID, visiting.PolicyVersion = firmID, v.FirmID, version
	visiting.RoleID, visiting.RelationID, visiting.SuperFirm = uuid.Nil, uuid.Nil, false
	return &visiting, nil
}

// policyVersion returns that of an active firm.
func (m *Manager) policyVersion(ctx context.Context, firmID uuid.UUID) (version viewer.PolicyVersion, found bool, err error) {
	rows, err := m.db.Query(ctx,
		"SELECT f.policy_version, g.version FROM firms f CROSS JOIN policy_versions g WHERE f.id = $1 AND f.is_active", firmID)
	if err != nil {
		return version, false, err
	}
	if found = rows.Next(); found {
		err = rows.Scan(&version.Firm, &version.Global)
	}
	return version, found, errors.Join(err, rows.Err(), rows.Close())
}
