package app_test

import (
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/factor/factortest"
	"github.com/firmhub/firmhub/internal/domain/sso"
	"github.com/firmhub/firmhub/internal/domain/sso/ssotest"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

// site is a server at its public URL, with a provider.
type site struct {
	*firmhubtest.App

	t        *testing.T
	provider *ssotest.Provider
}

const publicURL = "http://firmhub.example"

// eachSite runs a test on both databases, with the providers "corp" and "other", which are the
// same. Only people with an account may log in by other.
func eachSite(t *testing.T, test func(t *testing.T, s *site), settings ...func(*app.Config)) {
	t.Helper()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		t.Helper()
		provider := ssotest.New(t)
		corp := map[string]any{
			"name": "corp", "issuer": provider.URL, "clientId": ssotest.ClientID, "clientSecret": ssotest.ClientSecret,
			"domains": []string{"Firmhub.example"}, "autoJoin": map[string]any{"firm": "firmhub", "role": "owner"},
		}
		other := map[string]any{
			"name": "other", "issuer": provider.URL, "clientId": ssotest.ClientID, "clientSecret": ssotest.ClientSecret,
			"domains": []string{"firmhub.example"},
		}
		set := func(c *app.Config) { c.PublicURL, c.OIDCFile = publicURL, providersFile(t, corp, other) }
		s := &site{App: firmhubtest.New(t, dialect, append([]func(*app.Config){set}, settings...)...), t: t, provider: provider}
		s.person("the admin", firmhubtest.AdminEmail)
		test(t, s)
	})
}

func providersFile(t *testing.T, providers ...any) string {
	t.Helper()
	text, err := json.Marshal(providers)
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "oidc.json")
	require.NoError(t, os.WriteFile(path, text, 0o600))
	return path
}

// person makes somebody with a verified e-mail address the one who is logged in at the provider.
func (s *site) person(subject, email string, claims ...string) {
	all := map[string]any{"sub": subject, "email": email, "email_verified": true, "given_name": "Ada", "family_name": "Lovelace"}
	for i := 0; i < len(claims); i += 2 {
		all[claims[i]] = claims[i+1]
	}
	s.provider.Set(func(b *ssotest.Behavior) { b.Claims = all })
}

// browser is a browser with its cookies.
type browser struct {
	site   *site
	client *http.Client
}

func (s *site) browser() *browser {
	s.t.Helper()
	jar, err := cookiejar.New(nil)
	require.NoError(s.t, err)
	transport := &http.Transport{DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
		if strings.HasPrefix(address, "firmhub.example:") {
			address = strings.TrimPrefix(s.URL, "http://")
		}
		return new(net.Dialer).DialContext(ctx, network, address)
	}}
	s.t.Cleanup(transport.CloseIdleConnections)
	return &browser{site: s, client: &http.Client{
		Jar: jar, Transport: transport,
		CheckRedirect: func(r *http.Request, _ []*http.Request) error {
			if r.URL.Path == "/console/signed-in" {
				return http.ErrUseLastResponse
			}
			return nil
		},
	}}
}

// visited is the answer at which the redirects of a request end, and its address.
type visited struct {
	address *url.URL
	status  int
	header  http.Header
	cookies []*http.Cookie
}

// follow opens an address.
func (b *browser) follow(address string) visited {
	b.site.t.Helper()
	request, err := http.NewRequestWithContext(b.site.t.Context(), http.MethodGet, address, http.NoBody)
	require.NoError(b.site.t, err)
	return b.send(request)
}

func (b *browser) send(request *http.Request) visited {
	b.site.t.Helper()
	answer, err := b.client.Do(request)
	require.NoError(b.site.t, err)
	_, _ = io.Copy(io.Discard, answer.Body)
	require.NoError(b.site.t, answer.Body.Close())
	return visited{address: answer.Request.URL, status: answer.StatusCode, header: answer.Header, cookies: answer.Cookies()}
}

// begin goes to the provider and returns the address of the callback that it answers with.
func (b *browser) begin(name string) string {
	b.site.t.Helper()
	check := b.client.CheckRedirect
	defer func() { b.client.CheckRedirect = check }()
	b.client.CheckRedirect = func(r *http.Request, _ []*http.Request) error {
		if strings.HasSuffix(r.URL.Path, "/callback") {
			return http.ErrUseLastResponse
		}
		return nil
	}
	answer := b.follow(publicURL + sso.Path + "/" + name + "/start")
	require.Equal(b.site.t, http.StatusFound, answer.status, "%s", answer.address)
	return answer.header.Get("Location")
}

// end opens a callback, and returns what the console is given.
func (b *browser) end(callback string) url.Values {
	b.site.t.Helper()
	to := b.follow(callback).header.Get("Location")
	fragment, ok := strings.CutPrefix(to, "/console/signed-in#")
	require.True(b.site.t, ok, to)
	given, err := url.ParseQuery(fragment)
	require.NoError(b.site.t, err)
	return given
}

// signIn signs in by a provider, and returns the code.
func (b *browser) signIn(name string) string {
	b.site.t.Helper()
	given := b.end(b.begin(name))
	require.NotEmpty(b.site.t, given.Get("code"), given)
	return given.Get("code")
}

// refused signs in, and returns the reason why it fails.
func (b *browser) refused(name string) string {
	b.site.t.Helper()
	given := b.end(b.begin(name))
	require.Empty(b.site.t, given.Get("code"))
	return given.Get("reason")
}

func (s *site) exchange(code string) *firmhubtest.Answer {
	s.t.Helper()
	return s.REST(http.MethodPost, "/api/v1/auth/oidc/exchange", "", map[string]any{"code": code})
}

type exchanged struct {
	Token, MfaToken string
	MfaRequired     bool
	User            struct{ ID, Email, FirstName string }
	Firms           []struct{ FirmName string }
}

// session signs in and exchanges the code.
func (s *site) session(name string) (got exchanged) {
	s.t.Helper()
	s.exchange(s.browser().signIn(name)).Into(s.t, &got)
	return got
}

func TestSignOn(t *testing.T) {
	t.Parallel()
	eachSite(t, func(t *testing.T, s *site) {
		t.Helper()
		admin := s.Login(firmhubtest.AdminEmail, firmhubtest.AdminPassword)

		var names []string
		s.REST(http.MethodGet, "/api/v1/auth/oidc", "", nil).Into(t, &names)
		require.Equal(t, []string{"corp", "other"}, names)

		got := s.session("corp")
		require.Equal(t, firmhubtest.AdminEmail, got.User.Email, "an account is joined by its e-mail address")
		require.Equal(t, http.StatusOK, s.REST(http.MethodGet, "/api/v1/auth/me", got.Token, nil).Status)
		require.Equal(t, http.StatusOK, s.REST(http.MethodGet, "/api/v1/auth/me", admin.Token, nil).Status, "other sessions go on")

		s.person("the admin", "moved@elsewhere.example")
		require.Equal(t, got.User.ID, s.session("other").User.ID, "and then by issuer and subject, whatever the e-mail address")

		s.person("new", "ada@firmhub.example")
		joined := s.session("corp")
		require.Equal(t, "Ada", joined.User.FirstName)
		require.Equal(t, "ada@firmhub.example", joined.User.Email)
		require.Len(t, joined.Firms, 1)
		require.Equal(t, joined.User.ID, s.session("corp").User.ID)

		var log struct {
			Items []struct {
				Action string
				Actor  struct{ Name string }
				After  map[string]any
			}
		}
		s.REST(http.MethodGet, "/api/v1/audit?pageSize=100", admin.Token, nil).Into(t, &log)
		counts := map[string]int{}
		for _, entry := range log.Items {
			if entry.After["provider"] != nil {
				counts[entry.Action+" "+entry.Actor.Name]++
			}
		}
		require.Equal(t, map[string]int{
			"user.signin " + firmhubtest.AdminEmail: 2, "user.signin ada@firmhub.example": 2, "user.create ada@firmhub.example": 1,
			"user.link " + firmhubtest.AdminEmail: 1, "user.link ada@firmhub.example": 1,
		}, counts)
	})
}

func TestSignOn_SecondFactor(t *testing.T) {
	t.Parallel()
	eachSite(t, func(t *testing.T, s *site) {
		t.Helper()
		admin := s.Login(firmhubtest.AdminEmail, firmhubtest.AdminPassword)
		var setup struct{ Secret string }
		s.REST(http.MethodPost, "/api/v1/auth/mfa/totp", admin.Token, nil).Into(t, &setup)
		var confirmed struct{ RecoveryCodes []string }
		s.REST(http.MethodPost, "/api/v1/auth/mfa/totp/confirm", admin.Token,
			map[string]any{"code": factortest.Code(t, setup.Secret, time.Now())}).Into(t, &confirmed)

		signIns := func() (found []map[string]any) {
			t.Helper()
			var log struct {
				Items []struct{ After map[string]any }
			}
			s.REST(http.MethodGet, "/api/v1/audit?pageSize=100&action=user.signin", admin.Token, nil).Into(t, &log)
			for _, entry := range log.Items {
				found = append(found, entry.After)
			}
			return found
		}
		asked := s.session("corp")
		require.True(t, asked.MfaRequired)
		require.Empty(t, asked.Token)
		require.Empty(t, signIns(), "the person is not signed in yet")
		forged := s.REST(http.MethodPost, "/api/v1/auth/login/mfa", "",
			map[string]any{"mfaToken": strings.Replace(asked.MfaToken, "corp", "other", 1), "recoveryCode": confirmed.RecoveryCodes[0]})
		require.Equal(t, http.StatusUnauthorized, forged.Status)
		var passed exchanged
		s.REST(http.MethodPost, "/api/v1/auth/login/mfa", "",
			map[string]any{"mfaToken": asked.MfaToken, "recoveryCode": confirmed.RecoveryCodes[0]}).Into(t, &passed)
		require.NotEmpty(t, passed.Token)
		require.Equal(t, []map[string]any{{"provider": "corp", "secondFactor": true}}, signIns())

		for _, amr := range [][]string{{"pwd", "otp"}, {"mfa"}, {"hwk"}} {
			s.provider.Set(func(b *ssotest.Behavior) { b.Claims["amr"] = amr })
			require.NotEmpty(t, s.session("corp").Token, amr)
		}
		for _, amr := range []any{[]string{"pwd"}, []string{"pin", "kba"}, "mfa"} {
			s.provider.Set(func(b *ssotest.Behavior) { b.Claims["amr"] = amr })
			require.True(t, s.session("corp").MfaRequired, amr)
		}
	})
}

func TestSignOn_Userinfo(t *testing.T) {
	t.Parallel()
	eachSite(t, func(t *testing.T, s *site) {
		t.Helper()
		userinfo := map[string]any{
			"sub": "the admin", "email": firmhubtest.AdminEmail, "email_verified": "true", "amr": []string{"mfa"},
		}
		s.provider.Set(func(b *ssotest.Behavior) { b.Claims, b.Userinfo = map[string]any{"sub": "the admin"}, userinfo })
		require.Equal(t, firmhubtest.AdminEmail, s.session("corp").User.Email)

		t.Run("ErrOtherSubject", func(t *testing.T) {
			s.provider.Set(func(b *ssotest.Behavior) { b.Claims = map[string]any{"sub": "somebody else"} })
			require.Equal(t, "failed", s.browser().refused("corp"))
		})
	})
}
