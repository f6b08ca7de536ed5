package campaign

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/domain/wallet"
	"github.com/firmhub/firmhub/internal/fault"
)

// SkipContact skips a contact of the viewer's firm in all campaigns that have no message for it
// yet, and releases what is held for it. A campaign that is being prepared can't be changed
// meanwhile, and is left out. SkipContact has transactions of its own. Only the server calls it.
func (m *Manager) SkipContact(ctx context.Context, contact uuid.UUID) (err error) {
	defer fault.Wrap(&err, "campaign.SkipContact")
	campaigns, err := db.All[uuid.UUID](m.db.InFirm(ctx),
		"SELECT DISTINCT campaign_id FROM campaign_recipients WHERE firm_id = $1 AND contact_id = $2 AND state = 'Waiting'", contact)
	if err != nil {
		return err
	}
	const rows = 2
	for _, id := range campaigns {
		err := m.charges.Do(ctx, rows, func(ctx context.Context, batch *wallet.Batch[work], _ int) error {
			c, err := find(ctx, m.db, id, true)
			if err != nil {
				return err
			}
			if c.Status == Preparing || c.FinishedAt != nil {
				return nil // Those who waited when it finished are counted as cancelled.
			}
			return m.skip(ctx, batch, c, contact)
		})
		if err != nil && !fault.Is(err, fault.NotFound) {
			return err
		}
	}
	return nil
}

// skip skips a contact that waits in a campaign, which the transaction of a batch has locked.
func (m *Manager) skip(ctx context.Context, batch *wallet.Batch[work], c *Campaign, contact uuid.UUID) error {
	var n int
	var held money.Amount
	_, err := m.db.InFirm(ctx).Row([]any{&n, &held}, `
SELECT count(*), CAST(coalesce(sum(price), 0) AS bigint) FROM campaign_recipients
WHERE firm_id = $1 AND campaign_id = $2 AND contact_id = $3 AND state = 'Waiting'`, c.ID, contact)
	if err != nil || n == 0 {
		return err
	}
	released := held
	if c.StartedAt == nil {
		// What the recipients cost more than was counted is not held yet.
		released = min(held, max(0, c.reserved-(c.needed-held)))
	}
	if err := batch.Release(released); err != nil {
		return err
	}
	_, err = m.db.InFirm(ctx).Exec(`
UPDATE campaign_recipients SET state = 'Skipped', reason = $4, address_key = NULL, due_at = NULL
WHERE firm_id = $1 AND campaign_id = $2 AND contact_id = $3 AND state = 'Waiting'`, c.ID, contact, string(Inactive))
	if err != nil {
		return err
	}
	for range n {
		c.reasons.Skip(string(Inactive))
	}
	reasons, err := json.Marshal(c.reasons)
	if err != nil {
		return fmt.Errorf("encode the reasons of a campaign: %w", err)
	}
	_, err = m.db.InFirm(ctx).Exec(`
UPDATE campaigns SET waiting = waiting - $3, recipients = recipients - $3, skipped = skipped + $3, needed = needed - $4,
  reserved = reserved - $5, reasons = $6, updated_at = $7 WHERE firm_id = $1 AND id = $2`,
		c.ID, n, int64(held), int64(released), string(reasons), m.now())
	return err
}
