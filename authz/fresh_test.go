package authz_test

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/policyrule"
	"github.com/firmhub/firmhub/ent/rolepermission"
	"github.com/firmhub/firmhub/ent/roleproperty"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Every kind of change works on the next request, for every enforcer: here, and on another
// instance.
func TestFreshness(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		elsewhere := authz.New(d.Client, 0)
		agent := b.role(b.ctx, t, "Agent", "Contact:View")
		guest := b.role(b.ctx, t, "Guest")
		ann := b.member(t, "ann", agent)
		create, err := d.Client.RoleProperty.Query().
			Where(roleproperty.ModuleName("Contact"), roleproperty.PropertyName("Create")).Only(b.across)
		require.NoError(t, err)

		may := func(want bool, action string) {
			t.Helper()
			require.Equal(t, want, b.allowed(t, ann, "Contact", action), action)
			err := elsewhere.Can(b.request(t, ann), "Contact", action)
			require.Equal(t, want, err == nil, "%s elsewhere: %v", action, err)
		}
		may(true, "View")
		may(false, "Create")

		given, err := d.Client.RolePermission.Create().SetRoleID(agent.ID).SetPropertyID(create.ID).Save(b.ctx)
		require.NoError(t, err)
		may(true, "Create") // a permission was given

		require.NoError(t, d.Client.RolePermission.DeleteOne(given).Exec(b.ctx))
		may(false, "Create") // and taken

		require.NoError(t, d.Client.Role.UpdateOne(agent).SetIsActive(false).Exec(b.ctx))
		may(false, "View") // the role was deactivated
		require.NoError(t, d.Client.Role.UpdateOne(agent).SetIsActive(true).Exec(b.ctx))
		may(true, "View") // and activated

		require.NoError(t, d.Client.Membership.UpdateOne(ann).SetRoleID(guest.ID).Exec(b.ctx))
		may(false, "View") // the user got another role
		require.NoError(t, d.Client.Membership.UpdateOne(ann).SetRoleID(agent.ID).Exec(b.ctx))
		may(true, "View")

		require.NoError(t, d.Client.Membership.UpdateOne(ann).SetStatus(membership.StatusInactive).Exec(b.ctx))
		may(false, "View") // the membership was deactivated
		require.NoError(t, d.Client.Membership.UpdateOne(ann).SetStatus(membership.StatusActive).Exec(b.ctx))
		may(true, "View")

		denial := b.rule(t, policyrule.PtypeP, subject(ann), "*", "Contact", "*", "deny")
		may(false, "View") // a rule denies, in every firm
		require.NoError(t, d.Client.PolicyRule.UpdateOne(denial).SetV1(userID()).Exec(b.across))
		may(true, "View") // in another firm
		require.NoError(t, d.Client.PolicyRule.UpdateOne(denial).SetV1(b.firm.ID.String()).Exec(b.across))
		may(false, "View") // in this one
		require.NoError(t, d.Client.PolicyRule.DeleteOne(denial).Exec(b.across))
		may(true, "View")

		held := b.rule(t, policyrule.PtypeG, subject(ann), "role:support", b.firm.ID.String())
		b.rule(t, policyrule.PtypeP, "role:support", "*", "Contact", "Create", "allow")
		may(true, "Create") // a role made of rules
		require.NoError(t, d.Client.PolicyRule.DeleteOne(held).Exec(b.across))
		may(false, "Create")

		view, err := d.Client.RoleProperty.Query().
			Where(roleproperty.ModuleName("Contact"), roleproperty.PropertyName("View")).Only(b.across)
		require.NoError(t, err)
		require.NoError(t, d.Client.RoleProperty.DeleteOne(view).Exec(b.across))
		may(false, "View") // the permission was removed, and its record is retained
		kept, err := d.Client.RolePermission.Query().Where(rolepermission.PropertyID(view.ID)).Exist(b.across)
		require.NoError(t, err)
		require.True(t, kept)

		require.NoError(t, d.Client.RoleProperty.UpdateOne(create).SetPropertyName("Add").Exec(b.across))
		_, err = d.Client.RolePermission.Create().SetRoleID(agent.ID).SetPropertyID(create.ID).Save(b.ctx)
		require.NoError(t, err)
		may(true, "Add") // the permission was renamed
		may(false, "Create")

		require.NoError(t, d.Client.Membership.DeleteOne(ann).Exec(b.ctx))
		may(false, "Add") // the membership was ended
	})
}

// A change of a rule for all firms is read once for all roles that ask at the same time: what they
// are remembered with is one.
func TestRuleForAllFirmsIsReadOnce(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		members := make([]*ent.Membership, 8)
		for i := range members {
			members[i] = b.member(t, "user"+strconv.Itoa(i), b.role(b.ctx, t, "Role "+strconv.Itoa(i), "Contact:View"))
		}
		for i := range 3 {
			var askers sync.WaitGroup
			for _, m := range members {
				ctx := b.request(t, m)
				askers.Go(func() { _ = b.enforcer.Can(ctx, "Contact", "View") })
			}
			askers.Wait()
			require.Equal(t, len(members), b.enforcer.Len())
			b.rule(t, policyrule.PtypeP, "role:r"+strconv.Itoa(i), "*", "*", "View", "deny")
			require.True(t, b.allowed(t, members[0], "Contact", "View"))
			require.Equal(t, 1, b.enforcer.Len(), "the decisions of before are gone")
		}
	})
}

// A change that is rolled back, or not committed yet, decides nothing.
func TestCanInsideTransaction(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		agent := b.role(b.ctx, t, "Agent")
		ann := b.member(t, "ann", agent)
		view, err := d.Client.RoleProperty.Query().
			Where(roleproperty.ModuleName("Contact"), roleproperty.PropertyName("View")).OnlyID(b.across)
		require.NoError(t, err)

		errUndo := errors.New("undo")
		err = d.Tx(b.ctx, func(ctx context.Context) error {
			_, err := d.Client.RolePermission.Create().SetRoleID(agent.ID).SetPropertyID(view).Save(ctx)
			require.NoError(t, err)
			asked := viewer.NewContext(ctx, viewer.From(b.request(t, ann)))
			require.Error(t, b.enforcer.Can(asked, "Contact", "View"))
			return errUndo
		})
		require.ErrorIs(t, err, errUndo)
		require.False(t, b.allowed(t, ann, "Contact", "View"))
	})
}

// Requests that run while the policy changes never get a decision older than their own beginning.
func TestFreshnessUnderLoad(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		agent := b.role(b.ctx, t, "Agent", "Contact:View")
		members := make([]*ent.Membership, 8)
		for i := range members {
			members[i] = b.member(t, "user"+strconv.Itoa(i), agent)
		}
		var askers sync.WaitGroup
		stop := make(chan struct{})
		for _, m := range members {
			askers.Go(func() {
				for {
					select {
					case <-stop:
						return
					default:
						_ = b.enforcer.Can(b.request(t, m), "Contact", "View")
					}
				}
			})
		}
		for i := range 20 {
			active := i%2 == 1
			require.NoError(t, d.Client.Role.UpdateOne(agent).SetIsActive(active).Exec(b.ctx))
			for _, m := range members {
				require.Equal(t, active, b.allowed(t, m, "Contact", "View"))
			}
		}
		close(stop)
		askers.Wait()
	})
}

// A firm that others push out of memory is loaded again.
func TestEviction(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		b.enforcer = authz.New(d.Client, 1)
		ann := b.member(t, "ann", b.role(b.ctx, t, "Agent", "Contact:View"))
		_, other := dbtest.Firm(t, d, "Other")
		bob := b.member(t, "bob", b.role(other, t, "Agent", "Contact:Edit"))
		for range 3 {
			require.True(t, b.allowed(t, ann, "Contact", "View"))
			require.False(t, b.allowed(t, ann, "Contact", "Edit"))
			require.True(t, b.allowed(t, bob, "Contact", "Edit"))
			require.False(t, b.allowed(t, bob, "Contact", "View"))
		}
	})
}
