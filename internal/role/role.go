// Package role holds the rules of roles: named sets of permissions of a firm.
package role

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/firm"
	"github.com/firmhub/firmhub/ent/role"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/audit"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/fold"
	"github.com/firmhub/firmhub/internal/line"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Owner is the name of the role that every firm has and that holds every permission.
const Owner = "Owner"

const (
	// maxRoles bounds what lists of a firm's roles cost, which come whole.
	maxRoles       = 200
	maxName        = 100
	maxDescription = 500
)

// CreateInput describes a new role.
type CreateInput struct {
	Name        string
	Description string
	// IsActive nil means active. An inactive role grants nothing.
	IsActive *bool
	// Permissions are what the role may do, each as "Module:Action".
	Permissions []string
}

// Validate trims the texts and notes everything that is wrong. Whether the permissions exist, only Create can tell.
func (in *CreateInput) Validate() fault.Details {
	var faults fault.Details
	line.CheckUnique(&faults, "name", &in.Name, maxName)
	checkDescription(&faults, &in.Description)
	return faults
}

func checkDescription(faults *fault.Details, description *string) {
	*description = strings.TrimSpace(*description)
	if utf8.RuneCountInString(*description) > maxDescription {
		faults.Add("description", "must have at most %d characters", maxDescription)
	}
}

// Create makes a role in the viewer's firm. A name that the firm has already, in whatever case, is a Conflict, and so is
// a firm that has 200 roles; a permission that does not exist is a ValidationError. It does not ask whether the viewer
// holds the permissions.
func Create(ctx context.Context, d *db.DB, in CreateInput) (created *ent.Role, err error) {
	defer fault.Wrap(&err, "role.Create")
	err = in.Validate().Err()
	if err != nil {
		return nil, err
	}
	err = d.Tx(ctx, func(ctx context.Context) error {
		err := checkCount(ctx, d)
		if err != nil {
			return err
		}
		permissions, err := named(ctx, d, in.Permissions)
		if err != nil {
			return err
		}
		created, err = d.Client.Role.Create().
			SetName(in.Name).
			SetNameKey(fold.Case(in.Name)).
			SetDescription(in.Description).
			SetNillableIsActive(in.IsActive).
			Save(ctx)
		if db.IsUnique(err) {
			return taken(in.Name, err)
		}
		if err != nil {
			return fmt.Errorf("save the role: %w", err)
		}
		err = grant(ctx, d, ids(permissions), created)
		if err != nil {
			return err
		}
		return audit.Record(ctx, d, audit.Change{
			Action: "role.create", Target: target(created), After: told(created, names(permissions)),
		})
	})
	return created, err
}

func taken(name string, cause error) error {
	return fault.New(fault.Conflict, "The firm has a role named %q already.", fault.Shown(name)).Because(cause)
}

// target is a role in the audit trail.
func target(r *ent.Role) audit.Target { return audit.Of("role", r.ID, r.Name) }

// told is all that the audit trail tells of a role that came or went.
func told(r *ent.Role, permissions []string) map[string]any {
	return map[string]any{
		"name": r.Name, "description": r.Description, "isActive": r.IsActive, "permissions": permissions,
	}
}

// checkCount returns a Conflict when the firm has 200 roles. It locks the firm, so that two new ones are counted one after the
// other.
func checkCount(ctx context.Context, d *db.DB) error {
	_, err := d.Client.Firm.Query().Where(firm.ID(viewer.From(ctx).FirmID), db.ForNoKeyUpdate).OnlyID(ctx)
	if err != nil {
		return fmt.Errorf("lock the firm: %w", err)
	}
	count, err := d.Client.Role.Query().Count(ctx)
	if err != nil {
		return fmt.Errorf("count the roles: %w", err)
	}
	if count >= maxRoles {
		return fault.New(fault.Conflict, "The firm has %d roles already. Delete one first.", maxRoles)
	}
	return nil
}

// CreateOwner creates the Owner role of a new firm, which holds every permission without rows. It crosses firms by itself; the
// caller has created the firm in the same transaction.
func CreateOwner(ctx context.Context, d *db.DB, firmID uuid.UUID) (owner *ent.Role, err error) {
	defer fault.Wrap(&err, "role.CreateOwner")
	ctx = rule.AcrossFirms(ctx, "create the Owner role of a new firm")
	err = d.Tx(ctx, func(ctx context.Context) error {
		owner, err = d.Client.Role.Create().
			SetFirmID(firmID).
			SetName(Owner).
			SetNameKey(fold.Case(Owner)).
			SetDescription("May do everything in the firm.").
			SetIsSystem(true).
			Save(ctx)
		if db.IsUnique(err) {
			return fault.New(fault.Conflict, "The firm has an Owner role already.").Because(err)
		}
		if err != nil {
			return fmt.Errorf("save the role: %w", err)
		}
		return nil
	})
	return owner, err
}

// Find gives the role of the viewer's firm with this name, in whatever case; NotFound when there is none.
func Find(ctx context.Context, d *db.DB, name string) (*ent.Role, error) {
	found, err := d.Client.Role.Query().Where(role.NameKey(fold.Case(strings.TrimSpace(name)))).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, fault.New(fault.NotFound, "The firm has no role named %q.", fault.Shown(name)).Because(err)
	}
	if err != nil {
		return nil, fmt.Errorf("role.Find: %w", err)
	}
	return found, nil
}
