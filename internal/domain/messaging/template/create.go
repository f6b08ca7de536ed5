package template

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/domain/event"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
)

// maxTemplates limits the templates of a firm.
const maxTemplates = 10_000

// CreateInput describes a new template.
type CreateInput struct {
	Name, Language string
	// Kind is that of the channel, if ChannelID is set. WhatsApp needs a channel.
	Kind       *provider.Kind
	ChannelID  *uuid.UUID
	Category   Category
	Header     *Header
	Body       string
	Footer     *string
	Buttons    []*Button
	Subject    *string
	HTML       *string
	Parameters []*Parameter
}

// Validate returns the faults of the name and of the language. What the content may have depends on
// the kind of the channel.
func (in *CreateInput) Validate() fault.Details {
	var faults fault.Details
	if !namePattern.MatchString(in.Name) {
		faults.Add("name", "must have 1 to 512 small letters, digits and _")
	}
	checkLanguage(&faults, in.Language)
	return faults
}

// Create creates a template of the viewer's firm, as a draft. It returns ValidationError with every
// fault, and Conflict if the firm has a template of this name and language for the channel or kind.
func (m *Manager) Create(ctx context.Context, in CreateInput) (made *Template, err error) {
	defer fault.Wrap(&err, "template.Create")
	err = m.db.Tx(ctx, func(ctx context.Context) error {
		faults := in.Validate()
		kind, err := m.kind(ctx, &faults, in.Kind, in.ChannelID)
		if err != nil {
			return err
		}
		now := entity.Now()
		made = &Template{
			ID: entity.NewID(), Name: in.Name, Language: in.Language, Kind: kind, ChannelID: in.ChannelID, Version: 1, Status: Draft,
			CreatedAt: now, UpdatedAt: now,
			Content: Content{
				Category: in.Category, Header: in.Header, Body: in.Body, Footer: in.Footer, Buttons: in.Buttons, Subject: in.Subject,
				HTML: in.HTML, Parameters: in.Parameters,
			},
		}
		faults = append(faults, made.check(kind)...)
		faults = append(faults, made.checkCode(kind)...)
		if err := faults.Err(); err != nil {
			return err
		}
		if err := m.checkCount(ctx); err != nil {
			return err
		}
		if err := m.insert(ctx, made); err != nil {
			return err
		}
		return audit.Record(ctx, m.db, audit.Change{Action: "template.create", Target: made.target(), After: made.audited()})
	})
	if err != nil {
		return nil, err
	}
	return made, nil
}

func checkLanguage(faults *fault.Details, language string) {
	if !languagePattern.MatchString(language) {
		faults.Add("language", "must be a language such as en or pt_BR")
	}
}

// kind returns the kind of a new template. It is zero if there is a fault.
func (m *Manager) kind(ctx context.Context, faults *fault.Details, kind *provider.Kind, channelID *uuid.UUID) (provider.Kind, error) {
	if kind != nil && !kind.IsKnown() {
		faults.Add("kind", "must be WhatsApp, Sms, Email or Sandbox")
		return "", nil
	}
	if channelID == nil {
		switch {
		case kind == nil:
			faults.Add("kind", "is required, or channelId instead of it")
			return "", nil
		case *kind == provider.WhatsApp:
			faults.Add("channelId", "is required for WhatsApp")
		}
		return *kind, nil
	}
	line, err := m.channels.Line(ctx, *channelID)
	switch {
	case fault.Is(err, fault.NotFound) || err == nil && line.Deleted:
		faults.Add("channelId", "must be a channel of the firm")
		return "", nil
	case err != nil:
		return "", err
	case kind != nil && *kind != line.Kind:
		faults.Add("kind", "must be that of the channel, %s", line.Kind)
	}
	return line.Kind, nil
}

// checkCount returns Conflict when the firm has the maximum number of templates.
func (m *Manager) checkCount(ctx context.Context) error {
	var n int
	if _, err := m.db.InFirm(ctx).Row([]any{&n}, "SELECT count(*) FROM templates WHERE firm_id = $1"); err != nil {
		return err
	}
	if n >= maxTemplates {
		return fault.New(fault.Conflict, "The firm has %d templates already. Delete one first.", maxTemplates)
	}
	return nil
}

// insert stores a new template, in the transaction of the context.
func (m *Manager) insert(ctx context.Context, t *Template) error {
	content, approved, err := t.encode()
	if err != nil {
		return err
	}
	_, err = m.db.InFirm(ctx).Exec(`
INSERT INTO templates (id, firm_id, created_at, updated_at, name, language, kind, channel_id, category, content, version, status,
  status_reason, provider_id, approved, approved_version, approved_status)
VALUES ($2, $1, $3, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
		t.ID, t.CreatedAt, t.Name, t.Language, string(t.Kind), t.ChannelID, string(t.Category), content, t.Version, string(t.Status),
		text(t.StatusReason), text(t.ProviderID), approved, t.ApprovedVersion, (*string)(t.approvedStatus))
	if db.IsUnique(err) {
		return fault.New(fault.Conflict, "The firm has a template %s in the language %s already.", t.Name, t.Language).Because(err)
	}
	if err != nil {
		return fmt.Errorf("insert the template: %w", err)
	}
	return event.RaiseAll(ctx, m.db, event.TemplateChanged, t.ID)
}
