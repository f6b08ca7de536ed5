package apiclient

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/apicall"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
)

// write stores a batch of calls of any firms, and the time of the last use of each key, in one
// transaction. It skips calls that an earlier attempt stored without learning of its commit, and
// calls of clients that were deleted by hand.
func write(ctx context.Context, d *db.DB, batch []waiting) error {
	ctx = rule.AcrossFirms(ctx, "record the calls of API clients of several firms")
	err := d.Tx(ctx, func(ctx context.Context) error {
		gone, err := touch(ctx, d, batch)
		if err != nil {
			return err
		}
		if len(gone) > 0 {
			batch = slices.DeleteFunc(slices.Clone(batch), func(call waiting) bool { return slices.Contains(gone, call.APIClientID) })
		}
		return d.AcrossFirms(ctx).Insert(apicall.Table, []string{
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

// touch stores the time of the last use of each key, and returns the ids of deleted keys. The other
// keys are locked until the transaction ends. It updates in the order of the ids, so that two
// instances do not deadlock.
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
		found, err := d.AcrossFirms(ctx).Exec(`
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
