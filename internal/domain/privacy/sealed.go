package privacy

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/secret"
)

// SealedByOlder returns how many erasures need a key that is older than the present one, and how
// many need a key that is not known any more. Those that failed count, since they can be tried
// again. Only the command line calls it.
func SealedByOlder(ctx context.Context, d *db.DB, key *secret.Key) (older, lost int64, err error) {
	args := "CAST(args AS text)"
	if d.Dialect() == db.SQLite {
		args = "json(args)"
	}
	all, err := db.All[string](d.Shared(ctx), "SELECT "+args+" FROM river_job WHERE kind = $1 AND state <> 'completed'", erasure{}.Kind())
	if err != nil {
		return 0, 0, fmt.Errorf("read the erasures: %w", err)
	}
	for _, text := range all {
		var job struct {
			Args erasure `json:"args"`
		}
		if err := json.Unmarshal([]byte(text), &job); err != nil {
			return 0, 0, fmt.Errorf("read an erasure: %w", err)
		}
		_, isOlder, err := key.Reseal(job.Args.Sealed, job.Args.ContactID.String())
		switch {
		case err != nil:
			lost++
		case isOlder:
			older++
		}
	}
	return older, lost, nil
}
