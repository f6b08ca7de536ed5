package bench

import (
	"context"
	"net/url"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/app/demo"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Database returns the URL of an empty database, which is dropped at the end. It has no limit of
// connections of its own.
func Database(t testing.TB, dialect string) string {
	address, err := url.Parse(dbtest.Empty(t, dialect))
	require.NoError(t, err)
	query := address.Query()
	query.Del("pool_max_conns")
	address.RawQuery = query.Encode()
	return address.String()
}

// Across returns the context of all firms.
func Across(ctx context.Context) context.Context { return rule.AcrossFirms(ctx, "a benchmark") }

// Within returns the context of a firm.
func Within(ctx context.Context, firm uuid.UUID) context.Context {
	return viewer.NewContext(ctx, &viewer.Viewer{Kind: viewer.System, FirmID: firm})
}

// SQL returns the scope of all rows.
func SQL(t testing.TB, d *db.DB) db.Scope { return d.AcrossFirms(Across(t.Context())) }

const chunk = 2000

// Fill creates n contacts of the demo in a firm, after change has changed each of them, unless it
// is nil.
func Fill(t testing.TB, d *db.DB, firm uuid.UUID, n int, change func(i int, in *contact.CreateInput)) {
	for made := 0; made < n; made += chunk {
		people := demo.Contacts(uint64(made/chunk), min(chunk, n-made)) //nolint:gosec // not negative
		for i := range people {
			if change != nil {
				change(made+i, &people[i])
			}
		}
		_, err := contact.CreateMany(Within(t.Context(), firm), d, people)
		require.NoError(t, err)
	}
}

// Settle waits until PostgreSQL has collected statistics of the rows by itself, as it does within a
// minute or two: its plans are others before, and would change in the middle. So autovacuum must be
// on.
func Settle(t testing.TB, d *db.DB) {
	if d.Dialect() != db.Postgres {
		return
	}
	require.Eventually(t, func() bool {
		left, err := db.All[int](SQL(t, d), `SELECT count(*) FROM pg_stat_user_tables
			WHERE n_live_tup > 1000 AND last_autoanalyze IS NULL`)
		return err == nil && left[0] == 0
	}, 5*time.Minute, time.Second)
}
