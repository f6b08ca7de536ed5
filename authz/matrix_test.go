package authz_test

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/casbin/casbin/v2"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/policyrule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/role"
)

// matching lists the permissions of the catalog that a pattern such as "Contact:*" or "*:View"
// means.
func matching(patterns ...string) (names []string) {
	for _, p := range authz.Catalog() {
		for _, pattern := range patterns {
			module, action, _ := strings.Cut(pattern, ":")
			if (module == "*" || module == p.Module) && (action == "*" || action == p.Action) {
				names = append(names, p.String())
				break
			}
		}
	}
	return names
}

// company makes a user of each kind that the matrix has a column for.
func company(t *testing.T, b *bundle) map[string]*ent.Membership {
	t.Helper()
	members := map[string]*ent.Membership{}
	owner, err := role.CreateOwner(t.Context(), b.d, b.firm.ID)
	require.NoError(t, err)
	members["Owner"] = b.member(t, "Owner", owner)
	for name, permissions := range map[string][]string{
		"Manager": matching("Users:*", "Contact:*", "MessagingChat:*", "MessagingTemplate:*", "MessagingCampaign:*",
			"Workflows:*", "MarketplaceWorkflow:*", "Settings:View", "Settings:EditInfo", "Dashboard:*", "Wallet:*",
			"MessagingAnalytics:*"),
		"Agent": matching("Contact:View", "Contact:Create", "Contact:Edit", "Contact:ChangeTag", "MessagingChat:*",
			"MessagingTemplate:View", "Dashboard:View"),
		"Analyst": matching("*:View", "MessagingAnalytics:Limit"),
		"Trainee": matching("Contact:View", "Contact:Create", "Contact:Edit", "Contact:ChangeTag", "MessagingChat:*",
			"MessagingTemplate:View", "Dashboard:View"),
		"Suspended": matching("*:*"),
		"Support":   nil,
		"Retired":   matching("*:*"),
	} {
		members[name] = b.member(t, name, b.role(b.ctx, t, name, permissions...))
	}
	require.NoError(t, b.d.Client.Role.UpdateOneID(members["Retired"].RoleID).SetIsActive(false).Exec(b.ctx))

	firm := b.firm.ID.String()
	analyst, trainee := "role:"+members["Analyst"].RoleID.String(), "role:"+members["Trainee"].RoleID.String()
	for _, module := range []string{"Role", "ApiClient", "Wallet"} {
		b.rule(t, policyrule.PtypeP, analyst, firm, module, "*", "deny")
	}
	for _, action := range []string{"Create", "Edit", "ChangeTag", "StartConversation"} {
		b.rule(t, policyrule.PtypeP, trainee, firm, "*", action, "deny")
	}
	b.rule(t, policyrule.PtypeP, subject(members["Suspended"]), "*", "*", "*", "deny")
	b.rule(t, policyrule.PtypeG, subject(members["Support"]), "role:support", "*")
	b.rule(t, policyrule.PtypeP, "role:support", "*", "*", "View", "allow")
	b.rule(t, policyrule.PtypeP, "role:support", "*", "*", "Logs", "allow")
	b.rule(t, policyrule.PtypeP, "role:support", "*", "Contact", "*", "allow")
	b.rule(t, policyrule.PtypeP, "role:support", firm, "Contact", "Delete", "deny")
	// The rules of another firm have no effect here.
	other, _ := dbtest.Firm(t, b.d, "Other")
	b.rule(t, policyrule.PtypeP, subject(members["Agent"]), other.ID.String(), "*", "*", "allow")
	b.rule(t, policyrule.PtypeP, subject(members["Owner"]), other.ID.String(), "*", "*", "deny")
	return members
}

func TestMatrix(t *testing.T) {
	t.Parallel()
	file, err := os.Open(filepath.Join("testdata", "matrix.csv"))
	require.NoError(t, err)
	t.Cleanup(func() { _ = file.Close() })
	matrix, err := csv.NewReader(file).ReadAll()
	require.NoError(t, err)
	columns, rows := matrix[0], matrix[1:]
	require.Len(t, rows, len(authz.Catalog()))

	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		members := company(t, b)
		require.Len(t, members, len(columns)-1)
		plain := stockCasbin(t, b)
		for _, row := range rows {
			module, action, _ := strings.Cut(row[0], ":")
			for i, name := range columns[1:] {
				want := row[i+1] == "allow"
				m := members[name]
				require.Equal(t, want, b.allowed(t, m, module, action), "%s %s", name, row[0])

				stock, err := plain.Enforce(subject(m), b.firm.ID.String(), module, action)
				require.NoError(t, err)
				require.Equal(t, want, stock, "casbin by itself: %s %s", name, row[0])

				if module == "Contact" { // one module will do: each explanation reads the whole policy
					why, err := authz.Explain(t.Context(), d.Client, b.firm.ID, subject(m), module, action)
					require.NoError(t, err)
					require.Equal(t, want, why.Allowed, "%s %s: %s", name, row[0], why.Because)
				}
			}
		}
	})
}

// stockCasbin is casbin as anybody would run it, on the model and the policy in files.
func stockCasbin(t *testing.T, b *bundle) *casbin.Enforcer {
	t.Helper()
	text, err := authz.Export(t.Context(), b.d.Client, b.firm.ID)
	require.NoError(t, err)
	dir := t.TempDir()
	model, policy := filepath.Join(dir, "model.conf"), filepath.Join(dir, "policy.csv")
	require.NoError(t, os.WriteFile(model, []byte(authz.Model), 0o600))
	require.NoError(t, os.WriteFile(policy, []byte(text), 0o600))
	plain, err := casbin.NewEnforcer(model, policy)
	require.NoError(t, err)
	return plain
}
