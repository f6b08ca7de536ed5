package db_test

import (
	"context"
	"errors"
	"net/netip"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// asUser returns a context of a user of some firm.
func asUser(t *testing.T) context.Context {
	t.Helper()
	return viewer.NewContext(t.Context(), &viewer.Viewer{Kind: viewer.User, FirmID: uuid.New(), UserID: uuid.New()})
}

func asStranger(t *testing.T) context.Context {
	t.Helper()
	return viewer.NewContext(t.Context(), &viewer.Viewer{Request: viewer.Request{Address: netip.MustParseAddr("192.0.2.1")}})
}

func readOne(ctx context.Context, d *db.DB) error {
	_, err := db.Select[int](ctx, d, "SELECT 1 AS one")
	return err
}

// writeOne changes nothing, but takes a place to write.
func writeOne(ctx context.Context, d *db.DB) error {
	_, err := d.Exec(ctx, "UPDATE firms SET name = name WHERE false")
	return err
}

// shareOf returns the state of the queue for reads or for writes; on PostgreSQL they are one.
func shareOf(d *db.DB, name string) db.Share {
	for _, share := range d.Stats().Shares {
		if share.Name == name || share.Name == "all" {
			return share
		}
	}
	panic(name)
}

func awaitWaiting(t *testing.T, d *db.DB, name string, count int) {
	t.Helper()
	require.Eventually(t, func() bool { return shareOf(d, name).Waiting == count }, time.Minute, time.Millisecond)
}

// flood has a firm ask for more than its share; each statement keeps its place until release is
// called.
func flood(ctx context.Context, t *testing.T, d *db.DB, hold func(ctx context.Context, until <-chan struct{}) error) (release func()) {
	t.Helper()
	const many = 20
	until := make(chan struct{})
	var all sync.WaitGroup
	for range many {
		all.Go(func() {
			if err := hold(ctx, until); err != nil {
				t.Error(err)
			}
		})
	}
	require.Eventually(t, func() bool {
		held, waiting := 0, 0
		for _, share := range d.Stats().Shares {
			held, waiting = held+share.Held, waiting+share.Waiting
		}
		return waiting > 0 && held+waiting == many
	}, time.Minute, time.Millisecond)
	return func() {
		close(until)
		all.Wait()
		for _, share := range d.Stats().Shares {
			require.Zero(t, share.Held+share.Waiting)
		}
	}
}

func TestShare_Reads(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		release := flood(asUser(t), t, d, func(ctx context.Context, until <-chan struct{}) error {
			rows, err := d.Query(ctx, "SELECT 1")
			if err != nil {
				return err
			}
			<-until
			return errors.Join(rows.Close(), rows.Close())
		})
		defer release()
		require.NoError(t, readOne(asUser(t), d), "another firm")
		require.NoError(t, writeOne(asUser(t), d), "another firm")
		require.NoError(t, readOne(asStranger(t), d), "somebody who logs in")
		require.NoError(t, readOne(t.Context(), d), "the server itself")
	})
}

func TestShare_Transactions(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		outside := make(chan error, 20)
		release := flood(asUser(t), t, d, func(ctx context.Context, until <-chan struct{}) error {
			return d.Tx(ctx, func(ctx context.Context) error {
				if err := writeOne(ctx, d); err != nil {
					return err
				}
				outside <- readOne(db.Outside(ctx), d) // would wait for itself, if it took a place
				<-until
				return nil
			})
		})
		defer release()
		require.NoError(t, <-outside)
		require.NoError(t, readOne(asUser(t), d), "another firm")
		require.NoError(t, readOne(t.Context(), d), "the server itself")
		if d.Dialect() == db.Postgres {
			require.NoError(t, d.Tx(asUser(t), func(ctx context.Context) error { return writeOne(ctx, d) }), "another firm")
		}
	})
}

// However many writes of a firm wait, another firm waits for one.
func TestShare_WritesTakeTurns(t *testing.T) {
	t.Parallel()
	d := dbtest.Open(t, db.SQLite)
	busy, other := asUser(t), asUser(t)
	var (
		all    sync.WaitGroup
		served []string
	)
	write := func(ctx context.Context, name string) {
		all.Go(func() {
			err := d.Tx(ctx, func(ctx context.Context) error {
				if err := writeOne(ctx, d); err != nil {
					return err
				}
				served = append(served, name) // the transaction holds the one writer
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	require.NoError(t, d.Tx(busy, func(ctx context.Context) error {
		require.NoError(t, writeOne(ctx, d))
		for i := range 10 {
			write(busy, "busy")
			awaitWaiting(t, d, "writes", i+1)
		}
		write(other, "other")
		awaitWaiting(t, d, "writes", 11)
		return nil
	}))
	all.Wait()
	require.Len(t, served, 11)
	require.Contains(t, served[:2], "other")
}

func TestShare_Refused(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		const waiting = 256
		ctx, leave := context.WithCancel(asUser(t))
		var all sync.WaitGroup
		held := 0
		for { // as many as the firm may hold
			all.Go(func() {
				_ = d.Tx(ctx, func(ctx context.Context) error {
					if err := writeOne(ctx, d); err != nil {
						return err
					}
					<-ctx.Done()
					return nil
				})
			})
			require.Eventually(t, func() bool {
				share := shareOf(d, "writes")
				return share.Held > held || share.Waiting > 0
			}, time.Minute, time.Millisecond)
			if held = shareOf(d, "writes").Held; shareOf(d, "writes").Waiting > 0 {
				break
			}
		}
		for range waiting - 1 {
			all.Go(func() {
				if err := writeOne(ctx, d); err == nil {
					t.Error("served beyond its share")
				}
			})
		}
		awaitWaiting(t, d, "writes", waiting)
		err := writeOne(ctx, d)
		require.True(t, fault.Is(err, fault.TooManyRequests), err)
		require.Equal(t, time.Second, fault.From(err).RetryAfter)
		require.EqualValues(t, 1, shareOf(d, "writes").Refused)

		hurried, cancel := context.WithTimeout(asUser(t), time.Millisecond)
		defer cancel()
		if d.Dialect() == db.SQLite { // nobody else has the writer meanwhile
			err := writeOne(hurried, d)
			require.True(t, fault.Is(err, fault.Unavailable), err)
			require.False(t, fault.From(err).Ours(), "nothing is out of order")
		}
		leave() // who leaves waits no longer
		all.Wait()
		require.Zero(t, shareOf(d, "writes").Held)
		require.Zero(t, shareOf(d, "writes").Waiting)
		require.NoError(t, writeOne(asUser(t), d))
	})
}

func TestShare_StatementLimit(t *testing.T) {
	t.Parallel()
	endless := map[string]string{
		db.Postgres: "SELECT i FROM generate_series(1, 100000000000) AS n(i) WHERE i = 1 OR i = 100000000000",
		db.SQLite:   "SELECT count(*) FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n)",
	}
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		d.SetStatementLimit(50 * time.Millisecond)
		_, err := db.Select[int64](asUser(t), d, endless[d.Dialect()])
		require.True(t, fault.Is(err, fault.Unavailable), err)
		require.Contains(t, fault.From(err).Message, "took too long")
		require.Zero(t, shareOf(d, "reads").Held)
		d.SetStatementLimit(time.Minute)
		require.NoError(t, readOne(t.Context(), d))
	})
}
