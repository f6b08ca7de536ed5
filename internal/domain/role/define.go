package role

import (
	"context"
	"fmt"
	"slices"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/roleproperty"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext"
)

// CreateProperties creates permissions of a module and returns them. Every Owner role has them at
// once. It returns Conflict when one of them exists, or when the module exists in another letter
// case. Only the super-firm may call it. It crosses firms by itself.
func CreateProperties(ctx context.Context, d *db.DB, in GroupInput) (created *Group, err error) {
	defer fault.Wrap(&err, "role.CreateProperties")
	faults := in.Validate()
	if len(in.Properties) == 0 {
		faults.Add("properties", "must not be empty")
	}
	err = faults.Err()
	if err != nil {
		return nil, err
	}
	ctx = rule.AcrossFirms(ctx, "create permissions")
	err = d.Tx(ctx, func(ctx context.Context) error {
		err := lockProperties(ctx, d)
		if err != nil {
			return err
		}
		properties, err := Properties(ctx, d)
		if err != nil {
			return err
		}
		err = in.isNew(properties)
		if err != nil {
			return err
		}
		builders := make([]*ent.RolePropertyCreate, 0, len(in.Properties))
		for _, p := range in.Properties {
			builders = append(builders, p.create(d, in.ModuleName))
		}
		created = &Group{ModuleName: in.ModuleName}
		created.Properties, err = add(ctx, d, builders)
		if err != nil {
			return err
		}
		sortByModule(created.Properties)
		return record(ctx, d, "roleproperty.create", in.ModuleName, nil, created.Properties)
	})
	return created, err
}

// isNew returns Conflict if one of the permissions exists in any letter case, or the module in
// another one.
func (in *GroupInput) isNew(properties []*ent.RoleProperty) error {
	known := map[string]*ent.RoleProperty{}
	for _, p := range properties {
		if plaintext.FoldCase(p.ModuleName) != plaintext.FoldCase(in.ModuleName) {
			continue
		}
		if p.ModuleName != in.ModuleName {
			return fault.New(fault.Conflict, "The module is there already, and is spelled %s.", p.ModuleName)
		}
		known[plaintext.FoldCase(p.PropertyName)] = p
	}
	var existing []string
	for _, p := range in.Properties {
		if found := known[plaintext.FoldCase(p.PropertyName)]; found != nil {
			existing = append(existing, name(found))
		}
	}
	if len(existing) > 0 {
		return fault.New(fault.Conflict, "These permissions exist already: %s.", fault.List(existing, ", "))
	}
	return nil
}

func (in *PropertyInput) create(d *db.DB, module string) *ent.RolePropertyCreate {
	display := in.DisplayName
	if display == "" {
		display = in.PropertyName
	}
	return d.Client.RoleProperty.Create().SetModuleName(module).SetPropertyName(in.PropertyName).SetDisplayName(display)
}

// DeleteProperties removes all permissions of a module, also from every role and API key. Their
// rows are kept. It returns NotFound for an unknown module. Only the super-firm may call it. It
// crosses firms by itself.
func DeleteProperties(ctx context.Context, d *db.DB, moduleName string) (err error) {
	defer fault.Wrap(&err, "role.DeleteProperties")
	ctx = rule.AcrossFirms(ctx, "remove a module of permissions")
	return d.Tx(ctx, func(ctx context.Context) error {
		err := lockProperties(ctx, d)
		if err != nil {
			return err
		}
		properties, err := module(ctx, d, moduleName)
		if err != nil {
			return err
		}
		err = remove(ctx, d, properties)
		if err != nil {
			return err
		}
		return record(ctx, d, "roleproperty.delete", moduleName, properties, nil)
	})
}

// module returns the permissions of a module by action, or NotFound if it has none. It compares
// names in Go, since the name may be a text that a database rejects.
func module(ctx context.Context, d *db.DB, moduleName string) ([]*ent.RoleProperty, error) {
	properties, err := Properties(ctx, d)
	if err != nil {
		return nil, err
	}
	properties = slices.DeleteFunc(properties, func(p *ent.RoleProperty) bool { return p.ModuleName != moduleName })
	if len(properties) == 0 {
		return nil, fault.New(fault.NotFound, "There is no such module.")
	}
	return properties, nil
}

func remove(ctx context.Context, d *db.DB, properties []*ent.RoleProperty) error {
	for part := range slices.Chunk(ids(properties), db.MaxIDs) {
		_, err := d.Client.RoleProperty.Delete().Where(roleproperty.IDIn(part...)).Exec(ctx)
		if err != nil {
			return fmt.Errorf("remove the permissions: %w", err)
		}
	}
	return nil
}

// record adds a change of a module to the audit logs of all firms.
func record(ctx context.Context, d *db.DB, action, moduleName string, before, after []*ent.RoleProperty) error {
	type property struct {
		PropertyName string `json:"propertyName"`
		DisplayName  string `json:"displayName"`
	}
	list := func(properties []*ent.RoleProperty) any {
		if len(properties) == 0 {
			return nil
		}
		all := make([]property, 0, len(properties))
		for _, p := range properties {
			all = append(all, property{p.PropertyName, p.DisplayName})
		}
		return map[string]any{"properties": all}
	}
	change := audit.Change{
		Action: action, Target: audit.Target{Type: "roleproperty", Name: moduleName},
		Before: list(before), After: list(after),
	}
	return audit.RecordGlobally(ctx, d, nil, change, change)
}
