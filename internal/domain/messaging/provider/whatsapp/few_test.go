package whatsapp_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
)

// repeated returns n items of a list, each with its number instead of #.
func repeated(n int, item string) string {
	items := make([]string, n)
	for i := range items {
		items[i] = strings.ReplaceAll(item, "#", strconv.Itoa(i))
	}
	return strings.Join(items, ",")
}

// failures returns the events that could not be read.
func failures(events []provider.Event) []provider.Event {
	var failed []provider.Event
	for _, event := range events {
		if event.Err != nil {
			failed = append(failed, event)
		}
	}
	return failed
}

// Lists have 10,000 items, and a hook has 10,000 events in all its lists.
func TestReadHook_many(t *testing.T) {
	t.Parallel()
	const status = `{"id":"wamid.#","status":"sent"}`
	one := `{"field":"messages","value":{"statuses":[` + repeated(1000, status) + `]}}`
	entries := func(n, each int) string {
		return `{"entry":[` + repeated(n, `{"id":"1","changes":[`+repeated(each, one)+`]}`) + `]}`
	}
	for name, body := range map[string]string{
		"one entry":       entries(1, 10),
		"several entries": entries(5, 2),
		"one list":        change("messages", `{"statuses":[`+repeated(10_000, status)+`]}`),
		"small changes":   `{"entry":[` + repeated(10, `{"id":"1","changes":[`+repeated(1000, `{"field":"messages","value":{"statuses":[`+status+`]}}`)+`]}`) + `]}`,
	} {
		events := read(t, body)
		require.Len(t, events, 10_000, name)
		require.Empty(t, failures(events), name)
	}

	for name, body := range map[string]string{"an entry more": entries(11, 1), "changes more": entries(1, 30)} {
		events := read(t, body)
		require.Len(t, events, 10_001, name)
		require.Len(t, failures(events), 1, name)
		require.ErrorContains(t, events[10_000].Err, "more than 10000 events")
	}

	for name, c := range map[string]struct {
		body    string
		events  int
		message string
	}{
		"entries":      {`{"entry":[` + repeated(10_002, `{"changes":[]}`) + `]}`, 0, "more than 10000 entries"},
		"changes":      {`{"entry":[{"changes":[` + repeated(10_002, `{"field":"account_update","value":{}}`) + `]}]}`, 10_000, "more than 10000 changes"},
		"contacts":     {change("messages", `{"contacts":[`+repeated(10_002, `{"wa_id":"1#"}`)+`]}`), 0, "more than 10000 contacts"},
		"messages":     {change("messages", `{"messages":[`+repeated(10_002, `{"id":"#","from":"1","type":"text"}`)+`]}`), 10_000, "more than 10000 messages"},
		"statuses":     {change("messages", `{"statuses":[`+repeated(10_002, status)+`]}`), 10_000, "more than 10000 statuses"},
		"preferences":  {change("user_preferences", `{"user_preferences":[`+repeated(10_002, `{"wa_id":"1","value":"stop"}`)+`]}`), 10_000, "more than 10000 preferences"},
		"errors":       {change("messages", `{"errors":[`+repeated(10_002, `{"code":#}`)+`]}`), 10_000, "more than 10000 errors"},
		"restrictions": {change("account_update", `{"event":"E","restriction_info":[`+repeated(10_002, `{"restriction_type":"R"}`)+`]}`), 1, "more than 10000 restrictions"},
	} {
		t.Run("Err "+name, func(t *testing.T) {
			t.Parallel()
			events := read(t, c.body)
			require.Len(t, events, c.events+1)
			failed := failures(events)
			require.Len(t, failed, 1)
			require.ErrorContains(t, failed[0].Err, c.message)
			require.Equal(t, byte('{'), failed[0].Raw[0]) // the rest of the list
		})
	}
	for _, list := range []string{`{"statuses":{}}`, `{"statuses":"a"}`, `{"statuses":7}`} {
		events := read(t, change("messages", list))
		require.Len(t, events, 1)
		require.ErrorContains(t, events[0].Err, "not a list")
	}
}

// Each message finds its contact, by the phone number or by the user id.
func TestReadHook_contacts(t *testing.T) {
	t.Parallel()
	events := read(t, change("messages", `{"contacts":[{"profile":{"name":"Ana"},"wa_id":"551"},{"profile":{"name":"Bia"},"wa_id":"552","user_id":"BR.2"},
		{"profile":{"name":"Other Ana"},"wa_id":"551"}, 7],
		"messages":[{"id":"1","from":"552","type":"text"},{"id":"2","from":"551","type":"text"},{"id":"3","from_user_id":"BR.2","type":"text"},
		{"id":"4","from":"553","type":"text"},{"id":"5","from":"552","from_user_id":"BR.9","type":"text"}]}`))
	names := make([]string, 0, len(events))
	for _, event := range events {
		require.NoError(t, event.Err)
		names = append(names, event.Inbound.ProfileName+" "+event.Inbound.Phone+" "+event.Inbound.UserID)
	}
	require.Equal(t, []string{"Bia +552 BR.2", "Ana +551 ", "Bia +552 BR.2", " +553 ", "Bia +552 BR.9"}, names)
}
