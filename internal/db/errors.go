package db

import (
	"context"
	"database/sql"
	sqldriver "database/sql/driver"
	"errors"
	"strings"

	"entgo.io/ent/dialect/sql/sqlgraph"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/puddle/v2"
	modernc "modernc.org/sqlite"
	sqlitecode "modernc.org/sqlite/lib"
)

// IsUnique tells whether err is a row that there may be only one of.
func IsUnique(err error) bool { return sqlgraph.IsUniqueConstraintError(err) }

// IsForeignKey tells whether err is a row that refers to none, or to one of another firm, or one that others refer to.
func IsForeignKey(err error) bool { return sqlgraph.IsForeignKeyConstraintError(err) }

// IsUnavailable tells whether err says that the database could not be reached or is too busy: nothing is wrong with the
// request, and it may be tried again.
func IsUnavailable(err error) bool {
	if errors.Is(err, puddle.ErrClosedPool) || errors.Is(err, sql.ErrConnDone) || errors.Is(err, sqldriver.ErrBadConn) {
		return true
	}
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok {
		return true
	}
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok {
		// 08: connection; 53: out of connections, disk or memory; 57P: shutting down or starting.
		return strings.HasPrefix(refused.Code, "08") || strings.HasPrefix(refused.Code, "53") ||
			strings.HasPrefix(refused.Code, "57P")
	}
	if refused, ok := errors.AsType[*modernc.Error](err); ok {
		switch refused.Code() & 0xff { // the rest is detail
		case sqlitecode.SQLITE_BUSY, sqlitecode.SQLITE_CANTOPEN, sqlitecode.SQLITE_FULL, sqlitecode.SQLITE_IOERR:
			return true
		}
		return false
	}
	// A statement that was never sent can be tried again; but not when it is the caller who left.
	if pgconn.SafeToRetry(err) {
		return !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded)
	}
	// database/sql gives this error no name.
	return err != nil && strings.Contains(err.Error(), "sql: database is closed")
}
