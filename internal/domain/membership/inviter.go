package membership

import (
	"context"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// mayEnter returns Forbidden unless the user who chose the password of the invitation is active in
// the firm, and holds everything that the person would hold there by the role of the invitation and
// by the policy rules that name the person. That user knows the password and may use it, so an
// invitation must grant nothing that its sender does not hold. mayEnter is called when the
// invitation is used, because role, rules and account may have changed since it was sent. It always
// allows an invitation of the server itself.
func (m *Manager) mayEnter(ctx context.Context, invited *ent.Membership) error {
	if invited.InvitedBy == uuid.Nil {
		return nil
	}
	by := viewer.Initiator{UserID: invited.InvitedBy, HomeFirmID: invited.InvitedByFirm}
	inviter, err := m.Initiator(ctx, invited.FirmID, by)
	if err == nil {
		err = m.policy.Covers(viewer.NewContext(ctx, inviter), authz.Subject{UserID: invited.UserID, RoleID: invited.RoleID})
	}
	if fault.Is(err, fault.Unauthorized) || fault.Is(err, fault.Forbidden) {
		return fault.New(fault.Forbidden,
			"Whoever sent the invitation can't give what it holds now. Ask the firm to send it again.").Because(err)
	}
	return err
}
