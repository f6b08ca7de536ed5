package apiclient

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/firm"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext"
	"github.com/firmhub/firmhub/internal/viewer"
)

const (
	maxName        = 100
	maxDescription = 500
	// maxActive limits the active clients of a firm.
	maxActive = 1000
)

// CreateInput describes a new client.
type CreateInput struct {
	Name        string
	Description string
	// AllowedIps are addresses and CIDR ranges; none means any.
	AllowedIps []string
	// ExpiresAt is when the key expires; nil means never.
	ExpiresAt *time.Time
	// Permissions are written as "Module:Action". Nil means those of the default permissions that
	// the viewer holds.
	Permissions []string
}

// Validate trims the texts and returns every fault. Create checks whether the permissions exist.
func (in *CreateInput) Validate() fault.Details {
	var faults fault.Details
	plaintext.CheckName(&faults, "name", &in.Name, maxName)
	plaintext.Check(&faults, "description", &in.Description, maxDescription)
	checkAllowedIps(&faults, &in.AllowedIps)
	if in.AllowedIps == nil {
		in.AllowedIps = []string{}
	}
	checkExpiry(&faults, in.ExpiresAt)
	return faults
}

func checkExpiry(faults *fault.Details, expires *time.Time) {
	if expires != nil && !expires.After(entity.Now()) {
		faults.Add("expiresAt", "must be in the future")
	}
}

// Create creates a client of the viewer's firm, and its key. It returns ValidationError for a
// permission that API clients can't have, Forbidden for one that the viewer does not hold, and
// Conflict when the firm has 1,000 active clients.
func Create(ctx context.Context, d *db.DB, may *authz.Enforcer, in CreateInput) (made *Key, err error) {
	defer fault.Wrap(&err, "apiclient.Create")
	faults := in.Validate()
	err = d.Tx(ctx, func(ctx context.Context) error {
		properties, err := chosen(ctx, d, may, faults, in.Permissions)
		if err != nil {
			return err
		}
		if err := checkCount(ctx, d); err != nil {
			return err
		}
		credential := NewCredential("")
		hash := credential.Hash()
		row, err := d.Client.APIClient.Create().
			SetName(in.Name).
			SetDescription(in.Description).
			SetKeyID(credential.ID).
			SetSecretHash(hash[:]).
			SetAllowedIps(in.AllowedIps).
			SetNillableExpiresAt(inUTC(in.ExpiresAt)).
			Save(ctx)
		if err != nil {
			return fmt.Errorf("save the client: %w", err)
		}
		if err := grant(ctx, d, row, properties); err != nil {
			return err
		}
		row.Edges.Properties = properties
		made = &Key{Client: *newClient(row, entity.Now()), APIKey: credential.Text()}
		return audit.Record(ctx, d, audit.Change{Action: "apiclient.create", Target: made.target(), After: made.auditFields()})
	})
	if err != nil {
		return nil, err
	}
	return made, nil
}

// chosen returns the permissions of a new client: those named, or the default permissions that the
// viewer holds. Its ValidationError includes the faults passed to it.
func chosen(ctx context.Context, d *db.DB, may *authz.Enforcer, faults fault.Details, names []string) ([]*ent.RoleProperty, error) {
	all, err := grantable(ctx, d)
	if err != nil {
		return nil, err
	}
	properties := named(&faults, all, names)
	if err := faults.Err(); err != nil {
		return nil, err
	}
	if names == nil {
		all = slices.DeleteFunc(all, func(property *ent.RoleProperty) bool { return !isDefault(property) })
		return held(ctx, may, all)
	}
	return properties, mayGive(ctx, may, properties)
}

// checkCount returns a Conflict when the firm has the maximum number of active clients. It locks
// the firm against concurrent creations.
func checkCount(ctx context.Context, d *db.DB) error {
	firmID := viewer.From(ctx).FirmID
	if _, err := d.Client.Firm.Query().Where(firm.ID(firmID), db.ForNoKeyUpdate).OnlyID(ctx); err != nil {
		return fmt.Errorf("lock the firm: %w", err)
	}
	count, err := d.Client.APIClient.Query().Where(active(entity.Now())...).Count(ctx)
	if err != nil {
		return fmt.Errorf("count the clients: %w", err)
	}
	if count >= maxActive {
		return fault.New(fault.Conflict, "The firm has %d active API clients already. Revoke one first.", maxActive)
	}
	return nil
}

// inUTC returns a time as the databases store it.
func inUTC(t *time.Time) *time.Time {
	if t == nil {
		return nil
	}
	kept := t.UTC().Truncate(time.Microsecond)
	return &kept
}
