package webhook

import (
	"context"
	"time"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
)

// Waiting is how many deliveries of all active firms are due, and how long the first one has been.
type Waiting struct {
	Count  int
	Oldest time.Duration
}

const waitingFrom = ` FROM webhooks w JOIN firms f ON f.id = w.firm_id
	JOIN webhook_deliveries d ON d.firm_id = w.firm_id AND d.webhook_id = w.id
WHERE f.is_active AND w.status = 'Active' AND d.next_attempt_at <= $1`

// CountWaiting counts the deliveries that wait, for metrics.
func CountWaiting(ctx context.Context, d *db.DB) (w Waiting, err error) {
	defer fault.Wrap(&err, "webhook.CountWaiting")
	across, now := d.AcrossFirms(rule.AcrossFirms(ctx, "count the deliveries that wait")), entity.Now()
	if _, err = across.Row([]any{&w.Count}, "SELECT count(*)"+waitingFrom, now); err != nil || w.Count == 0 {
		return w, err
	}
	var first time.Time
	_, err = across.Row([]any{&first}, "SELECT d.next_attempt_at"+waitingFrom+" ORDER BY d.next_attempt_at LIMIT 1", now)
	w.Oldest = now.Sub(first)
	return w, err
}
