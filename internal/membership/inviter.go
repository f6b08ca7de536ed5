package membership

import (
	"context"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// mayEnter returns nil when whoever typed the password of the invitation holds now all that the person would hold in the
// firm, by the role that the invitation has now and by every policy rule that names the person; and Forbidden otherwise, also
// when that user is not active in the firm any more. Whoever knows the password may be the one who uses it: an invitation
// gives nothing that its sender could not use themselves. It is asked when the invitation is used, because role, rules and
// account can all have changed since it was sent. Of the server itself
// nothing is asked.
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
