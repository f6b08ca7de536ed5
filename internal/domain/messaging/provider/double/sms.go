package double

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/sms"
)

// smsErrors are the status, code and message of each behaviour.
var smsErrors = map[Behaviour]struct {
	status, code int
	text         string
}{
	Refuse:   {http.StatusBadRequest, 21211, "Invalid 'To' Phone Number"},
	Throttle: {http.StatusTooManyRequests, 20429, "Too Many Requests"},
	Fail:     {http.StatusServiceUnavailable, 20503, "Service unavailable"},
	Block:    {http.StatusUnauthorized, 20003, "Authenticate"},
}

// refuseSMS writes the error of a behaviour and reports whether it has one.
func refuseSMS(w http.ResponseWriter, behaviour Behaviour) bool {
	failed, ok := smsErrors[behaviour]
	if ok {
		write(w, failed.status, object{
			"code": failed.code, "message": failed.text, "status": failed.status, "more_info": "https://www.twilio.com/docs/errors",
		}.bytes())
	}
	return ok
}

// authenticateSMS refuses a call without the credentials.
func (d *Double) authenticateSMS(w http.ResponseWriter, r *http.Request, sid string) bool {
	user, password, ok := r.BasicAuth()
	if d.options.AuthToken == "" || ok && user == sid && password == d.options.AuthToken {
		return true
	}
	refuseSMS(w, Block)
	return false
}

func (d *Double) sendSMS(w http.ResponseWriter, r *http.Request) {
	if !d.authenticateSMS(w, r, r.PathValue("sid")) {
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	err := r.ParseForm()
	form := r.PostForm
	if err != nil || form.Get("To") == "" || form.Get("From") == "" && form.Get("MessagingServiceSid") == "" {
		failed := object{"code": 21604, "message": "A 'To' phone number is required.", "status": http.StatusBadRequest}
		write(w, http.StatusBadRequest, failed.bytes())
		return
	}
	callback, err := url.Parse(form.Get("StatusCallback"))
	if err != nil {
		callback = &url.URL{}
	}
	entry := d.answer(provider.SMS, form.Get("To"), callback.Query().Get(sms.OurID), "SM")
	defer d.postSMS(entry, form)
	if finish(w, entry.Behaviour) || refuseSMS(w, entry.Behaviour) {
		return
	}
	write(w, http.StatusCreated, object{
		"sid": entry.ProviderID, "status": "queued", "num_segments": "1", "price": nil, "price_unit": "USD", "error_code": nil,
		"account_sid": r.PathValue("sid"), "to": entry.To, "from": form.Get("From"), "body": form.Get("Body"),
	}.bytes())
}

// postSMS posts the statuses of a message.
func (d *Double) postSMS(entry Entry, sent url.Values) {
	target := sent.Get("StatusCallback")
	if d.options.Post == nil || target == "" {
		return
	}
	for _, state := range entry.States {
		form := url.Values{
			"MessageSid": {entry.ProviderID}, "SmsSid": {entry.ProviderID}, "MessageStatus": {strings.ToLower(string(state))},
			"To": {entry.To}, "From": {sent.Get("From")}, "ApiVersion": {"2010-04-01"},
		}
		if state == provider.StateFailed {
			form.Set("MessageStatus", "undelivered")
			form.Set("ErrorCode", "30005")
		}
		header := http.Header{}
		header.Set("Content-Type", "application/x-www-form-urlencoded")
		header.Set(sms.SignatureHeader, sms.Sign(d.options.AuthToken, target, form))
		d.options.Post(Hook{MessageID: entry.ProviderID, URL: target, Header: header, Body: []byte(form.Encode())})
	}
}

func (d *Double) accountSMS(w http.ResponseWriter, r *http.Request) {
	sid := strings.TrimSuffix(r.PathValue("file"), ".json")
	if d.authenticateSMS(w, r, sid) {
		write(w, http.StatusOK, object{"sid": sid, "friendly_name": "Double", "status": "active"}.bytes())
	}
}
