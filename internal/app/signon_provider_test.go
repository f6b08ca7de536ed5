package app_test

import (
	"bufio"
	"net/http"
	"net/url"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/sso/ssotest"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

// TestSignOn_CertifiedProvider signs in by a provider that others have written and certified.
func TestSignOn_CertifiedProvider(t *testing.T) {
	t.Parallel()
	issuer := startProvider(t, publicURL+"/api/v1/auth/oidc/real/callback")
	path := providersFile(t, map[string]any{
		"name": "real", "issuer": issuer, "clientId": ssotest.ClientID, "clientSecret": ssotest.ClientSecret,
		"domains": []string{"firmhub.example"}, "autoJoin": map[string]any{"firm": "firmhub", "role": "Owner"},
	})
	a := firmhubtest.New(t, db.SQLite, func(c *app.Config) { c.PublicURL, c.OIDCFile = publicURL, path })
	s := &site{App: a, t: t}

	var sessions []exchanged
	for _, login := range []string{"root", "grace", "grace"} {
		b := s.browser()
		page := b.follow(publicURL + "/api/v1/auth/oidc/real/start")
		page = b.submit(page, url.Values{"prompt": {"login"}, "login": {login}, "password": {"any"}})
		page = b.submit(page, url.Values{"prompt": {"consent"}})
		code, ok := strings.CutPrefix(page.header.Get("Location"), "/console/signed-in#code=")
		require.True(t, ok, page.header.Get("Location"))
		var got exchanged
		s.exchange(code).Into(t, &got)
		require.NotEmpty(t, got.Token)
		sessions = append(sessions, got)
	}
	require.Equal(t, firmhubtest.AdminEmail, sessions[0].User.Email)
	require.Equal(t, "grace@firmhub.example", sessions[1].User.Email)
	require.Equal(t, "Grace", sessions[1].User.FirstName)
	require.Equal(t, sessions[1].User.ID, sessions[2].User.ID)

	t.Run("ErrDenied", func(t *testing.T) {
		b := s.browser()
		page := b.follow(publicURL + "/api/v1/auth/oidc/real/start")
		page = b.follow(page.address.String() + "/abort")
		require.Equal(t, "/console/signed-in#reason=denied", page.header.Get("Location"))
	})
}

// submit sends the form of a page of the provider.
func (b *browser) submit(page visited, form url.Values) visited {
	b.site.t.Helper()
	request, err := http.NewRequestWithContext(b.site.t.Context(), http.MethodPost, page.address.String(), strings.NewReader(form.Encode()))
	require.NoError(b.site.t, err)
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return b.send(request)
}

// startProvider starts the provider of test/clients until the test ends, and returns its issuer.
func startProvider(t *testing.T, redirect string) string {
	t.Helper()
	command := exec.CommandContext(t.Context(), "node", "../../test/clients/oidc.js", redirect)
	in, err := command.StdinPipe()
	require.NoError(t, err)
	out, err := command.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, command.Start())
	t.Cleanup(func() {
		_ = in.Close() // it ends
		_ = command.Wait()
	})
	issuer, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	return strings.TrimSpace(issuer)
}
