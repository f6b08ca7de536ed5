package contact_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/auditentry"
	enttag "github.com/firmhub/firmhub/ent/tag"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
	"github.com/firmhub/firmhub/internal/viewer"
)

func tagged(ctx context.Context, t *testing.T, d *db.DB, tags ...string) *ent.Contact {
	t.Helper()
	return created(ctx, t, d, contact.CreateInput{FirstName: "A", LastName: "B", Tags: tags})
}

// uses returns the tags that clients see, in their order.
func uses(ctx context.Context, t *testing.T, d *db.DB, in contact.TagPageInput) []string {
	t.Helper()
	listed, err := contact.ListTags(ctx, d, in)
	require.NoError(t, err)
	items, err := listed.Items(ctx)
	require.NoError(t, err)
	return each(items, func(c *contact.CountedTag) string { return c.Name + " " + strconv.Itoa(c.ContactCount) })
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
			checkCounts(ctx, t, d)
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
			require.Contains(t, uses(ctx, t, d, contact.TagPageInput{SearchTerm: "NEW 1"}), "new 1 1000")
			deleted, err := contact.DeleteMany(ctx, d, contact.DeleteManyInput{IDs: ids})
			require.NoError(t, err)
			require.Equal(t, 1000, deleted.DeletedCount)
			checkCounts(ctx, t, d)
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
		require.Equal(t, []string{"x 1"}, uses(ctx, t, d, contact.TagPageInput{}))
		for _, id := range []uuid.UUID{a.ID, theirs.ID, uuid.New()} {
			require.True(t, fault.Is(contact.Delete(ctx, d, id), fault.NotFound))
		}

		deleted, err := contact.DeleteMany(ctx, d, contact.DeleteManyInput{IDs: []uuid.UUID{theirs.ID, b.ID, a.ID, b.ID}})
		require.NoError(t, err)
		require.Equal(t, &contact.Deleted{DeletedCount: 1, NotFound: []uuid.UUID{theirs.ID, a.ID}}, deleted)
		require.Empty(t, uses(ctx, t, d, contact.TagPageInput{}))
		require.Equal(t, []string{"x 1"}, uses(other, t, d, contact.TagPageInput{}))
		deleted, err = contact.DeleteMany(ctx, d, contact.DeleteManyInput{IDs: []uuid.UUID{b.ID}})
		require.NoError(t, err)
		require.Equal(t, &contact.Deleted{NotFound: []uuid.UUID{b.ID}}, deleted)
		require.Equal(t, 2, d.Client.AuditEntry.Query().Where(auditentry.Action("contact.delete")).CountX(ctx))
		checkCounts(ctx, t, d)
		checkCounts(other, t, d)

		for _, ids := range [][]uuid.UUID{nil, make([]uuid.UUID, 1001)} {
			_, err = contact.DeleteMany(ctx, d, contact.DeleteManyInput{IDs: ids})
			require.Equal(t, []string{"ids"}, fields(fault.From(err).Details))
		}
	})
}

func TestListTags(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, ctx := dbtest.Firm(t, d, "Acme")
		_, other := dbtest.Firm(t, d, "Other")
		tagged(ctx, t, d, "Café", "cafeteria", "50%", "a_b")
		tagged(ctx, t, d, "cafeteria", "ab")
		tagged(other, t, d, "theirs")
		require.NoError(t, contact.Delete(ctx, d, tagged(ctx, t, d, "hidden").ID))

		require.Equal(t, []string{"cafeteria 2", "50% 1", "a_b 1", "ab 1", "Café 1"}, uses(ctx, t, d, contact.TagPageInput{}))
		require.Equal(t, []string{"a_b 1", "ab 1"}, uses(ctx, t, d, contact.TagPageInput{Page: new(2), PageSize: new(2)}))
		listed, err := contact.ListTags(ctx, d, contact.TagPageInput{SearchTerm: "CAF"})
		require.NoError(t, err)
		total, err := listed.TotalCount(ctx)
		require.NoError(t, err)
		require.Equal(t, 2, total)
		for term, want := range map[string][]string{
			"CAFÉ": {"Café"}, "cafe": {"cafeteria"}, "%": {}, "50%": {"50%"}, "a_": {"a_b"}, "hid": {}, "theirs": {}, "eria": {},
		} {
			names, err := contact.TagNames(ctx, d, term, nil)
			require.NoError(t, err)
			require.Equal(t, want, names, term)
		}
		names, err := contact.TagNames(ctx, d, "", new(1))
		require.NoError(t, err)
		require.Equal(t, []string{"cafeteria"}, names)
		_, err = contact.TagNames(ctx, d, strings.Repeat("x", 201), new(101))
		require.Equal(t, []string{"limit", "searchTerm"}, fields(fault.From(err).Details))
	})
}

// required are the details of a request without these fields.
func required(names ...string) []fault.Detail {
	return each(names, func(name string) fault.Detail { return fault.Detail{Field: name, Message: "is required"} })
}

func TestRenameTag(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, ctx := dbtest.Firm(t, d, "Acme")
		_, other := dbtest.Firm(t, d, "Other")
		rename := func(tag, name string, merge bool) (*contact.CountedTag, error) {
			return contact.RenameTag(ctx, d, contact.RenameTagInput{Tag: tag, Name: name, Merge: &merge})
		}
		both, one := tagged(ctx, t, d, "vip", "gold"), tagged(ctx, t, d, "VIP")
		gone := tagged(ctx, t, d, "vip", "hidden")
		require.NoError(t, contact.Delete(ctx, d, gone.ID))
		tagged(other, t, d, "vip", "theirs")

		renamed, err := rename(" Vip ", " ViP", false)
		require.NoError(t, err)
		require.Equal(t, "ViP", renamed.Name)
		require.Equal(t, 2, renamed.ContactCount)
		require.Equal(t, one.UpdatedAt, whole(ctx, t, d, one).UpdatedAt)

		_, err = rename("vip", "GOLD", false)
		require.True(t, fault.Is(err, fault.Conflict), "%v", err)
		for _, name := range []string{"hidden", "theirs", "unknown"} {
			_, err = rename(name, "x", true)
			require.True(t, fault.Is(err, fault.NotFound), "%v", err)
			_, err = contact.DeleteTag(ctx, d, name)
			require.True(t, fault.Is(err, fault.NotFound), "%v", err)
		}
		_, err = rename("vip", " ", false)
		require.Equal(t, required("name"), fault.From(err).Details)
		for _, blank := range []string{"", " ", "\u200b\u200d"} {
			_, err = rename(blank, blank, true)
			require.Equal(t, required("tag", "name"), fault.From(err).Details)
			_, err = contact.DeleteTag(ctx, d, blank)
			require.Equal(t, required("tag"), fault.From(err).Details)
		}
		_, err = rename("", strings.Repeat("x", 51), false)
		require.Equal(t, []string{"tag", "name"}, fields(fault.From(err).Details))

		renamed, err = rename("vip", "Hidden", false)
		require.NoError(t, err, "nobody sees that there is a tag of that name")
		require.Equal(t, "Hidden", renamed.Name)
		require.Equal(t, []string{"Hidden 2", "gold 1"}, uses(ctx, t, d, contact.TagPageInput{}))

		merged, err := rename("hidden", "GOLD", true)
		require.NoError(t, err)
		require.Equal(t, "gold", merged.Name)
		require.Equal(t, 2, merged.ContactCount)
		require.Equal(t, []string{"gold"}, tagNames(whole(ctx, t, d, both)))
		require.Equal(t, []string{"gold"}, tagNames(whole(ctx, t, d, one)))
		require.Equal(t, both.UpdatedAt, whole(ctx, t, d, both).UpdatedAt)
		require.Equal(t, []string{"theirs 1", "vip 1"}, uses(other, t, d, contact.TagPageInput{}))
		checkCounts(ctx, t, d)

		name, err := contact.DeleteTag(ctx, d, "Gold")
		require.NoError(t, err)
		require.Equal(t, "gold", name)
		require.Empty(t, tagNames(whole(ctx, t, d, one)))
		require.Zero(t, d.Client.Tag.Query().Where(enttag.NameKeyNotNil()).CountX(ctx))
		links, err := db.Select[int](ctx, d, "SELECT count(*) FROM contact_tags WHERE firm_id = $1", viewer.From(ctx).FirmID)
		require.NoError(t, err)
		require.Zero(t, links[0], "links of deleted contacts have moved as well")
		checkCounts(ctx, t, d)
		actions := d.Client.AuditEntry.Query().Order(auditentry.ByID()).Select(auditentry.FieldAction).StringsX(ctx)
		require.Equal(t, []string{"contact.delete", "tag.rename", "tag.rename", "tag.merge", "tag.delete"}, actions)
	})
}

func TestMergeTags(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, ctx := dbtest.Firm(t, d, "Acme")
		all, some := tagged(ctx, t, d, "a", "b", "c", "other"), tagged(ctx, t, d, "A", "b")
		merged, err := contact.MergeTags(ctx, d, contact.MergeTagsInput{Tags: []string{"a", "B", "c", "b"}, Into: "C"})
		require.NoError(t, err)
		require.Equal(t, &contact.CountedTag{ID: merged.ID, Name: "c", ContactCount: 2}, merged)
		require.Equal(t, []string{"c", "other"}, tagNames(whole(ctx, t, d, all)))
		require.Equal(t, []string{"c"}, tagNames(whole(ctx, t, d, some)))
		checkCounts(ctx, t, d)

		merged, err = contact.MergeTags(ctx, d, contact.MergeTagsInput{Tags: []string{"c"}, Into: "c"})
		require.NoError(t, err)
		require.Equal(t, 2, merged.ContactCount)
		_, err = contact.MergeTags(ctx, d, contact.MergeTagsInput{Tags: []string{"other", "a"}, Into: "c"})
		require.True(t, fault.Is(err, fault.NotFound), "%v", err)
		require.Equal(t, []string{"c 2", "other 1"}, uses(ctx, t, d, contact.TagPageInput{}))
		_, err = contact.MergeTags(ctx, d, contact.MergeTagsInput{Into: "c"})
		require.Equal(t, []string{"tags"}, fields(fault.From(err).Details))
		_, err = contact.MergeTags(ctx, d, contact.MergeTagsInput{})
		require.Equal(t, []string{"tags", "into"}, fields(fault.From(err).Details))
		_, err = contact.MergeTags(ctx, d, contact.MergeTagsInput{Tags: []string{"", "other", "\u200d"}, Into: " "})
		require.Equal(t, required("tags[0]", "tags[2]", "into"), fault.From(err).Details)
	})
}

// Tags are added while they are renamed, merged and deleted: nothing fails, and each contact that was given a tag has it under
// one of its names, unless it was deleted.
func TestTags_race(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, ctx := dbtest.Firm(t, d, "Acme")
		const contacts, rounds = 4, 15
		ids := make([]uuid.UUID, contacts)
		for i := range ids {
			ids[i] = tagged(ctx, t, d, "one", "two").ID
		}
		var all sync.WaitGroup
		var mu sync.Mutex
		var failures []error
		run := func(work func(round int) error) {
			all.Go(func() {
				for round := range rounds {
					err := work(round)
					if err != nil && !fault.Is(err, fault.NotFound) && !fault.Is(err, fault.Conflict) {
						mu.Lock()
						failures = append(failures, err)
						mu.Unlock()
					}
				}
			})
		}
		for i := range ids {
			run(func(int) error {
				_, err := contact.ChangeTags(ctx, d, contact.ChangeTagsInput{ContactID: ids[i], TagsToAdd: []string{"one", "two"}}, page.Selection{})
				return err
			})
			run(func(round int) error {
				turned := slices.Concat(ids[round%contacts:], ids[:round%contacts])
				_, err := contact.ChangeTagsOfMany(ctx, d, contact.ChangeTagsOfManyInput{
					ContactIDs: turned, TagsToAdd: []string{fmt.Sprint("new ", round)}, TagsToRemove: []string{"two"},
				})
				return err
			})
		}
		run(func(int) error {
			_, err := contact.RenameTag(ctx, d, contact.RenameTagInput{Tag: "one", Name: "uno", Merge: new(true)})
			return err
		})
		run(func(int) error {
			_, err := contact.MergeTags(ctx, d, contact.MergeTagsInput{Tags: []string{"uno"}, Into: "one"})
			return err
		})
		run(func(int) error {
			_, err := contact.DeleteTag(ctx, d, "two")
			return err
		})
		all.Wait()
		require.NoError(t, errors.Join(failures...))
		for _, id := range ids {
			names := tagNames(whole(ctx, t, d, &ent.Contact{ID: id}))
			require.True(t, strings.Contains(strings.Join(names, " "), "one") || strings.Contains(strings.Join(names, " "), "uno"), "%v", names)
			require.Subset(t, names, many("new", rounds))
		}
		checkCounts(ctx, t, d)
	})
}
