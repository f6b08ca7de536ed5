package tags_test

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
	entcontact "github.com/firmhub/firmhub/ent/contact"
	enttag "github.com/firmhub/firmhub/ent/tag"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/contact/contacttest"
	"github.com/firmhub/firmhub/internal/domain/contact/tags"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
	"github.com/firmhub/firmhub/internal/viewer"
)

func tagged(ctx context.Context, t *testing.T, d *db.DB, names ...string) *ent.Contact {
	t.Helper()
	created, err := contact.Create(ctx, d, contact.CreateInput{FirstName: "A", LastName: "B", Tags: names})
	require.NoError(t, err)
	return created
}

// namesOf returns the names of the tags that a contact has now.
func namesOf(ctx context.Context, d *db.DB, c *ent.Contact) []string {
	all := d.Client.Contact.Query().Where(entcontact.ID(c.ID)).QueryTags().Order(ent.Asc(enttag.FieldNameKey)).AllX(ctx)
	return each(all, func(t *ent.Tag) string { return t.Name })
}

func fields(faults fault.Details) []string {
	return each(faults, func(d fault.Detail) string { return d.Field })
}

func each[T, U any](all []T, of func(T) U) []U {
	out := make([]U, 0, len(all))
	for _, one := range all {
		out = append(out, of(one))
	}
	return out
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

func TestList(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, ctx := dbtest.Firm(t, d, "Acme")
		_, other := dbtest.Firm(t, d, "Other")
		tagged(ctx, t, d, "Café", "cafeteria", "50%", "a_b")
		tagged(ctx, t, d, "cafeteria", "ab")
		tagged(other, t, d, "theirs")
		require.NoError(t, contact.Delete(ctx, d, tagged(ctx, t, d, "hidden").ID))

		require.Equal(t, []string{"cafeteria 2", "50% 1", "a_b 1", "ab 1", "Café 1"}, uses(ctx, t, d, tags.PageInput{}))
		require.Equal(t, []string{"a_b 1", "ab 1"}, uses(ctx, t, d, tags.PageInput{Page: new(2), PageSize: new(2)}))
		listed, err := tags.List(ctx, d, tags.PageInput{SearchTerm: "CAF"})
		require.NoError(t, err)
		total, err := listed.TotalCount(ctx)
		require.NoError(t, err)
		require.Equal(t, 2, total)
		for term, want := range map[string][]string{
			"CAFÉ": {"Café"}, "cafe": {"cafeteria"}, "%": {}, "50%": {"50%"}, "a_": {"a_b"}, "hid": {}, "theirs": {}, "eria": {},
		} {
			names, err := tags.Names(ctx, d, term, nil)
			require.NoError(t, err)
			require.Equal(t, want, names, term)
		}
		names, err := tags.Names(ctx, d, "", new(1))
		require.NoError(t, err)
		require.Equal(t, []string{"cafeteria"}, names)
		_, err = tags.Names(ctx, d, strings.Repeat("x", 201), new(101))
		require.Equal(t, []string{"limit", "searchTerm"}, fields(fault.From(err).Details))
	})
}

// required are the details of a request without these fields.
func required(names ...string) []fault.Detail {
	return each(names, func(name string) fault.Detail { return fault.Detail{Field: name, Message: "is required"} })
}

func TestRename(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, ctx := dbtest.Firm(t, d, "Acme")
		_, other := dbtest.Firm(t, d, "Other")
		rename := func(tag, name string, merge bool) (*tags.Counted, error) {
			return tags.Rename(ctx, d, tags.RenameInput{Tag: tag, Name: name, Merge: &merge})
		}
		both, one := tagged(ctx, t, d, "vip", "gold"), tagged(ctx, t, d, "VIP")
		gone := tagged(ctx, t, d, "vip", "hidden")
		require.NoError(t, contact.Delete(ctx, d, gone.ID))
		tagged(other, t, d, "vip", "theirs")

		renamed, err := rename(" Vip ", " ViP", false)
		require.NoError(t, err)
		require.Equal(t, "ViP", renamed.Name)
		require.Equal(t, 2, renamed.ContactCount)
		require.Equal(t, one.UpdatedAt, d.Client.Contact.GetX(ctx, one.ID).UpdatedAt)

		_, err = rename("vip", "GOLD", false)
		require.True(t, fault.Is(err, fault.Conflict), "%v", err)
		for _, name := range []string{"hidden", "theirs", "unknown"} {
			_, err = rename(name, "x", true)
			require.True(t, fault.Is(err, fault.NotFound), "%v", err)
			_, err = tags.Delete(ctx, d, name)
			require.True(t, fault.Is(err, fault.NotFound), "%v", err)
		}
		_, err = rename("vip", " ", false)
		require.Equal(t, required("name"), fault.From(err).Details)
		for _, blank := range []string{"", " ", "\u200b\u200d"} {
			_, err = rename(blank, blank, true)
			require.Equal(t, required("tag", "name"), fault.From(err).Details)
			_, err = tags.Delete(ctx, d, blank)
			require.Equal(t, required("tag"), fault.From(err).Details)
		}
		_, err = rename("", strings.Repeat("x", 51), false)
		require.Equal(t, []string{"tag", "name"}, fields(fault.From(err).Details))

		renamed, err = rename("vip", "Hidden", false)
		require.NoError(t, err, "nobody sees that there is a tag of that name")
		require.Equal(t, "Hidden", renamed.Name)
		require.Equal(t, []string{"Hidden 2", "gold 1"}, uses(ctx, t, d, tags.PageInput{}))

		merged, err := rename("hidden", "GOLD", true)
		require.NoError(t, err)
		require.Equal(t, "gold", merged.Name)
		require.Equal(t, 2, merged.ContactCount)
		require.Equal(t, []string{"gold"}, namesOf(ctx, d, both))
		require.Equal(t, []string{"gold"}, namesOf(ctx, d, one))
		require.Equal(t, both.UpdatedAt, d.Client.Contact.GetX(ctx, both.ID).UpdatedAt)
		require.Equal(t, []string{"theirs 1", "vip 1"}, uses(other, t, d, tags.PageInput{}))
		contacttest.CheckCounts(ctx, t, d)

		name, err := tags.Delete(ctx, d, "Gold")
		require.NoError(t, err)
		require.Equal(t, "gold", name)
		require.Empty(t, namesOf(ctx, d, one))
		require.Zero(t, d.Client.Tag.Query().Where(enttag.NameKeyNotNil()).CountX(ctx))
		links, err := db.All[int](dbtest.SQL(ctx, d), "SELECT count(*) FROM contact_tags WHERE firm_id = $1", viewer.From(ctx).FirmID)
		require.NoError(t, err)
		require.Zero(t, links[0], "links of deleted contacts have moved as well")
		contacttest.CheckCounts(ctx, t, d)
		actions := d.Client.AuditEntry.Query().Order(auditentry.ByID()).Select(auditentry.FieldAction).StringsX(ctx)
		require.Equal(t, []string{"contact.delete", "tag.rename", "tag.rename", "tag.merge", "tag.delete"}, actions)
	})
}

func TestMerge(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, ctx := dbtest.Firm(t, d, "Acme")
		all, some := tagged(ctx, t, d, "a", "b", "c", "other"), tagged(ctx, t, d, "A", "b")
		merged, err := tags.Merge(ctx, d, tags.MergeInput{Tags: []string{"a", "B", "c", "b"}, Into: "C"})
		require.NoError(t, err)
		require.Equal(t, &tags.Counted{ID: merged.ID, Name: "c", ContactCount: 2}, merged)
		require.Equal(t, []string{"c", "other"}, namesOf(ctx, d, all))
		require.Equal(t, []string{"c"}, namesOf(ctx, d, some))
		contacttest.CheckCounts(ctx, t, d)

		merged, err = tags.Merge(ctx, d, tags.MergeInput{Tags: []string{"c"}, Into: "c"})
		require.NoError(t, err)
		require.Equal(t, 2, merged.ContactCount)
		_, err = tags.Merge(ctx, d, tags.MergeInput{Tags: []string{"other", "a"}, Into: "c"})
		require.True(t, fault.Is(err, fault.NotFound), "%v", err)
		require.Equal(t, []string{"c 2", "other 1"}, uses(ctx, t, d, tags.PageInput{}))
		_, err = tags.Merge(ctx, d, tags.MergeInput{Into: "c"})
		require.Equal(t, []string{"tags"}, fields(fault.From(err).Details))
		_, err = tags.Merge(ctx, d, tags.MergeInput{})
		require.Equal(t, []string{"tags", "into"}, fields(fault.From(err).Details))
		_, err = tags.Merge(ctx, d, tags.MergeInput{Tags: []string{"", "other", "\u200d"}, Into: " "})
		require.Equal(t, required("tags[0]", "tags[2]", "into"), fault.From(err).Details)
	})
}

// Tags are added while they are renamed, merged and deleted: nothing fails, and each contact that
// was given a tag has it under one of its names, unless it was deleted.
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
			_, err := tags.Rename(ctx, d, tags.RenameInput{Tag: "one", Name: "uno", Merge: new(true)})
			return err
		})
		run(func(int) error {
			_, err := tags.Merge(ctx, d, tags.MergeInput{Tags: []string{"uno"}, Into: "one"})
			return err
		})
		run(func(int) error {
			_, err := tags.Delete(ctx, d, "two")
			return err
		})
		all.Wait()
		require.NoError(t, errors.Join(failures...))
		for _, id := range ids {
			names := namesOf(ctx, d, &ent.Contact{ID: id})
			require.True(t, strings.Contains(strings.Join(names, " "), "one") || strings.Contains(strings.Join(names, " "), "uno"), "%v", names)
			require.Subset(t, names, many("new", rounds))
		}
		contacttest.CheckCounts(ctx, t, d)
	})
}

func many(prefix string, n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprint(prefix, " ", i)
	}
	return names
}
