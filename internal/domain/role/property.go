package role

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
	"github.com/firmhub/firmhub/internal/plaintext"
)

const maxSearchTerm = 200

// Properties returns every permission that exists, by module and action.
func Properties(ctx context.Context, d *db.DB) ([]*ent.RoleProperty, error) {
	properties, err := d.Client.RoleProperty.Query().All(ctx)
	if err != nil {
		return nil, fmt.Errorf("role.Properties: %w", err)
	}
	sortByModule(properties)
	return properties, nil
}

// Group is a module with its permissions, by action.
type Group struct {
	ModuleName string
	Properties []*ent.RoleProperty
}

// matches reports whether the name of the module, or the name or display name of one of its
// permissions, contains the folded term.
func (g *Group) matches(term string) bool {
	return slices.ContainsFunc(g.Properties, func(p *ent.RoleProperty) bool {
		return strings.Contains(plaintext.Fold(name(p)), term) || strings.Contains(plaintext.Fold(p.DisplayName), term)
	})
}

// ListGroupsInput selects a page of modules.
type ListGroupsInput struct {
	Page, PageSize *int
	// SearchTerm is a part of the name of a module or of one of its permissions, without regard to
	// case and accents.
	SearchTerm string
}

// Validate trims the term and returns every fault.
func (in *ListGroupsInput) Validate() fault.Details {
	var faults fault.Details
	page.Check(&faults, in.Page, in.PageSize)
	plaintext.Check(&faults, "searchTerm", &in.SearchTerm, maxSearchTerm)
	return faults
}

// GroupPage is a page of modules.
type GroupPage = page.Numbered[*Group]

// ListGroups returns a page of the modules that match, by name, each with all of its permissions.
func ListGroups(ctx context.Context, d *db.DB, in ListGroupsInput) (_ *GroupPage, err error) {
	defer fault.Wrap(&err, "role.ListGroups")
	err = in.Validate().Err()
	if err != nil {
		return nil, err
	}
	properties, err := Properties(ctx, d)
	if err != nil {
		return nil, err
	}
	term := plaintext.Fold(in.SearchTerm)
	matching := slices.DeleteFunc(grouped(properties), func(g *Group) bool { return !g.matches(term) })
	return page.FromSlice(in.Page, in.PageSize, matching), nil
}

// grouped returns sorted permissions by module.
func grouped(properties []*ent.RoleProperty) (groups []*Group) {
	for _, p := range properties {
		if len(groups) == 0 || groups[len(groups)-1].ModuleName != p.ModuleName {
			groups = append(groups, &Group{ModuleName: p.ModuleName})
		}
		last := groups[len(groups)-1]
		last.Properties = append(last.Properties, p)
	}
	return groups
}
