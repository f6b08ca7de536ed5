package records_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/app/config"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/fault"
)

const (
	selfPath = "/api/v1/ApiClient/self"
	ownQuery = `{"query":"{ ownApiClient { id name permissions allowedIps firm { firmId } rateLimit { perSecond burst } } }"}`
)

// ownKey is what a key reads of itself.
type ownKey struct {
	shownKey

	AllowedIps []string
	ExpiresAt  *string
	Firm       struct{ FirmID, FirmName string }
	RateLimit  *struct{ PerSecond, Burst int }
}

func (k *keyed) self(key string, headers ...string) (own ownKey) {
	k.t.Helper()
	answer := k.by(key, http.MethodGet, selfPath, "", headers...)
	require.Equal(k.t, http.StatusOK, answer.Status, "%s", answer.Body)
	answer.Into(k.t, &own)
	var overGraphQL struct{ OwnAPIClient ownKey }
	k.by(key, http.MethodPost, "/graphql", ownQuery, headers...).Into(k.t, &overGraphQL)
	require.Equal(k.t, own.ID, overGraphQL.OwnAPIClient.ID)
	require.Equal(k.t, own.Permissions, overGraphQL.OwnAPIClient.Permissions)
	require.Equal(k.t, own.RateLimit, overGraphQL.OwnAPIClient.RateLimit)
	require.NotContains(k.t, string(answer.Body), key[len(key)-50:], "the secret")
	return own
}

// TestOwnKey: a key reads what it is and may do, and what an empty list of permissions or addresses
// means.
func TestOwnKey(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		k := newKeyed(t, dialect)
		const address = "203.0.113.7"
		from := []string{"X-Forwarded-For", address}

		t.Run("OK", func(t *testing.T) {
			made := k.make(map[string]any{"permissions": []string{"Contact:View"}, "allowedIps": []string{address}})
			own := k.self(made.APIKey, from...)
			require.Equal(t, made.ID, own.ID)
			require.Equal(t, made.APIClient.KeyPrefix, own.KeyPrefix)
			require.Equal(t, []string{"Contact:View"}, own.Permissions)
			require.Equal(t, []string{address}, own.AllowedIps)
			require.Equal(t, k.firmID, own.Firm.FirmID)
			require.Equal(t, "Keys", own.Firm.FirmName)
			require.Nil(t, own.ExpiresAt)
			require.Nil(t, own.RateLimit, "limits are off")

			refused := k.by(made.APIKey, http.MethodGet, selfPath, "", "X-Forwarded-For", "203.0.113.8")
			require.Equal(t, fault.Forbidden, refused.Code(), "%s", refused.Body)
		})
		t.Run("EmptyOrLeftOut", func(t *testing.T) {
			none := k.make(map[string]any{"permissions": []string{}, "allowedIps": []string{}})
			own := k.self(none.APIKey, from...)
			require.Equal(t, []string{}, own.Permissions, "it may do nothing")
			require.Equal(t, []string{}, own.AllowedIps, "it is accepted from any address")
			require.Equal(t, fault.Forbidden, k.both(none.APIKey, from...))

			for _, body := range []map[string]any{{}, {"permissions": nil, "allowedIps": nil}} {
				own := k.self(k.make(body).APIKey, from...)
				require.Len(t, own.Permissions, 8, "the default")
				require.Equal(t, []string{}, own.AllowedIps)
			}

			narrowed := k.make(map[string]any{"allowedIps": []string{address}})
			update := func(body map[string]any) int {
				return k.REST(http.MethodPut, "/api/v1/ApiClient/"+narrowed.ID, k.owner.Token, body).Status
			}
			require.Equal(t, http.StatusOK, update(map[string]any{"description": "left out: they stay"}))
			own = k.self(narrowed.APIKey, from...)
			require.Len(t, own.Permissions, 8)
			require.Equal(t, []string{address}, own.AllowedIps)
			require.Equal(t, http.StatusBadRequest, update(map[string]any{"permissions": nil}))
			require.Equal(t, http.StatusOK, update(map[string]any{"permissions": []string{}, "allowedIps": []string{}}))
			own = k.self(narrowed.APIKey, "X-Forwarded-For", "198.51.100.1")
			require.Empty(t, own.Permissions)
			require.Empty(t, own.AllowedIps)
		})
		t.Run("NoUsers", func(t *testing.T) {
			require.Equal(t, fault.Forbidden, k.REST(http.MethodGet, selfPath, k.owner.Token, nil).Code())
			require.Equal(t, fault.Forbidden, k.GraphQL(k.owner.Token, "{ ownApiClient { id } }", nil).Code())
			none := k.REST(http.MethodGet, selfPath, "", nil)
			require.Equal(t, fault.Unauthorized, none.Code())
			require.Equal(t, "ApiKey", none.Header.Get("WWW-Authenticate"))
			malformed := k.by("fhk_short", http.MethodGet, selfPath, "")
			require.Equal(t, fault.Unauthorized, malformed.Code())
			require.Equal(t, `ApiKey error="invalid_token", error_description="`+malformed.Message+`"`,
				malformed.Header.Get("WWW-Authenticate"))
		})
		t.Run("NoKeys", func(t *testing.T) {
			key := k.make(map[string]any{}).APIKey
			const says = "API keys may not use this"
			for _, path := range []string{"/api/v1/users", "/api/v1/auth/me", "/api/v1/admin/wallet/dashboard"} {
				refused := k.by(key, http.MethodGet, path, "")
				require.Equal(t, fault.Unauthorized, refused.Code())
				require.Contains(t, refused.Message, says, path)
			}
			refused := k.by(key, http.MethodPost, "/graphql", `{"query":"{ userPage { totalCount } me { isSuperFirm } }"}`)
			require.Len(t, refused.Errors, 2)
			for _, one := range refused.Errors {
				require.Equal(t, fault.Unauthorized, one.Extensions.Code)
				require.Contains(t, one.Message, says)
			}
		})
	})
}

func TestOwnKey_RateLimit(t *testing.T) {
	t.Parallel()
	k := newKeyed(t, db.SQLite, func(c *app.Config) { c.RateLimit = config.On })
	own := k.self(k.make(map[string]any{}).APIKey)
	require.NotNil(t, own.RateLimit)
	require.Equal(t, 100, own.RateLimit.PerSecond)
	require.Equal(t, 200, own.RateLimit.Burst)
}
