package template

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"time"

	"github.com/google/uuid"

	notificationrow "github.com/firmhub/firmhub/ent/notification"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext"
)

// take stores what the provider says of a template, and reports whether it changes. A draft stays,
// and the version in use is the provider's. A content that says the same keeps its names of
// parameters, by which it is sent.
func (t *Template) take(form provider.Form, content Content) (changed bool) {
	before := *t
	t.ProviderID = given(form.ProviderID)
	if t.Status == Draft {
		t.moveUsed(form.State, t.Approved != nil && !t.Approved.saysAs(&content))
		replaced := form.State == provider.TemplateIsApproved && t.Approved != nil && !t.Approved.isSame(&content)
		if replaced { // Somebody has changed it in the WhatsApp Manager.
			t.Approved = new(t.Approved.keepNames(content))
		}
		return replaced || !reflect.DeepEqual(before.approvedStatus, t.approvedStatus) || text(before.ProviderID) != text(t.ProviderID)
	}
	same := before.isSame(&content)
	if same && before.Status == Status(form.State) && text(before.ProviderID) == text(t.ProviderID) {
		return false
	}
	if !same && t.ApprovedVersion != nil && *t.ApprovedVersion == t.Version {
		t.Version++
	}
	if !same {
		t.Content = t.keepNames(content)
	}
	t.move(form.State, form.Reason)
	return true
}

// keepNames returns a content of the provider. If it says the same in another category, which
// WhatsApp may choose by itself, it keeps the names of parameters.
func (c *Content) keepNames(of Content) Content {
	if !c.saysAs(&of) {
		return of
	}
	same := *c
	same.Category = of.Category
	return same
}

// isSame reports whether two contents are charged the same and say the same.
func (c *Content) isSame(other *Content) bool { return c.Category == other.Category && c.saysAs(other) }

// moveUsed gives the version in use a state of the provider, while people work on a draft. other
// reports that the provider has another text of the template, which then is what it approves.
func (t *Template) moveUsed(state provider.TemplateState, other bool) {
	if t.ApprovedVersion == nil {
		return
	}
	status := Status(state)
	switch state {
	case provider.TemplateIsSubmitted:
		return
	case provider.TemplateIsRejected: // The draft was not submitted, so that it is the version in use.
		status = Disabled
	case provider.TemplateIsApproved, provider.TemplateIsPaused, provider.TemplateIsDisabled:
	}
	if other && status != Approved {
		status = usedReplaced
	}
	t.approvedStatus = &status
	t.UpdatedAt = entity.Now()
}

// clockSkew is by how much the clock of a provider may differ from that of the server.
const clockSkew = time.Minute

// asked notes when the provider was asked for its decision, which is newer than what hooks and
// refusals say of earlier times.
func (t *Template) asked(at time.Time) {
	if at = at.Add(-clockSkew); t.decidedAt == nil || t.decidedAt.Before(at) {
		t.decidedAt = &at
	}
}

// Decided is what a provider has decided about a template of a channel.
type Decided struct {
	ChannelID uuid.UUID
	provider.TemplateEvent
}

// Decide stores what the provider of a channel of the firm of ctx has decided about a template, and
// notifies the firm of a rejection or pause. A template that is not known is left out, and so is a
// decision that is told again, or is older than one that was told before: hooks are repeated and
// overtake each other. Only the server calls it, in a transaction.
func Decide(ctx context.Context, d *db.DB, center *notification.Center, decided Decided) (err error) {
	defer fault.Wrap(&err, "template.Decide")
	// Several numbers of a business account have the same templates.
	query := "SELECT " + columns + ` FROM templates t
WHERE t.firm_id = $1 AND t.kind = 'WhatsApp' AND t.name = $2 AND t.language = $3 AND (t.channel_id = $4 OR t.provider_id = $5)
ORDER BY t.id`
	if d.Dialect() == db.Postgres {
		query += " FOR UPDATE"
	}
	found, err := read(ctx, d, query, decided.Name, decided.Language, decided.ChannelID, cmp.Or(decided.ProviderID, "none"))
	if err != nil {
		return err
	}
	told := false
	for _, t := range found {
		moved, err := t.decide(ctx, d, decided)
		if err == nil && moved && !told {
			told = true
			err = t.tell(ctx, center, decided.State, decided.Reason)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// decide stores what the provider has decided, and reports whether that is new.
func (t *Template) decide(ctx context.Context, d *db.DB, decided Decided) (moved bool, err error) {
	before, used := t.Status, t.approvedStatus
	if !decided.At.IsZero() {
		// WhatsApp's times are seconds: of two decisions of one second both count.
		if t.decidedAt != nil && decided.At.Before(*t.decidedAt) {
			return false, nil
		}
		t.decidedAt = &decided.At
	}
	if decided.ProviderID != "" {
		t.ProviderID = &decided.ProviderID
	}
	switch {
	case t.saysOther():
		// It is about the text that firmhub does not have.
	case t.Status == Draft:
		t.moveUsed(decided.State, isOther(decided.Reason))
	default:
		t.move(decided.State, decided.Reason)
	}
	if t.Status != before || !reflect.DeepEqual(used, t.approvedStatus) {
		return true, t.save(ctx, d)
	}
	_, err = d.InFirm(ctx).Exec("UPDATE templates SET decided_at = $3 WHERE firm_id = $1 AND id = $2", t.ID, t.decidedAt)
	return false, err
}

// saysOther reports whether the provider has another text of the template, which only a
// synchronization can tell. Of a draft that is another one than the version in use has.
func (t *Template) saysOther() bool {
	if t.Status == Draft {
		return t.approvedStatus != nil && *t.approvedStatus == usedReplaced
	}
	return isOther(text(t.StatusReason))
}

// isOther reports whether a statusReason is that the provider has another text.
func isOther(reason string) bool { return reason == unsendableReason || reason == otherTemplate }

// keepStopped is called before a draft takes the place of a version. If the version in use is
// stopped, and its provider has another text, no approval is of the version in use.
func (t *Template) keepStopped() {
	stopped := t.approvedStatus != nil && *t.approvedStatus != Approved
	if stopped && t.Status != Draft && (t.saysOther() || *t.ApprovedVersion != t.Version) {
		t.approvedStatus = new(usedReplaced)
	}
}

// Refused is the refusal of a message because its template is paused or disabled.
type Refused struct {
	State provider.TemplateState
	// At is when the call began that was refused, or the provider's time of the refusal.
	At time.Time
	// OtherTemplate reports that the provider has other parameters of the template.
	OtherTemplate bool
}

// otherTemplate is the statusReason of a template that its provider has with other parameters.
const otherTemplate = "WhatsApp has it with other parameters. Synchronize the templates."

// Refuse stores that a provider has paused or disabled a template, since it has refused a message
// of it. A template of which it has other parameters is Paused until it is synchronized. A refusal
// that is older than the last decision changes nothing: it comes late, and the template may have
// been approved since. Only the server calls it, in a transaction.
func Refuse(ctx context.Context, d *db.DB, center *notification.Center, id uuid.UUID, refused Refused) (err error) {
	defer fault.Wrap(&err, "template.Refuse")
	t, err := find(ctx, d, id, true)
	if fault.Is(err, fault.NotFound) || err == nil && t.ChannelID == nil {
		return nil
	}
	if err != nil {
		return err
	}
	if t.decidedAt != nil && refused.At.Before(*t.decidedAt) {
		return nil
	}
	// The time is not that of the decision, which its own hook may still tell.
	decided := Decided{*t.ChannelID, provider.TemplateEvent{Name: t.Name, Language: t.Language, State: refused.State}}
	if refused.OtherTemplate {
		decided.Reason = otherTemplate
	}
	return Decide(ctx, d, center, decided)
}

// maxNamed is how many characters of the name of a template a notification has.
const maxNamed = 100

// tell notifies the firm of a state that stops messages, and that its provider has given the
// template now.
func (t *Template) tell(ctx context.Context, center *notification.Center, state provider.TemplateState, why string) error {
	var word string
	switch state {
	case provider.TemplateIsRejected:
		word = "rejected"
	case provider.TemplateIsPaused:
		word = "paused"
	case provider.TemplateIsDisabled:
		word = "disabled"
	case provider.TemplateIsApproved, provider.TemplateIsSubmitted:
		return nil
	}
	name := plaintext.Fit(t.Name, maxNamed)
	message := fmt.Sprintf("WhatsApp has %s the template %s (%s).", word, name, t.Language)
	if why == otherTemplate { // It is firmhub that has paused it.
		message, why = fmt.Sprintf("The template %s (%s) is paused. %s", name, t.Language, why), ""
	}
	if reason := plaintext.Fit(why, maxReason); reason != "" {
		message += " Its reason: " + reason
	}
	_, err := center.Create(ctx, notification.Input{
		Title: "Template " + word, Message: plaintext.Fit(message, notification.MaxMessage), Module: notificationrow.ModuleTemplate,
		ModuleID: &t.ID, Metadata: notification.About(notification.Template),
	})
	return err
}
