package contact_test

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/contact/contacttest"
	"github.com/firmhub/firmhub/internal/domain/contact/tags"
	"github.com/firmhub/firmhub/internal/entity"
)

// Of many contacts each loses what it is to lose, and no more: neighbours have the same tags.
func TestSave_manyChanges(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, ctx := dbtest.Firm(t, d, "Acme")
		const n = 1500
		tag := func(i int) string { return fmt.Sprint("tag ", i%7) }
		ins := make([]contact.CreateInput, n)
		for i := range ins {
			ins[i] = contact.CreateInput{FirstName: "A", LastName: strconv.Itoa(i), Tags: []string{tag(i), tag(i + 1), "all"}}
			for p := range 3 {
				ins[i].Phones = append(ins[i].Phones, contact.PhoneInput{Phone: fmt.Sprintf("+55 11 9%04d-000%d", i, p)})
			}
		}
		made, err := contact.CreateMany(ctx, d, ins)
		require.NoError(t, err)
		ids := make([]uuid.UUID, n)
		for i, c := range made {
			ids[i] = c.ID
		}
		require.NoError(t, d.Tx(ctx, func(ctx context.Context) error {
			found, err := contact.Load(ctx, d, ids, contact.Wait)
			require.NoError(t, err)
			changes := make([]contact.Change, n)
			for i, id := range ids {
				after := *found[id]
				after.Tags = []tags.Tag{{Name: tag(i + 1), Key: tag(i + 1)}, {Name: "all", Key: "all"}}
				after.Phones = slices.Clone(after.Phones[1:])
				changes[i] = contact.Change{Before: found[id], After: &after}
				changes[i].Touch(entity.Now())
			}
			return contact.Save(ctx, d, changes, func() {})
		}))
		for i, c := range made {
			if i%97 != 0 {
				continue
			}
			read := whole(ctx, t, d, c)
			require.Equal(t, []string{"all", tag(i + 1)}, tagNames(read))
			require.Len(t, read.Edges.Phones, 2)
			require.Equal(t, c.Edges.Phones[1].ID, read.Edges.Phones[0].ID)
			require.True(t, read.UpdatedAt.After(c.UpdatedAt))
		}
		require.Equal(t, 2*n, d.Client.ContactPhone.Query().CountX(ctx))
		require.Equal(t, 2*n, d.Client.ContactTag.Query().CountX(ctx))
		contacttest.CheckCounts(ctx, t, d)
	})
}
