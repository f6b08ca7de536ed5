package app_test

import (
	"crypto/x509"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/sso"
	"github.com/firmhub/firmhub/internal/domain/sso/ssotest"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

func TestSignOn_Token(t *testing.T) {
	t.Parallel()
	eachSite(t, func(t *testing.T, s *site) {
		t.Helper()
		foreign := ssotest.NewKey(t, "first")
		claim := func(name string, value any) func(jwt.MapClaims, *ssotest.Key) string {
			return func(claims jwt.MapClaims, key *ssotest.Key) string {
				changed := maps.Clone(claims)
				changed[name] = value
				return key.Sign(t, changed)
			}
		}
		symmetric := func(secret func(key *ssotest.Key) []byte) func(jwt.MapClaims, *ssotest.Key) string {
			return func(claims jwt.MapClaims, key *ssotest.Key) string {
				token := jwt.NewWithClaims(jwt.SigningMethodHS256, claims)
				token.Header["kid"] = key.ID
				text, err := token.SignedString(secret(key))
				require.NoError(t, err)
				return text
			}
		}
		for name, sign := range map[string]func(jwt.MapClaims, *ssotest.Key) string{
			"ErrNonce":        claim("nonce", "of another log-in"),
			"ErrNoNonce":      claim("nonce", ""),
			"ErrAudience":     claim("aud", "another client"),
			"ErrAudiences":    claim("aud", []string{ssotest.ClientID, "another client"}),
			"ErrParty":        claim("azp", "another client"),
			"ErrIssuer":       claim("iss", "https://accounts.example.com"),
			"ErrExpired":      claim("exp", time.Now().Add(-time.Minute).Unix()),
			"ErrSubject":      claim("sub", ""),
			"ErrLongSubject":  claim("sub", strings.Repeat("x", 256)),
			"ErrAccessToken":  claim("at_hash", "bm9uZQ"),
			"ErrKey":          func(claims jwt.MapClaims, _ *ssotest.Key) string { return foreign.Sign(t, claims) },
			"ErrClientSecret": symmetric(func(*ssotest.Key) []byte { return []byte(ssotest.ClientSecret) }),
			"ErrPublicKey": symmetric(func(key *ssotest.Key) []byte {
				text, err := x509.MarshalPKIXPublicKey(&key.Private.PublicKey)
				require.NoError(t, err)
				return text
			}),
			"ErrNone": func(claims jwt.MapClaims, _ *ssotest.Key) string {
				text, err := jwt.NewWithClaims(jwt.SigningMethodNone, claims).SignedString(jwt.UnsafeAllowNoneSignatureType)
				require.NoError(t, err)
				return text
			},
			"ErrNoToken": func(jwt.MapClaims, *ssotest.Key) string { return "" },
		} {
			t.Run(name, func(t *testing.T) {
				s.provider.Set(func(b *ssotest.Behavior) { b.Sign = sign })
				require.Equal(t, "failed", s.browser().refused("corp"))
			})
		}
		s.provider.Set(func(b *ssotest.Behavior) { b.Sign = nil })
		s.session("corp")

		t.Run("Rotation", func(t *testing.T) {
			s.provider.Rotate(ssotest.NewKey(t, "second"))
			require.Equal(t, firmhubtest.AdminEmail, s.session("corp").User.Email)
		})
	})
}

func TestSignOn_State(t *testing.T) {
	t.Parallel()
	eachSite(t, func(t *testing.T, s *site) {
		t.Helper()
		own := s.browser()
		callback := own.begin("corp")

		t.Run("ErrOtherBrowser", func(t *testing.T) {
			require.Equal(t, "expired", s.browser().end(callback).Get("reason"), "without a cookie")
			other := s.browser()
			other.begin("corp")
			require.Equal(t, "expired", other.end(callback).Get("reason"), "with the cookie of another log-in")
		})
		t.Run("ErrOtherProvider", func(t *testing.T) {
			require.Equal(t, "expired", own.end(strings.Replace(callback, "/corp/", "/other/", 1)).Get("reason"))
		})
		t.Run("ErrOtherState", func(t *testing.T) {
			changed, err := url.Parse(callback)
			require.NoError(t, err)
			query := changed.Query()
			query.Set("state", "AAAA")
			changed.RawQuery = query.Encode()
			require.Equal(t, "expired", own.end(changed.String()).Get("reason"))
		})
		t.Run("ErrCodeOfAnotherLogIn", func(t *testing.T) { // the verifier is another one
			attacker, victim := s.browser(), s.browser()
			stolen, err := url.Parse(attacker.begin("corp"))
			require.NoError(t, err)
			mine, err := url.Parse(victim.begin("corp"))
			require.NoError(t, err)
			query := mine.Query()
			query.Set("code", stolen.Query().Get("code"))
			mine.RawQuery = query.Encode()
			require.Equal(t, "failed", victim.end(mine.String()).Get("reason"))
		})
		require.NotEmpty(t, own.end(callback).Get("code"), "none of this has used the state up")
		t.Run("ErrUsed", func(t *testing.T) {
			require.Equal(t, "expired", own.end(callback).Get("reason"))
		})
		t.Run("ErrExpired", func(t *testing.T) {
			late := s.browser()
			callback := late.begin("corp")
			_, err := s.DB.Shared(t.Context()).Exec(`UPDATE oidc_logins SET expires_at = $1`, time.Now().Add(-time.Second).UTC())
			require.NoError(t, err)
			require.Equal(t, "expired", late.end(callback).Get("reason"))
		})
		t.Run("Cookie", func(t *testing.T) {
			b := s.browser()
			b.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
			answer := b.follow(publicURL + "/api/v1/auth/oidc/corp/start")
			require.Len(t, answer.cookies, 1)
			cookie := answer.cookies[0]
			require.Equal(t, []any{"firmhub_oidc", "/api/v1/auth", 600, true, http.SameSiteLaxMode, false},
				[]any{cookie.Name, cookie.Path, cookie.MaxAge, cookie.HttpOnly, cookie.SameSite, cookie.Secure})
			require.Equal(t, "no-store", answer.header.Get("Cache-Control"))
			to, err := url.Parse(answer.header.Get("Location"))
			require.NoError(t, err)
			require.Equal(t, publicURL+"/api/v1/auth/oidc/corp/callback", to.Query().Get("redirect_uri"))
			require.Equal(t, "S256", to.Query().Get("code_challenge_method"))
			require.NotContains(t, answer.header.Get("Location"), cookie.Value)
		})
	})
}

func TestSignOn_Issuer(t *testing.T) {
	t.Parallel()
	eachSite(t, func(t *testing.T, s *site) {
		t.Helper()
		s.provider.Set(func(b *ssotest.Behavior) {
			b.Describe = func(d map[string]any) { d["authorization_response_iss_parameter_supported"] = true }
			b.Answer = func(answer url.Values) { answer.Set("iss", s.provider.URL) }
		})
		s.session("corp")
		for name, change := range map[string]func(url.Values){
			"ErrMissing": func(url.Values) {},
			"ErrOther":   func(answer url.Values) { answer.Set("iss", "https://accounts.example.com") },
		} {
			t.Run(name, func(t *testing.T) {
				s.provider.Set(func(b *ssotest.Behavior) { b.Answer = change })
				require.Equal(t, "failed", s.browser().refused("corp"))
			})
		}
	})
}

func TestSignOn_Exchange(t *testing.T) {
	t.Parallel()
	eachSite(t, func(t *testing.T, s *site) {
		t.Helper()
		t.Run("Console", func(t *testing.T) {
			own := s.browser()
			code := own.signIn("corp")
			exchange := func(b *browser, code string) visited {
				request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, publicURL+"/api/v1/auth/console/oidc/exchange",
					strings.NewReader(`{"code": "`+code+`", "browser": null}`))
				require.NoError(t, err)
				request.Header.Set("Content-Type", "application/json")
				request.Header.Set("Origin", publicURL)
				return b.send(request)
			}
			require.Equal(t, http.StatusUnauthorized, exchange(s.browser(), code).status, "without the cookie")
			other := s.browser()
			other.begin("corp")
			require.Equal(t, http.StatusUnauthorized, exchange(other, code).status, "with the cookie of another log-in")
			answer := exchange(own, code)
			require.Equal(t, http.StatusOK, answer.status)
			require.Len(t, answer.cookies, 1)
			require.Equal(t, "firmhub_refresh", answer.cookies[0].Name)
		})
		t.Run("GraphQL", func(t *testing.T) {
			const document = `mutation($code: String!) { exchangeOidc(input: {code: $code}) { token user { email } } }`
			var got struct {
				ExchangeOidc struct{ User struct{ Email string } }
			}
			s.GraphQL("", document, map[string]any{"code": s.browser().signIn("corp")}).Into(t, &got)
			require.Equal(t, firmhubtest.AdminEmail, got.ExchangeOidc.User.Email)
		})
		t.Run("ErrUsed", func(t *testing.T) {
			code := s.browser().signIn("corp")
			require.Equal(t, http.StatusOK, s.exchange(code).Status)
			require.Equal(t, fault.Unauthorized, s.exchange(code).Code())
		})
		t.Run("ErrUnknown", func(t *testing.T) {
			require.Equal(t, fault.Unauthorized, s.exchange("AAAA").Code())
		})
		t.Run("ErrExpired", func(t *testing.T) {
			code := s.browser().signIn("corp")
			_, err := s.DB.Shared(t.Context()).Exec(`UPDATE oidc_logins SET expires_at = $1`, time.Now().Add(-time.Second).UTC())
			require.NoError(t, err)
			require.Equal(t, fault.Unauthorized, s.exchange(code).Code())
		})
		t.Run("ErrState", func(t *testing.T) { // a state is no code
			callback, err := url.Parse(s.browser().begin("corp"))
			require.NoError(t, err)
			require.Equal(t, fault.Unauthorized, s.exchange(callback.Query().Get("state")).Code())
		})
		t.Run("ErrInactive", func(t *testing.T) {
			s.person("gone", "gone@firmhub.example")
			code := s.browser().signIn("corp")
			_, err := s.DB.Shared(t.Context()).Exec(`UPDATE users SET is_active = $1 WHERE email_key = $2`, false, "gone@firmhub.example")
			require.NoError(t, err)
			require.Equal(t, fault.Unauthorized, s.exchange(code).Code())
			require.Equal(t, "inactive", s.browser().refused("corp"))
		})
	})
}

// Each beginning of a log-in stores a row, so an address may begin as many as there may be log-ins.
func TestSignOn_StartLimit(t *testing.T) {
	t.Parallel()
	eachSite(t, func(t *testing.T, s *site) {
		b := s.browser()
		for range 2 {
			b.begin("corp")
		}
		refused := b.follow(publicURL + sso.Path + "/corp/start")
		require.Equal(t, http.StatusTooManyRequests, refused.status)
		require.NotEmpty(t, refused.header.Get("Retry-After"))
		require.Equal(t, 2, dbtest.Count(t, s.DB, "oidc_logins"))
	}, func(c *app.Config) { c.RateLimit = "login=10/2/100" })
}
