package query

import (
	"context"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	entcontact "github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/page"
)

// Whatever is written and asked for, searches find what a comparison with each contact finds, and
// the index of SQLite has the texts of the contacts that are there.
func TestMatches_index(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, other := dbtest.Firm(t, d, "Other")
		_, ctx := dbtest.Firm(t, d, "Acme")
		text := rapid.StringOfN(rapid.SampledFrom([]rune(`abcABCáßçł王小明田김"'*^:+-()%_\.@19 `)), 1, 12, -1)
		words := rapid.SampledFrom([]string{"AND", "OR", "NOT", "NEAR(a b)", `a" OR "b`, "text:abc", "ab", "王小", "aba", "119", "(11) 9", "a b", "- "})
		term := rapid.OneOf(text, words)
		requireUnindexed(ctx, t, d)
		var ids []uuid.UUID
		rapid.Check(t, func(rt *rapid.T) {
			in := contact.CreateInput{FirstName: "a" + term.Draw(rt, "first"), LastName: "b" + text.Draw(rt, "last")}
			_, err := contact.Create(other, d, in)
			require.NoError(rt, err)
			made, err := contact.Create(ctx, d, in)
			require.NoError(rt, err)
			ids = append(ids, made.ID)
			id := rapid.SampledFrom(ids).Draw(rt, "id")
			if rapid.Bool().Draw(rt, "delete") {
				_, err = contact.Remove(ctx, d, []uuid.UUID{id})
			} else if _, gone := d.Client.Contact.Get(ctx, id); gone == nil {
				_, err = contact.Update(ctx, d, contact.UpdateInput{ID: id, LastName: new("c" + term.Draw(rt, "new last"))})
			}
			require.NoError(rt, err)
			for _, asked := range []FilterInput{{SearchTerm: term.Draw(rt, "term")}, {SearchTerm: in.FirstName}} {
				if asked.Validate() == nil {
					requireSame(ctx, rt, d, asked)
				}
			}
		})
		if d.Dialect() == db.SQLite {
			require.Equal(t, []int{indexedAtOnce, 0}, numbersIndexed(ctx, t, d), "of Acme, and of Other")
			requireInStep(ctx, t, d)
			for _, statement := range []string{
				"VACUUM", // which may give other numbers to rows that have none of their own
				"UPDATE contacts SET deleted_at = NULL",
			} {
				_, err := dbtest.SQL(ctx, d).Exec(statement)
				require.NoError(t, err)
				requireInStep(ctx, t, d)
			}
		}
	})
}

// indexedAtOnce is how many contacts the triggers of SQLite add to the index at once.
const indexedAtOnce = 512

// requireUnindexed creates so many contacts in the firm of ctx that the next few fill the first
// part of the index. Half of them are deleted again.
func requireUnindexed(ctx context.Context, t *testing.T, d *db.DB) {
	t.Helper()
	ins := make([]contact.CreateInput, indexedAtOnce-10)
	for i := range ins {
		ins[i] = contact.CreateInput{FirstName: "Maria", LastName: "Silva"}
	}
	made, err := contact.CreateMany(ctx, d, ins)
	require.NoError(t, err)
	for i := 0; i < len(made); i += 2 {
		_, err := contact.Remove(ctx, d, []uuid.UUID{made[i].ID})
		require.NoError(t, err)
	}
	if d.Dialect() == db.SQLite {
		require.Equal(t, []int{0, 0}, numbersIndexed(ctx, t, d))
	}
}

// numbersIndexed returns how many numbers of each firm are in the index, the largest first.
func numbersIndexed(ctx context.Context, t *testing.T, d *db.DB) []int {
	t.Helper()
	indexed, err := db.All[int](dbtest.SQL(ctx, d), "SELECT indexed FROM x_firm_numbers ORDER BY indexed DESC")
	require.NoError(t, err)
	return indexed
}

func requireSame(ctx context.Context, t require.TestingT, d *db.DB, in FilterInput) {
	found, err := in.resolve(ctx, d)
	require.NoError(t, err)
	by := sorting{column: entcontact.FieldCreatedAt}
	want, err := d.Client.Contact.Query().Where(found.predicates()...).Order(by.apply).IDs(ctx)
	require.NoError(t, err)
	rows, err := found.read(ctx, by, nil, 1000, 0, page.Selection{})
	require.NoError(t, err)
	ids := make([]uuid.UUID, len(rows))
	for i, row := range rows {
		ids[i] = row.ID
	}
	require.Equal(t, append([]uuid.UUID{}, want...), ids, "%q", in.SearchTerm)
	total, err := found.count(ctx)
	require.NoError(t, err)
	require.Len(t, want, total, "%q", in.SearchTerm)
}

// requireInStep requires that the index is that of the texts, and that the texts are those of the
// contacts.
func requireInStep(ctx context.Context, t *testing.T, d *db.DB) {
	t.Helper()
	_, err := dbtest.SQL(ctx, d).Exec("INSERT INTO x_contact_words (x_contact_words, rank) VALUES ('integrity-check', 1)")
	require.NoError(t, err)
	apart, err := db.All[int](dbtest.SQL(ctx, d), `SELECT count(*) FROM (SELECT id, is_active, marks, search,
		(SELECT number FROM x_firm_numbers f WHERE f.firm_id = contacts.firm_id) AS firm FROM contacts WHERE deleted_at IS NULL) c
		FULL JOIN x_contact_texts t ON t.number >> 32 = c.firm AND t.id = c.id AND t.is_active = c.is_active AND t.marks = c.marks
		AND t.search = c.search
		WHERE c.id IS NULL OR t.id IS NULL`)
	require.NoError(t, err)
	require.Equal(t, []int{0}, apart)
}

// However a term is written, few trigrams are looked up.
func TestTrigrams(t *testing.T) {
	t.Parallel()
	require.Equal(t, []string{`"sil"`, `"lva"`}, trigramsOf("silva"))
	require.Equal(t, []string{`"  m"`}, trigramsOf(" m"))
	require.Equal(t, []string{`"a""b"`}, trigramsOf(`a"b`))
	require.Equal(t, []string{`"910"`, `"096"`, `"595"`}, trigramsOf(" 5511910096595"))
	require.Equal(t, []string{`"aaa"`}, trigramsOf(strings.Repeat("a", 200)))
	require.Len(t, trigramsOf("abcdefghijklmnopqrstuvwxyz0123456789"), maxTrigrams)
}
