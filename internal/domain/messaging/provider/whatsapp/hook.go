package whatsapp

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/httpcall"
)

// SignatureHeader has the signature of a hook: sha256= and the HMAC of the body in hexadecimal.
const SignatureHeader = "X-Hub-Signature-256"

// errField is returned for an event of a field that this program does not read.
var errField = errors.New("whatsapp: a field that is not read")

type (
	// envelope is the body of a hook. What is inside is decoded piece by piece.
	envelope struct {
		Entry few[json.RawMessage] `json:"entry"`
	}
	entry struct {
		ID      httpcall.Text        `json:"id"`
		Time    httpcall.Text        `json:"time"`
		Changes few[json.RawMessage] `json:"changes"`
	}
	change struct {
		Field string          `json:"field"`
		Value json.RawMessage `json:"value"`
	}
	// messagesValue is the value of the fields messages and user_preferences.
	messagesValue struct {
		Metadata struct {
			PhoneNumberID httpcall.Text `json:"phone_number_id"`
			Number        string        `json:"display_phone_number"`
		} `json:"metadata"`
		Contacts    few[json.RawMessage] `json:"contacts"`
		Messages    few[json.RawMessage] `json:"messages"`
		Statuses    few[json.RawMessage] `json:"statuses"`
		Preferences few[json.RawMessage] `json:"user_preferences"`
		Errors      few[json.RawMessage] `json:"errors"`
	}
)

// Challenge implements [provider.Challenger].
func (a *Adapter) Challenge(account provider.Account, query url.Values) (answer string, ok bool) {
	token := account.Secrets[provider.VerifyToken]
	same := subtle.ConstantTimeCompare([]byte(query.Get("hub.verify_token")), []byte(token)) == 1
	if query.Get("hub.mode") != "subscribe" || token == "" || !same {
		return "", false
	}
	return query.Get("hub.challenge"), true
}

// Sign returns the signature of a body, as Meta makes it.
func Sign(secret string, body []byte) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	return "sha256=" + hex.EncodeToString(mac.Sum(nil))
}

// ReadHook implements [provider.Adapter].
func (a *Adapter) ReadHook(account provider.Account, hook provider.Hook) ([]provider.Event, error) {
	secret := account.Secrets[provider.AppSecret]
	if secret == "" || !hmac.Equal([]byte(strings.ToLower(hook.Header.Get(SignatureHeader))), []byte(Sign(secret, hook.Body))) {
		return nil, provider.ErrSignature
	}
	var read envelope
	if err := json.Unmarshal(hook.Body, &read); err != nil {
		return []provider.Event{unreadable(hook.Body, err)}, nil
	}
	var events []provider.Event
	for _, raw := range read.Entry.items {
		if events = append(events, readEntry(raw)...); len(events) > maxEvents {
			break
		}
	}
	events = append(events, read.Entry.tooMany("entries")...)
	return provider.CleanAll(atMost(events)), nil
}

func unreadable(raw []byte, err error) provider.Event {
	return provider.Event{Err: fmt.Errorf("whatsapp: read an event: %w", err), Raw: raw}
}

func readEntry(raw json.RawMessage) []provider.Event {
	var read entry
	if err := json.Unmarshal(raw, &read); err != nil {
		return []provider.Event{unreadable(raw, err)}
	}
	var events []provider.Event
	for _, raw := range read.Changes.items {
		if events = append(events, readChange(raw)...); len(events) > maxEvents {
			break
		}
	}
	events = append(events, read.Changes.tooMany("changes")...)
	for i := range events {
		events[i].BusinessAccountID = string(read.ID)
		if template := events[i].Template; template != nil {
			template.At = read.Time.Time()
		}
	}
	return events
}

func readChange(raw json.RawMessage) []provider.Event {
	var read change
	if err := json.Unmarshal(raw, &read); err != nil {
		return []provider.Event{unreadable(raw, err)}
	}
	switch read.Field {
	case "messages", "user_preferences":
		return readMessages(read.Value)
	case "message_template_status_update":
		return []provider.Event{each(read.Value, readTemplate)}
	case "account_update", "account_alerts", "account_review_update", "phone_number_quality_update", "business_capability_update":
		return readAlert(read.Value, read.Field)
	}
	return []provider.Event{{Err: fmt.Errorf("%w: %s", errField, read.Field), Raw: raw}}
}

// each decodes an event. If that fails, the event has the error.
func each[T any](raw json.RawMessage, read func(T) provider.Event) provider.Event {
	var value T
	if err := json.Unmarshal(raw, &value); err != nil {
		return unreadable(raw, err)
	}
	event := read(value)
	if event.Err != nil {
		event.Raw = raw
	}
	return event
}

func readMessages(raw json.RawMessage) []provider.Event {
	var value messagesValue
	if err := json.Unmarshal(raw, &value); err != nil {
		return []provider.Event{unreadable(raw, err)}
	}
	var events []provider.Event
	senders := readContacts(value.Contacts.items)
	for _, raw := range value.Statuses.items {
		events = append(events, each(raw, readStatus))
	}
	for _, raw := range value.Messages.items {
		events = append(events, each(raw, func(m inbound) provider.Event { return m.event(senders, value.Metadata.Number) }))
	}
	for _, raw := range value.Preferences.items {
		events = append(events, each(raw, readPreference))
	}
	for _, raw := range value.Errors.items {
		events = append(events, each(raw, readError))
	}
	events = append(events, value.Contacts.tooMany("contacts")...)
	events = append(events, value.Statuses.tooMany("statuses")...)
	events = append(events, value.Messages.tooMany("messages")...)
	events = append(events, value.Preferences.tooMany("preferences")...)
	events = append(events, value.Errors.tooMany("errors")...)
	for i := range events {
		events[i].PhoneNumberID = string(value.Metadata.PhoneNumberID)
	}
	return events
}

// errMissing is returned for an event without what it is about.
var errMissing = errors.New("whatsapp: read an event: its id is missing")

type status struct {
	ID        string        `json:"id"`
	Status    string        `json:"status"`
	Timestamp httpcall.Text `json:"timestamp"`
	Recipient httpcall.Text `json:"recipient_id"`
	UserID    string        `json:"recipient_user_id"`
	OurID     string        `json:"biz_opaque_callback_data"`
	Errors    few[apiError] `json:"errors"`
	Pricing   *struct {
		Billable bool   `json:"billable"`
		Model    string `json:"pricing_model"`
		Type     string `json:"type"`
		Category string `json:"category"`
	} `json:"pricing"`
}

// states are the states of a message. A voice message that was played was read.
var states = map[string]provider.State{
	"sent": provider.StateSent, "delivered": provider.StateDelivered, "read": provider.StateRead, "played": provider.StateRead,
	"failed": provider.StateFailed,
}

func readStatus(s status) provider.Event {
	state, known := states[s.Status]
	switch {
	case s.ID == "" && s.OurID == "":
		return provider.Event{Err: errMissing}
	case !known:
		return provider.Event{Err: fmt.Errorf("whatsapp: read an event: unknown status %q", s.Status)}
	}
	read := &provider.Status{ProviderID: s.ID, OurID: s.OurID, State: state, At: s.Timestamp.Time()}
	read.Phone, read.UserID = identity(string(s.Recipient), s.UserID)
	if s.Pricing != nil {
		read.Pricing = &provider.Pricing{Billable: s.Pricing.Billable, Model: s.Pricing.Model, Type: s.Pricing.Type, Category: s.Pricing.Category}
	}
	if state == provider.StateFailed {
		outcome := provider.Outcome{Result: provider.Refused, Code: provider.Rejected}
		if len(s.Errors.items) > 0 && s.Errors.items[0].Code != nil {
			outcome = s.Errors.items[0].outcome(0)
		}
		outcome.Code = cmp.Or(outcome.Code, provider.Rejected)
		read.Error = &outcome
	}
	return provider.Event{Status: read}
}

type preference struct {
	Phone     httpcall.Text `json:"wa_id"`
	UserID    string        `json:"user_id"`
	Value     string        `json:"value"`
	Timestamp httpcall.Text `json:"timestamp"`
}

func readPreference(p preference) provider.Event {
	phone, user := identity(string(p.Phone), p.UserID)
	switch {
	case phone == "" && user == "":
		return provider.Event{Err: errMissing}
	case p.Value != "stop" && p.Value != "resume":
		return provider.Event{Err: fmt.Errorf("whatsapp: read an event: unknown preference %q", p.Value)}
	}
	return provider.Event{Preference: &provider.Preference{Phone: phone, UserID: user, Stop: p.Value == "stop", At: p.Timestamp.Time()}}
}

// readError reads an error that is about the account and no message.
func readError(e apiError) provider.Event {
	if e.Code == nil {
		return provider.Event{Err: errMissing}
	}
	outcome := e.outcome(0)
	return provider.Event{Alert: &provider.Alert{Type: "error " + outcome.ProviderCode, Message: outcome.Message, Failing: outcome.Failing}}
}
