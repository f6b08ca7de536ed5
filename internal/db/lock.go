package db

import (
	"context"
	"fmt"
	"hash/fnv"
	"slices"

	"github.com/google/uuid"
)

// Lock holds a lock of each id until the transaction of the context ends; other transactions that lock one of them wait. The
// kind says of what the ids are. It locks no row, so that readers, foreign keys and writers that do not call it don't wait:
// what must not change meanwhile is read after Lock, and changed by nobody without it.
//
// On SQLite, where transactions that write run one after the other, it does nothing.
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
		if _, err := d.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", key); err != nil {
			return fmt.Errorf("db: lock a %s: %w", kind, err)
		}
	}
	return nil
}

// SharedLock returns what [DB.Look] takes the [DB.Lock] of one id by, except that transactions which take it so do not wait for each
// other: only for those that call Lock, which wait for them.
func (d *DB) SharedLock(kind string, id uuid.UUID) []*Lookup {
	if d.Dialect() != Postgres {
		return nil
	}
	return []*Lookup{{Query: "SELECT pg_advisory_xact_lock_shared($1)", Args: []any{lockKey(kind, id)}}}
}

func lockKey(kind string, id uuid.UUID) int64 {
	hash := fnv.New64a()
	_, _ = hash.Write([]byte(kind))
	_, _ = hash.Write(id[:])
	return int64(hash.Sum64()) //nolint:gosec // all 64 bits count
}

// LockUsers is [DB.Lock] of accounts. Whatever logs in, or changes an account or the memberships of one, calls it first.
func (d *DB) LockUsers(ctx context.Context, ids ...uuid.UUID) error {
	return d.Lock(ctx, "user", ids...)
}
