package apiclient

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/apiclientpermission"
	"github.com/firmhub/firmhub/internal/audit"
	"github.com/firmhub/firmhub/internal/cidr"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/line"
	"github.com/firmhub/firmhub/internal/record"
)

// UpdateInput changes a client; nil keeps what is.
type UpdateInput struct {
	ID          uuid.UUID
	Name        *string
	Description *string
	// AllowedIps replace all of them; empty means any address.
	AllowedIps []string
	// ExpiresAt given as nil means never.
	ExpiresAt graphql.Omittable[*time.Time]
	// Permissions replace all of them.
	Permissions []string
}

// Validate trims the texts and notes everything that is wrong, but for what depends on how the client is.
func (in *UpdateInput) Validate() fault.Details {
	var faults fault.Details
	if in.Name != nil {
		line.CheckName(&faults, "name", in.Name, maxName)
	}
	if in.Description != nil {
		line.Check(&faults, "description", in.Description, maxDescription)
	}
	checkAllowedIps(&faults, &in.AllowedIps)
	return faults
}

// Update changes a client of the viewer's firm; NotFound for any other id. An expiry that changes must be in the future,
// and a permission one that API clients can have, else it is a ValidationError. To add a permission, and to make the key good
// for longer or from more addresses, is Forbidden to whoever does not hold everything that the key may do then, by its
// permissions and by policy rules. To make an expired key valid again beside 1,000 active ones is a Conflict.
func Update(ctx context.Context, d *db.DB, may *authz.Enforcer, in UpdateInput) (updated *Client, err error) {
	defer fault.Wrap(&err, "apiclient.Update")
	faults := in.Validate()
	err = d.Tx(ctx, func(ctx context.Context) error {
		all, err := grantable(ctx, d)
		if err != nil {
			return err
		}
		named := named(&faults, all, in.Permissions)
		row, err := find(ctx, d, in.ID, db.ForUpdate)
		if err != nil {
			return cmp.Or(faults.Err(), err) // 400 comes before 404
		}
		before := shown(row, record.Now())
		if row, err = in.apply(ctx, d, may, faults, row, named); err != nil {
			return err
		}
		updated = shown(row, record.Now())
		return recordUpdate(ctx, d, before, updated)
	})
	if err != nil {
		return nil, err
	}
	return updated, nil
}

// apply makes the changes, and gives the row as it has become. It refuses what does not fit the row together with the
// faults that there are already.
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
	if expires, given := in.ExpiresAt.ValueOK(); given && expires == nil {
		if row.ExpiresAt != nil {
			change.ClearExpiresAt()
		}
	} else if expires = inUTC(expires); given && (row.ExpiresAt == nil || !expires.Equal(*row.ExpiresAt)) {
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

// checkActiveCount returns a Conflict when an expired key would be one active key too many.
func (in *UpdateInput) checkActiveCount(ctx context.Context, d *db.DB, row *ent.APIClient) error {
	_, given := in.ExpiresAt.ValueOK()
	if !given || statusOf(row.RevokedAt, row.ExpiresAt, record.Now()) != Expired {
		return nil
	}
	return checkCount(ctx, d)
}

// widens tells a change by which the key is good for longer, or from more addresses: that gives whoever has the secret what
// the key may do.
func (in *UpdateInput) widens(row *ent.APIClient) bool {
	expires, given := in.ExpiresAt.ValueOK()
	if given && row.ExpiresAt != nil && (expires == nil || expires.After(*row.ExpiresAt)) {
		return true
	}
	bounded := len(row.AllowedIps) > 0
	toAny := in.AllowedIps != nil && len(in.AllowedIps) == 0
	return bounded && (toAny || !cidr.Covers(row.AllowedIps, in.AllowedIps))
}

// replace makes these the permissions of a client, and reports whether some were added, each of which the viewer must hold;
// those that it has already stay as they are.
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

// recordUpdate tells the audit trail what has changed, if anything has.
func recordUpdate(ctx context.Context, d *db.DB, was, is *Client) error {
	before, after := map[string]any{}, map[string]any{}
	note := func(field string, old, now any, same bool) {
		if !same {
			before[field], after[field] = old, now
		}
	}
	note("name", was.Name, is.Name, was.Name == is.Name)
	note("description", was.Description, is.Description, was.Description == is.Description)
	note("allowedIps", was.AllowedIps, is.AllowedIps, slices.Equal(was.AllowedIps, is.AllowedIps))
	note("expiresAt", was.ExpiresAt, is.ExpiresAt, sameTime(was.ExpiresAt, is.ExpiresAt))
	note("permissions", was.Permissions, is.Permissions, slices.Equal(was.Permissions, is.Permissions))
	if len(after) == 0 {
		return nil
	}
	return audit.Record(ctx, d, audit.Change{
		Action: "apiclient.update", Target: audit.Of(kind, is.ID, is.Name), Before: before, After: after,
	})
}

func sameTime(a, b *time.Time) bool { return a == b || a != nil && b != nil && a.Equal(*b) }
