package user

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/ent/session"
	"github.com/firmhub/firmhub/internal/auth"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/role"
	"github.com/firmhub/firmhub/internal/viewer"
)

// change is what a user is and shall become.
type change struct {
	relation *ent.Membership
	from, to *Member
	// roleID is the role to come.
	roleID uuid.UUID
}

// change of a user whose rows are held.
func (in *UpdateInput) change(relation *ent.Membership) *change {
	c := &change{relation: relation, from: memberOf(relation), to: memberOf(relation), roleID: relation.RoleID}
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
	if in.IsActive != nil {
		c.to.IsActive = *in.IsActive
	}
	return c
}

func (c *change) ofRole() bool     { return c.roleID != c.relation.RoleID }
func (c *change) ofActivity() bool { return c.from.IsActive != c.to.IsActive }

// ofLogin is a change of what the person is known by.
func (c *change) ofLogin() bool {
	return c.from.Email != c.to.Email || c.from.UserName != c.to.UserName
}

func (c *change) ofPerson() bool {
	return c.ofLogin() || c.from.FirstName != c.to.FirstName || c.from.LastName != c.to.LastName
}

// check says whether the viewer may do this to the user, and whether the firm can be without what it takes away.
func (c *change) check(ctx context.Context, d *db.DB, may *authz.Enforcer) error {
	self := c.from.ID == viewer.From(ctx).UserID
	if self && (c.ofRole() || c.ofActivity()) {
		return fault.New(fault.Forbidden, "You can't change your own role, nor whether you are active.")
	}
	if c.ofRole() || c.ofActivity() && c.to.IsActive {
		err := role.MayGive(ctx, d, may, c.from.ID, c.roleID)
		if err != nil {
			return err
		}
	}
	if c.ofLogin() && !self {
		err := role.MayGive(ctx, d, may, c.from.ID, c.from.Role.ID)
		if fault.Is(err, fault.Forbidden) {
			return fault.New(fault.Forbidden,
				"You can't change the e-mail or user name of a user who holds more than you do.").Because(err)
		}
		if err != nil {
			return err
		}
	}
	if c.ofRole() || c.ofActivity() && !c.to.IsActive {
		return checkOwnerStays(ctx, d, c.relation)
	}
	return nil
}

// person changes what is the same in all firms of the person.
func (c *change) person(ctx context.Context, d *db.DB) error {
	if !c.ofPerson() {
		return nil
	}
	ctx = rule.AcrossFirms(ctx, "a person is the same in all firms")
	elsewhere, err := d.Client.Membership.Query().
		Where(membership.UserID(c.from.ID), membership.FirmIDNEQ(c.relation.FirmID)).Exist(ctx)
	if err != nil {
		return fmt.Errorf("look for the person's other firms: %w", err)
	}
	if elsewhere {
		return fault.New(fault.Conflict, "The name, e-mail and user name of a person who is in other firms too can't be changed.")
	}
	err = d.Client.User.UpdateOneID(c.from.ID).
		SetFirstName(c.to.FirstName).SetLastName(c.to.LastName).SetUserName(c.to.UserName).
		SetEmail(c.to.Email).SetEmailKey(auth.EmailKey(c.to.Email)).
		Exec(ctx)
	if db.IsUnique(err) {
		return fault.New(fault.Conflict, "Somebody has this e-mail already.").Because(err)
	}
	if err != nil {
		return fmt.Errorf("save the user: %w", err)
	}
	return nil
}

// place changes what is the firm's.
func (c *change) place(ctx context.Context, d *db.DB, sessions *auth.Authority) error {
	if !c.ofRole() && !c.ofActivity() {
		return nil
	}
	if !c.to.IsActive && c.ofActivity() {
		err := sessions.EndMembershipSessions(ctx, c.relation.ID, session.EndReasonRevoked)
		if err != nil {
			return err
		}
	}
	err := d.Client.Membership.UpdateOne(c.relation).SetRoleID(c.roleID).SetIsActive(c.to.IsActive).Exec(ctx)
	if db.IsForeignKey(err) { // the role was deleted meanwhile
		return fault.Details{foreignRole}.Err()
	}
	if err != nil {
		return fmt.Errorf("save the membership: %w", err)
	}
	return nil
}
