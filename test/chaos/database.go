package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// database is a new database on the server of FIRMHUB_TEST_POSTGRES. At the end, clients must have
// its content.
type database struct {
	url, name string
	server    *pgx.Conn
}

func newDatabase(ctx context.Context) (*database, error) {
	address, err := url.Parse(os.Getenv("FIRMHUB_TEST_POSTGRES"))
	if err != nil || address.Host == "" {
		return nil, errors.New("FIRMHUB_TEST_POSTGRES must be the URL of a PostgreSQL server: make chaos starts one")
	}
	d := &database{name: fmt.Sprintf("firmhub_chaos_%d", os.Getpid())}
	if d.server, err = pgx.Connect(ctx, address.String()); err != nil {
		return nil, err
	}
	address.Path = "/" + d.name
	d.url = address.String()
	_, err = d.server.Exec(ctx, "CREATE DATABASE "+d.name)
	return d, err
}

func (d *database) drop() error {
	ctx := context.Background()
	_, err := d.server.Exec(ctx, "DROP DATABASE "+d.name+" WITH (FORCE)")
	return errors.Join(err, d.server.Close(ctx))
}

// notification is a notification in the database: its user, zero for everyone in the firm, and its
// number.
type notification struct {
	id, user uuid.UUID
	number   int64
}

// notifications returns what was raised in the firm of the first notification after that, by
// number.
func (d *database) notifications(ctx context.Context, first uuid.UUID) ([]notification, error) {
	conn, err := pgx.Connect(ctx, d.url)
	if err != nil {
		return nil, err
	}
	defer func() { _ = conn.Close(ctx) }()
	rows, err := conn.Query(ctx, `SELECT n.id::text, n.user_id::text, n.number FROM notifications n
		JOIN notifications f ON f.firm_id = n.firm_id AND n.number > f.number WHERE f.id = $1 ORDER BY n.number`, first.String())
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (n notification, err error) {
		var id, user string
		if err := row.Scan(&id, &user, &n.number); err != nil {
			return n, err
		}
		n.id, n.user = uuid.MustParse(id), uuid.MustParse(user)
		return n, nil
	})
}
