package whatsapp_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/whatsapp"
	"github.com/firmhub/firmhub/internal/transfer/outbound"
)

var (
	noon      = time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)
	messageID = uuid.MustParse("01890a5d-ac96-774b-bcce-b302099a8057")
	phone     = provider.Address{Kind: provider.Phone, Value: "+15551234567"}
)

// bundle is an adapter whose provider is the handler.
type bundle struct {
	adapter *whatsapp.Adapter
	account provider.Account
}

func setup(t *testing.T, handler http.HandlerFunc) bundle {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	client := outbound.NewGuard([]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}).Client(outbound.Limits{Time: time.Minute, Body: 1 << 20})
	t.Cleanup(client.CloseIdleConnections)
	return bundle{
		adapter: whatsapp.New(client, client, func() time.Time { return noon }),
		account: provider.Account{
			Settings: provider.Settings{BaseURL: server.URL + "/meta", APIVersion: "v23.0", PhoneNumberID: "106"},
			Secrets:  provider.Secrets{provider.AccessToken: "token"},
		},
	}
}

// taken answers that a message was taken, and keeps the body of the call.
func taken(t *testing.T, body *string) http.HandlerFunc {
	t.Helper()
	return func(w http.ResponseWriter, r *http.Request) {
		text, err := io.ReadAll(r.Body)
		if err == nil && r.URL.Path == "/meta/v23.0/106/messages" && r.Header.Get("Authorization") == "Bearer token" && r.Header.Get("Content-Type") == "application/json" {
			*body = string(text)
			_, _ = io.WriteString(w, `{"messaging_product":"whatsapp","contacts":[{"input":"1","wa_id":"1"}],"messages":[{"id":"wamid.1","message_status":"accepted"}]}`)
			return
		}
		if r.URL.Path == "/meta/v23.0/106/media" && strings.Contains(string(text), "\r\nname of the file") {
			_, _ = io.WriteString(w, `{"id":4711}`)
		}
	}
}

func file(contentType string) *provider.Media {
	return &provider.Media{ContentType: contentType, FileName: "a.bin", Caption: "Look", Size: 16, Open: func(context.Context) (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader("name of the file")), nil
	}}
}

func TestSend_wire(t *testing.T) {
	t.Parallel()
	const head = `{"messaging_product":"whatsapp","recipient_type":"individual","biz_opaque_callback_data":"01890a5d-ac96-774b-bcce-b302099a8057",`
	for name, c := range map[string]struct {
		message provider.Message
		want    string
	}{
		"text":          {provider.Message{To: phone, Body: "Olá"}, `"to":"+15551234567","type":"text","text":{"body":"Olá"}}`},
		"reply":         {provider.Message{To: phone, Body: "Yes", ReplyTo: "wamid.0"}, `"to":"+15551234567","type":"text","text":{"body":"Yes"},"context":{"message_id":"wamid.0"}}`},
		"user id":       {provider.Message{To: provider.Address{Kind: provider.WhatsAppUser, Value: "BR.150"}, Body: "Hi"}, `"recipient":"BR.150","type":"text","text":{"body":"Hi"}}`},
		"link":          {provider.Message{To: phone, Media: &provider.Media{Link: "https://a.example/b.png", ContentType: "image/png", Caption: "c"}}, `"to":"+15551234567","type":"image","image":{"link":"https://a.example/b.png","caption":"c"}}`},
		"image":         {provider.Message{To: phone, Media: file("image/png")}, `"to":"+15551234567","type":"image","image":{"id":"4711","caption":"Look"}}`},
		"video":         {provider.Message{To: phone, Media: file("video/mp4")}, `"to":"+15551234567","type":"video","video":{"id":"4711","caption":"Look"}}`},
		"audio":         {provider.Message{To: phone, Media: file("audio/ogg")}, `"to":"+15551234567","type":"audio","audio":{"id":"4711"}}`},
		"document":      {provider.Message{To: phone, Media: file("application/pdf")}, `"to":"+15551234567","type":"document","document":{"id":"4711","caption":"Look","filename":"a.bin"}}`},
		"bare template": {provider.Message{To: phone, Template: &provider.Template{Name: "hello_world", Language: "en_US"}}, `"to":"+15551234567","type":"template","template":{"name":"hello_world","language":{"code":"en_US"}}}`},
		"numbered parameters": {
			provider.Message{To: phone, Template: &provider.Template{Name: "a", Language: "en", Header: []provider.Parameter{{Name: "x", Value: "1"}}, Body: []provider.Parameter{{Name: "y", Value: "2"}, {Name: "z", Value: "3"}}}},
			`"to":"+15551234567","type":"template","template":{"name":"a","language":{"code":"en"},"components":[{"type":"header","parameters":[{"type":"text","text":"1"}]},{"type":"body","parameters":[{"type":"text","text":"2"},{"type":"text","text":"3"}]}]}}`,
		},
		"named parameters and buttons": {
			provider.Message{To: phone, Template: &provider.Template{
				Name: "a", Language: "en", Named: true, Body: []provider.Parameter{{Name: "y", Value: "2"}},
				Buttons: []provider.Button{{Index: 0, Type: provider.ButtonURL, Value: "u"}, {Index: 1, Type: provider.ButtonCopyCode, Value: "c"}, {Index: 2, Type: provider.ButtonQuickReply, Value: "q"}},
			}},
			`"to":"+15551234567","type":"template","template":{"name":"a","language":{"code":"en"},"components":[{"type":"body","parameters":[{"type":"text","parameter_name":"y","text":"2"}]},` +
				`{"type":"button","sub_type":"url","index":"0","parameters":[{"type":"text","text":"u"}]},{"type":"button","sub_type":"copy_code","index":"1","parameters":[{"type":"coupon_code","coupon_code":"c"}]},{"type":"button","sub_type":"quick_reply","index":"2","parameters":[{"type":"payload","payload":"q"}]}]}}`,
		},
		"header with a document": {
			provider.Message{To: phone, Template: &provider.Template{Name: "a", Language: "en", HeaderMedia: file("application/pdf")}},
			`"to":"+15551234567","type":"template","template":{"name":"a","language":{"code":"en"},"components":[{"type":"header","parameters":[{"type":"document","document":{"id":"4711","filename":"a.bin"}}]}]}}`,
		},
		"header with a picture": {
			provider.Message{To: phone, Template: &provider.Template{Name: "a", Language: "en", HeaderMedia: file("image/png")}},
			`"to":"+15551234567","type":"template","template":{"name":"a","language":{"code":"en"},"components":[{"type":"header","parameters":[{"type":"image","image":{"id":"4711"}}]}]}}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var body string
			b := setup(t, taken(t, &body))
			c.message.ID = messageID
			outcome := b.adapter.Send(t.Context(), b.account, c.message)
			require.Equal(t, provider.Outcome{Result: provider.Taken, ProviderID: "wamid.1"}, outcome)
			require.JSONEq(t, head+c.want, body)
		})
	}
}

// Each answer, and what it means.
func TestSend_answers(t *testing.T) {
	t.Parallel()
	failed := func(code int) string {
		return fmt.Sprintf(`{"error":{"message":"m","type":"OAuthException","code":%d,"error_data":{"messaging_product":"whatsapp","details":"d"},"fbtrace_id":"f"}}`, code)
	}
	type outcome = provider.Outcome
	refused := func(code provider.ErrorCode) outcome { return outcome{Result: provider.Refused, Code: code} }
	failing := func(reason provider.Reason) outcome {
		return outcome{Result: provider.ChannelFailing, Failing: reason}
	}
	waits := func(scope provider.Scope, after time.Duration) outcome {
		return outcome{Result: provider.NotTaken, Waits: scope, RetryAfter: after}
	}
	capped := waits(provider.WaitMessage, 24*time.Hour)
	capped.Code = provider.Capped
	paused, disabled := refused(provider.TemplatePaused), refused(provider.TemplatePaused)
	mismatch := refused(provider.Rejected)
	mismatch.Template, mismatch.OtherTemplate = provider.TemplateIsPaused, true
	paused.Template, disabled.Template = provider.TemplateIsPaused, provider.TemplateIsDisabled

	for code, want := range map[int]outcome{
		130429: waits(provider.WaitChannel, 2*time.Second), 4: waits(provider.WaitChannel, 30*time.Second), 80007: waits(provider.WaitChannel, 30*time.Second),
		131048: waits(provider.WaitChannel, 5*time.Minute), 131056: waits(provider.WaitPair, 6*time.Second), 131049: capped,
		131026: refused(provider.InvalidAddress), 131047: refused(provider.WindowClosed), 131051: refused(provider.Rejected), 132000: mismatch,
		132001: refused(provider.Rejected), 132012: refused(provider.Rejected), 100: refused(provider.Rejected), 131050: refused(provider.OptedOut), 132015: paused, 132016: disabled,
		190: failing(provider.CredentialsRefused), 10: failing(provider.CredentialsRefused), 200: failing(provider.CredentialsRefused),
		131031: failing(provider.AccountBlocked), 368: failing(provider.AccountBlocked), 131042: failing(provider.PaymentMissing), 133010: failing(provider.NotRegistered),
		131000: waits(provider.WaitMessage, 0), 1: waits(provider.WaitMessage, 0), 2: waits(provider.WaitMessage, 0), 131008: refused(provider.Rejected), 999999: refused(provider.Rejected),
	} {
		t.Run(strconv.Itoa(code), func(t *testing.T) {
			t.Parallel()
			b := setup(t, func(w http.ResponseWriter, _ *http.Request) {
				w.WriteHeader(http.StatusBadRequest)
				_, _ = io.WriteString(w, failed(code))
			})
			want.ProviderCode, want.Message = strconv.Itoa(code), "d"
			require.Equal(t, want, b.adapter.Send(t.Context(), b.account, provider.Message{ID: messageID, To: phone, Body: "Hi"}))
		})
	}

	for name, c := range map[string]struct {
		status     int
		body       string
		retryAfter string
		want       outcome
	}{
		"5xx with an error object":         {500, failed(777), "", waits(provider.WaitMessage, 0)},
		"502 with an error object":         {502, failed(777), "", waits(provider.WaitMessage, 0)},
		"Retry-After":                      {429, failed(130429), "7", waits(provider.WaitChannel, 7*time.Second)},
		"Retry-After as a date":            {503, "busy", "Wed, 25 Nov 2026 12:01:00 GMT", waits(provider.WaitMessage, time.Minute)},
		"Retry-After in the past":          {503, "busy", "Wed, 25 Nov 2026 11:00:00 GMT", waits(provider.WaitMessage, 0)},
		"Retry-After of a year":            {503, "busy", "99999999999", waits(provider.WaitMessage, 24*time.Hour)},
		"429 without an error object":      {429, "slow down", "3", waits(provider.WaitChannel, 3*time.Second)},
		"401 without an error object":      {401, "", "", failing(provider.CredentialsRefused)},
		"401 with another code":            {401, failed(777), "", failing(provider.CredentialsRefused)},
		"404":                              {404, "<html>", "", refused(provider.Rejected)},
		"a redirect":                       {302, "", "", waits(provider.WaitMessage, 0)},
		"502":                              {502, "<html>", "", outcome{Result: provider.Unknown}},
		"504":                              {504, `{"error":{}}`, "", outcome{Result: provider.Unknown}},
		"500":                              {500, "oops", "", waits(provider.WaitMessage, 0)},
		"200 without an id":                {200, `{"messages":[]}`, "", outcome{Result: provider.Unknown}},
		"200 that is no JSON":              {200, `{"messages":`, "", outcome{Result: provider.Unknown}},
		"200 that is too large":            {200, `{"messages":[{"id":"` + strings.Repeat("a", 1<<20) + `"}]}`, "", outcome{Result: provider.Unknown}},
		"an error object with a text code": {400, `{"error":{"code":"131026","error_data":"none"}}`, "", refused(provider.InvalidAddress)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t, func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Retry-After", c.retryAfter)
				w.Header().Set("Location", "/elsewhere")
				w.WriteHeader(c.status)
				_, _ = io.WriteString(w, c.body)
			})
			got := b.adapter.Send(t.Context(), b.account, provider.Message{ID: messageID, To: phone, Body: "Hi"})
			got.ProviderCode, got.Message = "", ""
			require.Equal(t, c.want, got)
		})
	}
}

// The message was refused, but the reason did not arrive.
func TestSend_cut(t *testing.T) {
	t.Parallel()
	b := setup(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "100")
		w.WriteHeader(http.StatusBadRequest)
		_, _ = io.WriteString(w, `{"error":{"code":130`)
		_ = http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	})
	outcome := b.adapter.Send(t.Context(), b.account, provider.Message{ID: messageID, To: phone, Body: "Hi"})
	require.Equal(t, provider.NotTaken, outcome.Result, outcome)
	require.Equal(t, provider.WaitMessage, outcome.Waits)
}

func TestSend_upload(t *testing.T) {
	t.Parallel()
	// A message whose file could not be uploaded was not called.
	for name, handler := range map[string]http.HandlerFunc{
		"lost":          func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
		"gateway":       func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) },
		"without an id": func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, `{}`) },
	} {
		t.Run("Err "+name, func(t *testing.T) {
			t.Parallel()
			b := setup(t, handler)
			outcome := b.adapter.Send(t.Context(), b.account, provider.Message{ID: messageID, To: phone, Media: file("image/png")})
			require.Equal(t, provider.NotTaken, outcome.Result, outcome)
			require.Equal(t, provider.WaitMessage, outcome.Waits)
		})
	}
	t.Run("OK with a line break in the content type", func(t *testing.T) {
		t.Parallel()
		uploaded := ""
		b := setup(t, func(w http.ResponseWriter, r *http.Request) {
			text, _ := io.ReadAll(r.Body)
			uploaded += string(text)
			_, _ = io.WriteString(w, `{"id":4711,"messages":[{"id":"wamid.1"}]}`)
		})
		outcome := b.adapter.Send(t.Context(), b.account, provider.Message{ID: messageID, To: phone, Media: file("image/png\r\nX-Evil: 1")})
		require.Equal(t, provider.Taken, outcome.Result, outcome)
		require.Contains(t, uploaded, "application/octet-stream")
		require.NotContains(t, uploaded, "Evil")
	})
	t.Run("Err the file can't be read", func(t *testing.T) {
		t.Parallel()
		b := setup(t, func(http.ResponseWriter, *http.Request) { t.Error("called") })
		broken := file("image/png")
		broken.Open = func(context.Context) (io.ReadCloser, error) { return nil, errors.New("gone") }
		outcome := b.adapter.Send(t.Context(), b.account, provider.Message{ID: messageID, To: phone, Media: broken})
		require.Equal(t, provider.NotTaken, outcome.Result)
		require.Contains(t, outcome.Message, "gone")
	})
	t.Run("Err too large", func(t *testing.T) {
		t.Parallel()
		b := setup(t, func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			w.WriteHeader(http.StatusBadRequest)
			_, _ = io.WriteString(w, `{"error":{"code":131053,"message":"Media upload error"}}`)
		})
		outcome := b.adapter.Send(t.Context(), b.account, provider.Message{ID: messageID, To: phone, Media: file("image/png")})
		require.Equal(t, provider.Outcome{Result: provider.Refused, Code: provider.Rejected, ProviderCode: "131053", Message: "Media upload error"}, outcome)
	})
}

func TestTest_errors(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		status  int
		body    string
		failing provider.Reason
	}{
		"no such number": {http.StatusBadRequest, `{"error":{"code":100,"message":"Unsupported get request"}}`, ""},
		"blocked":        {http.StatusForbidden, `{"error":{"code":368,"message":"Blocked"}}`, provider.AccountBlocked},
		"another server": {http.StatusOK, `<html>`, ""},
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
