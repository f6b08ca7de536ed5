package apiclient

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/apiclientpermission"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext"
	"github.com/firmhub/firmhub/internal/plaintext/cidr"
)

// UpdateInput describes changes of a client. Nil fields do not change.
type UpdateInput struct {
	ID          uuid.UUID
	Name        *string
	Description *string
	// AllowedIps replace all addresses. Empty means any address.
	AllowedIps []string
	ExpiresAt  *time.Time
	// ClearExpiresAt makes the key never expire. ExpiresAt is ignored then.
	ClearExpiresAt bool
	// Permissions replace all permissions.
	Permissions []string
}

// Validate trims the texts and returns every fault, except those that depend on the present client.
func (in *UpdateInput) Validate() fault.Details {
	var faults fault.Details
	if in.Name != nil {
		plaintext.CheckName(&faults, "name", in.Name, maxName)
	}
	if in.Description != nil {
		plaintext.Check(&faults, "description", in.Description, maxDescription)
	}
	checkAllowedIps(&faults, &in.AllowedIps)
	return faults
}

// Update changes a client of the viewer's firm, or returns NotFound. It returns ValidationError for
// a new expiry that is not in the future, and for a permission that API clients can't have. It
// returns Forbidden if the change would add a permission, or make the key valid for longer or from
// more addresses, and the viewer does not hold everything that the key may then do, by its
// permissions and by policy rules. It returns Conflict if the change would make an expired key
// valid although there are 1,000 active ones.
func Update(ctx context.Context, d *db.DB, may *authz.Enforcer, in UpdateInput) (updated *Client, err error) {
	defer fault.Wrap(&err, "apiclient.Update")
	faults := in.Validate()
	err = d.Tx(ctx, func(ctx context.Context) error {
		all, err := grantable(ctx, d)
		if err != nil {
			return err
		}
		named := named(&faults, all, in.Permissions)
		row, err := find(ctx, d, in.ID, whole, db.ForUpdate)
		if err != nil {
			return cmp.Or(faults.Err(), err) // 400 comes before 404
		}
		before := newClient(row, entity.Now())
		if row, err = in.apply(ctx, d, may, faults, row, named); err != nil {
			return err
		}
		updated = newClient(row, entity.Now())
		return audit.RecordUpdate(ctx, d, "apiclient.update", updated.target(), before.auditFields(), updated.auditFields())
	})
	if err != nil {
		return nil, err
	}
	return updated, nil
}

// apply makes the changes and returns the new row. Its ValidationError includes the faults passed
// to it.
func (in *UpdateInput) apply(
	ctx context.Context, d *db.DB, may *authz.Enforcer, faults fault.Details, row *ent.APIClient, named []*ent.RoleProperty,
) (*ent.APIClient, error) {
	change := d.Client.APIClient.UpdateOne(row)
	if in.Name != nil && *in.Name != row.Name {
		change.SetName(*in.Name)
	}
	if in.Description != nil && *in.Description != row.Description {
		change.SetDescription(*in.Description)
	}
	if in.AllowedIps != nil && !slices.Equal(in.AllowedIps, row.AllowedIps) {
		change.SetAllowedIps(in.AllowedIps)
	}
	switch expires := inUTC(in.ExpiresAt); {
	case in.ClearExpiresAt && row.ExpiresAt != nil:
		change.ClearExpiresAt()
	case in.ClearExpiresAt || expires == nil:
	case row.ExpiresAt == nil || !expires.Equal(*row.ExpiresAt):
		checkExpiry(&faults, expires)
		change.SetExpiresAt(*expires)
	}
	properties := row.Edges.Properties
	if in.Permissions != nil {
		properties = named
	}
	if err := faults.Err(); err != nil {
		return nil, err
	}
	widened, err := replace(ctx, d, may, row, properties)
	if err != nil {
		return nil, err
	}
	if widened || in.widens(row) {
		if err := may.Covers(ctx, authz.Subject{APIClientID: row.ID}); err != nil {
			return nil, err
		}
	}
	if err := in.checkActiveCount(ctx, d, row); err != nil {
		return nil, err
	}
	if len(change.Mutation().Fields()) == 0 && len(change.Mutation().ClearedFields()) == 0 {
		row.Edges.Properties = properties
		return row, nil
	}
	changed, err := change.Save(ctx)
	if err != nil {
		return nil, fmt.Errorf("save the client: %w", err)
	}
	changed.Edges.Properties = properties
	return changed, nil
}

// checkActiveCount returns Conflict when an expired key would become one active key too many.
func (in *UpdateInput) checkActiveCount(ctx context.Context, d *db.DB, row *ent.APIClient) error {
	if in.ExpiresAt == nil && !in.ClearExpiresAt || statusOf(row.RevokedAt, row.ExpiresAt, entity.Now()) != Expired {
		return nil
	}
	return checkCount(ctx, d)
}

// widens reports whether the key would be valid for longer or from more addresses. Whoever knows
// the secret could then do more.
func (in *UpdateInput) widens(row *ent.APIClient) bool {
	if row.ExpiresAt != nil && (in.ClearExpiresAt || in.ExpiresAt != nil && in.ExpiresAt.After(*row.ExpiresAt)) {
		return true
	}
	bounded := len(row.AllowedIps) > 0
	toAny := in.AllowedIps != nil && len(in.AllowedIps) == 0
	return bounded && (toAny || !cidr.Covers(row.AllowedIps, in.AllowedIps))
}

// replace sets the permissions of a client, and reports whether it added some. The viewer must hold
// each added permission. Permissions that the client already has stay unchanged.
func replace(ctx context.Context, d *db.DB, may *authz.Enforcer, row *ent.APIClient, properties []*ent.RoleProperty) (
	added bool, err error,
) {
	missing := func(from []*ent.RoleProperty) func(*ent.RoleProperty) bool {
		return func(one *ent.RoleProperty) bool {
			return !slices.ContainsFunc(from, func(other *ent.RoleProperty) bool { return one.ID == other.ID })
		}
	}
	granted := filter(properties, missing(row.Edges.Properties))
	if len(granted) > 0 {
		if err := mayGive(ctx, may, granted); err != nil {
			return false, err
		}
		if err := grant(ctx, d, row, granted); err != nil {
			return false, err
		}
	}
	removed := filter(row.Edges.Properties, missing(properties))
	ids := make([]uuid.UUID, 0, len(removed))
	for _, property := range removed {
		ids = append(ids, property.ID)
	}
	for part := range slices.Chunk(ids, db.MaxIDs) {
		_, err := d.Client.APIClientPermission.Delete().
			Where(apiclientpermission.APIClientID(row.ID), apiclientpermission.PropertyIDIn(part...)).
			Exec(ctx)
		if err != nil {
			return false, fmt.Errorf("take permissions away: %w", err)
		}
	}
	return len(granted) > 0, nil
}

func filter[T any](all []T, keep func(T) bool) []T {
	return slices.DeleteFunc(slices.Clone(all), func(one T) bool { return !keep(one) })
}
