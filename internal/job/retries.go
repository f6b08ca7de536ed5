package job

import (
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
)

// retries is River's policy, 1 s after the first failure and n⁴ s after the n-th, except for a step
// whose process died. That step runs again at once.
type retries struct{ river.DefaultClientRetryPolicy }

// NextRetry implements river.ClientRetryPolicy. If a step began so long ago, it did not fail: its
// process died.
func (p *retries) NextRetry(row *rivertype.JobRow) time.Time {
	if row.AttemptedAt != nil && time.Since(*row.AttemptedAt) >= deadAfter {
		return time.Now()
	}
	return p.DefaultClientRetryPolicy.NextRetry(row)
}
