package whatsapp_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/double"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/whatsapp"
)

func TestTemplates(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(double.New(double.Options{AccessToken: "token"}).Handler())
	defer server.Close()
	adapter := whatsapp.New(http.DefaultClient, http.DefaultClient, time.Now)
	account := provider.Account{
		Settings: provider.Settings{BaseURL: server.URL, APIVersion: "v23.0", PhoneNumberID: "1", BusinessAccountID: "55"},
		Secrets:  provider.Secrets{provider.AccessToken: "token"},
	}
	named := provider.Form{
		Name: "approved_order", Language: "en", Category: "Utility", Body: "Hello {{name}}, order {{order}} has left.", Footer: "Shop",
		Header: &provider.FormHeader{Type: provider.HeaderText, Text: "Order {{order}}"},
		Buttons: []*provider.FormButton{
			{Type: provider.ButtonURL, Text: "Track", Value: "https://example.com/t/{{order}}"},
			{Type: provider.ButtonQuickReply, Text: "Thanks"},
			{Type: provider.ButtonPhone, Text: "Call", Value: "+351211234567"},
		},
		Parameters: []*provider.FormParameter{{Name: "name", Example: "Ada"}, {Name: "order", Example: "17"}},
	}
	outcome, state := adapter.SubmitTemplate(t.Context(), account, named)
	require.Equal(t, provider.Outcome{Result: provider.Taken, ProviderID: "1000"}, outcome)
	require.Equal(t, provider.TemplateIsApproved, state)

	numbered := provider.Form{
		Name: "code", Language: "pt_BR", Category: "Marketing", Body: "{{1}} e {{2}}",
		Parameters: []*provider.FormParameter{{Name: "1", Example: "a"}, {Name: "2", Example: "b"}},
	}
	outcome, state = adapter.SubmitTemplate(t.Context(), account, numbered)
	require.Equal(t, provider.Taken, outcome.Result)
	require.Equal(t, provider.TemplateIsSubmitted, state)
	numbered.ProviderID, numbered.Body = outcome.ProviderID, "Olá {{1}} e {{2}}"
	outcome, state = adapter.SubmitTemplate(t.Context(), account, numbered)
	require.Equal(t, provider.Outcome{Result: provider.Taken, ProviderID: numbered.ProviderID}, outcome)
	require.Equal(t, provider.TemplateIsSubmitted, state)

	for i := range 120 { // more than a page
		outcome, _ = adapter.SubmitTemplate(t.Context(), account, provider.Form{
			Name: fmt.Sprintf("other_%d", i), Language: "en", Category: "Utility", Body: "Hello",
		})
		require.Equal(t, provider.Taken, outcome.Result)
	}
	forms, outcome := adapter.Templates(t.Context(), account)
	require.Equal(t, provider.Taken, outcome.Result)
	require.Len(t, forms, 122)
	named.ProviderID, named.State = "1000", provider.TemplateIsApproved
	named.Buttons[0].Value = "https://example.com/t/{{button_1}}" // WhatsApp has no names for them
	named.Parameters = []*provider.FormParameter{
		{Name: "order", Example: "17"}, {Name: "name", Example: "Ada"}, {Name: "button_1", Example: "button_1"},
	}
	require.Equal(t, named, forms[0])
	numbered.State = provider.TemplateIsSubmitted
	require.Equal(t, numbered, forms[1])

	t.Run("Twice", func(t *testing.T) {
		outcome, _ := adapter.SubmitTemplate(t.Context(), account, provider.Form{Name: "code", Language: "pt_BR", Body: "x"})
		require.Equal(t, provider.Refused, outcome.Result)
	})
	t.Run("Token", func(t *testing.T) {
		account := account
		account.Secrets = provider.Secrets{provider.AccessToken: "wrong"}
		_, outcome := adapter.Templates(t.Context(), account)
		require.Equal(t, provider.ChannelFailing, outcome.Result)
	})
}

// The words of the API for states, and one that is not known: it must not change what is known.
func TestTemplates_states(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]provider.TemplateState{
		"approved": provider.TemplateIsApproved, "ARCHIVED": provider.TemplateIsDisabled, "FROZEN": "", "": "",
	} {
		account, _ := formServer(t, word, `{"type":"BODY","text":"Hello"}`)
		adapter := whatsapp.New(http.DefaultClient, http.DefaultClient, time.Now)
		forms, outcome := adapter.Templates(t.Context(), account)
		require.Equal(t, provider.Taken, outcome.Result)
		require.Equal(t, want, forms[0].State, word)
		_, state := adapter.SubmitTemplate(t.Context(), account, provider.Form{Name: "order", Language: "en", Category: "Utility", Body: "Hello"})
		if want == "" {
			want = provider.TemplateIsSubmitted
		}
		require.Equal(t, want, state, "what was submitted waits for a decision")
	}
}
