package importer

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/contactimport"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/entity"
)

// A dry run loads drafts instead of contacts.
func TestMatch_LargeDrafts(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, ctx := dbtest.Firm(t, d, "Acme")
		dryRun := d.Client.ContactImport.Create().SetFileID(uuid.New()).SetFileName("a.csv").SetFileSize(1).
			SetQueuedByKind(contactimport.QueuedByKindSystem).SetQueuedByID(uuid.Nil).SetOptions(json.RawMessage("{}")).SetDryRun(true).
			SaveX(ctx)
		w := &batch{db: d, rest: func() {}, row: dryRun, now: entity.Now()}
		line := strings.Repeat("x", 200)
		var rows []*row
		var drafts []*target
		for i := range 4 {
			person, faults := contact.Parse(contact.CreateInput{
				FirstName: "Ana", LastName: "Souza", Phones: []contact.PhoneInput{{Phone: fmt.Sprintf("+551191234567%d", i)}},
				Addresses: []contact.AddressInput{{PostalAddress: contact.PostalAddress{Line1: line, Line2: line}}},
			})
			require.Empty(t, faults)
			stored := contact.NewStored(person, w.now)
			drafts = append(drafts, &target{id: stored.ID, after: stored})
			rows = append(rows, &row{contact: person, wanted: person.Wanted(true)})
		}
		require.NoError(t, w.saveDrafts(ctx, drafts))
		draft, err := json.Marshal(drafts[0].after)
		require.NoError(t, err)
		for _, c := range []struct{ most, want int }{{5 * len(draft), 4}, {3 * len(draft), 2}, {1, 1}} {
			w.maxLoaded = c.most
			found, matched, err := w.match(ctx, rows)
			require.NoError(t, err)
			require.Equal(t, rows[:c.want], matched)
			for at, r := range matched {
				has, ok := found.find(r)
				require.True(t, ok)
				require.Equal(t, drafts[at].id, has.id)
			}
		}
	})
}
