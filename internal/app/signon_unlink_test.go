package app_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/auditentry"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/domain/sso"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

// An operator removes a link: the person of the provider is out, and another one may be linked.
func TestUnlink(t *testing.T) {
	t.Parallel()
	eachSite(t, func(t *testing.T, s *site) {
		t.Helper()
		ctx := t.Context()
		unlink := func(email, issuer string) error { return sso.Unlink(ctx, s.DB, s.Sessions, email, issuer) }
		links, err := sso.Links(ctx, s.DB, firmhubtest.AdminEmail)
		require.NoError(t, err)
		require.Empty(t, links)
		require.True(t, fault.Is(unlink(firmhubtest.AdminEmail, s.provider.URL), fault.NotFound))

		open := s.session("corp")
		waiting := s.browser().signIn("corp")
		links, err = sso.Links(ctx, s.DB, firmhubtest.AdminEmail)
		require.NoError(t, err)
		require.Len(t, links, 1)
		require.Equal(t, []string{s.provider.URL, "the admin"}, []string{links[0].Issuer, links[0].Subject})
		require.True(t, fault.Is(unlink(firmhubtest.AdminEmail, "https://accounts.google.com"), fault.NotFound))
		require.Equal(t, http.StatusOK, s.REST(http.MethodGet, "/api/v1/auth/me", open.Token, nil).Status)

		require.NoError(t, unlink(firmhubtest.AdminEmail, s.provider.URL))
		require.Equal(t, http.StatusUnauthorized, s.REST(http.MethodGet, "/api/v1/auth/me", open.Token, nil).Status)
		require.Equal(t, fault.Unauthorized, s.exchange(waiting).Code(), "the code was of the person who is out")
		across := rule.AcrossFirms(ctx, "read the audit log in a test")
		entry := s.DB.Client.AuditEntry.Query().Where(auditentry.Action("user.unlink")).OnlyX(across)
		require.Equal(t, firmhubtest.AdminEmail, entry.TargetName)
		require.JSONEq(t, `{"issuer":"`+s.provider.URL+`"}`, string(entry.Before))

		s.person("successor", firmhubtest.AdminEmail)
		require.NotEmpty(t, s.session("corp").Token)
		_, err = sso.Links(ctx, s.DB, "nobody@firmhub.example")
		require.True(t, fault.Is(err, fault.NotFound))
		require.True(t, fault.Is(unlink("nobody@firmhub.example", s.provider.URL), fault.NotFound))
	})
}
