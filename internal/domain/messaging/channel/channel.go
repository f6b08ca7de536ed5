// Package channel manages the channels of a firm. A channel is a sender address at a provider of
// messages, such as a telephone number at WhatsApp.
//
// The secrets of a channel are sealed for its row, and are in no answer, log line or entry of the
// audit log. The adapters of the providers get them in the clear.
package channel

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/channel"
	"github.com/firmhub/firmhub/ent/predicate"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/fault"
)

// Status is whether a channel sends.
type Status = channel.Status

// Channel is a channel as the API shows it.
type Channel struct {
	ID     uuid.UUID
	Name   string
	Kind   provider.Kind
	Sender string
	// Settings are those of its kind; the others are nil.
	Settings Settings
	// SecretsSet are the names of its secrets, in order.
	SecretsSet        []string
	MessagesPerSecond int
	Status            Status
	// StatusReason is why the channel is Failing, else nil.
	StatusReason *string
	IsDefault    bool
	// HookURL is the address that the provider calls. It is nil for a kind that has no calls, and
	// where providers can't reach this server.
	HookURL   *string
	CreatedAt time.Time
	UpdatedAt time.Time
}

// Name is a channel in a list to choose from.
type Name struct {
	ID   uuid.UUID
	Name string
	Kind provider.Kind
	// FileLimits are those of the files that it sends.
	FileLimits provider.FileLimits
}

// byName orders channels by name; the case of ASCII letters does not matter.
func byName(channels *entsql.Selector) {
	channels.OrderExpr(entsql.Raw(db.LowerASCII(channels.Dialect(), channels.C(channel.FieldName)))).OrderBy(channels.C(channel.FieldID))
}

// List returns the channels of the viewer's firm by name. They are at most 100.
func (m *Manager) List(ctx context.Context) (_ []*Channel, err error) {
	defer fault.Wrap(&err, "channel.List")
	if err := m.available(); err != nil {
		return nil, err
	}
	rows, err := m.db.Client.Channel.Query().Order(byName).All(ctx)
	if err != nil {
		return nil, err
	}
	list := make([]*Channel, 0, len(rows))
	for _, row := range rows {
		shown, err := m.shown(row)
		if err != nil {
			return nil, err
		}
		list = append(list, shown)
	}
	return list, nil
}

// Lookup returns the names of the channels of the viewer's firm, in order.
func (m *Manager) Lookup(ctx context.Context) (_ []*Name, err error) {
	defer fault.Wrap(&err, "channel.Lookup")
	rows, err := m.db.Client.Channel.Query().
		Select(channel.FieldID, channel.FieldName, channel.FieldKind).
		Order(byName).All(ctx)
	if err != nil {
		return nil, err
	}
	names := make([]*Name, 0, len(rows))
	for _, row := range rows {
		kind := provider.Kind(row.Kind)
		names = append(names, &Name{row.ID, row.Name, kind, provider.LimitsOf(kind)})
	}
	return names, nil
}

// CountCalled returns how many channels of all firms have providers that call this server. Only
// doctor calls it.
func CountCalled(ctx context.Context, d *db.DB) (n int, err error) {
	defer fault.Wrap(&err, "channel.CountCalled")
	return d.Client.Channel.Query().Where(channel.KindIn(channel.KindWhatsApp, channel.KindSms)).
		Count(rule.AcrossFirms(ctx, "count channels whose providers call the server"))
}

// Get returns a channel of the viewer's firm, or NotFound.
func (m *Manager) Get(ctx context.Context, id uuid.UUID) (_ *Channel, err error) {
	defer fault.Wrap(&err, "channel.Get")
	if err := m.available(); err != nil {
		return nil, err
	}
	row, err := m.find(ctx, id)
	if err != nil {
		return nil, err
	}
	return m.shown(row)
}

// find returns a channel of the viewer's firm, or NotFound. With [db.ForUpdate] it is locked.
func (m *Manager) find(ctx context.Context, id uuid.UUID, conditions ...predicate.Channel) (*ent.Channel, error) {
	row, err := m.db.Client.Channel.Query().Where(append(conditions, channel.ID(id))...).Only(ctx)
	return row, db.NotFound(err, "channel")
}

func (m *Manager) shown(row *ent.Channel) (*Channel, error) {
	settings, err := settingsOf(row)
	if err != nil {
		return nil, err
	}
	shown := &Channel{
		ID: row.ID, Name: row.Name, Kind: provider.Kind(row.Kind), Sender: row.Sender, Settings: shownSettings(settings),
		SecretsSet: row.SecretsSet, MessagesPerSecond: row.MessagesPerSecond, Status: row.Status, IsDefault: row.IsDefault,
		CreatedAt: row.CreatedAt, UpdatedAt: row.UpdatedAt,
	}
	if row.StatusReason != "" {
		shown.StatusReason = &row.StatusReason
	}
	if address := m.hookURL(row); address != "" {
		shown.HookURL = &address
	}
	return shown, nil
}

// settingsOf returns the stored settings of a channel.
func settingsOf(row *ent.Channel) (settings provider.Settings, err error) {
	if err := json.Unmarshal(row.Settings, &settings); err != nil {
		return settings, fmt.Errorf("read the settings of the channel %s: %w", row.ID, err)
	}
	return settings, nil
}

// auditFields are the fields of a channel in the audit log.
type auditFields struct {
	Name              string            `json:"name"`
	Kind              provider.Kind     `json:"kind"`
	Settings          provider.Settings `json:"settings"`
	SecretsSet        []string          `json:"secretsSet"`
	MessagesPerSecond int               `json:"messagesPerSecond"`
	Status            Status            `json:"status"`
	IsDefault         bool              `json:"isDefault"`
	// SecretsChanged are the names of the secrets that were given another value.
	SecretsChanged []string `json:"secretsChanged,omitempty"`
}

func auditOf(row *ent.Channel) (auditFields, error) {
	settings, err := settingsOf(row)
	return auditFields{
		Name: row.Name, Kind: provider.Kind(row.Kind), Settings: settings, SecretsSet: row.SecretsSet,
		MessagesPerSecond: row.MessagesPerSecond, Status: row.Status, IsDefault: row.IsDefault,
	}, err
}

func targetOf(row *ent.Channel) audit.Target { return audit.Of("channel", row.ID, row.Name) }
