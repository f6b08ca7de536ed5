package campaign

import (
	"context"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// progressEvery is the shortest time between two events of a campaign.
const progressEvery = time.Second

// Watch returns the states of a campaign of the viewer's firm. It sends the present state at once,
// and then each new one, at most once a second. The channel is closed when ctx is done, or the
// campaign is deleted. It returns NotFound for other ids.
func (m *Manager) Watch(ctx context.Context, id uuid.UUID) (_ <-chan *Campaign, err error) {
	defer fault.Wrap(&err, "campaign.Watch")
	c, err := find(ctx, m.db, id, false)
	if err != nil {
		return nil, err
	}
	events := make(chan *Campaign, 1)
	events <- c
	go func() {
		defer close(events)
		// The rights of the viewer are checked at each event.
		system := viewer.NewContext(ctx, &viewer.Viewer{Kind: viewer.System, FirmID: c.firm})
		m.follow(system, id, c.UpdatedAt, events)
	}()
	return events, nil
}

// follow sends new states of a campaign until ctx is done or the campaign is deleted.
func (m *Manager) follow(ctx context.Context, id uuid.UUID, seen time.Time, events chan<- *Campaign) {
	ticker := time.NewTicker(progressEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		c, err := find(ctx, m.db, id, false)
		switch {
		case fault.Is(err, fault.NotFound):
			return
		case err != nil:
			if ctx.Err() == nil {
				slog.WarnContext(ctx, "the progress of a campaign can't be read", "campaign", id, "error", err)
			}
			continue
		case c.UpdatedAt.Equal(seen):
			continue
		}
		seen = c.UpdatedAt
		select {
		case <-ctx.Done():
			return
		case events <- c:
		}
	}
}
