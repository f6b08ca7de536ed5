package auth

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/ent/signingkey"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
)

const (
	// reloadEvery bounds how often an unknown key id makes us look into the database: anybody can invent one.
	reloadEvery = 10 * time.Second
	// freshFor is how old this instance's copy may become; far less than keyLead, so that it knows a key before it signs.
	freshFor = 5 * time.Minute
)

var errNoKeys = errors.New("auth: the signing keys are gone from the database; restart to make one")

// keyring is this instance's copy of the signing keys.
type keyring struct {
	set atomic.Pointer[keySet]

	mu     sync.Mutex
	loaded time.Time
}

// Rotate does what is due for the signing keys: it publishes the next key an hour before the current one has signed for
// the configured time, and deletes keys a day after their successors began to sign. The first call on an empty database
// makes the first key, which signs at once. One instance should call it every few minutes; any number may at once.
func (a *Authority) Rotate(ctx context.Context) error {
	return a.rotate(ctx, func(set keySet, now time.Time) bool { return set.due(a.keyPeriod, now) })
}

// RotateNow publishes the next key whatever the age of the current one; it signs in an hour. While one is waiting to
// sign, nothing is added.
func (a *Authority) RotateNow(ctx context.Context) error {
	return a.rotate(ctx, func(set keySet, now time.Time) bool {
		return len(set) == 0 || !set[len(set)-1].signsFrom.After(now)
	})
}

func (a *Authority) rotate(ctx context.Context, due func(keySet, time.Time) bool) (err error) {
	defer fault.Wrap(&err, "auth.Rotate")
	ctx = rule.AcrossFirms(ctx, "signing keys belong to no firm")
	err = a.db.Tx(ctx, func(ctx context.Context) error {
		if err := a.lockKeys(ctx); err != nil {
			return err
		}
		set, err := a.readKeys(ctx)
		if err != nil {
			return err
		}
		now := a.now()
		if due(set, now) {
			if err := a.addKey(ctx, set, now); err != nil {
				return err
			}
		}
		var retired []uuid.UUID
		for i, key := range set {
			if set.retired(i, now) {
				retired = append(retired, key.id)
			}
		}
		if len(retired) == 0 {
			return nil
		}
		_, err = a.db.Client.SigningKey.Delete().Where(signingkey.IDIn(retired...)).Exec(ctx)
		return err
	})
	if err != nil {
		return err
	}
	db.AfterCommit(ctx, func(ctx context.Context) error {
		a.keys.mu.Lock()
		defer a.keys.mu.Unlock()
		return a.loadKeys(ctx)
	})
	return nil
}

// signingKeys returns this instance's copy of the keys, which is read again when it is old. While it can't be read, or is
// being read by another, the old copy serves.
func (a *Authority) signingKeys(ctx context.Context) keySet {
	if a.keys.mu.TryLock() {
		defer a.keys.mu.Unlock()
		if a.now().Sub(a.keys.loaded) >= freshFor {
			if err := a.loadKeys(ctx); err != nil {
				a.keys.loaded = a.now().Add(reloadEvery - freshFor) // tried again after reloadEvery
				slog.WarnContext(ctx, "the signing keys could not be read; the old ones are used", "error", err)
			}
		}
	}
	return *a.keys.set.Load()
}

// lockKeys lets one instance at a time look at the keys and add to them. SQLite's transactions are one at a time anyway.
func (a *Authority) lockKeys(ctx context.Context) error {
	if a.db.Dialect() != db.Postgres {
		return nil
	}
	_, err := a.db.Exec(ctx, "LOCK TABLE signing_keys IN SHARE ROW EXCLUSIVE MODE")
	return err
}

func (a *Authority) readKeys(ctx context.Context) (keySet, error) {
	rows, err := a.db.Client.SigningKey.Query().All(ctx)
	if err != nil {
		return nil, err
	}
	return newKeySet(rows)
}

// addKey makes the next key. The very first one signs at once.
func (a *Authority) addKey(ctx context.Context, set keySet, now time.Time) error {
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return fmt.Errorf("auth: make a signing key: %w", err)
	}
	signsFrom := now
	if len(set) > 0 {
		signsFrom = now.Add(keyLead)
	}
	return a.db.Client.SigningKey.Create().
		SetPrivateKey(private.Seed()).SetPublicKey(public).SetSignsFrom(signsFrom).
		Exec(ctx)
}

// loadKeys replaces this instance's copy; the caller holds the lock.
func (a *Authority) loadKeys(ctx context.Context) error {
	set, err := a.readKeys(rule.AcrossFirms(ctx, "signing keys belong to no firm"))
	if err != nil {
		return err
	}
	if len(set) == 0 {
		return errNoKeys
	}
	a.keys.set.Store(&set)
	a.keys.loaded = a.now()
	return nil
}

// verifier is the key with this id, or errTokenKey. Another instance may have made it since we last looked, so that an
// unknown one makes us look, now and then; Unavailable when that fails.
func (a *Authority) verifier(ctx context.Context, kid string) (ed25519.PublicKey, error) {
	if key, ok := a.keys.set.Load().verifier(kid, a.now()); ok {
		return key.public, nil
	}
	if err := a.reloadKeys(ctx); err != nil {
		return nil, unavailable(err)
	}
	if key, ok := a.keys.set.Load().verifier(kid, a.now()); ok {
		return key.public, nil
	}
	return nil, errTokenKey
}

func (a *Authority) reloadKeys(ctx context.Context) error {
	a.keys.mu.Lock()
	defer a.keys.mu.Unlock()
	if a.now().Sub(a.keys.loaded) < reloadEvery {
		return nil
	}
	return a.loadKeys(db.Outside(ctx))
}
