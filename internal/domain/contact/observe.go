package contact

import (
	"context"
	"slices"
	"sync"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule/scope"
	"github.com/firmhub/firmhub/internal/db"
)

// Observer is called with contacts of a firm that are changed, or deleted, in the transaction of
// ctx. What it does outside the database must wait for the commit, by [db.AfterCommit].
type Observer func(ctx context.Context, firm uuid.UUID, ids []uuid.UUID)

// Observe calls an observer for each contact that this process changes or deletes in a database,
// until stop is called. It does not call it for new contacts, or when a tag is renamed, merged or
// deleted.
func Observe(d *db.DB, by Observer) (stop func()) {
	added := &by
	observers.Lock()
	defer observers.Unlock()
	observers.of[d] = append(observers.of[d], added)
	return func() {
		observers.Lock()
		defer observers.Unlock()
		left := slices.DeleteFunc(slices.Clone(observers.of[d]), func(other *Observer) bool { return other == added })
		if observers.of[d] = left; len(left) == 0 {
			delete(observers.of, d)
		}
	}
}

// observers are the observers of this process, by database. They are global because the functions
// that change contacts are given a database only.
var observers = struct {
	sync.RWMutex

	of map[*db.DB][]*Observer
}{of: map[*db.DB][]*Observer{}}

// observed calls the observers.
func observed(ctx context.Context, d *db.DB, ids ...uuid.UUID) error {
	observers.RLock()
	all := observers.of[d]
	observers.RUnlock()
	if len(all) == 0 || len(ids) == 0 {
		return nil
	}
	firm, err := scope.Firm(ctx, "Contact")
	if err != nil {
		return err
	}
	for _, by := range all {
		(*by)(ctx, firm, ids)
	}
	return nil
}
