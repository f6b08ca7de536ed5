package job

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/viewer"
)

// River starts jobs by priority, 1 to 4, then in the order in which they were queued. The more
// unfinished jobs a firm has, the lower the priority of its next step: the first is queued at 1,
// the next nine at 2, up to a hundred at 3, all others at 4. So one firm's single job runs before
// another firm's ten thousand, and two busy firms both get a share.
const (
	fewJobs  = 10
	manyJobs = 100
)

// priority returns the priority of the next job of a firm. It reads at most a hundred entries of an
// index.
func priority(ctx context.Context, d *db.DB, firm uuid.UUID) (int, error) {
	counts, err := db.All[int](d.Shared(ctx), `SELECT count(*) FROM (
		SELECT 1 FROM river_job WHERE args->>'firm' = $1 AND finalized_at IS NULL LIMIT $2) AS unfinished`,
		firm.String(), manyJobs)
	if err != nil {
		return 0, err
	}
	switch n := counts[0]; {
	case n == 0:
		return 1, nil
	case n < fewJobs:
		return 2, nil
	case n < manyJobs:
		return 3, nil
	}
	return 4, nil
}

// Unfinished returns the number of unfinished jobs of some kinds that the viewer's firm has, but at
// most limit.
func Unfinished(ctx context.Context, d *db.DB, limit int, kinds ...Args) (int, error) {
	args := []any{viewer.From(ctx).FirmID.String(), limit}
	among := make([]string, len(kinds))
	for i, kind := range kinds {
		args = append(args, kind.Kind())
		among[i] = "$" + strconv.Itoa(len(args))
	}
	counts, err := db.All[int](d.Shared(ctx), `SELECT count(*) FROM (
		SELECT 1 FROM river_job WHERE args->>'firm' = $1 AND finalized_at IS NULL AND kind IN (`+strings.Join(among, ", ")+`)
		LIMIT $2) AS unfinished`, args...)
	if err != nil {
		return 0, fmt.Errorf("job: count those of the firm: %w", err)
	}
	return counts[0], nil
}
