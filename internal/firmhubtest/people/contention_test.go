package people_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	keys "github.com/firmhub/firmhub/internal/domain/apiclient"
	"github.com/firmhub/firmhub/internal/domain/policy"
	roles "github.com/firmhub/firmhub/internal/domain/role"
	"github.com/firmhub/firmhub/internal/domain/session"
	users "github.com/firmhub/firmhub/internal/domain/user"
	"github.com/firmhub/firmhub/internal/firmhubtest"
	"github.com/firmhub/firmhub/internal/viewer"
)

// A grant locks the policy of the firm: concurrent changes wait for each other, and all of them
// end.
func TestConcurrentGrants(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		require.NoError(t, roles.Seed(t.Context(), d))
		sessions := session.NewManager(d, nil, nil, nil, nil, session.Config{})
		may := authz.New(d.Client, 0)
		firm, system := dbtest.Firm(t, d, "Acme")
		owner, err := roles.CreateOwner(t.Context(), d, firm.ID)
		require.NoError(t, err)
		across := rule.AcrossFirms(t.Context(), "a test makes users")
		join := func(name string, r *ent.Role) *ent.Membership {
			_, member, err := users.Join(across, d, unhashed, firm.ID, r.ID, users.CreateInput{
				FirstName: name, LastName: "X", Email: name + "@acme.example", Password: firmhubtest.OwnerPassword,
			})
			require.NoError(t, err)
			return member
		}
		plain, err := roles.Create(system, d, roles.CreateInput{Name: "Plain", Permissions: []string{"Contact:View"}})
		require.NoError(t, err)
		olga, ann := join("olga", owner), join("ann", plain)
		key, err := keys.Create(system, d, may, keys.CreateInput{Name: "Key", Permissions: []string{"Contact:View"}})
		require.NoError(t, err)
		asking := viewer.NewContext(t.Context(), &viewer.Viewer{
			Kind: viewer.User, FirmID: firm.ID, UserID: olga.UserID, RelationID: olga.ID, RoleID: owner.ID,
		})
		super := viewer.NewContext(t.Context(), &viewer.Viewer{Kind: viewer.System})
		properties, err := roles.Properties(asking, d)
		require.NoError(t, err)
		const rounds = 15
		var all errgroup.Group
		for name, act := range map[string]func(ctx context.Context, i int) error{
			"move": func(ctx context.Context, i int) error {
				_, err := users.Update(ctx, d, may, sessions, users.UpdateInput{ID: ann.UserID, RoleID: &[]uuid.UUID{plain.ID, owner.ID}[i%2]})
				return err
			},
			"setPermissions": func(ctx context.Context, i int) error {
				_, err := roles.SetPermissions(ctx, d, may, roles.SetPermissionsInput{RoleID: plain.ID, PropertyIDs: []uuid.UUID{properties[i].ID}})
				return err
			},
			"activate": func(ctx context.Context, i int) error {
				_, err := roles.Update(ctx, d, may, roles.UpdateInput{ID: plain.ID, IsActive: new(i%2 == 0)})
				return err
			},
			"add": func(ctx context.Context, i int) error {
				_, err := users.Add(ctx, d, may, nil, unhashedWithSalt, users.AddInput{RoleID: plain.ID, CreateInput: users.CreateInput{
					FirstName: "A", LastName: "B", Email: fmt.Sprintf("a%d@acme.example", i), Password: firmhubtest.OwnerPassword,
				}})
				return err
			},
			"createKey": func(ctx context.Context, _ int) error {
				_, err := keys.Create(ctx, d, may, keys.CreateInput{Name: "Another"})
				return err
			},
			"regenerate": func(ctx context.Context, _ int) error {
				_, err := keys.Regenerate(ctx, d, may, key.ID)
				return err
			},
			"rules": func(_ context.Context, _ int) error {
				made, err := policy.Create(super, d, policy.CreateInput{Line: "p, role:" + plain.ID.String() + ", *, Wallet, View, allow"})
				if err != nil {
					return err
				}
				return policy.Delete(super, d, made.ID)
			},
		} {
			all.Go(func() error {
				for i := range rounds {
					if err := act(asking, i); err != nil {
						return fmt.Errorf("%s: %w", name, err)
					}
				}
				return nil
			})
		}
		require.NoError(t, all.Wait())
	})
}
