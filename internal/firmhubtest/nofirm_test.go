package firmhubtest_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/firmhubtest"
)

// TestNoFirm calls every operation without an active firm: only those that answer an invitation are
// allowed.
func TestNoFirm(t *testing.T) {
	t.Parallel()
	all := operations(t)
	open := map[string]bool{
		"me": true, "invitations": true, "acceptInvitation": true, "declineInvitation": true, "changePassword": true, "logout": true,
		"mfa": true, "beginTotp": true, "confirmTotp": true, "removeTotp": true,
		"passkeys": true, "beginPasskey": true, "finishPasskey": true, "removePasskey": true,
		"beginRecoveryCodes": true, "renewRecoveryCodes": true,
		"sendVerification": true,
	}
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		m := newMatrix(t, a)
		nora := &caller{email: "nora@nowhere.example", password: "My-0wn-secret!"}
		person := m.person(m.roleOf(m.stranger))
		person["email"], person["password"] = nora.email, nora.password
		user := m.make(m.stranger, "/api/v1/users/create", person)
		m.signIn(nora)
		m.must(m.stranger, http.MethodPut, "/api/v1/users/update", map[string]any{"id": user, "isActive": false})
		person["password"], person["roleId"] = "Typ3d-secret!", m.withRole
		m.make(m.owner, "/api/v1/users/create", person)
		m.signIn(nora)
		require.Empty(t, nora.Firms)
		for _, o := range all {
			if o.who == "none" {
				continue
			}
			given := examples[o.name].values(m, m.owner)
			for _, api := range []string{"REST", "GraphQL"} {
				if api == "REST" && o.path == "" {
					continue
				}
				answer := m.ask(api, o, nora, given)
				if !open[o.name] {
					require.Equal(t, http.StatusForbidden, status(answer, o), "%s over %s: %s", o.name, api, answer.Body)
					continue
				}
				require.NotEqual(t, http.StatusForbidden, status(answer, o), "%s over %s: %s", o.name, api, answer.Body)
				if o.name == "logout" {
					m.signIn(nora)
				}
			}
		}
	})
}
