package records_test

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

// keyed is an app with the owner of a firm who creates keys.
type keyed struct {
	*firmhubtest.App

	t      *testing.T
	db     *db.DB
	owner  *firmhubtest.Session
	firmID string
	url    string
}

func newKeyed(t *testing.T, dialect string, settings ...func(*app.Config)) *keyed {
	t.Helper()
	k := &keyed{t: t, url: dbtest.URL(t, dialect)}
	k.App = firmhubtest.New(t, dialect, append(settings, k.behindProxy)...)
	k.owner = k.NewFirm("Keys", "olga@keys.example")
	k.firmID = k.owner.Firms[0].FirmID
	var err error
	k.db, err = db.Open(t.Context(), k.url)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, k.db.Close()) })
	return k
}

// behindProxy is a configuration in which the addresses of X-Forwarded-For are trusted.
func (k *keyed) behindProxy(c *app.Config) {
	c.DatabaseURL = k.url
	c.TrustedProxies = []string{"127.0.0.1", "::1"}
}

// madeKey is the response to a creation.
type madeKey struct {
	ID, APIKey, Name, Status string
	APIClient                shownKey
}

// shownKey is an API client as later requests read it.
type shownKey struct {
	ID, Name, Status, KeyPrefix string
	Permissions                 []string
}

func (k *keyed) make(body map[string]any) *madeKey {
	k.t.Helper()
	if body["name"] == nil {
		body["name"] = "Webshop"
	}
	answer := k.REST(http.MethodPost, "/api/v1/ApiClient", k.owner.Token, body)
	require.Equal(k.t, http.StatusCreated, answer.Status, "%s", answer.Body)
	made := &madeKey{}
	answer.Into(k.t, made)
	require.Equal(k.t, "/api/v1/ApiClient/"+made.ID, answer.Header.Get("Location"))
	return made
}

// ask sends a request with headers, in pairs, and an optional JSON body.
func (k *keyed) ask(on *firmhubtest.App, method, path, body string, headers ...string) *firmhubtest.Answer {
	k.t.Helper()
	request, err := http.NewRequestWithContext(k.t.Context(), method, on.URL+path, strings.NewReader(body))
	require.NoError(k.t, err)
	request.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(headers); i += 2 {
		request.Header.Add(headers[i], headers[i+1])
	}
	return on.Do(request)
}

// by sends a request with a key.
func (k *keyed) by(key, method, path, body string, headers ...string) *firmhubtest.Answer {
	k.t.Helper()
	return k.ask(k.App, method, path, body, append(headers, "X-Api-Key", key)...)
}

const (
	createPath = "/api/V1/Contact/create"
	listPath   = "/api/V1/Contact/getall"
	ada        = `{"firstName":"Ada","lastName":"Lovelace"}`
	listQuery  = `{"query":"{ contactPage(input: {}) { totalCount } }"}`
)

// both lists the contacts by REST and GraphQL, and returns the common result.
func (k *keyed) both(key string, headers ...string) fault.Code {
	k.t.Helper()
	rest := k.by(key, http.MethodPost, listPath, `{}`, headers...)
	graphql := k.by(key, http.MethodPost, "/graphql", listQuery, headers...)
	require.Equal(k.t, rest.Code(), graphql.Code(), "%s %s", rest.Body, graphql.Body)
	if rest.Code() != "" {
		require.Equal(k.t, rest.Code().Status(), rest.Status)
	}
	return rest.Code()
}

func eachKeyed(t *testing.T, test func(t *testing.T, k *keyed)) {
	t.Helper()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) { test(t, newKeyed(t, dialect)) })
}

func TestAPIKeys(t *testing.T) {
	t.Parallel()
	eachKeyed(t, func(t *testing.T, k *keyed) {
		t.Run("OK", func(t *testing.T) {
			made := k.make(map[string]any{})
			require.Equal(t, "Active", made.Status)
			require.Len(t, made.APIClient.Permissions, 8)
			created := k.by(made.APIKey, http.MethodPost, createPath, ada)
			require.Equal(t, http.StatusCreated, created.Status, "%s", created.Body)
			var contact struct{ ID string }
			created.Into(t, &contact)
			read := k.by(made.APIKey, http.MethodGet, "/api/V1/Contact/get/"+contact.ID, "", "X-Firm-Id", k.firmID)
			require.Equal(t, http.StatusOK, read.Status, "%s", read.Body)
			answer := k.by(made.APIKey, http.MethodPost, "/graphql", `{"query":"mutation { createContact(input: {firstName: \"A\", lastName: \"B\"}) { id } }"}`)
			require.Empty(t, answer.Code(), "%s", answer.Body)
			require.Empty(t, k.both(made.APIKey))

			streamed := k.by(made.APIKey, http.MethodPost, "/graphql", listQuery, "Accept", "text/event-stream")
			require.Contains(t, string(streamed.Body), `"totalCount":2`)
		})
		t.Run("Shown", func(t *testing.T) {
			made := k.make(map[string]any{"permissions": []string{"Contact:View"}, "allowedIps": []string{"192.0.2.77/24"}})
			one := k.REST(http.MethodGet, "/api/v1/ApiClient/"+made.ID, k.owner.Token, nil)
			require.NotContains(t, string(one.Body), made.APIKey[16:59])
			require.Contains(t, string(one.Body), `"allowedIps":["192.0.2.0/24"]`)
			require.Contains(t, string(one.Body), `"keyPrefix":"`+made.APIKey[:15]+`"`)
			other := k.NewFirm("Other "+uuid.NewString(), "other@keys.example")
			for method, path := range map[string]string{
				"GET": "", "PUT": "", "POST": "/revoke", "post": "/regenerate", "get": "/usage",
			} {
				answer := k.REST(strings.ToUpper(method), "/api/v1/ApiClient/"+made.ID+path, other.Token, map[string]any{})
				require.Equal(t, http.StatusNotFound, answer.Status, "%s %s", method, path)
			}
		})
		t.Run("ErrUnknown", func(t *testing.T) {
			made := k.make(map[string]any{})
			another := k.make(map[string]any{})
			typo := made.APIKey[:30] + string(made.APIKey[31]) + string(made.APIKey[30]) + made.APIKey[32:]
			for name, key := range map[string]string{
				"typo": typo, "no checksum": made.APIKey[:59], "garbage": "x", "long": strings.Repeat("x", 5000),
			} {
				if key != made.APIKey {
					require.Equal(t, fault.Unauthorized, k.both(key), name)
				}
			}
			regenerated := k.REST(http.MethodPost, "/api/v1/ApiClient/"+another.ID+"/regenerate", k.owner.Token, nil)
			require.Equal(t, http.StatusOK, regenerated.Status, "%s", regenerated.Body)
			var fresh madeKey
			regenerated.Into(t, &fresh)
			require.Equal(t, another.APIClient.KeyPrefix, fresh.APIClient.KeyPrefix)
			require.Equal(t, fault.Unauthorized, k.both(another.APIKey), "the wrong secret, at once")
			require.Empty(t, k.both(fresh.APIKey))
			require.Equal(t, fault.Unauthorized, k.ask(k.App, http.MethodPost, listPath, `{}`, "Authorization", "Bearer "+made.APIKey).Code())
			require.Equal(t, fault.Unauthorized, k.by(made.APIKey, http.MethodPost, listPath, `{}`, "Authorization", "Bearer x").Code(),
				"the access token counts where both are sent")
			require.Equal(t, http.StatusOK, k.by("x", http.MethodPost, listPath, `{}`, "Authorization", "Bearer "+k.owner.Token).Status)
		})
		t.Run("ErrRevoked", func(t *testing.T) {
			made := k.make(map[string]any{})
			require.Empty(t, k.both(made.APIKey))
			for range 2 {
				revoked := k.REST(http.MethodPost, "/api/v1/ApiClient/"+made.ID+"/revoke", k.owner.Token, nil)
				require.Equal(t, http.StatusOK, revoked.Status)
				require.Contains(t, string(revoked.Body), `"status":"Revoked"`)
				require.Equal(t, fault.Unauthorized, k.both(made.APIKey))
			}
			require.Equal(t, http.StatusConflict, k.REST(http.MethodPost, "/api/v1/ApiClient/"+made.ID+"/regenerate", k.owner.Token, nil).Status)
		})
		t.Run("ErrExpired", func(t *testing.T) {
			made := k.make(map[string]any{"expiresAt": time.Now().Add(time.Hour)})
			require.Empty(t, k.both(made.APIKey))
			k.db.Client.APIClient.UpdateOneID(uuid.MustParse(made.ID)).SetExpiresAt(time.Now().Add(-time.Second)).
				ExecX(rule.AcrossFirms(t.Context(), "a test lets a key expire"))
			require.Equal(t, fault.Unauthorized, k.both(made.APIKey))
			streamed := k.by(made.APIKey, http.MethodPost, "/graphql", listQuery, "Accept", "text/event-stream")
			require.Contains(t, string(streamed.Body), `"code":"Unauthorized"`)
			past := k.REST(http.MethodPost, "/api/v1/ApiClient", k.owner.Token, map[string]any{"name": "n", "expiresAt": "2026-01-01T00:00:00Z"})
			require.Equal(t, []string{"expiresAt"}, past.Fields())
		})
		t.Run("ErrFirm", func(t *testing.T) {
			made := k.make(map[string]any{})
			for _, named := range []string{uuid.NewString(), "x"} {
				require.Equal(t, fault.Forbidden, k.both(made.APIKey, "X-Firm-Id", named))
			}
			require.Equal(t, fault.Forbidden, k.both(made.APIKey, "X-Firm-Id", k.firmID, "X-Firm-Id", uuid.NewString()))
		})
		t.Run("ErrAddress", func(t *testing.T) {
			made := k.make(map[string]any{"allowedIps": []string{"192.0.2.0/24", "2001:db8::/32"}})
			for from, code := range map[string]fault.Code{
				"192.0.2.9": "", "2001:db8::9": "", "::ffff:192.0.2.9": "", "192.0.3.9": fault.Forbidden,
				"192.0.2.9, 198.51.100.1": fault.Forbidden, "x": fault.Forbidden,
			} {
				require.Equal(t, code, k.both(made.APIKey, "X-Forwarded-For", from), from)
			}
			require.Equal(t, fault.Forbidden, k.both(made.APIKey), "the proxy itself")
		})
		t.Run("ErrPermission", func(t *testing.T) {
			made := k.make(map[string]any{"permissions": []string{"Contact:View"}})
			require.Empty(t, k.both(made.APIKey))
			require.Equal(t, fault.Forbidden, k.by(made.APIKey, http.MethodPost, createPath, ada).Code())
			update := func(permissions ...string) *firmhubtest.Answer {
				return k.REST(http.MethodPut, "/api/v1/ApiClient/"+made.ID, k.owner.Token, map[string]any{"permissions": permissions})
			}
			require.Equal(t, http.StatusOK, update("Contact:Create").Status)
			require.Equal(t, http.StatusCreated, k.by(made.APIKey, http.MethodPost, createPath, ada).Status)
			require.Equal(t, fault.Forbidden, k.both(made.APIKey))
			require.Equal(t, []string{"permissions[1]"}, update("Contact:View", "Users:View").Fields())
		})
		t.Run("ErrForPeopleOnly", func(t *testing.T) {
			made := k.make(map[string]any{})
			for _, path := range []string{"/api/v1/auth/me", "/api/v1/ApiClient", "/api/v1/roles", "/api/v1/roles/lookup", "/api/v1/users", "/api/v1/ApiClient/" + made.ID + "/usage"} {
				answer := k.by(made.APIKey, http.MethodGet, path, "")
				require.Equal(t, http.StatusUnauthorized, answer.Status, path)
			}
			require.Equal(t, fault.Unauthorized, k.by(made.APIKey, http.MethodPost, "/graphql", `{"query":"{ me { isSuperFirm } }"}`).Code())
			require.Equal(t, http.StatusUnauthorized, k.by(made.APIKey, http.MethodPost, "/api/v1/admin/firm/create", `{}`).Status)
			require.Equal(t, http.StatusNotFound, k.by("x", http.MethodGet, "/api/V1/Nothing", "").Status)
			require.Equal(t, http.StatusMethodNotAllowed, k.by("x", http.MethodGet, createPath, "").Status)
		})
		t.Run("ErrSocket", func(t *testing.T) {
			made := k.make(map[string]any{})
			address := "ws" + strings.TrimPrefix(k.URL, "http") + "/graphql"
			dialer := websocket.Dialer{Subprotocols: []string{"graphql-transport-ws"}}
			conn, response, err := dialer.DialContext(t.Context(), address, http.Header{"X-Api-Key": {made.APIKey}})
			require.NoError(t, err)
			require.NoError(t, response.Body.Close())
			defer func() { _ = conn.Close() }()
			require.NoError(t, conn.WriteMessage(websocket.TextMessage, []byte(`{"type":"connection_init"}`)))
			require.NoError(t, conn.WriteMessage(websocket.TextMessage, []byte(`{"id":"1","type":"subscribe","payload":`+listQuery+`}`)))
			for {
				_, message, err := conn.ReadMessage()
				require.NoError(t, err)
				if strings.Contains(string(message), `"id":"1"`) {
					require.Contains(t, string(message), `"code":"Unauthorized"`)
					break
				}
			}
		})
	})
}

// A change on one instance applies at once on another instance of the same database.
func TestAPIKeysOnTwoInstances(t *testing.T) {
	t.Parallel()
	k := newKeyed(t, db.Postgres)
	other := firmhubtest.New(t, db.Postgres, k.behindProxy)
	there := func(key string) int {
		return k.ask(other, http.MethodPost, listPath, `{}`, "X-Api-Key", key).Status
	}
	for range 20 {
		made := k.make(map[string]any{})
		require.Equal(t, http.StatusOK, there(made.APIKey))
		var asking sync.WaitGroup
		ctx, stop := context.WithCancel(t.Context())
		asking.Go(func() {
			for ctx.Err() == nil {
				there(made.APIKey)
			}
		})
		switch revoked := k.REST(http.MethodPost, "/api/v1/ApiClient/"+made.ID+"/revoke", k.owner.Token, nil); revoked.Status {
		case http.StatusOK:
			for range 5 {
				require.Equal(t, http.StatusUnauthorized, there(made.APIKey))
			}
		default:
			t.Errorf("%d %s", revoked.Status, revoked.Body)
		}
		stop()
		asking.Wait()
	}
}

// recorded returns the usage of a key.
type recorded struct {
	Items []struct {
		Timestamp       time.Time
		Method, Path    string
		StatusCode      int
		IPAddress       string
		DurationMs      float64
		UserAgent, Body any
	}
	TotalCount int
	Summary    struct {
		TotalRequests, ErrorCount int
		ByDay                     []struct {
			Date  string
			Count int
		}
	}
}

func (k *keyed) usage(id string, query url.Values) *recorded {
	k.t.Helper()
	answer := k.REST(http.MethodGet, "/api/v1/ApiClient/"+id+"/usage?"+query.Encode(), k.owner.Token, nil)
	require.Equal(k.t, http.StatusOK, answer.Status, "%s", answer.Body)
	usage := &recorded{}
	answer.Into(k.t, usage)
	return usage
}

func TestAPIKeyUsage(t *testing.T) {
	t.Parallel()
	eachKeyed(t, func(t *testing.T, k *keyed) {
		t.Run("OK", func(t *testing.T) {
			made := k.make(map[string]any{"permissions": []string{"Contact:View"}})
			empty := k.usage(made.ID, nil)
			require.Zero(t, empty.TotalCount)
			require.Empty(t, empty.Items)
			require.Len(t, empty.Summary.ByDay, 8)

			began := time.Now().Truncate(time.Microsecond)
			k.by(made.APIKey, http.MethodPost, listPath+"?secret=1", `{}`, "X-Forwarded-For", "2001:db8::7")
			k.by(made.APIKey, http.MethodPost, createPath, ada)
			k.by(made.APIKey, http.MethodPost, listPath, `{`)
			k.by(made.APIKey, http.MethodPost, listPath, `{}`, "X-Firm-Id", "x")
			k.by(made.APIKey, http.MethodGet, "/api/v1/auth/me", "")
			k.by(made.APIKey, http.MethodPost, "/graphql", listQuery)
			k.by(made.APIKey[:59]+"_000000", http.MethodPost, listPath, `{}`)
			usage := k.usage(made.ID, nil)
			said := []string{}
			for _, call := range usage.Items {
				said = append(said, fmt.Sprintf("%s %s %d %s", call.Method, call.Path, call.StatusCode, call.IPAddress))
				require.False(t, call.Timestamp.Before(began))
				require.Positive(t, call.DurationMs)
			}
			require.Equal(t, []string{
				"POST /graphql 200 127.0.0.1", "GET /api/v1/auth/me 401 127.0.0.1", "POST " + listPath + " 403 127.0.0.1",
				"POST " + listPath + " 400 127.0.0.1", "POST " + createPath + " 403 127.0.0.1", "POST " + listPath + " 200 2001:db8::7",
			}, said)
			require.Equal(t, 6, usage.TotalCount)
			require.Equal(t, 6, usage.Summary.TotalRequests)
			require.Equal(t, 4, usage.Summary.ErrorCount)
			require.Equal(t, 6, k.usage(made.ID, nil).TotalCount, "to look is no call of the key")

			require.Equal(t, http.StatusOK, k.REST(http.MethodPost, "/api/v1/ApiClient/"+made.ID+"/revoke", k.owner.Token, nil).Status)
			require.Equal(t, fault.Unauthorized, k.both(made.APIKey))
			page := k.usage(made.ID, url.Values{"pageNumber": {"2"}, "pageSize": {"5"}})
			require.Equal(t, 8, page.TotalCount, "the refused ones too")
			require.Len(t, page.Items, 3)

			var shown struct{ LastUsedAt time.Time }
			k.REST(http.MethodGet, "/api/v1/ApiClient/"+made.ID, k.owner.Token, nil).Into(t, &shown)
			require.False(t, shown.LastUsedAt.Before(began))
			tomorrow := time.Now().Add(24 * time.Hour).UTC().Format(time.RFC3339)
			require.Equal(t, 8, k.usage(made.ID, url.Values{"from": {began.UTC().Format(time.RFC3339Nano)}, "to": {tomorrow}}).TotalCount)
		})
		t.Run("ErrValidation", func(t *testing.T) {
			made := k.make(map[string]any{})
			for query, field := range map[string]string{
				"from=2026-03-02T00:00:00Z&to=2026-03-01T00:00:00Z": "to", "from=2020-01-01T00:00:00Z": "to", "from=x": "from",
				"pageSize=101": "pageSize", "pageNumber=0": "pageNumber",
			} {
				answer := k.REST(http.MethodGet, "/api/v1/ApiClient/"+made.ID+"/usage?"+query, k.owner.Token, nil)
				require.Equal(t, []string{field}, answer.Fields(), query)
			}
		})
	})
}

// No call that was answered before a graceful shutdown is lost.
func TestAPIKeyUsageSurvivesAStop(t *testing.T) {
	t.Parallel()
	eachKeyed(t, func(t *testing.T, k *keyed) {
		made := k.make(map[string]any{})
		config := app.Config{Basics: app.Basics{DatabaseURL: k.url, DataDir: t.TempDir(), Log: "error"}, Addr: "127.0.0.1:0", RateLimit: "off"}
		listener, err := config.Listen(t.Context())
		require.NoError(t, err)
		server, err := app.New(t.Context(), config)
		require.NoError(t, err)
		ctx, stop := context.WithCancel(t.Context())
		ready := make(chan string, 1)
		ended := make(chan error, 1)
		go func() { ended <- server.Run(ctx, listener, func(url string) { ready <- url }) }()
		address := <-ready

		var calling sync.WaitGroup
		var mu sync.Mutex
		answered := 0
		for range 4 {
			calling.Go(func() {
				for {
					request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address+listPath, strings.NewReader(`{}`))
					if err != nil {
						t.Error(err)
						return
					}
					request.Header.Set("Content-Type", "application/json")
					request.Header.Set("X-Api-Key", made.APIKey)
					response, err := http.DefaultClient.Do(request)
					if err != nil {
						return // the server has stopped
					}
					_ = response.Body.Close()
					mu.Lock()
					answered++
					if answered == 200 {
						stop()
					}
					mu.Unlock()
				}
			})
		}
		calling.Wait()
		require.NoError(t, <-ended)
		require.Equal(t, answered, k.usage(made.ID, nil).TotalCount)
		require.NoError(t, server.Close())
		stop()
	})
}

// A user of the super-firm has exactly the permissions in another firm that policy rules grant.
func TestVisit(t *testing.T) {
	t.Parallel()
	eachKeyed(t, func(t *testing.T, k *keyed) {
		require.Equal(t, http.StatusCreated, k.REST(http.MethodPost, createPath, k.owner.Token, ada).Status)
		admin := k.Login(firmhubtest.AdminEmail, firmhubtest.AdminPassword)
		as := func(token, firm, path, body string) *firmhubtest.Answer {
			return k.ask(k.App, http.MethodPost, path, body, "Authorization", "Bearer "+token, "X-Firm-Id", firm)
		}
		grant := func(firm, action, effect string) {
			k.db.Client.PolicyRule.Create().SetPtype("p").SetV0("user:" + admin.User.ID).SetV1(firm).SetV2("Contact").SetV3(action).SetV4(effect).
				ExecX(rule.AcrossFirms(t.Context(), "a test lets support in"))
		}
		count := func(answer *firmhubtest.Answer) int {
			require.Equal(t, http.StatusOK, answer.Status, "%s", answer.Body)
			var list struct{ TotalCount int }
			answer.Into(t, &list)
			return list.TotalCount
		}
		require.Equal(t, fault.Forbidden, as(admin.Token, k.firmID, listPath, `{}`).Code(), "without a rule")
		require.Equal(t, fault.Forbidden, as(admin.Token, k.firmID, "/graphql", listQuery).Code())

		grant(k.firmID, "View", "allow")
		require.Equal(t, 1, count(as(admin.Token, k.firmID, listPath, `{}`)))
		require.Contains(t, string(as(admin.Token, k.firmID, "/graphql", listQuery).Body), `"totalCount":1`)
		require.Equal(t, fault.Forbidden, as(admin.Token, k.firmID, createPath, ada).Code(), "only what is granted")
		grant("*", "Create", "allow")
		require.Equal(t, http.StatusCreated, as(admin.Token, k.firmID, createPath, ada).Status)
		require.Equal(t, 2, count(as(admin.Token, k.firmID, listPath, `{}`)))
		require.Zero(t, count(as(admin.Token, admin.Firms[0].FirmID, listPath, `{}`)), "in the own firm, where nothing came to be")

		for _, path := range []string{"/api/v1/auth/logout", "/api/v1/admin/firm/create"} {
			require.Equal(t, fault.Forbidden, as(admin.Token, k.firmID, path, `{}`).Code(), path)
		}
		require.Contains(t, string(as(admin.Token, k.firmID, "/graphql", `{"query":"{ me { role { id } firm { relationId firmId } } }"}`).Body),
			`"me":{"role":null,"firm":{"relationId":null,"firmId":"`+k.firmID+`"}}`)
		require.Equal(t, fault.Forbidden, as(admin.Token, k.firmID, "/graphql", `{"query":"{ sessions { id } }"}`).Code())
		require.Equal(t, http.StatusOK, k.REST(http.MethodGet, "/api/v1/auth/me", admin.Token, nil).Status)

		for _, named := range []string{uuid.NewString(), "x"} {
			require.Equal(t, fault.Forbidden, as(admin.Token, named, listPath, `{}`).Code(), named)
			require.Equal(t, fault.Forbidden, as(k.owner.Token, named, listPath, `{}`).Code(), named)
		}
		require.Equal(t, fault.Forbidden, as(k.owner.Token, admin.Firms[0].FirmID, listPath, `{}`).Code())
		require.Equal(t, 2, count(as(k.owner.Token, k.firmID, listPath, `{}`)), "the own firm may be named")
		require.Equal(t, fault.Unauthorized, as("x", k.firmID, listPath, `{}`).Code())

		_, err := dbtest.SQL(t.Context(), k.db).Exec("UPDATE firms SET is_active = FALSE WHERE id = $1", uuid.MustParse(k.firmID))
		require.NoError(t, err)
		require.Equal(t, fault.Forbidden, as(admin.Token, k.firmID, listPath, `{}`).Code(), "a firm that is not active")

		dialer := websocket.Dialer{Subprotocols: []string{"graphql-transport-ws"}}
		_, response, err := dialer.DialContext(t.Context(), "ws"+strings.TrimPrefix(k.URL, "http")+"/graphql",
			http.Header{"Authorization": {"Bearer " + admin.Token}, "X-Firm-Id": {k.firmID}})
		require.ErrorIs(t, err, websocket.ErrBadHandshake)
		require.Equal(t, http.StatusForbidden, response.StatusCode)
		require.NoError(t, response.Body.Close())
	})
}
