package db_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/url"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
)

// Transactions that get into each other's way can be tried again. On SQLite they take turns.
func TestIsUnavailable_Contention(t *testing.T) {
	t.Parallel()
	const rename = "UPDATE tags SET name = name || '!' WHERE name_key = $1"
	setup := func(t *testing.T) *bundle {
		t.Helper()
		d := dbtest.Open(t, db.Postgres)
		firm, ctx := dbtest.Firm(t, d, "Acme")
		b := &bundle{d, ctx, firm.ID}
		require.NoError(t, b.addTag(ctx, "a"))
		require.NoError(t, b.addTag(ctx, "b"))
		return b
	}
	requireCode := func(t *testing.T, code string, err error) {
		t.Helper()
		refused, ok := errors.AsType[*pgconn.PgError](err)
		require.True(t, ok, "%v", err)
		require.Equal(t, code, refused.Code)
		require.True(t, db.IsUnavailable(err))
	}

	t.Run("deadlock", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		var (
			both errgroup.Group
			has  = map[string]chan struct{}{"a": make(chan struct{}), "b": make(chan struct{})}
		)
		cross := func(first, second string) {
			both.Go(func() error {
				return b.Tx(b.ctx, func(ctx context.Context) error {
					_, err := b.Exec(ctx, rename, first)
					close(has[first])
					if err != nil {
						return err
					}
					<-has[second]
					_, err = b.Exec(ctx, rename, second)
					return err
				})
			})
		}
		cross("a", "b")
		cross("b", "a")
		requireCode(t, "40P01", both.Wait())
		require.Subset(t, []string{"a!", "b!"}, b.tags(t), "the other one went through")
	})

	t.Run("serialization failure", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		requireCode(t, "40001", b.Tx(b.ctx, func(ctx context.Context) error {
			_, err := b.Exec(ctx, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
			require.NoError(t, err)
			_, err = b.Client.Tag.Query().Count(ctx)
			require.NoError(t, err)
			_, err = b.Exec(b.ctx, rename, "a")
			require.NoError(t, err)
			_, err = b.Exec(ctx, rename, "a")
			return err
		}))
	})

	t.Run("lock not available", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		require.NoError(t, b.Tx(b.ctx, func(ctx context.Context) error {
			_, err := b.Exec(ctx, rename, "a")
			require.NoError(t, err)
			_, err = b.Exec(b.ctx, "SELECT id FROM tags WHERE firm_id = $1 AND name_key = $2 FOR UPDATE NOWAIT", b.firm, "a")
			requireCode(t, "55P03", err)
			return nil
		}))
	})
}

// A connection that ends during a statement, as when the server crashes, can be tried again.
func TestIsUnavailable_Lost(t *testing.T) {
	t.Parallel()
	server, err := url.Parse(dbtest.URL(t, db.Postgres))
	require.NoError(t, err)
	var config net.ListenConfig
	listener, err := config.Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = listener.Close() })
	target := server.Host
	var cut atomic.Bool // the connection at the next statement
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			var dialer net.Dialer
			conn, err := dialer.DialContext(t.Context(), "tcp", target)
			if err != nil {
				return
			}
			go func() { _, _ = io.Copy(client, conn) }()
			go func() {
				for read := make([]byte, 4096); ; {
					n, err := client.Read(read)
					if err != nil || cut.Load() {
						_, _ = client.Close(), conn.Close()
						return
					}
					_, _ = conn.Write(read[:n])
				}
			}()
		}
	}()
	server.Host = listener.Addr().String()
	d, err := db.Open(t.Context(), server.String())
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, d.Close()) })
	cut.Store(true)
	err = d.Tx(t.Context(), func(ctx context.Context) error {
		_, err := d.Exec(ctx, "SELECT $1::int", 1) // in one batch with BEGIN
		return err
	})
	require.ErrorContains(t, err, "the connection to the database is lost")
	require.True(t, db.IsUnavailable(err), err)
}
