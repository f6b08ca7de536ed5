package records_test

import (
	"bufio"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/event"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

// TestEvents_WaitingWithoutRight takes a key or its permissions away while it waits for events: it
// does not get the next one.
func TestEvents_WaitingWithoutRight(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		k := newKeyed(t, dialect)
		next, permissions := "0", []string{"Settings:Integrations", "Contact:View"}
		for name, c := range map[string]struct {
			change func(key *madeKey)
			code   fault.Code
		}{
			"revoked":      {func(key *madeKey) { k.change(http.MethodPost, key, "/revoke", nil) }, fault.Unauthorized},
			"feed":         {func(key *madeKey) { k.permit(key, "Contact:View") }, fault.Forbidden},
			"contacts":     {func(key *madeKey) { k.permit(key, "Settings:Integrations") }, ""},
			"all the same": {func(*madeKey) {}, ""},
		} {
			for transport, ask := range map[string]func(key string) *firmhubtest.Answer{
				"REST": func(key string) *firmhubtest.Answer {
					return k.by(key, http.MethodGet, eventsPath+"?wait=25&after="+next, "")
				},
				"GraphQL": func(key string) *firmhubtest.Answer {
					return k.by(key, http.MethodPost, "/graphql",
						`{"query": "{ webhookEvents(input: {wait: 25, after: \"`+next+`\"}) { items { type } next } }"}`)
				},
			} {
				t.Run(name+" "+transport, func(t *testing.T) {
					key := k.make(map[string]any{"name": name + transport, "permissions": permissions})
					answered := make(chan *firmhubtest.Answer, 1)
					go func() { answered <- ask(key.APIKey) }()
					k.waiting(t)
					c.change(key)
					id := newEventContact(t, k.App, k.owner.Token, "Ada")
					answer := <-answered
					require.Equal(t, c.code, answer.Code(), "%s", answer.Body)
					require.Equal(t, name == "all the same", strings.Contains(string(answer.Body), "contact.created"), "%s", answer.Body)
					if transport == "REST" {
						require.Equal(t, name == "all the same", strings.Contains(string(answer.Body), id), "%s", answer.Body)
					}
					next = events(t, k.App, k.owner.Token, "?after="+next).Next
				})
			}
		}
		t.Run("stream", func(t *testing.T) {
			key := k.make(map[string]any{"name": "Stream", "permissions": permissions})
			request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, k.URL+eventsPath+"?after="+next, nil)
			require.NoError(t, err)
			request.Header.Set("Accept", "text/event-stream")
			request.Header.Set("X-Api-Key", key.APIKey)
			response, err := http.DefaultClient.Do(request)
			require.NoError(t, err)
			defer func() { _ = response.Body.Close() }()
			require.Equal(t, http.StatusOK, response.StatusCode)
			k.waiting(t)
			k.permit(key, "Contact:View")
			newEventContact(t, k.App, k.owner.Token, "Ada")
			lines := bufio.NewScanner(response.Body)
			for lines.Scan() {
				require.NotContains(t, lines.Text(), "data:")
			}
		})
	})
}

// change changes a key as the owner of the firm.
func (k *keyed) change(method string, key *madeKey, path string, body any) {
	k.t.Helper()
	answer := k.REST(method, "/api/v1/ApiClient/"+key.ID+path, k.owner.Token, body)
	require.Equal(k.t, http.StatusOK, answer.Status, "%s", answer.Body)
}

// permit gives a key other permissions.
func (k *keyed) permit(key *madeKey, permissions ...string) {
	k.t.Helper()
	k.change(http.MethodPut, key, "", map[string]any{"permissions": permissions})
}

// waiting waits until somebody waits for events of the firm.
func (k *keyed) waiting(t *testing.T) {
	t.Helper()
	require.Eventually(t, func() bool { return event.Watched(uuid.MustParse(k.firmID)) }, firmhubtest.Patience, time.Millisecond)
}
