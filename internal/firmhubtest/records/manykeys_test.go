package records_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/apiclient"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

type keyPage struct {
	Items                      []shownKey
	TotalCount, Page, PageSize int
}

// addKeys inserts revoked or expired API keys in bulk.
func (k *keyed) addKeys(name string, count int, ended func(at time.Time) (revoked, expired any)) {
	k.t.Helper()
	firm := uuid.MustParse(k.firmID)
	began := time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)
	require.NoError(k.t, dbtest.SQL(k.t.Context(), k.db).Insert(apiclient.Table, []string{
		apiclient.FieldID, apiclient.FieldFirmID, apiclient.FieldCreatedAt, apiclient.FieldUpdatedAt, apiclient.FieldName,
		apiclient.FieldDescription, apiclient.FieldKeyID, apiclient.FieldSecretHash, apiclient.FieldAllowedIps,
		apiclient.FieldRevokedAt, apiclient.FieldExpiresAt,
	}, count, func(i int) []any {
		at := began.Add(time.Duration(i/2) * time.Second) // two with the same time, so that the id decides the order
		revoked, expired := ended(at)
		return []any{
			entity.NewID(), firm, at, at, fmt.Sprintf("%s %d", name, i), "", fmt.Sprintf("%s%011d", name[:1], i), []byte("x"), []byte("[]"),
			revoked, expired,
		}
	}))
}

// More keys than a statement can have parameters are listed in pages; the active ones are also
// listed as a whole.
func TestManyKeys(t *testing.T) {
	t.Parallel()
	eachKeyed(t, func(t *testing.T, k *keyed) {
		const many, fewer = 33_000, 2_100
		k.addKeys("Revoked", many, func(at time.Time) (revoked, expired any) { return at, nil })
		k.addKeys("Expired", fewer, func(at time.Time) (revoked, expired any) { return nil, at })
		made := k.make(map[string]any{"permissions": []string{"Contact:View"}})
		get := func(query string) (page keyPage) {
			answer := k.REST(http.MethodGet, "/api/v1/ApiClient?"+query, k.owner.Token, nil)
			require.Equal(t, http.StatusOK, answer.Status, "%s: %s", query, answer.Body)
			answer.Into(t, &page)
			return page
		}

		t.Run("OKActive", func(t *testing.T) {
			var active []shownKey
			k.REST(http.MethodGet, "/api/v1/ApiClient?page=2", k.owner.Token, nil).Into(t, &active)
			require.Len(t, active, 1)
			require.Equal(t, made.ID, active[0].ID)
			require.Equal(t, []string{"Contact:View"}, active[0].Permissions)
			answer := k.GraphQL(k.owner.Token, `{ apiClients { id permissions } }`, nil)
			require.Contains(t, string(answer.Body), made.ID)
		})
		t.Run("OKPages", func(t *testing.T) {
			all := get("status=all")
			require.Equal(t, []int{many + fewer + 1, 1, 20, 20}, []int{all.TotalCount, all.Page, all.PageSize, len(all.Items)})
			require.Equal(t, made.ID, all.Items[0].ID, "the newest first")
			require.Equal(t, 1, get("status=Active").TotalCount)
			require.Equal(t, fewer, get("status=Expired&pageNumber=2").TotalCount)
			seen := map[string]bool{}
			last := "Revoked 33000"
			for _, page := range []int{1, 2, 330} {
				revoked := get(fmt.Sprintf("status=Revoked&pageSize=100&page=%d", page))
				require.Equal(t, []int{many, page, 100}, []int{revoked.TotalCount, revoked.Page, len(revoked.Items)})
				for _, one := range revoked.Items {
					require.False(t, seen[one.ID])
					require.Equal(t, "Revoked", one.Status)
					if page < 3 {
						require.Less(t, one.Name, last)
					}
					seen[one.ID], last = true, one.Name
				}
			}
			require.Equal(t, "Revoked 0", last)
			require.Empty(t, get("status=Revoked&pageSize=100&page=331").Items)
			answer := k.GraphQL(k.owner.Token, `{ apiClientPage(input: { status: All, pageSize: 100 }) { items { permissions } totalCount } }`, nil)
			require.Contains(t, string(answer.Body), fmt.Sprintf(`"totalCount":%d`, many+fewer+1))
		})
		t.Run("OKPolicy", func(t *testing.T) {
			admin := k.Login(firmhubtest.AdminEmail, firmhubtest.AdminPassword)
			answer := k.GraphQL(admin.Token, `query($id: ID!) { policyExport(firmId: $id) { policy } }`, map[string]any{"id": k.firmID})
			require.Empty(t, answer.Errors)
			require.Contains(t, string(answer.Body), "apiclient:"+made.ID)
		})
		t.Run("ErrValidation", func(t *testing.T) {
			for query, field := range map[string]string{"status=x": "status", "status=All&pageSize=101": "pageSize"} {
				answer := k.REST(http.MethodGet, "/api/v1/ApiClient?"+query, k.owner.Token, nil)
				require.Equal(t, []string{field}, answer.Fields(), query)
			}
		})
		t.Run("ErrConflict", func(t *testing.T) {
			across := rule.AcrossFirms(t.Context(), "a test makes keys active")
			expired := get("status=Expired&pageSize=100")
			_, err := dbtest.SQL(t.Context(), k.db).Exec("UPDATE api_clients SET expires_at = NULL WHERE name LIKE 'Expired 1___'")
			require.NoError(t, err)
			require.Greater(t, k.db.Client.APIClient.Query().Where(apiclient.ExpiresAtIsNil(), apiclient.RevokedAtIsNil()).CountX(across), 1000)
			answer := k.REST(http.MethodPut, "/api/v1/ApiClient/"+expired.Items[0].ID, k.owner.Token, map[string]any{
				"expiresAt": time.Now().Add(time.Hour).UTC().Format(time.RFC3339),
			})
			require.Equal(t, fault.Conflict, answer.Code(), "%s", answer.Body)
			var active []shownKey
			k.REST(http.MethodGet, "/api/v1/ApiClient", k.owner.Token, nil).Into(t, &active)
			require.Len(t, active, 1000, "whatever is in the database")
			require.False(t, strings.HasPrefix(active[0].Name, "Expired"))
		})
	})
}
