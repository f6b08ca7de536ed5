package token

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
	"github.com/firmhub/firmhub/internal/viewer"
)

const (
	// reloadEvery is the minimum time between two reads of the database because of an unknown key
	// id. Anybody can invent a key id.
	reloadEvery = 10 * time.Second
	// freshFor is how old this instance's copy may become. It is much less than keyLead, so that
	// the instance knows a key before the key signs.
	freshFor = 5 * time.Minute
)

var errNoKeys = errors.New("token: the signing keys are gone from the database; restart to make one")

// keyring is this instance's copy of the signing keys.
type keyring struct {
	set atomic.Pointer[keySet]

	mu     sync.Mutex
	loaded time.Time
}

// Rotate publishes and deletes signing keys when that is due. It publishes the next key an hour
// before the current one has signed for the configured time, and deletes a key a day after its
// successor began to sign. The first call on an empty database creates the first key, which signs
// at once. One instance should call it every few minutes; any number may call it at once.
func (i *Issuer) Rotate(ctx context.Context) error {
	return i.rotate(ctx, func(set keySet, now time.Time) bool { return set.due(i.keyPeriod, now) })
}

// RotateNow publishes the next key whatever the age of the current one. The new key signs in an
// hour. If a key already waits to sign, RotateNow does nothing.
func (i *Issuer) RotateNow(ctx context.Context) error {
	return i.rotate(ctx, func(set keySet, now time.Time) bool {
		return len(set) == 0 || !set[len(set)-1].signsFrom.After(now)
	})
}

func (i *Issuer) rotate(ctx context.Context, due func(keySet, time.Time) bool) (err error) {
	defer fault.Wrap(&err, "token.Rotate")
	ctx = rule.AcrossFirms(ctx, "signing keys belong to no firm")
	err = i.db.Tx(ctx, func(ctx context.Context) error {
		if err := i.lockKeys(ctx); err != nil {
			return err
		}
		set, err := i.readKeys(ctx)
		if err != nil {
			return err
		}
		now := i.now()
		if due(set, now) {
			if err := i.addKey(ctx, set, now); err != nil {
				return err
			}
		}
		var retired []uuid.UUID
		for n, key := range set {
			if set.retired(n, now) {
				retired = append(retired, key.id)
			}
		}
		if len(retired) == 0 {
			return nil
		}
		_, err = i.db.Client.SigningKey.Delete().Where(signingkey.IDIn(retired...)).Exec(ctx)
		return err
	})
	if err != nil {
		return err
	}
	db.AfterCommit(ctx, func(ctx context.Context) error {
		i.keys.mu.Lock()
		defer i.keys.mu.Unlock()
		return i.loadKeys(ctx)
	})
	return nil
}

// signingKeys returns this instance's copy of the keys. It reads the keys again when the copy is
// old. If they can't be read, or another goroutine is reading them, it returns the old copy.
func (i *Issuer) signingKeys(ctx context.Context) keySet {
	if i.keys.mu.TryLock() {
		defer i.keys.mu.Unlock()
		if i.now().Sub(i.keys.loaded) >= freshFor {
			if err := i.loadKeys(ctx); err != nil {
				i.keys.loaded = i.now().Add(reloadEvery - freshFor) // tried again after reloadEvery
				slog.WarnContext(ctx, "the signing keys could not be read; the old ones are used", "error", err)
			}
		}
	}
	return *i.keys.set.Load()
}

// lockKeys lets only one instance at a time read the keys and add one.
func (i *Issuer) lockKeys(ctx context.Context) error { return i.db.Lock(ctx, "signing keys", uuid.Nil) }

func (i *Issuer) readKeys(ctx context.Context) (keySet, error) {
	rows, err := i.db.Client.SigningKey.Query().All(ctx)
	if err != nil {
		return nil, err
	}
	return newKeySet(rows)
}

// addKey creates the next key. The very first key signs at once.
func (i *Issuer) addKey(ctx context.Context, set keySet, now time.Time) error {
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return fmt.Errorf("token: make a signing key: %w", err)
	}
	signsFrom := now
	if len(set) > 0 {
		signsFrom = now.Add(keyLead)
	}
	return i.db.Client.SigningKey.Create().
		SetPrivateKey(private.Seed()).SetPublicKey(public).SetSignsFrom(signsFrom).
		Exec(ctx)
}

// loadKeys replaces this instance's copy. The caller holds the lock.
func (i *Issuer) loadKeys(ctx context.Context) error {
	set, err := i.readKeys(rule.AcrossFirms(ctx, "signing keys belong to no firm"))
	if err != nil {
		return err
	}
	if len(set) == 0 {
		return errNoKeys
	}
	i.keys.set.Store(&set)
	i.keys.loaded = i.now()
	return nil
}

// verifier returns the key with this id, or errTokenKey. Another instance may have created the key,
// so an unknown id reads the keys again, at most once in [reloadEvery]. verifier returns
// Unavailable when they can't be read.
func (i *Issuer) verifier(ctx context.Context, kid string) (signingKey, error) {
	if key, ok := i.keys.set.Load().verifier(kid, i.now()); ok {
		return key, nil
	}
	if err := i.reloadKeys(ctx); err != nil {
		return signingKey{}, viewer.ErrUnavailable(err)
	}
	if key, ok := i.keys.set.Load().verifier(kid, i.now()); ok {
		return key, nil
	}
	return signingKey{}, errTokenKey
}

func (i *Issuer) reloadKeys(ctx context.Context) error {
	i.keys.mu.Lock()
	defer i.keys.mu.Unlock()
	if i.now().Sub(i.keys.loaded) < reloadEvery {
		return nil
	}
	return i.loadKeys(ctx)
}
