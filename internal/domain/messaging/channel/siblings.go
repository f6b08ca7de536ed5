package channel

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/channel"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/fault"
)

// Siblings are channels that have the same app.
type Siblings struct {
	// Numbers has them by the ids of their numbers, and Accounts one of each business account by
	// its id: the oldest that is Active, or else the oldest.
	Numbers, Accounts map[string]uuid.UUID
}

// Siblings returns the channels of WhatsApp of the firm of ctx that have the app of a channel,
// which is one of them. Meta calls one address for all numbers of an app. Only the server calls it.
func (m *Manager) Siblings(ctx context.Context, of *Line) (_ *Siblings, err error) {
	defer fault.Wrap(&err, "channel.Siblings")
	rows, err := m.db.Client.Channel.Query().Where(channel.KindEQ(channel.KindWhatsApp)).Order(channel.ByID()).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the channels of an app: %w", err)
	}
	active := map[string]bool{} // whether the channel of a business account is
	siblings := &Siblings{Numbers: map[string]uuid.UUID{}, Accounts: map[string]uuid.UUID{}}
	for _, row := range rows {
		secrets, err := m.open(row)
		if err != nil {
			continue // Its secrets are lost, and so nothing says which app it has.
		}
		var settings provider.Settings
		if err := json.Unmarshal(row.Settings, &settings); err != nil {
			return nil, fmt.Errorf("read the settings of the channel %s: %w", row.ID, err)
		}
		app := of.Account.Secrets[provider.AppSecret]
		if subtle.ConstantTimeCompare([]byte(secrets[provider.AppSecret]), []byte(app)) == 1 {
			siblings.Numbers[settings.PhoneNumberID] = row.ID
			_, known := siblings.Accounts[settings.BusinessAccountID]
			if isActive := row.Status == channel.StatusActive; !known || isActive && !active[settings.BusinessAccountID] {
				siblings.Accounts[settings.BusinessAccountID], active[settings.BusinessAccountID] = row.ID, isActive
			}
		}
	}
	return siblings, nil
}
