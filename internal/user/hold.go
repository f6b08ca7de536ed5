package user

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/membership"
	entrole "github.com/firmhub/firmhub/ent/role"
	"github.com/firmhub/firmhub/ent/user"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
)

// hold gives the membership of a user in the viewer's firm, with user and role, as [placeOf] does, and keeps it as it is
// until the transaction ends: whoever changes the users of a firm waits for its role Owner, so that two of them never
// leave the firm without one together; and who logs in, or lets the person into another firm, waits for the user.
func hold(ctx context.Context, d *db.DB, userID uuid.UUID) (*ent.Membership, error) {
	_, err := d.Client.Role.Query().Where(entrole.IsSystem(true), db.ForUpdate).IDs(ctx)
	if err != nil {
		return nil, fmt.Errorf("lock the role Owner: %w", err)
	}
	_, err = d.Client.User.Query().Where(user.ID(userID), db.ForUpdate).IDs(ctx)
	if err != nil {
		return nil, fmt.Errorf("lock the user: %w", err)
	}
	return placeOf(ctx, d, userID)
}

// checkOwnerStays refuses to take away the last active user with the role Owner.
func checkOwnerStays(ctx context.Context, d *db.DB, leaving *ent.Membership) error {
	if !leaving.Edges.Role.IsSystem || !leaving.IsActive || !leaving.Edges.User.IsActive {
		return nil
	}
	another, err := d.Client.Membership.Query().Where(
		membership.IDNEQ(leaving.ID), membership.IsActive(true),
		membership.HasRoleWith(entrole.IsSystem(true)), membership.HasUserWith(user.IsActive(true)),
	).Exist(ctx)
	if err != nil {
		return fmt.Errorf("look for another owner: %w", err)
	}
	if !another {
		return fault.New(fault.Conflict, "This is the last active user with the role %s: give it to another one first.",
			leaving.Edges.Role.Name)
	}
	return nil
}
