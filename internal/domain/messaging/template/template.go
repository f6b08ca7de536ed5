// Package template manages the templates of a firm: texts with parameters such as {{name}}, from
// which messages are made.
//
// A template has the version that people work on, and the version in use, which is the last one
// that was approved. WhatsApp approves the templates of its channels; others are approved when they
// are submitted.
package template

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/domain/event"
	"github.com/firmhub/firmhub/internal/domain/messaging/channel"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/fault"
)

// Status is how far a version of a template has come.
type Status string

// The statuses.
const (
	Draft     Status = "Draft"
	Submitted Status = "Submitted"
	Approved  Status = "Approved"
	Rejected  Status = "Rejected"
	Paused    Status = "Paused"
	Disabled  Status = "Disabled"
)

// usedReplaced is the status of a version in use that is paused or disabled, and of which the
// provider has another text, while people work on a draft. Only a synchronization ends it.
const usedReplaced Status = "Replaced"

// Template is a template as the API shows it: the version that people work on.
type Template struct {
	Content

	ID             uuid.UUID
	Name, Language string
	Kind           provider.Kind
	// ChannelID is the only channel that sends it, or nil for every channel of the kind.
	ChannelID *uuid.UUID
	Status    Status
	// StatusReason is why the provider has rejected or paused it, or nil.
	StatusReason *string
	ProviderID   *string
	Version      int
	// ApprovedVersion is the version in use, or nil.
	ApprovedVersion *int
	// Approved is what the version in use says, or nil.
	Approved  *Content
	CreatedAt time.Time
	UpdatedAt time.Time

	approvedStatus *Status
	// decidedAt is the provider's time of the last decision that is known.
	decidedAt *time.Time
}

// Manager manages the templates of firms.
type Manager struct {
	db            *db.DB
	channels      *channel.Manager
	notifications *notification.Center
}

// NewManager returns a manager. It notifies firms of rejections and pauses.
func NewManager(d *db.DB, channels *channel.Manager, notifications *notification.Center) *Manager {
	return &Manager{db: d, channels: channels, notifications: notifications}
}

// columns are the columns of a template, in the order of [Template.into].
const columns = "t.id, t.name, t.language, t.kind, t.channel_id, t.content, t.version, t.status, t.status_reason, t.provider_id, " +
	"t.approved, t.approved_version, t.approved_status, t.decided_at, t.created_at, t.updated_at"

// read returns the templates that a query in the firm of the context selects.
func read(ctx context.Context, d *db.DB, query string, args ...any) (templates []*Template, err error) {
	rows, err := d.InFirm(ctx).Query(query, args...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }() // rows.Err has the error
	for rows.Next() {
		var (
			t                  Template
			kind, status       string
			reason, providerID string
			content, approved  []byte
		)
		err := rows.Scan(&t.ID, &t.Name, &t.Language, &kind, &t.ChannelID, &content, &t.Version, &status, &reason, &providerID,
			&approved, &t.ApprovedVersion, &t.approvedStatus, &t.decidedAt, &t.CreatedAt, &t.UpdatedAt)
		if err != nil {
			return nil, fmt.Errorf("read a template: %w", err)
		}
		t.Kind, t.Status, t.StatusReason, t.ProviderID = provider.Kind(kind), Status(status), given(reason), given(providerID)
		t.CreatedAt, t.UpdatedAt = t.CreatedAt.UTC(), t.UpdatedAt.UTC()
		if err := json.Unmarshal(content, &t.Content); err != nil {
			return nil, fmt.Errorf("read the content of the template %s: %w", t.ID, err)
		}
		if len(approved) > 0 {
			t.Approved = &Content{}
			if err := json.Unmarshal(approved, t.Approved); err != nil {
				return nil, fmt.Errorf("read the approved content of the template %s: %w", t.ID, err)
			}
		}
		templates = append(templates, &t)
	}
	return templates, rows.Err()
}

// given returns nil for an empty text.
func given(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// find returns a template of the firm of ctx, or NotFound. In a transaction of PostgreSQL it is
// locked if that is wanted.
func find(ctx context.Context, d *db.DB, id uuid.UUID, lock bool) (*Template, error) {
	query := "SELECT " + columns + " FROM templates t WHERE t.firm_id = $1 AND t.id = $2"
	if lock && d.Dialect() == db.Postgres {
		query += " FOR UPDATE"
	}
	found, err := read(ctx, d, query, id)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, fault.New(fault.NotFound, "There is no such template.")
	}
	return found[0], nil
}

// Get returns a template of the viewer's firm, or NotFound.
func (m *Manager) Get(ctx context.Context, id uuid.UUID) (_ *Template, err error) {
	defer fault.Wrap(&err, "template.Get")
	return find(ctx, m.db, id, false)
}

// save stores a changed template, in the transaction of the context.
func (t *Template) save(ctx context.Context, d *db.DB) error {
	content, approved, err := t.encode()
	if err != nil {
		return err
	}
	_, err = d.InFirm(ctx).Exec(`
UPDATE templates SET category = $3, content = $4, version = $5, status = $6, status_reason = $7, provider_id = $8, approved = $9,
  approved_version = $10, approved_status = $11, updated_at = $12, decided_at = $13 WHERE firm_id = $1 AND id = $2`,
		t.ID, string(t.Category), content, t.Version, string(t.Status), text(t.StatusReason), text(t.ProviderID), approved,
		t.ApprovedVersion, (*string)(t.approvedStatus), t.UpdatedAt, t.decidedAt)
	if err != nil {
		return err
	}
	return event.RaiseAll(ctx, d, event.TemplateChanged, t.ID)
}

// encode returns the contents as they are stored. approved is nil while no version is in use.
func (t *Template) encode() (content string, approved *string, err error) {
	encoded, err := json.Marshal(t.Content)
	if err != nil || t.Approved == nil {
		return string(encoded), nil, err
	}
	used, err := json.Marshal(t.Approved)
	inUse := string(used)
	return string(encoded), &inUse, err
}

// text returns "" for nil.
func text(of *string) string {
	if of == nil {
		return ""
	}
	return *of
}

// auditFields are the fields of a template in the audit log.
type auditFields struct {
	Content

	Name      string        `json:"name"`
	Language  string        `json:"language"`
	Kind      provider.Kind `json:"kind"`
	ChannelID *uuid.UUID    `json:"channelId"`
	Version   int           `json:"version"`
	Status    Status        `json:"status"`
}

func (t *Template) audited() auditFields {
	return auditFields{
		Content: t.Content, Name: t.Name, Language: t.Language, Kind: t.Kind, ChannelID: t.ChannelID, Version: t.Version, Status: t.Status,
	}
}

func (t *Template) target() audit.Target { return audit.Of("template", t.ID, t.Name+" "+t.Language) }
