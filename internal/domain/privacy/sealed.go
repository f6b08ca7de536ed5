package privacy

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/secret"
	"github.com/firmhub/firmhub/internal/job"
)

// SealAgain seals by the present key the erasures that wait or were cancelled, or that have failed,
// and that an older key has sealed. It returns how many these are. Those that run are left to
// [SealedByOlder]. Only the command line calls it.
func SealAgain(ctx context.Context, d *db.DB, key *secret.Key) (changed int64, err error) {
	args := "jsonb_set(args, '{args,sealed}', to_jsonb(CAST($2 AS text)))"
	if d.Dialect() == db.SQLite {
		args = "jsonb_set(args, '$.args.sealed', $2)"
	}
	all, err := erasures(ctx, d, "state NOT IN ('completed', 'running')")
	if err != nil {
		return 0, err
	}
	for _, one := range all {
		again, isOlder, err := key.Reseal(one.Sealed, one.owner())
		if err != nil || !isOlder {
			continue // A lost one is counted by SealedByOlder.
		}
		// A step that began meanwhile passes its own arguments on.
		sealed, err := d.Shared(ctx).Exec("UPDATE river_job SET args = "+args+` WHERE id = $1 AND state NOT IN ('completed', 'running')
			AND args->'args'->>'sealed' = $3`, one.id, inJSON(again), inJSON(one.Sealed))
		if err != nil {
			return changed, fmt.Errorf("seal an erasure: %w", err)
		}
		changed += sealed
	}
	return changed, nil
}

// inJSON returns bytes as [json.Marshal] writes them.
func inJSON(bytes []byte) string { return base64.StdEncoding.EncodeToString(bytes) }

// SealedByOlder returns how many erasures need a key that is older than the present one, and how
// many need a key that is not known any more. One that has failed for good counts until a new job
// goes on with it. One that was cancelled can be tried again, so it needs its key; if that is lost,
// it does not count. Only the command line calls it.
func SealedByOlder(ctx context.Context, d *db.DB, key *secret.Key) (older, lost int64, err error) {
	all, err := erasures(ctx, d, "state <> 'completed' AND NOT (state = 'discarded' AND metadata->>'told' IS NOT NULL)")
	if err != nil {
		return 0, 0, err
	}
	for _, one := range all {
		_, isOlder, err := key.Reseal(one.Sealed, one.owner())
		switch {
		case err != nil && one.state == job.Cancelled:
		case err != nil:
			lost++
		case isOlder:
			older++
		}
	}
	return older, lost, nil
}

// queued is an erasure in the queue.
type queued struct {
	erasure

	id    int64
	state job.State
}

// owner is what the person is sealed for.
func (q queued) owner() string { return q.ContactID.String() }

// erasures returns the steps of erasures that a condition selects.
func erasures(ctx context.Context, d *db.DB, where string) (all []queued, err error) {
	args := "CAST(args AS text)"
	if d.Dialect() == db.SQLite {
		args = "json(args)"
	}
	rows, err := db.All[struct {
		ID          int64
		State, Args string
	}](d.Shared(ctx), "SELECT id, CAST(state AS text) AS state, "+args+" AS args FROM river_job WHERE kind = $1 AND "+where, erasure{}.Kind())
	if err != nil {
		return nil, fmt.Errorf("read the erasures: %w", err)
	}
	for _, row := range rows {
		var e struct {
			Args erasure `json:"args"`
		}
		if err := json.Unmarshal([]byte(row.Args), &e); err != nil {
			return nil, fmt.Errorf("read an erasure: %w", err)
		}
		all = append(all, queued{erasure: e.Args, id: row.ID, state: job.State(row.State)})
	}
	return all, nil
}
