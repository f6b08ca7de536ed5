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

// moveStatement changes the wallet for an entry. So it is locked for no round trip except that of
// the commit, with which the entry is sent. The values that depend on the entry before are computed
// from the locked row. The time and the day never go back. The amount spent starts again with the
// first entry of a month in UTC; $9 is the beginning of the month. AT TIME ZONE 'UTC' makes extract
// immutable, because Citus requires immutable functions of a column in an UPDATE. Citus sends an
// UPDATE to its server as it is. A WITH of several changes it runs in steps, and copies the rows
// between the servers.
const moveStatement = `
UPDATE wallets SET
	balance = balance + $2::bigint, turnover = turnover + abs($2::bigint), last = last + 1,
	posted_at = greatest(posted_at, $3::timestamptz), updated_at = greatest(posted_at, $3::timestamptz),
	day = greatest(day, $4::bigint), spent = CASE WHEN posted_at >= $9::timestamptz THEN spent ELSE 0 END + $8::bigint,
	hash = sha256(hash || int8send(last + 1) || int8send($2::bigint) || int8send(balance + $2::bigint)
		|| int8send((extract(epoch FROM greatest(posted_at, $3::timestamptz) AT TIME ZONE 'UTC') * 1000000)::bigint)
		|| int8send(greatest(day, $4::bigint)) || $5::bytea)
WHERE firm_id = $1::uuid AND currency = $6 AND balance + $2::bigint >= held AND turnover + held + abs($2::bigint) <= $7::bigint
RETURNING balance, last, posted_at, day, hash`

// moveInPostgres changes the wallet in one round trip. It returns the place and the hash of the
// entry, or posted false if the wallet does not allow it.
func (a *account) moveInPostgres(
	ctx context.Context, d *db.DB, e *entry, now time.Time,
) (at place, hash []byte, posted bool, err error) {
	posted, err = inFirm(ctx, d, a.firm).Row([]any{&at.balanceAfter, &at.number, &at.createdAt, &at.day, &hash}, moveStatement,
		int64(e.amount), now, int(calendar.DayOf(now.In(a.zone))), e.digest(), a.currency, int64(maxTurnover), int64(e.spent()), utcMonth(now))
	at.createdAt = at.createdAt.UTC()
	return at, hash, posted, err
}

// moveInSQLite does the same as moveInPostgres in two statements: the transaction has the database
// to itself, and no round trips.
func (a *account) moveInSQLite(
	ctx context.Context, d *db.DB, e *entry, now time.Time,
) (at place, hash []byte, posted bool, err error) {
	s := a.locked
	if a.locked = nil; s == nil {
		if s, err = lock(ctx, d, a.firm); err != nil {
			return at, nil, false, err
		}
	}
	if s.currency != a.currency || e.amount < s.held-s.balance || e.amount.Abs() > maxTurnover-s.turnover-s.held {
		return at, nil, false, nil
	}
	s.move(now)
	at = s.place
	at.number, at.balanceAfter = s.number+1, s.balance+e.amount
	s.number, s.balance, s.turnover, s.hash = at.number, at.balanceAfter, s.turnover+e.amount.Abs(), e.hash(s.hash, at)
	s.spent += e.spent()
	return at, s.hash, true, s.store(ctx, d)
}

// add adds the entry of a changed wallet. Nobody waits for the result, unless the bank reference
// may have been credited before.
func (a *account) add(ctx context.Context, d *db.DB, e *entry, at place, hash []byte) error {
	scope := inFirm(ctx, d, a.firm)
	run := scope.Later
	if e.bankRef != nil {
		run = func(query string, args ...any) error {
			_, err := scope.Exec(query, args...)
			return err
		}
	}
	err := run(`
INSERT INTO wallet_entries (id, created_at, firm_id, wallet_id, number, day, type, amount, balance_after, reason, bank_ref,
	reference, actor_kind, actor_id, actor_name, hash)
VALUES ($2, $3, $1, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
		e.id, at.createdAt, a.id, at.number, int(at.day), string(e.kind), int64(e.amount), int64(at.balanceAfter), e.reason,
		e.bankRef, e.reference, string(e.actor.Kind), e.actor.ID, e.actor.Name, hash)
	if err != nil {
		return err
	}
	return countDay(ctx, d, a, at, e.kind, 1, e.amount)
}

// countDay adds entries to the counts of their day.
func countDay(ctx context.Context, d *db.DB, a *account, at place, kind walletentry.Type, n int, sum money.Amount) error {
	return inFirm(ctx, d, a.firm).Later(`
INSERT INTO wallet_days (id, created_at, updated_at, firm_id, wallet_id, day, utc_day, type, n, amount)
VALUES ($2, $3, $3, $1, $4, $5, $6, $7, $8, $9)
ON CONFLICT (firm_id, day, type, utc_day) DO UPDATE
SET n = wallet_days.n + excluded.n, amount = wallet_days.amount + excluded.amount, updated_at = excluded.updated_at`,
		entity.NewID(), at.createdAt, a.id, int(at.day), int(calendar.DayOf(at.createdAt)), string(kind), n, int64(sum))
}
