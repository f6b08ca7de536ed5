package user

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	entrole "github.com/firmhub/firmhub/ent/role"
	"github.com/firmhub/firmhub/internal/audit"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/role"
	"github.com/firmhub/firmhub/internal/viewer"
)

// AddInput describes a person who joins the viewer's firm.
type AddInput struct {
	CreateInput

	RoleID uuid.UUID
}

// Validate is that of a [CreateInput], and notes a missing role. Whether the firm has the role, only Add can tell.
func (in *AddInput) Validate() fault.Details {
	faults := in.CreateInput.Validate()
	if in.RoleID == uuid.Nil {
		faults.Add("roleId", "is required")
	}
	return faults
}

// Add lets a person into the viewer's firm. A known e-mail address joins as the user it belongs to, who keeps name and
// password. A role that is not the firm's is a ValidationError, one by which the person would hold what the viewer does not
// is Forbidden, and who is in the firm already is a Conflict. It must be the first thing in its transaction, if it is in
// one: see [Hash].
func Add(ctx context.Context, d *db.DB, may *authz.Enforcer, hash Hash, in AddInput) (added *Member, err error) {
	defer fault.Wrap(&err, "user.Add")
	faults := in.Validate()
	// All that comes before the hash is read outside: the transaction, and with it SQLite's only writer, waits for the end
	// of the hash.
	err = checkRole(db.Outside(ctx), d, &faults, &in.RoleID)
	if err == nil {
		err = faults.Err()
	}
	if err != nil {
		return nil, err
	}
	err = role.MayGive(db.Outside(ctx), d, may, uuid.Nil, in.RoleID)
	if err != nil {
		return nil, err
	}
	passwordHash, err := hash(ctx, in.Password)
	if err != nil {
		return nil, err
	}
	err = d.Tx(ctx, func(ctx context.Context) error {
		joined, _, err := Admit(ctx, d, viewer.From(ctx).FirmID, in.RoleID, in.CreateInput, passwordHash)
		if err != nil {
			return err
		}
		if joined.ID == viewer.From(ctx).UserID { // who visits the firm for support; rules end, a place in the firm does not
			return fault.New(fault.Forbidden, "You can't let yourself into a firm.")
		}
		err = role.MayGive(ctx, d, may, joined.ID, in.RoleID) // rules may name who was known before
		if err != nil {
			return err
		}
		added, err = Get(ctx, d, joined.ID)
		if err != nil {
			return err
		}
		return audit.Record(ctx, d, audit.Change{Action: "user.create", Target: added.target(), After: added.facts()})
	})
	return added, err
}

// checkRole notes a role that the viewer's firm does not have. None is fine, or noted already.
func checkRole(ctx context.Context, d *db.DB, faults *fault.Details, id *uuid.UUID) error {
	if id == nil || *id == uuid.Nil {
		return nil
	}
	_, err := d.Client.Role.Query().Where(entrole.ID(*id)).OnlyID(ctx)
	if ent.IsNotFound(err) {
		*faults = append(*faults, foreignRole)
		return nil
	}
	if err != nil {
		return fmt.Errorf("look for the role: %w", err)
	}
	return nil
}
