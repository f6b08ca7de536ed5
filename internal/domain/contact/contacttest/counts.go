// Package contacttest checks the data about contacts that is stored in addition to their rows.
package contacttest

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	enttag "github.com/firmhub/firmhub/ent/tag"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/viewer"
)

// CheckCounts compares the kept counts of the firm with its rows.
func CheckCounts(ctx context.Context, t require.TestingT, d *db.DB) {
	firm := viewer.From(ctx).FirmID
	type count struct {
		Tag string
		N   int
	}
	kept, err := db.All[count](dbtest.SQL(ctx, d), `SELECT coalesce(CAST(tag_id AS text), '') AS tag, CAST(sum(n) AS bigint) AS n
		FROM contact_counts WHERE firm_id = $1 GROUP BY tag_id HAVING sum(n) <> 0`, firm)
	require.NoError(t, err)
	actual, err := db.All[count](dbtest.SQL(ctx, d), `SELECT CAST(tag_id AS text) AS tag, count(*) AS n FROM contact_tags
		WHERE firm_id = $1 AND contact_deleted_at IS NULL GROUP BY tag_id`, firm)
	require.NoError(t, err)
	if all := d.Client.Contact.Query().CountX(ctx); all > 0 {
		actual = append(actual, count{"", all})
	}
	require.ElementsMatch(t, actual, kept, "rows (A) and kept counts (B)")
	hidden, err := db.All[int](dbtest.SQL(ctx, d), `SELECT count(*) FROM contact_tags l
		JOIN contacts c ON c.firm_id = l.firm_id AND c.id = l.contact_id
		WHERE l.firm_id = $1 AND c.firm_id = $1 AND (l.contact_deleted_at IS NULL) <> (c.deleted_at IS NULL)`, firm)
	require.NoError(t, err)
	require.Zero(t, hidden[0], "links that do not follow their contact")
	checkMarks(ctx, t, d)
}

// checkMarks compares the marks of the firm's contacts with the tags that they have.
func checkMarks(ctx context.Context, t require.TestingT, d *db.DB) {
	tags := d.Client.Tag.Query().Where(enttag.NameKeyNotNil()).AllX(ctx)
	for _, c := range d.Client.Contact.Query().WithTags().WithPhones().AllX(ctx) {
		has := make([]string, 0)
		for _, one := range tags {
			if strings.ContainsAny(c.Marks, one.Mark+one.MergedMarks) {
				has = append(has, one.Name)
			}
		}
		names := make([]string, len(c.Edges.Tags))
		for i, one := range c.Edges.Tags {
			names[i] = one.Name
		}
		require.ElementsMatch(t, names, has, "tags by links (A) and by marks (B)")
		require.Equal(t, len(c.Edges.Phones) > 0, strings.HasPrefix(c.Marks, "+"))
		require.True(t, slices.IsSorted([]rune(c.Marks)), "marks are sorted")
		require.Len(t, slices.Compact([]rune(c.Marks)), utf8.RuneCountInString(c.Marks), "marks are unique")
	}
}
