package outgoing

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/lease"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
)

const (
	// calledWithin is how long a claimed message may wait for its call: a claim takes no more than
	// the channel sends in a second.
	calledWithin = 2 * time.Second
	// looksEvery is how often it is looked whether a call has ended.
	looksEvery = 20 * time.Millisecond
)

// AwaitCalls waits until the provider has been called for the messages of the firm of ctx that are
// claimed now and whose recipient matches, or until they are back in the queue, for at most two
// seconds. Claims that begin later see what is committed before. The context is outside a
// transaction.
func AwaitCalls(ctx context.Context, d *db.DB, matches func(provider.Address) bool) error {
	if err := awaitClaims(ctx, d); err != nil {
		return err
	}
	claimed, err := claimedTo(ctx, d, matches)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, calledWithin)
	defer cancel()
	ticker := time.NewTicker(looksEvery)
	defer ticker.Stop()
	for len(claimed) > 0 {
		select {
		case <-ctx.Done(): // The call takes long, so it has begun.
			return nil
		case <-ticker.C:
		}
		among, list := d.AmongIDs("id", 2, claimed)
		claimed, err = db.All[uuid.UUID](d.InFirm(ctx),
			"SELECT id FROM outgoing_messages WHERE firm_id = $1 AND state = 'Sending' AND "+among, list)
		if err != nil && ctx.Err() == nil {
			return err
		}
	}
	return nil
}

// awaitClaims waits until the claims have ended that have begun and that others can't see yet. On
// SQLite there are none: a claim is a writer.
func awaitClaims(ctx context.Context, d *db.DB) error {
	if d.Dialect() != db.Postgres {
		return nil
	}
	lanes, err := db.All[uuid.UUID](d.InFirm(ctx), "SELECT id FROM channel_lanes WHERE firm_id = $1 AND holder IS NOT NULL")
	if err != nil {
		return err
	}
	for _, lane := range lanes { // One after the other, so that nobody waits for two.
		err := d.Tx(ctx, func(ctx context.Context) error {
			_, _, err := lease.Read(ctx, d, lanesTable, lane, lease.ForUpdate)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// claimedMessage is a message that is Sending, and its recipient as JSON.
type claimedMessage struct {
	ID uuid.UUID
	To string `sql:"recipient"`
}

// claimedTo returns ids of the messages of the firm of ctx that are Sending, to the recipients that
// matches accepts.
func claimedTo(ctx context.Context, d *db.DB, matches func(provider.Address) bool) (ids []uuid.UUID, err error) {
	all, err := db.All[claimedMessage](d.InFirm(ctx),
		"SELECT id, content->>'to' AS recipient FROM outgoing_messages WHERE firm_id = $1 AND check_at IS NULL AND state = 'Sending'")
	if err != nil {
		return nil, err
	}
	for _, m := range all {
		var to provider.Address
		if err := json.Unmarshal([]byte(m.To), &to); err != nil {
			return nil, fmt.Errorf("read the recipient of the message %s: %w", m.ID, err)
		}
		if matches(to) {
			ids = append(ids, m.ID)
		}
	}
	return ids, nil
}
