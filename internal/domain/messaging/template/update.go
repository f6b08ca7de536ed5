package template

import (
	"context"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/domain/event"
	"github.com/firmhub/firmhub/internal/domain/messaging/pace"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
)

// UpdateInput describes changes of a template. Nil fields do not change; the fields with Clear
// remove a part.
type UpdateInput struct {
	ID       uuid.UUID
	Category *Category
	Header   *Header
	Body     *string
	Footer   *string
	// Buttons and Parameters replace all of them.
	Buttons    []*Button
	Subject    *string
	HTML       *string
	Parameters []*Parameter

	ClearHeader, ClearFooter, ClearSubject, ClearHTML bool
	// Name, Language, Kind and ChannelID are ignored: they do not change.
	Name, Language *string
	Kind           *provider.Kind
	ChannelID      *uuid.UUID
}

// Update changes a template of the viewer's firm, or returns NotFound. It returns ValidationError
// with every fault, and Conflict while the provider judges it. The change of one that was approved
// is a new version, a draft; the approved version stays in use until the new one is approved.
func (m *Manager) Update(ctx context.Context, in UpdateInput) (updated *Template, err error) {
	defer fault.Wrap(&err, "template.Update")
	err = m.db.Tx(ctx, func(ctx context.Context) error {
		t, err := find(ctx, m.db, in.ID, true)
		if err != nil {
			return err
		}
		if t.Status == Submitted {
			return fault.New(fault.Conflict, "The provider judges the template. It can be changed afterwards.")
		}
		before := t.audited()
		in.apply(&t.Content)
		faults := t.check(t.Kind)
		faults = append(faults, t.checkCode(t.Kind)...)
		if err := faults.Err(); err != nil {
			return err
		}
		t.keepStopped()
		if t.ApprovedVersion != nil && *t.ApprovedVersion == t.Version {
			t.Version++
		}
		t.Status, t.StatusReason, t.UpdatedAt = Draft, nil, entity.Now()
		if err := t.save(ctx, m.db); err != nil {
			return err
		}
		updated = t
		return audit.RecordUpdate(ctx, m.db, "template.update", t.target(), before, t.audited())
	})
	if err != nil {
		return nil, err
	}
	return updated, nil
}

func (in *UpdateInput) apply(c *Content) {
	if in.Category != nil {
		c.Category = *in.Category
	}
	if in.Body != nil {
		c.Body = *in.Body
	}
	if in.Buttons != nil {
		c.Buttons = in.Buttons
	}
	if in.Parameters != nil {
		c.Parameters = in.Parameters
	}
	if in.Header != nil || in.ClearHeader {
		c.Header = in.Header
	}
	if in.Footer != nil || in.ClearFooter {
		c.Footer = in.Footer
	}
	if in.Subject != nil || in.ClearSubject {
		c.Subject = in.Subject
	}
	if in.HTML != nil || in.ClearHTML {
		c.HTML = in.HTML
	}
}

// Ref names a template to act on.
type Ref struct{ ID uuid.UUID }

// Delete deletes a template of the viewer's firm. It returns NotFound, or Conflict while a campaign
// of it has not ended. Single messages of it that wait are not sent any more. The provider keeps
// its template.
func (m *Manager) Delete(ctx context.Context, id uuid.UUID) (err error) {
	defer fault.Wrap(&err, "template.Delete")
	return m.db.Tx(ctx, func(ctx context.Context) error {
		t, err := find(ctx, m.db, id, true)
		if err != nil {
			return err
		}
		switch uses, err := pace.UsesTemplate(ctx, m.db, id); {
		case err != nil:
			return err
		case uses:
			return fault.New(fault.Conflict, "A campaign of the template is scheduled, or has begun and not ended. Cancel it first.")
		}
		if _, err := m.db.InFirm(ctx).Exec("DELETE FROM templates WHERE firm_id = $1 AND id = $2", id); err != nil {
			return err
		}
		if err := event.RaiseAll(ctx, m.db, event.TemplateChanged, id); err != nil {
			return err
		}
		return audit.Record(ctx, m.db, audit.Change{Action: "template.delete", Target: t.target(), Before: t.audited()})
	})
}
