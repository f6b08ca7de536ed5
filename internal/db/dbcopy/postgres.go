package dbcopy

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/firmhub/firmhub/internal/db"
)

// postgresConn is a connection to PostgreSQL with a transaction.
type postgresConn struct {
	conn *pgx.Conn
	tx   pgx.Tx
}

func connect(ctx context.Context, address string, options pgx.TxOptions) (*postgresConn, error) {
	config, err := pgxpool.ParseConfig(address) // which knows the parameters of pools, too
	if err != nil {
		return nil, &db.URLError{Reason: "must be postgres://user:password@host:port/database"} // The error may contain the password.
	}
	config.ConnConfig.RuntimeParams["timezone"] = "UTC"
	config.ConnConfig.RuntimeParams["application_name"] = "firmhub copy"
	db.RefuseStandby(config.ConnConfig)
	conn, err := pgx.ConnectConfig(ctx, config.ConnConfig)
	if err != nil {
		return nil, err
	}
	tx, err := conn.BeginTx(ctx, options)
	if err != nil {
		return nil, errors.Join(err, conn.Close(ctx))
	}
	if _, err := tx.Exec(ctx, db.NoTimeouts); err != nil {
		return nil, errors.Join(err, conn.Close(ctx))
	}
	return &postgresConn{conn, tx}, nil
}

// close closes the connection, which ends a transaction without a commit.
func (p *postgresConn) close() error { return p.conn.Close(context.Background()) }

const columnsQuery = `SELECT c.relname::text, a.attname::text, CASE
		WHEN format_type(a.atttypid, NULL) IN ('bit') THEN format_type(a.atttypid, a.atttypmod) ELSE format_type(a.atttypid, NULL) END
	FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
	WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND a.attnum > 0
		AND NOT a.attisdropped
		AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')`

const parentsQuery = `SELECT DISTINCT c.relname::text, p.relname::text
	FROM pg_constraint f JOIN pg_class c ON c.oid = f.conrelid JOIN pg_class p ON p.oid = f.confrelid
	WHERE f.contype = 'f' AND NOT c.relispartition AND c.relnamespace = current_schema()::regnamespace`

func (p *postgresConn) catalog(ctx context.Context) (map[string]*relation, error) {
	all := map[string]*relation{}
	rows, err := p.tx.Query(ctx, columnsQuery)
	if err != nil {
		return nil, err
	}
	var table, column, kind string
	if _, err := pgx.ForEachRow(rows, []any{&table, &column, &kind}, func() error {
		if all[table] == nil {
			all[table] = &relation{columns: map[string]string{}}
		}
		all[table].columns[column] = kind
		return nil
	}); err != nil {
		return nil, err
	}
	if rows, err = p.tx.Query(ctx, parentsQuery); err != nil {
		return nil, err
	}
	_, err = pgx.ForEachRow(rows, []any{&table, &column}, func() error {
		all[table].parents = append(all[table].parents, column)
		return nil
	})
	return all, err
}

func (p *postgresConn) count(ctx context.Context, table string) (rows int64, err error) {
	err = p.tx.QueryRow(ctx, "SELECT count(*) FROM "+quote(table)).Scan(&rows)
	return rows, err
}

type postgresSource struct{ *postgresConn }

func openPostgresSource(ctx context.Context, address string) (*postgresSource, error) {
	p, err := connect(ctx, address, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
	if err != nil {
		return nil, err
	}
	return &postgresSource{p}, nil
}

func (p *postgresSource) rows(ctx context.Context, t *table) iter.Seq2[[]any, error] {
	return func(yield func([]any, error) bool) {
		rows, err := p.tx.Query(ctx, t.selection(func(c column) string {
			switch name := quote(c.name); c.kind {
			case text, document, queued:
				return name + "::text"
			case texts, documents:
				return "to_jsonb(" + name + ")::text"
			case integer:
				return name + "::bigint"
			case bits:
				return name + "::int::bigint"
			case boolean, binary, moment, id:
				return name
			}
			return ""
		}))
		if err != nil {
			yield(nil, err)
			return
		}
		defer rows.Close()
		for rows.Next() {
			values, err := rows.Values()
			for i, value := range values {
				if at, isTime := value.(time.Time); isTime {
					values[i] = at.UTC()
				}
			}
			if !yield(values, err) || err != nil {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(nil, err)
		}
	}
}

// months returns nothing: SQLite, the target, has no partitions.
func (*postgresSource) months(context.Context) (first, last string, err error) { return "", "", nil }

type postgresTarget struct{ *postgresConn }

func openPostgresTarget(ctx context.Context, address string) (*postgresTarget, error) {
	p, err := connect(ctx, address, pgx.TxOptions{})
	if err != nil {
		return nil, err
	}
	state, err := p.conn.LoadType(ctx, "river_job_state")
	if err != nil {
		return nil, errors.Join(err, p.close())
	}
	p.conn.TypeMap().RegisterType(state)
	return &postgresTarget{p}, nil
}

func (p *postgresTarget) run(ctx context.Context, statements ...string) error {
	for _, statement := range statements {
		if _, err := p.tx.Exec(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

func (p *postgresTarget) begin(ctx context.Context, tables []*table) error {
	// Nobody else may write what is not checked any more.
	statements := make([]string, 0, len(tables))
	for _, t := range tables {
		statements = append(statements, "ALTER TABLE "+quote(t.name)+" DISABLE TRIGGER USER")
	}
	return p.run(ctx, append(statements, emptied(tables)...)...)
}

func (p *postgresTarget) partition(ctx context.Context, first, last string) error {
	_, err := p.tx.Exec(ctx, "SELECT x_create_message_partitions($1::text::date, $2::text::date)", first, last)
	return err
}

func (p *postgresTarget) write(ctx context.Context, t *table, rows iter.Seq2[[]any, error]) error {
	names := make([]string, len(t.columns))
	for i, c := range t.columns {
		names[i] = c.name
	}
	next, stop := iter.Pull2(rows)
	defer stop()
	var refused error
	_, err := p.tx.CopyFrom(ctx, pgx.Identifier{t.name}, names, pgx.CopyFromFunc(func() ([]any, error) {
		values, err, more := next()
		if !more || err != nil {
			refused = err
			return nil, err
		}
		for i, c := range t.columns {
			if values[i], err = toPostgres(c, values[i]); err != nil {
				refused = err
				return nil, err
			}
		}
		return values, nil
	}))
	if refused != nil {
		return refused
	}
	return err
}

// toPostgres returns a value that pgx sends for a column.
func toPostgres(c column, value any) (any, error) {
	if value == nil {
		return nil, nil //nolint:nilnil // NULL
	}
	switch c.kind {
	case document, queued:
		if raw, isText := value.(string); isText {
			return json.RawMessage(raw), nil
		}
	case texts:
		return list[string](c, value)
	case documents:
		return list[json.RawMessage](c, value)
	case bits:
		if number, isNumber := value.(int64); isNumber {
			return pgtype.Bits{Bytes: []byte{byte(number)}, Len: 8, Valid: true}, nil //nolint:mnd // bit(8)
		}
	case text, integer, boolean, binary, moment, id:
		return value, nil
	}
	return nil, fmt.Errorf("the column %s has a %T", c.name, value)
}

func list[T any](c column, value any) (any, error) {
	raw, _ := value.(string)
	all := []T{}
	if err := json.Unmarshal([]byte(raw), &all); err != nil {
		return nil, fmt.Errorf("the column %s has no list: %w", c.name, err)
	}
	return all, nil
}

func (p *postgresTarget) commit(ctx context.Context, tables []*table) error {
	for _, t := range tables {
		if err := p.run(ctx, "ALTER TABLE "+quote(t.name)+" ENABLE TRIGGER USER"); err != nil {
			return err
		}
	}
	if err := p.advance(ctx); err != nil {
		return err
	}
	if err := p.tx.Commit(ctx); err != nil {
		return err
	}
	// Without statistics the first queries are slow. The rows are there all the same.
	if _, err := p.conn.Exec(ctx, "ANALYZE"); err != nil {
		slog.WarnContext(ctx, "the new database has no statistics yet, run ANALYZE", "error", err)
	}
	return nil
}

// advance sets the sequences after the greatest numbers.
func (p *postgresTarget) advance(ctx context.Context) error {
	rows, err := p.tx.Query(ctx, `SELECT c.relname::text, a.attname::text, pg_get_serial_sequence(quote_ident(c.relname), a.attname)
		FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
		WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
			AND pg_get_serial_sequence(quote_ident(c.relname), a.attname) IS NOT NULL`)
	if err != nil {
		return err
	}
	var table, column, sequence string
	var statements []string
	if _, err := pgx.ForEachRow(rows, []any{&table, &column, &sequence}, func() error {
		statements = append(statements, fmt.Sprintf("SELECT setval(%s, coalesce(max(%s), 0) + 1, false) FROM %s",
			"'"+strings.ReplaceAll(sequence, "'", "''")+"'", quote(column), quote(table)))
		return nil
	}); err != nil {
		return err
	}
	return p.run(ctx, statements...)
}

func openSource(ctx context.Context, address string) (source, error) {
	if isSQLite(address) {
		return openSQLiteSource(ctx, address)
	}
	return openPostgresSource(ctx, address)
}

func openTarget(ctx context.Context, address string) (target, error) {
	if isSQLite(address) {
		return openSQLiteTarget(ctx, address)
	}
	return openPostgresTarget(ctx, address)
}
