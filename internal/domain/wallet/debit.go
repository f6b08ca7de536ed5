package wallet

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/walletentry"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/calendar"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/entity"
)

// state is the state of a locked wallet.
type state struct {
	account
	place // of the last entry, except balanceAfter

	hash []byte
	// before is the balance and heldBefore what was held when it was locked.
	before, heldBefore money.Amount
	balance, turnover  money.Amount
	// held is the part of the balance that is held. It is never more than the balance.
	held money.Amount
	// spent is the sum of the debits in the UTC month of createdAt.
	spent money.Amount
}

// lock returns the wallet of a firm. No other transaction changes the wallet until this one ends.
func lock(ctx context.Context, d *db.DB, firm uuid.UUID) (*state, error) {
	s := &state{account: account{firm: firm}}
	var zone string
	query := `
SELECT w.id, w.currency, f.time_zone, f.low_balance_threshold, w.balance, w.turnover, w.last, w.posted_at, w.day, w.hash, w.spent, w.held
FROM wallets w JOIN firms f ON f.id = w.firm_id WHERE w.firm_id = $1 AND f.id = $1`
	if d.Dialect() == db.Postgres {
		query += " FOR NO KEY UPDATE OF w"
	}
	found, err := inFirm(ctx, d, firm).Row([]any{
		&s.id, &s.currency, &zone, &s.threshold, &s.before, &s.turnover, &s.number, &s.createdAt, &s.day, &s.hash, &s.spent, &s.heldBefore,
	}, query)
	if err != nil {
		return nil, err
	}
	if !found {
		return nil, errNoFirm()
	}
	s.balance, s.held, s.createdAt = s.before, s.heldBefore, s.createdAt.UTC()
	s.zone, err = calendar.Zone(zone)
	return s, err
}

// move sets the time of the next entries. Neither the time nor the day goes back. In a new month
// nothing has been spent.
func (s *state) move(now time.Time) {
	if s.createdAt.Before(utcMonth(now)) {
		s.spent = 0
	}
	if now.After(s.createdAt) {
		s.createdAt = now
	}
	s.day = max(s.day, calendar.DayOf(now.In(s.zone)))
}

// store writes the state of a locked wallet.
func (s *state) store(ctx context.Context, d *db.DB) error {
	_, err := inFirm(ctx, d, s.firm).Exec(`
UPDATE wallets SET balance = $2, turnover = $3, last = $4, posted_at = $5, updated_at = $5, day = $6, hash = $7, spent = $8, held = $9
WHERE firm_id = $1`,
		int64(s.balance), int64(s.turnover), s.number, s.createdAt, int(s.day), s.hash, int64(s.spent), int64(s.held))
	return err
}

// storeHeld writes what is held of a locked wallet, without an entry. Nobody waits for the result.
func (s *state) storeHeld(ctx context.Context, d *db.DB) error {
	return inFirm(ctx, d, s.firm).Later("UPDATE wallets SET held = $2, holds = holds + 1, updated_at = $3 WHERE firm_id = $1",
		int64(s.held), entity.Now())
}

// debitStatement adds all entries in one round trip. Since the wallet is locked, their chain is
// computed before.
const debitStatement = `
WITH moved AS (
	UPDATE wallets SET balance = $3::bigint, turnover = $4::bigint, last = $5::bigint, posted_at = $6::timestamptz,
		updated_at = $6::timestamptz, day = $7::bigint, hash = $8::bytea, spent = $24::bigint, held = $25::bigint
	WHERE firm_id = $1::uuid AND id = $2::uuid
), added AS (
	INSERT INTO wallet_entries (id, created_at, firm_id, wallet_id, number, day, type, amount, balance_after, reason, reference,
		actor_kind, actor_id, actor_name, hash)
	SELECT e.id, $6::timestamptz, $1::uuid, $2::uuid, e.number, $7::bigint, $9, e.amount, e.balance_after, e.reason, e.reference,
		e.actor_kind, e.actor_id, e.actor_name, e.hash
	FROM unnest($10::uuid[], $11::bigint[], $12::bigint[], $13::bigint[], $14::text[], $15::text[], $16::text[], $17::uuid[], $18::text[],
		$19::bytea[]) AS e (id, number, amount, balance_after, reason, reference, actor_kind, actor_id, actor_name, hash)
)
INSERT INTO wallet_days (id, created_at, updated_at, firm_id, wallet_id, day, utc_day, type, n, amount)
VALUES ($20::uuid, $6::timestamptz, $6::timestamptz, $1::uuid, $2::uuid, $7::bigint, $21::bigint, $9, $22::bigint, $23::bigint)
ON CONFLICT (firm_id, day, type, utc_day) DO UPDATE
SET n = wallet_days.n + excluded.n, amount = wallet_days.amount + excluded.amount, updated_at = excluded.updated_at`

// debit posts the charges and stores what is held, in the transaction that has locked the wallet.
func (l *Ledger) debit(ctx context.Context, c *charges) error {
	s := c.state
	switch {
	case c.err != nil:
		return c.err
	case len(c.entries) > 0:
		if err := l.addDebits(ctx, c); err != nil {
			return err
		}
	case s.held == s.heldBefore:
		return nil
	default:
		if err := s.storeHeld(ctx, l.db); err != nil {
			return err
		}
	}
	return l.changed(ctx, &s.account, s.before, s.balance)
}

// addDebits adds the entries of the charges.
func (l *Ledger) addDebits(ctx context.Context, c *charges) error {
	debits, placed, hashes := c.chain()
	insert := l.debitInPostgres
	if l.db.Dialect() == db.SQLite {
		insert = l.debitInSQLite
	}
	return insert(ctx, c, debits, placed, hashes)
}

var errUncounted = errors.New("wallet: the day of a debit was not counted")

func (l *Ledger) debitInPostgres(ctx context.Context, c *charges, debits money.Amount, placed []place, hashes [][]byte) error {
	var (
		s        = c.state
		n        = len(c.entries)
		ids      = make([]uuid.UUID, n)
		numbers  = make([]int64, n)
		amounts  = make([]int64, n)
		balances = make([]int64, n)
		reasons  = make([]string, n)
		refs     = make([]*string, n)
		kinds    = make([]string, n)
		actors   = make([]*uuid.UUID, n)
		names    = make([]string, n)
	)
	for i, e := range c.entries {
		ids[i], numbers[i], amounts[i], balances[i] = e.id, placed[i].number, int64(e.amount), int64(placed[i].balanceAfter)
		reasons[i], refs[i], kinds[i], actors[i], names[i] = e.reason, e.reference, string(e.actor.Kind), e.actor.ID, e.actor.Name
	}
	counted, err := inFirm(ctx, l.db, s.firm).Exec(debitStatement,
		s.id, int64(s.balance), int64(s.turnover), s.number, s.createdAt, int(s.day), s.hash, string(walletentry.TypeDebit),
		ids, numbers, amounts, balances, reasons, refs, kinds, actors, names, hashes,
		entity.NewID(), int(calendar.DayOf(s.createdAt)), n, int64(debits), int64(s.spent), int64(s.held))
	if err == nil && counted != 1 {
		err = errUncounted
	}
	return err
}

func (l *Ledger) debitInSQLite(ctx context.Context, c *charges, debits money.Amount, placed []place, hashes [][]byte) error {
	s := c.state
	if err := s.store(ctx, l.db); err != nil {
		return err
	}
	columns := []string{
		"id", "created_at", "firm_id", "wallet_id", "number", "day", "type", "amount", "balance_after", "reason", "reference",
		"actor_kind", "actor_id", "actor_name", "hash",
	}
	err := inFirm(ctx, l.db, s.firm).Insert("wallet_entries", columns, len(c.entries), func(i int) []any {
		e, at := c.entries[i], placed[i]
		return []any{
			e.id, at.createdAt, s.firm, s.id, at.number, int(at.day), string(e.kind), int64(e.amount), int64(at.balanceAfter), e.reason,
			e.reference, string(e.actor.Kind), e.actor.ID, e.actor.Name, hashes[i],
		}
	})
	if err != nil {
		return err
	}
	return countDay(ctx, l.db, &s.account, s.place, walletentry.TypeDebit, len(c.entries), debits)
}
