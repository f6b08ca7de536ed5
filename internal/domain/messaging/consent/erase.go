package consent

import (
	"context"
	"crypto/sha256"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule/scope"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/entity"
)

// Of returns all entries of addresses in the firm of ctx, the oldest first.
func Of(ctx context.Context, d *db.DB, addresses []Address) ([]*Entry, error) {
	keys, err := keysOf(ctx, d, addresses)
	if err != nil {
		return nil, err
	}
	among, list := d.Among("e.address_key", 2, keys.all)
	return read(ctx, d, "SELECT "+columns+" FROM consent_entries e WHERE e.firm_id = $1 AND "+among+" ORDER BY e.number", list)
}

// Erase replaces addresses in the ledger of the firm of ctx by keyed hashes, in the transaction of
// the context. What they have consented to stays in force. strike removes what names the person
// from the evidence. Only the server calls it.
func Erase(ctx context.Context, d *db.DB, addresses []Address, strike func(evidence string) string) error {
	firm, err := scope.Firm(ctx, "Consent")
	if err != nil {
		return err
	}
	if err := d.Lock(ctx, "consent", firm); err != nil {
		return err
	}
	for _, address := range addresses {
		if err := eraseEntries(ctx, d, firm, address, strike); err != nil {
			return err
		}
		if err := eraseState(ctx, d, firm, address.Key); err != nil {
			return err
		}
	}
	return nil
}

func eraseEntries(ctx context.Context, d *db.DB, firm uuid.UUID, address Address, strike func(string) string) error {
	entries, err := read(ctx, d, "SELECT "+columns+" FROM consent_entries e WHERE e.firm_id = $1 AND e.address_key = $2", address.Key)
	if err != nil {
		return err
	}
	for _, e := range entries {
		before, err := hashBefore(ctx, d, e.number)
		if err != nil {
			return err
		}
		e.key = d.Pseudonym(firm, address.Key)
		e.Address, e.Evidence = e.key, strike(e.Evidence)
		e.seal = e.sealed(d, before, firm)
		_, err = d.InFirm(ctx).Exec(
			"UPDATE consent_entries SET address = $3, address_key = $3, evidence = $4, seal = $5 WHERE firm_id = $1 AND id = $2",
			e.ID, e.key, e.Evidence, e.seal)
		if err != nil {
			return fmt.Errorf("seal an entry of consent: %w", err)
		}
	}
	return nil
}

// hashBefore returns the hash of the entry before the one with a number.
func hashBefore(ctx context.Context, d *db.DB, number int64) ([]byte, error) {
	e := &Entry{}
	if number == 1 {
		return make([]byte, sha256.Size), nil
	}
	found, err := d.InFirm(ctx).Row(e.into(), "SELECT "+columns+" FROM consent_entries e WHERE e.firm_id = $1 AND e.number = $2", number-1)
	if err == nil && !found {
		return nil, fmt.Errorf("the ledger of consent has no entry %d", number-1)
	}
	return e.hash, err
}

// eraseState moves the state of an address to what stands for it. That may have one already, of an
// earlier erasure; the later one is in force.
func eraseState(ctx context.Context, d *db.DB, firm uuid.UUID, key string) error {
	var state State
	var number int64
	var saidAt *time.Time
	found, err := d.InFirm(ctx).Row([]any{(*string)(&state), &number, &saidAt},
		"SELECT state, number, said_at FROM consents WHERE firm_id = $1 AND address_key = $2", key)
	if err != nil || !found {
		return err
	}
	if err := d.InFirm(ctx).Delete("consents", "address_key = $2", key); err != nil {
		return err
	}
	err = d.InFirm(ctx).Insert("consents", stateColumns, 1, func(int) []any {
		return []any{entity.NewID(), firm, d.Pseudonym(firm, key), string(state), number, saidAt}
	}, db.OnConflict(putState))
	if err != nil {
		return fmt.Errorf("store the state of an erased address: %w", err)
	}
	return nil
}
