package role

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext"
)

// UpdateProperties replaces the permissions of a module by those in the list. A listed permission
// is found by its id, or without one by its name in the same letter case. A permission that is
// found is changed, and its holders keep it. Otherwise it is created, and every Owner role has it.
// All other permissions of the module are removed from every role and API key at once.
// UpdateProperties returns NotFound when there is no such module, and Conflict when a new
// permission differs only by letter case from one that would be removed. Only the super-firm may
// call it. It crosses firms by itself.
func UpdateProperties(ctx context.Context, d *db.DB, in GroupInput) (updated *Group, err error) {
	defer fault.Wrap(&err, "role.UpdateProperties")
	err = in.Validate().Err()
	if err != nil {
		return nil, err
	}
	ctx = rule.AcrossFirms(ctx, "change the permissions of a module")
	err = d.Tx(ctx, func(ctx context.Context) error {
		err := lockProperties(ctx, d)
		if err != nil {
			return err
		}
		before, err := module(ctx, d, in.ModuleName)
		if err != nil {
			return err
		}
		plan, err := in.plan(before)
		if err != nil {
			return err
		}
		after, err := plan.carryOut(ctx, d)
		if err != nil {
			return err
		}
		updated = &Group{ModuleName: in.ModuleName, Properties: after}
		if plan.empty() {
			return nil
		}
		return record(ctx, d, "roleproperty.update", in.ModuleName, before, after)
	})
	return updated, err
}

// redefinition is the list of changes to a module.
type redefinition struct {
	module  string
	kept    []*ent.RoleProperty
	changed []alteration
	removed []*ent.RoleProperty
	made    []PropertyInput
}

// alteration is a permission with its new names.
type alteration struct {
	property          *ent.RoleProperty
	name, displayName string
}

func (r *redefinition) empty() bool { return len(r.changed)+len(r.removed)+len(r.made) == 0 }

// plan compares the list with the module. It adds a fault for every id that is not of the module
// and for every permission that is listed twice.
func (in *GroupInput) plan(current []*ent.RoleProperty) (*redefinition, error) {
	byID, byName := map[uuid.UUID]*ent.RoleProperty{}, map[string]*ent.RoleProperty{}
	for _, p := range current {
		byID[p.ID], byName[p.PropertyName] = p, p
	}
	var faults fault.Details
	listed := map[uuid.UUID]bool{}
	plan := &redefinition{module: in.ModuleName}
	for i, entry := range in.Properties {
		field, found := "propertyName", byName[entry.PropertyName]
		if entry.ID != nil {
			field, found = "id", byID[*entry.ID]
		}
		switch {
		case found == nil && entry.ID != nil:
			faults.Add(fmt.Sprintf("properties[%d].id", i), "is not a permission of the module")
		case found == nil:
			plan.made = append(plan.made, entry)
		case listed[found.ID]:
			faults.Add(fmt.Sprintf("properties[%d].%s", i, field), "is of a permission that is listed already")
		default:
			listed[found.ID] = true
			plan.keep(found, entry)
		}
	}
	plan.removed = slices.DeleteFunc(slices.Clone(current), func(p *ent.RoleProperty) bool { return listed[p.ID] })
	if err := faults.Err(); err != nil {
		return nil, err
	}
	err := plan.misspelled()
	return plan, err
}

func (r *redefinition) keep(p *ent.RoleProperty, entry PropertyInput) {
	to := alteration{property: p, name: entry.PropertyName, displayName: entry.DisplayName}
	if to.displayName == "" {
		to.displayName = p.DisplayName
		if p.DisplayName == p.PropertyName { // it has no display name of its own
			to.displayName = to.name
		}
	}
	if to.name == p.PropertyName && to.displayName == p.DisplayName {
		r.kept = append(r.kept, p)
		return
	}
	r.changed = append(r.changed, to)
}

// misspelled returns Conflict if a wrong letter case would remove a permission from everyone.
func (r *redefinition) misspelled() error {
	for _, p := range r.made {
		for _, gone := range r.removed {
			if plaintext.FoldCase(p.PropertyName) == plaintext.FoldCase(gone.PropertyName) {
				return fault.New(fault.Conflict, "The permission is spelled %s; to rename it, give its id.", name(gone))
			}
		}
	}
	return nil
}

// carryOut makes the changes, and returns the new permissions of the module by action.
func (r *redefinition) carryOut(ctx context.Context, d *db.DB) ([]*ent.RoleProperty, error) {
	err := remove(ctx, d, r.removed)
	if err != nil {
		return nil, err
	}
	changed, err := r.change(ctx, d)
	if err != nil {
		return nil, err
	}
	builders := make([]*ent.RolePropertyCreate, 0, len(r.made))
	for _, p := range r.made {
		builders = append(builders, p.create(d, r.module))
	}
	made, err := add(ctx, d, builders)
	if err != nil {
		return nil, err
	}
	all := append([]*ent.RoleProperty{}, r.kept...)
	all = append(append(all, changed...), made...)
	sortByModule(all)
	return all, nil
}

func (r *redefinition) change(ctx context.Context, d *db.DB) (changed []*ent.RoleProperty, err error) {
	wanted := make(map[string]bool, len(r.changed))
	for _, to := range r.changed {
		if to.name != to.property.PropertyName {
			wanted[to.name] = true
		}
	}
	for _, to := range r.changed { // permissions that swap their names get temporary names first
		if !wanted[to.property.PropertyName] {
			continue
		}
		err = d.Client.RoleProperty.UpdateOne(to.property).SetPropertyName(to.property.ID.String()).Exec(ctx)
		if err != nil {
			return nil, fmt.Errorf("set a permission aside: %w", err)
		}
	}
	for _, to := range r.changed {
		update := d.Client.RoleProperty.UpdateOne(to.property).SetDisplayName(to.displayName)
		if to.name != to.property.PropertyName {
			update.SetPropertyName(to.name)
		}
		p, err := update.Save(ctx)
		if err != nil {
			return nil, fmt.Errorf("save a permission: %w", err)
		}
		changed = append(changed, p)
	}
	return changed, nil
}
