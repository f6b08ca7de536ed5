package graph

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/99designs/gqlgen/graphql"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/apiclient"
	entcontact "github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/ent/contactaddress"
	"github.com/firmhub/firmhub/ent/contactemail"
	"github.com/firmhub/firmhub/ent/contactphone"
	entfirm "github.com/firmhub/firmhub/ent/firm"
	"github.com/firmhub/firmhub/ent/membership"
	entrole "github.com/firmhub/firmhub/ent/role"
	"github.com/firmhub/firmhub/ent/tag"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/firm"
	"github.com/firmhub/firmhub/internal/domain/role"
	"github.com/firmhub/firmhub/internal/page"
)

// source describes from where the fields of a GraphQL type are read.
type source struct {
	// has reports whether a column exists. A field is read from the column of its name: profilePic
	// from profile_pic. Without has, all columns are read whatever is selected. All are also read
	// for a field that is none of a column, computed, and an edge.
	has func(column string) bool
	// computed maps fields to columns that the query of a domain adds.
	computed map[string]string
	edges    map[string]edge
}

// columnOf returns the column from which a field is read.
func (s source) columnOf(field string) (column string, ok bool) {
	if column, ok = s.computed[field]; ok {
		return column, true
	}
	column = strings.ToLower(afterLower.ReplaceAllString(field, "${1}_${2}"))
	return column, s.has != nil && s.has(column)
}

// afterLower matches a capital letter after a small one.
var afterLower = regexp.MustCompile(`([a-z0-9])([A-Z])`)

// edge is an edge of ent, with the type of the objects at its end. For a list of scalars, column is
// the column from which they are read.
type edge struct {
	name, typeName, column string
}

// sources are the types whose reads depend on the selection of an operation.
var sources = map[string]source{
	"Contact": {
		has: entcontact.ValidColumn,
		edges: map[string]edge{
			"phones":     {name: entcontact.EdgePhones, typeName: "ContactPhone"},
			"emails":     {name: entcontact.EdgeEmails, typeName: "ContactEmail"},
			"addresses":  {name: entcontact.EdgeAddresses, typeName: "ContactAddress"},
			"identities": {name: contact.EdgeIdentities, typeName: "ContactIdentity"},
			"tags":       {name: entcontact.EdgeTags, column: tag.FieldName},
		},
	},
	"ContactPhone":   {has: contactphone.ValidColumn},
	"ContactEmail":   {has: contactemail.ValidColumn},
	"ContactAddress": {has: contactaddress.ValidColumn},
	"Role": {
		has:      entrole.ValidColumn,
		computed: map[string]string{"userCount": role.ColumnUserCount},
		edges:    map[string]edge{"permissions": {name: entrole.EdgeProperties, typeName: "RoleProperty"}},
	},
	"Firm": {
		has: entfirm.ValidColumn,
		computed: map[string]string{
			"userCount": firm.ColumnUserCount, "contactCount": firm.ColumnContactCount, "warning": firm.ColumnDefaultPlans,
		},
	},
	"FirmUser":  {edges: map[string]edge{"role": {name: membership.EdgeRole, typeName: "Role"}}},
	"ApiClient": {edges: map[string]edge{"permissions": {name: apiclient.EdgeProperties, typeName: "RoleProperty"}}},
}

// selected returns what the operation selects of the objects of a type: of the field that is being
// resolved, or of the field at the path below it, such as "items".
func selected(ctx context.Context, typeName string, path ...string) page.Selection {
	operation := graphql.GetOperationContext(ctx)
	return stateOf(operation).document.tree(graphql.GetFieldContext(ctx).Field, func() page.Selection {
		return collected(ctx, operation, typeName, path)
	})
}

func collected(ctx context.Context, operation *graphql.OperationContext, typeName string, path []string) page.Selection {
	fields := graphql.CollectFieldsCtx(ctx, nil)
	withTotal := slices.ContainsFunc(fields, func(f graphql.CollectedField) bool { return f.Name == "totalCount" })
	for _, name := range path {
		var below []graphql.CollectedField
		for _, field := range fields {
			if field.Name == name {
				below = append(below, graphql.CollectFields(operation, field.Selections, nil)...)
			}
		}
		fields = below
	}
	tree := treeOf(operation, typeName, fields)
	tree.Total = withTotal && len(fields) > 0
	return tree
}

// treeOf returns the selection of the fields of a type. A field may be selected several times,
// under different aliases.
func treeOf(operation *graphql.OperationContext, typeName string, fields []graphql.CollectedField) page.Selection {
	from := sources[typeName]
	all := from.has == nil
	columns := []string{"id"}
	below := map[edge][]graphql.CollectedField{}
	for _, field := range fields {
		if to, ok := from.edges[field.Name]; ok {
			below[to] = append(below[to], graphql.CollectFields(operation, field.Selections, nil)...)
			continue
		}
		column, known := from.columnOf(field.Name)
		switch {
		case known && !slices.Contains(columns, column):
			columns = append(columns, column)
		case !known && field.Name != "__typename":
			all = true
		}
	}
	tree := page.Selection{Edges: make(map[string]page.Selection, len(below))}
	if !all {
		tree.Columns = columns
	}
	for to, fields := range below {
		tree.Edges[to.name] = treeOf(operation, to.typeName, fields)
		if to.column != "" {
			tree.Edges[to.name] = page.Selection{Columns: []string{"id", to.column}}
		}
	}
	return tree
}

// edgeOf returns the entities at an edge of an object. They were created or read together with it,
// or else read returns them.
func edgeOf[T any](
	ctx context.Context, created []T, loaded func() ([]T, error), read func(context.Context) ([]T, error),
) ([]T, error) {
	if entities, ok := loadedEdge(created, loaded); ok {
		return entities, nil
	}
	return read(ctx)
}

// loadedEdge returns the entities at an edge of an object, and reports whether the object has them.
func loadedEdge[T any](created []T, loaded func() ([]T, error)) ([]T, bool) {
	if created != nil {
		return created, true
	}
	entities, err := loaded()
	return entities, err == nil
}

func tagNames(tags []*ent.Tag) []string {
	names := make([]string, len(tags))
	for i, tag := range tags {
		names[i] = tag.Name
	}
	return names
}
