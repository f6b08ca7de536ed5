package messaging

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
)

// CampaignReasons are how many recipients of a campaign are skipped, and of how many the message
// has failed, by the reason. They are stored with the campaign.
type CampaignReasons struct {
	Skipped map[string]int `json:"skipped,omitempty"`
	Failed  map[string]int `json:"failed,omitempty"`
}

// Skip counts a recipient that is skipped.
func (r *CampaignReasons) Skip(reason string) {
	if r.Skipped == nil {
		r.Skipped = map[string]int{}
	}
	r.Skipped[reason]++
}

// campaignFailures are the messages of campaigns that have failed, by the campaign and the error
// code. They are stored with the counts.
type campaignFailures map[uuid.UUID]map[string][]uuid.UUID

// add adds a message. One without a code was refused by its provider.
func (f campaignFailures) add(campaign, id uuid.UUID, code *string) {
	if f[campaign] == nil {
		f[campaign] = map[string][]uuid.UUID{}
	}
	reason := cmp.Or(optional(code), string(provider.Rejected))
	f[campaign][reason] = append(f[campaign][reason], id)
}

// write counts the failures, and stores the reason of each with the recipient, whose id is that of
// its message. The lock of the firm's messages keeps others from counting meanwhile.
func (f campaignFailures) write(ctx context.Context, d *db.DB) error {
	for _, campaign := range slices.SortedFunc(maps.Keys(f), func(a, b uuid.UUID) int { return bytes.Compare(a[:], b[:]) }) {
		var stored []byte
		found, err := d.InFirm(ctx).Row([]any{&stored}, "SELECT reasons FROM campaigns WHERE firm_id = $1 AND id = $2", campaign)
		if err != nil {
			return err
		}
		if !found { // It was deleted.
			continue
		}
		var reasons CampaignReasons
		if len(stored) > 0 {
			if err := json.Unmarshal(stored, &reasons); err != nil {
				return fmt.Errorf("read the reasons of the campaign %s: %w", campaign, err)
			}
		}
		if err := f.writeOne(ctx, d, campaign, &reasons); err != nil {
			return err
		}
	}
	return nil
}

func (f campaignFailures) writeOne(ctx context.Context, d *db.DB, campaign uuid.UUID, reasons *CampaignReasons) error {
	if reasons.Failed == nil {
		reasons.Failed = map[string]int{}
	}
	for _, code := range slices.Sorted(maps.Keys(f[campaign])) {
		messages := f[campaign][code]
		reasons.Failed[code] += len(messages)
		among, list := d.AmongIDs("id", 2, messages)
		if err := d.InFirm(ctx).Later("UPDATE campaign_recipients SET reason = $3 WHERE firm_id = $1 AND "+among, list, code); err != nil {
			return err
		}
	}
	stored, err := json.Marshal(reasons)
	if err != nil {
		return err
	}
	return d.InFirm(ctx).Later("UPDATE campaigns SET reasons = $3 WHERE firm_id = $1 AND id = $2", campaign, string(stored))
}
