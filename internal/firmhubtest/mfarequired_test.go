package firmhubtest_test

import (
	"net/http"
	"slices"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

const wrongCode = "000000"

// TestMfaRequired calls every operation without a second factor in a firm that requires one: only
// those of the own account, log-out and the change to another firm are allowed. API keys go on.
func TestMfaRequired(t *testing.T) {
	t.Parallel()
	all := operations(t)
	takesFactor := []string{"confirmTotp", "removeTotp", "renewRecoveryCodes", "finishPasskey", "removePasskey"}
	open := map[string]bool{
		"me": true, "logout": true, "setFirm": true, "mfa": true, "beginTotp": true, "confirmTotp": true, "removeTotp": true,
		"passkeys": true, "beginPasskey": true, "finishPasskey": true, "removePasskey": true,
		"beginRecoveryCodes": true, "renewRecoveryCodes": true,
		"sessions": true, "endSession": true, "endOtherSessions": true,
	}
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		m := newMatrix(t, a)
		m.addFactor(m.owner)
		nora, connected := m.newUser(m.roleOf(m.owner)), m.newUser(m.withRole)
		hub := connectHub(t, m.App, connected.token, "")
		hub.until("UnreadCount")
		m.must(m.owner, http.MethodPut, "/api/v1/firm", map[string]any{"requireMfa": true})
		require.JSONEq(t, `{"type":7,"error":"What you may do in this firm has changed.","allowReconnect":true}`, hub.until(`"type":7`))
		negotiated := m.REST(http.MethodPost, "/notificationhub/negotiate", nora.token, nil)
		require.Equal(t, fault.MfaRequired, negotiated.Code(), "%s", negotiated.Body)
		for _, o := range all {
			if o.who == "none" {
				continue
			}
			given := map[string]any{"code": wrongCode, "currentPassword": "Wr0ng-secret!", "id": uuid.NewString(), "name": "x", "credential": "x"}
			if !slices.Contains(takesFactor, o.name) { // whose examples take the owner's factor away
				given = examples[o.name].values(m, m.owner)
			}
			for _, api := range []string{"REST", "GraphQL"} {
				if api == "REST" && o.path == "" {
					continue
				}
				answer := m.ask(api, o, nora, given)
				switch {
				case open[o.name]:
					require.NotEqual(t, fault.MfaRequired, answer.Code(), "%s over %s: %s", o.name, api, answer.Body)
				case o.who == "any key":
					require.Equal(t, fault.Forbidden, answer.Code(), "%s over %s: %s", o.name, api, answer.Body)
					byKey := m.ask(api, o, m.keyWith, given)
					require.Equal(t, http.StatusOK, status(byKey, o), "%s over %s: %s", o.name, api, byKey.Body)
				default:
					require.Equal(t, fault.MfaRequired, answer.Code(), "%s over %s: %s", o.name, api, answer.Body)
					require.Equal(t, http.StatusForbidden, status(answer, o))
				}
				if o.name == "logout" {
					m.signIn(nora)
				}
			}
		}

		// Several root fields are each refused, and one that is open stays open.
		together := m.GraphQL(nora.token, "{ me { mfaDue } ownFirm { name } contactPage { totalCount } }", nil)
		require.JSONEq(t, `{"me":{"mfaDue":true},"ownFirm":null,"contactPage":null}`, string(together.Data))

		m.addFactor(nora)
		m.must(nora, http.MethodGet, "/api/v1/firm", nil)
		m.resetFactor(nora)
		refused := m.REST(http.MethodGet, "/api/v1/firm", nora.token, nil)
		require.Equal(t, fault.MfaRequired, refused.Code(), "%s", refused.Body)
	})
}
