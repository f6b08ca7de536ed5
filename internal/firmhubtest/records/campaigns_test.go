package records_test

import (
	"context"
	"encoding/csv"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

const campaignsPath = "/api/v1/messaging/campaigns"

type shownCampaign struct {
	ID, Status, UpdatedAt string
	Counts                struct{ Recipients, Skipped, Queued, Sent, Delivered, Read, Failed int }
}

// TestCampaigns sends a campaign to the contacts of an import, by a key of the firm, in the calls
// of docs/campaigns.md.
func TestCampaigns(t *testing.T) {
	t.Parallel()
	eachKeyed(t, func(t *testing.T, k *keyed) {
		own := func(method, path string, body, into any) {
			t.Helper()
			answer := k.REST(method, path, k.owner.Token, body)
			require.Less(t, answer.Status, http.StatusBadRequest, "%s", answer.Body)
			if into != nil {
				answer.Into(t, into)
			}
		}
		var channel, template struct{ ID string }
		own(http.MethodPost, channelsPath, map[string]any{"name": "Sandbox", "kind": "Sandbox"}, &channel)
		own(http.MethodPost, "/api/v1/messaging/templates", map[string]any{
			"name": "hello", "language": "en", "kind": "Sandbox", "category": "Service", "body": "Hello {{name}}",
			"parameters": []any{map[string]any{"name": "name", "example": "Ada"}},
		}, &template)
		own(http.MethodPost, "/api/v1/messaging/templates/"+template.ID+"/submit", nil, nil)
		key := k.make(map[string]any{"permissions": []string{
			"MessagingTemplate:View", "MessagingCampaign:View", "MessagingCampaign:Create", "MessagingCampaign:Execute",
		}}).APIKey
		own(http.MethodPost, createPath, map[string]any{ // is no recipient
			"firstName": "Bo", "lastName": "Diddley", "phones": []any{map[string]any{"phone": "+15005550009"}},
		}, nil)
		running, stop := context.WithCancel(context.Background())
		sent := make(chan struct{})
		go func() {
			defer close(sent)
			k.Send(running)
		}()
		t.Cleanup(func() {
			stop()
			<-sent
		})
		require.NoError(t, k.While(t.Context(), func() error {
			imported := importCSV(t, k.App, k.owner.Token, "firstName,lastName,phone\nAda,Lovelace,+15005550000\nCy,Young,+15005550001\nDi,Jones,\n", map[string]any{})
			require.Eventually(t, func() bool {
				var done struct{ Status string }
				own(http.MethodGet, importPath+imported, nil, &done)
				return done.Status == "Completed"
			}, firmhubtest.Patience, 20*time.Millisecond)
			var made shownCampaign
			k.by(key, http.MethodPost, campaignsPath, `{"name": "Hello", "channelId": "`+channel.ID+`", "templateId": "`+template.ID+`",
				"audience": {"importId": "`+imported+`"}, "parameters": {"name": {"field": "firstName"}}}`).Into(t, &made)
			path := campaignsPath + "/" + made.ID
			require.Contains(t, string(k.by(key, http.MethodGet, "/api/v1/messaging/templates?status=Approved", "").Body), template.ID)
			quote := k.by(key, http.MethodPost, path+"/quote", "")
			require.JSONEq(t, `{"recipients": 2, "price": 0, "currency": "EUR", "available": 0, "sufficient": true,
				"complete": true, "tierLeft": null, "aboveTier": 0, "campaignUpdatedAt": "`+made.UpdatedAt+`", "skipped": {
				"noAddress": 1, "optedOut": 0, "notOptedIn": 0, "duplicateAddress": 0, "missingParameter": 0, "invalidAddress": 0, "inactive": 0}}`, string(quote.Data))
			executed := k.by(key, http.MethodPost, path+"/execute", "")
			require.Equal(t, http.StatusAccepted, executed.Status, "%s", executed.Body)
			require.Equal(t, fault.Conflict, k.by(key, http.MethodPost, path+"/execute", "").Code())
			require.Eventually(t, func() bool {
				k.by(key, http.MethodGet, path, "").Into(t, &made)
				return made.Status == "Completed" && made.Counts.Read == 1
			}, firmhubtest.Patience, 20*time.Millisecond)
			require.Equal(t, []int{2, 1, 1}, []int{made.Counts.Recipients, made.Counts.Skipped, made.Counts.Failed})
			rows, err := csv.NewReader(strings.NewReader(string(k.by(key, http.MethodGet, path+"/recipients?format=csv", "").Body))).ReadAll()
			require.NoError(t, err)
			require.Len(t, rows, 1+3)
			both := k.GraphQL(k.owner.Token, `query ($id: ID!) { campaign(id: $id) { id status } }`, map[string]any{"id": made.ID})
			require.JSONEq(t, `{"campaign": {"id": "`+made.ID+`", "status": "Completed"}}`, string(both.Data))
			return nil
		}))

		t.Run("Metrics", func(t *testing.T) {
			var made shownCampaign
			later := time.Now().UTC().Add(time.Hour).Format(time.RFC3339)
			k.by(key, http.MethodPost, campaignsPath, `{"name": "Later", "channelId": "`+channel.ID+`", "templateId": "`+template.ID+`",
				"audience": {"everyone": true}, "parameters": {"name": {"text": "Ada"}}, "scheduledAt": "`+later+`"}`).Into(t, &made)
			require.Equal(t, http.StatusAccepted, k.by(key, http.MethodPost, campaignsPath+"/"+made.ID+"/execute", "").Status)
			text := string(k.REST(http.MethodGet, "/metrics", "", nil).Body)
			require.Contains(t, text, `firmhub_campaigns{status="Scheduled"} 1`)
			require.Contains(t, text, `firmhub_campaign_recipients_waiting{status="Scheduled"} 0`)
		})
		t.Run("QuietHours", func(t *testing.T) {
			var firm struct{ QuietHours *struct{ From, To string } }
			own(http.MethodPut, "/api/v1/firm", map[string]any{"quietHours": map[string]any{"from": "21:00", "to": "08:00"}}, &firm)
			require.Equal(t, "21:00", firm.QuietHours.From)
			own(http.MethodPut, "/api/v1/firm", map[string]any{"name": "Torra"}, &firm)
			require.NotNil(t, firm.QuietHours)
			own(http.MethodPut, "/api/v1/firm", map[string]any{"quietHours": nil}, &firm)
			require.Nil(t, firm.QuietHours)
			refused := k.REST(http.MethodPut, "/api/v1/firm", k.owner.Token, map[string]any{"quietHours": map[string]any{"from": "9", "to": "08:00"}})
			require.Equal(t, fault.ValidationError, refused.Code())
			require.Equal(t, []string{"quietHours.from"}, refused.Fields())
		})
		t.Run("ErrForbidden", func(t *testing.T) {
			other := k.make(map[string]any{"permissions": []string{"MessagingCampaign:View"}}).APIKey
			require.Equal(t, fault.Forbidden, k.by(other, http.MethodPost, campaignsPath, `{}`).Code())
		})
	})
}
