package records_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/double"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/whatsapp"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

const (
	sendPath     = "/api/v1/messaging/send"
	messagesPath = "/api/v1/messaging/messages"
	// arrivedHook is a message that arrives by WhatsApp, with the time in place of NOW.
	arrivedHook = `{"object":"whatsapp_business_account","entry":[{"id":"55","changes":[{"field":"messages","value":{
		"messaging_product":"whatsapp","metadata":{"display_phone_number":"15550000000","phone_number_id":"123"},
		"contacts":[{"profile":{"name":"Ada"},"wa_id":"5511987654321"}],
		"messages":[{"from":"5511987654321","id":"wamid.arrived","timestamp":"1760000000","type":"text","text":{"body":"Hello"}}]}}]}]}`
)

// sentMessage is what the test reads of a message.
type sentMessage struct {
	ID, Status, ProviderMessageID, Direction string
	Body                                     *string
	Events                                   []struct{ Status string }
}

// TestSending sends by WhatsApp and SMS through a server that speaks as the providers do, and
// receives their hooks.
func TestSending(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		var a *firmhubtest.App
		post := func(method, target string, header http.Header, body []byte) (status int, answer string) {
			request, err := http.NewRequestWithContext(t.Context(), method, a.URL+target, bytes.NewReader(body))
			require.NoError(t, err)
			request.Header = header
			response, err := http.DefaultClient.Do(request)
			require.NoError(t, err)
			defer func() { require.NoError(t, response.Body.Close()) }()
			text, err := io.ReadAll(response.Body)
			require.NoError(t, err)
			return response.StatusCode, string(text)
		}
		providers := double.New(double.Options{
			Choose: func(double.Call) double.Behaviour { return double.Take }, AccessToken: channelToken, AuthToken: channelToken,
			Post: func(hook double.Hook) {
				target, err := url.Parse(hook.URL)
				require.NoError(t, err)
				status, _ := post(http.MethodPost, target.RequestURI(), hook.Header, hook.Body)
				require.Equal(t, http.StatusOK, status)
			},
		})
		links := make(chan string, 1)
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if link := r.PostFormValue("MediaUrl"); link != "" {
				links <- link
			}
			providers.Handler().ServeHTTP(w, r)
		}))
		t.Cleanup(server.Close)
		a = firmhubtest.New(t, dialect, func(c *app.Config) {
			c.PublicURL, c.AllowedPrivateTargets = "https://api.example.com", []string{"127.0.0.0/8"}
		})
		running, stop := context.WithCancel(context.Background())
		done := make(chan struct{})
		go func() {
			defer close(done)
			a.Send(running)
		}()
		t.Cleanup(func() {
			stop()
			<-done
		})
		owner := a.NewFirm("Torra", "olga@torra.example")
		create := func(body map[string]any) (made shownChannel) {
			a.REST(http.MethodPost, channelsPath, owner.Token, body).Into(t, &made)
			return made
		}
		send := func(message map[string]any) string {
			t.Helper()
			var result struct {
				Accepted []struct{ ID string }
				Rejected []struct{ Code, Message string }
			}
			answer := a.REST(http.MethodPost, sendPath, owner.Token, map[string]any{"messages": []any{message}})
			require.Equal(t, http.StatusAccepted, answer.Status, "%s", answer.Body)
			answer.Into(t, &result)
			require.Empty(t, result.Rejected)
			return result.Accepted[0].ID
		}
		read := func(id string) (m sentMessage) {
			a.REST(http.MethodGet, messagesPath+"/"+id, owner.Token, nil).Into(t, &m)
			return m
		}
		shop := create(map[string]any{
			"name": "Shop", "kind": "WhatsApp", "settings": map[string]any{"baseUrl": server.URL, "phoneNumberId": "123", "businessAccountId": "55"},
			"secrets": map[string]any{"accessToken": channelToken, "appSecret": channelToken, "verifyToken": channelToken},
		})
		text := create(map[string]any{
			"name": "Text", "kind": "Sms", "settings": map[string]any{"baseUrl": server.URL, "accountSid": "AC1", "from": "+12015550123"},
			"secrets": map[string]any{"authToken": channelToken},
		})
		hooks := "/hooks/" + shop.ID
		signed := func(body, secret string) http.Header {
			return http.Header{whatsapp.SignatureHeader: {whatsapp.Sign(secret, []byte(body))}}
		}

		t.Run("Sms", func(t *testing.T) {
			id := send(map[string]any{"channelId": text.ID, "to": "+5511987654321", "body": "Hello", "category": "Utility"})
			require.Eventually(t, func() bool {
				for _, entry := range providers.Trace() {
					if entry.OurID == id {
						return read(id).Status == furthest(entry.States)
					}
				}
				return false
			}, firmhubtest.Patience, 20*time.Millisecond)
			m := read(id)
			require.True(t, strings.HasPrefix(m.ProviderMessageID, "SM"), m.ProviderMessageID)
			require.Equal(t, "Queued", m.Events[0].Status)
		})
		t.Run("SmsWithFile", func(t *testing.T) {
			uploaded := byREST(t, a, bearer, "Bearer "+owner.Token, "menu.html", "<html><script>alert(1)</script>")
			id := send(map[string]any{
				"channelId": text.ID, "to": "+5511987654321", "category": "Utility", "media": map[string]any{"fileId": uploaded.FileID, "caption": "Our menu"},
			})
			link := <-links
			token, ok := strings.CutPrefix(link, "https://api.example.com/m/")
			require.True(t, ok, link)
			for _, method := range []string{http.MethodHead, http.MethodGet} {
				status, header, content := follow(t, method, a.URL+"/m/"+token)
				require.Equal(t, http.StatusOK, status)
				require.Equal(t, "attachment; filename=menu.html", header.Get("Content-Disposition"))
				require.Equal(t, "nosniff", header.Get("X-Content-Type-Options"))
				require.Equal(t, "default-src 'none'; sandbox", header.Get("Content-Security-Policy"))
				require.Equal(t, "no-store", header.Get("Cache-Control"))
				require.Equal(t, method == http.MethodGet, content != "")
			}
			for _, wrong := range []string{"x", token[:len(token)-2] + "AA", token + "A"} {
				status, _, answer := follow(t, http.MethodGet, a.URL+"/m/"+wrong)
				require.Equal(t, http.StatusNotFound, status, wrong)
				require.Equal(t, "There is no such file.\n", answer)
			}
			require.Eventually(t, func() bool { return read(id).Status != "Queued" }, firmhubtest.Patience, 20*time.Millisecond)
		})
		t.Run("WhatsApp", func(t *testing.T) {
			status, _ := post(http.MethodPost, hooks, signed(arrivedHook, channelToken), []byte(arrivedHook))
			require.Equal(t, http.StatusOK, status)
			var list struct{ Items []sentMessage }
			require.Eventually(t, func() bool {
				a.REST(http.MethodGet, messagesPath+"?direction=Inbound", owner.Token, nil).Into(t, &list)
				return len(list.Items) == 1
			}, firmhubtest.Patience, 20*time.Millisecond)
			require.Equal(t, "Hello", *list.Items[0].Body)
		})
		t.Run("WhatsAppOfAnotherNumber", func(t *testing.T) {
			second := create(map[string]any{ // of the same app
				"name": "Second", "kind": "WhatsApp",
				"settings": map[string]any{"baseUrl": server.URL, "phoneNumberId": "456", "businessAccountId": "55"},
				"secrets":  map[string]any{"accessToken": channelToken, "appSecret": channelToken, "verifyToken": channelToken},
			})
			for number, id := range map[string]string{"456": "wamid.second", "789": "wamid.unknown"} {
				hook := strings.NewReplacer(`"phone_number_id":"123"`, `"phone_number_id":"`+number+`"`, "wamid.arrived", id).Replace(arrivedHook)
				status, _ := post(http.MethodPost, hooks, signed(hook, channelToken), []byte(hook))
				require.Equal(t, http.StatusOK, status)
			}
			var list struct{ Items []sentMessage }
			require.Eventually(t, func() bool {
				a.REST(http.MethodGet, messagesPath+"?direction=Inbound&channelId="+second.ID, owner.Token, nil).Into(t, &list)
				return len(list.Items) == 1
			}, firmhubtest.Patience, 20*time.Millisecond)
			require.Equal(t, "wamid.second", list.Items[0].ProviderMessageID)
			a.REST(http.MethodGet, messagesPath+"?direction=Inbound", owner.Token, nil).Into(t, &list)
			require.Len(t, list.Items, 2, "nobody has the number 789")
		})
		t.Run("WhatsAppOfAnotherAccount", func(t *testing.T) {
			other := create(map[string]any{ // of the same app
				"name": "Other", "kind": "WhatsApp",
				"settings": map[string]any{"baseUrl": server.URL, "phoneNumberId": "987", "businessAccountId": "66"},
				"secrets":  map[string]any{"accessToken": channelToken, "appSecret": channelToken, "verifyToken": channelToken},
			})
			for _, account := range []string{"77", "66"} {
				hook := `{"object":"whatsapp_business_account","entry":[{"id":"` + account + `","changes":[{"field":"account_update","value":
					{"event":"DISABLED_UPDATE","ban_info":{"waba_ban_state":"DISABLE"}}}]}]}`
				status, _ := post(http.MethodPost, hooks, signed(hook, channelToken), []byte(hook))
				require.Equal(t, http.StatusOK, status)
			}
			status := func(id string) string {
				var shown struct{ Status string }
				a.REST(http.MethodGet, channelsPath+"/"+id, owner.Token, nil).Into(t, &shown)
				return shown.Status
			}
			require.Eventually(t, func() bool { return status(other.ID) == "Failing" }, firmhubtest.Patience, 20*time.Millisecond)
			require.Equal(t, "Active", status(shop.ID), "nobody has the account 77")
		})
		t.Run("Challenge", func(t *testing.T) {
			query := "?hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token="
			status, answer := post(http.MethodGet, hooks+query+channelToken, http.Header{}, nil)
			require.Equal(t, http.StatusOK, status)
			require.Equal(t, "1158201444", answer)
			status, _ = post(http.MethodGet, hooks+query+"wrong", http.Header{}, nil)
			require.Equal(t, http.StatusForbidden, status)
		})
		t.Run("Refusals", func(t *testing.T) {
			body := strings.ReplaceAll(arrivedHook, "wamid.arrived", "wamid.forged")
			status, answer := post(http.MethodPost, hooks, signed(body, "guess"), []byte(body))
			require.Equal(t, http.StatusUnauthorized, status)
			require.Equal(t, "The signature is wrong.\n", answer)
			status, _ = post(http.MethodPost, hooks, http.Header{}, nil)
			require.Equal(t, http.StatusUnauthorized, status)
			status, _ = post(http.MethodPost, "/hooks/"+uuid.NewString(), signed(body, channelToken), []byte(body))
			require.Equal(t, http.StatusNotFound, status)
			status, _ = post(http.MethodPost, "/hooks/x", signed(body, channelToken), []byte(body))
			require.Equal(t, http.StatusNotFound, status)
			large := strings.Repeat(" ", 4<<20+1)
			status, _ = post(http.MethodPost, hooks, signed(large, channelToken), []byte(large))
			require.Equal(t, http.StatusRequestEntityTooLarge, status)
			status, _ = post(http.MethodPost, hooks, signed(large[1:], channelToken), []byte(large[1:]))
			require.Equal(t, http.StatusOK, status, "what is signed and no JSON is kept")
			var list struct{ Items []sentMessage }
			a.REST(http.MethodGet, messagesPath+"?direction=Inbound", owner.Token, nil).Into(t, &list)
			require.Len(t, list.Items, 2)
		})
	})
}

// follow requests a link as anybody may.
func follow(t *testing.T, method, link string) (status int, header http.Header, content string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, link, http.NoBody)
	require.NoError(t, err)
	response, err := http.DefaultClient.Do(request)
	require.NoError(t, err)
	defer func() { require.NoError(t, response.Body.Close()) }()
	text, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	return response.StatusCode, response.Header, string(text)
}

// furthest returns the last of the states, in whatever order they are reported.
func furthest(states []provider.State) string {
	for _, state := range []provider.State{provider.StateRead, provider.StateDelivered} {
		if slices.Contains(states, state) {
			return string(state)
		}
	}
	return string(provider.StateSent)
}
