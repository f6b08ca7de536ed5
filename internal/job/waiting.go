package job

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/viewer"
)

// waitFor is how long a job of an inactive firm waits before it checks again. [Wake] ends the wait.
const waitFor = time.Minute

// errWaiting is returned for a step of a firm that is not active.
var errWaiting = errors.New("job: the firm is not active")

// ErrElsewhere is returned by a step that this process can't work on, and others may. The step then
// waits for another process without using up an attempt: for a second at first, and longer the
// older it is, a minute at most. A step that returns it ends some day by itself: nothing else ends
// a job that no process can work on.
var ErrElsewhere = errors.New("job: another process may be able to work on the step")

// leaveFor is how long a step that has this age is left to other processes.
func leaveFor(age time.Duration) time.Duration { return min(max(age/4, time.Second), waitFor) }

// contextOf returns the context in which a step runs, or errWaiting. In a firm that has just been
// deactivated nobody may act, and that must not fail the job, even if the firm is active again.
func (r *Runner) contextOf(ctx context.Context, firm uuid.UUID, by viewer.Initiator) (context.Context, error) {
	running, refusal := viewer.ForJob(ctx, firm, by, r.lookup)
	if errors.Is(refusal, viewer.ErrInactive) {
		return nil, errWaiting
	}
	if firm != uuid.Nil { // It is nil for a periodic task.
		active, err := r.isActive(ctx, firm)
		if err != nil {
			return nil, fmt.Errorf("job: look for the firm: %w", err)
		}
		if !active {
			return nil, errWaiting
		}
	}
	return running, refusal
}

// Wake continues the jobs that wait because their firm was not active. They continue when the
// transaction of the context commits.
func Wake(ctx context.Context, d *db.DB, firm uuid.UUID) error {
	_, err := d.Shared(ctx).Exec(`UPDATE river_job SET state = 'available', scheduled_at = CURRENT_TIMESTAMP
		WHERE args->>'firm' = $1 AND finalized_at IS NULL AND state = 'scheduled' AND metadata->>'snoozes' IS NOT NULL`, firm.String())
	if err != nil {
		return fmt.Errorf("job: wake those of a firm: %w", err)
	}
	return nil
}
