package apiclient

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/apicall"
	"github.com/firmhub/firmhub/internal/db"
)

// write keeps a batch of calls, of any firms, and when each key was last used: all of it, or nothing. Calls that are there
// already are left alone: an earlier try was committed, and only the answer was lost. Those of a client that somebody
// deleted by hand are not kept.
func write(ctx context.Context, d *db.DB, batch []waiting) error {
	err := d.Tx(ctx, func(ctx context.Context) error {
		gone, err := touch(ctx, d, batch)
		if err != nil {
			return err
		}
		if len(gone) > 0 {
			batch = slices.DeleteFunc(slices.Clone(batch), func(call waiting) bool { return slices.Contains(gone, call.APIClientID) })
		}
		return d.Copy(ctx, apicall.Table, []string{
			apicall.FieldID, apicall.FieldFirmID, apicall.FieldAPIClientID, apicall.FieldBeganAt, apicall.FieldMethod,
			apicall.FieldPath, apicall.FieldStatus, apicall.FieldAddress, apicall.FieldDuration,
		}, len(batch), func(i int) []any {
			call := &batch[i]
			return []any{
				call.id, call.FirmID, call.APIClientID, call.Began.UTC().Truncate(time.Microsecond), call.Method,
				call.Path, call.Status, addressOf(call), call.Took.Microseconds(),
			}
		})
	})
	if db.IsUnique(err) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("apiclient: write calls: %w", err)
	}
	return nil
}

func addressOf(call *waiting) string {
	if !call.Address.IsValid() {
		return ""
	}
	return call.Address.String()
}

// touch notes when each key was last used, and gives the ids of those that are gone; the others stay until the transaction
// ends. It goes in the order of the ids: two instances that went in different orders would wait for each other.
func touch(ctx context.Context, d *db.DB, batch []waiting) (gone []uuid.UUID, err error) {
	last := make(map[uuid.UUID]time.Time)
	firms := make(map[uuid.UUID]uuid.UUID)
	for i := range batch {
		call := &batch[i]
		firms[call.APIClientID] = call.FirmID
		if call.Began.After(last[call.APIClientID]) {
			last[call.APIClientID] = call.Began
		}
	}
	ids := make([]uuid.UUID, 0, len(last))
	for id := range last {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, func(a, b uuid.UUID) int { return bytes.Compare(a[:], b[:]) })
	for _, id := range ids {
		found, err := d.Exec(ctx, `
UPDATE api_clients SET last_used_at = CASE WHEN last_used_at >= $1 THEN last_used_at ELSE $1 END
WHERE firm_id = $2 AND id = $3`,
			last[id].UTC().Truncate(time.Microsecond), firms[id], id)
		if err != nil {
			return nil, fmt.Errorf("note the last use: %w", err)
		}
		if found == 0 {
			gone = append(gone, id)
		}
	}
	return gone, nil
}
