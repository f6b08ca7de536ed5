package role_test

import (
	"context"
	"fmt"
	"strconv"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/role"
	"github.com/firmhub/firmhub/internal/fault"
)

// Of several sets of permissions that are written concurrently, exactly one is stored, not a
// mixture.
func TestSetPermissionsAtOnce(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := populate(t, d)
		agent := b.make(t, "Agent", "Contact:View")
		names := catalog()
		sets := make([][]string, 6)
		for i := range sets {
			sets[i] = names[i*8 : i*8+8]
		}
		for range 5 {
			var all errgroup.Group
			for _, names := range sets {
				ctx, ids := b.as(t, b.ann), b.ids(t, names...)
				all.Go(func() error {
					held, err := role.SetPermissions(ctx, d, b.may, role.SetPermissionsInput{RoleID: agent.ID, PropertyIDs: ids})
					if err == nil && len(held) != len(ids) {
						err = fmt.Errorf("answered %d", len(held)) //nolint:err113 // It ends the test.
					}
					return err
				})
			}
			require.NoError(t, all.Wait())
			held := b.holds(t, agent.ID)
			require.Len(t, held, 8)
			whole := 0
			for _, names := range sets {
				if subset(held, names) {
					whole++
				}
			}
			require.Equal(t, 1, whole, "%v", held)
		}
	})
}

func subset(some, all []string) bool {
	known := map[string]bool{}
	for _, name := range all {
		known[name] = true
	}
	for _, name := range some {
		if !known[name] {
			return false
		}
	}
	return true
}

// When a role is deleted and assigned concurrently, exactly one of the two succeeds.
func TestDeleteWhileAssigned(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := populate(t, d)
		carl := b.member(t, "carl", b.manager)
		ctx := b.as(t, b.ann)
		for i := range 20 {
			r := b.make(t, fmt.Sprintf("Role %d", i), "Contact:View", "Contact:Edit")
			var (
				both              errgroup.Group
				deleted, assigned error
			)
			both.Go(func() error { deleted = role.Delete(ctx, d, r.ID); return nil })
			both.Go(func() error { assigned = d.Client.Membership.UpdateOne(carl).SetRoleID(r.ID).Exec(b.ctx); return nil })
			require.NoError(t, both.Wait())
			if assigned == nil {
				requireCode(t, deleted, fault.Conflict)
				require.Len(t, b.holds(t, r.ID), 2, "nothing of it is lost")
			} else {
				require.NoError(t, deleted)
				require.True(t, db.IsForeignKey(assigned), "%v", assigned)
			}
		}
	})
}

// A role with the name of a role that is being deleted is created or refused. Neither waits for the
// other forever.
func TestCreateWhileDeleted(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := populate(t, d)
		ctx := b.as(t, b.ann)
		for range 20 {
			r := b.make(t, "Same", "Contact:View")
			var (
				all           errgroup.Group
				made, renamed *ent.Role
			)
			another := b.make(t, "Another")
			all.Go(func() error { return role.Delete(ctx, d, r.ID) })
			all.Go(func() (err error) {
				made, err = role.Create(ctx, d, role.CreateInput{Name: "same"})
				return unlessConflict(err)
			})
			all.Go(func() (err error) {
				renamed, err = role.Update(ctx, d, b.may, role.UpdateInput{ID: another.ID, Name: new("SAME"), IsActive: new(true)})
				return unlessConflict(err)
			})
			require.NoError(t, all.Wait())
			require.False(t, made != nil && renamed != nil, "two roles have the name")
			if made != nil {
				require.NoError(t, role.Delete(ctx, d, made.ID))
			}
			require.NoError(t, role.Delete(ctx, d, another.ID))
		}
	})
}

func unlessConflict(err error) error {
	if fault.Is(err, fault.Conflict) {
		return nil
	}
	return err
}

// Concurrent changes of roles, users and permissions end without a deadlock, and Owner holds every
// permission afterwards.
func TestEverythingAtOnce(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := populate(t, d)
		carl := b.member(t, "carl", b.owner)
		ctx := b.as(t, b.ann)
		agent := b.make(t, "Agent")
		some := b.ids(t, "Contact:View", "Role:View", "Wallet:View")
		var all errgroup.Group
		repeat := func(work func(i int) error) {
			all.Go(func() error {
				for i := range 10 {
					if err := work(i); err != nil {
						return err
					}
				}
				return nil
			})
		}
		repeat(func(i int) error { // Owner is changed
			_, err := role.Update(ctx, d, b.may, role.UpdateInput{ID: b.owner.ID, Description: new(strconv.Itoa(i))})
			return err
		})
		repeat(func(i int) error {
			_, err := role.SetPermissions(ctx, d, b.may, role.SetPermissionsInput{RoleID: agent.ID, PropertyIDs: some[:i%3]})
			return err
		})
		repeat(func(i int) error { // a user joins and leaves
			next := []uuid.UUID{b.owner.ID, agent.ID}[i%2]
			return d.Client.Membership.UpdateOne(carl).SetRoleID(next).Exec(b.ctx)
		})
		repeat(func(i int) error {
			_, err := role.CreateProperties(b.ctx, d, group(fmt.Sprintf("New%d", i), named("View", ""), named("Edit", "")))
			return err
		})
		repeat(func(i int) error {
			_, err := role.UpdateProperties(b.ctx, d, group("Settings", named("View", ""), named(fmt.Sprintf("Do%d", i), "")))
			return err
		})
		repeat(func(i int) error { // firms are created
			_, err := newOwner(t, b, fmt.Sprintf("Firm %d", i))
			return err
		})
		require.NoError(t, all.Wait())

		live, err := role.Properties(b.ctx, d)
		require.NoError(t, err)
		owners, err := d.Client.Role.Query().All(b.across)
		require.NoError(t, err)
		for _, r := range owners {
			if r.IsSystem {
				require.ElementsMatch(t, namesOf(live), b.holds(t, r.ID))
			}
		}
	})
}

// newOwner creates a firm and its Owner role in one transaction, as the super-firm does.
func newOwner(t *testing.T, b *peopled, name string) (owner *ent.Role, err error) {
	t.Helper()
	err = b.d.Tx(b.across, func(ctx context.Context) error {
		firm, err := b.d.Client.Firm.Create().SetName(name).SetNameKey(name).SetCurrency("EUR").Save(ctx)
		if err != nil {
			return err
		}
		owner, err = role.CreateOwner(ctx, b.d, firm.ID)
		return err
	})
	return owner, err
}

// Of two concurrent creations of the same permission, one returns a Conflict.
func TestCreatePropertiesAtOnce(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := populate(t, d)
		refused := make([]error, 4)
		var all errgroup.Group
		for i := range refused {
			all.Go(func() error {
				_, refused[i] = role.CreateProperties(b.ctx, d, group("Loyalty", named("View", "")))
				return nil
			})
		}
		require.NoError(t, all.Wait())
		made := 0
		for _, err := range refused {
			if err == nil {
				made++
				continue
			}
			requireCode(t, err, fault.Conflict)
		}
		require.Equal(t, 1, made)
		require.Len(t, b.holds(t, b.owner.ID), 49)
	})
}
