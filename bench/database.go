package bench

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/app/demo"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/contact"
)

// databases counts the databases of this process so far.
var databases atomic.Int32

// Database makes an empty database, of PostgreSQL on the server of FIRMHUB_TEST_POSTGRES. It
// returns its URL and what removes it.
func Database(ctx context.Context, dialect string) (address string, drop func() error, err error) {
	name := fmt.Sprintf("firmhub_bench_%d_%d", os.Getpid(), databases.Add(1))
	if dialect == db.SQLite {
		folder, err := os.MkdirTemp("", name)
		return "sqlite://" + filepath.Join(folder, "bench.db"), func() error { return os.RemoveAll(folder) }, err
	}
	server, err := url.Parse(os.Getenv("FIRMHUB_TEST_POSTGRES"))
	if err != nil || server.Host == "" {
		return "", nil, errors.New("FIRMHUB_TEST_POSTGRES must be the URL of a server: make starts one")
	}
	admin := func(ctx context.Context, statement string) error {
		d, err := db.Open(ctx, server.String())
		if err != nil {
			return err
		}
		_, err = SQL(ctx, d).Exec(statement)
		return errors.Join(err, d.Close())
	}
	if err := admin(ctx, "CREATE DATABASE "+name); err != nil {
		return "", nil, fmt.Errorf("create a database: %w", err)
	}
	own := *server
	own.Path = "/" + name
	return own.String(), func() error {
		return admin(context.WithoutCancel(ctx), "DROP DATABASE "+name+" WITH (FORCE)")
	}, nil
}

// SQL returns the scope of all rows.
func SQL(ctx context.Context, d *db.DB) db.Scope {
	return d.AcrossFirms(rule.AcrossFirms(ctx, "a benchmark"))
}

// Settle waits until PostgreSQL has collected statistics of the rows by itself, as it does within a
// minute or two: its plans are others before, and would change in the middle.
func Settle(ctx context.Context, d *db.DB) error {
	if d.Dialect() != db.Postgres {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Minute)
	defer cancel()
	for again := time.Tick(time.Second); ; {
		left, err := db.All[int](SQL(ctx, d), `SELECT count(*) FROM pg_stat_user_tables
			WHERE n_live_tup > 1000 AND last_autoanalyze IS NULL`)
		if err != nil {
			return fmt.Errorf("wait for autovacuum, which must be on: %w", err)
		}
		if left[0] == 0 {
			return nil
		}
		select {
		case <-again:
		case <-ctx.Done():
		}
	}
}

const chunk = 2000

// Fill creates contacts of the demo in the viewer's firm.
func Fill(ctx context.Context, d *db.DB, n int) error {
	for made := 0; made < n; made += chunk {
		people := demo.Contacts(uint64(made/chunk), min(chunk, n-made)) //nolint:gosec // not negative
		if _, err := contact.CreateMany(ctx, d, people); err != nil {
			return err
		}
	}
	return nil
}
