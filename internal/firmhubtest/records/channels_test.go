package records_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

const (
	channelsPath = "/api/v1/messaging/channels"
	// channelToken is a secret of channels, which nothing shows.
	channelToken = "t0p-s3cret"
	channelQuery = `fragment all on Channel { id name kind sender settings { phoneNumberId host } secretsSet messagesPerSecond status
		statusReason isDefault hookUrl createdAt updatedAt }`
)

// shownChannel is what the tests read of a channel.
type shownChannel struct {
	ID, Name, Kind, Sender, Status string
	SecretsSet                     []string
	IsDefault                      bool
	HookURL                        *string
	Settings                       struct{ PhoneNumberID, APIVersion, Host *string }
}

// TestChannels manages channels by both APIs, and looks for their secrets in answers, in the audit
// log.
func TestChannels(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		a := firmhubtest.New(t, dialect, func(c *app.Config) { c.PublicURL = "https://api.example.com" })
		owner := a.NewFirm("Torra", "olga@torra.example")
		other := a.NewFirm("Vista", "otto@vista.example")
		// ask sends a request of the owner. No answer has a secret.
		ask := func(t *testing.T, method, path string, body any) *firmhubtest.Answer {
			t.Helper()
			answer := a.REST(method, path, owner.Token, body)
			require.NotContains(t, string(answer.Body), channelToken)
			return answer
		}
		gql := func(t *testing.T, document string, variables map[string]any) *firmhubtest.Answer {
			t.Helper()
			answer := a.GraphQL(owner.Token, document+channelQuery, variables)
			require.NotContains(t, string(answer.Body), channelToken)
			return answer
		}
		whatsApp := map[string]any{
			"name": "Shop", "kind": "WhatsApp", "settings": map[string]any{"phoneNumberId": "123", "businessAccountId": "55"},
			"secrets": map[string]any{"accessToken": channelToken, "appSecret": channelToken},
		}
		made := ask(t, http.MethodPost, channelsPath, whatsApp)
		require.Equal(t, http.StatusCreated, made.Status, "%s", made.Body)
		var shop shownChannel
		made.Into(t, &shop)
		path := channelsPath + "/" + shop.ID
		require.Equal(t, path, made.Header.Get("Location"))
		require.Equal(t, []string{"accessToken", "appSecret"}, shop.SecretsSet)
		require.Equal(t, "https://api.example.com/hooks/"+shop.ID, *shop.HookURL)
		require.Equal(t, "v23.0", *shop.Settings.APIVersion)
		require.Nil(t, shop.Settings.Host)
		require.True(t, shop.IsDefault)

		t.Run("REST", func(t *testing.T) {
			ask(t, http.MethodPut, path, map[string]any{"name": "Store", "kind": "Sms", "secrets": map[string]any{"appSecret": nil}}).Into(t, &shop)
			require.Equal(t, "Store", shop.Name)
			require.Equal(t, "WhatsApp", shop.Kind)
			require.Equal(t, []string{"accessToken"}, shop.SecretsSet)
			ask(t, http.MethodPost, path+"/pause", nil).Into(t, &shop)
			require.Equal(t, "Paused", shop.Status)
			ask(t, http.MethodPost, path+"/resume", nil).Into(t, &shop)
			require.Equal(t, "Active", shop.Status)
			var list []shownChannel
			ask(t, http.MethodGet, channelsPath, nil).Into(t, &list)
			require.Equal(t, []shownChannel{shop}, list)
			var names []struct{ ID, Name, Kind string }
			ask(t, http.MethodGet, channelsPath+"/lookup", nil).Into(t, &names)
			require.Len(t, names, 1)
		})
		t.Run("GraphQL", func(t *testing.T) {
			var data struct{ CreateChannel, UpdateChannel shownChannel }
			input := map[string]any{"name": "Try", "kind": "Sandbox"}
			gql(t, `mutation($input: CreateChannelInput!) { createChannel(input: $input) { ...all } } `, map[string]any{"input": input}).Into(t, &data)
			id := data.CreateChannel.ID
			input = map[string]any{"id": id, "messagesPerSecond": 5}
			gql(t, `mutation($input: UpdateChannelInput!) { updateChannel(input: $input) { ...all } } `, map[string]any{"input": input}).Into(t, &data)
			require.Empty(t, data.UpdateChannel.SecretsSet)
			var tested struct{ TestChannel struct{ OK bool } }
			ref := map[string]any{"input": map[string]any{"id": id}}
			a.GraphQL(owner.Token, `mutation($input: ChannelIdInput!) { testChannel(input: $input) { ok message latencyMs } }`, ref).Into(t, &tested)
			require.True(t, tested.TestChannel.OK)
			var deleted struct{ DeleteChannel string }
			a.GraphQL(owner.Token, `mutation($input: ChannelIdInput!) { deleteChannel(input: $input) }`, ref).Into(t, &deleted)
			require.Equal(t, id, deleted.DeleteChannel)
			require.Equal(t, fault.NotFound, gql(t, `query($id: ID!) { channel(id: $id) { ...all } } `, map[string]any{"id": id}).Code())
		})
		t.Run("Faults", func(t *testing.T) {
			answer := ask(t, http.MethodPost, channelsPath, map[string]any{
				"name": "", "kind": "Email", "settings": map[string]any{"host": "127.0.0.1", "baseUrl": "https://example.com"},
				"secrets": map[string]any{"accessToken": channelToken},
			})
			require.Equal(t, http.StatusBadRequest, answer.Status)
			require.Subset(t, answer.Fields(), []string{"name"})
		})
		t.Run("AnotherFirm", func(t *testing.T) {
			for _, call := range []struct{ method, path string }{
				{http.MethodGet, path},
				{http.MethodPut, path},
				{http.MethodDelete, path},
				{http.MethodPost, path + "/test"},
				{http.MethodPost, path + "/pause"},
				{http.MethodPost, path + "/resume"},
			} {
				require.Equal(t, http.StatusNotFound, a.REST(call.method, call.path, other.Token, map[string]any{}).Status, call)
			}
		})
		t.Run("Audit", func(t *testing.T) {
			answer := ask(t, http.MethodGet, "/api/v1/audit?action=channel&pageSize=100", nil)
			require.Contains(t, string(answer.Data), `"secretsSet":["accessToken","appSecret"]`)
		})
	})
}

func TestChannels_withoutKey(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		a := firmhubtest.New(t, dialect, func(c *app.Config) { c.SecretsKey = "" })
		owner := a.NewFirm("Torra", "olga@torra.example")
		answer := a.REST(http.MethodGet, channelsPath, owner.Token, nil)
		if dialect == db.SQLite {
			require.Equal(t, http.StatusOK, answer.Status, "a key was made")
			return
		}
		require.Equal(t, http.StatusServiceUnavailable, answer.Status)
		require.NotEmpty(t, answer.Header.Get("Retry-After"))
		require.Contains(t, answer.Message, "FIRMHUB_SECRETS_KEY")
		require.Equal(t, http.StatusOK, a.REST(http.MethodGet, channelsPath+"/lookup", owner.Token, nil).Status)
	})
}
