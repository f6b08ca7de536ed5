package sandbox

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
)

// SignatureHeader has the signature of a hook: the HMAC of the body in hexadecimal.
const SignatureHeader = "X-Sandbox-Signature"

// user is the user id of the person without a number.
const user = "US.15005550009"

var errEmpty = errors.New("sandbox: read an event: neither a status nor a message")

// item is an event in a hook, whose body is a list of them.
type item struct {
	ID    string    `json:"id"`
	OurID string    `json:"ourId,omitempty"`
	At    time.Time `json:"at"`
	// State is set in a status.
	State    provider.State `json:"state,omitempty"`
	Category string         `json:"category,omitempty"`
	// Body is set in a message.
	Body   string `json:"body,omitempty"`
	Phone  string `json:"phone,omitempty"`
	UserID string `json:"userId,omitempty"`
	Name   string `json:"name,omitempty"`
}

// sent is a message that the sandbox took.
type sent struct {
	adapter *Adapter
	account uuid.UUID
	message provider.Message
	id      string
}

// deliver schedules the statuses of a message that is delivered after a second and then read.
func (s sent) deliver() {
	s.status(time.Second, provider.StateDelivered)
	s.status(2*time.Second, provider.StateRead)
}

func (s sent) status(after time.Duration, state provider.State) {
	s.post(after, item{ID: s.id, OurID: s.message.ID.String(), State: state, Category: s.message.Category})
}

// answer schedules a message of the recipient, after it has read ours.
func (s sent) answer(body, phone, userID string) {
	const after = 3 * time.Second
	s.post(after, item{ID: "answer-" + s.message.ID.String(), Body: body, Phone: phone, UserID: userID, Name: "Sandbox"})
}

func (s sent) post(after time.Duration, event item) {
	event.At = s.adapter.now().Add(after).UTC()
	body, err := json.Marshal([]item{event})
	if err != nil {
		panic(err) // of texts and a time
	}
	header := http.Header{}
	header.Set(SignatureHeader, Sign(s.adapter.key, body))
	s.adapter.schedule(s.account, after, provider.Hook{Header: header, Body: body})
}

// Sign returns the signature of a body.
func Sign(key, body []byte) string {
	mac := hmac.New(sha256.New, key)
	mac.Write(body)
	return hex.EncodeToString(mac.Sum(nil))
}

// ReadHook implements [provider.Adapter].
func (a *Adapter) ReadHook(_ provider.Account, hook provider.Hook) ([]provider.Event, error) {
	if !hmac.Equal([]byte(hook.Header.Get(SignatureHeader)), []byte(Sign(a.key, hook.Body))) {
		return nil, provider.ErrSignature
	}
	var list []json.RawMessage
	if err := json.Unmarshal(hook.Body, &list); err != nil {
		return []provider.Event{{Err: fmt.Errorf("sandbox: read a hook: %w", err), Raw: hook.Body}}, nil
	}
	events := make([]provider.Event, len(list))
	for i, raw := range list {
		events[i] = read(raw)
	}
	return events, nil
}

func read(raw json.RawMessage) provider.Event {
	var event item
	err := json.Unmarshal(raw, &event)
	switch {
	case err != nil:
		return provider.Event{Err: fmt.Errorf("sandbox: read an event: %w", err), Raw: raw}
	case event.State != "":
		status := &provider.Status{
			ProviderID: event.ID, OurID: event.OurID, State: event.State, At: event.At, Pricing: pricing(event.Category),
		}
		if event.State == provider.StateFailed {
			outcome := provider.Refusal(provider.Rejected, "the sandbox failed the message")
			outcome.ProviderCode = "failed"
			status.Error = &outcome
		}
		return provider.Event{Status: status}
	case event.Body != "":
		return provider.Event{Inbound: &provider.Inbound{
			ProviderID: event.ID, Phone: event.Phone, UserID: event.UserID, ProfileName: event.Name, Kind: "text", Body: event.Body, At: event.At,
		}}
	}
	return provider.Event{Err: errEmpty, Raw: raw}
}
