package db

import (
	"context"
	"database/sql"
	sqldriver "database/sql/driver"
	"errors"
	"fmt"

	lru "github.com/hashicorp/golang-lru/v2/simplelru"
)

const (
	// keptStatements is how many prepared statements a connection to SQLite keeps.
	keptStatements = 200
	// longestKept is the maximum length of a kept statement in bytes. An INSERT of
	// [maxParametersSQLite] is shorter, unless it has few columns.
	longestKept = 4 << 10
)

// openKeeping opens a pool of connections to SQLite that keep their prepared statements: compiling
// a statement takes longer than running most of firmhub's.
func openKeeping(name string, slow *slow) (*sql.DB, error) {
	plain, err := sql.Open("sqlite", name)
	if err != nil {
		return nil, err
	}
	return sql.OpenDB(&keepingConnector{driver: plain.Driver(), name: name, slow: slow}), plain.Close()
}

type keepingConnector struct {
	driver sqldriver.Driver
	name   string
	slow   *slow
}

// Driver implements sqldriver.Connector.
func (c *keepingConnector) Driver() sqldriver.Driver { return c.driver }

// Connect implements sqldriver.Connector.
func (c *keepingConnector) Connect(context.Context) (sqldriver.Conn, error) {
	opened, err := c.driver.Open(c.name)
	if err != nil {
		return nil, err
	}
	conn, ok := opened.(sqliteConn)
	if !ok {
		return nil, errors.Join(fmt.Errorf("db: a connection is a %T", opened), opened.Close())
	}
	kept, err := lru.NewLRU(keptStatements, func(_ string, s *keptStatement) {
		if !s.used {
			_ = s.Close()
		}
	})
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	keeping := &keepingConn{sqliteConn: conn, kept: kept}
	if c.slow != nil {
		return &slowConn{keeping, c.slow}, nil
	}
	return keeping, nil
}

// sqliteConn are the methods of a connection of the SQLite driver.
type sqliteConn interface {
	sqldriver.Conn
	sqldriver.ConnBeginTx
	sqldriver.ConnPrepareContext
	sqldriver.ExecerContext
	sqldriver.QueryerContext
	sqldriver.Pinger
	sqldriver.SessionResetter
	sqldriver.Validator
}

// keepingConn keeps the statements that are not in use. database/sql calls it from one goroutine at
// a time.
type keepingConn struct {
	sqliteConn

	kept *lru.LRU[string, *keptStatement]
}

// keptStatement is a statement of a connection. A statement in use is not in its connection's kept.
type keptStatement struct {
	keepable

	conn  *keepingConn
	query string
	used  bool // it is not closed when it is removed from kept
}

type keepable interface {
	sqldriver.Stmt
	sqldriver.StmtExecContext
	sqldriver.StmtQueryContext
}

// Close implements sqldriver.Conn.
func (c *keepingConn) Close() error {
	c.kept.Purge()
	return c.sqliteConn.Close()
}

// take returns a prepared statement that nobody uses. The caller must keep or close it.
func (c *keepingConn) take(ctx context.Context, query string) (*keptStatement, error) {
	if s, ok := c.kept.Peek(query); ok {
		s.used = true // else it would be closed
		c.kept.Remove(query)
		s.used = false
		return s, nil
	}
	prepared, err := c.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	s, ok := prepared.(keepable)
	if !ok {
		return nil, errors.Join(fmt.Errorf("db: a statement is a %T", prepared), prepared.Close())
	}
	return &keptStatement{keepable: s, conn: c, query: query}, nil
}

// keep keeps a statement for its next use.
func (s *keptStatement) keep() {
	if s.conn.kept.Contains(s.query) { // It was in use twice at the same time.
		_ = s.Close()
		return
	}
	s.conn.kept.Add(s.query, s)
}

// ExecContext implements sqldriver.ExecerContext.
func (c *keepingConn) ExecContext(ctx context.Context, query string, args []sqldriver.NamedValue) (sqldriver.Result, error) {
	if len(query) > longestKept {
		return c.sqliteConn.ExecContext(ctx, query, args)
	}
	s, err := c.take(ctx, query)
	if err != nil {
		return nil, err
	}
	defer s.keep()
	return s.ExecContext(ctx, args)
}

// QueryContext implements sqldriver.QueryerContext.
func (c *keepingConn) QueryContext(ctx context.Context, query string, args []sqldriver.NamedValue) (sqldriver.Rows, error) {
	if len(query) > longestKept {
		return c.sqliteConn.QueryContext(ctx, query, args)
	}
	s, err := c.take(ctx, query)
	if err != nil {
		return nil, err
	}
	rows, err := s.QueryContext(ctx, args)
	if err != nil {
		s.keep()
		return nil, err
	}
	return &keptRows{Rows: rows, statement: s}, nil
}

// keptRows keep their statement when they are closed, which database/sql does once.
type keptRows struct {
	sqldriver.Rows

	statement *keptStatement
}

// Close implements sqldriver.Rows.
func (r *keptRows) Close() error {
	defer r.statement.keep()
	return r.Rows.Close()
}
