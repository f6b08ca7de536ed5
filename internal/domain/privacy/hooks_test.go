package privacy_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/entity"
)

// What a provider has said of the person is exported and erased, also if it waits to be tried again
// or another version has stored it. The statuses of messages stay.
func TestErase_calls(t *testing.T) {
	t.Parallel()
	const status = `{"Status":{"ProviderID":"p-1","State":"Delivered","Phone":"` + number + `"}}`
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		id := b.create(t, firstName, lastName, number, mail).ID
		events := []string{
			`{"Inbound":{"Phone":"` + number + `","Body":"Hello"},"Failed":"a fault"}`,
			`{"Preference":{"Phone":"` + number + `","Stop":true}}`,
			`{"Preference":{"Phone":"` + number + `","Stop":true},"Failed":"a fault"}`,
			`{"Inbound":"` + number + `"}`,
			`["` + number + `"]`,
		}
		for _, event := range events {
			b.insert(t, "hook_events", map[string]any{
				"channel_id": uuid.New(), "received_at": entity.Now(), "due_at": entity.Now(), "events": "[" + event + "," + status + "]",
			})
		}
		document, err := b.Export(b.ctx, id)
		require.NoError(t, err)
		require.Equal(t, len(events), strings.Count(string(document), `"ProviderID"`), "%s", document)
		require.NoError(t, b.Erase(b.ctx, id))
		b.finish(t)
		left, err := db.All[string](b.InFirm(b.ctx), "SELECT CAST(events AS text) FROM hook_events WHERE firm_id = $1")
		require.NoError(t, err)
		require.Len(t, left, len(events))
		for _, text := range left {
			require.JSONEq(t, "["+status+"]", text)
		}
	})
}
