package template

import (
	"context"
	"log/slog"
	"reflect"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
)

// SyncInput names the channel whose templates to read.
type SyncInput struct{ ChannelID uuid.UUID }

// Synced is what a synchronization found.
type Synced struct {
	// Created and Updated are how many templates are new, or have changed. Skipped are those with
	// parts that firmhub can't send.
	Created, Updated, Skipped int
}

// Sync reads the templates of a channel of the viewer's firm from its provider, and stores them
// with their states. What the provider has replaces what firmhub has, but for drafts. The firm is
// notified of those that have become rejected, paused or disabled. A provider that keeps no
// templates has none. It returns NotFound without such a channel, Conflict if the provider
// refuses, and Unavailable if it can't be reached. It calls the provider outside of any
// transaction.
func (m *Manager) Sync(ctx context.Context, in SyncInput) (synced *Synced, err error) {
	defer fault.Wrap(&err, "template.Sync")
	templater, line, err := m.templater(ctx, in.ChannelID)
	if err != nil {
		return nil, err
	}
	synced = &Synced{}
	if templater == nil {
		return synced, nil
	}
	calling, cancel := context.WithTimeout(ctx, callLimit)
	forms, outcome := templater.Templates(calling, line.Account)
	cancel()
	if err := refusedBy(outcome); err != nil {
		return nil, err
	}
	err = m.db.Tx(ctx, func(ctx context.Context) error {
		*synced = Synced{}
		known, err := m.ofChannel(ctx, in.ChannelID)
		if err != nil {
			return err
		}
		for _, form := range forms {
			if err := m.syncOne(ctx, in.ChannelID, known, form, synced); err != nil {
				return err
			}
		}
		return audit.Record(ctx, m.db, audit.Change{
			Action: "template.sync", Target: audit.Of("channel", in.ChannelID, "templates"), After: *synced,
		})
	})
	if err != nil {
		return nil, err
	}
	return synced, nil
}

// key is what names a template of a channel.
type key struct{ name, language string }

// ofChannel returns the templates of a channel, locked.
func (m *Manager) ofChannel(ctx context.Context, channelID uuid.UUID) (map[key]*Template, error) {
	if err := m.db.Lock(ctx, "templates", channelID); err != nil {
		return nil, err
	}
	found, err := read(ctx, m.db, "SELECT "+columns+" FROM templates t WHERE t.firm_id = $1 AND t.channel_id = $2", channelID)
	known := make(map[key]*Template, len(found))
	for _, t := range found {
		known[key{t.Name, t.Language}] = t
	}
	return known, err
}

func (m *Manager) syncOne(ctx context.Context, channelID uuid.UUID, known map[key]*Template, form provider.Form, synced *Synced) error {
	content := contentOf(form)
	if !namePattern.MatchString(form.Name) || !languagePattern.MatchString(form.Language) || len(content.check(provider.WhatsApp)) > 0 {
		slog.InfoContext(ctx, "a template of a provider can't be used", "channel", channelID, "name", form.Name, "language", form.Language)
		synced.Skipped++
		return nil
	}
	t := known[key{form.Name, form.Language}]
	if t == nil {
		now := entity.Now()
		t = &Template{
			ID: entity.NewID(), Name: form.Name, Language: form.Language, Kind: provider.WhatsApp, ChannelID: &channelID, Version: 1,
			Content: content, ProviderID: given(form.ProviderID), CreatedAt: now,
		}
		t.move(form.State, form.Reason)
		t.CreatedAt = t.UpdatedAt
		synced.Created++
		return m.insert(ctx, t)
	}
	before, used := t.Status, t.approvedStatus
	if !t.take(form, content) {
		return nil
	}
	synced.Updated++
	if err := t.save(ctx, m.db); err != nil {
		return err
	}
	if t.Status == before && reflect.DeepEqual(used, t.approvedStatus) {
		return nil
	}
	return t.tell(ctx, m.notifications, form.State, form.Reason)
}
