package sms

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha1" //nolint:gosec // Twilio's signatures are HMAC-SHA1
	"encoding/base64"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
)

// SignatureHeader has the signature of a hook in base64.
const SignatureHeader = "X-Twilio-Signature"

var errMissing = errors.New("sms: read an event: its id is missing")

// states are the states of a message. From queued on, Twilio has it.
var states = map[string]provider.State{
	"accepted": provider.StateSent, "scheduled": provider.StateSent, "queued": provider.StateSent,
	"sending": provider.StateSent, "sent": provider.StateSent,
	"delivered": provider.StateDelivered, "read": provider.StateRead,
	"undelivered": provider.StateFailed, "failed": provider.StateFailed, "canceled": provider.StateFailed,
}

// Sign returns the signature of a form that is posted to a URL, as Twilio makes it: over the URL
// and then each name and value, in the order of the names. A value that occurs twice is signed
// once.
func Sign(secret, target string, form url.Values) string {
	mac := hmac.New(sha1.New, []byte(secret))
	mac.Write([]byte(target))
	for _, name := range slices.Sorted(maps.Keys(form)) {
		for _, value := range slices.Compact(slices.Sorted(slices.Values(form[name]))) {
			mac.Write([]byte(name + value))
		}
	}
	return base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

// ReadHook implements [provider.Adapter]. A form that can't be read can't have a right signature.
func (a *Adapter) ReadHook(account provider.Account, hook provider.Hook) ([]provider.Event, error) {
	form, err := url.ParseQuery(string(hook.Body))
	if err != nil || !signed(account, hook, form) {
		return nil, provider.ErrSignature
	}
	query, err := url.ParseQuery(hook.Query)
	if err != nil {
		query = url.Values{} // the status has the id of Twilio, too
	}
	events := readEvents(form, query.Get(OurID))
	for i := range events {
		if events[i].Err != nil {
			events[i].Raw = hook.Body
		}
	}
	return provider.CleanAll(events), nil
}

// signed reports whether the signature is the one over the address of hooks, as it is or with its
// port added or removed: Twilio's own libraries accept these as well.
func signed(account provider.Account, hook provider.Hook, form url.Values) bool {
	secret, given := account.Secrets[provider.AuthToken], []byte(hook.Header.Get(SignatureHeader))
	target, err := url.Parse(account.HookURL)
	if secret == "" || account.HookURL == "" || err != nil {
		return false
	}
	target.RawQuery = hook.Query
	ok := false
	for _, host := range []string{target.Host, target.Hostname(), target.Hostname() + ":" + port(target)} {
		target.Host = host
		if hmac.Equal(given, []byte(Sign(secret, target.String(), form))) {
			ok = true
		}
	}
	return ok
}

func port(target *url.URL) string {
	switch {
	case target.Port() != "":
		return target.Port()
	case target.Scheme == "http":
		return "80"
	}
	return "443"
}

func readEvents(form url.Values, ourID string) []provider.Event {
	id := form.Get("MessageSid")
	if id == "" {
		id = form.Get("SmsSid")
	}
	if id == "" {
		return []provider.Event{{Err: errMissing}}
	}
	if status := form.Get("MessageStatus"); status != "" {
		return []provider.Event{readStatus(form, id, status, ourID)}
	}
	if form.Get("From") == "" {
		return []provider.Event{{Err: errMissing}}
	}
	return readInbound(form, id)
}

func readStatus(form url.Values, id, status, ourID string) provider.Event {
	state, known := states[status]
	if !known {
		return provider.Event{Err: fmt.Errorf("sms: read an event: unknown status %q", status)}
	}
	read := &provider.Status{ProviderID: id, OurID: ourID, State: state, Phone: form.Get("To")}
	if state == provider.StateFailed {
		code, _ := strconv.Atoi(form.Get("ErrorCode")) // absent where the carrier gave no reason
		outcome, listed := meanings[code]
		if !listed {
			outcome.Result = provider.Refused
		}
		outcome.Code = cmp.Or(outcome.Code, provider.Rejected)
		outcome.ProviderCode, outcome.Message = form.Get("ErrorCode"), form.Get("ErrorMessage")
		read.Error = &outcome
	}
	return provider.Event{Status: read}
}

// readInbound returns a message that arrived. An MMS may have several files, and a message has one:
// each further file becomes a message of its own, whose id follows from that of the MMS.
func readInbound(form url.Values, id string) []provider.Event {
	const maxMedia = 10
	first := &provider.Inbound{
		ProviderID: id, Phone: form.Get("From"), To: form.Get("To"), ProfileName: form.Get("ProfileName"), Kind: "text",
		Body: form.Get("Body"), ReplyTo: form.Get("OriginalRepliedMessageSid"),
	}
	read := []provider.Event{{Inbound: first}}
	count, _ := strconv.Atoi(form.Get("NumMedia")) // absent for a text
	for i := range min(count, maxMedia) {
		at := strconv.Itoa(i)
		link := form.Get("MediaUrl" + at)
		if link == "" {
			continue
		}
		of := first
		if len(first.Media) > 0 {
			of = &provider.Inbound{ProviderID: id + "/" + at, Phone: first.Phone, To: first.To, ProfileName: first.ProfileName}
			read = append(read, provider.Event{Inbound: of})
		}
		contentType := form.Get("MediaContentType" + at)
		of.Media = []provider.MediaRef{{Link: link, ContentType: contentType}}
		of.Kind, _, _ = strings.Cut(contentType, "/")
	}
	return read
}
