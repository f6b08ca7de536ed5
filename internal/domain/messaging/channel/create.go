package channel

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/channel"
	"github.com/firmhub/firmhub/ent/firm"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/transfer/outbound"
	"github.com/firmhub/firmhub/internal/viewer"
)

// maxChannels limits the channels of a firm.
const maxChannels = 100

// Create creates a channel of the viewer's firm. It calls no provider. It returns ValidationError
// with every fault, and Conflict when the firm has 100 channels.
func (m *Manager) Create(ctx context.Context, in CreateInput) (made *Channel, err error) {
	defer fault.Wrap(&err, "channel.Create")
	if err := m.available(); err != nil {
		return nil, err
	}
	return m.create(ctx, &in)
}

// Seed creates a channel of the kind Sandbox in the viewer's firm, without a manager: it has no
// secrets. Only the demo calls it.
func Seed(ctx context.Context, d *db.DB, name string) (err error) {
	defer fault.Wrap(&err, "channel.Seed")
	_, err = NewManager(d, Config{Guard: outbound.NewGuard(nil)}).create(ctx, &CreateInput{Name: name, Kind: provider.Sandbox})
	return err
}

func (m *Manager) create(ctx context.Context, in *CreateInput) (made *Channel, err error) {
	settings, secrets := in.Settings.given(), provider.Secrets{}
	in.Secrets.apply(secrets)
	faults := append(in.Validate(), provider.Validate(in.Kind, &settings, secrets, m.guard)...)
	if err := faults.Err(); err != nil {
		return nil, err
	}
	err = m.db.Tx(ctx, func(ctx context.Context) error {
		first, err := m.lockFirm(ctx, in.Kind)
		if err != nil {
			return err
		}
		if in.IsDefault && !first {
			if err := m.clearDefault(ctx, channel.Kind(in.Kind)); err != nil {
				return err
			}
		}
		row, err := m.insert(ctx, in, settings, secrets, in.IsDefault || first)
		if err != nil {
			return err
		}
		after, err := auditOf(row)
		if err != nil {
			return err
		}
		if made, err = m.shown(row); err != nil {
			return err
		}
		return audit.Record(ctx, m.db, audit.Change{Action: "channel.create", Target: targetOf(row), After: after})
	})
	if err != nil {
		return nil, err
	}
	return made, nil
}

func (m *Manager) insert(
	ctx context.Context, in *CreateInput, settings provider.Settings, secrets provider.Secrets, isDefault bool,
) (*ent.Channel, error) {
	id := entity.NewID()
	sealed, err := m.seal(viewer.From(ctx).FirmID, id, secrets)
	if err != nil {
		return nil, err
	}
	stored, err := json.Marshal(settings)
	if err != nil {
		return nil, err
	}
	rate := in.Kind.PerSecond()
	if in.MessagesPerSecond != nil {
		rate = *in.MessagesPerSecond
	}
	create := m.db.Client.Channel.Create().SetID(id).
		SetName(in.Name).SetKind(channel.Kind(in.Kind)).SetSender(settings.Sender(in.Kind)).SetSettings(stored).
		SetSecretsSet(secrets.Names()).SetMessagesPerSecond(rate).SetIsDefault(isDefault)
	if sealed != nil {
		create.SetSecrets(*sealed)
	}
	row, err := create.Save(ctx)
	if err != nil {
		return nil, fmt.Errorf("save the channel: %w", err)
	}
	return row, nil
}

// lockFirm makes other transactions that create channels of the firm, or change which is the
// default, wait until this one ends. It reports whether the firm has no channel of the kind yet,
// and returns Conflict when it has the maximum number of channels.
func (m *Manager) lockFirm(ctx context.Context, kind provider.Kind) (first bool, err error) {
	if err := m.lock(ctx); err != nil {
		return false, err
	}
	kinds, err := m.db.Client.Channel.Query().Select(channel.FieldKind).All(ctx)
	if err != nil {
		return false, fmt.Errorf("count the channels: %w", err)
	}
	if len(kinds) >= maxChannels {
		return false, fault.New(fault.Conflict, "The firm has %d channels already. Delete one first.", maxChannels)
	}
	for _, row := range kinds {
		if provider.Kind(row.Kind) == kind {
			return false, nil
		}
	}
	return true, nil
}

func (m *Manager) lock(ctx context.Context) error {
	firmID := viewer.From(ctx).FirmID
	if _, err := m.db.Client.Firm.Query().Where(firm.ID(firmID), db.ForNoKeyUpdate).OnlyID(ctx); err != nil {
		return fmt.Errorf("lock the firm: %w", err)
	}
	return nil
}

// clearDefault makes no channel of the kind the default.
func (m *Manager) clearDefault(ctx context.Context, kind channel.Kind) error {
	before, err := m.db.Client.Channel.Query().Where(channel.KindEQ(kind), channel.IsDefault(true)).All(ctx)
	if err != nil {
		return fmt.Errorf("find the default channel: %w", err)
	}
	for _, row := range before {
		if err := m.setDefault(ctx, row, false); err != nil {
			return err
		}
	}
	return nil
}

// setDefault makes a channel the default of its kind, or ends that, with its own entry in the audit
// log.
func (m *Manager) setDefault(ctx context.Context, row *ent.Channel, is bool) error {
	type fields struct {
		IsDefault bool `json:"isDefault"`
	}
	if err := m.db.Client.Channel.UpdateOne(row).SetIsDefault(is).Exec(ctx); err != nil {
		return fmt.Errorf("change the default channel: %w", err)
	}
	return audit.RecordUpdate(ctx, m.db, "channel.update", targetOf(row), fields{!is}, fields{is})
}
