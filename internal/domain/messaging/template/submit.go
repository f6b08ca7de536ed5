package template

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/domain/messaging/channel"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
)

// callLimit is shorter than the limit of an operation, so that a slow provider is an answer.
const callLimit = 15 * time.Second

// Submit submits a template of the viewer's firm to its provider, or returns NotFound. It returns
// Conflict for one that is not a draft and was not rejected, and if the provider refuses it. A
// template of a kind without a provider that judges is approved at once. The firm is notified of
// one that its provider rejects at once. Submit calls the provider outside of any transaction.
func (m *Manager) Submit(ctx context.Context, id uuid.UUID) (submitted *Template, err error) {
	defer fault.Wrap(&err, "template.Submit")
	t, err := find(ctx, m.db, id, false)
	if err != nil {
		return nil, err
	}
	if err := t.maySubmit(); err != nil {
		return nil, err
	}
	outcome, state := provider.Outcome{Result: provider.Taken}, provider.TemplateIsApproved
	if t.Kind == provider.WhatsApp {
		if outcome, state, err = m.submit(ctx, t); err != nil {
			return nil, err
		}
	}
	err = m.db.Tx(ctx, func(ctx context.Context) error {
		now, err := find(ctx, m.db, id, true)
		if err != nil {
			return err
		}
		if !now.UpdatedAt.Equal(t.UpdatedAt) {
			return fault.New(fault.Conflict, "The template was changed at the same moment. Submit it again.")
		}
		before := now.audited()
		if outcome.ProviderID != "" {
			now.ProviderID = &outcome.ProviderID
		}
		now.move(state, "")
		if err := now.save(ctx, m.db); err != nil {
			return err
		}
		submitted = now
		if err := now.tell(ctx, m.notifications, state, ""); err != nil {
			return err
		}
		return audit.RecordUpdate(ctx, m.db, "template.submit", now.target(), before, now.audited())
	})
	if err != nil {
		return nil, err
	}
	return submitted, nil
}

func (t *Template) maySubmit() error {
	if t.Status != Draft && t.Status != Rejected {
		return fault.New(fault.Conflict, "Only a draft or a rejected template can be submitted; this one is %s.", t.Status)
	}
	if t.Kind == provider.WhatsApp && t.Header != nil && t.Header.Type != provider.HeaderText {
		return fault.New(fault.Conflict,
			"WhatsApp takes templates with a picture or document from its own WhatsApp Manager alone. Create it there, and synchronize.")
	}
	return nil
}

// submit calls the provider of a template.
func (m *Manager) submit(ctx context.Context, t *Template) (provider.Outcome, provider.TemplateState, error) {
	templater, line, err := m.templater(ctx, *t.ChannelID)
	if err != nil {
		return provider.Outcome{}, "", err
	}
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	outcome, state := templater.SubmitTemplate(ctx, line.Account, t.form())
	return outcome, state, refusedBy(outcome)
}

// templater returns the adapter of a channel of the firm of ctx, or nil if its provider keeps no
// templates. It returns NotFound without such a channel.
func (m *Manager) templater(ctx context.Context, channelID uuid.UUID) (provider.Templater, *channel.Line, error) {
	line, err := m.channels.Line(ctx, channelID)
	if err != nil {
		return nil, nil, err
	}
	templater, ok := line.Adapter.(provider.Templater)
	switch {
	case line.Deleted:
		return nil, nil, fault.New(fault.Conflict, "The channel of the template is deleted.")
	case !ok:
		return nil, nil, nil
	case line.Account.Settings.BusinessAccountID == "":
		return nil, nil, fault.New(fault.Conflict, "The channel has no businessAccountId, which WhatsApp needs for templates.")
	}
	return templater, line, nil
}

// refusedBy returns the fault of a call that the provider did not take.
func refusedBy(outcome provider.Outcome) error {
	switch outcome.Result {
	case provider.Taken:
		return nil
	case provider.Refused, provider.ChannelFailing:
		return fault.New(fault.Conflict, "The provider refuses it: %s", outcome.Message)
	case provider.NotTaken, provider.Unknown:
	}
	return fault.New(fault.Unavailable, "The provider can't be reached now: %s", outcome.Message)
}

// move gives the version that people work on a state that its provider has decided.
func (t *Template) move(state provider.TemplateState, reason string) {
	t.Status, t.StatusReason, t.UpdatedAt = Status(state), given(provider.Clean(reason, maxReason)), entity.Now()
	switch t.Status {
	case Approved:
		t.Approved, t.ApprovedVersion = new(t.Content), new(t.Version)
		t.approvedStatus = new(Approved)
	case Paused, Disabled:
		if t.ApprovedVersion == nil { // it was approved before firmhub knew it
			t.Approved, t.ApprovedVersion = new(t.Content), new(t.Version)
		}
		t.approvedStatus = new(t.Status)
	case Draft, Submitted, Rejected:
	}
}

const maxReason = 500
