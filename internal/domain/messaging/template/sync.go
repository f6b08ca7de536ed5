package template

import (
	"context"
	"log/slog"
	"reflect"
	"time"

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
	// Created and Updated are how many templates are new, or have changed, or are gone at the
	// provider. Skipped are those with parts that firmhub can't send, or with a state that it does
	// not know.
	Created, Updated, Skipped int
}

// Sync reads the templates of a channel of the viewer's firm from its provider, and stores them
// with their states. What the provider has replaces what firmhub has, but for drafts, and for what
// has changed since the provider was asked. Those that it has not any more are Disabled. The firm
// is notified of those that have become rejected, paused or disabled. A provider that keeps no
// templates has none. It returns NotFound without such a channel, Conflict if the provider refuses,
// and Unavailable if it can't be reached. It calls the provider outside of any transaction.
func (m *Manager) Sync(ctx context.Context, in SyncInput) (synced *Synced, err error) {
	defer fault.Wrap(&err, "template.Sync")
	templater, line, err := m.templater(ctx, in.ChannelID)
	if err != nil {
		return nil, err
	}
	synced = &Synced{}
	began := entity.Now()
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
		sync := &synchronization{Manager: m, channelID: in.ChannelID, known: known, began: began, synced: synced}
		for _, form := range forms {
			if err := sync.one(ctx, form); err != nil {
				return err
			}
		}
		if err := sync.disableGone(ctx, forms); err != nil {
			return err
		}
		if err := sync.noteAsked(ctx); err != nil {
			return err
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

// synchronization stores what the provider of a channel has answered.
type synchronization struct {
	*Manager

	channelID uuid.UUID
	known     map[key]*Template
	// began is when the provider was asked.
	began  time.Time
	synced *Synced
	// taken are the templates that are now as the provider has said.
	taken []uuid.UUID
}

// noteAsked notes when the provider was asked for the templates that were taken. Of the others
// nothing new is known, and what a hook says of an earlier time counts.
func (s *synchronization) noteAsked(ctx context.Context) error {
	if len(s.taken) == 0 {
		return nil
	}
	among, list := s.db.AmongIDs("id", 2, s.taken)
	_, err := s.db.InFirm(ctx).Exec(
		"UPDATE templates SET decided_at = $3 WHERE firm_id = $1 AND (decided_at IS NULL OR decided_at < $3) AND "+among,
		list, s.began.Add(-clockSkew))
	return err
}

// goneReason is the statusReason of a template that its provider has not any more.
const goneReason = "It was deleted at WhatsApp."

// unsendableReason is the statusReason of a template that was changed at its provider.
const unsendableReason = "It has a header, a button or another part that firmhub can't send."

// sent returns the version in use, or the one that people work on where there is none.
func (t *Template) sent() *Content {
	if t.Approved != nil {
		return t.Approved
	}
	return &t.Content
}

// disableGone makes templates Disabled that were submitted and that the provider has not any more,
// unless they have changed since it was asked.
func (s *synchronization) disableGone(ctx context.Context, forms []provider.Form) error {
	for _, form := range forms {
		delete(s.known, key{form.Name, form.Language})
	}
	for _, t := range s.known {
		if t.ProviderID == nil || !t.UpdatedAt.Before(s.began) {
			continue
		}
		if err := s.disable(ctx, t, goneReason); err != nil {
			return err
		}
	}
	return nil
}

// disable makes a template Disabled. A draft stays, and its version in use is disabled.
func (s *synchronization) disable(ctx context.Context, t *Template, reason string) error {
	s.taken = append(s.taken, t.ID)
	before, used := t.Status, t.approvedStatus
	if t.Status == Draft {
		t.moveUsed(provider.TemplateIsDisabled, isOther(reason))
	} else {
		t.move(provider.TemplateIsDisabled, reason)
	}
	if t.Status == before && reflect.DeepEqual(used, t.approvedStatus) {
		return nil
	}
	s.synced.Updated++
	if err := t.save(ctx, s.db); err != nil {
		return err
	}
	return t.tell(ctx, s.notifications, provider.TemplateIsDisabled, reason)
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

// one stores a template, unless it has changed since the provider was asked, its state is not
// known, or it can't be sent. A known template that was changed into one that can't be sent is
// disabled: its provider sends the new text.
func (s *synchronization) one(ctx context.Context, form provider.Form) error {
	t := s.known[key{form.Name, form.Language}]
	if t != nil && !t.UpdatedAt.Before(s.began) {
		return nil
	}
	if form.State == "" { // It may still be sent, or not: what is known stays.
		slog.WarnContext(ctx, "the state of a template of a provider is not known", "channel", s.channelID, "name", form.Name,
			"language", form.Language, "state", provider.Clean(form.Reason, maxReason))
		s.synced.Skipped++
		return nil
	}
	if form.Unsendable {
		slog.InfoContext(ctx, "a template of a provider has a part that can't be sent", "channel", s.channelID, "name", form.Name,
			"language", form.Language)
		s.synced.Skipped++
		if t == nil || t.ProviderID == nil {
			return nil
		}
		return s.disable(ctx, t, unsendableReason)
	}
	content := contentOf(form)
	if !namePattern.MatchString(form.Name) || !languagePattern.MatchString(form.Language) || len(content.check(provider.WhatsApp)) > 0 {
		slog.InfoContext(ctx, "a template of a provider can't be used", "channel", s.channelID, "name", form.Name, "language", form.Language)
		s.synced.Skipped++
		if t == nil || t.ProviderID == nil || t.sent().saysAs(&content) {
			return nil
		}
		return s.disable(ctx, t, unsendableReason)
	}
	if t == nil {
		now := entity.Now()
		t = &Template{
			ID: entity.NewID(), Name: form.Name, Language: form.Language, Kind: provider.WhatsApp, ChannelID: &s.channelID, Version: 1,
			Content: content, ProviderID: given(form.ProviderID), CreatedAt: now,
		}
		t.move(form.State, form.Reason)
		t.CreatedAt = t.UpdatedAt
		s.taken = append(s.taken, t.ID)
		s.synced.Created++
		return s.insert(ctx, t)
	}
	s.taken = append(s.taken, t.ID)
	before, used := t.Status, t.approvedStatus
	if !t.take(form, content) {
		return nil
	}
	s.synced.Updated++
	if err := t.save(ctx, s.db); err != nil {
		return err
	}
	if t.Status == before && reflect.DeepEqual(used, t.approvedStatus) {
		return nil
	}
	return t.tell(ctx, s.notifications, form.State, form.Reason)
}
