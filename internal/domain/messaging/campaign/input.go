package campaign

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/messaging/pace"
	"github.com/firmhub/firmhub/internal/domain/messaging/template"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext"
)

const (
	maxName       = 200
	maxParameters = 50
	maxValue      = 1024
	maxPerSecond  = 10_000
	// maxAhead is how far ahead a campaign may be scheduled.
	maxAhead = 365 * 24 * time.Hour
)

// Parameter is where the value of a parameter of the template comes from: a field of the contact,
// or a text that is the same for all.
type Parameter struct {
	Field *string `json:"field,omitempty"`
	Text  *string `json:"text,omitempty"`
	// Fallback is for contacts whose field is empty. Without it they are skipped.
	Fallback *string `json:"fallback,omitempty"`
}

// value returns the value for a contact with these fields.
func (p *Parameter) value(fields map[string]string) string {
	if p.Text != nil {
		return *p.Text
	}
	if value := fields[*p.Field]; !plaintext.IsBlank(value) {
		return value
	}
	if p.Fallback != nil {
		return *p.Fallback
	}
	return ""
}

// CreateInput describes a new campaign.
type CreateInput struct {
	Name                  string
	ChannelID, TemplateID uuid.UUID
	Audience              Audience
	// Parameters is an object with a [Parameter] for each name. Nil means none.
	Parameters json.RawMessage
	// ScheduledAt is when it begins after it is executed; nil means at once.
	ScheduledAt *time.Time
	// TimeZone is Firm by default.
	TimeZone *TimeZone
	// QuietHours are nil for those of the firm.
	QuietHours *pace.QuietHours
	// MessagesPerSecond is nil for the rate of the channel.
	MessagesPerSecond *int
}

// UpdateInput describes changes of a campaign. Nil fields do not change.
type UpdateInput struct {
	ID                    uuid.UUID
	Name                  *string
	ChannelID, TemplateID *uuid.UUID
	Audience              *Audience
	Parameters            json.RawMessage
	ScheduledAt           *time.Time
	TimeZone              *TimeZone
	QuietHours            *pace.QuietHours
	MessagesPerSecond     *int

	// A field with Clear is removed. Its value is ignored then.
	ClearScheduledAt, ClearQuietHours, ClearMessagesPerSecond bool
}

// Ref names a campaign.
type Ref struct{ ID uuid.UUID }

// campaign returns the campaign that the input describes, and every fault.
func (in *CreateInput) campaign() (*Campaign, fault.Details) {
	c := &Campaign{
		Name: in.Name, ChannelID: in.ChannelID, TemplateID: in.TemplateID, Audience: in.Audience, ScheduledAt: in.ScheduledAt,
		TimeZone: OfFirm, QuietHours: in.QuietHours, MessagesPerSecond: in.MessagesPerSecond, Status: Draft,
	}
	if in.TimeZone != nil {
		c.TimeZone = *in.TimeZone
	}
	var faults fault.Details
	c.Parameters = parseParameters(&faults, in.Parameters)
	c.validate(&faults)
	return c, faults
}

// Validate returns every fault that needs no look at the database, but for an audience without a
// choice: one whose choice has the wrong type looks the same.
func (in *CreateInput) Validate() fault.Details {
	c, faults := in.campaign()
	return c.withoutMissing(faults)
}

// Validate does the same as [CreateInput.Validate] for the fields that are given.
func (in *UpdateInput) Validate() fault.Details {
	c := &Campaign{Name: "valid", Audience: Audience{Everyone: true}, TimeZone: OfFirm}
	return c.withoutMissing(in.change(c))
}

// withoutMissing returns the faults of a campaign without the one of an audience without a choice.
func (c *Campaign) withoutMissing(faults fault.Details) fault.Details {
	if c.Audience.choices() > 0 {
		return faults
	}
	return slices.DeleteFunc(faults, func(d fault.Detail) bool { return d.Field == "audience" })
}

// change changes a campaign, and returns every fault.
func (in *UpdateInput) change(c *Campaign) fault.Details {
	var faults fault.Details
	set(&c.Name, in.Name)
	set(&c.ChannelID, in.ChannelID)
	set(&c.TemplateID, in.TemplateID)
	if in.Audience != nil {
		known := c.Audience.TagIDs
		c.Audience = *in.Audience
		c.Audience.TagIDs = known
	}
	set(&c.TimeZone, in.TimeZone)
	if in.Parameters != nil {
		c.Parameters = parseParameters(&faults, in.Parameters)
	}
	put(&c.ScheduledAt, in.ScheduledAt, in.ClearScheduledAt)
	put(&c.QuietHours, in.QuietHours, in.ClearQuietHours)
	put(&c.MessagesPerSecond, in.MessagesPerSecond, in.ClearMessagesPerSecond)
	c.validate(&faults)
	return faults
}

func set[T any](field, value *T) {
	if value != nil {
		*field = *value
	}
}

func put[T any](field **T, value *T, remove bool) {
	switch {
	case remove:
		*field = nil
	case value != nil:
		*field = value
	}
}

// validate trims the texts, and adds the faults that need no look at the database.
func (c *Campaign) validate(faults *fault.Details) {
	plaintext.CheckName(faults, "name", &c.Name, maxName)
	c.Audience.validate(faults)
	if c.TimeZone != OfFirm && c.TimeZone != OfRecipient {
		faults.Add("timeZone", "must be Firm or Recipient")
	}
	if c.ScheduledAt != nil {
		c.ScheduledAt = new(c.ScheduledAt.UTC().Truncate(time.Second))
		if c.ScheduledAt.After(entity.Now().Add(maxAhead)) {
			faults.Add("scheduledAt", "must be at most 365 days ahead")
		}
	}
	if c.QuietHours != nil {
		c.QuietHours.Check(faults, "quietHours")
	}
	if c.MessagesPerSecond != nil && (*c.MessagesPerSecond < 1 || *c.MessagesPerSecond > maxPerSecond) {
		faults.Add("messagesPerSecond", "must be from 1 to %d", maxPerSecond)
	}
}

// parseParameters returns the parameters, and adds their faults.
func parseParameters(faults *fault.Details, encoded json.RawMessage) map[string]Parameter {
	parsed := map[string]Parameter{}
	if len(encoded) == 0 || string(encoded) == "null" {
		return parsed
	}
	decoder := json.NewDecoder(bytes.NewReader(encoded))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&parsed); err != nil || !utf8.Valid(encoded) {
		faults.Add("parameters", `must be an object such as {"name": {"field": "firstName", "fallback": "you"}, "code": {"text": "SALE"}}`)
		return map[string]Parameter{}
	}
	if len(parsed) > maxParameters {
		faults.Add("parameters", "must have at most %d entries", maxParameters)
	}
	for _, name := range slices.Sorted(maps.Keys(parsed)) {
		if !template.IsParameter(name) {
			faults.Add("parameters", "must have names of parameters: at most 64 letters, digits and _, of which a letter is the first, or a number")
			continue
		}
		p := parsed[name]
		p.validate(faults, "parameters."+name)
		parsed[name] = p
	}
	return parsed
}

func (p *Parameter) validate(faults *fault.Details, field string) {
	switch {
	case (p.Field == nil) == (p.Text == nil):
		faults.Add(field, "must have either field or text")
	case p.Field != nil && !slices.Contains(contact.TextFields, *p.Field):
		faults.Add(field+".field", "must be one of %s", strings.Join(contact.TextFields, ", "))
	case p.Text != nil && p.Fallback != nil:
		faults.Add(field+".fallback", "is for a field alone")
	}
	if p.Text != nil {
		plaintext.CheckName(faults, field+".text", p.Text, maxValue)
	}
	if p.Fallback != nil {
		plaintext.CheckName(faults, field+".fallback", p.Fallback, maxValue)
	}
}
