package db

import (
	"context"
	"fmt"
	"hash/fnv"
	"slices"

	"github.com/google/uuid"
)

// Lock locks each id until the transaction of the context ends. Other transactions that lock one of
// them wait. The kind says what the ids identify. Lock locks no row, so readers, foreign keys and
// writers that do not call it don't wait. Data that it protects must be read after Lock, and nobody
// may change it without Lock.
//
// On SQLite it does nothing, because transactions that write run one after the other.
func (d *DB) Lock(ctx context.Context, kind string, ids ...uuid.UUID) error {
	if d.Dialect() != Postgres {
		return nil
	}
	keys := make([]int64, 0, len(ids))
	for _, id := range ids {
		keys = append(keys, lockKey(kind, id))
	}
	slices.Sort(keys) // in one order, so that two transactions do not wait for each other
	for _, key := range slices.Compact(keys) {
		if _, err := d.unchecked(ctx).Exec("SELECT pg_advisory_xact_lock($1)", key); err != nil {
			return fmt.Errorf("db: lock a %s: %w", kind, err)
		}
	}
	return nil
}

// SharedLock adds a lock of the firm to a batch, as [DB.Lock] locks it, but shared. Transactions
// that call SharedLock do not wait for each other. They wait for those that call Lock, and the
// reverse.
func (b *Batch) SharedLock(kind string) {
	if b.scope.db.Dialect() == Postgres {
		b.lookups = append(b.lookups, &lookup{
			query: "SELECT pg_advisory_xact_lock_shared($1)", args: []any{lockKey(kind, b.scope.firm)},
		})
	}
}

func lockKey(kind string, id uuid.UUID) int64 {
	hash := fnv.New64a()
	_, _ = hash.Write([]byte(kind))
	_, _ = hash.Write(id[:])
	return int64(hash.Sum64()) //nolint:gosec // all 64 bits count
}

// LockUsers does the same as [DB.Lock] for accounts. Code that logs in, or changes an account or
// its memberships, calls it first.
func (d *DB) LockUsers(ctx context.Context, ids ...uuid.UUID) error {
	return d.Lock(ctx, "user", ids...)
}
