package graph

import (
	"time"

	"entgo.io/contrib/entgql"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/apiclient"
	"github.com/firmhub/firmhub/internal/audit"
	"github.com/firmhub/firmhub/internal/contact"
	"github.com/firmhub/firmhub/internal/page"
	"github.com/firmhub/firmhub/internal/policy"
	"github.com/firmhub/firmhub/internal/role"
	"github.com/firmhub/firmhub/internal/user"
)

const (
	// complexityLimit bounds what an operation may ask for: nearly two full pages of 100 contacts with everything in them.
	complexityLimit = 8000
	// rootCost is what a root field costs beside its selection: a query or two.
	rootCost = 20
	// listCost is that of a list: its count may have to look at every row.
	listCost = 200
	// severalRows and manyRows are about how many there are of what comes without pages: roles, keys, sessions; permissions.
	severalRows = 20
	manyRows    = 50
	// tagCost and wordCost are those of each tag to filter by and of each character to search for.
	tagCost  = 20
	wordCost = 2

	retryAfterOutage = 5 * time.Second
)

// complexity prices lists by the page that is asked for.
func complexity() ComplexityRoot {
	var c ComplexityRoot
	c.Query.Me = func(child int) int { return rootCost + child }
	c.Query.Contact = func(child int, _ uuid.UUID) int { return rootCost + child }
	c.Query.ContactPage = func(child int, in contact.PageInput) int {
		return filterCost(in.SearchTerm, in.Tags) + child*pageSize(in.PageSize)
	}
	c.Query.Contacts = func(child int, _ *entgql.Cursor[uuid.UUID], first *int, _ *entgql.Cursor[uuid.UUID], last *int,
		filter *contact.FilterInput, _ *ent.ContactOrder,
	) int {
		if first == nil {
			first = last
		}
		if filter == nil {
			filter = &contact.FilterInput{}
		}
		return filterCost(filter.SearchTerm, filter.Tags) + child*pageSize(first)
	}
	several := func(child int) int { return listCost + child*severalRows }
	c.Query.Roles, c.Query.RoleLookup, c.Query.PolicyRules, c.Query.Sessions = several, several, several, several
	c.Query.APIClients = several
	c.Query.APIClientPage = func(child int, in apiclient.PageInput) int { return listCost + child*pageSize(in.PageSize) }
	c.Query.ExplainAccess = func(child int, _ policy.ExplainInput) int { return 2*listCost + child }
	c.Query.PolicyExport = func(child int, _ uuid.UUID) int { return complexityLimit/2 + child }
	c.Query.RoleProperties = permissions
	c.Query.RolePermissions = func(child int, _ uuid.UUID) int { return permissions(child) }
	c.Role.Permissions, c.RolePropertyGroup.Properties = permissions, permissions
	c.Query.RolePropertyGroups = func(child int, in role.GroupPageInput) int { return listCost + child*pageSize(in.PageSize)/manyRows }
	c.Query.UserPage = func(child int, in user.PageInput) int {
		return filterCost(in.SearchTerm, nil) + child*pageSize(in.PageSize)
	}
	c.Query.AuditLog = func(child int, in audit.LogInput) int { return listCost + child*pageSize(in.PageSize) }
	c.Query.APIClientUsage = func(child int, in apiclient.UsageInput) int { return 2*listCost + child*pageSize(in.PageSize) }
	c.Mutation.CreateContact = func(child int, _ contact.CreateInput) int { return listCost + child }
	return c
}

func permissions(child int) int { return child * manyRows }

func filterCost(term string, tags []string) int {
	return listCost + wordCost*len(term) + tagCost*len(tags)
}

// pageSize is what a list costs at the most; sizes out of bounds are refused elsewhere, and priced as the largest.
func pageSize(asked *int) int {
	switch {
	case asked == nil:
		return page.DefaultSize
	case *asked < 1 || *asked > page.MaxSize:
		return page.MaxSize
	}
	return *asked
}
