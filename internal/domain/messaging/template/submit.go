package template

import (
	"context"
	"log/slog"
	"reflect"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/domain/messaging/channel"
	"github.com/firmhub/firmhub/internal/domain/messaging/pace"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
)

// callLimit is shorter than the limit of an operation, so that a slow provider is an answer.
const callLimit = 15 * time.Second

// Submit submits a template of the viewer's firm to its provider, or returns NotFound. It returns
// Conflict for one that is not a draft and was not rejected, for a new version of one of WhatsApp
// that campaigns send now, and if the provider refuses it. A template of a kind without a provider
// that judges is approved at once. The firm is notified of one that its provider rejects at once.
// A template of WhatsApp with a code has WhatsApp's text afterwards. Submit calls the provider
// outside of any transaction.
func (m *Manager) Submit(ctx context.Context, id uuid.UUID) (submitted *Template, err error) {
	defer fault.Wrap(&err, "template.Submit")
	t, err := find(ctx, m.db, id, false)
	if err != nil {
		return nil, err
	}
	if err := t.maySubmit(); err != nil {
		return nil, err
	}
	if err := m.refuseWhileSent(ctx, t); err != nil {
		return nil, err
	}
	outcome, state := provider.Outcome{Result: provider.Taken}, provider.TemplateIsApproved
	began, overtaken := entity.Now(), false
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
		if overtaken, err = now.overtook(t); err != nil {
			return err
		}
		before := now.audited()
		if outcome.ProviderID != "" {
			now.ProviderID = &outcome.ProviderID
		}
		now.move(state, "")
		if state != provider.TemplateIsSubmitted {
			now.asked(began)
		}
		if err := now.save(ctx, m.db); err != nil {
			return err
		}
		submitted = now
		if err := now.tell(ctx, m.notifications, state, ""); err != nil {
			return err
		}
		return audit.RecordUpdate(ctx, m.db, "template.submit", now.target(), before, now.audited())
	})
	if err != nil || !overtaken && !submitted.isCode(submitted.Kind) {
		return submitted, err
	}
	return m.askAgain(ctx, submitted), nil
}

// overtook reports whether the provider of a template that was submitted has decided about it since
// it was read. It returns Conflict if somebody has changed it. A decision moves a rejected one, but
// no draft: that is only moved by somebody else who submits it.
func (t *Template) overtook(submitted *Template) (bool, error) {
	overtaken := t.decidedAt != nil && (submitted.decidedAt == nil || !t.decidedAt.Equal(*submitted.decidedAt))
	moved := t.Status != submitted.Status && (!overtaken || submitted.Status == Draft)
	if t.Version != submitted.Version || !reflect.DeepEqual(t.Content, submitted.Content) || moved {
		return false, fault.New(fault.Conflict, "The template was changed at the same moment. Submit it again.")
	}
	if overtaken && submitted.approvedStatus != nil { // The decision was not about the version in use.
		t.approvedStatus = submitted.approvedStatus
	}
	return overtaken, nil
}

// askAgain returns a submitted template as its provider has it: with what that has decided about it
// already, since the hook that said so came before the submission was stored, and does not come
// again; and one with a code with the text that WhatsApp has written.
func (m *Manager) askAgain(ctx context.Context, submitted *Template) *Template {
	_, err := m.Sync(ctx, SyncInput{ChannelID: *submitted.ChannelID})
	var now *Template
	if err == nil {
		now, err = find(ctx, m.db, submitted.ID, false)
	}
	if err != nil { // It is submitted nevertheless, and can be synchronized later.
		slog.WarnContext(ctx, "what a provider has decided about a template can't be read", "template", submitted.ID, "error", err)
		return submitted
	}
	return now
}

func (t *Template) maySubmit() error {
	if t.Status != Draft && t.Status != Rejected {
		return fault.New(fault.Conflict, "Only a draft or a rejected template can be submitted; this one is %s.", t.Status)
	}
	if t.Kind == provider.WhatsApp && t.Header != nil && t.Header.Type != provider.HeaderText {
		return fault.New(fault.Conflict,
			"WhatsApp takes templates with a picture or document from its own WhatsApp Manager alone. Create it there, and synchronize.")
	}
	if wrong := t.checkCode(t.Kind); len(wrong) > 0 { // It was written before that was checked.
		return fault.New(fault.Conflict, "Change it first: the field %s %s.", wrong[0].Field, wrong[0].Message)
	}
	return nil
}

// maxCampaignsNamed is how many campaigns a refusal names, each in at most maxCampaignName bytes.
const (
	maxCampaignsNamed = 5
	maxCampaignName   = 100
)

// refuseWhileSent returns Conflict for a new version that would change what campaigns send that
// have begun: WhatsApp has one text of a template, and fills that in. Others have the text of their
// version in each message.
func (m *Manager) refuseWhileSent(ctx context.Context, t *Template) error {
	if t.Kind != provider.WhatsApp || t.ApprovedVersion == nil {
		return nil
	}
	names, err := pace.Sending(ctx, m.db, t.ID, maxCampaignsNamed+1)
	if err != nil || len(names) == 0 {
		return err
	}
	more := ""
	if len(names) > maxCampaignsNamed {
		names, more = names[:maxCampaignsNamed], " and others"
	}
	for i, name := range names {
		names[i] = provider.Clean(name, maxCampaignName)
	}
	return fault.New(fault.Conflict,
		"WhatsApp would send the new version in campaigns that have begun with the one in use: %s%s. "+
			"Submit it when they have ended, or cancel them.",
		strings.Join(names, ", "), more)
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
	case Rejected:
		if t.ApprovedVersion != nil && *t.ApprovedVersion == t.Version { // It was approved before.
			t.approvedStatus = new(Disabled)
		}
	case Draft, Submitted, usedReplaced:
	}
}

const maxReason = 500
