package messaging

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/calendar"
)

// storedCount is a row of a count.
type storedCount struct {
	ID      uuid.UUID
	Version int
	Kind    string
	Day     int
	Key     string

	Sent, Received, Delivered, Read, Failed int64

	Phone  string
	LastAt time.Time `sql:"last_at"`
}

// readCounts returns the counts of the firm of ctx that meet a condition, which may be followed by
// an order. Its arguments begin with $2.
func readCounts(ctx context.Context, d *db.DB, condition string, args ...any) ([]storedCount, error) {
	return db.All[storedCount](d.InFirm(ctx), `
SELECT id, version, kind, day, key, sent, received, delivered, "read", failed, phone, last_at
FROM message_counts WHERE firm_id = $1 AND `+condition, args...)
}

func (s *storedCount) id() Key { return Key{Kind(s.Kind), calendar.Day(s.Day), s.Key} }

func (s *storedCount) count() Count {
	return Count{s.Sent, s.Received, s.Delivered, s.Read, s.Failed, s.Phone, s.LastAt.UTC()}
}
