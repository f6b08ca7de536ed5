package whatsapp_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/whatsapp"
)

// formServer answers with a template that has a status and components, and keeps what was
// submitted.
func formServer(t *testing.T, status, components string) (_ provider.Account, submitted chan string) {
	t.Helper()
	submitted = make(chan string, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			body, _ := io.ReadAll(r.Body)
			submitted <- string(body)
			_, _ = fmt.Fprintf(w, `{"id":"7","status":%q}`, status)
			return
		}
		_, _ = fmt.Fprintf(w, `{"data":[{"id":"7","name":"order","language":"en","status":%q,"components":[%s]}]}`, status, components)
	}))
	t.Cleanup(server.Close)
	return provider.Account{
		Settings: provider.Settings{BaseURL: server.URL, APIVersion: "v23.0", PhoneNumberID: "1", BusinessAccountID: "55"},
		Secrets:  provider.Secrets{provider.AccessToken: "token"},
	}, submitted
}

// A template with a part that firmhub would leave out is not one that it can send.
func TestTemplates_unsendable(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		components string
		want       bool
	}{
		"Text":     {`{"type":"BODY","text":"Hello"},{"type":"FOOTER","text":"Shop"}`, false},
		"Buttons":  {`{"type":"BODY","text":"Hello"},{"type":"BUTTONS","buttons":[{"type":"QUICK_REPLY","text":"Yes"}]}`, false},
		"Video":    {`{"type":"HEADER","format":"VIDEO"},{"type":"BODY","text":"Hello"}`, true},
		"Flow":     {`{"type":"BODY","text":"Hello"},{"type":"BUTTONS","buttons":[{"type":"FLOW","text":"Go"}]}`, true},
		"Carousel": {`{"type":"BODY","text":"Hello"},{"type":"CAROUSEL"}`, true},
	} {
		account, _ := formServer(t, "APPROVED", c.components)
		forms, outcome := whatsapp.New(http.DefaultClient, http.DefaultClient, time.Now).Templates(t.Context(), account)
		require.Equal(t, provider.Taken, outcome.Result, name)
		require.Equal(t, c.want, forms[0].Unsendable, name)
	}
}

// The API takes the examples of numbered parameters by their numbers, each once, in whatever order
// the text has them. The parameter of a header is numbered, too, if it was at the provider.
func TestSubmitTemplate_numbered(t *testing.T) {
	t.Parallel()
	account, submitted := formServer(t, "APPROVED", `{"type":"HEADER","format":"TEXT","text":"Order {{1}}"},{"type":"BODY","text":"It has left."}`)
	adapter := whatsapp.New(http.DefaultClient, http.DefaultClient, time.Now)
	_, _ = adapter.SubmitTemplate(t.Context(), account, provider.Form{
		Name: "order", Language: "en", Category: "Utility", Body: "{{2}} is ready, {{1}}. Yours, {{1}}!",
		Parameters: []*provider.FormParameter{{Name: "1", Example: "Ana"}, {Name: "2", Example: "4711"}},
	})
	sent := <-submitted
	require.Contains(t, sent, `"body_text":[["Ana","4711"]]`)
	require.Contains(t, sent, `"parameter_format":"POSITIONAL"`)

	forms, _ := adapter.Templates(t.Context(), account)
	require.Equal(t, &provider.FormHeader{Type: provider.HeaderText, Text: "Order {{header_1}}", Numbered: true}, forms[0].Header)
	forms[0].ProviderID = ""
	_, _ = adapter.SubmitTemplate(t.Context(), account, forms[0])
	sent = <-submitted
	require.Contains(t, sent, `"header_text":["header_1"]`)
	require.Contains(t, sent, `"parameter_format":"POSITIONAL"`)
}
