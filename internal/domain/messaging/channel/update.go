package channel

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/channel"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/domain/messaging/outgoing"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/secret"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
)

// Update changes a channel of the viewer's firm, or returns NotFound. It returns ValidationError
// with every fault. A channel that becomes the default takes that from the other one of its kind.
func (m *Manager) Update(ctx context.Context, in UpdateInput) (updated *Channel, err error) {
	defer fault.Wrap(&err, "channel.Update")
	if err := m.available(); err != nil {
		return nil, err
	}
	err = m.db.Tx(ctx, func(ctx context.Context) error {
		if in.IsDefault != nil {
			if err := m.lock(ctx); err != nil {
				return err
			}
		}
		row, err := m.find(ctx, in.ID, db.ForUpdate)
		if err != nil {
			return err
		}
		updated, err = m.update(ctx, &in, row)
		return err
	})
	if err != nil {
		return nil, err
	}
	return updated, nil
}

func (m *Manager) update(ctx context.Context, in *UpdateInput, row *ent.Channel) (*Channel, error) {
	account, err := m.account(row)
	if errors.Is(err, secret.ErrSealed) {
		// They are lost with the key that sealed them. The update has to bring new ones.
		account.Secrets, err = provider.Secrets{}, nil
	}
	if err != nil {
		return nil, err
	}
	before, err := auditOf(row)
	if err != nil {
		return nil, err
	}
	kind, settings, secrets := provider.Kind(row.Kind), account.Settings, account.Secrets
	if in.Settings != nil {
		settings = in.Settings.given()
	}
	changed := in.Secrets.apply(secrets)
	if err := in.validate(kind, row.IsDefault, account.Settings, &settings, secrets, m); err != nil {
		return nil, err
	}
	change := m.db.Client.Channel.UpdateOne(row)
	if in.Name != nil {
		change.SetName(*in.Name)
	}
	if in.MessagesPerSecond != nil {
		change.SetMessagesPerSecond(*in.MessagesPerSecond)
	}
	if in.IsDefault != nil && *in.IsDefault && !row.IsDefault {
		if err := m.clearDefault(ctx, row.Kind); err != nil {
			return nil, err
		}
		change.SetIsDefault(true)
	}
	if err := m.setSettings(change, kind, account.Settings, settings); err != nil {
		return nil, err
	}
	if in.Secrets != nil {
		if err := m.setSecrets(change, row, secrets); err != nil {
			return nil, err
		}
	}
	if row, err = change.Save(ctx); err != nil {
		return nil, fmt.Errorf("save the channel: %w", err)
	}
	after, err := auditOf(row)
	if err != nil {
		return nil, err
	}
	slices.Sort(changed)
	after.SecretsChanged = changed
	if err := audit.RecordUpdate(ctx, m.db, "channel.update", targetOf(row), before, after); err != nil {
		return nil, err
	}
	return m.shown(row)
}

// validate completes the settings and returns every fault. A secret that the provider is sent must
// be entered again when the settings name another server: otherwise whoever may change a channel
// could read its secrets, by sending them to a server of their own.
func (in *UpdateInput) validate(
	kind provider.Kind, isDefault bool, before provider.Settings, settings *provider.Settings, secrets provider.Secrets, m *Manager,
) error {
	faults := in.Validate()
	if in.IsDefault != nil && !*in.IsDefault && isDefault {
		faults.Add("isDefault", "can't be false for the default channel; make another one the default")
	}
	faults = append(faults, provider.Validate(kind, settings, secrets, m.guard)...)
	if settings.Server() != before.Server() {
		for _, name := range secrets.Names() {
			if !in.Secrets.sets(name) {
				faults.Add("secrets."+name, "must be entered again, since the settings name another server")
			}
		}
	}
	return faults.Err()
}

// setSettings stores other settings. The sender is that of the settings again if they name another
// one.
func (m *Manager) setSettings(change *ent.ChannelUpdateOne, kind provider.Kind, before, after provider.Settings) error {
	if before == after {
		return nil
	}
	stored, err := json.Marshal(after)
	if err != nil {
		return err
	}
	change.SetSettings(stored)
	if sender := after.Sender(kind); sender != before.Sender(kind) {
		change.SetSender(sender)
	}
	return nil
}

func (m *Manager) setSecrets(change *ent.ChannelUpdateOne, row *ent.Channel, secrets provider.Secrets) error {
	sealed, err := m.seal(row.FirmID, row.ID, secrets)
	if err != nil {
		return err
	}
	change.SetSecretsSet(secrets.Names())
	if sealed == nil {
		change.ClearSecrets()
	} else {
		change.SetSecrets(*sealed)
	}
	return nil
}

// Pause makes a channel of the viewer's firm accept messages and send none, or returns NotFound. A
// channel that is Failing is then Paused.
func (m *Manager) Pause(ctx context.Context, id uuid.UUID) (_ *Channel, err error) {
	defer fault.Wrap(&err, "channel.Pause")
	return m.move(ctx, id, "channel.pause", channel.StatusPaused)
}

// Resume makes a Paused channel of the viewer's firm send again, or returns NotFound. It returns
// Conflict for a channel that is Failing: a successful test makes it Active. A channel that was
// Failing when it was paused is Failing again.
func (m *Manager) Resume(ctx context.Context, id uuid.UUID) (_ *Channel, err error) {
	defer fault.Wrap(&err, "channel.Resume")
	return m.move(ctx, id, "channel.resume", channel.StatusActive)
}

func (m *Manager) move(ctx context.Context, id uuid.UUID, action string, to Status) (moved *Channel, err error) {
	if err := m.available(); err != nil {
		return nil, err
	}
	err = m.db.Tx(ctx, func(ctx context.Context) error {
		row, err := m.find(ctx, id, db.ForUpdate)
		if err != nil {
			return err
		}
		if row.Status == channel.StatusFailing && to == channel.StatusActive {
			return fault.New(fault.Conflict, "The provider refuses this channel. Correct its settings, then test it: that makes it active.")
		}
		status := to
		if to == channel.StatusActive && row.StatusReason != "" {
			status = channel.StatusFailing
		}
		if row, err = m.setStatus(ctx, row, action, status, row.StatusReason); err != nil {
			return err
		}
		moved, err = m.shown(row)
		return err
	})
	if err != nil {
		return nil, err
	}
	return moved, nil
}

// setStatus changes the status of a locked channel.
func (m *Manager) setStatus(ctx context.Context, row *ent.Channel, action string, to Status, reason string) (*ent.Channel, error) {
	type fields struct {
		Status       Status `json:"status"`
		StatusReason string `json:"statusReason"`
	}
	before := fields{row.Status, row.StatusReason}
	if before == (fields{to, reason}) {
		return row, nil
	}
	row, err := m.db.Client.Channel.UpdateOne(row).SetStatus(to).SetStatusReason(reason).Save(ctx)
	if err != nil {
		return nil, fmt.Errorf("save the status of the channel: %w", err)
	}
	if to == channel.StatusActive {
		if err := outgoing.Wake(ctx, m.db, map[uuid.UUID]time.Time{row.ID: entity.Now()}); err != nil {
			return nil, err
		}
	}
	return row, audit.RecordUpdate(ctx, m.db, action, targetOf(row), before, fields{to, reason})
}
