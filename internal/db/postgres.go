package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"entgo.io/ent/dialect"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"
)

// postgres is an ent driver on pgx, without database/sql.
type postgres struct {
	pgConn

	pool *pgxpool.Pool
}

const defaultMaxConns = 16

func openPostgres(ctx context.Context, address string, slow *slow) (*postgres, error) {
	config, err := pgxpool.ParseConfig(address)
	if err != nil {
		// The error of pgx may contain a part of the password.
		return nil, &URLError{"must be postgres://user:password@host:port/database, perhaps with parameters of libpq; " +
			"in a password what has a meaning in URLs is written as % and two digits, such as %40 for @"}
	}
	if parsed, err := url.Parse(address); err == nil && !parsed.Query().Has("pool_max_conns") {
		config.MaxConns = defaultMaxConns
	}
	config.ConnConfig.RuntimeParams["timezone"] = "UTC"
	if config.ConnConfig.RuntimeParams["application_name"] == "" {
		config.ConnConfig.RuntimeParams["application_name"] = "firmhub"
	}
	config.AfterConnect = func(ctx context.Context, conn *pgx.Conn) error {
		registerTypes(conn.TypeMap())
		// Compiling a statement takes longer than running any of firmhub's. A statement on several
		// processors takes them from the others. These are not start parameters, because PgBouncer
		// would refuse them.
		_, err := conn.Exec(ctx, "SELECT set_config('jit', 'off', false), set_config('max_parallel_workers_per_gather', '0', false)")
		return err
	}
	config.ConnConfig.DialFunc = dialed(config.ConnConfig.DialFunc)
	RefuseStandby(config.ConnConfig)
	config.BeforeClose = cancelUntilClosed
	if slow != nil {
		config.ConnConfig.Tracer = slow
	}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("open a pool: %w", err)
	}
	return &postgres{pgConn: pgConn{pool}, pool: pool}, nil
}

var errStandby = errors.New("the server is a standby, which may be behind and can't write")

// RefuseStandby makes connections fail at a server that is a standby, to which an address may lead
// during a failover, unless the address has target_session_attrs. What a standby reads may be older
// than what was answered, such as a permission that was removed. PostgreSQL says that it is one
// from release 14 on; PgBouncer does not.
func RefuseStandby(config *pgx.ConnConfig) {
	if config.ValidateConnect == nil {
		config.ValidateConnect = refuseStandby
	}
}

func refuseStandby(_ context.Context, conn *pgconn.PgConn) error {
	if conn.ParameterStatus("in_hot_standby") == "on" {
		return errStandby
	}
	return nil
}

const cancelAgain = time.Second

// cancelUntilClosed repeats the request to cancel the statement of a connection that pgx closes
// because a context ended. pgx sends it once and waits 15 s. PostgreSQL ignores a request that
// arrives before it has begun the statement or while it compiles the statement. The statement would
// then run to its end, whether or not the connection still exists.
func cancelUntilClosed(conn *pgx.Conn) {
	if !conn.IsClosed() {
		return
	}
	ticks := time.NewTicker(cancelAgain)
	defer ticks.Stop()
	for {
		select {
		case <-conn.PgConn().CleanupDone():
			return
		case <-ticks.C:
			ctx, cancel := context.WithTimeout(context.Background(), cancelAgain)
			_ = conn.PgConn().CancelRequest(ctx) // An error means that the connection has closed, or is left to pgx's limit.
			cancel()
		}
	}
}

func (p *postgres) Dialect() string { return dialect.Postgres }

func (p *postgres) Close() error {
	p.pool.Close()
	return nil
}

func (p *postgres) ping(ctx context.Context) error { return p.pool.Ping(ctx) }

func (p *postgres) pools() []Pool {
	stat := p.pool.Stat()
	return []Pool{{
		Name: "postgres", Max: int(stat.MaxConns()), Open: int(stat.TotalConns()),
		InUse: int(stat.AcquiredConns()), Idle: int(stat.IdleConns()),
		Waits: stat.EmptyAcquireCount(), Waited: stat.EmptyAcquireWaitTime(),
	}}
}

// shares reserves an eighth of the connections for the server. One firm uses half of the
// connections at most.
func (p *postgres) shares() shares {
	const reserved, perFirm = 8, 2
	conns := int(p.pool.Config().MaxConns)
	all := newShare(conns-max(1, conns/reserved), conns/perFirm)
	return shares{reads: all, writes: all}
}

// pgConn runs statements on a pool or on a connection.
type pgConn struct {
	conn interface {
		Exec(ctx context.Context, query string, args ...any) (pgconn.CommandTag, error)
		Query(ctx context.Context, query string, args ...any) (pgx.Rows, error)
	}
}

// Exec implements dialect.ExecQuerier.
func (c pgConn) Exec(ctx context.Context, query string, args, v any) error {
	values, err := valuesOf(args)
	if err != nil {
		return err
	}
	tag, err := c.conn.Exec(ctx, query, planned(query, values)...)
	if err != nil {
		return err
	}
	if result, ok := v.(*sql.Result); ok {
		*result = pgResult(tag.RowsAffected())
	}
	return nil
}

// PlanAnew in a statement makes PostgreSQL plan the statement each time for its arguments.
// Otherwise PostgreSQL soon plans a prepared statement without them, and then does not see that one
// value is in half of the rows. Statements with LIKE need no such comment: without the argument the
// trigram index would not be used for a rare pattern, which takes 22 ms instead of 1.
const PlanAnew = "/* plan anew */"

func plansAnew(query string) bool {
	return strings.Contains(query, " LIKE ") || strings.Contains(query, PlanAnew)
}

// planned returns the arguments of a statement and how to plan it.
func planned(query string, values []any) []any {
	if plansAnew(query) {
		return append([]any{pgx.QueryExecModeCacheDescribe}, values...)
	}
	return values
}

// Query implements dialect.ExecQuerier. It returns the error of a statement that fails.
func (c pgConn) Query(ctx context.Context, query string, args, v any) error {
	values, err := valuesOf(args)
	if err != nil {
		return err
	}
	rows, err := c.conn.Query(ctx, query, planned(query, values)...)
	if err != nil {
		return err
	}
	return readAhead(rows, nil, v)
}

type pgResult int64

func (r pgResult) RowsAffected() (int64, error) { return int64(r), nil }

func (r pgResult) LastInsertId() (int64, error) {
	return 0, errors.New("db: PostgreSQL has no last insert id")
}

// registerTypes makes pgx return times in UTC, and send UUIDs as sixteen bytes instead of text.
func registerTypes(types *pgtype.Map) {
	types.RegisterType(&pgtype.Type{
		Name: "timestamptz", OID: pgtype.TimestamptzOID, Codec: &pgtype.TimestamptzCodec{ScanLocation: time.UTC},
	})
	id := &pgtype.Type{Name: "uuid", OID: pgtype.UUIDOID, Codec: uuidCodec{}}
	types.RegisterType(id)
	types.RegisterType(&pgtype.Type{Name: "_uuid", OID: pgtype.UUIDArrayOID, Codec: &pgtype.ArrayCodec{ElementType: id}})
}

// uuidCodec is pgx's codec of UUIDs, with a plan for uuid.UUID, for which pgx would make a text.
type uuidCodec struct{ pgtype.UUIDCodec }

func (c uuidCodec) PlanEncode(types *pgtype.Map, oid uint32, format int16, value any) pgtype.EncodePlan {
	if _, ok := value.(uuid.UUID); ok && format == pgtype.BinaryFormatCode {
		return encodeUUID{}
	}
	return c.UUIDCodec.PlanEncode(types, oid, format, value)
}

type encodeUUID struct{}

func (encodeUUID) Encode(value any, buf []byte) ([]byte, error) {
	id, ok := value.(uuid.UUID)
	if !ok {
		return nil, fmt.Errorf("db: encode %T as a UUID", value)
	}
	return append(buf, id[:]...), nil
}
