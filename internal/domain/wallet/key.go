package wallet

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
)

const maxKey = 200

// checkKey accepts an idempotency key of visible ASCII.
func checkKey(faults *fault.Details, key *string) {
	if key == nil {
		return
	}
	visible := *key != "" && len(*key) <= maxKey
	for i := range len(*key) {
		visible = visible && (*key)[i] > ' ' && (*key)[i] <= '~'
	}
	if !visible {
		faults.Add("idempotencyKey", "must have 1 to %d visible ASCII characters", maxKey)
	}
}

// requestHash returns the SHA-256 of the texts of a request, each preceded by its length.
func requestHash(texts ...string) []byte {
	var b []byte
	for _, text := range texts {
		b = binary.BigEndian.AppendUint32(b, uint32(len(text))) //nolint:gosec // at most 500 characters
		b = append(b, text...)
	}
	sum := sha256.Sum256(b)
	return sum[:]
}

// take stores an idempotency key for a new entry, in the transaction of the context. If the key was
// used for the same request, it returns that request's entry. If it was used for another request it
// returns Conflict. If another transaction has just taken the key, it waits for the end of that
// transaction.
func (a *account) take(ctx context.Context, d *db.DB, key string, request []byte, entry uuid.UUID) (first *Transaction, err error) {
	taken, err := inFirm(ctx, d, a.firm).Exec(`
INSERT INTO wallet_keys (id, created_at, updated_at, firm_id, key, request, entry_id) VALUES ($2, $3, $3, $1, $4, $5, $6)
ON CONFLICT (firm_id, key) DO NOTHING`, entity.NewID(), entity.Now(), key, request, entry)
	if err != nil || taken == 1 {
		return nil, err
	}
	var before []byte
	found, err := inFirm(ctx, d, a.firm).Row([]any{&before, &entry},
		"SELECT request, entry_id FROM wallet_keys WHERE firm_id = $1 AND key = $2", key)
	if err != nil {
		return nil, err
	}
	if !found { // Cleanup deleted it between the statements.
		return nil, fault.Retry(fault.Unavailable, time.Second, "The Idempotency-Key has just expired. Try again.")
	}
	if !bytes.Equal(before, request) {
		return nil, errOtherRequest()
	}
	return a.transaction(ctx, d, entry)
}

// reserve binds an idempotency key that was used for a new entry to the firm of the entry, for the
// firm of whoever posts: it returns Conflict if that firm has used the key for another one. The row
// is one of the poster's, so that of two requests for different firms the second waits for the
// first. Its key has a space, which no key of a request has, since who posts may be the firm
// itself.
func (a *account) reserve(ctx context.Context, d *db.DB, poster uuid.UUID, key string, entry uuid.UUID) error {
	if poster == uuid.Nil { // firmhub itself
		return nil
	}
	bound, err := inFirm(ctx, d, poster).Exec(`
INSERT INTO wallet_keys (id, created_at, updated_at, firm_id, key, request, entry_id) VALUES ($2, $3, $3, $1, $4, $5, $6)
ON CONFLICT (firm_id, key) DO UPDATE SET created_at = excluded.created_at, updated_at = excluded.updated_at, entry_id = excluded.entry_id
WHERE wallet_keys.request = excluded.request`,
		entity.NewID(), entity.Now(), "firm of "+hex.EncodeToString(requestHash(key)), requestHash(a.firm.String()), entry)
	if err == nil && bound == 0 {
		err = errOtherRequest()
	}
	return err
}

func errOtherRequest() error {
	return fault.New(fault.Conflict, "The Idempotency-Key was used for another request.")
}

// transaction returns an entry by its id.
func (a *account) transaction(ctx context.Context, d *db.DB, id uuid.UUID) (*Transaction, error) {
	t := &Transaction{Currency: a.currency}
	found, err := inFirm(ctx, d, a.firm).Row(t.columns(),
		"SELECT "+entryColumns+" FROM wallet_entries e WHERE e.firm_id = $1 AND e.id = $2", id)
	if err != nil {
		return nil, err
	}
	if !found {
		return nil, errGone
	}
	t.CreatedAt = t.CreatedAt.UTC()
	return t, nil
}

// KeyRetention is how long idempotency keys are kept.
const KeyRetention = 30 * 24 * time.Hour

// keysAtOnce is how many keys one transaction of [CleanupKeys] deletes.
const keysAtOnce = 1000

// CleanupKeys deletes idempotency keys from before a time, and reports whether there may be more.
// Only the periodic task calls it.
func CleanupKeys(ctx context.Context, d *db.DB, before time.Time) (more bool, err error) {
	defer fault.Wrap(&err, "wallet.CleanupKeys")
	var firm uuid.UUID
	across := rule.AcrossFirms(ctx, "find old idempotency keys of any firm")
	found, err := d.AcrossFirms(across).Row([]any{&firm},
		"SELECT firm_id FROM wallet_keys WHERE created_at < $1 ORDER BY created_at LIMIT 1", before)
	if err != nil || !found {
		return false, err
	}
	_, err = inFirm(ctx, d, firm).Exec("DELETE FROM wallet_keys WHERE firm_id = $1 AND "+d.AmongSelected("id",
		"SELECT id FROM wallet_keys WHERE firm_id = $1 AND created_at < $2 LIMIT $3"), before, keysAtOnce)
	return err == nil, err
}

// Posted is the result of a posting.
type Posted struct {
	Transaction *Transaction
	// Balance is the balance after the transaction.
	Balance money.Amount
}
