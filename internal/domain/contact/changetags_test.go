package contact_test

import (
	"context"
	"fmt"
	"strconv"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/auditentry"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/contact/contacttest"
	"github.com/firmhub/firmhub/internal/domain/contact/tags"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
)

func tagged(ctx context.Context, t *testing.T, d *db.DB, names ...string) *ent.Contact {
	t.Helper()
	return created(ctx, t, d, contact.CreateInput{FirstName: "A", LastName: "B", Tags: names})
}

func TestChangeTags(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, ctx := dbtest.Firm(t, d, "Acme")
		_, other := dbtest.Firm(t, d, "Other")
		change := func(t *testing.T, id uuid.UUID, add, remove []string) *ent.Contact {
			t.Helper()
			changed, err := contact.ChangeTags(ctx, d, contact.ChangeTagsInput{ContactID: id, TagsToAdd: add, TagsToRemove: remove}, page.Selection{})
			require.NoError(t, err)
			return whole(ctx, t, d, changed)
		}

		t.Run("OK", func(t *testing.T) {
			before := tagged(ctx, t, d, "VIP", "old")
			after := change(t, before.ID, []string{"vip", "Zürich", "zürich"}, []string{"OLD", "unknown"})
			require.Equal(t, []string{"VIP", "Zürich"}, tagNames(after))
			require.True(t, after.UpdatedAt.After(before.UpdatedAt))
			require.Equal(t, after.UpdatedAt, change(t, before.ID, []string{"VIP"}, []string{"old"}).UpdatedAt, "nothing changes")
			require.Equal(t, after.UpdatedAt, change(t, before.ID, nil, nil).UpdatedAt)
			contacttest.CheckCounts(ctx, t, d)
		})

		t.Run("ErrValidation", func(t *testing.T) {
			full := tagged(ctx, t, d, many("full", 50)...)
			refused := func(add, remove []string) []string {
				_, err := contact.ChangeTags(ctx, d, contact.ChangeTagsInput{ContactID: full.ID, TagsToAdd: add, TagsToRemove: remove}, page.Selection{})
				require.True(t, fault.Is(err, fault.ValidationError), "%v", err)
				return fields(fault.From(err).Details)
			}
			require.Equal(t, []string{"tagsToAdd"}, refused([]string{"one more"}, nil))
			require.Equal(t, []string{"tagsToAdd[0]", "tagsToRemove[1]"}, refused([]string{" ", "Both"}, []string{"x", "bOTH"}))
			require.Len(t, tagNames(change(t, full.ID, []string{"one more"}, []string{"full 0"})), 50)
		})

		t.Run("ErrNotFound", func(t *testing.T) {
			theirs := tagged(other, t, d)
			for _, id := range []uuid.UUID{uuid.New(), theirs.ID} {
				_, err := contact.ChangeTags(ctx, d, contact.ChangeTagsInput{ContactID: id, TagsToAdd: []string{"x"}}, page.Selection{})
				require.True(t, fault.Is(err, fault.NotFound), "%v", err)
			}
		})
	})
}

func many(prefix string, n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprint(prefix, " ", i)
	}
	return names
}

func TestChangeTagsOfMany(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, ctx := dbtest.Firm(t, d, "Acme")
		_, other := dbtest.Firm(t, d, "Other")
		a, b, full := tagged(ctx, t, d, "x"), tagged(ctx, t, d, "y"), tagged(ctx, t, d, many("full", 50)...)
		theirs, unknown := tagged(other, t, d), uuid.New()

		t.Run("OK", func(t *testing.T) {
			result, err := contact.ChangeTagsOfMany(ctx, d, contact.ChangeTagsOfManyInput{
				ContactIDs: []uuid.UUID{unknown, b.ID, theirs.ID, a.ID, b.ID, unknown}, TagsToAdd: []string{"X"}, TagsToRemove: []string{"Y"},
			})
			require.NoError(t, err)
			require.Equal(t, 1, result.UpdatedCount, "a has it already")
			require.Equal(t, []uuid.UUID{unknown, theirs.ID}, result.NotFound)
			require.Equal(t, []string{"x"}, tagNames(whole(ctx, t, d, b)))
			require.Equal(t, a.UpdatedAt, whole(ctx, t, d, a).UpdatedAt)
			require.True(t, whole(ctx, t, d, b).UpdatedAt.After(b.UpdatedAt))
			require.Empty(t, tagNames(whole(other, t, d, theirs)))
		})

		t.Run("OK a thousand", func(t *testing.T) {
			made, err := contact.CreateMany(ctx, d, make1000())
			require.NoError(t, err)
			ids := each(made, func(c *ent.Contact) uuid.UUID { return c.ID })
			result, err := contact.ChangeTagsOfMany(ctx, d, contact.ChangeTagsOfManyInput{ContactIDs: ids, TagsToAdd: many("new", 20), TagsToRemove: []string{"all"}})
			require.NoError(t, err)
			require.Equal(t, 1000, result.UpdatedCount)
			require.Contains(t, uses(ctx, t, d, tags.PageInput{SearchTerm: "NEW 1"}), "new 1 1000")
			deleted, err := contact.DeleteMany(ctx, d, contact.DeleteManyInput{IDs: ids})
			require.NoError(t, err)
			require.Equal(t, 1000, deleted.DeletedCount)
			contacttest.CheckCounts(ctx, t, d)
		})

		t.Run("ErrValidation names those that would have too many, and changes none", func(t *testing.T) {
			_, err := contact.ChangeTagsOfMany(ctx, d, contact.ChangeTagsOfManyInput{ContactIDs: []uuid.UUID{a.ID, full.ID, full.ID}, TagsToAdd: []string{"z"}})
			require.Equal(t, []string{"contactIds[1]"}, fields(fault.From(err).Details))
			require.Equal(t, []string{"x"}, tagNames(whole(ctx, t, d, a)))
			for _, ids := range [][]uuid.UUID{nil, make([]uuid.UUID, 1001)} {
				_, err = contact.ChangeTagsOfMany(ctx, d, contact.ChangeTagsOfManyInput{ContactIDs: ids})
				require.Equal(t, []string{"contactIds"}, fields(fault.From(err).Details))
			}
		})
	})
}

func make1000() []contact.CreateInput {
	ins := make([]contact.CreateInput, 1000)
	for i := range ins {
		ins[i] = contact.CreateInput{FirstName: "A", LastName: strconv.Itoa(i), Tags: []string{"all"}}
	}
	return ins
}

func TestDelete(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, ctx := dbtest.Firm(t, d, "Acme")
		_, other := dbtest.Firm(t, d, "Other")
		a, b, theirs := tagged(ctx, t, d, "x", "y"), tagged(ctx, t, d, "x"), tagged(other, t, d, "x")

		require.NoError(t, contact.Delete(ctx, d, a.ID))
		_, err := contact.Get(ctx, d, a.ID, page.Selection{})
		require.True(t, fault.Is(err, fault.NotFound))
		require.Equal(t, []string{"x 1"}, uses(ctx, t, d, tags.PageInput{}))
		for _, id := range []uuid.UUID{a.ID, theirs.ID, uuid.New()} {
			require.True(t, fault.Is(contact.Delete(ctx, d, id), fault.NotFound))
		}

		deleted, err := contact.DeleteMany(ctx, d, contact.DeleteManyInput{IDs: []uuid.UUID{theirs.ID, b.ID, a.ID, b.ID}})
		require.NoError(t, err)
		require.Equal(t, &contact.Deleted{DeletedCount: 1, NotFound: []uuid.UUID{theirs.ID, a.ID}}, deleted)
		require.Empty(t, uses(ctx, t, d, tags.PageInput{}))
		require.Equal(t, []string{"x 1"}, uses(other, t, d, tags.PageInput{}))
		deleted, err = contact.DeleteMany(ctx, d, contact.DeleteManyInput{IDs: []uuid.UUID{b.ID}})
		require.NoError(t, err)
		require.Equal(t, &contact.Deleted{NotFound: []uuid.UUID{b.ID}}, deleted)
		require.Equal(t, 2, d.Client.AuditEntry.Query().Where(auditentry.Action("contact.delete")).CountX(ctx))
		contacttest.CheckCounts(ctx, t, d)
		contacttest.CheckCounts(other, t, d)

		for _, ids := range [][]uuid.UUID{nil, make([]uuid.UUID, 1001)} {
			_, err = contact.DeleteMany(ctx, d, contact.DeleteManyInput{IDs: ids})
			require.Equal(t, []string{"ids"}, fields(fault.From(err).Details))
		}
	})
}

// uses returns the tags that clients see, in their order.
func uses(ctx context.Context, t *testing.T, d *db.DB, in tags.PageInput) []string {
	t.Helper()
	listed, err := tags.List(ctx, d, in)
	require.NoError(t, err)
	items, err := listed.Items(ctx)
	require.NoError(t, err)
	return each(items, func(c *tags.Counted) string { return c.Name + " " + strconv.Itoa(c.ContactCount) })
}
