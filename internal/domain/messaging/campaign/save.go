package campaign

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/template"
	"github.com/firmhub/firmhub/internal/domain/wallet"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// maxCampaigns is how many campaigns a firm may have.
const maxCampaigns = 10_000

// Create creates a campaign of the viewer's firm, as a draft. It returns ValidationError with every
// fault, also for a channel, a template or an import that does not exist or does not fit, and
// Conflict where the firm has 10,000 campaigns.
func (m *Manager) Create(ctx context.Context, in CreateInput) (made *Campaign, err error) {
	defer fault.Wrap(&err, "campaign.Create")
	c, faults := in.campaign()
	err = m.db.Tx(ctx, func(ctx context.Context) error {
		if err := m.check(ctx, c, faults); err != nil {
			return err
		}
		firm := viewer.From(ctx).FirmID
		if err := m.db.Lock(ctx, "campaigns", firm); err != nil {
			return err
		}
		var n int
		if _, err := m.db.InFirm(ctx).Row([]any{&n}, "SELECT count(*) FROM campaigns WHERE firm_id = $1"); err != nil {
			return err
		}
		if n >= maxCampaigns {
			return fault.New(fault.Conflict, "Your firm has %d campaigns. Delete some first.", maxCampaigns)
		}
		c.ID, c.firm, c.CreatedAt = entity.NewID(), firm, entity.Now()
		if err := m.insert(ctx, c); err != nil {
			return err
		}
		if err := audit.Record(ctx, m.db, audit.Change{Action: "campaign.create", Target: c.target(), After: c.audited()}); err != nil {
			return err
		}
		made, err = find(ctx, m.db, c.ID, false)
		return err
	})
	return made, err
}

func (m *Manager) insert(ctx context.Context, c *Campaign) error {
	e, err := c.encode()
	if err != nil {
		return err
	}
	by := wallet.ActorOf(viewer.From(ctx))
	_, err = m.db.InFirm(ctx).Exec(`
INSERT INTO campaigns (id, created_at, updated_at, firm_id, name, channel_id, template_id, audience, parameters, scheduled_at, time_zone,
  quiet_hours, messages_per_second, status, actor_kind, actor_id, actor_name)
VALUES ($2, $3, $3, $1, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
		c.ID, c.CreatedAt, c.Name, c.ChannelID, c.TemplateID, e.audience, e.parameters, c.ScheduledAt, string(c.TimeZone), e.quietHours,
		c.MessagesPerSecond, string(c.Status), string(by.Kind), by.ID, by.Name)
	return err
}

// Update changes a campaign of the viewer's firm that is a draft or scheduled. It returns the
// errors of [Manager.Create], NotFound, and Conflict for any other campaign. A scheduled campaign
// whose time is removed is a draft again. It will send what it and its template say then, so Update
// returns Forbidden for a scheduled one unless the viewer may execute campaigns.
func (m *Manager) Update(ctx context.Context, in UpdateInput, mayExecute bool) (updated *Campaign, err error) {
	defer fault.Wrap(&err, "campaign.Update")
	err = m.db.Tx(ctx, func(ctx context.Context) error {
		c, err := find(ctx, m.db, in.ID, true)
		if err != nil {
			return err
		}
		if c.Status != Draft && c.Status != Scheduled {
			return fault.New(fault.Conflict, "The campaign can't be changed any more: it is %s.", c.Status)
		}
		if c.Status == Scheduled && !mayExecute {
			return fault.New(fault.Forbidden, "The campaign is Scheduled. To change it needs MessagingCampaign:Execute.")
		}
		before := c.audited()
		if err := m.check(ctx, c, in.change(c)); err != nil {
			return err
		}
		if c.Status == Scheduled {
			if c.runAt, err = m.startOf(ctx, c); err != nil {
				return err
			}
		}
		if c.Status == Scheduled && c.ScheduledAt == nil {
			c.Status, c.runAt = Draft, nil
		}
		if err := m.freezeAgain(ctx, c); err != nil {
			return err
		}
		if err := m.update(ctx, c); err != nil {
			return err
		}
		if err := audit.RecordUpdate(ctx, m.db, "campaign.update", c.target(), before, c.audited()); err != nil {
			return err
		}
		updated, err = find(ctx, m.db, c.ID, false)
		return err
	})
	return updated, err
}

// freezeAgain sets what a changed campaign sends: the version of its template in use, if it is
// Scheduled and that can be sent.
func (m *Manager) freezeAgain(ctx context.Context, c *Campaign) error {
	c.frozen = nil
	if c.Status != Scheduled {
		return nil
	}
	if err := m.keep(ctx, c); err != nil {
		return err
	}
	bulk, err := m.newBulk(ctx, c)
	if fault.Is(err, fault.Conflict) {
		return nil // Its time may bring a template that can be sent.
	}
	if err != nil {
		return err
	}
	says, err := freezeEarly(bulk)
	if says != nil {
		c.frozen = []byte(*says)
	}
	return err
}

func (m *Manager) update(ctx context.Context, c *Campaign) error {
	e, err := c.encode()
	if err != nil {
		return err
	}
	_, err = m.db.InFirm(ctx).Exec(`
UPDATE campaigns SET updated_at = $3, name = $4, channel_id = $5, template_id = $6, audience = $7, parameters = $8, scheduled_at = $9,
  time_zone = $10, quiet_hours = $11, messages_per_second = $12, status = $13, run_at = $14, frozen = $15 WHERE firm_id = $1 AND id = $2`,
		c.ID, entity.Now(), c.Name, c.ChannelID, c.TemplateID, e.audience, e.parameters, c.ScheduledAt, string(c.TimeZone), e.quietHours,
		c.MessagesPerSecond, string(c.Status), c.runAt, e.frozen)
	return err
}

// Delete deletes a campaign of the viewer's firm that has not begun or has ended. Its messages
// stay. Its recipients, of which there may be millions, can't be read any more, and are deleted by
// a job. It returns NotFound, and Conflict for any other campaign.
func (m *Manager) Delete(ctx context.Context, id uuid.UUID) (err error) {
	defer fault.Wrap(&err, "campaign.Delete")
	return m.db.Tx(ctx, func(ctx context.Context) error {
		c, err := find(ctx, m.db, id, true)
		if err != nil {
			return err
		}
		if c.Status != Draft && c.Status != Cancelled && c.Status != Completed && c.Status != Failed {
			return fault.New(fault.Conflict, "The campaign is %s. Cancel it first.", c.Status)
		}
		if c.reserved > 0 || c.entered > 0 {
			return fault.New(fault.Conflict, "Messages of the campaign still wait. Delete it when they are cancelled.")
		}
		if _, err := m.db.InFirm(ctx).Exec("DELETE FROM campaigns WHERE firm_id = $1 AND id = $2", id); err != nil {
			return err
		}
		if err := m.forgetLater(ctx, c); err != nil {
			return err
		}
		return audit.Record(ctx, m.db, audit.Change{Action: "campaign.delete", Target: c.target(), Before: c.audited()})
	})
}

// check adds the faults of what the campaign names, and returns all of them.
func (m *Manager) check(ctx context.Context, c *Campaign, faults fault.Details) error {
	var kind string
	found, err := m.channelKind(ctx, c, &kind)
	if err != nil {
		return err
	}
	if !found {
		faults.Add("channelId", "must be a channel of the firm")
	}
	used, err := template.ByID(ctx, m.db, c.TemplateID)
	switch {
	case fault.Is(err, fault.NotFound):
		faults.Add("templateId", "must be a template of the firm")
	case err != nil:
		return err
	case found && !used.Fits(provider.Kind(kind), c.ChannelID):
		faults.Add("templateId", "must be a template for the channel")
	case used.Form != nil:
		c.checkNeeded(&faults, used)
	}
	if err := m.checkImport(ctx, c, &faults); err != nil {
		return err
	}
	named, err := findTags(ctx, m.db, &c.Audience)
	if err != nil {
		return err
	}
	named.names(true)
	return faults.Err()
}

// checkNeeded adds a fault for each parameter of the template without a value.
func (c *Campaign) checkNeeded(faults *fault.Details, of *template.InUse) {
	needed := slices.Sorted(slices.Values(of.Form.Parameters()))
	for _, name := range needed {
		if _, given := c.Parameters[name]; !given && name != template.UnsubscribeURL {
			faults.Add("parameters."+name, "is required by the template")
		}
	}
}

// encoded are the fields of a campaign that are stored as JSON.
type encoded struct {
	audience, parameters string
	quietHours, frozen   *string
}

func (c *Campaign) encode() (e encoded, err error) {
	for _, part := range []struct {
		into  *string
		value any
	}{{&e.audience, c.Audience}, {&e.parameters, c.Parameters}} {
		text, err := json.Marshal(part.value)
		if err != nil {
			return e, fmt.Errorf("encode a campaign: %w", err)
		}
		*part.into = string(text)
	}
	if c.QuietHours != nil {
		text, err := json.Marshal(c.QuietHours)
		if err != nil {
			return e, fmt.Errorf("encode quiet hours: %w", err)
		}
		encoded := string(text)
		e.quietHours = &encoded
	}
	if c.frozen != nil {
		e.frozen = new(string(c.frozen))
	}
	return e, nil
}

// auditFields are the fields of a campaign in the audit log.
type auditFields struct {
	Name              string               `json:"name"`
	ChannelID         uuid.UUID            `json:"channelId"`
	TemplateID        uuid.UUID            `json:"templateId"`
	Audience          any                  `json:"audience"`
	Parameters        map[string]Parameter `json:"parameters"`
	ScheduledAt       *string              `json:"scheduledAt"`
	TimeZone          TimeZone             `json:"timeZone"`
	QuietHours        any                  `json:"quietHours"`
	MessagesPerSecond *int                 `json:"messagesPerSecond"`
	Status            Status               `json:"status"`
}

func (c *Campaign) audited() auditFields {
	f := auditFields{
		Name: c.Name, ChannelID: c.ChannelID, TemplateID: c.TemplateID, Audience: auditedAudience(c.Audience), Parameters: c.Parameters,
		TimeZone: c.TimeZone, MessagesPerSecond: c.MessagesPerSecond, Status: c.Status,
	}
	if c.ScheduledAt != nil {
		f.ScheduledAt = new(c.ScheduledAt.Format("2006-01-02T15:04:05Z07:00"))
	}
	if c.QuietHours != nil {
		f.QuietHours = *c.QuietHours
	}
	return f
}

// moved is a change of the status in the audit log.
func (c *Campaign) moved(action string, to Status) audit.Change {
	type state struct {
		Status Status `json:"status"`
	}
	return audit.Change{Action: action, Target: c.target(), Before: state{c.Status}, After: state{to}}
}

// auditedAudience returns an audience with the number of listed contacts instead of their ids.
func auditedAudience(a Audience) any {
	n := len(a.ContactIDs)
	a.ContactIDs, a.TagIDs = nil, nil
	return struct {
		Audience

		Contacts int `json:"contacts,omitempty"`
	}{a, n}
}
