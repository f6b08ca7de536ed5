package provider_test

import (
	"fmt"
	"log/slog"
	"net/netip"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/transfer/outbound"
)

var guard = outbound.NewGuard(nil)

// valid returns settings and secrets of each kind that are accepted.
func valid(kind provider.Kind) (provider.Settings, provider.Secrets) {
	switch kind {
	case provider.WhatsApp:
		return provider.Settings{PhoneNumberID: "106540352242922", BusinessAccountID: "102290129340398"},
			provider.Secrets{provider.AccessToken: "EAAJB", provider.AppSecret: "s", provider.VerifyToken: "v"}
	case provider.SMS:
		return provider.Settings{AccountSID: "AC0123456789abcdef0123456789abcdef", From: "+15551234567"}, provider.Secrets{provider.AuthToken: "t"}
	case provider.Email:
		return provider.Settings{Host: "smtp.example.com", Port: 587, Security: provider.StartTLS, Username: "me", From: "news@example.com", FromName: "News", ReplyTo: "help@example.com"},
			provider.Secrets{provider.Password: "p"}
	case provider.Sandbox:
	}
	return provider.Settings{}, nil
}

func TestValidate(t *testing.T) {
	t.Parallel()
	for _, kind := range provider.Kinds {
		t.Run("OK "+string(kind), func(t *testing.T) {
			t.Parallel()
			settings, secrets := valid(kind)
			require.Empty(t, provider.Validate(kind, &settings, secrets, guard))
			require.NotEmpty(t, settings.Sender(kind))
		})
	}
	t.Run("senders of Sms", func(t *testing.T) {
		t.Parallel()
		for from, ok := range map[string]bool{
			"+15551234567": true, "12345": true, "Shop": true, "3 Shops": true, "A-1": true, "15551234567": false, "+0555": false, "12": false, "+": false, "twelve chars": false, "Loja é": false, "": false,
		} {
			settings, secrets := valid(provider.SMS)
			settings.From = from
			require.Equal(t, ok, len(provider.Validate(provider.SMS, &settings, secrets, guard)) == 0, from)
		}
	})
	t.Run("defaults and spaces", func(t *testing.T) {
		t.Parallel()
		settings, secrets := valid(provider.WhatsApp)
		settings.PhoneNumberID = " 106540352242922 "
		require.Empty(t, provider.Validate(provider.WhatsApp, &settings, secrets, guard))
		require.Equal(t, provider.Settings{BaseURL: "https://graph.facebook.com", APIVersion: "v23.0", PhoneNumberID: "106540352242922", BusinessAccountID: "102290129340398"}, settings)
		require.Equal(t, "106540352242922", settings.Sender(provider.WhatsApp))

		settings, secrets = valid(provider.SMS)
		require.Empty(t, provider.Validate(provider.SMS, &settings, secrets, guard))
		require.Equal(t, "https://api.twilio.com", settings.BaseURL)
		settings.BaseURL = "http://127.0.0.1:8080/"
		require.Empty(t, provider.Validate(provider.SMS, &settings, secrets, outbound.NewGuard([]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")})))
		require.Equal(t, "http://127.0.0.1:8080", settings.BaseURL)
	})

	for name, c := range map[string]struct {
		kind   provider.Kind
		change func(*provider.Settings, provider.Secrets)
		faults []string
	}{
		"kind":               {"Fax", func(*provider.Settings, provider.Secrets) {}, []string{"kind must be WhatsApp, Sms, Email or Sandbox"}},
		"WhatsApp ids":       {provider.WhatsApp, func(s *provider.Settings, _ provider.Secrets) { s.PhoneNumberID, s.BusinessAccountID = "", "../me" }, []string{"settings.phoneNumberId is required", "settings.businessAccountId must be an id of at most 64 letters and digits"}},
		"WhatsApp address":   {provider.WhatsApp, func(s *provider.Settings, _ provider.Secrets) { s.BaseURL, s.APIVersion = "https://10.0.0.1", "23" }, []string{"settings.baseUrl must not be a private address", "settings.apiVersion must be a version such as v23.0"}},
		"WhatsApp token":     {provider.WhatsApp, func(_ *provider.Settings, s provider.Secrets) { delete(s, provider.AccessToken) }, []string{"secrets.accessToken is required"}},
		"another kind's":     {provider.WhatsApp, func(s *provider.Settings, m provider.Secrets) { s.Host, s.Port, m["password"] = "a.example", 1, "p" }, []string{"settings.host is not a setting of the kind WhatsApp", "settings.port is not a setting of the kind WhatsApp", "secrets.password is not a secret of the kind WhatsApp"}},
		"empty secret":       {provider.WhatsApp, func(_ *provider.Settings, m provider.Secrets) { m["appSecret"], m["verifyToken"] = "", "a\nb" }, []string{"secrets.appSecret must not be empty; null removes it", "secrets.verifyToken must not hold control characters"}},
		"long secret":        {provider.SMS, func(_ *provider.Settings, m provider.Secrets) { m["authToken"] = strings.Repeat("a", 4097) }, []string{"secrets.authToken must have at most 4096 bytes"}},
		"Sms without from":   {provider.SMS, func(s *provider.Settings, _ provider.Secrets) { s.From = "" }, []string{"settings.from must be set, or messagingServiceSid, and not both"}},
		"Sms with both":      {provider.SMS, func(s *provider.Settings, _ provider.Secrets) { s.MessagingServiceSID = "MG01" }, []string{"settings.from must be set, or messagingServiceSid, and not both"}},
		"Sms sender":         {provider.SMS, func(s *provider.Settings, _ provider.Secrets) { s.From = "twelve chars" }, []string{"settings.from must be a number such as +15551234567, a short code, or a name of at most 11 letters and digits"}},
		"Email host":         {provider.Email, func(s *provider.Settings, _ provider.Secrets) { s.Host, s.Port, s.Security = "localhost", 0, "Ssl" }, []string{"settings.host must not be a private address", "settings.port must be 1 to 65535", "settings.security must be StartTls, Tls or None"}},
		"Email addresses":    {provider.Email, func(s *provider.Settings, _ provider.Secrets) { s.From, s.ReplyTo, s.FromName = "me", "you@", "a\rb" }, []string{"settings.from must be an e-mail address", "settings.fromName must not hold control characters", "settings.replyTo must be an e-mail address"}},
		"Email no password":  {provider.Email, func(_ *provider.Settings, m provider.Secrets) { delete(m, "password") }, []string{"secrets.password is required with settings.username"}},
		"Email no user name": {provider.Email, func(s *provider.Settings, _ provider.Secrets) { s.Username = "" }, []string{"settings.username is required with secrets.password"}},
	} {
		t.Run("Err "+name, func(t *testing.T) {
			t.Parallel()
			settings, secrets := valid(c.kind)
			c.change(&settings, secrets)
			var faults []string
			for _, detail := range provider.Validate(c.kind, &settings, secrets, guard) {
				faults = append(faults, detail.Field+" "+detail.Message)
			}
			require.Equal(t, c.faults, faults)
		})
	}
}

func TestKind(t *testing.T) {
	t.Parallel()
	perSecond := map[provider.Kind]int{provider.WhatsApp: 80, provider.SMS: 10, provider.Email: 10, provider.Sandbox: 1000}
	for _, kind := range provider.Kinds {
		require.True(t, kind.IsKnown())
		require.Equal(t, perSecond[kind], kind.PerSecond())
	}
	require.False(t, provider.Kind("").IsKnown())
	require.Equal(t, []string{"accessToken", "appSecret", "verifyToken"}, provider.WhatsApp.Secrets())
	require.Empty(t, provider.Sandbox.Secrets())
}

func TestSecretsAreNotPrinted(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	account := provider.Account{ID: uuid.New(), Secrets: provider.Secrets{provider.AuthToken: "topsecret"}}
	slog.New(slog.NewJSONHandler(&log, nil)).InfoContext(t.Context(), "a", "account", account, "pointer", &account, "secrets", account.Secrets)
	text := log.String() + fmt.Sprintf("%v %+v %#v %s", account, &account, account.Secrets, account.Secrets)
	require.NotContains(t, text, "topsecret")
	require.Contains(t, text, "[secret]")
	require.Equal(t, []string{"authToken"}, account.Secrets.Names())
}
