package db_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
)

// records are those of a log.
type records struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (r *records) Write(text []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.text.Write(text)
}

type slowRecord struct{ Level, Msg, Statement, Plan string }

// of returns the records of a statement, and all as text.
func (r *records) of(t *testing.T, statement string) (found []slowRecord, all string) {
	t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	for line := range bytes.Lines(r.text.Bytes()) {
		var one slowRecord
		require.NoError(t, json.Unmarshal(line, &one))
		if one.Statement == statement {
			found = append(found, one)
		}
	}
	return found, r.text.String()
}

// With a limit of a nanosecond all statements are slow. The test replaces the log, so it can't be
// parallel.
func TestSlow(t *testing.T) {
	log, before := &records{}, slog.Default()
	slog.SetDefault(slog.New(slog.NewJSONHandler(log, nil)))
	t.Cleanup(func() { slog.SetDefault(before) })

	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		const argument = "a secret's name"
		open := func(t *testing.T) *db.DB {
			t.Helper()
			d, err := db.OpenWith(t.Context(), dbtest.URL(t, dialect), db.Options{Slow: time.Nanosecond})
			require.NoError(t, err)
			return d
		}
		placeholder := map[string]string{db.SQLite: "?", db.Postgres: "$"}[dialect]
		selected := func(table string) string {
			return "SELECT id FROM " + table + " WHERE firm_id = " + placeholder + "1 AND name_key = " + placeholder + "2"
		}
		query := func(ctx context.Context, t *testing.T, d *db.DB, table string) {
			t.Helper()
			_, err := db.Select[uuid.UUID](ctx, d, selected(table), uuid.New(), argument)
			require.NoError(t, err)
		}

		t.Run("PlanAfterTheTransaction", func(t *testing.T) {
			t.Parallel()
			d := open(t)
			require.NoError(t, d.Tx(t.Context(), func(ctx context.Context) error {
				query(ctx, t, d, "tags")
				found, _ := log.of(t, selected("tags"))
				require.Empty(t, found)
				return nil
			}))
			require.NoError(t, d.Close())
			found, all := log.of(t, selected("tags"))
			require.Len(t, found, 1)
			require.Equal(t, "WARN", found[0].Level)
			require.Equal(t, "slow statement", found[0].Msg)
			require.Regexp(t, "(?i)scan|search", found[0].Plan)
			require.NotContains(t, all, "secret")
			require.NotContains(t, all, "EXPLAIN")
		})

		t.Run("FewPlans", func(t *testing.T) {
			t.Parallel()
			d := open(t)
			const queries = 20
			for range queries {
				query(t.Context(), t, d, "roles")
			}
			require.NoError(t, d.Close())
			found, _ := log.of(t, selected("roles"))
			require.Len(t, found, queries)
			plans := 0
			for _, one := range found {
				if one.Plan != "" {
					plans++
				}
			}
			require.Positive(t, plans)
			require.Less(t, plans, queries)
		})

		t.Run("NoPlanOfWhatIsGone", func(t *testing.T) {
			t.Parallel()
			d := open(t)
			const gone = "SELECT id AS id FROM gone_"
			require.Error(t, d.Tx(t.Context(), func(ctx context.Context) error {
				if _, err := d.Exec(ctx, "CREATE TABLE gone_"+dialect+" (id bigint)"); err != nil {
					return err
				}
				if _, err := db.Select[int](ctx, d, gone+dialect); err != nil {
					return err
				}
				return errRefused
			}))
			require.NoError(t, d.Close())
			found, _ := log.of(t, gone+dialect)
			require.Equal(t, []slowRecord{{"WARN", "slow statement", gone + dialect, "unknown"}}, found)
		})

		t.Run("OffByDefault", func(t *testing.T) {
			t.Parallel()
			d := dbtest.Open(t, dialect)
			_, err := db.Select[int](t.Context(), d, "SELECT 1 AS unseen_"+dialect)
			require.NoError(t, err)
			found, _ := log.of(t, "SELECT 1 AS unseen_"+dialect)
			require.Empty(t, found)
		})
	})
}
