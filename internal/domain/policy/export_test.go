package policy_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/casbin/casbin/v2"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/policy"
	"github.com/firmhub/firmhub/internal/domain/role"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Casbin with the two files makes the decisions of the server for every role, user, API client and
// permission.
func TestExportFirm(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		owner, err := role.CreateOwner(t.Context(), d, b.firm.ID)
		require.NoError(t, err)
		quoted, err := role.Create(b.in, d, role.CreateInput{Name: `A "quoted", # name`, Permissions: []string{"Wallet:View", "Users:View"}})
		require.NoError(t, err)
		idle, err := role.Create(b.in, d, role.CreateInput{Name: "Idle", Permissions: []string{"Wallet:View"}})
		require.NoError(t, err)
		require.NoError(t, d.Client.Role.UpdateOne(idle).SetIsActive(false).Exec(b.in))
		roles := []*ent.Role{owner, b.agent, quoted, idle}
		shop, all := b.client(t, "Shop"), b.client(t, "All")
		ann, bob := b.member(t, "ann", b.agent), b.member(t, "bob", quoted)

		here := b.firm.ID.String()
		b.add(t, "p, role:"+b.agent.ID.String()+", "+here+", Contact, Edit, deny", "No edits,\u00a0\"please\" #1")
		b.add(t, "p, role:support, *, *, View, allow", "")
		b.add(t, "g, user:"+ann.UserID.String()+", role:support, *", "")
		b.add(t, "p, user:"+bob.UserID.String()+", "+here+", *, View, deny", "")
		b.add(t, "g, role:"+quoted.ID.String()+", role:"+b.agent.ID.String()+", "+here, "")
		b.add(t, "p, apiclient:"+all.ID.String()+", *, *, *, allow", "")
		b.add(t, "p, apiclient:"+all.ID.String()+", "+here+", Contact, Delete, deny", "")
		b.add(t, "p, user:"+ann.UserID.String()+", "+b.other.ID.String()+", *, *, deny", "of another firm")

		exported, err := policy.ExportFirm(b.super, d, b.firm.ID)
		require.NoError(t, err)
		require.NotContains(t, exported.Policy, b.other.ID.String())
		require.Contains(t, exported.Policy, `# role "A \"quoted\", # name"`)
		dir := t.TempDir()
		model, lines := filepath.Join(dir, "model.conf"), filepath.Join(dir, "policy.csv")
		require.NoError(t, os.WriteFile(model, []byte(exported.Model), 0o600))
		require.NoError(t, os.WriteFile(lines, []byte(exported.Policy), 0o600))
		plain, err := casbin.NewEnforcer(model, lines)
		require.NoError(t, err)

		version := dbtest.PolicyVersion(d, b.firm.ID)
		as := func(v viewer.Viewer) context.Context {
			v.FirmID, v.PolicyVersion = b.firm.ID, version
			return viewer.NewContext(t.Context(), &v)
		}
		askers := map[string]context.Context{}
		for _, m := range []*ent.Membership{ann, bob} {
			askers["user:"+m.UserID.String()] = as(viewer.Viewer{Kind: viewer.User, UserID: m.UserID, RoleID: m.RoleID})
		}
		for _, c := range []*ent.APIClient{shop, all} {
			askers["apiclient:"+c.ID.String()] = as(viewer.Viewer{Kind: viewer.APIClient, APIClientID: c.ID})
		}
		for _, r := range roles {
			if r != idle { // It grants its users nothing; its own permissions are tested below.
				askers["role:"+r.ID.String()] = as(viewer.Viewer{Kind: viewer.User, UserID: uuid.New(), RoleID: r.ID})
			}
		}
		enforcer, allowed, refused := authz.New(d.Client, 0), 0, 0
		for subject, ctx := range askers {
			for _, p := range authz.Catalog() {
				want, err := plain.Enforce(subject, here, p.Module, p.Action)
				require.NoError(t, err)
				require.Equal(t, want, enforcer.Can(ctx, p.Module, p.Action) == nil, "%s %s", subject, p)
				if want {
					allowed++
				} else {
					refused++
				}
				if p.Module == "Contact" && !strings.HasPrefix(subject, "role:") {
					why, err := authz.Explain(t.Context(), d.Client, b.firm.ID, subject, p.Module, p.Action)
					require.NoError(t, err)
					require.Equal(t, want, why.Allowed, "%s %s: %s", subject, p, why.Because)
				}
			}
		}
		require.Greater(t, allowed, 60)
		require.Greater(t, refused, 200)
		none, err := plain.Enforce("role:"+idle.ID.String(), here, "Wallet", "View")
		require.NoError(t, err)
		require.False(t, none)

		t.Run("ErrNotFound", func(t *testing.T) {
			_, err := policy.ExportFirm(b.super, d, uuid.New())
			require.True(t, fault.Is(err, fault.NotFound), "%v", err)
		})
	})
}
