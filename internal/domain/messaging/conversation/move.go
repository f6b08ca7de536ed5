package conversation

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
)

// MoveContact moves the conversations of a contact of the firm of ctx to another contact, and
// returns their ids. Only the server calls it, in a transaction that has the lock of the firm's
// messages.
func MoveContact(ctx context.Context, d *db.DB, from, into uuid.UUID, now time.Time) ([]uuid.UUID, error) {
	moved, err := db.All[uuid.UUID](d.InFirm(ctx), "SELECT id FROM conversations WHERE firm_id = $1 AND contact_id = $2", from)
	if err != nil || len(moved) == 0 {
		return nil, err
	}
	_, err = d.InFirm(ctx).Exec("UPDATE conversations SET updated_at = $4, contact_id = $3 WHERE firm_id = $1 AND contact_id = $2",
		from, into, now)
	if err != nil {
		return nil, fmt.Errorf("move the conversations of a contact: %w", err)
	}
	return moved, nil
}
