package lease_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/db/lease"
	"github.com/firmhub/firmhub/internal/entity"
)

// refusal makes the commit of every change of webhook_lanes fail.
var refusal = map[string][]string{
	db.SQLite: {
		"CREATE TABLE x_parents (id integer PRIMARY KEY)",
		"CREATE TABLE x_children (parent integer REFERENCES x_parents (id) DEFERRABLE INITIALLY DEFERRED)",
		"CREATE TRIGGER x_refuse AFTER UPDATE ON webhook_lanes BEGIN INSERT INTO x_children VALUES (1); END",
	},
	db.Postgres: {
		"CREATE FUNCTION x_refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$",
		"CREATE CONSTRAINT TRIGGER x_refuse AFTER UPDATE ON webhook_lanes DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION x_refuse()",
	},
}

// A lease does not last longer in memory than in the database.
func TestLease_CommitFails(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		firm, ctx := dbtest.Firm(t, d, "Firm")
		_, err := d.InFirm(ctx).Exec("INSERT INTO webhook_lanes (firm_id, id, position, due_at) VALUES ($1, $2, 0, $3)", firm.ID, entity.Now())
		require.NoError(t, err)
		acquired, err := lease.Acquire(ctx, d, "webhook_lanes", firm.ID, uuid.New(), time.Hour)
		require.NoError(t, err)
		require.NotNil(t, acquired)
		end := acquired.End()
		held, err := acquired.Renew(ctx)
		require.NoError(t, err)
		require.True(t, held)
		require.True(t, acquired.End().After(end))

		end = acquired.End()
		for _, statement := range refusal[d.Dialect()] {
			_, err := dbtest.SQL(ctx, d).Exec(statement)
			require.NoError(t, err)
		}
		held, err = acquired.Renew(ctx)
		require.Error(t, err)
		require.False(t, held)
		require.Equal(t, end, acquired.End())
	})
}
