package query

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	entcontact "github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/contact/tags"
	"github.com/firmhub/firmhub/internal/page"
)

// The contacts with tags are the same, and as many, whichever way they are found.
func TestMatches_everyWay(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, other := dbtest.Firm(t, d, "Other")
		_, ctx := dbtest.Firm(t, d, "Acme")
		people := make([]contact.CreateInput, 60)
		for i := range people {
			people[i] = contact.CreateInput{FirstName: fmt.Sprint("ana", i%3), LastName: strconv.Itoa(i), IsActive: new(i%4 > 0)}
			for tag := range 9 {
				if i%(tag+1) == 0 || i%10 == 0 {
					people[i].Tags = append(people[i].Tags, fmt.Sprint("tag ", tag))
				}
			}
		}
		_, err := contact.CreateMany(other, d, people)
		require.NoError(t, err)
		useMarks(ctx, t, d, 70, "")
		made, err := contact.CreateMany(ctx, d, people)
		require.NoError(t, err)
		useMarks(ctx, t, d, 2*maxMerged, "tag 2")
		_, err = tags.Merge(ctx, d, tags.MergeInput{Tags: []string{"tag 8"}, Into: "tag 3"})
		require.NoError(t, err)
		for _, gone := range []string{"tag 5", "tag 6"} {
			_, err = tags.Delete(ctx, d, gone)
			require.NoError(t, err)
		}
		_, err = contact.ChangeTags(ctx, d, contact.ChangeTagsInput{ContactID: made[1].ID, TagsToAdd: []string{"tag 5"}}, page.Selection{})
		require.NoError(t, err)
		for i := range people {
			people[i].Tags = slices.DeleteFunc(people[i].Tags, func(tag string) bool { return tag == "tag 5" || tag == "tag 6" })
			if slices.Contains(people[i].Tags, "tag 8") {
				people[i].Tags = append(people[i].Tags, "tag 3")
			}
			people[i].Tags = slices.DeleteFunc(people[i].Tags, func(tag string) bool { return tag == "tag 8" })
		}
		people[1].Tags = append(people[1].Tags, "tag 5")
		named, err := db.All[struct {
			ID  uuid.UUID
			Key string `sql:"name_key"`
		}](d.InFirm(ctx), "SELECT id, name_key FROM tags WHERE firm_id = $1 AND name_key IS NOT NULL")
		require.NoError(t, err)
		ids := map[string]uuid.UUID{}
		for _, tag := range named {
			ids[tag.Key] = tag.ID
		}

		rapid.Check(t, func(rt *rapid.T) {
			drawn := rapid.SliceOfNDistinct(rapid.IntRange(0, 9), 0, 9, rapid.ID).Draw(rt, "tags")
			in := FilterInput{SearchTerm: rapid.SampledFrom([]string{"", "ana0", "ana", "zzz"}).Draw(rt, "term")}
			in.IsActive = rapid.SampledFrom([]*bool{nil, new(true), new(false)}).Draw(rt, "isActive")
			for _, tag := range drawn {
				id, exists := ids[fmt.Sprint("tag ", tag)]
				by := rapid.SampledFrom([]string{"name", "id", "both"}).Draw(rt, "by")
				if by != "id" || !exists {
					in.Tags = append(in.Tags, fmt.Sprint("TAG ", tag))
				}
				if by != "name" && exists {
					in.TagIDs = append(in.TagIDs, id)
				}
			}
			want := []uuid.UUID{}
			for i, c := range made {
				if (in.IsActive == nil || *in.IsActive == c.IsActive) && holdsTerm(c.FirstName, in.SearchTerm) &&
					!slices.ContainsFunc(drawn, func(tag int) bool { return !slices.Contains(people[i].Tags, fmt.Sprint("tag ", tag)) }) {
					want = append(want, c.ID)
				}
			}
			limit, offset := rapid.IntRange(1, 70).Draw(rt, "limit"), rapid.IntRange(0, 20).Draw(rt, "offset")
			onPage := want[min(offset, len(want)):min(offset+limit, len(want))]
			for _, few := range []int{0, 1000} {
				found, err := in.resolve(ctx, d)
				require.NoError(rt, err)
				found.tags.fewAre = few
				total, err := found.count(ctx)
				require.NoError(rt, err)
				require.Equal(rt, len(want), total)
				if found.none {
					continue
				}
				ids, err := found.ids(ctx, sorting{column: entcontact.FieldCreatedAt}, nil, limit, offset)
				require.NoError(rt, err)
				require.Equal(rt, onPage, append([]uuid.UUID{}, ids...))
				counted, err := d.Client.Contact.Query().Where(found.predicates()...).Count(ctx)
				require.NoError(rt, err)
				require.Equal(rt, total, counted)
			}
		})
	})
}

// useMarks creates tags of contacts that are deleted then, and merges them into another one, if one
// is named.
func useMarks(ctx context.Context, t *testing.T, d *db.DB, n int, into string) {
	t.Helper()
	for at := 0; at < n; at += tags.Max {
		names := make([]string, min(tags.Max, n-at))
		for i := range names {
			names[i] = fmt.Sprint("used ", into, at+i)
		}
		made, err := contact.Create(ctx, d, contact.CreateInput{FirstName: "A", LastName: "B", Tags: names})
		require.NoError(t, err)
		if into != "" {
			_, err = tags.Merge(ctx, d, tags.MergeInput{Tags: names, Into: into})
			require.NoError(t, err)
		}
		require.NoError(t, contact.Delete(ctx, d, made.ID))
	}
}

func holdsTerm(name, term string) bool { return term == "" || term == "ana" || name == term }
