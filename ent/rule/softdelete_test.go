package rule_test

import (
	"testing"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
)

// What is soft-deleted is hidden from every way to it, and is still there.
func TestSoftDelete(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bundle) {
		// Across firms one sees the most, and still not this.
		ctx := b.across
		for _, e := range entities(b.Client) {
			if !e.softDeleted() {
				continue
			}
			t.Run(e.name, func(t *testing.T) {
				gone := b.mine[e.name]
				remove := func() any {
					one := where(t, call(t, e.client, "Delete")[0], isID(gone))
					if e.firmOwned() { // which a statement across firms must name
						one = where(t, one, sql.FieldEQ("firm_id", b.mine["Firm"]))
					}
					removed, err := try(ctx, t, one, "Exec")
					require.NoError(t, err)
					return removed
				}
				require.Equal(t, 1, remove())

				kept, err := db.All[int](dbtest.SQL(ctx, b.DB), "SELECT count(*) FROM "+table(t, b, e)+" WHERE id = $1", gone)
				require.NoError(t, err)
				require.Equal(t, []int{1}, kept, "the record is kept")

				_, err = try(ctx, t, e.client, "Get", gone)
				require.True(t, ent.IsNotFound(err), "by id: %v", err)
				for _, row := range list(ctx, t, e.query(t)) {
					require.NotEqual(t, gone, id(row), "list")
				}
				count, err := try(ctx, t, e.query(t, isID(gone)), "Count")
				require.NoError(t, err)
				require.Equal(t, 0, count)
				selected, err := try(ctx, t, call(t, e.query(t, isID(gone)), "Select", "id")[0], "Strings")
				require.NoError(t, err)
				require.Empty(t, selected)

				update := call(t, call(t, e.client, "UpdateOneID", gone)[0], "SetUpdatedAt", time.Now())[0]
				_, err = try(ctx, t, update, "Save")
				require.True(t, ent.IsNotFound(err), "update: %v", err)
				require.Equal(t, 0, remove(), "delete again")

				for _, from := range entities(b.Client) {
					for edge, target := range from.edges() {
						if target == e.name {
							hiddenByEdge(t, b, from, edge, e.name)
						}
					}
				}
			})
		}
	})
}

func hiddenByEdge(t *testing.T, b *bundle, from entity, edge, to string) {
	t.Helper()
	path := from.name + "." + edge
	gone := b.mine[to]
	require.Empty(t, list(b.across, t, has(t, from, edge, isID(gone))), "predicate on %s", path)
	count, err := try(b.across, t, has(t, from, edge, isID(gone)), "Count")
	require.NoError(t, err)
	require.Equal(t, 0, count, "predicate on %s", path)

	if query := from.query(t); can(query, "Query"+edge) {
		for _, row := range list(b.across, t, call(t, query, "Query"+edge)[0]) {
			require.NotEqual(t, gone, id(row), "from a query along %s", path)
		}
	}
	for _, row := range list(b.across, t, from.query(t, isID(b.mine[from.name]))) {
		if can(from.client, "Query"+edge) {
			require.Empty(t, list(b.across, t, call(t, from.client, "Query"+edge, row.Interface())[0]), "from a row along %s", path)
		}
	}
	if query := from.query(t, isID(b.mine[from.name])); can(query, "With"+edge) {
		for _, row := range list(b.across, t, call(t, query, "With"+edge)[0]) {
			loaded := row.Elem().FieldByName("Edges").FieldByName(edge)
			require.Empty(t, loaded.Interface(), "with %s", path)
		}
	}
}

// table is the table of the entity, as its query names it.
func table(t *testing.T, b *bundle, e entity) string {
	t.Helper()
	var name string
	_, err := try(b.across, t, e.query(t, func(s *sql.Selector) { name = s.TableName() }), "Exist")
	require.NoError(t, err)
	return name
}
