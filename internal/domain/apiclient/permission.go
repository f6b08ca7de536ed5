package apiclient

import (
	"context"
	"fmt"
	"slices"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext"
)

// grantable returns the permissions that API clients can have. A permission that is removed
// meanwhile grants nothing.
func grantable(ctx context.Context, d *db.DB) ([]*ent.RoleProperty, error) {
	properties, err := d.Client.RoleProperty.Query().All(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the permissions: %w", err)
	}
	kept := properties[:0]
	for _, property := range properties {
		if authz.PermissionOf(property).ForAPIClients() {
			kept = append(kept, property)
		}
	}
	return kept, nil
}

// named returns the permissions with these names, each once. It adds a fault for every name that is
// not in all.
func named(faults *fault.Details, all []*ent.RoleProperty, names []string) []*ent.RoleProperty {
	byName := make(map[string]*ent.RoleProperty, len(all))
	for _, property := range all {
		byName[authz.PermissionOf(property).String()] = property
	}
	chosen := make([]*ent.RoleProperty, 0, len(names))
	taken := make(map[string]bool, len(names))
	for i, name := range names {
		name = plaintext.Trim(name)
		switch property := byName[name]; {
		case property == nil:
			faults.Add(fmt.Sprintf("permissions[%d]", i), "is not a permission that an API key can have: %q", fault.Shown(name))
		case !taken[name]:
			taken[name] = true
			chosen = append(chosen, property)
		}
	}
	return chosen
}

// mayGive returns Forbidden, with the names of the missing permissions, unless the viewer holds all
// of these.
func mayGive(ctx context.Context, may *authz.Enforcer, properties []*ent.RoleProperty) error {
	return may.Holds(ctx, permissionsOf(properties)...)
}

// held returns the permissions among these that the viewer holds.
func held(ctx context.Context, may *authz.Enforcer, properties []*ent.RoleProperty) ([]*ent.RoleProperty, error) {
	kept, err := may.Held(ctx, permissionsOf(properties)...)
	if err != nil {
		return nil, err
	}
	return filter(properties, func(p *ent.RoleProperty) bool { return slices.Contains(kept, authz.PermissionOf(p)) }), nil
}

func permissionsOf(properties []*ent.RoleProperty) []authz.Permission {
	permissions := make([]authz.Permission, 0, len(properties))
	for _, property := range properties {
		permissions = append(permissions, authz.PermissionOf(property))
	}
	return permissions
}

// isDefault reports whether a key has the permission by default.
func isDefault(property *ent.RoleProperty) bool {
	switch authz.PermissionOf(property).String() {
	case "MessagingAnalytics:View", "MessagingChat:SendMessage":
		return true
	}
	return property.ModuleName == "Contact"
}

// grant grants permissions to a client that has none of them.
func grant(ctx context.Context, d *db.DB, client *ent.APIClient, properties []*ent.RoleProperty) error {
	builders := make([]*ent.APIClientPermissionCreate, 0, len(properties))
	for _, property := range properties {
		builders = append(builders, d.Client.APIClientPermission.Create().SetAPIClientID(client.ID).SetPropertyID(property.ID))
	}
	_, err := db.CreateBulk(ctx, d.Client.APIClientPermission.CreateBulk, builders)
	if err != nil {
		return fmt.Errorf("grant permissions: %w", err)
	}
	return nil
}
