package app

import (
	"context"
	"log/slog"
	"time"
)

// chore is work that returns at intervals for as long as the server runs.
type chore struct {
	name  string
	every time.Duration
	do    func(context.Context) error
}

// run does the chore at each interval until ctx is done. A failure is logged; the next round tries again.
func (c chore) run(ctx context.Context) {
	ticker := time.NewTicker(c.every)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		if err := c.do(ctx); err != nil && ctx.Err() == nil {
			slog.ErrorContext(ctx, "chore failed", "chore", c.name, "error", err)
		}
	}
}
