package user

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent/membership"
	entsession "github.com/firmhub/firmhub/ent/session"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/role"
	"github.com/firmhub/firmhub/internal/domain/session"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext/email"
	"github.com/firmhub/firmhub/internal/viewer"
)

// change is a locked user before and after an update.
type change struct {
	*locked

	from, to *Member
	// roleID is the id of the new role.
	roleID uuid.UUID
}

// change returns the change of a locked user. It returns Conflict for the activation of an invited
// user: only the person can accept.
func (in *UpdateInput) change(user *locked) (*change, error) {
	c := &change{
		locked: user, from: newMember(user.membership), to: newMember(user.membership), roleID: user.membership.RoleID,
	}
	for _, text := range []struct{ to, given *string }{
		{&c.to.FirstName, in.FirstName}, {&c.to.LastName, in.LastName}, {&c.to.Email, in.Email}, {&c.to.UserName, in.UserName},
	} {
		if text.given != nil {
			*text.to = *text.given
		}
	}
	if in.RoleID != nil {
		c.roleID = *in.RoleID
	}
	switch {
	case in.IsActive == nil:
	case c.from.Status != membership.StatusInvited && *in.IsActive:
		c.to.Status = membership.StatusActive
	case c.from.Status != membership.StatusInvited:
		c.to.Status = membership.StatusInactive
	case *in.IsActive:
		return nil, fault.New(fault.Conflict, "The user has not accepted the invitation yet.")
	}
	return c, nil
}

func (c *change) ofRole() bool     { return c.roleID != c.membership.RoleID }
func (c *change) ofActivity() bool { return c.from.Status != c.to.Status }

// ofLogin reports whether the e-mail address or the user name changes. The firm and its audit log
// know the person by them.
func (c *change) ofLogin() bool {
	return c.from.Email != c.to.Email || c.from.UserName != c.to.UserName
}

func (c *change) ofPerson() bool {
	return c.ofLogin() || c.from.FirstName != c.to.FirstName || c.from.LastName != c.to.LastName
}

// check returns Forbidden if the viewer may not make the change, and Conflict if the firm would
// lose its last owner.
func (c *change) check(ctx context.Context, d *db.DB, may *authz.Enforcer) error {
	self := c.membership.UserID == viewer.From(ctx).UserID && c.from.Status != membership.StatusInvited
	if self && (c.ofRole() || c.ofActivity()) {
		return fault.New(fault.Forbidden, "You can't change your own role, nor whether you are active.")
	}
	if c.ofRole() || c.ofActivity() && c.to.IsActive() {
		err := c.mayGive(ctx, d, may, c.roleID)
		if err != nil {
			return err
		}
	}
	if c.ofLogin() && !self {
		err := c.mayGive(ctx, d, may, c.membership.RoleID)
		if fault.Is(err, fault.Forbidden) {
			return fault.New(fault.Forbidden,
				"You can't change the e-mail or user name of a user who holds more than you do.").Because(err)
		}
		if err != nil {
			return err
		}
	}
	if c.ofRole() || c.ofActivity() && !c.to.IsActive() {
		return c.checkOwnerStays(ctx, d)
	}
	return nil
}

// mayGive returns Forbidden unless the viewer holds everything that the user would hold with the
// role.
func (c *change) mayGive(ctx context.Context, d *db.DB, may *authz.Enforcer, roleID uuid.UUID) error {
	if c.from.Status == membership.StatusInvited {
		return mayInviteAs(ctx, d, may, c.account, roleID)
	}
	return role.MayGive(ctx, d, may, c.membership.UserID, roleID)
}

// save stores the change. If the e-mail address changes, an invitation becomes invalid until it is
// sent again: the person who received it is not the one whom the firm means now.
func (c *change) save(ctx context.Context, d *db.DB, sessions *session.Manager) error {
	if !c.ofPerson() && !c.ofRole() && !c.ofActivity() {
		return nil
	}
	if c.ofActivity() && !c.to.IsActive() {
		err := sessions.EndMembershipSessions(ctx, c.membership.ID, entsession.EndReasonRevoked)
		if err != nil {
			return err
		}
	}
	emailKey := email.Key(c.to.Email)
	update := d.Client.Membership.UpdateOne(c.membership).
		SetFirstName(c.to.FirstName).SetLastName(c.to.LastName).SetUserName(c.to.UserName).
		SetEmail(c.to.Email).SetEmailKey(emailKey).
		SetRoleID(c.roleID).SetStatus(c.to.Status)
	if emailKey != c.membership.EmailKey {
		update.SetInvitationHash("")
	}
	err := update.Exec(ctx)
	switch {
	case db.IsUnique(err):
		return emailTaken().Because(err)
	case db.IsForeignKey(err): // the role was deleted meanwhile
		return fault.Details{foreignRole}.Err()
	case err != nil:
		return fmt.Errorf("save the membership: %w", err)
	}
	return nil
}
