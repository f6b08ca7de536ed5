package user

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/membership"
	entrole "github.com/firmhub/firmhub/ent/role"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/ent/user"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
)

// locked is a user of the viewer's firm whose rows are locked until the transaction ends.
type locked struct {
	// membership includes its role.
	membership *ent.Membership
	account    *ent.User
}

// lock returns a user of the viewer's firm, or NotFound, and locks the role Owner of the firm and
// the account. Changes of users wait for the role, so that two concurrent changes can't leave the
// firm without an owner. Log-ins, answers to invitations, and invitations of the person wait for
// the account.
func lock(ctx context.Context, d *db.DB, id uuid.UUID) (*locked, error) {
	_, err := d.Client.Role.Query().Where(entrole.IsSystem(true), db.ForUpdate).IDs(ctx)
	if err != nil {
		return nil, fmt.Errorf("lock the role Owner: %w", err)
	}
	m, err := find(ctx, d, id, whole)
	if err != nil {
		return nil, err
	}
	err = d.LockUsers(ctx, m.UserID)
	if err != nil {
		return nil, err
	}
	across := rule.AcrossFirms(ctx, "an account belongs to no firm")
	account, err := d.Client.User.Query().Where(user.ID(m.UserID)).Only(across)
	if err != nil { // not found when the invitation has just been declined
		return nil, db.NotFound(err, kind)
	}
	// Read it again: the person may have changed it before the account was locked.
	m, err = find(ctx, d, id, whole)
	if err != nil {
		return nil, err
	}
	return &locked{membership: m, account: account}, nil
}

// checkOwnerStays returns a Conflict for the last active user with the role Owner.
func (l *locked) checkOwnerStays(ctx context.Context, d *db.DB) error {
	if !l.membership.Edges.Role.IsSystem || l.membership.Status != membership.StatusActive || !l.account.IsActive {
		return nil
	}
	another, err := d.Client.Membership.Query().Where(
		membership.IDNEQ(l.membership.ID), membership.StatusEQ(membership.StatusActive),
		membership.RoleID(l.membership.RoleID), membership.HasUserWith(user.IsActive(true)),
	).Exist(ctx)
	if err != nil {
		return fmt.Errorf("look for another owner: %w", err)
	}
	if !another {
		return fault.New(fault.Conflict, "This is the last active user with the role %s: give it to another one first.",
			l.membership.Edges.Role.Name)
	}
	return nil
}
