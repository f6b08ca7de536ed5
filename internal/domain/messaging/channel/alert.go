package channel

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/firm"
	notificationrow "github.com/firmhub/firmhub/ent/notification"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext"
	"github.com/firmhub/firmhub/internal/viewer"
)

// tiers are the tiers of firms by the words and numbers of WhatsApp. One between two of ours is the
// lower one.
//
// Source: developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference,
// business_capability_update and phone_number_quality_update, as of May 2026.
var tiers = map[string]firm.MessagingTier{
	"TIER_50": firm.MessagingTierTier250, "TIER_250": firm.MessagingTierTier250, "TIER_1K": firm.MessagingTierTier250,
	"TIER_2K": firm.MessagingTierTier2000, "TIER_10K": firm.MessagingTierTier10000, "TIER_100K": firm.MessagingTierTier100000,
	"TIER_UNLIMITED": firm.MessagingTierUnlimited,
	"250":            firm.MessagingTierTier250, "2000": firm.MessagingTierTier2000, "10000": firm.MessagingTierTier10000,
	"100000": firm.MessagingTierTier100000, "-1": firm.MessagingTierUnlimited,
}

// Alert stores news of a provider about a channel of the firm of ctx, in the transaction of ctx,
// and notifies the firm: the channel is Failing if the account is blocked, and the messagingTier of
// the firm is what the provider says. It does nothing for a deleted channel. Only the server calls
// it.
func (m *Manager) Alert(ctx context.Context, id uuid.UUID, alert provider.Alert) (err error) {
	defer fault.Wrap(&err, "channel.Alert")
	row, err := m.find(ctx, id)
	if fault.Is(err, fault.NotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	if tier, known := tiers[strings.ToUpper(alert.Tier)]; known {
		if err := m.setTier(ctx, row, tier); err != nil {
			return err
		}
	}
	if alert.Failing != "" {
		return m.Fail(ctx, id, provider.Outcome{Failing: alert.Failing, Message: alert.Message})
	}
	_, err = m.notifications.Create(ctx, notification.Input{
		Title: "News about a channel", Module: notificationrow.ModuleSystem, ModuleID: &row.ID,
		Metadata: notification.About(notification.Channel),
		Message: plaintext.Fit(
			fmt.Sprintf("The provider of the channel %s says: %s", row.Name, plaintext.Trim(alert.Type+" "+alert.Message)), notification.MaxMessage),
	})
	return err
}

// setTier stores to how many people the provider lets the firm of a channel write.
func (m *Manager) setTier(ctx context.Context, row *ent.Channel, to firm.MessagingTier) error {
	id := viewer.From(ctx).FirmID
	across := rule.AcrossFirms(ctx, "change a firm by what its provider says")
	of, err := m.db.Client.Firm.Query().Where(firm.ID(id)).Select(firm.FieldName, firm.FieldMessagingTier).Only(across)
	if err != nil || of.MessagingTier == to {
		return err
	}
	if err := m.db.Client.Firm.UpdateOneID(id).SetMessagingTier(to).Exec(across); err != nil {
		return err
	}
	type fields struct {
		MessagingTier firm.MessagingTier `json:"messagingTier"`
		Channel       string             `json:"channel,omitempty"`
	}
	target := audit.Of("firm", id, of.Name)
	return audit.RecordUpdate(ctx, m.db, "firm.setMessagingTier", target, fields{of.MessagingTier, ""}, fields{to, row.Name})
}
