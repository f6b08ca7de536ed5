package privacy_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/transfer/upload"
	"github.com/firmhub/firmhub/internal/viewer"
)

// fillAt adds rows about a contact with the number of the person, and a file, that were stored at a
// time. The number makes them differ from others.
func (b *bundle) fillAt(t *testing.T, at time.Time, id uuid.UUID, n int) {
	t.Helper()
	about := `{"id":"` + id.String() + `","phone":"` + number + `"}`
	b.insert(t, "audit_entries", map[string]any{
		"created_at": at, "actor_kind": "System", "actor_name": "firmhub", "action": "contact.update", "target_type": "contact", "target_id": id,
		"target_name": firstName, "before": about, "after": about, "address": "", "request_id": "",
	})
	b.insert(t, "numbered_events", map[string]any{"sequence": n, "type": "contact.updated", "data": about, "raised_at": at})
	b.insert(t, "raised_events", map[string]any{"type": "contact.updated", "record_id": id, "data": about, "raised_at": at})
	b.insert(t, "notifications", map[string]any{
		"created_at": at, "updated_at": at, "number": n, "user_id": uuid.Nil, "module": "Messaging", "module_id": id,
		"title": "Message from " + number, "message": "Hello", "metadata": "",
	})
	b.insert(t, "hook_events", map[string]any{
		"channel_id": uuid.New(), "received_at": at, "due_at": at.AddDate(0, 0, 1),
		"events": `[{"Inbound":{"Phone":"` + number + `","Body":"Hello"}}]`,
	})
	uploaded, err := b.files.Upload(viewer.NewContext(t.Context(), &viewer.Viewer{Kind: viewer.System, FirmID: b.firm.ID}),
		upload.File{Name: "table.csv", Content: strings.NewReader("Phone\n" + number + "\n")})
	require.NoError(t, err)
	_, err = b.InFirm(b.ctx).Exec("UPDATE files SET created_at = $3 WHERE firm_id = $1 AND id = $2", uploaded.ID, at)
	require.NoError(t, err)
}

// What comes after an erasure is that of somebody who has the number by then, unless it has the id
// of the contact.
func TestErase_later(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		id := b.create(t, firstName, lastName, number, mail).ID
		b.fillAt(t, entity.Now().Add(2*time.Hour), uuid.New(), 1000)
		before := b.texts(t)
		b.fillAt(t, entity.Now().Add(2*time.Hour), id, 2000)
		b.fillAt(t, entity.Now().Add(30*time.Minute), uuid.New(), 3000) // A request was under way.
		require.NoError(t, b.Erase(b.ctx, id))
		b.finish(t)
		after := b.texts(t)
		for table, rows := range before {
			require.Subset(t, after[table], rows, table)
			named := 0
			for _, text := range after[table] {
				if strings.Contains(text, number) {
					named++
				}
			}
			switch table {
			case "files": // They have no id of the contact.
				require.Len(t, after[table], 2)
			case "hook_events": // These have come since.
				require.Equal(t, 3, named)
			default:
				require.Equal(t, 1, named, table)
			}
		}
	})
}
