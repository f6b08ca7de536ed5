package db

import (
	"context"
	"database/sql"
	sqldriver "database/sql/driver"
	"errors"
	"slices"
	"strings"

	"entgo.io/ent/dialect/sql/sqlgraph"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/puddle/v2"
	modernc "modernc.org/sqlite"
	sqlitecode "modernc.org/sqlite/lib"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/fault"
)

// IsUnique reports whether a statement failed because a row with the same unique key exists.
func IsUnique(err error) bool { return sqlgraph.IsUniqueConstraintError(err) }

// Conflict returns a [fault.Conflict] with the message if err is a violation of a unique key, else
// err itself.
func Conflict(err error, format string, args ...any) error {
	if IsUnique(err) {
		return fault.New(fault.Conflict, format, args...).Because(err)
	}
	return err
}

// NotFound returns a [fault.NotFound] that names the kind of record, such as role, if err means
// that a query found nothing, else err itself.
func NotFound(err error, kind string) error {
	if ent.IsNotFound(err) {
		return fault.New(fault.NotFound, "There is no such %s.", kind).Because(err)
	}
	return err
}

// IsForeignKey reports whether a statement failed because a row refers to one that does not exist
// or belongs to another firm, or because other rows refer to it.
func IsForeignKey(err error) bool { return sqlgraph.IsForeignKeyConstraintError(err) }

// IsUnavailable reports whether err means that the database could not be reached, was lost, is too
// busy, full or read-only, or could not finish the transaction because of another one. Nothing is
// wrong with the request, and it may be tried again. If the connection was lost at the commit, the
// transaction may have been committed.
func IsUnavailable(err error) bool {
	if errors.Is(err, puddle.ErrClosedPool) || errors.Is(err, sql.ErrConnDone) || errors.Is(err, sqldriver.ErrBadConn) {
		return true
	}
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok {
		return true
	}
	if _, ok := errors.AsType[*lostError](err); ok {
		return true
	}
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok {
		return slices.ContainsFunc(passing(), func(prefix string) bool { return strings.HasPrefix(refused.Code, prefix) })
	}
	if refused, ok := errors.AsType[*modernc.Error](err); ok {
		switch refused.Code() & 0xff { // the rest is detail
		case sqlitecode.SQLITE_BUSY, sqlitecode.SQLITE_CANTOPEN, sqlitecode.SQLITE_FULL, sqlitecode.SQLITE_IOERR, sqlitecode.SQLITE_READONLY:
			return true
		}
		return false
	}
	// A statement that was never sent can be tried again, unless the caller has left.
	if pgconn.SafeToRetry(err) {
		return !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded)
	}
	// database/sql does not export this error.
	return err != nil && strings.Contains(err.Error(), "sql: database is closed")
}

// IsPassing reports whether the same may succeed later without anybody's doing: [IsUnavailable], or
// a refusal because of too much work.
func IsPassing(err error) bool {
	return IsUnavailable(err) || fault.Is(err, fault.Unavailable) || fault.Is(err, fault.TooManyRequests)
}

// passing returns the prefixes of PostgreSQL's codes for temporary errors.
func passing() []string {
	return []string{
		"08",    // connection
		"25006", // a standby, or a server that is read-only
		"40001", // serialization failure
		"40P01", // deadlock
		"53",    // out of connections, disk or memory
		"55P03", // lock not available
		"57P",   // shutting down or starting
		"58",    // files of the server
	}
}
