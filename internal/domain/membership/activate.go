package membership

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Activate makes an invitation an active membership, and records that in the firm's audit log. From
// now on the firm sees the id of the account. The caller has locked the account. Activate returns
// Conflict if the person is in the firm already, with another e-mail address, and the Forbidden of
// [Manager.mayEnter].
func (m *Manager) Activate(ctx context.Context, invited *ent.Membership) error {
	err := m.mayEnter(ctx, invited)
	if err != nil {
		return err
	}
	err = RenameOthers(ctx, m.db, invited)
	if err != nil {
		return err
	}
	err = m.db.Client.Membership.UpdateOne(invited).
		SetStatus(membership.StatusActive).SetInvitationHash("").ClearInvitedAt().ClearInvitedBy().ClearInvitedByFirm().
		Exec(ctx)
	if db.IsUnique(err) {
		return fault.New(fault.Conflict, "You are in this firm already.").Because(err)
	}
	if err != nil {
		return fmt.Errorf("save the membership: %w", err)
	}
	return recordAnswer(ctx, m.db, accepted, invited, invited.UserID, audit.Change{
		Before: map[string]any{"status": membership.StatusInvited}, After: map[string]any{"status": membership.StatusActive},
	})
}

// RenameOthers changes the public id of other memberships of a firm if it is the id of the account
// that joins it, because the firm will know its new user by that id. An invitation keeps the id of
// the account for which it was made when the firm addresses it to somebody else.
func RenameOthers(ctx context.Context, d *db.DB, joining *ent.Membership) error {
	others, err := d.Client.Membership.Query().Where(
		membership.FirmID(joining.FirmID), membership.PublicID(joining.UserID), membership.IDNEQ(joining.ID),
	).All(ctx)
	if err != nil {
		return fmt.Errorf("read other invitations: %w", err)
	}
	for _, other := range others {
		err := d.Client.Membership.UpdateOne(other).
			SetPublicID(entity.NewUserID()).SetUpdatedAt(other.UpdatedAt).Exec(ctx)
		if err != nil {
			return fmt.Errorf("save another invitation: %w", err)
		}
	}
	return nil
}

// The actions of a person with an invitation in the audit log.
const (
	accepted = "user.accept"
	declined = "user.decline"
)

// recordAnswer records in the firm's audit log that a person accepted or declined an invitation.
// The entry contains only what the firm may know about the person, which is the e-mail address that
// it entered. It contains neither the account nor the firm in which the person works, nor the IP
// address of a person who declined.
func recordAnswer(
	ctx context.Context, d *db.DB, action string, invited *ent.Membership, shownAs uuid.UUID, change audit.Change,
) error {
	asked := viewer.From(ctx).Request
	if action == declined {
		asked = viewer.Request{ID: asked.ID}
	}
	ctx = viewer.NewContext(ctx, &viewer.Viewer{
		Kind: viewer.User, FirmID: invited.FirmID, UserID: shownAs, Email: invited.Email, Request: asked,
	})
	change.Action, change.Target = action, audit.Of("user", shownAs, invited.Email)
	return audit.Record(ctx, d, change) //nolint:wrapcheck // The caller names the operation.
}
