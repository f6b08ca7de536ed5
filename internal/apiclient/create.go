package apiclient

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/firm"
	"github.com/firmhub/firmhub/internal/audit"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/line"
	"github.com/firmhub/firmhub/internal/record"
	"github.com/firmhub/firmhub/internal/viewer"
)

const (
	maxName        = 100
	maxDescription = 500
	// maxActive bounds the keys of a firm.
	maxActive = 1000
	// kind is how the audit trail calls an API client.
	kind = "apiclient"
)

// CreateInput describes a new client.
type CreateInput struct {
	Name        string
	Description string
	// AllowedIps are addresses and CIDR ranges; none means any.
	AllowedIps []string
	// ExpiresAt nil means never.
	ExpiresAt *time.Time
	// Permissions are each "Module:Action"; nil means the default, of which the key gets what the viewer holds.
	Permissions []string
}

// Validate trims the texts and notes everything that is wrong. Whether the permissions exist, only Create can tell.
func (in *CreateInput) Validate() fault.Details {
	var faults fault.Details
	line.CheckName(&faults, "name", &in.Name, maxName)
	line.Check(&faults, "description", &in.Description, maxDescription)
	checkAllowedIps(&faults, &in.AllowedIps)
	if in.AllowedIps == nil {
		in.AllowedIps = []string{}
	}
	checkExpiry(&faults, in.ExpiresAt)
	return faults
}

func checkExpiry(faults *fault.Details, expires *time.Time) {
	if expires != nil && !expires.After(record.Now()) {
		faults.Add("expiresAt", "must be in the future")
	}
}

// Create makes a client in the viewer's firm, and its key. A permission that is none for API clients is a
// ValidationError, one that the viewer does not hold is Forbidden; a firm that has 1,000 active clients is a Conflict.
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
		made = &Key{Client: *shown(row, record.Now()), APIKey: credential.Text()}
		return audit.Record(ctx, d, audit.Change{
			Action: "apiclient.create", Target: audit.Of(kind, row.ID, row.Name),
			After: map[string]any{
				"name": made.Name, "description": made.Description, "allowedIps": made.AllowedIps,
				"expiresAt": made.ExpiresAt, "permissions": made.Permissions,
			},
		})
	})
	if err != nil {
		return nil, err
	}
	return made, nil
}

// chosen gives the permissions of a new client: those named, or what the viewer holds of the default. It refuses what is
// wrong with them together with the faults that there are already.
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

// checkCount returns a Conflict when the firm has 1,000 active clients. It locks the firm, so that two new ones are counted one
// after the other.
func checkCount(ctx context.Context, d *db.DB) error {
	firmID := viewer.From(ctx).FirmID
	if _, err := d.Client.Firm.Query().Where(firm.ID(firmID), db.ForNoKeyUpdate).OnlyID(ctx); err != nil {
		return fmt.Errorf("lock the firm: %w", err)
	}
	count, err := d.Client.APIClient.Query().Where(active(record.Now())...).Count(ctx)
	if err != nil {
		return fmt.Errorf("count the clients: %w", err)
	}
	if count >= maxActive {
		return fault.New(fault.Conflict, "The firm has %d active API clients already. Revoke one first.", maxActive)
	}
	return nil
}

// inUTC is a time as the databases keep it.
func inUTC(t *time.Time) *time.Time {
	if t == nil {
		return nil
	}
	kept := t.UTC().Truncate(time.Microsecond)
	return &kept
}
