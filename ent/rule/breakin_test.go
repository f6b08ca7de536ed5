package rule_test

import (
	"context"
	"maps"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/ent/tables"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
)

// The break-in: somebody of my firm tries every way to their rows, for every entity that a firm
// owns.

func eachOwned(t *testing.T, test func(t *testing.T, b *bundle, e entity)) {
	t.Helper()
	each(t, func(t *testing.T, b *bundle) {
		owned := 0
		before := b.snapshot(t)
		for _, e := range entities(b.Client) {
			if e.firmOwned() {
				owned++
				t.Run(e.name, func(t *testing.T) { test(t, b, e) })
			}
		}
		require.Positive(t, owned)
		require.Equal(t, before, b.snapshot(t), "rows changed")
	})
}

func TestBreakIn_Read(t *testing.T) {
	t.Parallel()
	eachOwned(t, func(t *testing.T, b *bundle, e entity) {
		theirs := b.theirs[e.name]
		_, err := try(b.ctx, t, e.client, "Get", theirs)
		require.True(t, ent.IsNotFound(err), "by id: %v", err)

		found := list(b.ctx, t, e.query(t))
		require.Len(t, found, 1)
		require.Equal(t, b.mine[e.name], id(found[0]))
		require.Empty(t, list(b.ctx, t, e.query(t, isID(theirs))), "list")

		ids, err := try(b.ctx, t, e.query(t), "IDs")
		require.NoError(t, err)
		require.Equal(t, []uuid.UUID{b.mine[e.name]}, ids)
		exists, err := try(b.ctx, t, e.query(t, isID(theirs)), "Exist")
		require.NoError(t, err)
		require.Equal(t, false, exists)
		count, err := try(b.ctx, t, e.query(t), "Count")
		require.NoError(t, err)
		require.Equal(t, 1, count)
		firms, err := try(b.ctx, t, call(t, e.query(t), "Select", "firm_id")[0], "Strings")
		require.NoError(t, err)
		require.Equal(t, []string{b.mine["Firm"].String()}, firms)
		if query := e.query(t); can(query, "GroupBy") {
			groups, err := try(b.ctx, t, call(t, query, "GroupBy", "firm_id")[0], "Strings")
			require.NoError(t, err)
			require.Equal(t, []string{b.mine["Firm"].String()}, groups)
		}
	})
}

func TestBreakIn_ReadEdges(t *testing.T) {
	t.Parallel()
	eachOwned(t, func(t *testing.T, b *bundle, e entity) {
		// With a row of theirs in hand.
		theirs, err := try(b.across, t, e.client, "Get", b.theirs[e.name])
		require.NoError(t, err)
		for edge := range e.edges() {
			if can(e.client, "Query"+edge) {
				for _, row := range list(b.ctx, t, call(t, e.client, "Query"+edge, theirs)[0]) {
					require.NotEqual(t, b.theirs["Firm"], b.owner(row), "from a row to its %s", edge)
				}
			}
			if query := e.query(t); can(query, "Query"+edge) {
				for _, row := range list(b.ctx, t, call(t, query, "Query"+edge)[0]) {
					require.NotEqual(t, b.theirs["Firm"], b.owner(row), "from a query to %s", edge)
				}
			}
			if query := e.query(t); can(query, "With"+edge) {
				require.Len(t, list(b.ctx, t, call(t, query, "With"+edge)[0]), 1, "with %s", edge)
			}
		}
	})
}

// Predicates on edges to their rows find nothing, from whatever a firm can see.
func TestBreakIn_Predicates(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bundle) {
		for _, e := range entities(b.Client) {
			for edge, target := range e.edges() {
				if target == "RoleProperty" {
					continue // all see all
				}
				query := has(t, e, edge, isID(b.theirs[target]))
				found, err := try(b.ctx, t, query, "All")
				if err != nil {
					require.ErrorIs(t, err, rule.ErrIsolation, "%s.%s", e.name, edge)
					continue
				}
				require.Zero(t, reflect.ValueOf(found).Len(), "%s.%s", e.name, edge)
				count, err := try(b.ctx, t, has(t, e, edge, isID(b.theirs[target])), "Count")
				require.NoError(t, err)
				require.Equal(t, 0, count)
			}
		}
	})
}

func TestBreakIn_Create(t *testing.T) {
	t.Parallel()
	eachOwned(t, func(t *testing.T, b *bundle, e entity) {
		mine, parents := create(b.Client, e.name, b.mine)
		_, err := try(t.Context(), t, mine, "Save")
		require.ErrorIs(t, err, rule.ErrIsolation, "without a viewer")

		theirs, _ := create(b.Client, e.name, b.theirs)
		call(t, theirs, "SetFirmID", b.theirs["Firm"])
		_, err = try(b.ctx, t, theirs, "Save")
		require.ErrorIs(t, err, rule.ErrIsolation, "in their firm")

		nameless, _ := create(b.Client, e.name, b.theirs)
		_, err = try(b.across, t, nameless, "Save")
		require.ErrorIs(t, err, rule.ErrIsolation, "across firms, in none")

		for _, parent := range parents {
			if !ownedByName(b, parent) {
				continue
			}
			// All else is mine, but for what no firm owns: a second membership of my user would be
			// refused as such.
			among := maps.Clone(b.mine)
			among[parent], among["User"] = b.theirs[parent], b.theirs["User"]
			child, _ := create(b.Client, e.name, among)
			_, err := try(b.ctx, t, child, "Save")
			require.True(t, db.IsForeignKey(err), "under their %s: %v", parent, err)
		}
	})
}

func ownedByName(b *bundle, name string) bool {
	if _, ok := onlyTables[name]; ok {
		return true
	}
	for _, e := range entities(b.Client) {
		if e.name == name {
			return e.firmOwned()
		}
	}
	return false
}

func TestBreakIn_Update(t *testing.T) {
	t.Parallel()
	now := time.Now()
	eachOwned(t, func(t *testing.T, b *bundle, e entity) {
		if e.appendOnly() {
			require.False(t, can(e.client, "UpdateOneID"), "one")
			require.False(t, can(e.client, "Update"), "all")
			return
		}
		set, value := "SetUpdatedAt", any(now)
		if !e.has("UpdatedAt") && can(e.client, "Update") {
			set, value = "SetSent", int64(1)
			require.True(t, e.has("Sent"), "say here which field of it can be changed, or make it append-only")
		}
		one := func() reflect.Value {
			return call(t, call(t, e.client, "UpdateOneID", b.theirs[e.name])[0], set, value)[0]
		}
		if can(e.client, "UpdateOneID") {
			_, err := try(b.ctx, t, one(), "Save")
			require.True(t, ent.IsNotFound(err), "one: %v", err)
			_, err = try(t.Context(), t, one(), "Save")
			require.ErrorIs(t, err, rule.ErrIsolation, "without a viewer")
		}
		if !can(e.client, "Update") {
			return
		}
		all := call(t, call(t, e.client, "Update")[0], set, value)[0]
		changed, err := try(b.ctx, t, where(t, all, isID(b.theirs[e.name])), "Save")
		require.NoError(t, err)
		require.Equal(t, 0, changed, "all")
	})
}

// Of my own rows none can be hung on theirs: not by the edges that ent can change, and not past
// ent.
func TestBreakIn_Move(t *testing.T) {
	t.Parallel()
	eachOwned(t, func(t *testing.T, b *bundle, e entity) {
		if !can(e.client, "UpdateOneID") {
			return
		}
		update := func() reflect.Value { return call(t, e.client, "UpdateOneID", b.mine[e.name])[0] }
		for method, parent := range methods(update(), "Set", "ID") {
			if ownedByName(b, parent) {
				_, err := try(b.ctx, t, call(t, update(), method, b.theirs[parent])[0], "Save")
				require.True(t, db.IsForeignKey(err), "%s: %v", method, err)
			}
		}
	})
}

func TestBreakIn_MovePastEnt(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bundle) {
		names := map[string]string{} // of entities, by their tables
		for _, e := range entities(b.Client) {
			names[table(t, b, e)] = e.name
		}
		for _, child := range tables.Tables {
			if names[child.Name] == "" {
				names[child.Name] = child.Name // a table without an entity
			}
			if !ownedByName(b, names[child.Name]) {
				continue
			}
			move := func(column string, to uuid.UUID) error {
				_, err := dbtest.SQL(b.ctx, b.DB).Exec("UPDATE "+child.Name+" SET "+column+" = $1 WHERE firm_id = $2 AND id = $3",
					to, b.mine["Firm"], b.mine[names[child.Name]])
				return err
			}
			err := move("firm_id", b.theirs["Firm"])
			appendOnly := slices.Contains([]string{"AuditEntry", "WalletEntry", "consent_entries"}, names[child.Name])
			switch {
			case dbtest.IsUnsupported(err): // Citus refuses it before it reaches a row.
			case appendOnly:
				require.ErrorContains(t, err, "are only added")
			default:
				require.True(t, db.IsForeignKey(err), "%s to their firm: %v", child.Name, err)
			}
			if appendOnly {
				continue
			}
			for _, key := range child.ForeignKeys {
				if parent := names[key.RefTable.Name]; ownedByName(b, parent) {
					err := move(key.Columns[0].Name, b.theirs[parent])
					require.True(t, db.IsForeignKey(err), "%s: %v", key.Symbol, err)
				}
			}
		}
	})
}

func TestBreakIn_Delete(t *testing.T) {
	t.Parallel()
	eachOwned(t, func(t *testing.T, b *bundle, e entity) {
		if e.appendOnly() {
			require.False(t, can(e.client, "DeleteOneID"), "one")
			if can(e.client, "Delete") {
				for _, ctx := range []context.Context{b.ctx, b.across} {
					_, err := try(ctx, t, where(t, call(t, e.client, "Delete")[0], isID(b.mine[e.name])), "Exec")
					require.ErrorIs(t, err, rule.ErrAppendOnly, "all")
				}
			}
			return
		}
		if can(e.client, "DeleteOneID") {
			one := call(t, e.client, "DeleteOneID", b.theirs[e.name])[0]
			_, err := try(b.ctx, t, one, "Exec")
			require.True(t, ent.IsNotFound(err), "one: %v", err)
			_, err = try(t.Context(), t, one, "Exec")
			require.ErrorIs(t, err, rule.ErrIsolation, "without a viewer")
		}
		if !can(e.client, "Delete") {
			return
		}
		deleted, err := try(b.ctx, t, where(t, call(t, e.client, "Delete")[0], isID(b.theirs[e.name])), "Exec")
		require.NoError(t, err)
		require.Equal(t, 0, deleted, "all")
	})
}

// shown are the entities that no firm owns and that a firm may read: itself, its people, and the
// permissions that exist.
var shown = map[string]bool{"Firm": true, "User": true, "RoleProperty": true}

func TestBreakIn_NotOwned(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bundle) {
		before := b.snapshot(t)
		for _, e := range entities(b.Client) {
			if e.firmOwned() {
				continue
			}
			t.Run(e.name, func(t *testing.T) {
				found, err := try(b.ctx, t, e.query(t), "All")
				if shown[e.name] {
					require.NoError(t, err)
					require.NotZero(t, reflect.ValueOf(found).Len())
					for _, row := range list(b.ctx, t, e.query(t)) {
						require.NotEqual(t, b.theirs["Firm"], b.owner(row))
					}
				} else {
					require.ErrorIs(t, err, rule.ErrIsolation, "read")
				}
				_, err = try(t.Context(), t, e.query(t), "Count")
				require.Equal(t, e.name != "RoleProperty", err != nil, "read without a viewer: %v", err)

				for _, firm := range []rows{b.mine, b.theirs} {
					if can(e.client, "UpdateOneID") {
						update := call(t, e.client, "UpdateOneID", firm[e.name])[0]
						if e.has("UpdatedAt") {
							update = call(t, update, "SetUpdatedAt", time.Now())[0]
						}
						_, err = try(b.ctx, t, update, "Save")
						require.ErrorIs(t, err, rule.ErrIsolation, "update")
					}
					if can(e.client, "Delete") {
						_, err = try(b.ctx, t, where(t, call(t, e.client, "Delete")[0], isID(firm[e.name])), "Exec")
						require.ErrorIs(t, err, rule.ErrIsolation, "delete")
					}
				}
				if builder, _ := create(b.Client, e.name, b.mine); builder.IsValid() {
					_, err = try(b.ctx, t, builder, "Save")
					require.ErrorIs(t, err, rule.ErrIsolation, "create")
				}
			})
		}
		require.Equal(t, before, b.snapshot(t), "rows changed")
	})
}
