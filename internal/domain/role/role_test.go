package role_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	entrole "github.com/firmhub/firmhub/ent/role"
	"github.com/firmhub/firmhub/ent/roleproperty"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/role"
	"github.com/firmhub/firmhub/internal/fault"
)

// bundle is a seeded database with one firm; ctx acts for the system in that firm, across for all
// firms.
type bundle struct {
	d           *db.DB
	firm        *ent.Firm
	ctx, across context.Context //nolint:containedctx // They are what the tests act as.
}

func setup(t *testing.T, d *db.DB) *bundle {
	t.Helper()
	b := &bundle{d: d, across: rule.AcrossFirms(t.Context(), "test")}
	require.NoError(t, role.Seed(t.Context(), d))
	b.firm, b.ctx = dbtest.Firm(t, d, "Acme")
	return b
}

// holds lists the permissions of a role.
func (b *bundle) holds(t *testing.T, roleID uuid.UUID) (names []string) {
	t.Helper()
	r, err := b.d.Client.Role.Get(b.across, roleID)
	require.NoError(t, err)
	properties, err := role.Permissions(b.across, b.d, r)
	require.NoError(t, err)
	for _, p := range properties {
		names = append(names, p.ModuleName+":"+p.PropertyName)
	}
	return names
}

func catalog() (names []string) {
	for _, p := range authz.Catalog() {
		names = append(names, p.String())
	}
	return names
}

func TestCreate(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		t.Run("OK", func(t *testing.T) {
			inactive := false
			made, err := role.Create(b.ctx, d, role.CreateInput{
				Name: "  Support Agent ", Description: " Answers. ", IsActive: &inactive,
				Permissions: []string{"Contact:View", "Contact:Edit", "Contact:View"},
			})
			require.NoError(t, err)
			require.Equal(t, "Support Agent", made.Name)
			require.Equal(t, "Answers.", made.Description)
			require.Equal(t, b.firm.ID, made.FirmID)
			require.False(t, made.IsActive)
			require.False(t, made.IsSystem)
			require.ElementsMatch(t, []string{"Contact:View", "Contact:Edit"}, b.holds(t, made.ID))
		})
		t.Run("OKInAnotherFirm", func(t *testing.T) {
			_, other := dbtest.Firm(t, d, "Other")
			made, err := role.Create(other, d, role.CreateInput{Name: "Support Agent"})
			require.NoError(t, err)
			require.True(t, made.IsActive)
			require.Empty(t, b.holds(t, made.ID))
		})
		t.Run("OKLongKey", func(t *testing.T) {
			_, err := role.Create(b.ctx, d, role.CreateInput{Name: strings.Repeat("ﷺ", 60)})
			require.NoError(t, err)
		})
		t.Run("ErrConflict", func(t *testing.T) {
			_, err := role.Create(b.ctx, d, role.CreateInput{Name: "SUPPORT agent"})
			require.True(t, fault.Is(err, fault.Conflict), "%v", err)
		})
		t.Run("ErrEveryFieldAtOnce", func(t *testing.T) {
			in := role.CreateInput{Name: strings.Repeat("ü", 101), Description: strings.Repeat("ü", 501)}
			require.Equal(t, fault.Details{
				{Field: "name", Message: "must have at most 100 characters"},
				{Field: "description", Message: "must have at most 500 characters"},
			}, in.Validate())
			for name, said := range map[string]string{
				" ": "is required", "\u200b": "is required", "a\nb\x1b[31m": "must not hold control characters",
				strings.Repeat("ﷺ", 100): "has letters that take too much room",
			} {
				in = role.CreateInput{Name: name, Description: strings.Repeat("ü", 500)}
				require.Equal(t, fault.Details{{Field: "name", Message: said}}, in.Validate())
			}
		})
		t.Run("ErrUnknownPermission", func(t *testing.T) {
			_, err := role.Create(b.ctx, d, role.CreateInput{
				Name: "Pilot", Permissions: []string{"Contact:View", "Contact:Fly", "view"},
			})
			require.Equal(t, []fault.Detail{
				{Field: "permissions[1]", Message: `is not a permission: "Contact:Fly"`},
				{Field: "permissions[2]", Message: `is not a permission: "view"`},
			}, fault.From(err).Details)
			exists, err := d.Client.Role.Query().Where(entrole.Name("Pilot")).Exist(b.ctx)
			require.NoError(t, err)
			require.False(t, exists)
		})
		t.Run("ErrWithoutFirm", func(t *testing.T) {
			_, err := role.Create(t.Context(), d, role.CreateInput{Name: "Pilot"})
			require.ErrorIs(t, err, rule.ErrIsolation)
		})
	})
}

func TestCreateOwner(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		t.Run("OK", func(t *testing.T) {
			owner, err := role.CreateOwner(t.Context(), d, b.firm.ID)
			require.NoError(t, err)
			require.Equal(t, role.Owner, owner.Name)
			require.True(t, owner.IsSystem)
			require.True(t, owner.IsActive)
			require.ElementsMatch(t, catalog(), b.holds(t, owner.ID))
		})
		t.Run("ErrConflict", func(t *testing.T) {
			_, err := role.CreateOwner(t.Context(), d, b.firm.ID)
			require.True(t, fault.Is(err, fault.Conflict), "%v", err)
		})
		t.Run("ErrUnknownFirm", func(t *testing.T) {
			_, err := role.CreateOwner(t.Context(), d, uuid.New())
			require.Error(t, err)
		})
	})
}

func TestFind(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		made, err := role.Create(b.ctx, d, role.CreateInput{Name: "Agent"})
		require.NoError(t, err)

		t.Run("OK", func(t *testing.T) {
			found, err := role.Find(b.ctx, d, " agent ")
			require.NoError(t, err)
			require.Equal(t, made.ID, found.ID)
		})
		t.Run("ErrNotFound", func(t *testing.T) {
			_, err := role.Find(b.ctx, d, "Pilot")
			require.True(t, fault.Is(err, fault.NotFound), "%v", err)
		})
		t.Run("ErrNotFoundInAnotherFirm", func(t *testing.T) {
			_, other := dbtest.Firm(t, d, "Other")
			_, err := role.Find(other, d, "Agent")
			require.True(t, fault.Is(err, fault.NotFound), "%v", err)
		})
	})
}

func TestSeed(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		across := rule.AcrossFirms(t.Context(), "test")
		live := func(t *testing.T) (names []string) {
			t.Helper()
			properties, err := d.Client.RoleProperty.Query().All(across)
			require.NoError(t, err)
			for _, p := range properties {
				require.EqualValues(t, 7, p.ID.Version())
				require.Equal(t, uuid.RFC4122, p.ID.Variant())
				names = append(names, p.ModuleName+":"+p.PropertyName)
			}
			return names
		}
		t.Run("OKAtOnce", func(t *testing.T) {
			var instances errgroup.Group
			for range 8 {
				instances.Go(func() error { return role.Seed(t.Context(), d) })
			}
			require.NoError(t, instances.Wait())
			require.ElementsMatch(t, catalog(), live(t))
		})
		t.Run("NothingComesBack", func(t *testing.T) {
			removed := d.Client.RoleProperty.Delete().Where(roleproperty.ModuleName("Workflows"))
			count, err := removed.Exec(across)
			require.NoError(t, err)
			require.Equal(t, 5, count)
			require.NoError(t, d.Client.RoleProperty.Update().
				Where(roleproperty.ModuleName("Wallet")).SetPropertyName("Look").Exec(across))

			require.NoError(t, role.Seed(t.Context(), d))
			names := live(t)
			require.Len(t, names, 43)
			require.Contains(t, names, "Wallet:Look")
			require.NotContains(t, names, "Wallet:View")
			require.NotContains(t, names, "Workflows:View")
		})
	})
}

// A permission that is new in the catalog is added to every Owner role, and to no other role.
func TestSeedNewPermission(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		// The database of an older version, which never had this permission.
		_, err := dbtest.SQL(t.Context(), d).Exec("DELETE FROM role_properties WHERE module_name = $1", "Wallet")
		require.NoError(t, err)
		other, _ := dbtest.Firm(t, d, "Other")
		owner, err := role.CreateOwner(t.Context(), d, b.firm.ID)
		require.NoError(t, err)
		second, err := role.CreateOwner(t.Context(), d, other.ID)
		require.NoError(t, err)
		agent, err := role.Create(b.ctx, d, role.CreateInput{Name: "Agent", Permissions: []string{"Contact:View"}})
		require.NoError(t, err)
		require.Len(t, b.holds(t, owner.ID), 47)

		require.NoError(t, role.Seed(t.Context(), d))
		require.ElementsMatch(t, catalog(), b.holds(t, owner.ID))
		require.ElementsMatch(t, catalog(), b.holds(t, second.ID))
		require.Equal(t, []string{"Contact:View"}, b.holds(t, agent.ID))
	})
}

// A firm that is created while a permission is seeded gets it, whichever transaction is first.
func TestSeedWhileFirmsAreMade(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		firms := make([]*ent.Firm, 8)
		for i := range firms {
			firms[i], _ = dbtest.Firm(t, d, "Firm "+string(rune('A'+i)))
		}
		_, err := dbtest.SQL(t.Context(), d).Exec("DELETE FROM role_properties WHERE module_name = $1", "Wallet")
		require.NoError(t, err)

		var all errgroup.Group
		for i, firm := range firms {
			if i == len(firms)/2 {
				all.Go(func() error { return role.Seed(t.Context(), d) })
			}
			all.Go(func() error { _, err := role.CreateOwner(t.Context(), d, firm.ID); return err })
		}
		require.NoError(t, all.Wait())
		owners, err := d.Client.Role.Query().IDs(b.across)
		require.NoError(t, err)
		require.Len(t, owners, len(firms))
		for _, owner := range owners {
			require.Len(t, b.holds(t, owner), 48)
		}
	})
}
