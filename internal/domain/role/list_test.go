package role_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/membership"
	entrole "github.com/firmhub/firmhub/ent/role"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/role"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
)

func TestList(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		permissions := map[string]page.Selection{entrole.EdgeProperties: {}}
		b := populate(t, d)
		b.make(t, "Ärzte")
		b.make(t, "agents")
		_, other := dbtest.Firm(t, d, "Other")
		theirs, err := role.Create(other, d, role.CreateInput{Name: "Theirs"})
		require.NoError(t, err)
		carl := b.member(t, "carl", b.manager)
		require.NoError(t, d.Client.Membership.UpdateOne(carl).SetStatus(membership.StatusInactive).Exec(b.ctx))
		b.removeProperty(t, "Contact", "View")

		t.Run("List", func(t *testing.T) {
			roles, err := role.List(b.ctx, d, page.Selection{Edges: permissions})
			require.NoError(t, err)
			counts, names := []int{}, []string{}
			for _, r := range roles {
				count, err := role.UserCount(b.ctx, d, r)
				require.NoError(t, err)
				names, counts = append(names, r.Name), append(counts, count)
			}
			require.Equal(t, []string{"agents", "Ärzte", "Manager", "Owner"}, names)
			require.Equal(t, []int{0, 0, 2, 1}, counts)
		})
		t.Run("OneStatement", func(t *testing.T) {
			roles, err := role.List(b.ctx, d, page.Selection{Edges: permissions})
			require.NoError(t, err)
			value, err := roles[2].Value(role.ColumnUserCount)
			require.NoError(t, err)
			require.EqualValues(t, 2, value)
			held, err := roles[2].Edges.PropertiesOrErr()
			require.NoError(t, err, "the permissions came along")
			require.Len(t, held, 4)
		})
		t.Run("Selection", func(t *testing.T) {
			for _, test := range []struct {
				sel                page.Selection
				count, permissions bool
			}{
				{page.Selection{}, true, false},
				{page.Selection{Columns: []string{"name"}}, false, false},
				{page.Selection{Columns: []string{role.ColumnUserCount}}, true, false},
				{page.Selection{Columns: []string{"id"}, Edges: permissions}, false, true},
			} {
				roles, err := role.List(b.ctx, d, test.sel)
				require.NoError(t, err)
				_, without := roles[1].Value(role.ColumnUserCount)
				require.Equal(t, test.count, without == nil)
				_, without = roles[1].Edges.PropertiesOrErr()
				require.Equal(t, test.permissions, without == nil)
			}
		})
		t.Run("Get", func(t *testing.T) {
			found, err := role.Get(b.ctx, d, b.manager.ID, page.Selection{})
			require.NoError(t, err)
			require.Equal(t, "Manager", found.Name)
			held, err := role.Permissions(b.ctx, d, found)
			require.NoError(t, err)
			require.Equal(t, managerHolds()[1:], namesOf(held), "sorted, without the removed one")
			count, err := role.UserCount(b.ctx, d, found)
			require.NoError(t, err)
			require.Equal(t, 2, count)
		})
		t.Run("Alone", func(t *testing.T) {
			bare, err := d.Client.Role.Get(b.ctx, b.manager.ID)
			require.NoError(t, err)
			held, err := role.Permissions(b.ctx, d, bare)
			require.NoError(t, err)
			require.Equal(t, managerHolds()[1:], namesOf(held))
			count, err := role.UserCount(b.ctx, d, bare)
			require.NoError(t, err)
			require.Equal(t, 2, count)
		})
		t.Run("PermissionsOf", func(t *testing.T) {
			held, err := role.PermissionsOf(b.ctx, d, b.manager.ID)
			require.NoError(t, err)
			require.Equal(t, managerHolds()[1:], namesOf(held))
		})
		t.Run("Lookup", func(t *testing.T) {
			inactive := false
			_, err := role.Create(b.ctx, d, role.CreateInput{Name: "Asleep", IsActive: &inactive})
			require.NoError(t, err)
			roles, err := role.Lookup(b.ctx, d, page.Selection{})
			require.NoError(t, err)
			names := []string{}
			for _, r := range roles {
				names = append(names, r.Name)
			}
			require.Equal(t, []string{"agents", "Ärzte", "Manager", "Owner"}, names)
		})
		t.Run("ErrNotFound", func(t *testing.T) {
			for _, id := range []uuid.UUID{theirs.ID, uuid.New(), {}} {
				_, err := role.Get(b.ctx, d, id, page.Selection{})
				requireCode(t, err, fault.NotFound)
				_, err = role.PermissionsOf(b.ctx, d, id)
				requireCode(t, err, fault.NotFound)
			}
		})
	})
}

func TestProperties(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := populate(t, d)
		b.removeProperty(t, "Contact", "View")
		properties, err := role.Properties(b.ctx, d)
		require.NoError(t, err)
		require.Len(t, properties, 47)
		names := namesOf(properties)
		require.IsIncreasing(t, names)
		require.NotContains(t, names, "Contact:View")

		groups := func(in role.ListGroupsInput) (modules []string, items []*role.Group, total int) {
			page, err := role.ListGroups(b.across, d, in)
			require.NoError(t, err)
			items, err = page.Items(b.across)
			require.NoError(t, err)
			total, err = page.TotalCount(b.across)
			require.NoError(t, err)
			for _, g := range items {
				modules = append(modules, g.ModuleName)
			}
			return modules, items, total
		}
		t.Run("Groups", func(t *testing.T) {
			modules, items, total := groups(role.ListGroupsInput{})
			require.Len(t, modules, 13)
			require.IsIncreasing(t, modules)
			require.Equal(t, 13, total)
			require.Equal(t, "Contact", items[1].ModuleName)
			require.Equal(t, []string{"Contact:ChangeTag", "Contact:Create", "Contact:Delete", "Contact:Edit", "Contact:Import"},
				namesOf(items[1].Properties))
		})
		t.Run("GroupsPaged", func(t *testing.T) {
			modules, items, total := groups(role.ListGroupsInput{Page: new(3), PageSize: new(5)})
			require.Len(t, items, 3)
			require.Equal(t, []string{"Users", "Wallet", "Workflows"}, modules)
			require.Equal(t, 13, total)
			modules, items, total = groups(role.ListGroupsInput{Page: new(4), PageSize: new(5)})
			require.Empty(t, modules)
			require.NotNil(t, items)
			require.Equal(t, 13, total)
		})
		t.Run("GroupsSearched", func(t *testing.T) {
			for term, expected := range map[string][]string{
				"CONTÁCT":        {"Contact"},
				"sendMess":       {"MessagingChat"},
				"the WALLET":     {"Wallet"},
				"qrcode":         {"Dashboard"},
				"wallet:v":       {"Wallet"},
				"marketplace":    {"MarketplaceWorkflow"},
				"no such module": nil,
			} {
				modules, _, total := groups(role.ListGroupsInput{SearchTerm: term})
				require.Equal(t, expected, modules, term)
				require.Equal(t, len(expected), total)
			}
			_, items, _ := groups(role.ListGroupsInput{SearchTerm: "qrcode"})
			require.Len(t, items[0].Properties, 2, "the whole module")
		})
		t.Run("ErrInvalid", func(t *testing.T) {
			_, err := role.ListGroups(b.across, d, role.ListGroupsInput{
				Page: new(0), PageSize: new(101), SearchTerm: strings.Repeat("x", 201),
			})
			require.Equal(t, []fault.Detail{
				{Field: "page", Message: "must be from 1 to 100000000"},
				{Field: "pageSize", Message: "must be from 1 to 100"},
				{Field: "searchTerm", Message: "must have at most 200 characters"},
			}, fault.From(err).Details)
		})
	})
}

func TestMayGive(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := populate(t, d)
		less, more := b.make(t, "Less", "Contact:View", "Wallet:View"), b.make(t, "More", "Contact:View", "Contact:Edit")
		b.removeProperty(t, "Wallet", "View") // an unusable permission is not shown as missing
		asleep := b.make(t, "Asleep", "Contact:Edit")
		require.NoError(t, d.Client.Role.UpdateOne(asleep).SetIsActive(false).Exec(b.ctx))
		_, other := dbtest.Firm(t, d, "Other")
		theirs, err := role.Create(other, d, role.CreateInput{Name: "Theirs"})
		require.NoError(t, err)

		give := func(m *ent.Membership, id uuid.UUID) error { return role.MayGive(b.as(t, m), d, b.may, uuid.Nil, id) }
		require.NoError(t, give(b.bob, less.ID))
		require.NoError(t, give(b.bob, b.manager.ID))
		require.NoError(t, give(b.ann, b.owner.ID))
		require.NoError(t, role.MayGive(b.ctx, d, b.may, uuid.Nil, b.owner.ID), "firmhub itself")
		for _, r := range []*ent.Role{more, asleep, b.owner} {
			requireCode(t, give(b.bob, r.ID), fault.Forbidden)
		}
		require.Contains(t, fault.From(give(b.bob, more.ID)).Message, "Contact:Edit")
		for _, id := range []uuid.UUID{theirs.ID, uuid.New()} {
			require.Equal(t, []fault.Detail{{Field: "roleId", Message: "is not a role of the firm"}},
				fault.From(give(b.ann, id)).Details)
		}
	})
}
