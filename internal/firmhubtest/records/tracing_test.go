package records_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/double"
	"github.com/firmhub/firmhub/internal/firmhubtest"
	"github.com/firmhub/firmhub/internal/tracing"
)

// tracedSpan is what the test reads of a span.
type tracedSpan struct {
	TraceID, SpanID, ParentSpanID, Name string
	Kind                                int
	Attributes                          []struct {
		Key   string
		Value struct{ StringValue, IntValue string }
	}
	Links  []struct{ TraceID string }
	Status struct{ Code int }
}

// attribute returns an attribute, or "".
func (s tracedSpan) attribute(key string) string {
	for _, one := range s.Attributes {
		if one.Key == key {
			return one.Value.StringValue + one.Value.IntValue
		}
	}
	return ""
}

// collector keeps the spans that it gets.
type collector struct {
	mu    sync.Mutex
	text  bytes.Buffer
	spans []tracedSpan
}

func (c *collector) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var sent struct {
		ResourceSpans []struct {
			ScopeSpans []struct{ Spans []tracedSpan }
		}
	}
	body, err := io.ReadAll(r.Body)
	if err != nil || json.Unmarshal(body, &sent) != nil || r.URL.Path != "/v1/traces" || r.Header.Get("Api-Key") != "collector-key" {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.text.Write(body)
	c.spans = append(c.spans, sent.ResourceSpans[0].ScopeSpans[0].Spans...)
}

// find returns the spans for which a condition holds.
func (c *collector) find(matches func(tracedSpan) bool) (found []tracedSpan) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, one := range c.spans {
		if matches(one) {
			found = append(found, one)
		}
	}
	return found
}

// await waits for a span of a name, and returns the first one.
func (c *collector) await(t *testing.T, name string) tracedSpan {
	t.Helper()
	var found []tracedSpan
	require.Eventually(t, func() bool {
		found = c.find(func(s tracedSpan) bool { return s.Name == name })
		return len(found) > 0
	}, firmhubtest.Patience, 10*time.Millisecond, name)
	return found[0]
}

// below returns the spans below one.
func (c *collector) below(parent tracedSpan) []tracedSpan {
	return c.find(func(s tracedSpan) bool { return s.ParentSpanID == parent.SpanID && s.TraceID == parent.TraceID })
}

// TestTracing collects what a server traces of requests, jobs, calls of a provider and deliveries
// to a webhook, and looks for the secrets and the personal data in it.
func TestTracing(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		traces := &collector{}
		collecting := httptest.NewServer(traces)
		t.Cleanup(collecting.Close)
		tracer := tracing.New(tracing.Config{
			Endpoint: collecting.URL + "/v1/traces", Headers: map[string]string{"api-key": "collector-key"},
			Ratio: 1, Wait: 10 * time.Millisecond,
		})
		t.Cleanup(tracer.Close)
		var told sync.Map // the headers that others have got
		providers := double.New(double.Options{
			Choose: func(double.Call) double.Behaviour { return double.Take }, AuthToken: channelToken, Post: func(double.Hook) {},
		}).Handler()
		outside := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			told.Store(r.URL.Path, r.Header)
			if strings.HasPrefix(r.URL.Path, "/hook/") {
				return
			}
			providers.ServeHTTP(w, r)
		}))
		t.Cleanup(outside.Close)
		a := firmhubtest.New(t, dialect, func(c *app.Config) {
			c.Tracer, c.AllowedPrivateTargets, c.PublicURL = tracer, []string{"127.0.0.0/8"}, "https://api.example.com"
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
		must := func(answer *firmhubtest.Answer) *firmhubtest.Answer {
			t.Helper()
			require.Less(t, answer.Status, http.StatusBadRequest, "%s", answer.Body)
			require.Empty(t, answer.Errors)
			return answer
		}
		var channel struct{ ID string }
		must(a.REST(http.MethodPost, channelsPath, owner.Token, map[string]any{
			"name": "Text", "kind": "Sms", "settings": map[string]any{"baseUrl": outside.URL, "accountSid": "AC1", "from": "+12015550123"},
			"secrets": map[string]any{"authToken": channelToken},
		})).Into(t, &channel)
		var webhook struct{ Secret string }
		must(a.REST(http.MethodPost, "/api/v1/webhooks", owner.Token, map[string]any{
			"name": "CRM", "url": outside.URL + "/hook/hidden-path?key=hidden-key",
		})).Into(t, &webhook)
		must(a.REST(http.MethodPost, "/api/V1/Contact/create", owner.Token, map[string]any{
			"firstName": "Grizelda", "lastName": "Hidden-name", "emails": []any{map[string]any{"email": "grizelda@hidden.example"}},
		}))
		must(a.REST(http.MethodPost, "/api/V1/Contact/getall", owner.Token, map[string]any{"searchTerm": "Grizel"}))
		must(a.GraphQL(owner.Token, `query FindHer { contacts(filter: { searchTerm: "hidden-literal" }) { totalCount } }`, nil))
		must(a.REST(http.MethodPost, sendPath, owner.Token, map[string]any{"messages": []any{
			map[string]any{"channelId": channel.ID, "to": "+5511987654321", "body": "Hidden-text", "category": "Utility"},
		}}))
		a.REST(http.MethodPost, "/api/v1/auth/login", "", map[string]any{"email": "olga@torra.example", "password": "Hidden-passw0rd"})
		a.REST(http.MethodGet, "/unknown/hidden-page", "", nil)
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, a.URL+"/api/v1/auth/me?access_token=hidden-query", http.NoBody)
		require.NoError(t, err)
		const caller = "0af7651916cd43dd8448eb211c80319c"
		request.Header.Set("Traceparent", "00-"+caller+"-b7ad6b7169203331-01")
		request.Header.Set("Authorization", "Bearer "+owner.Token)
		request.Header.Set("Cookie", "hidden-cookie=1")
		a.Do(request)
		require.NoError(t, a.While(t.Context(), func() error {
			job := traces.await(t, "job token.rotate_keys")
			require.Empty(t, job.ParentSpanID)
			require.Equal(t, 5, job.Kind)
			require.Equal(t, "done", job.attribute("firmhub.job.result"))
			return nil
		}))

		t.Run("REST", func(t *testing.T) {
			create := traces.await(t, "POST /api/V1/Contact/create")
			require.Empty(t, create.ParentSpanID)
			require.Equal(t, 2, create.Kind)
			require.Equal(t, "/api/V1/Contact/create", create.attribute("http.route"))
			require.Equal(t, "201", create.attribute("http.response.status_code"))
			require.Equal(t, owner.Firms[0].FirmID, create.attribute("firmhub.firm"))
			require.NotEmpty(t, create.attribute("firmhub.request"))
			inner := traces.below(create)
			at := slices.IndexFunc(inner, func(s tracedSpan) bool { return s.Name == "mutation createContact" })
			require.GreaterOrEqual(t, at, 0, inner)
			statements := traces.below(inner[at])
			require.True(t, slices.ContainsFunc(statements, func(s tracedSpan) bool {
				return s.Name == "INSERT" && strings.Contains(s.attribute("db.query.text"), "contacts")
			}), statements)
		})
		t.Run("GraphQL", func(t *testing.T) {
			traces.await(t, "/graphql")
			found := traces.find(func(s tracedSpan) bool { return s.attribute("graphql.operation.name") == "FindHer" })
			require.Len(t, found, 1)
			require.Equal(t, "query", found[0].Name)
			require.NotEmpty(t, traces.below(found[0]))
		})
		t.Run("Provider", func(t *testing.T) {
			call := traces.await(t, "send Sms")
			require.Equal(t, "Taken", call.attribute("firmhub.outcome"))
			require.Equal(t, channel.ID, call.attribute("firmhub.channel"))
			require.Equal(t, 3, call.Kind)
		})
		t.Run("Webhook", func(t *testing.T) {
			require.Equal(t, "200", traces.await(t, "deliver webhook").attribute("http.response.status_code"))
			told.Range(func(_, header any) bool {
				require.Empty(t, header.(http.Header).Get("Traceparent"))
				return true
			})
		})
		t.Run("Caller", func(t *testing.T) {
			me := traces.await(t, "GET /api/v1/auth/me")
			require.NotEqual(t, caller, me.TraceID)
			require.Equal(t, caller, me.Links[0].TraceID)
		})
		t.Run("Statements", func(t *testing.T) { // River's begin with a comment.
			for _, one := range traces.find(func(s tracedSpan) bool { return s.attribute("db.query.text") != "" }) {
				require.Regexp(t, "^[A-Z]+$", one.Name)
			}
		})
		t.Run("UnknownRoute", func(t *testing.T) {
			require.Equal(t, "404", traces.await(t, "unknown route").attribute("http.response.status_code"))
		})
		t.Run("NoSecrets", func(t *testing.T) {
			traces.mu.Lock()
			text := traces.text.String()
			traces.mu.Unlock()
			for _, secret := range []string{
				"idden", "Grizel", "grizel", "11987654321", "2015550123", "olga", channelToken, owner.Token, owner.RefreshToken, webhook.Secret,
				firmhubtest.OwnerPassword, firmhubtest.AdminPassword, firmhubtest.AdminEmail, "collector-key", "127.0.0.1", outside.URL,
			} {
				require.NotEmpty(t, secret)
				require.False(t, strings.Contains(text, secret), "%s is in %s", secret, around(text, secret)) //nolint:testifylint // the text is long
			}
		})
	})
}

// around returns the part of a text around another one.
func around(text, part string) string {
	at := strings.Index(text, part)
	if at < 0 {
		return ""
	}
	const some = 200
	return text[max(0, at-some):min(len(text), at+some)]
}
