package people_test

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/golang-jwt/jwt/v5"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

// TestAuthentication tests the authentication of the contract by REST.
func TestAuthentication(t *testing.T) {
	t.Parallel()
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		const email = "olga@torra.example"
		first := a.NewFirm("Torra", email)

		t.Run("LoginErrValidation", func(t *testing.T) {
			t.Parallel()
			for body, fields := range map[string][]string{
				`{}`:                                            {"email", "password"},
				`{"email":"nobody","password":"x"}`:             {"email", "password"},
				`{"email":" ","password":"Passw0rd!"}`:          {"email"},
				`{"email":5,"password":[]}`:                     {"email", "password"},
				`{"email":"a@b.example","password":"password"}`: {"password"},
				``:    {"body"},
				`[]`:  {"body"},
				`{`:   {"body"},
				`nul`: {"body"},
			} {
				answer := a.REST(http.MethodPost, "/api/v1/auth/login", "", body)
				require.Equal(t, http.StatusBadRequest, answer.Status, "%s: %s", body, answer.Body)
				require.Equal(t, fault.ValidationError, answer.Code())
				require.Subset(t, answer.Fields(), fields, "%s: %s", body, answer.Body)
			}
		})
		t.Run("LoginErrUnauthorized", func(t *testing.T) {
			t.Parallel()
			wrong := a.REST(http.MethodPost, "/api/v1/auth/login", "", map[string]any{"email": email, "password": "Wr0ng-secret!"})
			unknown := a.REST(http.MethodPost, "/api/v1/auth/login", "", map[string]any{"email": "nobody@torra.example", "password": "Wr0ng-secret!"})
			require.Equal(t, http.StatusUnauthorized, wrong.Status)
			require.Equal(t, http.StatusUnauthorized, unknown.Status)
			require.Equal(t, wrong.Message, unknown.Message)
		})
		t.Run("Claims", func(t *testing.T) {
			t.Parallel()
			claims := verify(t, a, first.Token)
			require.Equal(t, first.User.ID, claims["NameIdentifier"])
			require.Equal(t, email, claims["Email"])
			require.Equal(t, first.Firms[0].FirmID, claims["FirmId"])
			require.Equal(t, first.Firms[0].RelationID, claims["RelationId"])
			require.Equal(t, first.Firms[0].SessionID, claims["sid"])
			require.Equal(t, false, claims["issuperfirm"])
			for _, name := range []string{"iss", "aud", "sub", "iat", "exp", "jti", "RoleId"} {
				require.NotEmpty(t, claims[name], name)
			}
			require.Equal(t, 900, first.ExpiresIn)
			admin := verify(t, a, a.Login(firmhubtest.AdminEmail, firmhubtest.AdminPassword).Token)
			require.Equal(t, true, admin["issuperfirm"])
		})
		t.Run("RefreshIsSingleUse", func(t *testing.T) {
			t.Parallel()
			session := a.Login(email, firmhubtest.OwnerPassword)
			body := map[string]any{"refreshToken": session.RefreshToken}
			refreshed := a.REST(http.MethodPost, "/api/v1/auth/refreshtoken", "", body)
			require.Equal(t, http.StatusOK, refreshed.Status, "%s", refreshed.Body)
			var pair struct{ Token, RefreshToken string }
			refreshed.Into(t, &pair)
			require.NotEqual(t, session.RefreshToken, pair.RefreshToken)
			require.Equal(t, http.StatusUnauthorized, a.REST(http.MethodPost, "/api/v1/auth/refreshtoken", "", body).Status)
			require.Equal(t, http.StatusOK, a.REST(http.MethodGet, "/api/v1/auth/me", pair.Token, nil).Status, "a second tab")
		})
		t.Run("LogoutEndsEverything", func(t *testing.T) {
			t.Parallel()
			session := a.Login(email, firmhubtest.OwnerPassword)
			out := a.REST(http.MethodPost, "/api/v1/auth/logout", session.Token, nil)
			require.Equal(t, http.StatusOK, out.Status, "%s", out.Body)
			require.JSONEq(t, `null`, string(out.Data))
			require.Equal(t, http.StatusUnauthorized, a.REST(http.MethodGet, "/api/v1/auth/me", session.Token, nil).Status)
			require.Equal(t, http.StatusUnauthorized, a.REST(http.MethodPost, "/api/v1/auth/refreshtoken", "",
				map[string]any{"refreshToken": session.RefreshToken}).Status)
			require.Equal(t, fault.Unauthorized, a.GraphQL(session.Token, `{ me { isSuperFirm } }`, nil).Code())
			require.Equal(t, http.StatusOK, a.REST(http.MethodGet, "/api/v1/auth/me", first.Token, nil).Status, "another session")
		})
		t.Run("SetFirm", func(t *testing.T) {
			t.Parallel()
			const twice = "twice@torra.example"
			a.NewFirm("First of two", twice)
			session := a.NewFirm("Second of two", twice)
			require.Len(t, session.Firms, 2)
			path := func(user, relation, session string) string {
				return "/api/v1/auth/setfirm?userId=" + user + "&relationId=" + relation + "&sessionId=" + session
			}
			for _, firm := range session.Firms {
				chosen := a.REST(http.MethodGet, path(session.User.ID, firm.RelationID, firm.SessionID), session.Token, nil)
				require.Equal(t, http.StatusOK, chosen.Status, "%s", chosen.Body)
				var data struct {
					Token, FirmID, RelationID string
					ExpiresIn                 int
				}
				chosen.Into(t, &data)
				require.Equal(t, firm.FirmID, verify(t, a, data.Token)["FirmId"])
				require.Equal(t, firm.FirmID, data.FirmID)
			}
			last := session.Firms[1]
			refreshed := a.REST(http.MethodPost, "/api/v1/auth/refreshtoken", "", map[string]any{"refreshToken": session.RefreshToken})
			var pair struct{ Token string }
			refreshed.Into(t, &pair)
			require.Equal(t, last.FirmID, verify(t, a, pair.Token)["FirmId"], "a refresh keeps the chosen firm")

			for name, refused := range map[string]string{
				"another user":     path(first.User.ID, last.RelationID, last.SessionID),
				"another relation": path(session.User.ID, first.Firms[0].RelationID, last.SessionID),
				"another session":  path(session.User.ID, last.RelationID, first.Firms[0].SessionID),
			} {
				require.Equal(t, http.StatusForbidden, a.REST(http.MethodGet, refused, pair.Token, nil).Status, name)
			}
			missing := a.REST(http.MethodGet, "/api/v1/auth/setfirm?userId=5", pair.Token, nil)
			require.Equal(t, http.StatusBadRequest, missing.Status)
			require.ElementsMatch(t, []string{"userId", "relationId", "sessionId"}, missing.Fields())
			require.Equal(t, http.StatusUnauthorized, a.REST(http.MethodGet, "/api/v1/auth/setfirm", "", nil).Status)
		})
		t.Run("ChangePassword", func(t *testing.T) {
			t.Parallel()
			const changing = "changing@torra.example"
			here := a.NewFirm("Changing", changing)
			there := a.Login(changing, firmhubtest.OwnerPassword)
			change := func(current, fresh string) *firmhubtest.Answer {
				return a.REST(http.MethodPost, "/api/v1/auth/changepassword", here.Token,
					map[string]any{"currentPassword": current, "newPassword": fresh})
			}
			require.Equal(t, http.StatusBadRequest, change("Wr0ng-secret!", "N3w-secret!").Status)
			require.Equal(t, http.StatusBadRequest, change(firmhubtest.OwnerPassword, "weak").Status)
			changed := change(firmhubtest.OwnerPassword, "N3w-secret!")
			require.Equal(t, http.StatusOK, changed.Status, "%s", changed.Body)
			require.JSONEq(t, `null`, string(changed.Data))
			require.Equal(t, http.StatusOK, a.REST(http.MethodGet, "/api/v1/auth/me", here.Token, nil).Status)
			require.Equal(t, http.StatusUnauthorized, a.REST(http.MethodGet, "/api/v1/auth/me", there.Token, nil).Status)
			a.Login(changing, "N3w-secret!")
		})
		t.Run("ForgedTokens", func(t *testing.T) {
			t.Parallel()
			parts := strings.Split(first.Token, ".")
			for name, token := range map[string]string{
				"no algorithm": base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"none","typ":"JWT"}`)) + "." + parts[1] + ".",
				"no signature": parts[0] + "." + parts[1] + ".",
				"other claims": parts[0] + "." + base64.RawURLEncoding.EncodeToString([]byte(`{"issuperfirm":true}`)) + "." + parts[2],
				"garbage":      "abc",
				"huge":         strings.Repeat("a", 9000),
			} {
				require.Equal(t, http.StatusUnauthorized, a.REST(http.MethodGet, "/api/v1/auth/me", token, nil).Status, name)
			}
		})
	})
}

// verify checks the token with the published key set, as a third party would.
func verify(t *testing.T, a *firmhubtest.App, token string) jwt.MapClaims {
	t.Helper()
	var set struct {
		Keys []struct{ Kid, Kty, Crv, X, Alg, Use string }
	}
	require.NoError(t, json.Unmarshal(a.REST(http.MethodGet, "/.well-known/jwks.json", "", nil).Body, &set))
	claims := jwt.MapClaims{}
	_, err := jwt.ParseWithClaims(token, claims, func(parsed *jwt.Token) (any, error) {
		for _, key := range set.Keys {
			if key.Kid == parsed.Header["kid"] {
				require.Equal(t, []string{"OKP", "Ed25519", "EdDSA"}, []string{key.Kty, key.Crv, key.Alg})
				public, err := base64.RawURLEncoding.DecodeString(key.X)
				return ed25519.PublicKey(public), err
			}
		}
		return nil, jwt.ErrTokenUnverifiable
	}, jwt.WithValidMethods([]string{"EdDSA"}))
	require.NoError(t, err)
	return claims
}
