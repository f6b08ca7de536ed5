// Package messaging stores and counts the messages that a firm sends and receives. firmhub sends
// and receives them, or a program that does reports them.
//
// A message is reported once: its provider's id is unique in the firm. Its status only moves
// forward. The number of messages on a day of the firm's time zone is counted in the transaction
// that stores or changes them (see [Kind]). So analytics never read the messages, and outlive them.
//
// A function that writes messages of a firm holds a lock of that firm, so that one transaction at a
// time changes the counts.
package messaging

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/pricing"
)

type (
	// Direction is from the firm or to the firm.
	Direction = message.Direction
	// Category is the category by which a message is charged.
	Category = pricing.Category
	// Status is how far a message has come.
	Status = message.Status
)

const (
	// maxAge is the maximum age of a message or status when it is reported.
	maxAge = 366 * 24 * time.Hour
	// MaxAhead is how far in the future its time may be, since clocks differ.
	MaxAhead = 5 * time.Minute
	// maxItems is the maximum number of messages or statuses in one report.
	maxItems = 1000

	maxProviderID = 200
	maxName       = 200 // of templates and campaigns
	maxBody       = 4096
	maxErrorCode  = 100
	maxErrorText  = 500
)

// lock makes other transactions that write messages of the firm wait until this one ends.
func lock(ctx context.Context, d *db.DB, firm uuid.UUID) error { return d.Lock(ctx, "messages", firm) }

// Kept returns the time from which messages are kept: the beginning, in UTC, of the month 400 days
// ago. Earlier ones are deleted month by month.
func Kept(now time.Time) time.Time {
	const days = 400
	year, month, _ := now.UTC().AddDate(0, 0, -days).Date()
	return time.Date(year, month, 1, 0, 0, 0, 0, time.UTC)
}
