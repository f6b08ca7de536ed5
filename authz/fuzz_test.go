package authz_test

import (
	"strings"
	"testing"

	"github.com/casbin/casbin/v2"
	"github.com/casbin/casbin/v2/model"
	"github.com/casbin/casbin/v2/persist"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/authz"
)

// A rule that parses is read back as it was written, by firmhub and by casbin, and has its effect:
// a denial denies.
func FuzzParseLine(f *testing.F) {
	const user, firm = "user:0198c0de-0000-7000-8000-000000000001", "0198c0de-0000-7000-8000-000000000002"
	for _, line := range []string{
		"p, " + user + ", " + firm + ", Contact, View, deny", "p," + user + ",*,*,*,allow", "p, role:support, *, *, View, deny",
		`p, "role:support", *, "Contact", Bulk edit, deny`, "g, " + user + ", role:support, *", "g, role:a, role:b, " + firm,
		"p, apiclient:" + user[5:] + ", *, Contact, *, deny", "", "p", "g", "#", "p, role:a\np, role:b", `p, "role:""a""", *, a, b, deny`,
		"p, role:a, *, Contact, View, Deny", "p, role:\u200b, *, Contact, View, deny", "p, role:é, *, Ünï, \U0001F600, deny",
		"p, role:1, *, 2024-01-01, 1e3, deny", "p, role:true, *, true, false, deny", "p, role:r.sub, *, p.sub, r.sub, deny",
	} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, text string) {
		line, err := authz.ParseLine(text)
		if err != nil {
			require.Nil(t, line.Values)
			return
		}
		again, err := authz.ParseLine(line.String())
		require.NoError(t, err)
		require.Equal(t, line, again)
		require.NotContains(t, line.String(), "\n")

		subject, domain := line.Values[1], strings.Replace(line.Firm(), "*", firm, 1)
		granted := subject
		if line.Values[0] == "g" {
			granted = line.Values[2]
		}
		plain := loaded(t, "p, "+granted+", *, *, *, allow", line)
		module, action := "Contact", "View"
		if line.Values[0] == "p" {
			module, action = strings.Replace(line.Values[3], "*", module, 1), strings.Replace(line.Values[4], "*", action, 1)
		}
		allowed, err := plain.Enforce(subject, domain, module, action)
		require.NoError(t, err)
		forClients := !strings.HasPrefix(subject, "apiclient:") || authz.Permission{Module: module, Action: action}.ForAPIClients()
		require.Equal(t, line.Values[len(line.Values)-1] != "deny" && forClients, allowed, line)
	})
}

// loaded is casbin with a line and one that was parsed, as its file adapter would read them. Roles
// for all firms are written as for the one, as the export does.
func loaded(t *testing.T, grant string, line authz.Line) *casbin.Enforcer {
	t.Helper()
	text := line.String()
	if line.Values[0] == "g" {
		text = strings.TrimSuffix(text, "*")
		if text != line.String() {
			text += "0198c0de-0000-7000-8000-000000000002"
		}
	}
	m, err := model.NewModelFromString(authz.Model)
	require.NoError(t, err)
	for _, text := range []string{grant, text} {
		require.NoError(t, persist.LoadPolicyLine(strings.TrimSpace(text), m), text)
	}
	plain, err := casbin.NewEnforcer(m)
	require.NoError(t, err)
	require.NoError(t, plain.BuildRoleLinks())
	return plain
}
