package campaign

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/template"
	"github.com/firmhub/firmhub/internal/fault"
)

// errNoParameter is the cause of the refusal of a campaign without a parameter of its template.
var errNoParameter = errors.New("campaign: a parameter of the template has no value")

// errOtherText is a cause of [errNoTemplate] that the approval of the template does not end.
var errOtherText = fmt.Errorf("%w: WhatsApp has another text of it", errNoTemplate)

// checkTemplate returns Conflict for a campaign whose template is paused, disabled or deleted, or
// has another text at WhatsApp than when the campaign began: WhatsApp would send that one, with the
// parameters of the other. A campaign all of whose messages are called needs its template no more.
func (m *Manager) checkTemplate(ctx context.Context, c *Campaign) error {
	if c.allCalled() {
		return nil
	}
	now, err := template.ByID(ctx, m.db, c.TemplateID)
	if fault.Is(err, fault.NotFound) || err == nil && now.Form == nil {
		return errTemplate()
	}
	if err != nil || now.Kind != provider.WhatsApp || !c.hasBegun() {
		return err
	}
	began, err := c.version()
	if err != nil || now.SaysAs(began) {
		return err
	}
	return fault.New(fault.Conflict, "The template has another text at WhatsApp than when the campaign was executed. "+
		"Cancel it, and send the new text by another one.").Because(errOtherText)
}

// allCalled reports whether each message of the campaign has left the queue. The outcome of some
// calls may still be unknown.
func (c *Campaign) allCalled() bool { return c.StartedAt != nil && c.waiting == 0 && c.entered == 0 }

// checkNotBegun is [Manager.checkTemplate] for a campaign that has not begun. One that has begun is
// paused by the runner.
func (m *Manager) checkNotBegun(ctx context.Context, c *Campaign) error {
	if c.hasBegun() {
		return nil
	}
	return m.checkTemplate(ctx, c)
}

// version returns the version of the template that a campaign sends that was frozen.
func (c *Campaign) version() (*template.InUse, error) {
	f, err := c.says()
	if err != nil {
		return nil, err
	}
	return template.Thaw(f.Template)
}

// says returns what the messages of a campaign say that was frozen.
func (c *Campaign) says() (f frozen, err error) {
	if err := json.Unmarshal(c.frozen, &f); err != nil {
		return f, fmt.Errorf("read what the campaign %s sends: %w", c.ID, err)
	}
	return f, nil
}

// pauseForTemplate pauses a campaign that the transaction has locked, since [Manager.checkTemplate]
// has refused its template, and notifies the firm.
func (m *Manager) pauseForTemplate(ctx context.Context, c *Campaign, refused error) error {
	if err := m.pause(ctx, c, TemplatePaused); err != nil {
		return err
	}
	if !errors.Is(refused, errOtherText) {
		return m.tellPaused(ctx, c, TemplatePaused)
	}
	return m.tellOtherText(ctx, c)
}

// tellOtherText notifies the firm that a campaign that the transaction has locked does not go on
// when its template is approved. It does so once, until the campaign goes on.
func (m *Manager) tellOtherText(ctx context.Context, c *Campaign) error {
	changed, err := m.noteOtherText(ctx, c, true)
	if err != nil || !changed {
		return err
	}
	return m.tell(ctx, c, "Campaign paused", fmt.Sprintf(
		"The campaign %s is paused. Its template has another text at WhatsApp than when it was executed. "+
			"Cancel it, and send the new text by another one. It goes on by itself if the template gets its text back.", c.shown()))
}

// noteOtherText stores whether the firm was told that WhatsApp has another text. It reports whether
// that is a change.
func (m *Manager) noteOtherText(ctx context.Context, c *Campaign, told bool) (changed bool, err error) {
	f, err := c.says()
	if err != nil || f.ToldOther == told {
		return false, err
	}
	f.ToldOther = told
	if c.frozen, err = json.Marshal(f); err != nil {
		return false, fmt.Errorf("encode what a campaign sends: %w", err)
	}
	_, err = m.db.InFirm(ctx).Exec("UPDATE campaigns SET frozen = $3 WHERE firm_id = $1 AND id = $2", c.ID, string(c.frozen))
	return true, err
}

// refuseParameters returns ValidationError for a campaign without a value for a parameter that its
// template needs: a version that was approved since the campaign was written may have more. Nobody
// would get a message.
func (c *Campaign) refuseParameters(bulk *messaging.Bulk) error {
	var faults fault.Details
	c.checkNeeded(&faults, bulk.Template)
	if err := faults.Err(); err != nil {
		return fault.From(err).Because(errNoParameter)
	}
	return nil
}
