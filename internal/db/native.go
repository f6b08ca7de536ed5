package db

import (
	"context"
	"database/sql"
	"fmt"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"
	"github.com/jackc/pgx/v5/pgxpool"
)

// NativeTx runs fn in a transaction as [DB.Tx] does, and passes it the transaction of the driver: a
// pgx.Tx or a *sql.Tx. Libraries that run their own statements need it. Until fn returns, other
// statements of the transaction wait. An error of fn prevents the commit.
func (d *DB) NativeTx(ctx context.Context, fn func(ctx context.Context, tx any) error) error {
	return d.Tx(ctx, func(ctx context.Context) error {
		t := transactionFrom(ctx)
		if err := t.lock(ctx); err != nil {
			return err
		}
		defer t.unlock()
		tx, err := nativeTx(ctx, t.tx)
		if err != nil {
			return err
		}
		return fn(ctx, tx)
	})
}

func nativeTx(ctx context.Context, tx dialect.Tx) (any, error) {
	switch tx := tx.(type) {
	case *sharedTx:
		return nativeTx(ctx, tx.Tx)
	case *pgTx:
		return tx.native(ctx)
	case *entsql.Tx:
		return tx.Tx, nil
	default:
		return nil, fmt.Errorf("db: a transaction is a %T", tx)
	}
}

// NativePool returns the pool of connections that write: a *pgxpool.Pool, or the *sql.DB of the one
// connection that writes to SQLite. The other one is nil.
func (d *DB) NativePool() (*pgxpool.Pool, *sql.DB) {
	switch e := d.driver.engine.(type) {
	case *postgres:
		return e.pool, nil
	case *sqlite:
		return nil, e.writer.DB()
	default:
		return nil, nil
	}
}
