package wallet

import (
	"context"
	"time"

	"github.com/firmhub/firmhub/ent/walletentry"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/calendar"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/entity"
)

// postStatement is a single statement, so that the wallet is locked for no round trip except the
// commit. The values that depend on the entry before are computed from the locked row. The time and
// the day never go back. The amount spent starts again with the first entry of a month in UTC; $17
// is the beginning of the month. AT TIME ZONE 'UTC' makes extract immutable, because Citus requires
// immutable functions of a column in an UPDATE.
const postStatement = `
WITH moved AS (
	UPDATE wallets SET
		balance = balance + $4::bigint, turnover = turnover + abs($4::bigint), last = last + 1,
		posted_at = greatest(posted_at, $5::timestamptz), updated_at = greatest(posted_at, $5::timestamptz),
		day = greatest(day, $6::bigint), spent = CASE WHEN posted_at >= $17::timestamptz THEN spent ELSE 0 END + $18::bigint,
		hash = sha256(hash || int8send(last + 1) || int8send($4::bigint) || int8send(balance + $4::bigint)
			|| int8send((extract(epoch FROM greatest(posted_at, $5::timestamptz) AT TIME ZONE 'UTC') * 1000000)::bigint)
			|| int8send(greatest(day, $6::bigint)) || $7::bytea)
	WHERE firm_id = $1::uuid AND currency = $8 AND balance + $4::bigint >= 0 AND turnover + abs($4::bigint) <= $9::bigint
	RETURNING id, balance, last, posted_at, day, hash
), added AS (
	INSERT INTO wallet_entries (id, created_at, firm_id, wallet_id, number, day, type, amount, balance_after, reason, bank_ref,
		reference, actor_kind, actor_id, actor_name, hash)
	SELECT $2::uuid, posted_at, $1::uuid, id, last, day, $3, $4::bigint, balance, $10, $11, $12, $13, $14::uuid, $15, hash FROM moved
), counted AS (
	INSERT INTO wallet_days (id, created_at, updated_at, firm_id, wallet_id, day, utc_day, type, n, amount)
	SELECT $16::uuid, posted_at, posted_at, $1::uuid, id, day, to_char(posted_at AT TIME ZONE 'UTC', 'YYYYMMDD')::bigint,
		$3, 1, $4::bigint FROM moved
	ON CONFLICT (firm_id, day, type, utc_day) DO UPDATE
	SET n = wallet_days.n + 1, amount = wallet_days.amount + excluded.amount, updated_at = excluded.updated_at
)
SELECT balance, last, posted_at, day FROM moved`

func (a *account) postInPostgres(ctx context.Context, d *db.DB, e *entry, now time.Time) (at place, posted bool, err error) {
	posted, err = inFirm(ctx, d, a.firm).Row([]any{&at.balanceAfter, &at.number, &at.createdAt, &at.day}, postStatement,
		e.id, string(e.kind), int64(e.amount), now, int(calendar.DayOf(now.In(a.zone))), e.digest(), a.currency, int64(maxTurnover),
		e.reason, e.bankRef, e.reference, string(e.actor.kind), e.actor.id, e.actor.name, entity.NewID(),
		utcMonth(now), int64(e.spent()))
	at.createdAt = at.createdAt.UTC()
	return at, posted, err
}

// postInSQLite runs several statements: the transaction has the database to itself, and no round
// trips.
func (a *account) postInSQLite(ctx context.Context, d *db.DB, e *entry, now time.Time) (at place, posted bool, err error) {
	err = d.Tx(ctx, func(ctx context.Context) error {
		s := a.locked
		if a.locked = nil; s == nil {
			if s, err = lock(ctx, d, a.firm); err != nil {
				return err
			}
		}
		if s.currency != a.currency || e.amount < -s.balance || e.amount.Abs() > maxTurnover-s.turnover {
			return nil
		}
		s.move(now)
		at = s.place
		at.number, at.balanceAfter, posted = s.number+1, s.balance+e.amount, true
		s.number, s.balance, s.turnover, s.hash = at.number, at.balanceAfter, s.turnover+e.amount.Abs(), e.hash(s.hash, at)
		s.spent += e.spent()
		if err := s.store(ctx, d); err != nil {
			return err
		}
		_, err = inFirm(ctx, d, a.firm).Exec(`
INSERT INTO wallet_entries (id, created_at, firm_id, wallet_id, number, day, type, amount, balance_after, reason, bank_ref,
	reference, actor_kind, actor_id, actor_name, hash)
VALUES ($2, $3, $1, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
			e.id, at.createdAt, a.id, at.number, int(at.day), string(e.kind), int64(e.amount), int64(at.balanceAfter), e.reason,
			e.bankRef, e.reference, string(e.actor.kind), e.actor.id, e.actor.name, s.hash)
		if err != nil {
			return err
		}
		return countDay(ctx, d, a, at, e.kind, 1, e.amount)
	})
	return at, posted, err
}

// countDay adds entries to the counts of their day.
func countDay(ctx context.Context, d *db.DB, a *account, at place, kind walletentry.Type, n int, sum money.Amount) error {
	_, err := inFirm(ctx, d, a.firm).Exec(`
INSERT INTO wallet_days (id, created_at, updated_at, firm_id, wallet_id, day, utc_day, type, n, amount)
VALUES ($2, $3, $3, $1, $4, $5, $6, $7, $8, $9)
ON CONFLICT (firm_id, day, type, utc_day) DO UPDATE
SET n = n + excluded.n, amount = amount + excluded.amount, updated_at = excluded.updated_at`,
		entity.NewID(), at.createdAt, a.id, int(at.day), int(calendar.DayOf(at.createdAt)), string(kind), n, int64(sum))
	return err
}
