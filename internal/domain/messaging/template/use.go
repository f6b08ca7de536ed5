package template

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
)

// InUse is a template from which messages can be made: its approved version.
type InUse struct {
	ID             uuid.UUID
	Name, Language string
	Kind           provider.Kind
	ChannelID      *uuid.UUID
	Category       Category
	// Form is nil if no version is approved, or the approved one is paused or disabled.
	Form *Form

	content *Content
}

// Fits reports whether a channel may send messages of it.
func (t *InUse) Fits(kind provider.Kind, channelID uuid.UUID) bool {
	return t.Kind == kind && (t.ChannelID == nil || *t.ChannelID == channelID)
}

// Named returns the templates of the firm of ctx with the names. Only the server calls it.
func Named(ctx context.Context, d *db.DB, names []string) ([]*InUse, error) {
	if len(names) == 0 {
		return nil, nil
	}
	among, list := d.Among("t.name", 2, names)
	found, err := read(ctx, d, "SELECT "+columns+" FROM templates t WHERE t.firm_id = $1 AND "+among, list)
	if err != nil {
		return nil, err
	}
	used := make([]*InUse, len(found))
	for i, t := range found {
		if used[i], err = t.inUse(); err != nil {
			return nil, err
		}
	}
	return used, nil
}

func (t *Template) inUse() (_ *InUse, err error) {
	used := &InUse{ID: t.ID, Name: t.Name, Language: t.Language, Kind: t.Kind, ChannelID: t.ChannelID}
	if t.Approved == nil || *t.approvedStatus != Approved {
		return used, nil
	}
	used.Category, used.content = t.Approved.Category, t.Approved
	if used.Form, err = t.Approved.Compile(); err != nil {
		return nil, fmt.Errorf("the template %s: %w", t.ID, err)
	}
	return used, nil
}

// Keep reports whether a template of the firm of ctx exists. It stays until the transaction of the
// context ends: [Manager.Delete] waits for that, and then sees what the transaction has written.
func Keep(ctx context.Context, d *db.DB, id uuid.UUID) (exists bool, err error) {
	query := "SELECT 1 FROM templates WHERE firm_id = $1 AND id = $2"
	if d.Dialect() == db.Postgres {
		query += " FOR KEY SHARE"
	}
	var one int
	return d.InFirm(ctx).Row([]any{&one}, query, id)
}

// ByID returns a template of the firm of ctx, or NotFound. Only the server calls it.
func ByID(ctx context.Context, d *db.DB, id uuid.UUID) (*InUse, error) {
	t, err := find(ctx, d, id, false)
	if err != nil {
		return nil, err
	}
	return t.inUse()
}

// frozen is the approved version of a template at a time.
type frozen struct {
	ID        uuid.UUID     `json:"id"`
	Name      string        `json:"name"`
	Language  string        `json:"language"`
	Kind      provider.Kind `json:"kind"`
	ChannelID *uuid.UUID    `json:"channelId"`
	Content   *Content      `json:"content"`
}

// Freeze returns the approved version, which [Thaw] reads, whatever becomes of the template.
func (t *InUse) Freeze() (json.RawMessage, error) {
	return json.Marshal(frozen{t.ID, t.Name, t.Language, t.Kind, t.ChannelID, t.content})
}

// Thaw returns the version that [InUse.Freeze] returned.
func Thaw(encoded json.RawMessage) (*InUse, error) {
	var f frozen
	if err := json.Unmarshal(encoded, &f); err != nil {
		return nil, fmt.Errorf("read the version of a template: %w", err)
	}
	approved := Approved
	t := &Template{
		ID: f.ID, Name: f.Name, Language: f.Language, Kind: f.Kind, ChannelID: f.ChannelID, Approved: f.Content, approvedStatus: &approved,
	}
	return t.inUse()
}

// Parameters returns the names of the parameters that a message needs.
func (f *Form) Parameters() []string { return f.needed }

// Usable returns those of the templates of the firm of ctx whose approved version can be sent. Only
// the server calls it.
func Usable(ctx context.Context, d *db.DB, ids []uuid.UUID) (map[uuid.UUID]bool, error) {
	usable := make(map[uuid.UUID]bool, len(ids))
	if len(ids) == 0 {
		return usable, nil
	}
	among, list := d.AmongIDs("id", 2, ids)
	found, err := db.All[uuid.UUID](d.InFirm(ctx),
		"SELECT id FROM templates WHERE firm_id = $1 AND approved_status = 'Approved' AND "+among, list)
	for _, id := range found {
		usable[id] = true
	}
	return usable, err
}
