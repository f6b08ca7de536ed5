package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/firmhub/firmhub/bench"
	"github.com/firmhub/firmhub/bench/peers/pocketbase/dataset"
	"github.com/firmhub/firmhub/internal/db"
)

// password is the password of all users, in all servers.
const password = "B3nch-secret!"

// place is where the servers run: a folder, and databases of PostgreSQL.
type place struct {
	settings

	folder     string
	postmaster int
	version    string // that of PostgreSQL
	closers    []func() error
}

func newPlace(s settings) (*place, error) {
	folder, err := os.MkdirTemp("", "firmhub-peers")
	if err != nil {
		return nil, err
	}
	return &place{settings: s, folder: folder, closers: []func() error{func() error { return os.RemoveAll(folder) }}}, nil
}

// close stops and removes everything, the last first.
func (p *place) close() (err error) {
	for len(p.closers) > 0 {
		last := len(p.closers) - 1
		err = errors.Join(err, p.closers[last]())
		p.closers = p.closers[:last]
	}
	return err
}

func (p *place) progress(what string) {
	fmt.Fprintln(os.Stderr, time.Now().Format(time.TimeOnly), what)
}

// startAll starts the servers, all with the data that firmhub was filled with.
func (p *place) startAll(ctx context.Context) (data *dataset.Data, forms []*form, err error) {
	p.progress("filling firmhub")
	data, forms, err = p.startFirmhub(ctx)
	if err != nil {
		return nil, nil, fmt.Errorf("firmhub: %w", err)
	}
	for _, peer := range []struct {
		name  string
		start func(ctx context.Context, data *dataset.Data) (*form, error)
	}{{"PostGraphile", p.startPostGraphile}, {"PocketBase", p.startPocketBase}, {"Directus", p.startDirectus}} {
		if !slices.Contains(strings.Split(p.peers, ","), peer.name) {
			continue
		}
		p.progress("filling " + peer.name)
		f, err := peer.start(ctx, data)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", peer.name, err)
		}
		forms = append(forms, f)
	}
	return data, forms, nil
}

// database makes an empty database, which is dropped at the end.
func (p *place) database(ctx context.Context) (address *url.URL, err error) {
	text, drop, err := bench.Database(ctx, db.Postgres)
	if err != nil {
		return nil, err
	}
	p.closers = append(p.closers, drop)
	return url.Parse(text)
}

// plainDatabase makes a database with the tables of contacts.sql and of another file, and fills
// them.
func (p *place) plainDatabase(ctx context.Context, data *dataset.Data, more string) (*url.URL, error) {
	address, err := p.database(ctx)
	if err != nil {
		return nil, err
	}
	return address, withConn(ctx, address, func(conn *pgx.Conn) error {
		for _, name := range []string{"contacts.sql", more} {
			text, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			if _, err := conn.Exec(ctx, string(text)); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		return copyInto(ctx, conn, data)
	})
}

// vacuum brings all databases into the state that autovacuum would reach later.
func vacuum(ctx context.Context, address *url.URL) error {
	return withConn(ctx, address, func(conn *pgx.Conn) error {
		_, err := conn.Exec(ctx, "VACUUM ANALYZE")
		return err
	})
}

func withConn(ctx context.Context, address *url.URL, do func(conn *pgx.Conn) error) error {
	conn, err := pgx.Connect(ctx, address.String())
	if err != nil {
		return err
	}
	return errors.Join(do(conn), conn.Close(context.WithoutCancel(ctx)))
}
