package query_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	entcontact "github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/contact/query"
	"github.com/firmhub/firmhub/internal/domain/contact/tags"
	"github.com/firmhub/firmhub/internal/page"
)

// A tag that is meant by its id is found whatever its name is, until it is deleted or merged into
// another one.
func TestList_TagIDs(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, ctx := dbtest.Firm(t, d, "Acme")
		made, err := contact.CreateMany(ctx, d, []contact.CreateInput{
			{FirstName: "Ada", LastName: "A", Tags: []string{"News", "Staff"}}, {FirstName: "Bo", LastName: "B", Tags: []string{"News"}},
		})
		require.NoError(t, err)
		got, err := contact.Get(ctx, d, made[0].ID, page.Selection{Edges: map[string]page.Selection{entcontact.EdgeTags: {}}})
		require.NoError(t, err)
		ids := map[string]uuid.UUID{}
		for _, tag := range got.Edges.Tags {
			ids[tag.Name] = tag.ID
		}
		listed := func(in query.ListInput) []string {
			in.SortBy = "createdAt"
			found, err := query.List(ctx, d, in, page.Selection{})
			require.NoError(t, err)
			return names(ctx, t, found)
		}
		news, staff := []uuid.UUID{ids["News"]}, []uuid.UUID{ids["Staff"]}
		require.Equal(t, []string{"Ada", "Bo"}, listed(query.ListInput{TagIDs: news}))
		require.Equal(t, []string{"Ada", "Bo"}, listed(query.ListInput{Tags: []string{"news"}, TagIDs: news}))
		require.Equal(t, []string{"Ada"}, listed(query.ListInput{Tags: []string{"staff"}, TagIDs: news}))
		require.Empty(t, listed(query.ListInput{Tags: []string{"none"}, TagIDs: news}))
		require.Empty(t, listed(query.ListInput{TagIDs: []uuid.UUID{ids["News"], uuid.New()}}))

		reader, err := query.NewReader(ctx, d, query.ListInput{TagIDs: news, SortBy: "createdAt"})
		require.NoError(t, err)
		first, err := reader.Read(ctx, 1, page.Selection{})
		require.NoError(t, err)
		_, err = tags.Rename(ctx, d, tags.RenameInput{Tag: "News", Name: "Letters"})
		require.NoError(t, err)
		reader, err = query.NewReader(ctx, d, query.ListInput{TagIDs: news, SortBy: "createdAt"})
		require.NoError(t, err)
		reader.Skip(first[0])
		rest, err := reader.Read(ctx, 10, page.Selection{})
		require.NoError(t, err)
		require.Len(t, rest, 1)
		_, err = tags.Rename(ctx, d, tags.RenameInput{Tag: "Staff", Name: "Letters", Merge: new(true)})
		require.NoError(t, err)
		require.Empty(t, listed(query.ListInput{TagIDs: staff}))
		require.Equal(t, []string{"Ada", "Bo"}, listed(query.ListInput{TagIDs: news}))
		_, err = tags.Delete(ctx, d, "Letters")
		require.NoError(t, err)
		require.Empty(t, listed(query.ListInput{TagIDs: news}))
	})
}
