package role_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/rolepermission"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/role"
	"github.com/firmhub/firmhub/internal/fault"
)

func TestSetPermissions(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := populate(t, d)
		agent := b.make(t, "Agent", "Wallet:View", "Contact:View")
		carl := b.member(t, "carl", agent)
		set := func(m *ent.Membership, r *ent.Role, ids ...uuid.UUID) ([]*ent.RoleProperty, error) {
			return role.SetPermissions(b.as(t, m), d, b.may, role.SetPermissionsInput{RoleID: r.ID, PropertyIDs: ids})
		}
		grants := func(r *ent.Role) (ids []uuid.UUID) {
			ids, err := d.Client.RolePermission.Query().Where(rolepermission.RoleID(r.ID)).
				Order(rolepermission.ByID()).IDs(b.ctx)
			require.NoError(t, err)
			return ids
		}
		t.Run("OK", func(t *testing.T) {
			before := grants(agent)
			require.False(t, b.can(t, carl, "Contact", "Edit"))
			require.True(t, b.can(t, carl, "Wallet", "View"))
			held, err := set(b.ann, agent, b.ids(t, "Role:View", "Contact:View", "Contact:Edit", "Contact:View")...)
			require.NoError(t, err)
			require.Equal(t, []string{"Contact:Edit", "Contact:View", "Role:View"}, namesOf(held))
			require.ElementsMatch(t, namesOf(held), b.holds(t, agent.ID))
			require.Equal(t, []string{
				`Agent {"permissions":["Contact:View","Wallet:View"]} {"permissions":["Contact:Edit","Contact:View","Role:View"]}`,
			}, b.auditLog(t, b.firm.ID, "role.permissions"))
			require.True(t, b.can(t, carl, "Contact", "Edit"), "at once")
			require.False(t, b.can(t, carl, "Wallet", "View"), "at once")
			require.Contains(t, before, grants(agent)[0], "what stays is not written anew")
		})
		t.Run("OKNothing", func(t *testing.T) {
			before := grants(agent)
			held, err := set(b.bob, agent, b.ids(t, "Contact:Edit", "Contact:View", "Role:View")...)
			require.NoError(t, err, "though the viewer lacks one: nothing is added")
			require.Len(t, held, 3)
			require.Equal(t, before, grants(agent))
			require.Len(t, b.auditLog(t, b.firm.ID, "role.permissions"), 1)
		})
		t.Run("OKEmpty", func(t *testing.T) {
			held, err := set(b.bob, agent)
			require.NoError(t, err)
			require.NotNil(t, held)
			require.Empty(t, held)
			require.Empty(t, grants(agent))
		})
		t.Run("OKOwnRole", func(t *testing.T) {
			_, err := set(b.bob, b.manager, b.ids(t, "Role:View", "Role:Edit", "Role:Delete", "Role:ModifyPermissions")...)
			require.NoError(t, err)
		})
		t.Run("OKOwnerAsItIs", func(t *testing.T) {
			held, err := set(b.ann, b.owner, b.ids(t, catalog()...)...)
			require.NoError(t, err)
			require.Len(t, held, 48)
		})
		t.Run("ErrConflictOfOwner", func(t *testing.T) {
			_, err := set(b.ann, b.owner, b.ids(t, catalog()[1:]...)...)
			requireCode(t, err, fault.Conflict)
			_, err = set(b.ann, b.owner)
			requireCode(t, err, fault.Conflict)
			require.Len(t, b.holds(t, b.owner.ID), 48)
		})
		t.Run("OKExpected", func(t *testing.T) {
			clerk := b.make(t, "Clerk")
			expect := func(expected []uuid.UUID, names ...string) error {
				_, err := role.SetPermissions(b.as(t, b.ann), d, b.may, role.SetPermissionsInput{
					RoleID: clerk.ID, PropertyIDs: b.ids(t, names...), ExpectedPropertyIDs: expected,
				})
				return err
			}
			require.NoError(t, expect([]uuid.UUID{}, "Contact:View"), "it has none, as expected")
			requireCode(t, expect([]uuid.UUID{}, "Contact:Edit"), fault.Conflict)
			seen := b.ids(t, "Contact:View", "Contact:View")
			require.NoError(t, expect(seen, "Contact:View", "Wallet:View"))
			requireCode(t, expect(seen, "Contact:View"), fault.Conflict)
			requireCode(t, expect(b.ids(t, "Contact:View", "Contact:Edit"), "Contact:View"), fault.Conflict)
			requireCode(t, expect([]uuid.UUID{uuid.New(), uuid.New()}, "Contact:View"), fault.Conflict)
			require.NoError(t, expect(seen, "Contact:View", "Wallet:View"), "a repeated request changes nothing")
			require.ElementsMatch(t, []string{"Contact:View", "Wallet:View"}, b.holds(t, clerk.ID))
			require.Equal(t, []fault.Detail{{Field: "expectedPropertyIds", Message: "must have at most 1000 entries"}},
				fault.From(expect(make([]uuid.UUID, 1001))).Details)
		})
		t.Run("ErrForbidden", func(t *testing.T) {
			_, err := set(b.bob, agent, b.ids(t, "Role:View", "Wallet:View")...)
			requireCode(t, err, fault.Forbidden)
			require.Contains(t, fault.From(err).Message, "Wallet:View")
			require.NotContains(t, fault.From(err).Message, "Role:View")
			_, err = set(b.bob, b.manager, b.ids(t, "Role:View")...)
			requireCode(t, err, fault.Forbidden)
			require.Contains(t, b.holds(t, b.manager.ID), "Role:ModifyPermissions")
		})
		t.Run("ErrUnknown", func(t *testing.T) {
			_, err := set(b.ann, agent, append(b.ids(t, "Role:View"), uuid.New(), uuid.Nil)...)
			require.Equal(t, []fault.Detail{
				{Field: "propertyIds[1]", Message: "is not a permission"}, {Field: "propertyIds[2]", Message: "is not a permission"},
			}, fault.From(err).Details)
		})
		t.Run("ErrTooMany", func(t *testing.T) {
			_, err := set(b.ann, agent, make([]uuid.UUID, 1001)...)
			require.Equal(t, []fault.Detail{{Field: "propertyIds", Message: "must have at most 1000 entries"}},
				fault.From(err).Details)
			many := make([]uuid.UUID, 1000)
			for i := range many {
				many[i] = b.ids(t, "Contact:View")[0]
			}
			held, err := set(b.ann, agent, many...)
			require.NoError(t, err)
			require.Len(t, held, 1)
		})
		t.Run("ErrNotFound", func(t *testing.T) {
			_, other := dbtest.Firm(t, d, "Other")
			theirs, err := role.Create(other, d, role.CreateInput{Name: "Theirs"})
			require.NoError(t, err)
			for _, id := range []uuid.UUID{theirs.ID, uuid.New()} {
				_, err = set(b.ann, &ent.Role{ID: id})
				requireCode(t, err, fault.NotFound)
			}
		})
	})
}

// A permission that was removed and created again has a new id: the role does not hold it, and can
// be granted it.
func TestSetPermissionsRemade(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := populate(t, d)
		gone := b.ids(t, "Contact:View")[0]
		_, err := role.UpdateProperties(b.across, d, role.GroupInput{ModuleName: "Contact", Properties: []role.PropertyInput{
			{PropertyName: "Create"},
		}})
		require.NoError(t, err)
		_, err = role.CreateProperties(b.across, d, role.GroupInput{ModuleName: "Contact", Properties: []role.PropertyInput{
			{PropertyName: "View"},
		}})
		require.NoError(t, err)
		held, err := role.PermissionsOf(b.ctx, d, b.manager.ID)
		require.NoError(t, err)
		require.NotContains(t, namesOf(held), "Contact:View")
		require.False(t, b.can(t, b.bob, "Contact", "View"))
		require.True(t, b.can(t, b.ann, "Contact", "View"), "every Owner has it")

		set := func(ids ...uuid.UUID) error {
			_, err := role.SetPermissions(b.as(t, b.ann), d, b.may, role.SetPermissionsInput{RoleID: b.manager.ID, PropertyIDs: ids})
			return err
		}
		requireCode(t, set(gone), fault.ValidationError)
		require.NoError(t, set(b.ids(t, "Contact:View")...))
		require.True(t, b.can(t, b.bob, "Contact", "View"))
		require.NoError(t, set(b.ids(t, "Contact:Create")...))
		require.False(t, b.can(t, b.bob, "Contact", "View"))
		_, err = role.SetPermissions(b.as(t, b.ann), d, b.may, role.SetPermissionsInput{
			RoleID: b.owner.ID, PropertyIDs: func() (all []uuid.UUID) {
				properties, err := role.Properties(b.ctx, d)
				require.NoError(t, err)
				for _, p := range properties {
					all = append(all, p.ID)
				}
				return all
			}(),
		})
		require.NoError(t, err, "Owner holds all that there is, and remains of what was")
	})
}
