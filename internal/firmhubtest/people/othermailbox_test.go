package people_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/ent/user"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

// The domains weiß.example and weiss.example have two owners, and their addresses the same key. The
// owner of the first gets no account that the owner of the second would find.
func TestOtherMailbox(t *testing.T) {
	t.Parallel()
	const evil, anna = "anna@weiß.example", "anna@weiss.example"
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		t.Helper()
		a := firmhubtest.New(t, dialect)
		across := rule.AcrossFirms(t.Context(), "an account belongs to no firm")
		admin := a.Login(firmhubtest.AdminEmail, firmhubtest.AdminPassword)
		owner := a.NewFirm("Bela Vista", "owner@belavista.example")
		var roles []struct{ ID string }
		a.REST(http.MethodGet, "/api/v1/roles/lookup", owner.Token, nil).Into(t, &roles)
		refused := func(field string, answer *firmhubtest.Answer) {
			t.Helper()
			require.Equal(t, fault.ValidationError, answer.Code(), "%s", answer.Body)
			require.Len(t, answer.Details(), 1)
			require.Equal(t, field, answer.Details()[0].Field)
			require.Contains(t, answer.Details()[0].Message, "xn--")
			require.False(t, a.DB.Client.User.Query().Where(user.EmailKey(anna)).ExistX(across))
		}
		create := func(email string) *firmhubtest.Answer {
			return a.REST(http.MethodPost, "/api/v1/users/create", owner.Token, map[string]any{
				"firstName": "Anna", "lastName": "Weiss", "email": email, "password": newPassword, "roleId": roles[0].ID,
			})
		}
		update := func(token string, body map[string]any) *firmhubtest.Answer {
			return a.REST(http.MethodPut, "/api/v1/auth/me", token, body)
		}
		refused("email", create(evil))
		refused("email", a.REST(http.MethodPut, "/api/v1/users/update", owner.Token, map[string]any{"id": owner.User.ID, "email": evil}))
		refused("email", update(owner.Token, map[string]any{"email": evil, "currentPassword": firmhubtest.OwnerPassword}))
		refused("owner.email", a.REST(http.MethodPost, "/api/v1/admin/firm/create", admin.Token, map[string]any{
			"name": "Weiss", "currency": "EUR", "timeZone": "Europe/Lisbon",
			"owner": map[string]any{"firstName": "Anna", "lastName": "Weiss", "email": evil, "password": newPassword},
		}))
		require.Equal(t, http.StatusCreated, create("anna@xn--wei-7ka.example").Status)
		require.Equal(t, http.StatusCreated, create(anna).Status)
		a.Login(anna, newPassword)

		// An account that is older than the check works, but does not become that of the other
		// address.
		a.DB.Client.User.Update().Where(user.EmailKey(anna)).SetEmail(evil).ExecX(across)
		older := a.Login(evil, newPassword)
		require.Equal(t, http.StatusOK, update(older.Token, map[string]any{"firstName": "Ann"}).Status)
		answer := update(older.Token, map[string]any{"email": evil})
		require.Equal(t, http.StatusOK, answer.Status, "it is the present address: %s", answer.Body)
		answer = update(older.Token, map[string]any{"email": "anna@weiß.example.org", "currentPassword": newPassword})
		require.Equal(t, []string{"email"}, answer.Fields())
		of := membership.HasUserWith(user.EmailKey(anna))
		whole := a.DB.Client.Membership.Query().Where(of).OnlyX(across)
		answer = update(older.Token, map[string]any{"email": anna, "currentPassword": newPassword})
		require.Equal(t, fault.Conflict, answer.Code(), "%s", answer.Body)
		made := func(name, email string) *firmhubtest.Answer {
			return a.REST(http.MethodPost, "/api/v1/admin/firm/create", admin.Token, map[string]any{
				"name": name, "currency": "EUR", "timeZone": "Europe/Lisbon",
				"owner": map[string]any{"firstName": "Anna", "lastName": "Weiss", "email": email, "password": newPassword},
			})
		}
		require.Equal(t, http.StatusCreated, made("Boa Vista", "OWNER@belavista.example").Status, "case alone is no difference")
		before := a.DB.Client.Membership.Query().Where(of).CountX(across)
		answer = made("Weiss", anna)
		require.Equal(t, fault.Conflict, answer.Code(), "%s", answer.Body)
		require.Contains(t, string(answer.Body), "older account")
		require.Equal(t, before, a.DB.Client.Membership.Query().Where(of).CountX(across))
		answer = update(older.Token, map[string]any{"email": "anna@xn--wei-7ka.exAmple.org", "currentPassword": newPassword})
		require.Equal(t, http.StatusOK, answer.Status, "%s", answer.Body)

		// A firm may send the whole user, too, with the address of before.
		a.DB.Client.Membership.UpdateOne(whole).SetEmail(evil).ExecX(across)
		answer = a.REST(http.MethodPut, "/api/v1/users/update", owner.Token, map[string]any{
			"id": whole.PublicID, "firstName": "Anna", "email": evil, "isActive": false,
		})
		require.Equal(t, http.StatusOK, answer.Status, "%s", answer.Body)
		require.Equal(t, membership.StatusInactive, a.DB.Client.Membership.GetX(across, whole.ID).Status)
	})
}
