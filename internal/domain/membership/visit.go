package membership

import (
	"context"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

const activeFirmQuery = "SELECT f.policy_version, f.require_mfa, g.version FROM firms f CROSS JOIN policy_versions g" +
	" WHERE f.id = $1 AND f.is_active"

// Visit returns the viewer in another firm, which the request has named in X-Firm-Id. A user of the
// super-firm has no role there, and may do only what policy rules allow for support. Naming the
// viewer's own firm changes nothing. If the firm can't be visited, or the user is not of the
// super-firm, the field Refused of the returned viewer is Forbidden. Visit returns Unavailable when
// the database can't be reached.
func (m *Manager) Visit(ctx context.Context, v *viewer.Viewer, firm string) (*viewer.Viewer, error) {
	firmID, _ := uuid.Parse(firm) // The zero id of malformed text belongs to no firm.
	if firmID == v.FirmID {
		return v, nil
	}
	visiting, requiresFactor := *v, false
	if firmID == uuid.Nil || !v.SuperFirm {
		visiting.Refused = fault.New(fault.Forbidden, "X-Firm-Id is not the firm of the access token.")
		return &visiting, nil
	}
	active, err := m.db.InFirm(rule.ForFirm(ctx, firmID, "visit a firm for support")).
		Row([]any{&visiting.PolicyVersion.Firm, &requiresFactor, &visiting.PolicyVersion.Global}, activeFirmQuery)
	switch {
	case err != nil:
		return nil, viewer.ErrUnavailable(err)
	case !active:
		visiting.Refused = fault.New(fault.Forbidden, "X-Firm-Id names no active firm.").Because(viewer.ErrInactive)
		return &visiting, nil
	}
	visiting.FirmID, visiting.HomeFirmID = firmID, v.FirmID
	visiting.RoleID, visiting.RelationID, visiting.SuperFirm = uuid.Nil, uuid.Nil, false
	visiting.MfaDue = v.MfaDue || requiresFactor && !v.HasFactor
	return &visiting, nil
}
