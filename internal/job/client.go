package job

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	"github.com/riverqueue/river/rivertype"

	"github.com/firmhub/firmhub/internal/db"
)

// client is a River client of either database. The two differ only in the type of a transaction.
type client interface {
	insertTx(ctx context.Context, tx any, args river.JobArgs, options *river.InsertOpts) (*rivertype.JobInsertResult, error)

	Start(ctx context.Context) error
	Stopped() <-chan struct{}
	JobCancel(ctx context.Context, id int64) (*rivertype.JobRow, error)
	JobGet(ctx context.Context, id int64) (*rivertype.JobRow, error)
	JobList(ctx context.Context, params *river.JobListParams) (*river.JobListResult, error)
	retryTx(ctx context.Context, tx any, id int64) error
}

type clientOf[T any] struct{ *river.Client[T] }

func (c clientOf[T]) insertTx(
	ctx context.Context, tx any, args river.JobArgs, options *river.InsertOpts,
) (*rivertype.JobInsertResult, error) {
	typed, ok := tx.(T)
	if !ok {
		return nil, fmt.Errorf("job: a transaction is a %T", tx)
	}
	return c.InsertTx(ctx, typed, args, options)
}

func (c clientOf[T]) retryTx(ctx context.Context, tx any, id int64) error {
	typed, ok := tx.(T)
	if !ok {
		return fmt.Errorf("job: a transaction is a %T", tx)
	}
	_, err := c.JobRetryTx(ctx, typed, id)
	return err
}

// newClient returns a client of the database.
func newClient(d *db.DB, config *river.Config) (client, error) {
	config.Logger = slog.New(warnings{slog.Default().Handler()})
	pool, writer := d.NativePool()
	if pool == nil {
		made, err := river.NewClient(riversqlite.New(writer), config)
		return clientOf[*sql.Tx]{made}, err
	}
	made, err := river.NewClient(riverpgxv5.New(pool), config)
	return clientOf[pgx.Tx]{made}, err
}

// warnings drops River's log messages about normal operation, and about work that is interrupted by
// the end of its context.
type warnings struct{ slog.Handler }

func (w warnings) Handle(ctx context.Context, record slog.Record) error {
	interrupted := false
	record.Attrs(func(a slog.Attr) bool {
		interrupted = interrupted || a.Value.String() == context.Canceled.Error()
		return !interrupted
	})
	if interrupted {
		return nil
	}
	return w.Handler.Handle(ctx, record)
}

func (w warnings) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && w.Handler.Enabled(ctx, level)
}

// notifyAtMost is the minimum time between two notifications of workers by a process. Steps that
// are queued in between are found with the previous step, or by the next poll.
const notifyAtMost = 5 * time.Millisecond

// inserter returns the client that queues jobs in the transactions of others. It has no database of
// its own.
func inserter(dialect string) client {
	if dialect == db.SQLite {
		return sqliteInserter()
	}
	return postgresInserter()
}

var (
	sqliteInserter = sync.OnceValue(func() client {
		return clientOf[*sql.Tx]{must(river.NewClient(riversqlite.New(nil), &river.Config{FetchCooldown: notifyAtMost}))}
	})
	postgresInserter = sync.OnceValue(func() client {
		return clientOf[pgx.Tx]{must(river.NewClient(riverpgxv5.New(nil), &river.Config{FetchCooldown: notifyAtMost}))}
	})
)

func must[T any](made T, err error) T {
	if err != nil {
		panic(err) // the configuration is constant
	}
	return made
}

// unfinished are the states of a job that is not finished.
func unfinished() []rivertype.JobState {
	return []rivertype.JobState{
		rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRetryable,
		rivertype.JobStateRunning, rivertype.JobStateScheduled,
	}
}

// firstStep returns the id of the job to which a step belongs.
func firstStep(id int64, encoded []byte) (int64, error) {
	var e struct {
		Job int64 `json:"job,string"`
	}
	if err := json.Unmarshal(encoded, &e); err != nil {
		return 0, fmt.Errorf("job: read the arguments of %d: %w", id, err)
	}
	if e.Job != 0 {
		return e.Job, nil
	}
	return id, nil
}
