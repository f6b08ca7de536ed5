package template_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging/channel"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/double"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/sandbox"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/whatsapp"
	"github.com/firmhub/firmhub/internal/domain/messaging/template"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/domain/secret"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/transfer/outbound"
	"github.com/firmhub/firmhub/realtime/broker"
)

// bundle is a manager of templates with a firm, and channels of WhatsApp at a double and of the
// sandbox.
type bundle struct {
	*db.DB
	*template.Manager

	ctx      context.Context //nolint:containedctx // It is the test's.
	center   *notification.Center
	whatsApp uuid.UUID
	provider *overtaken
}

// overtaken is WhatsApp, whose hook with a decision can come before the answer to the submission.
type overtaken struct {
	*whatsapp.Adapter

	// decided is called after a template was submitted, and listed after the templates were read,
	// unless they are nil.
	decided, listed func()
	// changed changes what WhatsApp says of each template, unless it is nil.
	changed func(*provider.Form)
}

func (o *overtaken) Templates(ctx context.Context, account provider.Account) ([]provider.Form, provider.Outcome) {
	forms, outcome := o.Adapter.Templates(ctx, account)
	if o.listed != nil {
		o.listed()
	}
	for i := range forms {
		if o.changed != nil {
			o.changed(&forms[i])
		}
	}
	return forms, outcome
}

func (o *overtaken) SubmitTemplate(
	ctx context.Context, account provider.Account, form provider.Form,
) (provider.Outcome, provider.TemplateState) {
	outcome, state := o.Adapter.SubmitTemplate(ctx, account, form)
	if o.decided != nil {
		o.decided()
		state = provider.TemplateIsSubmitted // as it was when WhatsApp answered
	}
	return outcome, state
}

func newBundle(t *testing.T, d *db.DB) *bundle {
	t.Helper()
	server := httptest.NewServer(double.New(double.Options{}).Handler())
	t.Cleanup(server.Close)
	_, ctx := dbtest.Firm(t, d, entity.NewID().String())
	key, err := secret.ParseKey("a2tra2tra2tra2tra2tra2tra2tra2tra2tra2tra2s=")
	require.NoError(t, err)
	guard := outbound.NewGuard([]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")})
	adapter := &overtaken{Adapter: whatsapp.New(http.DefaultClient, http.DefaultClient, time.Now)}
	channels := channel.NewManager(d, channel.Config{Key: key, Guard: guard, Adapters: map[provider.Kind]provider.Adapter{
		provider.WhatsApp: adapter, provider.Sandbox: sandbox.New([]byte("key"), time.Now, nil),
	}})
	secrets := &channel.Secrets{}
	secrets.Put(provider.AccessToken, new("token"))
	made, err := channels.Create(ctx, channel.CreateInput{
		Name: "Support", Kind: provider.WhatsApp, Secrets: secrets,
		Settings: &channel.Settings{BaseURL: &server.URL, PhoneNumberID: new("123"), BusinessAccountID: new("55")},
	})
	require.NoError(t, err)
	events := broker.NewMemory()
	t.Cleanup(func() { _ = events.Close() })
	center := notification.NewCenter(d, events)
	return &bundle{d, template.NewManager(d, channels, center), ctx, center, made.ID, adapter}
}

// told are the messages of the notifications of the firm.
func (b *bundle) told(t *testing.T) (messages []string) {
	t.Helper()
	for _, row := range b.Client.Notification.Query().AllX(b.ctx) {
		require.Equal(t, "Template", string(row.Module))
		messages = append(messages, row.Message)
	}
	return messages
}

// order returns the input of a template of the sandbox.
func order() template.CreateInput {
	return template.CreateInput{
		Name: "order", Language: "en", Kind: new(provider.Sandbox), Category: "Utility", Body: "Hello {{firstName}}, order {{order}} has left.",
		Parameters: []*template.Parameter{{Name: "firstName", Example: "Ada"}, {Name: "order", Example: "17"}},
	}
}

func (b *bundle) create(t *testing.T, in template.CreateInput) *template.Template {
	t.Helper()
	made, err := b.Create(b.ctx, in)
	require.NoError(t, err)
	return made
}

// fields returns the fields of a validation error.
func fields(t *testing.T, err error) (all []string) {
	t.Helper()
	require.True(t, fault.Is(err, fault.ValidationError), err)
	for _, detail := range fault.From(err).Details {
		all = append(all, detail.Field)
	}
	return all
}
