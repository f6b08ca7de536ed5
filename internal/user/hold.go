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

// held is a user of the viewer's firm whose rows nobody else changes before the transaction ends.
type held struct {
	// place has its role.
	place   *ent.Membership
	account *ent.User
}

// hold returns a user of the viewer's firm, as [placeOf] does, and keeps account and membership as they are until the
// transaction ends: whoever changes the users of a firm waits for its role Owner, so that two of them never leave the firm
// without one together; and who logs in, answers an invitation, or invites the person, waits for the account.
func hold(ctx context.Context, d *db.DB, userID uuid.UUID) (*held, error) {
	_, err := d.Client.Role.Query().Where(entrole.IsSystem(true), db.ForUpdate).IDs(ctx)
	if err != nil {
		return nil, fmt.Errorf("lock the role Owner: %w", err)
	}
	place, err := placeOf(ctx, d, userID)
	if err != nil {
		return nil, err
	}
	err = d.LockUsers(ctx, place.UserID)
	if err != nil {
		return nil, err
	}
	across := rule.AcrossFirms(ctx, "an account belongs to no firm")
	account, err := d.Client.User.Query().Where(user.ID(place.UserID)).Only(across)
	if ent.IsNotFound(err) { // with the invitation, which was declined meanwhile
		return nil, unknownUser(err)
	}
	if err != nil {
		return nil, fmt.Errorf("read the account: %w", err)
	}
	// The person may have changed the membership before the account was locked.
	place, err = placeOf(ctx, d, userID)
	if err != nil {
		return nil, err
	}
	return &held{place: place, account: account}, nil
}

// checkOwnerStays refuses to take away the last active user with the role Owner.
func (h *held) checkOwnerStays(ctx context.Context, d *db.DB) error {
	if !h.place.Edges.Role.IsSystem || h.place.Status != membership.StatusActive || !h.account.IsActive {
		return nil
	}
	another, err := d.Client.Membership.Query().Where(
		membership.IDNEQ(h.place.ID), membership.StatusEQ(membership.StatusActive),
		membership.RoleID(h.place.RoleID), membership.HasUserWith(user.IsActive(true)),
	).Exist(ctx)
	if err != nil {
		return fmt.Errorf("look for another owner: %w", err)
	}
	if !another {
		return fault.New(fault.Conflict, "This is the last active user with the role %s: give it to another one first.",
			h.place.Edges.Role.Name)
	}
	return nil
}
