package records_test

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

const eventsPath = "/api/v1/webhooks/events"

type shownEvent struct {
	ID, Type, FirmID string
	Timestamp        time.Time
	Sequence         int
	Data             json.RawMessage
}

type shownEvents struct {
	Items []shownEvent
	Next  string
}

// events returns a part of the feed.
func events(t *testing.T, a *firmhubtest.App, token, query string) (page shownEvents) {
	t.Helper()
	answer := a.REST(http.MethodGet, eventsPath+query, token, nil)
	require.Equal(t, http.StatusOK, answer.Status, "%s", answer.Body)
	answer.Into(t, &page)
	return page
}

func typesOf(page shownEvents) (types []string) {
	for _, e := range page.Items {
		types = append(types, e.Type)
	}
	return types
}

func newEventContact(t *testing.T, a *firmhubtest.App, token, name string) string {
	t.Helper()
	var made struct{ ID string }
	answer := a.REST(http.MethodPost, "/api/V1/Contact/create", token, map[string]any{"firstName": name, "lastName": "Event"})
	require.Equal(t, http.StatusCreated, answer.Status, "%s", answer.Body)
	answer.Into(t, &made)
	return made.ID
}

func TestEvents_Feed(t *testing.T) {
	t.Parallel()
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		owner, other := a.NewFirm("Torra", "olga@torra.example"), a.NewFirm("Other", "otto@other.example")
		empty := events(t, a, owner.Token, "")
		require.Empty(t, empty.Items)
		require.Equal(t, "0", empty.Next)

		ada := newEventContact(t, a, owner.Token, "Ada")
		read := a.REST(http.MethodGet, "/api/V1/Contact/get/"+ada, owner.Token, nil)
		var record json.RawMessage
		read.Into(t, &record)
		first := events(t, a, owner.Token, "?after="+empty.Next)
		require.Equal(t, []string{"contact.created"}, typesOf(first))
		created := first.Items[0]
		require.Equal(t, string(record), string(created.Data), "the record as the API reads it, to the letter")
		require.Equal(t, owner.Firms[0].FirmID, created.FirmID)
		require.Equal(t, 1, created.Sequence)
		require.Equal(t, "1", first.Next)

		answer := a.REST(http.MethodPut, "/api/V1/Contact/update", owner.Token, map[string]any{"id": ada, "firstName": ""})
		require.GreaterOrEqual(t, answer.Status, http.StatusBadRequest, "what is refused is no event")
		bob := newEventContact(t, a, owner.Token, "Bob")
		require.Equal(t, http.StatusOK, a.REST(http.MethodDelete, "/api/V1/Contact/delete?id="+bob, owner.Token, nil).Status)
		rest := events(t, a, owner.Token, "?after="+created.ID)
		require.Equal(t, []string{"contact.created", "contact.deleted"}, typesOf(rest))
		require.JSONEq(t, `{"id":"`+bob+`"}`, string(rest.Items[1].Data))
		require.Equal(t, rest, events(t, a, owner.Token, "?after="+first.Next), "what has a number never changes")
		require.Equal(t, []string{"contact.deleted"}, typesOf(events(t, a, owner.Token, "?types=contact.deleted,message.sent")))
		require.Equal(t, "2", events(t, a, owner.Token, "?limit=2").Next)
		require.Empty(t, events(t, a, other.Token, "").Items, "another firm")
		require.Equal(t, fault.NotFound, a.REST(http.MethodGet, eventsPath+"?after="+created.ID, other.Token, nil).Code())

		wrong := a.REST(http.MethodGet, eventsPath+"?after=x&types=a,contact.created&limit=0&wait=26", owner.Token, nil)
		require.Equal(t, fault.ValidationError, wrong.Code())
		fields := wrong.Fields()
		slices.Sort(fields)
		require.Equal(t, []string{"after", "limit", "types[0]", "wait"}, fields, "%s", wrong.Body)
		require.Equal(t, fault.NotFound, a.REST(http.MethodGet, eventsPath+"?after="+uuid.NewString(), owner.Token, nil).Code())
	})
}

// A key gets the events of the modules that it may View.
func TestEvents_Key(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		k := newKeyed(t, dialect)
		newEventContact(t, k.App, k.owner.Token, "Ada")
		var roles []struct{ ID string }
		k.REST(http.MethodGet, "/api/v1/roles", k.owner.Token, nil).Into(t, &roles)
		answer := k.REST(http.MethodPost, "/api/v1/users/create", k.owner.Token, map[string]any{
			"firstName": "Ida", "lastName": "Invited", "email": "ida@keys.example", "password": "Invited-12", "roleId": roles[0].ID,
		})
		require.Less(t, answer.Status, http.StatusBadRequest, "%s", answer.Body)
		require.Equal(t, []string{"contact.created", "user.invited"}, typesOf(events(t, k.App, k.owner.Token, "")))

		asKey := func(permissions ...string) *firmhubtest.Answer {
			made := k.make(map[string]any{"name": "Events " + strings.Join(permissions, " "), "permissions": permissions})
			return k.by(made.APIKey, http.MethodGet, eventsPath, "")
		}
		var page shownEvents
		asKey("Settings:Integrations", "Contact:View").Into(t, &page)
		require.Equal(t, []string{"contact.created"}, typesOf(page))
		require.Equal(t, fault.Forbidden, asKey("Contact:View").Code())
	})
}

// The records that are stored with their events are those that the API answers, over GraphQL, too.
func TestEvents_Stored(t *testing.T) {
	t.Parallel()
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		owner := a.NewFirm("Torra", "olga@torra.example")
		var entries, transactions []json.RawMessage
		a.REST(http.MethodPut, "/api/v1/messaging/consent", owner.Token, map[string]any{
			"address": "+15005550000", "state": "OptedOut", "evidence": "by phone",
		}).Into(t, &entries)
		answer := a.REST(http.MethodPost, adminWallet+"manual-credit", a.Login(firmhubtest.AdminEmail, firmhubtest.AdminPassword).Token, map[string]any{
			"firmId": owner.Firms[0].FirmID, "amount": 5, "reason": "A start.", "bankRef": "B-1",
		})
		require.Less(t, answer.Status, http.StatusBadRequest, "%s", answer.Body)
		var listed struct{ Items []json.RawMessage }
		a.REST(http.MethodGet, "/api/v1/wallet/transactions", owner.Token, nil).Into(t, &listed)
		transactions = listed.Items

		read := a.GraphQL(owner.Token, `{ webhookEvents(input: {types: ["consent.changed", "wallet.credited"]}) {
			items { id type timestamp firmId sequence data } next } }`, nil)
		var feed struct{ WebhookEvents shownEvents }
		read.Into(t, &feed)
		page := feed.WebhookEvents
		require.Equal(t, []string{"consent.changed", "wallet.credited"}, typesOf(page))
		require.JSONEq(t, string(entries[0]), string(page.Items[0].Data))
		require.JSONEq(t, string(transactions[0]), string(page.Items[1].Data))
		require.Equal(t, page, events(t, a, owner.Token, ""), "REST has the same")
	})
}

// TestEvents_Messages sends messages by the sandbox, which answers one of them.
func TestEvents_Messages(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		a := firmhubtest.New(t, dialect)
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
		answer := a.REST(http.MethodPost, channelsPath, owner.Token, map[string]any{"name": "Sandbox", "kind": "Sandbox"})
		require.Less(t, answer.Status, http.StatusBadRequest, "%s", answer.Body)
		answer = a.REST(http.MethodPost, sendPath, owner.Token, map[string]any{"messages": []any{map[string]any{"to": "+15005550008", "body": "Hi"}}})
		require.Less(t, answer.Status, http.StatusBadRequest, "%s", answer.Body)
		seen := map[string]shownEvent{}
		next := "0"
		for _, wanted := range []string{"message.queued", "message.sent", "message.received", "conversation.updated"} {
			for deadline := time.Now().Add(time.Minute); seen[wanted].ID == "" && time.Now().Before(deadline); {
				page := events(t, a, owner.Token, "?wait=5&after="+next)
				next = page.Next
				for _, e := range page.Items {
					seen[e.Type] = e
				}
			}
			require.NotEmpty(t, seen[wanted].ID, "%s of %v", wanted, seen)
		}
		var received struct{ ID string }
		require.NoError(t, json.Unmarshal(seen["message.received"].Data, &received))
		var record json.RawMessage
		a.REST(http.MethodGet, "/api/v1/messaging/messages/"+received.ID, owner.Token, nil).Into(t, &record)
		require.JSONEq(t, string(record), string(seen["message.received"].Data))
	})
}

// TestEvents_Concurrent reads the feed of a firm while several people change it.
func TestEvents_Concurrent(t *testing.T) {
	t.Parallel()
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		owner := a.NewFirm("Torra", "olga@torra.example")
		const writers, each = 4, 10
		var changing sync.WaitGroup
		for range writers {
			changing.Go(func() {
				for range each {
					a.Post(t.Context(), owner.Token, map[string]any{
						"query": `mutation { createContact(input: {firstName: "Ada", lastName: "Event"}) { id } }`,
					})
				}
			})
		}
		var feeds [2][]shownEvent
		for at := range feeds {
			next := "0"
			for deadline := time.Now().Add(time.Minute); len(feeds[at]) < writers*each && time.Now().Before(deadline); {
				page := events(t, a, owner.Token, "?wait=1&limit=7&after="+next)
				next, feeds[at] = page.Next, append(feeds[at], page.Items...)
			}
		}
		changing.Wait()
		require.Len(t, feeds[0], writers*each)
		require.Equal(t, feeds[0], feeds[1])
		for i, e := range feeds[0] {
			require.Equal(t, i+1, e.Sequence)
		}
	})
}

// TestEvents_Stream reads the feed as Server-Sent Events, and goes on after a lost connection.
func TestEvents_Stream(t *testing.T) {
	t.Parallel()
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		owner := a.NewFirm("Torra", "olga@torra.example")
		newEventContact(t, a, owner.Token, "Ada")
		read := func(last string, made func()) (id string, event shownEvent) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			request, err := http.NewRequestWithContext(ctx, http.MethodGet, a.URL+eventsPath, nil)
			require.NoError(t, err)
			request.Header.Set("Accept", "text/event-stream")
			request.Header.Set("Authorization", "Bearer "+owner.Token)
			if last != "" {
				request.Header.Set("Last-Event-Id", last)
			}
			response, err := http.DefaultClient.Do(request)
			require.NoError(t, err)
			defer func() { _ = response.Body.Close() }()
			require.Equal(t, http.StatusOK, response.StatusCode)
			require.True(t, strings.HasPrefix(response.Header.Get("Content-Type"), "text/event-stream"))
			made()
			lines := bufio.NewScanner(response.Body)
			for lines.Scan() {
				if text, ok := strings.CutPrefix(lines.Text(), "id: "); ok {
					id = text
				}
				if text, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
					require.NoError(t, json.Unmarshal([]byte(text), &event))
					return id, event
				}
			}
			return "", event
		}
		first, event := read("", func() {})
		require.Equal(t, first, event.ID)
		require.Equal(t, 1, event.Sequence)
		second, event := read(first, func() { newEventContact(t, a, owner.Token, "Bob") })
		require.Equal(t, second, event.ID)
		require.Equal(t, "contact.created "+strconv.Itoa(2), event.Type+" "+strconv.Itoa(event.Sequence))

		refused, err := http.NewRequestWithContext(t.Context(), http.MethodGet, a.URL+eventsPath, nil)
		require.NoError(t, err)
		refused.Header.Set("Accept", "text/event-stream")
		refused.Header.Set("Authorization", "Bearer "+owner.Token)
		refused.Header.Set("Last-Event-Id", "x")
		require.Equal(t, fault.ValidationError, a.Do(refused).Code())
	})
}
