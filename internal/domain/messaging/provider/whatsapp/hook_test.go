package whatsapp_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/whatsapp"
)

// read returns the events of a signed body.
func read(t *testing.T, body string) []provider.Event {
	t.Helper()
	header := http.Header{}
	header.Set(whatsapp.SignatureHeader, whatsapp.Sign("secret", []byte(body)))
	account := provider.Account{Secrets: provider.Secrets{provider.AppSecret: "secret"}}
	events, err := whatsapp.New(nil, nil, time.Now).ReadHook(account, provider.Hook{Header: header, Body: []byte(body)})
	require.NoError(t, err)
	return events
}

// change wraps the value of a field in a hook.
func change(field, value string) string {
	return `{"object":"whatsapp_business_account","entry":[{"id":"102","changes":[{"field":"` + field + `","value":` + value + `}]}]}`
}

// received wraps a message in a hook.
func received(message string) string {
	return change("messages", `{"messaging_product":"whatsapp","metadata":{"display_phone_number":"15550001111","phone_number_id":"106"},`+
		`"contacts":[{"profile":{"name":"Ana"},"wa_id":"5511987654321"}],"messages":[`+message+`]}`)
}

func TestReadHook_statuses(t *testing.T) {
	t.Parallel()
	events := read(t, change("messages", `{"metadata":{"phone_number_id":106},"statuses":[
		{"id":"wamid.1","status":"sent","timestamp":"1764072000","recipient_id":"5511987654321","biz_opaque_callback_data":"our","pricing":{"billable":true,"pricing_model":"PMP","type":"regular","category":"marketing"}},
		{"id":"wamid.1","status":"read","timestamp":1764072001,"recipient_id":"","recipient_user_id":"BR.150"},
		{"id":"wamid.2","status":"failed","timestamp":"","errors":[{"code":131049,"title":"t","error_data":{"details":"kept back"}}]},
		{"id":"wamid.3","status":"failed","errors":[{"code":131000,"message":"oops"}]},
		{"id":"wamid.4","status":"failed"}, {"id":"wamid.5","status":"played"}, {"status":"sent"}]}`))
	at := time.Unix(1764072000, 0).UTC()
	event := func(status provider.Status) provider.Event {
		return provider.Event{PhoneNumberID: "106", BusinessAccountID: "102", Status: &status}
	}
	require.Equal(t, []provider.Event{
		event(provider.Status{ProviderID: "wamid.1", OurID: "our", State: provider.StateSent, At: at, Phone: "+5511987654321", Pricing: &provider.Pricing{Billable: true, Model: "PMP", Type: "regular", Category: "marketing"}}),
		event(provider.Status{ProviderID: "wamid.1", State: provider.StateRead, At: at.Add(time.Second), UserID: "BR.150"}),
		event(provider.Status{ProviderID: "wamid.2", State: provider.StateFailed, Error: &provider.Outcome{Result: provider.NotTaken, Waits: provider.WaitMessage, RetryAfter: 24 * time.Hour, Code: provider.Capped, ProviderCode: "131049", Message: "kept back"}}),
		event(provider.Status{ProviderID: "wamid.3", State: provider.StateFailed, Error: &provider.Outcome{Result: provider.NotTaken, Waits: provider.WaitMessage, Code: provider.Rejected, ProviderCode: "131000", Message: "oops"}}),
		event(provider.Status{ProviderID: "wamid.4", State: provider.StateFailed, Error: &provider.Outcome{Result: provider.Refused, Code: provider.Rejected}}),
		event(provider.Status{ProviderID: "wamid.5", State: provider.StateRead}),
	}, events[:6])
	require.Error(t, events[6].Err)
	require.JSONEq(t, `{"status":"sent"}`, string(events[6].Raw))
}

func TestReadHook_messages(t *testing.T) {
	t.Parallel()
	const from = `"id":"wamid.1","from":"5511987654321","timestamp":"1764072000",`
	inbound := func(kind, body string) provider.Inbound {
		return provider.Inbound{ProviderID: "wamid.1", Phone: "+5511987654321", To: "15550001111", ProfileName: "Ana", Kind: kind, Body: body, At: time.Unix(1764072000, 0).UTC()}
	}
	with := func(in provider.Inbound, change func(*provider.Inbound)) provider.Inbound {
		change(&in)
		return in
	}
	for name, c := range map[string]struct {
		message string
		want    provider.Inbound
	}{
		"text":          {from + `"type":"text","text":{"body":"Olá"}`, inbound("text", "Olá")},
		"reply":         {from + `"type":"text","text":{"body":"Yes"},"context":{"from":"1","id":"wamid.0"}`, with(inbound("text", "Yes"), func(in *provider.Inbound) { in.ReplyTo = "wamid.0" })},
		"button":        {from + `"type":"button","button":{"text":"Stop","payload":"p"}`, inbound("button", "Stop")},
		"button reply":  {from + `"type":"interactive","interactive":{"type":"button_reply","button_reply":{"id":"1","title":"Yes"}}`, inbound("interactive", "Yes")},
		"list reply":    {from + `"type":"interactive","interactive":{"type":"list_reply","list_reply":{"id":"1","title":"Red","description":"d"}}`, inbound("interactive", "Red")},
		"flow":          {from + `"type":"interactive","interactive":{"type":"nfm_reply","nfm_reply":{"name":"flow","body":"Sent","response_json":"{\"a\":1}"}}`, inbound("interactive", `{"a":1}`)},
		"other reply":   {from + `"type":"interactive","interactive":{"type":"new"}`, inbound("interactive", "[interactive]")},
		"reaction":      {from + `"type":"reaction","reaction":{"message_id":"wamid.0","emoji":"👍"}`, with(inbound("reaction", "👍"), func(in *provider.Inbound) { in.ReplyTo = "wamid.0" })},
		"location":      {from + `"type":"location","location":{"latitude":-23.5,"longitude":-46.6,"name":"Shop","address":"Street 1"}`, inbound("location", "Shop\nStreet 1\n-23.5,-46.6")},
		"bare location": {from + `"type":"location","location":{"latitude":1,"longitude":2}`, inbound("location", "1,2")},
		"image": {from + `"type":"image","image":{"id":"4711","mime_type":"image/jpeg","sha256":"s","caption":"Look"}`, with(inbound("image", "Look"), func(in *provider.Inbound) {
			in.Media = []provider.MediaRef{{ID: "4711", ContentType: "image/jpeg", SHA256: "s"}}
		})},
		"document": {from + `"type":"document","document":{"id":4711,"mime_type":"application/pdf","filename":"a.pdf"}`, with(inbound("document", ""), func(in *provider.Inbound) {
			in.Media = []provider.MediaRef{{ID: "4711", ContentType: "application/pdf", FileName: "a.pdf"}}
		})},
		"sticker":          {from + `"type":"sticker","sticker":{"id":"1","mime_type":"image/webp"}`, with(inbound("sticker", ""), func(in *provider.Inbound) { in.Media = []provider.MediaRef{{ID: "1", ContentType: "image/webp"}} })},
		"image without id": {from + `"type":"image","image":{}`, inbound("image", "[image]")},
		"unknown kind":     {from + `"type":"order","order":{"catalog_id":"1"}`, inbound("order", "[order]")},
		"both identities":  {from + `"from_user_id":"BR.150","type":"text","text":{"body":"Hi"}`, with(inbound("text", "Hi"), func(in *provider.Inbound) { in.UserID = "BR.150" })},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			events := read(t, received(`{`+c.message+`}`))
			require.Len(t, events, 1)
			require.NoError(t, events[0].Err)
			require.Equal(t, "106", events[0].PhoneNumberID)
			require.Equal(t, &c.want, events[0].Inbound)
		})
	}

	t.Run("a user without a number", func(t *testing.T) {
		t.Parallel()
		for _, message := range []string{
			`"contacts":[{"profile":{"name":"Ana","username":"@ana"},"user_id":"BR.150"}],"messages":[{"id":"wamid.1","from_user_id":"BR.150","timestamp":"1","type":"text","text":{"body":"Hi"}}]`,
			`"contacts":[{"profile":{"name":"Ana"},"user_id":"BR.150"}],"messages":[{"id":"wamid.1","from":"BR.150","timestamp":"1","type":"text","text":{"body":"Hi"}}]`,
			`"contacts":[7,{"profile":{"name":"Ana"},"user_id":"BR.150"}],"messages":[{"id":"wamid.1","timestamp":"1","type":"text","text":{"body":"Hi"}}]`,
		} {
			events := read(t, change("messages", `{"metadata":{"phone_number_id":"106"},`+message+`}`))
			require.Len(t, events, 1)
			require.Equal(t, &provider.Inbound{ProviderID: "wamid.1", UserID: "BR.150", ProfileName: "Ana", Kind: "text", Body: "Hi", At: time.Unix(1, 0).UTC()}, events[0].Inbound)
		}
	})
	t.Run("two people", func(t *testing.T) {
		t.Parallel()
		events := read(t, change("messages", `{"metadata":{},"contacts":[{"profile":{"name":"Ana"},"wa_id":"1"},{"profile":{"name":"Bob"},"wa_id":"2"}],
			"messages":[{"id":"a","from":"2","type":"text","text":{"body":"x"}},{"id":"b","from":"1","type":"text","text":{"body":"y"}},{"id":"c","type":"text"}]}`))
		require.Len(t, events, 3)
		require.Equal(t, "Bob", events[0].Inbound.ProfileName)
		require.Equal(t, "Ana", events[1].Inbound.ProfileName)
		require.Error(t, events[2].Err, "from nobody")
	})
}

func TestReadHook_others(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		field, value string
		want         provider.Event
	}{
		"approved": {
			"message_template_status_update", `{"event":"APPROVED","message_template_id":594425479261596,"message_template_name":"a","message_template_language":"pt_BR","reason":"NONE"}`,
			provider.Event{Template: &provider.TemplateEvent{ProviderID: "594425479261596", Name: "a", Language: "pt_BR", State: provider.TemplateIsApproved}},
		},
		"rejected": {
			"message_template_status_update", `{"event":"REJECTED","message_template_id":1,"message_template_name":"a","message_template_language":"en","reason":"INVALID_FORMAT"}`,
			provider.Event{Template: &provider.TemplateEvent{ProviderID: "1", Name: "a", Language: "en", State: provider.TemplateIsRejected, Reason: "INVALID_FORMAT"}},
		},
		"paused": {
			"message_template_status_update", `{"event":"PAUSED","message_template_id":1,"message_template_name":"a","message_template_language":"en","reason":null,"other_info":{"title":"FIRST_PAUSE","description":"low quality"}}`,
			provider.Event{Template: &provider.TemplateEvent{ProviderID: "1", Name: "a", Language: "en", State: provider.TemplateIsPaused, Reason: "low quality"}},
		},
		"flagged": {
			"message_template_status_update", `{"event":"FLAGGED","message_template_name":"a","message_template_language":"en"}`,
			provider.Event{Alert: &provider.Alert{Type: "template FLAGGED", Message: "a en"}},
		},
		"stop": {
			"user_preferences", `{"metadata":{"phone_number_id":"106"},"user_preferences":[{"wa_id":"15551234567","detail":"d","category":"marketing_messages","value":"stop","timestamp":1764072000}]}`,
			provider.Event{PhoneNumberID: "106", Preference: &provider.Preference{Phone: "+15551234567", Stop: true, At: time.Unix(1764072000, 0).UTC()}},
		},
		"resume": {
			"user_preferences", `{"metadata":{"phone_number_id":"106"},"user_preferences":[{"user_id":"US.1","category":"marketing_messages","value":"resume"}]}`,
			provider.Event{PhoneNumberID: "106", Preference: &provider.Preference{UserID: "US.1"}},
		},
		"banned": {
			"account_update", `{"phone_number":"1","event":"DISABLED_UPDATE","ban_info":{"waba_ban_state":"DISABLE","waba_ban_date":"26 November 2026"}}`,
			provider.Event{Alert: &provider.Alert{Type: "DISABLED_UPDATE", Message: "DISABLE 26 November 2026", Failing: provider.AccountBlocked}},
		},
		"restricted": {
			"account_update", `{"event":"ACCOUNT_RESTRICTION","restriction_info":[{"restriction_type":"RESTRICTED_BIZ_INITIATED_MESSAGING"}]}`,
			provider.Event{Alert: &provider.Alert{Type: "ACCOUNT_RESTRICTION", Message: "RESTRICTED_BIZ_INITIATED_MESSAGING"}},
		},
		"tier": {
			"phone_number_quality_update", `{"display_phone_number":"15550001111","event":"UPGRADE","current_limit":"TIER_10K"}`,
			provider.Event{Alert: &provider.Alert{Type: "UPGRADE", Message: "15550001111", Tier: "TIER_10K"}},
		},
		"capability": {
			"business_capability_update", `{"max_daily_conversations_per_business":"TIER_2K","max_phone_numbers_per_business":2}`,
			provider.Event{Alert: &provider.Alert{Type: "business_capability_update", Tier: "TIER_2K"}},
		},
		"capability as a number": {
			"business_capability_update", `{"max_daily_conversations_per_business":2000,"max_phone_numbers_per_waba":25}`,
			provider.Event{Alert: &provider.Alert{Type: "business_capability_update", Tier: "2000"}},
		},
		"throughput": {
			"phone_number_quality_update", `{"display_phone_number":"1","event":"THROUGHPUT_UPGRADE","current_limit":"TIER_UNLIMITED"}`,
			provider.Event{Alert: &provider.Alert{Type: "THROUGHPUT_UPGRADE", Message: "1"}},
		},
		"alert": {
			"account_alerts", `{"entity_type":"BUSINESS","alert_info":{"alert_severity":"INFO","alert_type":"OBA_APPROVED","alert_description":"Approved"}}`,
			provider.Event{Alert: &provider.Alert{Type: "OBA_APPROVED", Message: "Approved"}},
		},
		"error of the account": {
			"messages", `{"metadata":{"phone_number_id":"106"},"errors":[{"code":131031,"title":"Locked"}]}`,
			provider.Event{PhoneNumberID: "106", Alert: &provider.Alert{Type: "error 131031", Message: "Locked", Failing: provider.AccountBlocked}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.want.BusinessAccountID = "102"
			require.Equal(t, []provider.Event{c.want}, read(t, change(c.field, c.value)))
		})
	}

	for name, body := range map[string]string{
		"unknown field":      change("history", `{"a":1}`),
		"field of no object": change("messages", `[]`),
		"template":           change("message_template_status_update", `{"event":"APPROVED"}`),
		"preference":         change("user_preferences", `{"user_preferences":[{"wa_id":"1","value":"maybe"}]}`),
		"preference of none": change("user_preferences", `{"user_preferences":[{"value":"stop"}]}`),
		"error":              change("messages", `{"errors":[{}]}`),
		"change":             `{"entry":[{"changes":[7]}]}`,
		"entry":              `{"entry":["a"]}`,
		"no JSON":            `hello`,
	} {
		t.Run("Err "+name, func(t *testing.T) {
			t.Parallel()
			events := read(t, body)
			require.Len(t, events, 1)
			require.Error(t, events[0].Err)
			require.NotEmpty(t, events[0].Raw)
		})
	}
	require.Empty(t, read(t, `{}`))
}

func TestChallenge(t *testing.T) {
	t.Parallel()
	adapter := whatsapp.New(nil, nil, time.Now)
	account := provider.Account{Secrets: provider.Secrets{provider.VerifyToken: "verify"}}
	query := func(mode, token string) url.Values {
		return url.Values{"hub.mode": {mode}, "hub.verify_token": {token}, "hub.challenge": {"1158201444"}}
	}
	answer, ok := adapter.Challenge(account, query("subscribe", "verify"))
	require.True(t, ok)
	require.Equal(t, "1158201444", answer)
	for _, wrong := range []url.Values{query("subscribe", "other"), query("subscribe", ""), query("", "verify"), nil} {
		_, ok = adapter.Challenge(account, wrong)
		require.False(t, ok)
	}
	_, ok = adapter.Challenge(provider.Account{}, query("subscribe", ""))
	require.False(t, ok, "without a token")
}

// The signature is the one of Meta: HMAC-SHA256 in hexadecimal.
func TestSign(t *testing.T) {
	t.Parallel()
	require.Equal(t, "sha256=f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8", whatsapp.Sign("key", []byte("The quick brown fox jumps over the lazy dog")))
}

func FuzzReadHook(f *testing.F) {
	for _, seed := range []string{received(`{"id":"1","from":"2","type":"image","image":{"id":3}}`), change("messages", `{"statuses":[{"id":"1","status":"failed","errors":[{"code":"1"}]}]}`), change("account_update", `{}`), `{"entry":null}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, body string) {
		for _, event := range read(t, strings.ToValidUTF8(body, "")) {
			set := 0
			for _, is := range []bool{event.Err != nil, event.Status != nil, event.Inbound != nil, event.Template != nil, event.Preference != nil, event.Alert != nil} {
				if is {
					set++
				}
			}
			require.Equal(t, 1, set)
		}
	})
}
