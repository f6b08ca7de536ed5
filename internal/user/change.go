package user

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent/membership"
	entsession "github.com/firmhub/firmhub/ent/session"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/email"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/role"
	"github.com/firmhub/firmhub/internal/session"
	"github.com/firmhub/firmhub/internal/viewer"
)

// change is what a user is and shall become.
type change struct {
	*held

	from, to *Member
	// roleID is the role to come.
	roleID uuid.UUID
}

// change of a user who is held. It is a Conflict to make an invited user active: only the person can.
func (in *UpdateInput) change(of *held) (*change, error) {
	c := &change{held: of, from: memberOf(of.place), to: memberOf(of.place), roleID: of.place.RoleID}
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

func (c *change) ofRole() bool     { return c.roleID != c.place.RoleID }
func (c *change) ofActivity() bool { return c.from.Status != c.to.Status }

// ofLogin is a change of what the person is known by in the firm, and in its audit log.
func (c *change) ofLogin() bool {
	return c.from.Email != c.to.Email || c.from.UserName != c.to.UserName
}

func (c *change) ofPerson() bool {
	return c.ofLogin() || c.from.FirstName != c.to.FirstName || c.from.LastName != c.to.LastName
}

// check says whether the viewer may do this to the user, and whether the firm can be without what it takes away.
func (c *change) check(ctx context.Context, d *db.DB, may *authz.Enforcer) error {
	self := c.place.UserID == viewer.From(ctx).UserID && c.from.Status != membership.StatusInvited
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
		err := c.mayGive(ctx, d, may, c.place.RoleID)
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

// mayGive is nil when the viewer holds all that the user would hold with the role, else Forbidden.
func (c *change) mayGive(ctx context.Context, d *db.DB, may *authz.Enforcer, roleID uuid.UUID) error {
	if c.from.Status == membership.StatusInvited {
		return mayInviteAs(ctx, d, may, c.account, roleID)
	}
	return role.MayGive(ctx, d, may, c.place.UserID, roleID)
}

// save stores what has changed. Another e-mail makes an invitation invalid until it is sent again: whoever was told of it is not
// the person whom the firm means now.
func (c *change) save(ctx context.Context, d *db.DB, sessions *session.Manager) error {
	if !c.ofPerson() && !c.ofRole() && !c.ofActivity() {
		return nil
	}
	if c.ofActivity() && !c.to.IsActive() {
		err := sessions.EndMembershipSessions(ctx, c.place.ID, entsession.EndReasonRevoked)
		if err != nil {
			return err
		}
	}
	emailKey := email.Key(c.to.Email)
	update := d.Client.Membership.UpdateOne(c.place).
		SetFirstName(c.to.FirstName).SetLastName(c.to.LastName).SetUserName(c.to.UserName).
		SetEmail(c.to.Email).SetEmailKey(emailKey).
		SetRoleID(c.roleID).SetStatus(c.to.Status)
	if emailKey != c.place.EmailKey {
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
