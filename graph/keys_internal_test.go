package graph

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/graph/generated"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// openToKeys are the root fields that an API key may use, beside those that are public: by what it
// needs, the names of the fields. A field that is added here is open to all old keys with the
// permission, so docs/contract.md must have it as "or key".
var openToKeys = map[string]string{
	"any key":           "ownApiClient",
	"any caller":        "deleteFile file filePage uploadFile",
	"Contact:View":      "consentHistory consents contact contactPage contactSearch contacts exportContact tagNames tagPage",
	"Contact:Create":    "createContact",
	"Contact:Edit":      "setConsent updateContact",
	"Contact:Delete":    "deleteContact deleteContacts eraseContact",
	"Contact:Import":    "cancelContactImport contactImport contactImportErrors contactImportPage importContacts importProgress undoContactImport",
	"Contact:ChangeTag": "changeContactTags changeTagsOfContacts deleteTag mergeTags renameTag",

	"MessagingChat:View":         "message messagePage",
	"MessagingChat:SendMessage":  "cancelMessage createNotification reportMessageStatuses reportMessages sendMessages",
	"MessagingChat:SendTemplate": "sendMessages",
	"MessagingTemplate:View":     "previewTemplate template templates",
	"MessagingCampaign:View":     "campaign campaignProgress campaignRecipients campaigns quoteCampaign",
	"MessagingCampaign:Create":   "createCampaign",
	"MessagingCampaign:Edit":     "updateCampaign",
	"MessagingCampaign:Delete":   "deleteCampaign",
	"MessagingCampaign:Execute":  "cancelCampaign executeCampaign pauseCampaign resumeCampaign",

	"MessagingAnalytics:View":  "messageDelivery messageHours messageTemplates messageVolume messagingDashboard topContacts",
	"MessagingAnalytics:Limit": "messagingLimits",

	"Settings:Integrations": "webhookEvents",
}

// TestAccessRules_Keys asks the rule of each root field for an API key that has every permission
// which API clients can have, and compares the open ones with the list.
func TestAccessRules_Keys(t *testing.T) {
	t.Parallel()
	schema := generated.NewExecutableSchema(generated.Config{}).Schema()
	rules, err := accessRules(schema)
	require.NoError(t, err)
	asKey := viewer.NewContext(t.Context(), &viewer.Viewer{Kind: viewer.APIClient})
	open := map[string][]string{}
	for field, rule := range rules {
		if field.Directives.ForName("public") != nil {
			continue
		}
		needed := []string{"any caller"}
		err := rule(asKey, func(_ context.Context, module string, actions ...string) error {
			needed = nil
			for _, action := range actions {
				if p := (authz.Permission{Module: module, Action: action}); p.ForAPIClients() {
					needed = append(needed, p.String())
				}
			}
			if needed == nil {
				return fault.New(fault.Unauthorized, "No key can have it.")
			}
			return nil
		})
		if err != nil {
			require.True(t, fault.Is(err, fault.Unauthorized), "%s: %v", field.Name, err)
			continue
		}
		if field.Directives.ForName("apiKey") != nil {
			needed = []string{"any key"}
		}
		for _, by := range needed {
			open[by] = append(open[by], field.Name)
		}
	}
	listed := map[string]string{}
	for by, names := range open {
		slices.Sort(names)
		listed[by] = strings.Join(names, " ")
	}
	require.Equal(t, openToKeys, listed)
}
