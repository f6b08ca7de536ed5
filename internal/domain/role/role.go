// Package role manages roles, which are named sets of permissions of a firm, and the permissions
// that exist.
package role

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/role"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Owner is the name of a role that every firm has and that holds every permission.
const Owner = "Owner"

const (
	// maxRoles limits the length of lists of roles, which have no pages.
	maxRoles       = 200
	maxName        = 100
	maxDescription = 500
)

// CreateInput describes a new role.
type CreateInput struct {
	Name        string
	Description string
	// IsActive is whether the role is active; nil means it is. An inactive role grants nothing.
	IsActive *bool
	// Permissions are written as "Module:Action".
	Permissions []string
}

// Validate trims the texts and returns every fault. Create checks whether the permissions exist.
func (in *CreateInput) Validate() fault.Details {
	var faults fault.Details
	plaintext.CheckUnique(&faults, "name", &in.Name, maxName)
	checkDescription(&faults, &in.Description)
	return faults
}

func checkDescription(faults *fault.Details, description *string) {
	*description = strings.TrimSpace(*description)
	if utf8.RuneCountInString(*description) > maxDescription {
		faults.Add("description", "must have at most %d characters", maxDescription)
	}
}

// Create creates a role of the viewer's firm. It returns Conflict for a name that the firm has
// already, in any letter case, and when the firm has 200 roles. It returns ValidationError for a
// permission that does not exist. It does not check whether the viewer holds the permissions.
func Create(ctx context.Context, d *db.DB, in CreateInput) (created *ent.Role, err error) {
	defer fault.Wrap(&err, "role.Create")
	err = in.Validate().Err()
	if err != nil {
		return nil, err
	}
	err = d.Tx(ctx, func(ctx context.Context) error {
		err := lockNames(ctx, d)
		if err != nil {
			return err
		}
		err = checkCount(ctx, d)
		if err != nil {
			return err
		}
		permissions, err := named(ctx, d, in.Permissions)
		if err != nil {
			return err
		}
		created, err = d.Client.Role.Create().
			SetName(in.Name).
			SetNameKey(plaintext.FoldCase(in.Name)).
			SetDescription(in.Description).
			SetNillableIsActive(in.IsActive).
			Save(ctx)
		if err != nil {
			return nameTaken(err, in.Name)
		}
		err = grant(ctx, d, ids(permissions), created)
		if err != nil {
			return err
		}
		return audit.Record(ctx, d, audit.Change{
			Action: "role.create", Target: target(created), After: auditFieldsOf(created, names(permissions)),
		})
	})
	return created, err
}

// nameTaken returns Conflict if err means that the firm has a role of this name, else err.
func nameTaken(err error, name string) error {
	return db.Conflict(err, "The firm has a role named %q already.", fault.Shown(name))
}

// target returns the role as the target of an audit entry.
func target(r *ent.Role) audit.Target { return audit.Of("role", r.ID, r.Name) }

// auditFields are the fields of a role in the audit log.
type auditFields struct {
	Name        string   `json:"name"`
	Description string   `json:"description"`
	IsActive    bool     `json:"isActive"`
	Permissions []string `json:"permissions"`
}

func auditFieldsOf(r *ent.Role, permissions []string) auditFields {
	return auditFields{Name: r.Name, Description: r.Description, IsActive: r.IsActive, Permissions: permissions}
}

// lockNames locks the names of the firm's roles against concurrent creations and renamings. It does
// not take the lock of the policy, which is taken last: a transaction that waits for a name which a
// deletion is about to free must not hold a lock that the deletion needs.
func lockNames(ctx context.Context, d *db.DB) error {
	return d.Lock(ctx, "role names", viewer.From(ctx).FirmID)
}

// checkCount returns a Conflict when the firm has the maximum number of roles. Its caller has
// called lockNames.
func checkCount(ctx context.Context, d *db.DB) error {
	count, err := d.Client.Role.Query().Count(ctx)
	if err != nil {
		return fmt.Errorf("count the roles: %w", err)
	}
	if count >= maxRoles {
		return fault.New(fault.Conflict, "The firm has %d roles already. Delete one first.", maxRoles)
	}
	return nil
}

// CreateOwner creates the Owner role of a new firm. It holds every permission without rows. The
// caller has created the firm in the same transaction. CreateOwner crosses firms by itself.
func CreateOwner(ctx context.Context, d *db.DB, firmID uuid.UUID) (owner *ent.Role, err error) {
	defer fault.Wrap(&err, "role.CreateOwner")
	ctx = rule.AcrossFirms(ctx, "create the Owner role of a new firm")
	err = d.Tx(ctx, func(ctx context.Context) error {
		owner, err = d.Client.Role.Create().
			SetFirmID(firmID).
			SetName(Owner).
			SetNameKey(plaintext.FoldCase(Owner)).
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

// Find returns the role of the viewer's firm with this name, in any letter case, or NotFound.
func Find(ctx context.Context, d *db.DB, name string) (*ent.Role, error) {
	found, err := d.Client.Role.Query().Where(role.NameKey(plaintext.FoldCase(strings.TrimSpace(name)))).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, fault.New(fault.NotFound, "The firm has no role named %q.", fault.Shown(name)).Because(err)
	}
	if err != nil {
		return nil, fmt.Errorf("role.Find: %w", err)
	}
	return found, nil
}
