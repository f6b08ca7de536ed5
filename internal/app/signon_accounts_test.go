package app_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/mailtoken"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/ent/user"
	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/factor/factortest"
	"github.com/firmhub/firmhub/internal/domain/sso/ssotest"
	"github.com/firmhub/firmhub/internal/domain/token"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

func TestSignOn_Accounts(t *testing.T) {
	t.Parallel()
	eachSite(t, func(t *testing.T, s *site) {
		t.Helper()
		t.Run("ErrUnverified", func(t *testing.T) {
			for _, verified := range []any{false, "false", nil, 1} {
				s.person("attacker", firmhubtest.AdminEmail)
				s.provider.Set(func(b *ssotest.Behavior) { b.Claims["email_verified"] = verified })
				require.Equal(t, "unverified", s.browser().refused("corp"), verified)
			}
		})
		t.Run("ErrNoEmail", func(t *testing.T) {
			s.person("attacker", "")
			s.provider.Set(func(b *ssotest.Behavior) { b.Userinfo = map[string]any{"sub": "attacker"} })
			require.Equal(t, "unverified", s.browser().refused("corp"))
		})
		t.Run("ErrOtherDomain", func(t *testing.T) {
			owner := s.NewFirm("Bela Vista", "owner@belavista.example")
			require.NotEmpty(t, owner.Token)
			for _, email := range []string{"owner@belavista.example", "ada@sub.firmhub.example", "ada@firmhub.example.evil.example"} {
				s.person("attacker", email)
				require.Equal(t, "unknown", s.browser().refused("corp"), email)
			}
		})
		t.Run("ErrNoAccount", func(t *testing.T) {
			s.person("new", "new@firmhub.example")
			require.Equal(t, "unknown", s.browser().refused("other"))
		})
		t.Run("ErrSecondPerson", func(t *testing.T) { // the provider has given the address to somebody else
			s.person("the admin", firmhubtest.AdminEmail)
			s.session("corp")
			s.person("successor", firmhubtest.AdminEmail)
			require.Equal(t, "unknown", s.browser().refused("corp"))
		})
		t.Run("ErrDenied", func(t *testing.T) {
			s.provider.Set(func(b *ssotest.Behavior) {
				b.Answer = func(answer url.Values) { answer.Del("code"); answer.Set("error", "access_denied") }
			})
			require.Equal(t, "denied", s.browser().refused("corp"))
			s.provider.Set(func(b *ssotest.Behavior) {
				b.Answer = func(answer url.Values) { answer.Del("code"); answer.Set("error", "https://evil.example") }
			})
			require.Equal(t, "failed", s.browser().refused("corp"))
			s.provider.Set(func(b *ssotest.Behavior) { b.Answer = nil })
		})
		t.Run("ErrRemoved", func(t *testing.T) {
			s.person("leaver", "leaver@firmhub.example")
			leaver := s.session("corp")
			admin := s.Login(firmhubtest.AdminEmail, firmhubtest.AdminPassword)
			require.Equal(t, http.StatusOK, s.REST(http.MethodDelete, "/api/v1/users/delete/"+leaver.User.ID, admin.Token, nil).Status)
			require.Equal(t, fault.Unauthorized, s.exchange(s.browser().signIn("corp")).Code(), "autoJoin is for new people")
		})
		t.Run("ErrNoProvider", func(t *testing.T) {
			b := s.browser()
			require.Equal(t, http.StatusNotFound, b.follow(publicURL+"/api/v1/auth/oidc/none/start").status)
			require.Equal(t, http.StatusNotFound, b.follow(publicURL+"/api/v1/auth/oidc/none/callback").status)
		})
	})
}

func TestSignOn_Invited(t *testing.T) {
	t.Parallel()
	eachSite(t, func(t *testing.T, s *site) {
		t.Helper()
		owner := s.NewFirm("Bela Vista", "owner@belavista.example")
		var roles []struct{ ID string }
		s.REST(http.MethodGet, "/api/v1/roles/lookup", owner.Token, nil).Into(t, &roles)
		s.REST(http.MethodPost, "/api/v1/users/create", owner.Token, map[string]any{
			"firstName": "Grace", "lastName": "Hopper", "email": "grace@firmhub.example", "password": "Typed-by-firm-1", "roleId": roles[0].ID,
		})
		s.person("grace", "grace@firmhub.example")
		got := s.session("other")
		require.Equal(t, "grace@firmhub.example", got.User.Email)
		require.Empty(t, got.Firms, "an invitation is not accepted by signing in")

		answer := s.REST(http.MethodPost, "/api/v1/auth/login", "",
			map[string]any{"email": "grace@firmhub.example", "password": "Typed-by-firm-1"})
		require.Equal(t, fault.Unauthorized, answer.Code(), "the firm can't log in to the account of the person")
	})
}

// Somebody else may have made an account with the e-mail address of a person.
func TestSignOn_ForeignAccount(t *testing.T) {
	t.Parallel()
	eachSite(t, func(t *testing.T, s *site) {
		t.Helper()
		foreign := s.Login(firmhubtest.AdminEmail, firmhubtest.AdminPassword)
		var setup struct{ Secret string }
		s.REST(http.MethodPost, "/api/v1/auth/mfa/totp", foreign.Token, nil).Into(t, &setup)
		confirmed := s.REST(http.MethodPost, "/api/v1/auth/mfa/totp/confirm", foreign.Token,
			map[string]any{"code": factortest.Code(t, setup.Secret, time.Now())})
		require.Equal(t, http.StatusOK, confirmed.Status)
		require.NotEmpty(t, s.session("corp").Token, "the factors of somebody else are gone")
		require.Equal(t, http.StatusUnauthorized, s.REST(http.MethodGet, "/api/v1/auth/me", foreign.Token, nil).Status)
		answer := s.REST(http.MethodPost, "/api/v1/auth/login", "",
			map[string]any{"email": firmhubtest.AdminEmail, "password": firmhubtest.AdminPassword})
		require.Equal(t, fault.Unauthorized, answer.Code())
	}, func(c *app.Config) { c.KeepMails = true })
}

// Whoever has set the e-mail address of a person while the server sent no mail has signed in by
// another provider before. That link leads back no more once the person has signed in.
func TestSignOn_ForeignLink(t *testing.T) {
	t.Parallel()
	const mallory, ceo = "mallory@partner.example", "ceo@firmhub.example"
	partner := ssotest.New(t)
	partner.Set(func(b *ssotest.Behavior) {
		b.Claims = map[string]any{"sub": "mallory", "email": mallory, "email_verified": true}
	})
	eachSite(t, func(t *testing.T, s *site) {
		t.Helper()
		s.NewFirm("Bela Vista", mallory)
		id := s.session("partner").User.ID
		across := rule.AcrossFirms(t.Context(), "the server sent no mail")
		take := func(address string) {
			s.DB.Client.User.Update().Where(user.ID(uuid.MustParse(id))).
				SetEmail(address).SetEmailKey(address).ClearEmailVerifiedAt().ExecX(across)
		}
		take(ceo)
		code := s.browser().signIn("partner")
		links := func() int { return dbtest.Count(t, s.DB, "oidc_links") }
		require.Equal(t, 1, links())

		s.person("the CEO", ceo)
		require.Equal(t, id, s.session("other").User.ID)
		require.Equal(t, 1, links())
		require.Equal(t, fault.Unauthorized, s.exchange(code).Code())
		require.Equal(t, "unknown", s.browser().refused("partner"))

		// Another person of the same issuer gets neither the account nor its link.
		take(ceo)
		s.person("the next CEO", ceo)
		require.Equal(t, "unknown", s.browser().refused("other"))
		s.person("the CEO", ceo)
		require.Equal(t, id, s.session("other").User.ID)
	}, func(c *app.Config) {
		c.KeepMails = true
		text, err := os.ReadFile(c.OIDCFile)
		require.NoError(t, err)
		var providers []any
		require.NoError(t, json.Unmarshal(text, &providers))
		c.OIDCFile = providersFile(t, append(providers, map[string]any{
			"name": "partner", "issuer": partner.URL, "clientId": ssotest.ClientID, "clientSecret": ssotest.ClientSecret,
			"domains": []string{"partner.example"},
		})...)
	})
}

// Addresses that differ in ß and ss have one key, but may be of two people. The account of one is
// not left to that person when the other one signs in, however it came to be.
func TestSignOn_OtherMailbox(t *testing.T) {
	t.Parallel()
	eachSite(t, func(t *testing.T, s *site) {
		t.Helper()
		const evil, anna = "weiß@firmhub.example", "Weiss@firmhub.example"
		s.person("evil", evil)
		require.Equal(t, "unverified", s.browser().refused("corp"), "it would join by autoJoin")

		other := s.NewFirm("Bela Vista", anna)
		across := rule.AcrossFirms(t.Context(), "the account is older than the check of its address")
		key := user.EmailKey("weiss@firmhub.example")
		s.DB.Client.User.Update().Where(key).SetEmail(evil).SetEmailVerifiedAt(time.Now()).ExecX(across)
		id := s.DB.Client.User.Query().Where(key).OnlyIDX(across)
		_, hash := token.NewOpaque()
		mailed := s.DB.Client.MailToken.Create().SetPurpose(mailtoken.PurposeResetPassword).SetUserID(id).
			SetEmailKey("weiss@firmhub.example").SetHash(hash).SetExpiresAt(time.Now().Add(time.Hour)).SaveX(across)
		_, err := s.DB.Shared(across).Exec(
			`INSERT INTO oidc_links (id, issuer, subject, user_id, created_at) VALUES ($1, $2, $3, $4, $5)`,
			uuid.New(), "https://other.example", "evil", id, time.Now().UTC())
		require.NoError(t, err)

		s.person("anna", anna)
		got := s.session("other")
		require.Equal(t, id.String(), got.User.ID)
		require.Equal(t, anna, got.User.Email)
		require.Equal(t, http.StatusUnauthorized, s.REST(http.MethodGet, "/api/v1/auth/me", other.Token, nil).Status)
		for _, email := range []string{evil, anna} {
			answer := s.REST(http.MethodPost, "/api/v1/auth/login", "", map[string]any{"email": email, "password": firmhubtest.OwnerPassword})
			require.Equal(t, fault.Unauthorized, answer.Code(), email)
		}
		require.NotNil(t, s.DB.Client.MailToken.GetX(across, mailed.ID).UsedAt)
		require.Equal(t, 1, dbtest.Count(t, s.DB, "oidc_links"))

		// Case alone is no difference.
		s.NewFirm("Boa Vista", "GRACE@firmhub.example")
		s.person("grace", "grace@firmhub.example")
		require.NotEmpty(t, s.session("other").Token)
		s.Login("grace@firmhub.example", firmhubtest.OwnerPassword)
	})
}

// A firm has made an account with the e-mail address of a person, and asked for another address, so
// as to keep it. The claim of the person takes that back.
func TestSignOn_ForeignEmailChange(t *testing.T) {
	t.Parallel()
	eachSite(t, func(t *testing.T, s *site) {
		t.Helper()
		const grace, evil, typed = "grace@firmhub.example", "evil@belavista.example", "Typed-by-firm-1"
		owner := s.NewFirm("Bela Vista", "owner@belavista.example")
		var roles []struct{ ID string }
		s.REST(http.MethodGet, "/api/v1/roles/lookup", owner.Token, nil).Into(t, &roles)
		s.REST(http.MethodPost, "/api/v1/users/create", owner.Token, map[string]any{
			"firstName": "Grace", "lastName": "Hopper", "email": grace, "password": typed, "roleId": roles[0].ID,
		})
		foreign := s.Login(grace, typed)
		answer := s.REST(http.MethodPut, "/api/v1/auth/me", foreign.Token, map[string]any{"email": evil, "currentPassword": typed})
		require.Equal(t, http.StatusOK, answer.Status, "%s", answer.Body)
		across := rule.AcrossFirms(t.Context(), "a test stands in for the mail")
		of := s.DB.Client.User.Query().Where(user.EmailKey(grace)).OnlyX(across)
		require.Equal(t, evil, of.PendingEmail)
		link, hash := token.NewOpaque()
		mailed := s.DB.Client.MailToken.Create().SetPurpose(mailtoken.PurposeVerifyEmail).SetUserID(of.ID).SetEmailKey(evil).
			SetHash(hash).SetExpiresAt(time.Now().Add(time.Hour)).SaveX(across)

		s.person("grace", grace)
		got := s.session("other")
		require.Equal(t, of.ID.String(), got.User.ID)
		var me struct {
			User struct{ Email, PendingEmail *string }
		}
		s.REST(http.MethodGet, "/api/v1/auth/me", got.Token, nil).Into(t, &me)
		require.Equal(t, grace, *me.User.Email)
		require.Nil(t, me.User.PendingEmail)
		require.NotNil(t, s.DB.Client.MailToken.GetX(across, mailed.ID).UsedAt)
		answer = s.REST(http.MethodPost, "/api/v1/auth/verify-email", "", map[string]any{"token": link})
		require.Equal(t, fault.Unauthorized, answer.Code(), "%s", answer.Body)
		require.Equal(t, grace, s.DB.Client.User.GetX(across, of.ID).Email)
	}, func(c *app.Config) { c.KeepMails = true })
}

func TestSignOn_ProviderDown(t *testing.T) {
	t.Parallel()
	eachSite(t, func(t *testing.T, s *site) {
		t.Helper()
		s.provider.Set(func(b *ssotest.Behavior) { b.IsDown = true })
		answer := s.browser().follow(publicURL + "/api/v1/auth/oidc/corp/start")
		require.Equal(t, http.StatusServiceUnavailable, answer.status)
		require.Equal(t, "2", answer.header.Get("Retry-After"))

		s.provider.Set(func(b *ssotest.Behavior) {
			b.IsDown = false
			b.Describe = func(d map[string]any) { d["token_endpoint"] = "http://provider.example/token" }
		})
		require.Equal(t, http.StatusServiceUnavailable, s.browser().follow(publicURL+"/api/v1/auth/oidc/other/start").status,
			"an endpoint is not by https")
	})
}

func TestNew_ErrProviders(t *testing.T) {
	t.Parallel()
	path := providersFile(t, map[string]any{"name": "a b", "issuer": "http://accounts.example.com", "secret": "topsecret"})
	_, err := app.New(t.Context(), app.Config{OIDCFile: path, Basics: app.Basics{DataDir: t.TempDir()}})
	require.ErrorContains(t, err, "FIRMHUB_OIDC names "+path+", which is not valid: [0].secret is not known; [0].name must be")
	require.ErrorContains(t, err, "[0].issuer must begin with https://")
	require.ErrorContains(t, err, "[0].clientSecret must be")
	require.NotContains(t, err.Error(), "topsecret")

	_, err = app.New(t.Context(), app.Config{OIDCFile: path + ".none"})
	require.ErrorContains(t, err, "FIRMHUB_OIDC must name a JSON file that can be read")
}
