package template

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/pricingprice"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/segment"
	"github.com/firmhub/firmhub/internal/fault"
)

// PreviewInput names a template, and the values with which to show it.
type PreviewInput struct {
	ID uuid.UUID
	// Parameters are values. ContactID is a contact, whose fields are the values of the parameters
	// with their names. Where neither has a value, the example stands. Values of names that are no
	// parameters are ignored.
	Parameters map[string]string
	ContactID  *uuid.UUID
	// InUse shows the version in use, which is sent, instead of the one that people work on.
	InUse *bool
}

// Preview is a template as people will see it.
type Preview struct {
	*Rendered

	// Segments counts the text of an SMS; it is nil for other kinds.
	Segments *segment.Count
}

// Preview returns a template of the viewer's firm as people will see it: the version that people
// work on or the one in use, a marketing mail with the sender at its end. It returns NotFound, also
// for the contact, and for the version in use where there is none, and ValidationError for a value
// that can't be sent, or values that make texts that are too long.
func (m *Manager) Preview(ctx context.Context, in PreviewInput) (_ *Preview, err error) {
	defer fault.Wrap(&err, "template.Preview")
	t, err := find(ctx, m.db, in.ID, false)
	if err != nil {
		return nil, err
	}
	content := &t.Content
	if in.InUse != nil && *in.InUse {
		if content = t.Approved; content == nil {
			return nil, fault.New(fault.NotFound, "No version of the template is in use.")
		}
	}
	values := map[string]string{UnsubscribeURL: "https://example.com/u/token"}
	for _, p := range content.Parameters {
		values[p.Name] = p.Example
	}
	if in.ContactID != nil {
		of, err := contact.TextsOf(ctx, m.db, *in.ContactID)
		if err != nil {
			return nil, err
		}
		for name, value := range of {
			if value != "" {
				values[name] = value
			}
		}
	}
	rendered, err := content.preview(t.Kind, values, in.Parameters)
	if err != nil {
		return nil, err
	}
	if t.Kind == provider.Email && content.Category == pricingprice.CategoryMarketing {
		if err := rendered.sign(ctx, m.db); err != nil {
			return nil, err
		}
	}
	shown := &Preview{Rendered: rendered}
	if t.Kind == provider.SMS {
		shown.Segments = new(segment.Of(rendered.Body))
	}
	return shown, nil
}

// preview returns a content with values, of which those that are given replace others.
func (c *Content) preview(kind provider.Kind, values, given map[string]string) (*Rendered, error) {
	form, err := c.Compile()
	if err != nil {
		return nil, err
	}
	var faults fault.Details
	for _, name := range form.needed {
		if value := given[name]; value != "" {
			checkValue(&faults, kind, "parameters."+name, value)
			values[name] = value
		}
	}
	if err := faults.Err(); err != nil {
		return nil, err
	}
	rendered, err := form.Fill(values)
	if errors.Is(err, ErrTooLong) {
		faults.Add("parameters", "make a message of more than %d KiB", maxFilled>>10)
		return nil, faults.Err()
	}
	return rendered, err
}

// sign adds the sender to a marketing mail.
func (r *Rendered) sign(ctx context.Context, d *db.DB) error {
	sender, err := Signature(ctx, d)
	if err != nil {
		return err
	}
	document := ""
	if r.HTML != nil {
		document = *r.HTML
	}
	body, document := Sign(r.Body, document, sender)
	r.Body = body
	if r.HTML != nil {
		r.HTML = &document
	}
	return nil
}
