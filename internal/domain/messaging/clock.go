package messaging

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/calendar"
	"github.com/firmhub/firmhub/internal/entity"
)

// Clock holds the time zone in which the messages of a firm are counted.
type Clock struct {
	Zone *time.Location
	// Version is the version of the counts to read.
	Version int

	// next is the time zone in which messages are being counted again, as the next version. It is
	// nil if they are not. done and doneID are the position up to which they are counted. Without a
	// next time zone, they are nil unless counts of other versions are to be deleted.
	next   *time.Location
	done   *time.Time
	doneID *uuid.UUID
}

// ReadClock returns the clock of the firm of ctx. A firm without messages counts in its time zone.
func ReadClock(ctx context.Context, d *db.DB) (*Clock, error) {
	c := &Clock{}
	var zone, next string
	_, err := d.InFirm(ctx).Row([]any{&zone, &c.Version, &next, &c.done, &c.doneID}, `
SELECT coalesce(c.time_zone, f.time_zone), coalesce(c.version, 1), coalesce(c.next_time_zone, ''), c.done_at, c.done_id
FROM firms f LEFT JOIN message_clocks c ON c.firm_id = f.id AND c.firm_id = $1 WHERE f.id = $1`)
	if err != nil {
		return nil, err
	}
	if c.Zone, err = calendar.Zone(zone); err != nil {
		return nil, err
	}
	if next != "" {
		c.next, err = calendar.Zone(next)
	}
	return c, err
}

// startClock returns the clock of the firm of ctx. At the first message it sets the clock to the
// firm's time zone. The caller has locked the firm.
func startClock(ctx context.Context, d *db.DB) (*Clock, error) {
	c, err := ReadClock(ctx, d)
	if err != nil {
		return nil, err
	}
	_, err = d.InFirm(ctx).Exec(`
INSERT INTO message_clocks (id, created_at, updated_at, firm_id, time_zone, version, next_time_zone)
VALUES ($2, $3, $3, $1, $4, 1, '') ON CONFLICT (firm_id) DO NOTHING`, entity.NewID(), entity.Now(), c.Zone.String())
	return c, err
}

// counted returns the versions in which a message is counted, with their time zones.
func (c *Clock) counted(at time.Time, id uuid.UUID) map[int]*time.Location {
	versions := map[int]*time.Location{c.Version: c.Zone}
	if c.next != nil && c.done != nil && !isAfter(at, id, *c.done, *c.doneID) {
		versions[c.Version+1] = c.next
	}
	return versions
}

// isAfter reports whether a message comes after a position, in the order in which messages are
// counted again.
func isAfter(at time.Time, id uuid.UUID, position time.Time, positionID uuid.UUID) bool {
	if order := at.Compare(position); order != 0 {
		return order > 0
	}
	return id.String() > positionID.String()
}
