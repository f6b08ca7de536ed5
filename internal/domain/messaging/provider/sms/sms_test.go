package sms_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/sms"
	"github.com/firmhub/firmhub/internal/transfer/outbound"
)

var (
	messageID = uuid.MustParse("01890a5d-ac96-774b-bcce-b302099a8057")
	phone     = provider.Address{Kind: provider.Phone, Value: "+15550000000"}
)

// bundle is an adapter whose provider is the handler.
type bundle struct {
	adapter *sms.Adapter
	account provider.Account
}

func setup(t *testing.T, handler http.HandlerFunc) bundle {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	client := outbound.NewGuard([]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}).Client(outbound.Limits{Time: time.Minute, Body: 1 << 20})
	t.Cleanup(client.CloseIdleConnections)
	return bundle{
		adapter: sms.New(client, client, time.Now),
		account: provider.Account{
			Settings: provider.Settings{BaseURL: server.URL, AccountSID: "AC1", From: "+15551234567"},
			Secrets:  provider.Secrets{provider.AuthToken: "token"},
			HookURL:  "https://hub.example.com/hooks/1",
		},
	}
}

func TestSend_wire(t *testing.T) {
	t.Parallel()
	const callback = "https://hub.example.com/hooks/1?m=01890a5d-ac96-774b-bcce-b302099a8057"
	for name, c := range map[string]struct {
		change  func(*provider.Account)
		message provider.Message
		want    url.Values
	}{
		"text":    {func(*provider.Account) {}, provider.Message{Body: "Olá & más"}, url.Values{"To": {"+15550000000"}, "From": {"+15551234567"}, "Body": {"Olá & más"}, "StatusCallback": {callback}}},
		"service": {func(a *provider.Account) { a.Settings.From, a.Settings.MessagingServiceSID = "", "MG1" }, provider.Message{Body: "Hi"}, url.Values{"To": {"+15550000000"}, "MessagingServiceSid": {"MG1"}, "Body": {"Hi"}, "StatusCallback": {callback}}},
		"nowhere": {func(a *provider.Account) { a.HookURL = "" }, provider.Message{Body: "Hi"}, url.Values{"To": {"+15550000000"}, "From": {"+15551234567"}, "Body": {"Hi"}}},
		"media":   {func(*provider.Account) {}, provider.Message{Media: &provider.Media{Link: "https://a.example/b.png", Caption: "c"}}, url.Values{"To": {"+15550000000"}, "From": {"+15551234567"}, "Body": {"c"}, "MediaUrl": {"https://a.example/b.png"}, "StatusCallback": {callback}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var form url.Values
			b := setup(t, func(w http.ResponseWriter, r *http.Request) {
				user, password, _ := r.BasicAuth()
				if r.URL.Path == "/2010-04-01/Accounts/AC1/Messages.json" && user == "AC1" && password == "token" && r.ParseForm() == nil {
					form = r.PostForm
				}
				w.WriteHeader(http.StatusCreated)
				_, _ = io.WriteString(w, `{"sid":"SM1","status":"queued","num_segments":"2","price":"-0.00750","price_unit":"USD","error_code":null}`)
			})
			c.change(&b.account)
			c.message.ID, c.message.To = messageID, phone
			outcome := b.adapter.Send(t.Context(), b.account, c.message)
			require.Equal(t, provider.Outcome{Result: provider.Taken, ProviderID: "SM1", Pricing: &provider.Pricing{Billable: true, Amount: "0.00750", Currency: "USD", Segments: 2}}, outcome)
			require.Equal(t, c.want, form)
		})
	}
	t.Run("Err a file without an address", func(t *testing.T) {
		t.Parallel()
		b := setup(t, func(http.ResponseWriter, *http.Request) { t.Error("called") })
		outcome := b.adapter.Send(t.Context(), b.account, provider.Message{To: phone, Media: &provider.Media{}})
		require.Equal(t, provider.Refused, outcome.Result)
	})
}

// Each answer, and what it means.
func TestSend_answers(t *testing.T) {
	t.Parallel()
	type outcome = provider.Outcome
	failed := func(code, status int) string {
		return fmt.Sprintf(`{"code":%d,"message":"m","more_info":"i","status":%d}`, code, status)
	}
	refused := func(code provider.ErrorCode) outcome { return outcome{Result: provider.Refused, Code: code} }
	failing := func(reason provider.Reason) outcome {
		return outcome{Result: provider.ChannelFailing, Failing: reason}
	}
	waits := func(scope provider.Scope, after time.Duration) outcome {
		return outcome{Result: provider.NotTaken, Waits: scope, RetryAfter: after}
	}
	for name, c := range map[string]struct {
		status     int
		body       string
		retryAfter string
		want       outcome
	}{
		"20429":                       {429, failed(20429, 429), "", waits(provider.WaitChannel, time.Second)},
		"20429 with Retry-After":      {429, failed(20429, 429), "9", waits(provider.WaitChannel, 9*time.Second)},
		"14107":                       {400, failed(14107, 400), "", waits(provider.WaitChannel, time.Second)},
		"21211":                       {400, failed(21211, 400), "", refused(provider.InvalidAddress)},
		"21614":                       {400, failed(21614, 400), "", refused(provider.InvalidAddress)},
		"21610":                       {400, failed(21610, 400), "", refused(provider.OptedOut)},
		"21612":                       {400, failed(21612, 400), "", refused(provider.Rejected)},
		"30003":                       {400, failed(30003, 400), "", refused(provider.Rejected)},
		"30008":                       {400, failed(30008, 400), "", refused(provider.Rejected)},
		"20003":                       {401, failed(20003, 401), "", failing(provider.CredentialsRefused)},
		"suspended":                   {403, failed(30002, 403), "", failing(provider.AccountBlocked)},
		"another code":                {400, failed(21603, 400), "", refused(provider.Rejected)},
		"another 429":                 {429, failed(63038, 429), "", waits(provider.WaitChannel, 0)},
		"500":                         {500, failed(20500, 500), "", waits(provider.WaitMessage, 0)},
		"502 of Twilio":               {502, failed(20502, 502), "", waits(provider.WaitMessage, 0)},
		"503 of Twilio":               {503, failed(20503, 503), "4", waits(provider.WaitMessage, 4*time.Second)},
		"502 of a gateway":            {502, "<html>", "", outcome{Result: provider.Unknown}},
		"504 of a gateway":            {504, "", "", outcome{Result: provider.Unknown}},
		"201 without an id":           {201, `{"status":"queued"}`, "", outcome{Result: provider.Unknown}},
		"201 that is no JSON":         {201, `{"sid":"SM`, "", outcome{Result: provider.Unknown}},
		"a redirect":                  {307, "", "", waits(provider.WaitMessage, 0)},
		"401 without an error object": {401, "", "", failing(provider.CredentialsRefused)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t, func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Retry-After", c.retryAfter)
				w.WriteHeader(c.status)
				_, _ = io.WriteString(w, c.body)
			})
			got := b.adapter.Send(t.Context(), b.account, provider.Message{ID: messageID, To: phone, Body: "Hi"})
			got.ProviderCode, got.Message = "", ""
			require.Equal(t, c.want, got)
		})
	}
}

func TestTest_errors(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		status  int
		body    string
		failing provider.Reason
	}{
		"suspended":      {200, `{"sid":"AC1","friendly_name":"Shop","status":"suspended"}`, provider.AccountBlocked},
		"no account":     {404, `{"code":20404,"message":"not found"}`, ""},
		"another server": {200, `<html>`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t, func(w http.ResponseWriter, _ *http.Request) {
				w.WriteHeader(c.status)
				_, _ = io.WriteString(w, c.body)
			})
			result := b.adapter.Test(t.Context(), b.account)
			require.False(t, result.OK)
			require.NotEmpty(t, result.Message)
			require.Equal(t, c.failing, result.Failing)
		})
	}
}

// read returns the event of a form that is signed for the address.
func read(t *testing.T, hookURL, signedURL, query string, form url.Values) (provider.Event, error) {
	t.Helper()
	events, err := readAll(t, hookURL, signedURL, query, form)
	if err != nil {
		return provider.Event{}, err
	}
	require.Len(t, events, 1)
	return events[0], nil
}

func readAll(t *testing.T, hookURL, signedURL, query string, form url.Values) ([]provider.Event, error) {
	t.Helper()
	header := http.Header{}
	header.Set(sms.SignatureHeader, sms.Sign("token", signedURL, form))
	account := provider.Account{HookURL: hookURL, Secrets: provider.Secrets{provider.AuthToken: "token"}}
	return sms.New(nil, nil, time.Now).ReadHook(account, provider.Hook{Header: header, Query: query, Body: []byte(form.Encode())})
}

func TestReadHook(t *testing.T) {
	t.Parallel()
	const hook = "https://hub.example.com/hooks/1"
	for name, c := range map[string]struct {
		form url.Values
		want provider.Event
	}{
		"status":    {url.Values{"MessageSid": {"SM1"}, "MessageStatus": {"delivered"}, "To": {"+1"}}, provider.Event{Status: &provider.Status{ProviderID: "SM1", State: provider.StateDelivered, Phone: "+1"}}},
		"queued":    {url.Values{"SmsSid": {"SM1"}, "MessageStatus": {"queued"}}, provider.Event{Status: &provider.Status{ProviderID: "SM1", State: provider.StateSent}}},
		"failed":    {url.Values{"MessageSid": {"SM1"}, "MessageStatus": {"undelivered"}, "ErrorCode": {"30005"}}, provider.Event{Status: &provider.Status{ProviderID: "SM1", State: provider.StateFailed, Error: &provider.Outcome{Result: provider.Refused, Code: provider.Rejected, ProviderCode: "30005"}}}},
		"opted out": {url.Values{"MessageSid": {"SM1"}, "MessageStatus": {"failed"}, "ErrorCode": {"21610"}}, provider.Event{Status: &provider.Status{ProviderID: "SM1", State: provider.StateFailed, Error: &provider.Outcome{Result: provider.Refused, Code: provider.OptedOut, ProviderCode: "21610"}}}},
		"no reason": {url.Values{"MessageSid": {"SM1"}, "MessageStatus": {"failed"}}, provider.Event{Status: &provider.Status{ProviderID: "SM1", State: provider.StateFailed, Error: &provider.Outcome{Result: provider.Refused, Code: provider.Rejected}}}},
		"message":   {url.Values{"MessageSid": {"SM2"}, "SmsStatus": {"received"}, "From": {"+1"}, "To": {"+2"}, "Body": {" STOP "}, "NumMedia": {"0"}}, provider.Event{Inbound: &provider.Inbound{ProviderID: "SM2", Phone: "+1", To: "+2", Kind: "text", Body: " STOP "}}},
		"picture": {
			url.Values{"MessageSid": {"MM1"}, "From": {"+1"}, "To": {"+2"}, "Body": {""}, "NumMedia": {"1"}, "MediaUrl0": {"https://api.twilio.com/m"}, "MediaContentType0": {"image/png"}},
			provider.Event{Inbound: &provider.Inbound{ProviderID: "MM1", Phone: "+1", To: "+2", Kind: "image", Media: []provider.MediaRef{{Link: "https://api.twilio.com/m", ContentType: "image/png"}}}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			event, err := read(t, hook, hook, "", c.form)
			require.NoError(t, err)
			require.Equal(t, c.want, event)
		})
	}

	t.Run("several files", func(t *testing.T) {
		t.Parallel()
		form := url.Values{"MessageSid": {"MM1"}, "From": {"+1"}, "To": {"+2"}, "Body": {"Look"}, "NumMedia": {"3"}}
		for i, kind := range []string{"image/png", "video/mp4", "text/vcard"} {
			form.Set(fmt.Sprint("MediaUrl", i), fmt.Sprint("https://api.twilio.com/", i))
			form.Set(fmt.Sprint("MediaContentType", i), kind)
		}
		events, err := readAll(t, hook, hook, "", form)
		require.NoError(t, err)
		media := func(i int, kind string) []provider.MediaRef {
			return []provider.MediaRef{{Link: fmt.Sprint("https://api.twilio.com/", i), ContentType: kind}}
		}
		require.Equal(t, []provider.Event{
			{Inbound: &provider.Inbound{ProviderID: "MM1", Phone: "+1", To: "+2", Kind: "image", Body: "Look", Media: media(0, "image/png")}},
			{Inbound: &provider.Inbound{ProviderID: "MM1/1", Phone: "+1", To: "+2", Kind: "video", Media: media(1, "video/mp4")}},
			{Inbound: &provider.Inbound{ProviderID: "MM1/2", Phone: "+1", To: "+2", Kind: "text", Media: media(2, "text/vcard")}},
		}, events)
	})

	form := url.Values{"MessageSid": {"SM1"}, "MessageStatus": {"sent"}, "Twice": {"b", "a", "a"}}
	t.Run("addresses", func(t *testing.T) {
		t.Parallel()
		for _, c := range [][3]string{
			{hook, hook + "?m=our", "m=our"},
			{hook, "https://hub.example.com:443/hooks/1?m=our", "m=our"},
			{"https://hub.example.com:8443/hooks/1", "https://hub.example.com:8443/hooks/1?m=our", "m=our"},
			{"https://hub.example.com:8443/hooks/1", "https://hub.example.com/hooks/1?m=our", "m=our"},
			{"http://127.0.0.1/hooks/1", "http://127.0.0.1:80/hooks/1?m=our&x=%20", "m=our&x=%20"},
		} {
			event, err := read(t, c[0], c[1], c[2], form)
			require.NoError(t, err, c)
			require.Equal(t, "our", event.Status.OurID)
		}
	})
	t.Run("Err signature", func(t *testing.T) {
		t.Parallel()
		for _, c := range [][3]string{
			{hook, hook, "m=our"}, {hook, hook + "?m=our", "m=other"}, {hook, "http://hub.example.com/hooks/1", ""}, {"", "", ""}, {hook, "https://other.example.com/hooks/1", ""},
		} {
			_, err := read(t, c[0], c[1], c[2], form)
			require.ErrorIs(t, err, provider.ErrSignature, c)
		}
	})
	for name, form := range map[string]url.Values{
		"no id": {"MessageStatus": {"sent"}}, "unknown status": {"MessageSid": {"SM1"}, "MessageStatus": {"lost"}}, "neither": {"MessageSid": {"SM1"}, "To": {"+1"}},
	} {
		t.Run("Err "+name, func(t *testing.T) {
			t.Parallel()
			event, err := read(t, hook, hook, "", form)
			require.NoError(t, err)
			require.Error(t, event.Err)
			require.NotEmpty(t, event.Raw)
		})
	}
}

// The example in the tests of Twilio's own libraries.
func TestSign(t *testing.T) {
	t.Parallel()
	form := url.Values{"CallSid": {"CA1234567890ABCDE"}, "Caller": {"+14158675309"}, "Digits": {"1234"}, "From": {"+14158675309"}, "To": {"+18005551212"}}
	require.Equal(t, "RSOYDt4T1cUTdK1PDd93/VVr8B8=", sms.Sign("12345", "https://mycompany.com/myapp.php?foo=1&bar=2", form))
}
