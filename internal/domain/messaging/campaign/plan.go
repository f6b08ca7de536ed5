package campaign

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/firmhub/firmhub/ent/pricingprice"
	"github.com/firmhub/firmhub/internal/domain/calendar"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
	"github.com/firmhub/firmhub/internal/domain/messaging/pace"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/template"
	"github.com/firmhub/firmhub/internal/domain/pricing"
	"github.com/firmhub/firmhub/internal/fault"
)

// plan is what a campaign would do now.
type plan struct {
	bulk *messaging.Bulk
	// of is when the campaign was changed last that was read, and until when its audience was.
	of, until time.Time
	// says is a hash of what the template says.
	says string
	// complete reports whether the whole audience was read.
	complete   bool
	recipients int
	skipped    map[SkipReason]int
	// demand is how many messages have the same price.
	demand map[group]int
	// earliest is when the first message is due; it is zero without recipients.
	earliest time.Time
	dues     *dues
}

// frozen is what all messages of a campaign say, as of when it was executed, and how they are
// charged, as of when it was taken.
type frozen struct {
	Template json.RawMessage  `json:"template"`
	ChargeOn pricing.ChargeOn `json:"chargeOn"`
	// ToldOther reports whether the firm was told, since the campaign is paused, that WhatsApp has
	// another text.
	ToldOther bool `json:"toldOther,omitempty"`
}

// freeze returns what the messages say, as it is stored.
func freeze(bulk *messaging.Bulk, on pricing.ChargeOn) (*string, error) {
	of, err := bulk.Template.Freeze()
	if err != nil {
		return nil, err
	}
	stored, err := json.Marshal(frozen{Template: of, ChargeOn: on})
	if err != nil {
		return nil, fmt.Errorf("encode what a campaign sends: %w", err)
	}
	text := string(stored)
	return &text, nil
}

// freezeEarly returns what the messages of a campaign say that is executed and has not begun, so
// that a later version of the template does not change it. It returns nil for WhatsApp, which fills
// in the version of the template that it has approved last.
func freezeEarly(bulk *messaging.Bulk) (*string, error) {
	if bulk.Kind == provider.WhatsApp {
		return nil, nil //nolint:nilnil // There is none.
	}
	return freeze(bulk, "")
}

// The causes of the refusals of a campaign that can't be sent.
var (
	errNoTemplate = errors.New("campaign: the template can't be used")
	errNoChannel  = errors.New("campaign: the channel is deleted, or can't send")
)

func errTemplate() error {
	return fault.New(fault.Conflict, "The template is not approved, or is paused, disabled or deleted.").Because(errNoTemplate)
}

func errChannel() error {
	return fault.New(fault.Conflict, "The channel is deleted.").Because(errNoChannel)
}

// newBulk returns what the messages of a campaign have in common: as it was frozen, or else as it
// is now. It returns Conflict if they can't be sent.
func (m *Manager) newBulk(ctx context.Context, c *Campaign) (*messaging.Bulk, error) {
	bulk := &messaging.Bulk{CampaignID: c.ID, Name: c.Name, ChannelID: c.ChannelID, By: c.actor}
	var kind string
	found, err := m.channelKind(ctx, c, &kind)
	if err != nil {
		return nil, err
	}
	if !found {
		return nil, errChannel()
	}
	bulk.Kind = provider.Kind(kind)
	if len(c.frozen) > 0 {
		f, err := c.says()
		if err != nil {
			return nil, err
		}
		bulk.ChargeOn = f.ChargeOn
		if bulk.Template, err = template.Thaw(f.Template); err != nil {
			return nil, err
		}
		if err := m.checkNotBegun(ctx, c); err != nil {
			return nil, err
		}
		err = bulk.ReadSignature(ctx, m.db)
		return bulk, err
	}
	bulk.Template, err = template.ByID(ctx, m.db, c.TemplateID)
	if fault.Is(err, fault.NotFound) || err == nil && (bulk.Template.Form == nil || !bulk.Template.Fits(bulk.Kind, c.ChannelID)) {
		return nil, errTemplate()
	}
	if err != nil {
		return nil, err
	}
	err = bulk.ReadSignature(ctx, m.db)
	return bulk, err
}

// refuseWithoutLinks returns ValidationError for a campaign of marketing mails if their recipients
// could not opt out.
func (m *Manager) refuseWithoutLinks(bulk *messaging.Bulk) error {
	if bulk.Kind != provider.Email || bulk.Template.Category != pricingprice.CategoryMarketing || m.links == nil || m.links.Exist() {
		return nil
	}
	faults := fault.Details{{
		Field: "channelId", Message: "sends no marketing mails without FIRMHUB_PUBLIC_URL and FIRMHUB_SECRETS_KEY, for the links to unsubscribe",
	}}
	return fault.From(faults.Err()).Because(errNoChannel)
}

// channelKind reads the kind of the channel of a campaign. It reports false for one that does not
// exist or is deleted.
func (m *Manager) channelKind(ctx context.Context, c *Campaign, kind *string) (found bool, err error) {
	return m.db.InFirm(ctx).Row([]any{kind}, "SELECT kind FROM channels WHERE firm_id = $1 AND id = $2 AND deleted_at IS NULL", c.ChannelID)
}

// newPlan returns the plan of a campaign that has not begun, without its audience.
func (m *Manager) newPlan(ctx context.Context, c *Campaign) (*plan, error) {
	bulk, err := m.newBulk(ctx, c)
	if err != nil {
		return nil, err
	}
	if err := m.refuseWithoutLinks(bulk); err != nil {
		return nil, err
	}
	if err := m.refuseAudience(ctx, c); err != nil {
		return nil, err
	}
	says, err := bulk.Template.Freeze()
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(says)
	p := &plan{
		bulk: bulk, of: c.UpdatedAt, until: m.now(), says: hex.EncodeToString(sum[:]),
		skipped: map[SkipReason]int{}, demand: map[group]int{},
	}
	p.dues, err = m.dues(ctx, c, p.until)
	return p, err
}

// plan returns what a campaign that has not begun would do now, as the runner has counted it of
// late. Else it reads the audience, for as many contacts and as long as a request may; the plan of
// a larger one is not complete.
func (m *Manager) plan(ctx context.Context, c *Campaign) (*plan, error) {
	p, err := m.newPlan(ctx, c)
	if err != nil {
		return nil, err
	}
	if c.counted.isOf(p, p.until) {
		p.use(c.counted)
		return p, nil
	}
	end := p.until.Add(countedFor)
	return p, m.read(ctx, c, p, newSeen().repeated, func(read int) (bool, error) {
		return read < m.atOnce && m.now().Before(end), nil
	})
}

// read reads the audience of a campaign in parts, and decides who gets a message. After each part
// it calls goOn with how many contacts it has read, and stops if that reports false. It returns
// ValidationError if the audience was lost meanwhile.
func (m *Manager) read(ctx context.Context, c *Campaign, p *plan, repeated repeated, goOn func(read int) (bool, error)) error {
	from, err := m.newReader(ctx, c, p.until, position{})
	if err != nil {
		return err
	}
	decider := &decider{db: m.db, campaign: c, bulk: p.bulk, repeated: repeated}
	for {
		part, more, err := from.next(ctx)
		if err != nil {
			return err
		}
		all, err := decider.decide(ctx, part)
		if err != nil {
			return err
		}
		p.add(all)
		if !more {
			// A tag that is deleted now may have been lost by those that were read.
			p.complete = true
			return m.refuseAudience(ctx, c)
		}
		if more, err = goOn(from.read); err != nil || !more {
			return err
		}
	}
}

func (p *plan) add(part []*recipient) {
	for _, r := range part {
		if r.skip != "" {
			p.skipped[r.skip]++
			continue
		}
		p.recipients++
		p.demand[groupOf(r.of)]++
		if due := p.dues.of(r.address); p.earliest.IsZero() || due.Before(p.earliest) {
			p.earliest = due
		}
	}
}

// pricedAs is what is the same in the prices of all messages.
func (p *plan) pricedAs() pricing.Message {
	return pricing.Message{Category: p.bulk.Template.Category, Kind: p.bulk.Kind}
}

// dues says when messages of a campaign are due.
type dues struct {
	now          time.Time
	scheduled    *time.Time
	perRecipient bool
	firm         *time.Location
}

func (m *Manager) dues(ctx context.Context, c *Campaign, now time.Time) (*dues, error) {
	zone, err := m.zone(ctx)
	return &dues{now: now, scheduled: c.ScheduledAt, perRecipient: c.TimeZone == OfRecipient, firm: zone}, err
}

// zone returns the time zone of the firm of ctx.
func (m *Manager) zone(ctx context.Context) (*time.Location, error) {
	var name string
	if _, err := m.db.InFirm(ctx).Row([]any{&name}, "SELECT time_zone FROM firms WHERE id = $1"); err != nil {
		return nil, err
	}
	return calendar.Zone(name)
}

// of returns when a message to an address is due, at the earliest now.
func (d *dues) of(address consent.Address) time.Time {
	due := d.now
	if d.scheduled == nil {
		return due
	}
	at := *d.scheduled
	if d.perRecipient {
		at = pace.Due(provider.Address{Kind: address.Kind, Value: address.Value}, at, d.firm)
	}
	if at.After(due) {
		due = at
	}
	return due
}

// startOf returns when the server looks at a scheduled campaign: at its time, or with the clocks of
// recipients when the first place on earth has it. It is nil for a campaign without a time.
func (m *Manager) startOf(ctx context.Context, c *Campaign) (*time.Time, error) {
	if c.ScheduledAt == nil || c.TimeZone == OfFirm {
		return c.ScheduledAt, nil
	}
	zone, err := m.zone(ctx)
	if err != nil {
		return nil, err
	}
	first, err := calendar.Zone("Pacific/Kiritimati")
	if err != nil {
		return nil, err
	}
	start := pace.At(*c.ScheduledAt, zone, first)
	return &start, nil
}
